package offlinepayment_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"hawker/internal/catalog"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/errs"
	"hawker/internal/ledger"
	"hawker/internal/offlinepayment"
	"hawker/internal/order"
	"hawker/internal/order/ordertest"
	"hawker/internal/purchase"
	"hawker/internal/refund"
	"hawker/internal/setting"
	"hawker/internal/upload"
	"hawker/internal/verify"
)

// fixture is a town whose orders can be paid by a bank transfer.
type fixture struct {
	*ordertest.Fixture
	store catalog.Store
	item  catalog.Item
	admin offlinepayment.Admin
}

func engines(t *testing.T, run func(t *testing.T, f *fixture)) {
	t.Helper()
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		f := &fixture{Fixture: ordertest.Open(t, open(t))}
		f.OfferOffline(t)
		f.store = f.Store(t, nil)
		f.item, f.admin = f.Item(t, f.store, 1000, 20, nil), offlinepayment.Admin{ID: f.Admin(t).ID, Name: "Ada"}
		run(t, f)
		if r, err := verify.Run(t.Context(), f.DB); err != nil || !r.OK {
			t.Errorf("%v %+v", err, r)
		}
	})
}

// place places an order of two units that is paid by a bank transfer.
func (f *fixture) place(t *testing.T) order.OrderDetails {
	t.Helper()
	return f.Place(t, "key", ordertest.ByBank(ordertest.BuyNow(f.Guest(t), f.item, 2)))
}

func (f *fixture) send(o order.OrderDetails, r offlinepayment.Request) error {
	return f.OfflinePayments.Send(context.Background(), o.ID, r)
}

// number is a payment with all that Bank asks for.
var number = offlinepayment.Request{Fields: map[string]string{"number": " T-77 "}}

func (f *fixture) sent(t *testing.T) order.OrderDetails {
	t.Helper()
	o := f.place(t)
	if err := f.send(o, number); err != nil {
		t.Fatal(err)
	}
	return o
}

func (f *fixture) paid(t *testing.T) order.OrderDetails {
	t.Helper()
	o := f.sent(t)
	if err := f.decide(o, true); err != nil {
		t.Fatal(err)
	}
	return o
}

func (f *fixture) decide(o order.OrderDetails, received bool) error {
	return f.OfflinePayments.Decide(context.Background(), f.admin, offlinepayment.Decision{PurchaseID: o.ID, Sending: lastSending(f.DB, o.ID), Received: received, Reason: "Nothing has arrived."})
}

// lastSending is which payment of a purchase was sent last; 0: none.
func lastSending(d *db.DB, id int64) int64 {
	n, _ := db.One[int64](context.Background(), d.R, `SELECT sendings FROM offline_payments WHERE purchase_id = $1`, id)
	return n
}

func (f *fixture) read(t *testing.T, o order.OrderDetails) order.OrderDetails {
	t.Helper()
	got, err := f.Orders.Find(t.Context(), o.ID, order.Owner{ShopperID: o.ShopperID})
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func (f *fixture) move(t *testing.T, o order.OrderDetails, to ...order.Status) {
	t.Helper()
	for _, status := range to {
		if err := f.Orders.Move(t.Context(), o.ID, status, order.ByAdmin, "A reason"); err != nil {
			t.Fatal(err)
		}
	}
}

// balance is the sum of the order's entries in an account.
func (f *fixture) balance(t *testing.T, o order.OrderDetails, account string) int64 {
	t.Helper()
	return f.Number(t, `
		SELECT CAST(COALESCE(SUM(e.amount), 0) AS BIGINT) FROM ledger_entries e JOIN ledger_transfers t ON t.id = e.transfer_id
		WHERE t.order_id = $1 AND e.account = $2`, o.ID, account)
}

// The store waits for the payment, and the order goes on once an admin has found it.
func TestPayment_CHK03_theStoreBeginsOnceItWasReceived(t *testing.T) {
	engines(t, func(t *testing.T, f *fixture) {
		o := f.place(t)
		confirm := func() error { return f.Orders.Move(t.Context(), o.ID, order.Confirmed, order.ByVendor, "") }
		if got := f.read(t, o); !got.AwaitsPayment() || got.PaymentDueAt == nil || *got.PaymentDueAt != f.Clock.Now().Add(time.Hour).UnixMilli() {
			t.Errorf("placed: %s, due at %v", got.PaymentStatus, got.PaymentDueAt)
		}
		if err := confirm(); !errs.Is(err, errs.Conflict) {
			t.Errorf("confirmed before it was paid: %v", err)
		}
		if err := f.send(o, number); err != nil {
			t.Fatal(err)
		}
		if err := confirm(); !errs.Is(err, errs.Conflict) {
			t.Errorf("confirmed before anybody has looked: %v", err)
		}
		if list, total, err := f.OfflinePayments.List(t.Context(), offlinepayment.ToCheck, catalog.Paging{Number: 1, Size: 10}); err != nil || total != 1 || list[0].ID != o.ID {
			t.Errorf("to check: %d %v %v", total, list, err)
		}
		if err := f.decide(o, true); err != nil {
			t.Fatal(err)
		}
		if got := f.read(t, o); got.PaymentStatus != "paid" || f.balance(t, o, "offline") != int64(o.Total) || f.balance(t, o, "receivable") != 0 {
			t.Errorf("received: %s, %d", got.PaymentStatus, f.balance(t, o, "offline"))
		}
		f.move(t, o, order.Confirmed, order.Processing, order.Handover, order.PickedUp, order.Delivered)
		if f.balance(t, o, "cash") != 0 || f.balance(t, o, "offline") != int64(o.Total) {
			t.Error("the delivery has changed what was paid")
		}
	})
}

// A shopper who chose the card may pay by bank after all: the money is booked in the account
// where it came in, and is given back from there.
func TestPayment_CHK03_anOrderByCardIsPaidByBankAfterAll(t *testing.T) {
	engines(t, func(t *testing.T, f *fixture) {
		f.OfferDigital()
		o := f.Place(t, "key", ordertest.ByCard(ordertest.BuyNow(f.Guest(t), f.item, 2)))
		page := f.OpenPage(t, o.Order)
		if err := f.send(o, number); !errs.Is(err, errs.Invalid) {
			t.Errorf("sent without a method: %v", err)
		}
		byBank := offlinepayment.Request{Method: ordertest.Bank.ID, Fields: number.Fields}
		for range 2 { // corrected once
			if err := f.send(o, byBank); err != nil {
				t.Fatal(err)
			}
		}
		if got := f.read(t, o); got.PaymentMethod != purchase.OfflinePayment || got.PaymentGateway != ordertest.Bank.ID || got.PaymentDueAt != nil {
			t.Errorf("sent: %s by %s, due at %v", got.PaymentMethod, got.PaymentGateway, got.PaymentDueAt)
		}
		f.DoJobs(t)
		if f.Gateway.Payable(*page.Session) {
			t.Error("the page of the card is still open")
		}
		f.Deliver(t, f.Gateway.Pay(*page.Session)) // but it was paid at the last moment
		if err := f.decide(o, true); err != nil {
			t.Fatal(err)
		}
		if f.balance(t, o, ledger.Offline) != int64(o.Total) || f.Sum(t, ledger.Gateway("card")) != 0 || f.Sum(t, ledger.Clearing) != 0 {
			t.Errorf("%d came by bank, the gateway has %d", f.balance(t, o, ledger.Offline), f.Sum(t, ledger.Gateway("card")))
		}
		f.move(t, o, order.Canceled)
		if got := f.read(t, o); got.ToPayBack() != o.Total {
			t.Errorf("canceled: %d are to be paid back", got.ToPayBack())
		}
	})
}

// What a shopper sends is checked against the method, field by field.
func TestPayment_CHK03_eachFieldIsChecked(t *testing.T) {
	engines(t, func(t *testing.T, f *fixture) {
		o := f.place(t)
		foreign := f.Upload(t, f.Guest(t), upload.Proof)
		other := f.Upload(t, o.ShopperID, upload.Refund)
		for name, tt := range map[string]struct {
			request offlinepayment.Request
			field   string
		}{
			"no number":           {offlinepayment.Request{}, "fields.number"},
			"a long number":       {offlinepayment.Request{Fields: map[string]string{"number": strings.Repeat("x", 201)}}, "fields.number"},
			"an unknown field":    {offlinepayment.Request{Fields: map[string]string{"number": "1", "pin": "1"}}, "fields.pin"},
			"an unknown method":   {offlinepayment.Request{Method: "gold"}, "method"},
			"no image":            {offlinepayment.Request{Method: "phone"}, "images"},
			"four images":         {offlinepayment.Request{Method: "phone", Images: []string{"1", "2", "3", "4"}}, "images"},
			"another's image":     {offlinepayment.Request{Method: "phone", Images: []string{foreign}}, "images"},
			"an image of a kind":  {offlinepayment.Request{Method: "phone", Images: []string{other}}, "images"},
			"no image by a blank": {offlinepayment.Request{Method: "phone", Images: []string{""}}, "images"},
		} {
			if err := f.send(o, tt.request); !errs.Is(err, errs.Invalid) || errs.All(err)[0].Field != tt.field {
				t.Errorf("%s: %v", name, err)
			}
		}
		if err := f.OfflinePayments.Send(t.Context(), 404, number); !errs.Is(err, errs.NotFound) {
			t.Errorf("of nothing: %v", err)
		}
		cash := f.Place(t, "key", ordertest.BuyNow(f.Guest(t), f.item, 1))
		if err := f.send(cash, number); !errs.Is(err, errs.Conflict) {
			t.Errorf("of an order that is paid in cash: %v", err)
		}
		proof := f.Upload(t, o.ShopperID, upload.Proof)
		for _, by := range []string{"phone", "phone"} { // sent again, with the same image
			if err := f.send(o, offlinepayment.Request{Method: by, Images: []string{proof}}); err != nil {
				t.Fatal(err)
			}
		}
		sent, err := f.OfflinePayments.Of(t.Context(), o.Purchase())
		if p := sent[o.ID]; err != nil || p.Name != "Phone money" || p.Status != offlinepayment.Sent || p.Sendings != 2 || p.Images.V[0] != proof {
			t.Errorf("%+v %v", p, err)
		}
	})
}

// A refused payment can be sent again, within as much time as at first, and not for ever.
func TestPayment_CHK03_aRefusedOneIsSentAgain(t *testing.T) {
	engines(t, func(t *testing.T, f *fixture) {
		o := f.sent(t)
		for _, reason := range []string{"", " ", strings.Repeat("x", 301)} {
			if err := f.OfflinePayments.Decide(t.Context(), f.admin, offlinepayment.Decision{PurchaseID: o.ID, Reason: reason}); !errs.Is(err, errs.Invalid) {
				t.Errorf("refused because of %q: %v", reason, err)
			}
		}
		for n := range 9 {
			f.Clock.Advance(50 * time.Minute)
			if err := f.decide(o, false); err != nil {
				t.Fatal(err)
			}
			f.Clock.Advance(50 * time.Minute)
			f.DoJobs(t)
			if got := f.read(t, o); got.Status != order.Pending {
				t.Fatalf("after refusal %d it is %s", n+1, got.Status)
			}
			if err := f.send(o, number); err != nil {
				t.Fatal(err)
			}
		}
		if err := f.decide(o, false); err != nil {
			t.Fatal(err)
		}
		if err := f.send(o, number); !errs.Is(err, errs.Conflict) {
			t.Errorf("sent eleven times: %v", err)
		}
		if methods, err := f.OfflinePayments.Methods(t.Context(), f.read(t, o).Purchase(), &offlinepayment.Payment{Sendings: 10}); err != nil || methods != nil {
			t.Errorf("it is still offered: %v %v", methods, err)
		}
	})
}

// An order of which nobody says that it was paid is canceled, and gives its stock back.
func TestPayment_CHK03_TRAP_S5_anUnpaidOrderEnds(t *testing.T) {
	engines(t, func(t *testing.T, f *fixture) {
		late, sent := f.place(t), f.sent(t)
		if err := f.Orders.Move(t.Context(), late.ID, order.Canceled, order.BySystem, ""); !errs.Is(err, errs.Conflict) {
			t.Errorf("canceled too early: %v", err)
		}
		f.Clock.Advance(59 * time.Minute)
		f.DoJobs(t)
		if got := f.read(t, late); got.Status != order.Pending {
			t.Fatalf("too early it is %s", got.Status)
		}
		f.Clock.Advance(time.Minute)
		f.DoJobs(t)
		if got := f.read(t, late); got.Status != order.Canceled || got.CancelReason != "It was not paid in time." || got.PaymentDueAt != nil || got.PaymentStatus != "unpaid" {
			t.Errorf("unpaid: %s %q %s", got.Status, got.CancelReason, got.PaymentStatus)
		}
		if got := f.read(t, sent); got.Status != order.Pending {
			t.Errorf("an order whose payment waits for an admin is %s", got.Status)
		}
		if left := f.Number(t, `SELECT quantity FROM stock WHERE item_id = $1`, f.item.ID); left != 18 {
			t.Errorf("%d are in stock, want 18", left)
		}
		if err := f.send(late, number); !errs.Is(err, errs.Conflict) {
			t.Errorf("sent after the end: %v", err)
		}
	})
}

// Money of an order that has ended is to be paid back, however it ended, and once.
func TestPayment_CHK03_moneyOfAnEndedOrderIsPaidBack(t *testing.T) {
	engines(t, func(t *testing.T, f *fixture) {
		canceled := f.paid(t)
		f.move(t, canceled, order.Canceled)
		lateMoney := f.sent(t)
		f.move(t, lateMoney, order.Canceled)
		if err := f.decide(lateMoney, true); err != nil {
			t.Fatal(err)
		}
		failed := f.paid(t)
		f.move(t, failed, order.Confirmed, order.Processing, order.Handover, order.PickedUp, order.Failed)
		neverPaid := f.sent(t)
		f.move(t, neverPaid, order.Canceled)
		if err := f.decide(neverPaid, false); err != nil {
			t.Fatal(err)
		}
		for _, o := range []order.OrderDetails{canceled, lateMoney, failed} {
			got := f.read(t, o)
			if got.PaymentStatus != "refunded" || got.ToPayBack() != o.Total || f.balance(t, o, "offline") != 0 || f.balance(t, o, "receivable") != 0 {
				t.Errorf("%s: %s, %d are owed", got.Status, got.PaymentStatus, got.ToPayBack())
			}
			problems := together(8, func() error { return f.OfflinePayments.PaidBack(context.Background(), f.admin, o.ID, got.Owing()) })
			if done := countNil(problems); done != 1 {
				t.Errorf("paid back %d times", done)
			}
			if got := f.read(t, o); got.ToPayBack() != 0 {
				t.Errorf("%d are still owed", got.ToPayBack())
			}
		}
		if owed := f.read(t, neverPaid).ToPayBack(); owed != 0 {
			t.Errorf("%d of an unpaid order are owed", owed)
		}
	})
}

// An answer is about the payment that the admin has read: what the shopper has corrected
// meanwhile still waits for one, whether the first answer counted or was lost.
func TestPayment_CHK03_TRAP_O2_anAnswerIsAboutWhatWasRead(t *testing.T) {
	engines(t, func(t *testing.T, f *fixture) {
		o := f.sent(t)
		answer := func(sending int64, received bool) error {
			return f.OfflinePayments.Decide(t.Context(), f.admin, offlinepayment.Decision{PurchaseID: o.ID, Sending: sending, Received: received, Reason: "Nothing has arrived."})
		}
		if err := answer(1, false); err != nil {
			t.Fatal(err)
		}
		for sending := range int64(2) { // refused, and then corrected twice
			if err := f.send(o, number); err != nil {
				t.Fatal(err)
			}
			for _, received := range []bool{false, true} {
				if err := answer(sending+1, received); !errs.Is(err, errs.Conflict) {
					t.Errorf("sending %d, received %t: %v", sending+1, received, err)
				}
			}
			if p, err := f.OfflinePayments.Find(t.Context(), o.Purchase()); err != nil || p.Status != offlinepayment.Sent || p.Sendings != sending+2 {
				t.Errorf("%+v, %v", p, err)
			}
		}
		if err := answer(3, true); err != nil || f.read(t, o).PaymentStatus != purchase.Paid {
			t.Errorf("the last one: %v, %s", err, f.read(t, o).PaymentStatus)
		}
	})
}

// What is refunded in part is paid back in parts.
func TestPayment_ORD05_TRAP_O3_aRefundInPartIsPaidBack(t *testing.T) {
	engines(t, func(t *testing.T, f *fixture) {
		o := f.paid(t)
		f.move(t, o, order.Confirmed, order.Processing, order.Handover, order.PickedUp, order.Delivered)
		giveBack := func(lines []refund.Line) {
			t.Helper()
			d := refund.Decision{PurchaseID: o.ID, Approve: true, Lines: lines, Whole: lines == nil, Reason: "Sorry", Refunded: f.read(t, o).Refunded}
			if _, err := f.Orders.DecideRefund(t.Context(), f.Admin(t), d); err != nil {
				t.Fatal(err)
			}
		}
		listed := func() int {
			t.Helper()
			_, total, err := f.OfflinePayments.List(t.Context(), offlinepayment.ToPayBack, catalog.Paging{Number: 1, Size: 10})
			if err != nil {
				t.Fatal(err)
			}
			return total
		}
		giveBack([]refund.Line{{LineID: f.read(t, o).Lines[0].ID, Quantity: 1}})
		part := f.read(t, o)
		if part.ToPayBack() != part.Refunded || part.Refunded == 0 || f.balance(t, o, "offline") != int64(o.Total-part.Refunded) || listed() != 1 {
			t.Errorf("in part: %d of %d are owed", part.ToPayBack(), part.Refunded)
		}
		if err := f.OfflinePayments.PaidBack(t.Context(), f.admin, o.ID, part.Owing()); err != nil || listed() != 0 {
			t.Errorf("paid back: %v, %d listed", err, listed())
		}
		giveBack(nil)
		if err := f.OfflinePayments.PaidBack(t.Context(), f.admin, o.ID, part.Owing()); !errs.Is(err, errs.Conflict) {
			t.Errorf("the first part once more: %v", err)
		}
		if rest := f.read(t, o); rest.ToPayBack() != o.Total-part.Refunded || f.balance(t, o, "offline") != 0 || listed() != 1 {
			t.Errorf("the rest: %d are owed", rest.ToPayBack())
		}
	})
}

// However many admins, shoppers and the clock act at once, one outcome counts.
func TestPayment_CHK03_TRAP_O1_allAtOnce(t *testing.T) {
	engines(t, func(t *testing.T, f *fixture) {
		o := f.sent(t)
		problems := together(12, func() error { return f.decide(o, true) })
		if done := countNil(problems); done != 1 || f.balance(t, o, "offline") != int64(o.Total) {
			t.Errorf("%d answers counted, %d came", done, f.balance(t, o, "offline"))
		}
		// A cancellation, a refusal and a correction, at once.
		o = f.sent(t)
		acts := []func() error{
			func() error { return f.decide(o, true) }, func() error { return f.decide(o, false) }, func() error { return f.send(o, number) },
			func() error {
				_, err := f.Orders.Cancel(context.Background(), o.ID, order.Owner{ShopperID: o.ShopperID}, "other")
				return err
			},
		}
		n := 0
		next := make(chan func() error, 16)
		for range cap(next) {
			next <- acts[n%len(acts)]
			n++
		}
		for _, err := range together(16, func() error { return (<-next)() }) {
			if err != nil && !errs.Is(err, errs.Conflict) {
				t.Error(err)
			}
		}
		got := f.read(t, o)
		sent, err := f.OfflinePayments.Of(t.Context(), got.Purchase())
		received := sent[o.ID].Status == offlinepayment.Received
		if err != nil || received != (got.PaymentStatus != "unpaid") {
			t.Errorf("%s, %s: %s", got.Status, got.PaymentStatus, sent[o.ID].Status)
		}
	})
}

// A method that the owner has taken away is no longer taken, and another one is.
func TestPayment_CHK03_aMethodThatIsGone(t *testing.T) {
	engines(t, func(t *testing.T, f *fixture) {
		o := f.place(t)
		r := ordertest.ByBank(ordertest.BuyNow(f.Guest(t), f.item, 1))
		f.SetSettings(t, func(s *setting.Settings) { s.Payments.Offline = s.Payments.Offline[1:] })
		if err := f.send(o, number); !errs.Is(err, errs.Invalid) {
			t.Errorf("by a method that is gone: %v", err)
		}
		if q, err := f.Orders.Quote(t.Context(), r); err != nil || len(q.Problems) != 1 || q.Problems[0].Code != purchase.PaymentNotOffered {
			t.Errorf("quoted: %+v %v", q.Problems, err)
		}
		if err := f.send(o, offlinepayment.Request{Method: "phone", Images: []string{f.Upload(t, o.ShopperID, upload.Proof)}}); err != nil {
			t.Errorf("by another: %v", err)
		}
	})
}

// Above the limit of cash another way to pay is left.
func TestPayment_CHK03_cashHasALimitAndOthersHaveNone(t *testing.T) {
	engines(t, func(t *testing.T, f *fixture) {
		f.SetSettings(t, func(s *setting.Settings) { s.Checkout.CODMaximum = 500 })
		r := ordertest.BuyNow(f.Guest(t), f.item, 1)
		q, err := f.Orders.Quote(t.Context(), r)
		if err != nil || len(q.Problems) != 1 || q.Problems[0].Code != purchase.CODLimit || len(q.PaymentMethods) != 1 || q.PaymentMethods[0] != purchase.OfflinePayment {
			t.Errorf("in cash: %v %+v %v", q.PaymentMethods, q.Problems, err)
		}
		f.Place(t, "key", ordertest.ByBank(r))
	})
}
