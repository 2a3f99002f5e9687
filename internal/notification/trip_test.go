package notification_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"hawker/internal/catalog"
	"hawker/internal/db"
	"hawker/internal/geo"
	"hawker/internal/money"
	"hawker/internal/order/ordertest"
	"hawker/internal/pricing"
	"hawker/internal/purchase"
	"hawker/internal/refund"
	"hawker/internal/setting"
	"hawker/internal/trip"
	"hawker/internal/trip/triptest"
	"hawker/internal/tripcart"
	"hawker/internal/vehicle/vehicletest"
)

func TestTripChanged_RNT11_PROF06_tellsEachStepOfATripOnce(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		f := triptest.In(t, w)
		me := newCustomer(t, w)
		d := f.Book(t, "key-1", triptest.Request(me.shopperID), time.Time{})
		expect(t, "they know that they booked it", me.told(t, w), "trip_placed")
		f.MoveTrip(t, d.ID, trip.Confirmed, trip.Ongoing, trip.Completed, trip.Refunded)
		expect(t, "refunded", me.told(t, w), "trip_placed", "trip_confirmed*", "trip_started*", "trip_completed*", "trip_refunded*")
		page, _, err := w.Notifications.List(t.Context(), me.id, catalog.Paging{Size: 1, Number: 1})
		if n := page[0]; err != nil || n.OrderID != nil || *n.TripID != d.ID || n.Params.V.Store != "Anchor" || n.Params.V.Amount != d.Total || n.Params.V.Reason != "because" {
			t.Errorf("it names the trip, its provider and what comes back: %+v, %v", n, err)
		}

		own := f.Book(t, "key-2", triptest.Request(me.shopperID), time.Time{})
		if _, err := f.Trips.Cancel(t.Context(), own.ID, purchase.Owner{ShopperID: me.shopperID}, "mistake", nil); err != nil {
			t.Fatal(err)
		}
		expect(t, "they canceled it themselves", me.told(t, w)[5:], "trip_placed", "trip_canceled")

		late := triptest.Request(me.shopperID)
		late.PaymentMethod, late.PaymentGateway = purchase.DigitalPayment, "card"
		f.OfferDigital()
		unpaid := f.Book(t, "key-3", late, time.Time{})
		w.Clock.Advance(24 * time.Hour)
		if err := f.Trips.CancelUnpaid(t.Context(), unpaid.ID); err != nil {
			t.Fatal(err)
		}
		expect(t, "not paid in time", me.told(t, w)[7:], "trip_placed", "trip_canceled*")

		f.Book(t, "key-4", triptest.Request(w.Guest(t)), time.Time{})
		if n := w.Number(t, `SELECT COUNT(*) FROM notifications`); n != 9 {
			t.Errorf("%d notifications: a guest has none", n)
		}
	})
}

// The customer is notified once of each refund in part, and of each refusal.
func TestTripChanged_ORD04_PROF06_tellsWhatBecameOfARefund(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		f := triptest.In(t, w)
		me := newCustomer(t, w)
		d := f.Book(t, "key-1", triptest.Request(me.shopperID), time.Time{})
		f.MoveTrip(t, d.ID, trip.Confirmed, trip.Ongoing, trip.Completed)
		ask := func() {
			t.Helper()
			if _, err := f.Trips.RequestRefund(t.Context(), d.ID, purchase.Owner{ShopperID: me.shopperID}, refund.Request{Reason: "dirty"}); err != nil {
				t.Fatal(err)
			}
		}
		ask()
		if _, err := f.Trips.DecideRefund(t.Context(), f.TripAdmin(t), refund.Decision{PurchaseID: d.ID, Reason: "It was clean."}); err != nil {
			t.Fatal(err)
		}
		ask()
		f.Refund(t, d.ID, refund.Decision{Amount: 500})
		if err := f.Purchases.PayBack(t.Context(), d.ID, f.ReadTrip(t, d).Owing(), "Asha"); err != nil { // the same state once more
			t.Fatal(err)
		}
		f.Refund(t, d.ID, refund.Decision{Whole: true})
		expect(t, "three answers", me.told(t, w)[4:], "trip_refund_refused*", "trip_refunded*", "trip_refunded*")
		page, _, err := w.Notifications.List(t.Context(), me.id, catalog.Paging{Size: 3, Number: 1})
		if err != nil {
			t.Fatal(err)
		}
		for i, want := range []money.Amount{d.Total - 500, 500, 0} {
			if got := page[i].Params.V; got.Amount != want || want == 0 && got.Reason != "It was clean." {
				t.Errorf("notification %d: %+v, want %d", i, got, want)
			}
		}
	})
}

func TestMail_RNT11_TRAP_D12_TRAP_M8_ofATripSaysWhatWhereAndWhen(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		server := &mailServer{}
		withMail(t, w.Notifications, server)
		runJobs(t, w.Jobs)
		f := triptest.In(t, w)
		me := newCustomer(t, w).verified(t, w)
		at := w.Clock.Now().Add(48 * time.Hour).Truncate(time.Hour)
		d := f.Book(t, "key-1", triptest.Request(me.shopperID), at)
		mail := server.waitFor(t, 1)[0]
		if mail.To != fmt.Sprintf("c%d@example.com", me.id) || mail.Subject != "Anchor has got your trip" {
			t.Errorf("%s gets %q", mail.To, mail.Subject)
		}
		settings, err := setting.Read(t.Context(), w.DB.R)
		if err != nil {
			t.Fatal(err)
		}
		zone, err := db.One[string](t.Context(), w.DB.R, `SELECT time_zone FROM zones WHERE id = $1`, d.ZoneID)
		if err != nil {
			t.Fatal(err)
		}
		local := time.UnixMilli(d.PickupAt).In(catalog.Location(zone)).Format("2006-01-02 15:04")
		currency := settings.Currency.Money()
		for _, want := range []string{
			fmt.Sprintf("%s/trip/%d\n", origin, d.ID), fmt.Sprintf("Trip %d\n", d.ID), "1 × " + f.Car.Name, "Pickup: " + d.Pickup.V.Name + ", " + local,
			"Return by: ", "Total: " + currency.Format(d.Total), "See your trip:", origin + "/settings",
		} {
			if !strings.Contains(mail.Text, want) {
				t.Errorf("%q is missing in\n%s", want, mail.Text)
			}
		}
		if strings.Contains(mail.Text, "{") || strings.Contains(mail.Text, "price_row") || strings.Contains(mail.Text, "order") {
			t.Errorf("a text has gaps, or is that of an order:\n%s", mail.Text)
		}
		f.MoveTrip(t, d.ID, trip.Confirmed, trip.Ongoing, trip.Completed)
		var subjects []string // jobs may send them in any order
		for _, m := range server.waitFor(t, 3)[1:] {
			subjects = append(subjects, m.Subject)
		}
		slices.Sort(subjects)
		if want := []string{"Anchor has confirmed your trip", "Your trip with Anchor is completed"}; !slices.Equal(subjects, want) {
			t.Errorf("after the return: %q, want %q", subjects, want)
		}
	})
}

// A trip by distance is rounded once for all of its vehicles, so the price of one does not
// say what three cost.
func TestMail_RNT11_TRAP_M2_TRAP_M8_ofATripHasLinesThatAddUp(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		server := &mailServer{}
		withMail(t, w.Notifications, server)
		runJobs(t, w.Jobs)
		f := triptest.In(t, w)
		me := newCustomer(t, w).verified(t, w)
		w.Exec(t, `UPDATE vehicles SET distance_price = 51`)
		byDistance := tripcart.Wanted{Type: new(pricing.ByDistance), Destination: &tripcart.Place{Name: "Hill", Point: geo.Point{Lat: -11.385614, Lng: 65.2}}}
		if _, err := w.TripCarts.Add(t.Context(), me.shopperID, vehicletest.Rental, tripcart.NewLine{VehicleID: f.Car.ID, Quantity: 3, Trip: byDistance}); err != nil {
			t.Fatal(err)
		}
		d, err := w.Trips.Place(t.Context(), "key-1", f.AgreeTrip(t, triptest.Request(me.shopperID)))
		if err != nil {
			t.Fatal(err)
		}
		l := d.Lines[0]
		if l.Gross() != d.Subtotal || l.UnitPrice*3 == d.Subtotal {
			t.Fatalf("one costs %d, three cost %d, the subtotal is %d", l.UnitPrice, l.Gross(), d.Subtotal)
		}
		settings, err := setting.Read(t.Context(), w.DB.R)
		if err != nil {
			t.Fatal(err)
		}
		currency := settings.Currency.Money()
		mail := server.waitFor(t, 1)[0]
		for _, want := range []string{"3 × " + l.Name + ": " + currency.Format(d.Subtotal) + "\n", "Subtotal: " + currency.Format(d.Subtotal) + "\n"} {
			if !strings.Contains(mail.Text, want) {
				t.Errorf("%q is missing in\n%s", want, mail.Text)
			}
		}
	})
}

// A trip that was handed over late says when that was, beside the return that moved with it.
func TestMail_RNT11_TRAP_D12_ofATripThatIsOverSaysWhenItWas(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		server := &mailServer{}
		withMail(t, w.Notifications, server)
		runJobs(t, w.Jobs)
		f := triptest.In(t, w)
		me := newCustomer(t, w).verified(t, w)
		d := f.Book(t, "key-1", triptest.Request(me.shopperID), w.Clock.Now().Add(time.Hour))
		f.MoveTrip(t, d.ID, trip.Confirmed)
		server.waitFor(t, 2)
		w.Clock.Advance(3 * time.Hour)
		f.MoveTrip(t, d.ID, trip.Ongoing)
		w.Clock.Advance(time.Hour)
		f.MoveTrip(t, d.ID, trip.Completed)
		mail := server.waitFor(t, 3)[2]
		zone, err := db.One[string](t.Context(), w.DB.R, `SELECT time_zone FROM zones WHERE id = $1`, d.ZoneID)
		if err != nil {
			t.Fatal(err)
		}
		at := func(ago time.Duration) string {
			return w.Clock.Now().Add(-ago).In(catalog.Location(zone)).Format("2006-01-02 15:04")
		}
		for _, want := range []string{"Picked up: " + d.Pickup.V.Name + ", " + at(time.Hour), "Returned: " + at(0)} {
			if !strings.Contains(mail.Text, want) {
				t.Errorf("%q is missing in\n%s", want, mail.Text)
			}
		}
		if strings.Contains(mail.Text, "Return by") {
			t.Errorf("it has the plan still:\n%s", mail.Text)
		}
	})
}
