package payment_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"hawker/internal/errs"
	"hawker/internal/order"
	"hawker/internal/order/ordertest"
	"hawker/internal/payment"
	"hawker/internal/purchase"
	"hawker/internal/refund"
	"hawker/internal/setting"
	"hawker/internal/trip"
	"hawker/internal/trip/triptest"
	"hawker/internal/wallet"
)

// refusedOn returns the sentence of a refusal about a field; "" if it is about another.
func refusedOn(err error, field string) string {
	for _, e := range errs.All(err) {
		if err != nil && e.Field == field {
			return e.Message
		}
	}
	return ""
}

// inTens makes the gateway take tens only, as Stripe does in a currency of three digits.
func (f fixture) inTens() { f.Gateway.Step = 10 }

// oddByCard is an order by card that costs 3 more than a ten.
func (f fixture) oddByCard(t *testing.T, shopperID int64) order.Request {
	t.Helper()
	item := f.Item(t, f.Store(t, nil), 1003, 5, nil)
	return ordertest.ByCard(ordertest.BuyNow(shopperID, item, 1))
}

func TestQuote_CHK03_CHK05_TRAP_M7_offersNoGatewayThatCannotTakeTheTotal(t *testing.T) {
	engines(t, func(t *testing.T, f fixture) {
		r := f.oddByCard(t, f.Guest(t))
		quote := func() order.Quote {
			t.Helper()
			q, err := f.Orders.Quote(t.Context(), r)
			if err != nil {
				t.Fatal(err)
			}
			return q
		}
		agreed := f.Agree(t, r)
		if q := quote(); len(q.Gateways) != 1 || len(q.Problems) != 0 {
			t.Fatalf("one that takes everything: %+v, %+v", q.Gateways, q.Problems)
		}
		f.inTens()
		q := quote()
		if len(q.Gateways) != 0 || slices.Contains(q.PaymentMethods, purchase.DigitalPayment) || len(q.Problems) != 1 ||
			q.Problems[0].Field != "payment_method" || !strings.HasPrefix(q.Problems[0].Message, "This way to pay cannot take exactly ") {
			t.Errorf("one that takes tens: %+v, %+v", q.Gateways, q.Problems)
		}
		if _, err := f.Orders.Place(t.Context(), "agreed before", agreed); err == nil || errs.From(err).Status() >= 500 {
			t.Errorf("placed: %v", err)
		}
		f.SetSettings(t, func(s *setting.Settings) { s.Checkout.CashOnDelivery = false })
		if q := quote(); len(q.PaymentMethods) != 0 || len(q.Problems) != 1 || !strings.HasPrefix(q.Problems[0].Message, "There is no way to pay exactly ") {
			t.Errorf("without any way to pay: %+v", q.Problems)
		}
	})
}

func TestQuote_CHK03_RNT11_TRAP_M7_ofATripOffersNoGatewayThatCannotTakeTheTotal(t *testing.T) {
	engines(t, func(t *testing.T, f fixture) {
		cars := triptest.In(t, f.Fixture)
		shopper := f.Guest(t)
		r := triptest.Request(shopper)
		r.PaymentMethod, r.PaymentGateway = purchase.DigitalPayment, "card"
		cars.Fill(t, shopper, 2, 1, time.Time{})
		f.Gateway.Step = 1_000_000
		q, err := f.Trips.Quote(t.Context(), r)
		if err != nil || len(q.Gateways) != 0 || len(q.Problems) != 1 || q.Problems[0].Field != "payment_method" {
			t.Errorf("%+v, %+v, %v", q.Gateways, q.Problems, err)
		}
	})
}

func TestChangeMethod_CHK03_TRAP_M7_notToAGatewayThatCannotTakeTheTotal(t *testing.T) {
	engines(t, func(t *testing.T, f fixture) {
		shopper := f.Guest(t)
		o := f.Place(t, "key", f.oddByCard(t, shopper))
		f.inTens()
		row := o.Purchase()
		if methods, err := f.Purchases.Methods(t.Context(), row, 0); err != nil || !slices.Equal(methods, []string{purchase.CashOnDelivery}) {
			t.Errorf("offered: %q, %v", methods, err)
		}
		_, err := f.Orders.ChangeMethod(t.Context(), order.Owner{ShopperID: shopper}, purchase.MethodChange{ID: o.ID, Method: purchase.DigitalPayment, Gateway: "card"})
		if got := refusedOn(err, "payment_method"); !errs.Is(err, errs.Invalid) || !strings.Contains(got, "cannot take exactly") {
			t.Errorf("%v", err)
		}
		// The order is older than the rule: its page is refused, and nothing is written.
		_, err = f.Payments.Begin(t.Context(), payment.Start{Gateway: "card", PurchaseID: o.ID, Amount: o.Total, ExpiresAt: f.Clock.Now().Add(time.Hour)})
		if !errs.Is(err, errs.Invalid) || f.Number(t, `SELECT COUNT(*) FROM payments`) != 0 {
			t.Errorf("its page: %v", err)
		}
	})
}

func TestBegin_CHK03_WAL01_TRAP_M7_aRefusalForGoodEndsThePayment(t *testing.T) {
	engines(t, func(t *testing.T, f fixture) {
		f.SetSettings(t, func(s *setting.Settings) { s.Storefront.CustomerWallet = true })
		customer, shopper := f.Customer(t)
		topUp := wallet.TopUp{CustomerID: customer, Amount: 1234, Gateway: "card", ReturnURL: "https://shop.example/wallet"}
		f.inTens()
		_, err := f.Wallets.Start(t.Context(), topUp)
		if got := refusedOn(err, "amount"); got != "This way to pay cannot take exactly $12.34. The nearest amount is $12.30." {
			t.Errorf("a top-up that it cannot take: %v", err)
		}
		f.Gateway.Step = 0
		f.Gateway.Fail = func(string) error { return payment.ErrRefused } // such as below the least amount
		for range 6 {
			topUp.Amount++
			_, err := f.Wallets.Start(t.Context(), topUp)
			if got := refusedOn(err, "amount"); !errs.Is(err, errs.Invalid) || got == "" || strings.Contains(got, "try again") {
				t.Errorf("a top-up that it refuses: %v", err)
			}
		}
		o := f.Place(t, "key", ordertest.ByCard(ordertest.BuyNow(shopper, f.item, 1)))
		_, err = f.Payments.Begin(t.Context(), payment.Start{Gateway: "card", PurchaseID: o.ID, Amount: o.Total, ExpiresAt: f.Clock.Now().Add(time.Hour)})
		if got := refusedOn(err, "payment_method"); !errs.Is(err, errs.Invalid) || got == "" || strings.Contains(got, "try again") {
			t.Errorf("an order that it refuses: %v", err)
		}
		if n := f.Number(t, `SELECT COUNT(*) FROM payments WHERE state <> 'failed'`); n != 0 {
			t.Errorf("%d of its payments are open", n)
		}
		f.Gateway.Fail = nil
	})
}

// paidByCard is an order of two soups that was delivered, and paid by card.
func (f fixture) paidByCard(t *testing.T, shopperID int64) order.OrderDetails {
	t.Helper()
	item := f.Item(t, f.Store(t, nil), 1005, 5, nil)
	o := f.Place(t, "key", ordertest.ByCard(ordertest.BuyNow(shopperID, item, 2)))
	f.Deliver(t, f.Gateway.Pay(*f.OpenPage(t, o.Order).Session))
	f.deliver(t, o.Order)
	return f.order(t, o.Order)
}

func TestRefund_ORD04_TRAP_M7_anAmountThatTheGatewayCannotSendIsRefused(t *testing.T) {
	engines(t, func(t *testing.T, f fixture) {
		o := f.paidByCard(t, f.Guest(t))
		f.inTens()
		give := func(d refund.Decision) error {
			d.PurchaseID, d.Approve, d.Reason, d.Refunded = o.ID, true, "Sorry", f.order(t, o.Order).Refunded
			_, err := f.Orders.DecideRefund(t.Context(), f.Admin(t), d)
			return err
		}
		for _, d := range []refund.Decision{{Amount: 1004}, {Lines: []refund.Line{{LineID: o.Lines[0].ID, Quantity: 1}}}} {
			err := give(d)
			if got := refusedOn(err, "amount"); !errs.Is(err, errs.Conflict) || !strings.HasSuffix(got, "The nearest amount is $10.00.") {
				t.Errorf("%+v: %v", d, err)
			}
		}
		if err := give(refund.Decision{Amount: 9}); !strings.HasSuffix(refusedOn(err, "amount"), "The nearest amount is $0.10.") {
			t.Errorf("less than it can send: %v", err)
		}
		if err := give(refund.Decision{Amount: 1000}); err != nil {
			t.Fatal(err)
		}
		f.DoJobs(t)
		if len(f.problems(t)) != 0 || len(f.Gateway.Refunds()) != 1 {
			t.Errorf("the nearest amount was not sent: %+v", f.problems(t))
		}
	})
}

func TestRefund_ORD04_RNT11_TRAP_M7_anAmountOfATripThatTheGatewayCannotSendIsRefused(t *testing.T) {
	engines(t, func(t *testing.T, f fixture) {
		cars := triptest.In(t, f.Fixture)
		r := triptest.Request(f.Guest(t))
		r.PaymentMethod, r.PaymentGateway = purchase.DigitalPayment, "card"
		d := cars.Book(t, "key", r, time.Time{})
		f.Deliver(t, f.Gateway.Pay(*f.OpenPurchasePage(t, d.ID, d.ToPay()).Session))
		cars.MoveTrip(t, d.ID, trip.Confirmed, trip.Ongoing, trip.Completed)
		f.DoJobs(t)
		f.inTens()
		_, err := f.Trips.DecideRefund(t.Context(), cars.TripAdmin(t), refund.Decision{PurchaseID: d.ID, Approve: true, Reason: "Sorry", Amount: 1004})
		if !strings.HasSuffix(refusedOn(err, "amount"), "The nearest amount is $10.00.") {
			t.Errorf("%v", err)
		}
	})
}

// What goes back by itself is not refused. If the gateway cannot send it, it is not offered
// to be tried again.
func TestDecideRefund_ORD04_TRAP_M7_whatTheGatewayCannotSendIsNotTriedAgain(t *testing.T) {
	engines(t, func(t *testing.T, f fixture) {
		o, _ := f.placeByCard(t, "key", f.Guest(t))
		f.Deliver(t, f.Gateway.Pay(*f.OpenPage(t, o.Order).Session))
		f.Gateway.Step = 1_000_000
		if err := f.Orders.Move(t.Context(), o.ID, order.Canceled, order.ByShopper, ""); err != nil {
			t.Fatal(err)
		}
		f.DoJobs(t)
		n := f.problems(t)
		if len(n) != 1 || n[0].Reason != "The gateway cannot send exactly this amount." || !slices.Equal(n[0].Actions, []payment.Action{payment.Settle}) {
			t.Fatalf("problems: %+v", n)
		}
		if err := f.Payments.DecideRefund(t.Context(), f.Admin(t), n[0].ID, payment.Decision{Action: payment.Retry}); !errs.Is(err, errs.Conflict) {
			t.Errorf("tried again: %v", err)
		}
	})
}
