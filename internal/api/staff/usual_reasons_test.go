package staff_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"hawker/internal/api/apitest"
	"hawker/internal/order/ordertest"
	"hawker/internal/setting"
	"hawker/internal/trip"
	"hawker/internal/trip/triptest"
)

// The desk sends a usual reason in English. Everybody reads it in their own language, wherever it is shown.
func TestUsualReasons_I18N01_ORD04_RNT11_areInTheLanguageOfTheReader(t *testing.T) {
	withPlace(t, func(t *testing.T, p *place) {
		cars := triptest.In(t, p.Fixture)
		p.OfferOffline(t)
		p.SetSettings(t, func(s *setting.Settings) { s.Rental.DriverLicence = true })
		send := func(token, path string, body apitest.Fields) {
			t.Helper()
			if a := p.AsStaff(t, token, "POST", path, body); a.Status != 200 {
				t.Fatalf("%s: %d %s", path, a.Status, a.Body)
			}
		}
		expect := func(path, english, arabic string, who ...string) {
			t.Helper()
			for language, want := range map[string]string{"en": english, "ar": arabic} {
				a := p.Call(t, "GET", path, "", append(slices.Clone(who), "X-localization", language)...)
				if a.Status != 200 || !strings.Contains(a.Body, want) || want == arabic && strings.Contains(a.Body, english) {
					t.Errorf("%s in %s: %d, want %q in\n%s", path, language, a.Status, want, a.Body)
				}
			}
		}
		owner := func(id int64) []string { return []string{"X-Order-Token", p.Tokens.Tracking(id)} }

		medicine, _ := p.prescribed(t)
		const unreadable, unreadableArabic = "The prescription cannot be read", "لا يمكن قراءة الوصفة الطبية"
		send(p.vendor, fmt.Sprint("/vendor/prescriptions/", medicine.ID), apitest.Fields{"approve": false, "reason": unreadable})
		expect(fmt.Sprint("/orders/", medicine.ID), unreadable, unreadableArabic, owner(medicine.ID)...)
		expect(fmt.Sprint("/vendor/orders/", medicine.ID), unreadable, unreadableArabic, apitest.Bearer(p.vendor)...)

		asked, _ := p.requested(t)
		const complete, completeArabic = "Everything was in the order", "كان الطلب كاملًا"
		send(p.admin, fmt.Sprint("/admin/refunds/", asked.ID), apitest.Fields{"approve": false, "reason": complete})
		expect(fmt.Sprint("/orders/", asked.ID), complete, completeArabic, owner(asked.ID)...)

		paid := p.Place(t, "key-bank", ordertest.ByBank(ordertest.BuyNow(p.Guest(t), p.item, 1)))
		if a := p.Call(t, "POST", fmt.Sprintf("/orders/%d/offline-payment", paid.ID), `{"fields":{"number":"1"}}`, owner(paid.ID)...); a.Status != 200 {
			t.Fatalf("%d %s", a.Status, a.Body)
		}
		const other, otherArabic = "Another amount has arrived", "وصل مبلغ مختلف"
		send(p.admin, fmt.Sprint("/admin/offline-payments/", paid.ID), apitest.Fields{"sending": 1, "received": false, "reason": other})
		expect(fmt.Sprint("/orders/", paid.ID), other, otherArabic, owner(paid.ID)...)
		expect(fmt.Sprint("/admin/orders/", paid.ID), other, otherArabic, apitest.Bearer(p.admin)...)

		driver := p.Guest(t)
		given := cars.GiveLicence(t, driver, nil)
		booked := cars.Book(t, "trip-key-1", triptest.Request(driver), p.Clock.Now())
		renter := p.SignInStaff(t, p.ProviderVendor(t, booked.ProviderID))
		path := fmt.Sprint("/vendor/trips/", booked.ID)
		const photos, photosArabic = "The photos cannot be read", "لا يمكن قراءة الصور"
		send(renter, path+"/status", apitest.Fields{"status": trip.Confirmed})
		send(renter, path+"/driver-licence", apitest.Fields{"licence_id": given.ID, "approve": false, "reason": photos})
		expect(path, photos, photosArabic, apitest.Bearer(renter)...)
		expect(fmt.Sprint("/rental/trips/", booked.ID), photos, photosArabic, owner(booked.ID)...)
		const broken, brokenArabic = "The vehicle cannot be driven now", "لا يمكن قيادة المركبة الآن"
		send(renter, path+"/status", apitest.Fields{"status": trip.Canceled, "reason": broken})
		expect(path, broken, brokenArabic, apitest.Bearer(renter)...)
		expect(fmt.Sprint("/rental/trips/", booked.ID), broken, brokenArabic, owner(booked.ID)...)
	})
}
