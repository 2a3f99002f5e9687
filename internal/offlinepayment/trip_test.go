package offlinepayment_test

import (
	"context"
	"testing"
	"time"

	"hawker/internal/catalog"
	"hawker/internal/coupon"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/errs"
	"hawker/internal/ledger"
	"hawker/internal/money"
	"hawker/internal/offlinepayment"
	"hawker/internal/order/ordertest"
	"hawker/internal/purchase"
	"hawker/internal/trip"
	"hawker/internal/trip/triptest"
	"hawker/internal/upload"
	"hawker/internal/verify"
)

// rental is a town whose trips can be paid by a bank transfer.
type rental struct {
	triptest.Fixture
	admin offlinepayment.Admin
}

func eachRental(t *testing.T, run func(t *testing.T, f rental)) {
	t.Helper()
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		f := rental{Fixture: triptest.Open(t, open(t))}
		f.OfferOffline(t)
		f.admin = offlinepayment.Admin{ID: f.Admin(t).ID, Name: "Ada"}
		run(t, f)
		if r, err := verify.Run(t.Context(), f.DB); err != nil || !r.OK {
			t.Errorf("%v %+v", err, r)
		}
	})
}

// byBank is a trip that a new guest pays by a bank transfer.
func (f rental) byBank(t *testing.T) trip.Request {
	t.Helper()
	r := triptest.Request(f.Guest(t))
	r.PaymentMethod, r.PaymentGateway = purchase.OfflinePayment, ordertest.Bank.ID
	return r
}

// sent is a trip whose payment waits for an admin.
func (f rental) sent(t *testing.T) trip.Details {
	t.Helper()
	d := f.Book(t, "key-1", f.byBank(t), time.Time{})
	if err := f.OfflinePayments.Send(t.Context(), d.ID, number); err != nil {
		t.Fatal(err)
	}
	return d
}

func (f rental) decide(d trip.Details, received bool) error {
	return f.OfflinePayments.Decide(context.Background(), f.admin, offlinepayment.Decision{PurchaseID: d.ID, Sending: lastSending(f.DB, d.ID), Received: received, Reason: "Nothing has arrived."})
}

func (f rental) listed(t *testing.T, state offlinepayment.State) []offlinepayment.Listed {
	t.Helper()
	page, total, err := f.OfflinePayments.List(t.Context(), state, catalog.Paging{Number: 1, Size: 10})
	if err != nil || total != len(page) {
		t.Fatalf("%d of %d, %v", len(page), total, err)
	}
	return page
}

// The provider waits for the payment, and confirms once an admin has found it.
func TestTripPayment_CHK03_RNT11_theProviderConfirmsOnceItWasReceived(t *testing.T) {
	eachRental(t, func(t *testing.T, f rental) {
		r := f.byBank(t)
		f.Fill(t, r.ShopperID, 2, 1, time.Time{})
		if q, err := f.Trips.Quote(t.Context(), r); err != nil || len(q.Problems) > 0 || len(q.OfflineMethods) != 2 {
			t.Errorf("quoted: %+v, %d methods, %v", q.Problems, len(q.OfflineMethods), err)
		}
		d, err := f.Trips.Place(t.Context(), "key-1", f.AgreeTrip(t, r))
		if err != nil {
			t.Fatal(err)
		}
		vendor := f.ProviderVendor(t, d.ProviderID)
		owner := trip.Staff{ID: vendor.ID, Name: vendor.Name, Actor: trip.ByVendor, ProviderID: d.ProviderID}
		confirm := func() error {
			_, err := f.Trips.MoveBy(t.Context(), owner, d.ID, trip.StaffMove{To: trip.Confirmed})
			return err
		}
		if err := confirm(); !errs.Is(err, errs.Conflict) || d.PaymentDueAt == nil || *d.PaymentDueAt != f.Clock.Now().Add(time.Hour).UnixMilli() {
			t.Errorf("confirmed before it was paid: %v, due at %v", err, d.PaymentDueAt)
		}
		proof := f.Upload(t, d.ShopperID, upload.Proof)
		if err := f.OfflinePayments.Send(t.Context(), d.ID, offlinepayment.Request{Method: ordertest.Phone.ID, Images: []string{proof}}); err != nil {
			t.Fatal(err)
		}
		if err := confirm(); !errs.Is(err, errs.Conflict) {
			t.Errorf("confirmed before anybody has looked: %v", err)
		}
		if list := f.listed(t, offlinepayment.ToCheck); len(list) != 1 || list[0] != (offlinepayment.Listed{ID: d.ID, Kind: purchase.Trip}) {
			t.Errorf("to check: %+v", list)
		}
		if err := f.decide(d, true); err != nil {
			t.Fatal(err)
		}
		if got := f.ReadTrip(t, d); got.PaymentStatus != purchase.Paid || f.Sum(t, ledger.Offline) != d.Total || f.Sum(t, ledger.Receivable) != 0 {
			t.Errorf("received: %s, %d", got.PaymentStatus, f.Sum(t, ledger.Offline))
		}
		if err := confirm(); err != nil {
			t.Fatal(err)
		}
		f.MoveTrip(t, d.ID, trip.Ongoing, trip.Completed)
		if f.Sum(t, ledger.Cash) != 0 || f.Number(t, `SELECT COUNT(*) FROM uploads WHERE purchase_id = $1 AND ended_at IS NOT NULL`, d.ID) != 1 {
			t.Error("its end took cash, or keeps the image for ever")
		}
	})
}

// A trip that was to be paid by card is paid by bank after all.
func TestTripPayment_CHK03_RNT11_aTripByCardIsPaidByBankAfterAll(t *testing.T) {
	eachRental(t, func(t *testing.T, f rental) {
		f.OfferDigital()
		r := triptest.Request(f.Guest(t))
		r.PaymentMethod, r.PaymentGateway = purchase.DigitalPayment, "card"
		d := f.Book(t, "key-1", r, time.Time{})
		page := f.OpenPurchasePage(t, d.ID, d.ToPay())
		if err := f.OfflinePayments.Send(t.Context(), d.ID, offlinepayment.Request{Method: ordertest.Bank.ID, Fields: number.Fields}); err != nil {
			t.Fatal(err)
		}
		f.DoJobs(t)
		if err := f.decide(d, true); err != nil {
			t.Fatal(err)
		}
		if got := f.ReadTrip(t, d); got.PaymentGateway != ordertest.Bank.ID || f.Sum(t, ledger.Offline) != d.Total || f.Gateway.Payable(*page.Session) {
			t.Errorf("paid by %s, %d came by bank, its page is open: %t", got.PaymentGateway, f.Sum(t, ledger.Offline), f.Gateway.Payable(*page.Session))
		}
	})
}

// A trip of which nobody says that it was paid is canceled, and gives its cars and its
// coupon back.
func TestTripPayment_CHK03_RNT11_anUnpaidTripEnds(t *testing.T) {
	eachRental(t, func(t *testing.T, f rental) {
		f.Coupon(t, func(c *coupon.Coupon) { c.Code = "ONCE" })
		r := f.byBank(t)
		r.CouponCode = "ONCE"
		late, sent := f.Book(t, "key-1", r, time.Time{}), f.sent(t)
		f.Clock.Advance(59 * time.Minute)
		f.DoJobs(t)
		if got := f.ReadTrip(t, late); got.Status != trip.Pending || got.CouponCode != "ONCE" {
			t.Fatalf("too early it is %s, with the coupon %q", got.Status, got.CouponCode)
		}
		f.Clock.Advance(time.Minute)
		f.DoJobs(t)
		if got := f.ReadTrip(t, late); got.Status != trip.Canceled || got.CancelReason != "It was not paid in time." || got.PaymentStatus != purchase.Unpaid {
			t.Errorf("unpaid: %s %q %s", got.Status, got.CancelReason, got.PaymentStatus)
		}
		if f.Number(t, `SELECT COUNT(*) FROM bookings WHERE trip_id = $1 AND released_at IS NULL`, late.ID) != 0 || f.Number(t, `SELECT COUNT(*) FROM coupon_uses WHERE freed_at IS NULL`) != 0 {
			t.Error("it keeps its car or its coupon")
		}
		if got := f.ReadTrip(t, sent); got.Status != trip.Pending {
			t.Errorf("a trip whose payment waits for an admin is %s", got.Status)
		}
		if err := f.OfflinePayments.Send(t.Context(), late.ID, number); !errs.Is(err, errs.Conflict) {
			t.Errorf("sent after the end: %v", err)
		}
		if err := f.decide(sent, false); err != nil {
			t.Fatal(err)
		}
		f.Clock.Advance(time.Hour)
		f.DoJobs(t)
		if got := f.ReadTrip(t, sent); got.Status != trip.Canceled {
			t.Errorf("an hour after the refusal it is %s", got.Status)
		}
	})
}

// Money of a trip that has ended is to be paid back, once, and only what its shopper gets
// back.
func TestTripPayment_CHK03_RNT11_moneyOfAnEndedTripIsPaidBack(t *testing.T) {
	eachRental(t, func(t *testing.T, f rental) {
		f.Clock.Advance(time.Hour)
		paid := func(key string) trip.Details {
			d := f.Book(t, key, f.byBank(t), f.Clock.Now().Add(2*time.Hour))
			if err := f.OfflinePayments.Send(t.Context(), d.ID, number); err != nil {
				t.Fatal(err)
			}
			return d
		}
		early, late, lateMoney := paid("key-2"), paid("key-3"), paid("key-4")
		for _, d := range []trip.Details{early, late} {
			if err := f.decide(d, true); err != nil {
				t.Fatal(err)
			}
		}
		f.MoveTrip(t, late.ID, trip.Confirmed)
		for _, d := range []trip.Details{early, late, lateMoney} {
			if _, err := f.Trips.Cancel(t.Context(), d.ID, purchase.Owner{ShopperID: d.ShopperID}, "mistake", nil); err != nil {
				t.Fatal(err)
			}
		}
		if err := f.decide(lateMoney, true); err != nil {
			t.Fatal(err)
		}
		for d, want := range map[*trip.Details]money.Amount{&early: early.Total, &late: late.Total / 2, &lateMoney: lateMoney.Total} {
			got := f.ReadTrip(t, *d)
			if got.ToPayBack() != want {
				t.Errorf("%s, %s: %d are to be paid back, want %d", got.Status, got.PaymentStatus, got.ToPayBack(), want)
			}
			problems := together(6, func() error { return f.OfflinePayments.PaidBack(context.Background(), f.admin, d.ID, got.Owing()) })
			if done := countNil(problems); done != 1 || f.ReadTrip(t, *d).ToPayBack() != 0 {
				t.Errorf("paid back %d times", done)
			}
		}
		if list := f.listed(t, offlinepayment.ToPayBack); len(list) != 0 || f.Sum(t, ledger.Offline) != late.Total/2 {
			t.Errorf("still listed: %+v, and %d are kept", list, f.Sum(t, ledger.Offline))
		}
	})
}

// A payment is found at the desk while its trip is canceled: either way the books agree,
// and money that came is kept or to be paid back.
func TestTripPayment_CHK03_TRAP_O1_foundWhileItIsCanceled(t *testing.T) {
	eachRental(t, func(t *testing.T, f rental) {
		for range 5 {
			d := f.sent(t)
			acts := []func() error{
				func() error { return f.decide(d, true) },
				func() error {
					_, err := f.Trips.Cancel(context.Background(), d.ID, purchase.Owner{ShopperID: d.ShopperID}, "mistake", nil)
					return err
				},
			}
			next := make(chan func() error, 8)
			for n := range cap(next) {
				next <- acts[n%len(acts)]
			}
			for _, err := range together(cap(next), func() error { return (<-next)() }) {
				if err != nil && !errs.Is(err, errs.Conflict) {
					t.Error(err)
				}
			}
			if got := f.ReadTrip(t, d); got.Status != trip.Canceled || got.PaymentStatus != purchase.Refunded || got.ToPayBack() != d.Total {
				t.Errorf("%s, %s: %d are to be paid back", got.Status, got.PaymentStatus, got.ToPayBack())
			}
			if f.Number(t, `SELECT COUNT(*) FROM bookings WHERE trip_id = $1 AND released_at IS NULL`, d.ID) != 0 {
				t.Error("it keeps its car")
			}
		}
	})
}

// With the account, what is personal goes (PROF-05).
func TestTripPayment_PROF05_theWordsGoWithTheAccount(t *testing.T) {
	eachRental(t, func(t *testing.T, f rental) {
		customer, shopper := f.Customer(t)
		r := f.byBank(t)
		r.ShopperID, r.CustomerID = shopper, customer
		d := f.Book(t, "key-5", r, time.Time{})
		if err := f.OfflinePayments.Send(t.Context(), d.ID, number); err != nil {
			t.Fatal(err)
		}
		if err := db.InTx(t.Context(), f.DB, func(tx *db.Tx) error { return f.OfflinePayments.Erase(t.Context(), tx, customer) }); err != nil {
			t.Fatal(err)
		}
		if p, err := f.OfflinePayments.Find(t.Context(), d.Purchase()); err != nil || len(p.Fields.V) != 0 {
			t.Errorf("%+v, %v", p, err)
		}
	})
}
