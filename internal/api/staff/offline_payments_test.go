package staff_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"hawker/internal/api/apitest"
	"hawker/internal/order"
	"hawker/internal/order/ordertest"
	"hawker/internal/purchase"
	"hawker/internal/trip/triptest"
)

// paying is how an order or a trip is paid outside of the shop, as an admin sees it.
type paying struct {
	ID               int64
	AwaitsPayment    bool     `json:"awaits_payment"`
	NextStatuses     []string `json:"next_statuses"`
	ToPayBack        float64  `json:"to_pay_back"`
	Refunded         float64  `json:"refunded"`
	CashToPayBack    float64  `json:"cash_to_pay_back"`
	CashPaidBack     float64  `json:"cash_paid_back"`      // to the shopper
	OfflineToPayBack float64  `json:"offline_to_pay_back"` // to the shopper
	OfflinePaidBack  float64  `json:"offline_paid_back"`   // to the shopper
	Contact          struct{ Name, Phone string }
	OfflinePayment   *struct {
		Status  string
		Sending int64
		Images  []string
	} `json:"offline_payment"`
}

type payingList struct {
	TotalSize     int `json:"total_size"`
	Orders, Trips []paying
}

type decidedPayment struct{ Order, Trip *paying }

// A payment for a trip goes from its page to the desk and back, beside one for an order.
func TestOfflinePayments_CHK03_RNT11_ofATripAtTheDesk(t *testing.T) {
	withPlace(t, func(t *testing.T, p *place) {
		p.OfferOffline(t)
		f := triptest.In(t, p.Fixture)
		r := triptest.Request(p.Guest(t))
		r.PaymentMethod, r.PaymentGateway = purchase.OfflinePayment, ordertest.Phone.ID
		booked := f.Book(t, "key-1", r, time.Time{})
		bought := p.Place(t, "key-1", ordertest.ByBank(ordertest.BuyNow(p.Guest(t), p.item, 1)))
		phone := p.NewGuest(t) // opens the trip by its link, on another device
		image := p.PostUpload(t, map[string]string{"purpose": "proof"}, ordertest.Image(), "X-Guest-Id", phone).Text(t, "id")
		send := func(path string, id int64, body string) {
			sent := apitest.Read[paying](t, p.Call(t, "POST", fmt.Sprintf(path, id), body, "X-Order-Token", p.Tokens.Tracking(id), "X-Guest-Id", phone))
			if sent.OfflinePayment == nil || sent.OfflinePayment.Status != "sent" || !sent.AwaitsPayment {
				t.Errorf("%s: %+v", path, sent)
			}
		}
		send("/rental/trips/%d/offline-payment", booked.ID, fmt.Sprintf(`{"images":[%q]}`, image))
		send("/orders/%d/offline-payment", bought.ID, `{"fields":{"number":"1"}}`)
		listed := apitest.Read[payingList](t, p.AsStaff(t, p.admin, "GET", "/admin/offline-payments", nil))
		if listed.TotalSize != 2 || len(listed.Orders) != 1 || len(listed.Trips) != 1 || listed.Trips[0].OfflinePayment.Images[0] != image {
			t.Fatalf("to check: %+v", listed)
		}
		if a := p.AsStaff(t, p.admin, "GET", "/admin/uploads/"+image, nil); a.Status != 200 {
			t.Errorf("the proof: %d %s", a.Status, a.Body)
		}
		if a := p.AsStaff(t, p.vendor, "GET", "/vendor/uploads/"+image, nil); a.Status != 404 {
			t.Errorf("the proof, to a store: %d", a.Status)
		}
		path := fmt.Sprint("/admin/offline-payments/", booked.ID)
		if a := p.AsStaff(t, p.admin, "POST", path, apitest.Fields{"sending": 2, "received": true}); a.Status != 409 || !slices.Equal(a.Fields(t), []string{"sending"}) {
			t.Errorf("another than was sent: %d %s", a.Status, a.Body)
		}
		got := apitest.Read[decidedPayment](t, p.AsStaff(t, p.admin, "POST", path, apitest.Fields{"sending": 1, "received": true}))
		if got.Order != nil || got.Trip == nil || got.Trip.AwaitsPayment || got.Trip.NextStatuses[0] != "confirmed" {
			t.Errorf("received: %+v", got)
		}
		p.AsStaff(t, p.admin, "POST", fmt.Sprintf("/admin/trips/%d/status", booked.ID), apitest.Fields{"status": "canceled", "reason": "Sorry"})
		back := apitest.Read[payingList](t, p.AsStaff(t, p.admin, "GET", "/admin/offline-payments?state=to_pay_back", nil))
		if len(back.Trips) != 1 || back.Trips[0].ToPayBack != 22 {
			t.Errorf("to pay back: %+v", back)
		}
		seen := func() [2]float64 {
			got := apitest.Read[paying](t, p.Call(t, "GET", fmt.Sprint("/rental/trips/", booked.ID), "", "X-Order-Token", p.Tokens.Tracking(booked.ID)))
			return [2]float64{got.OfflineToPayBack, got.OfflinePaidBack}
		}
		if got := seen(); got != [2]float64{22, 0} {
			t.Errorf("the shopper gets and got %v", got)
		}
		if got := apitest.Read[decidedPayment](t, p.AsStaff(t, p.admin, "POST", path+"/paid-back", apitest.Fields{"to_pay_back": 22})); got.Trip == nil || got.Trip.ToPayBack != 0 {
			t.Errorf("paid back: %+v", got)
		}
		if got := seen(); got != [2]float64{0, 22} {
			t.Errorf("afterwards the shopper gets and got %v", got)
		}
		ofOrder := apitest.Read[decidedPayment](t, p.AsStaff(t, p.admin, "POST", fmt.Sprint("/admin/offline-payments/", bought.ID), apitest.Fields{"sending": 1, "received": true}))
		if ofOrder.Trip != nil || ofOrder.Order == nil || ofOrder.Order.ID != bought.ID {
			t.Errorf("of an order: %+v", ofOrder)
		}
	})
}

// Of cash that was given back an admin sees how much, and whom to call; the shopper reads
// whether it is still to come.
func TestOfflinePayments_ORD05_cashIsHandedBack(t *testing.T) {
	withPlace(t, func(t *testing.T, p *place) {
		o := p.Place(t, "key-1", ordertest.BuyNow(p.Guest(t), p.item, 1))
		for _, to := range []order.Status{order.Confirmed, order.Processing, order.Handover, order.PickedUp, order.Delivered} {
			if err := p.Orders.Move(t.Context(), o.ID, to, order.ByAdmin, ""); err != nil {
				t.Fatal(err)
			}
		}
		total := float64(o.Total) / 100
		p.AsStaff(t, p.admin, "POST", fmt.Sprintf("/admin/refunds/%d", o.ID), apitest.Fields{"approve": true, "whole": true, "reason": "Sorry"})
		back := apitest.Read[payingList](t, p.AsStaff(t, p.admin, "GET", "/admin/offline-payments?state=to_pay_back", nil))
		if len(back.Orders) != 1 || back.Orders[0].ToPayBack != total || back.Orders[0].CashToPayBack != total || back.Orders[0].Contact.Name == "" || back.Orders[0].Contact.Phone == "" {
			t.Errorf("to pay back: %+v, want %v", back, total)
		}
		seen := func() paying {
			return apitest.Read[paying](t, p.Call(t, "GET", fmt.Sprint("/orders/", o.ID), "", "X-Order-Token", p.Tokens.Tracking(o.ID)))
		}
		if got := seen(); got.CashToPayBack != total || got.CashPaidBack != 0 {
			t.Errorf("the shopper reads %+v", got)
		}
		p.AsStaff(t, p.admin, "POST", fmt.Sprintf("/admin/offline-payments/%d/paid-back", o.ID), apitest.Fields{"to_pay_back": total, "refunded": back.Orders[0].Refunded})
		if got := seen(); got.CashToPayBack != 0 || got.CashPaidBack != total {
			t.Errorf("afterwards the shopper reads %+v", got)
		}
	})
}
