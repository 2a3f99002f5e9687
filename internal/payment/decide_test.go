package payment_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"hawker/internal/catalog"
	"hawker/internal/errs"
	"hawker/internal/ledger"
	"hawker/internal/money"
	"hawker/internal/notification"
	"hawker/internal/order"
	"hawker/internal/payment"
	"hawker/internal/purchase"
	"hawker/internal/setting"
	"hawker/internal/trip/triptest"
)

// hold has the gateway take money that does not fit the payment. It returns the charge's id.
func (f fixture) hold(t *testing.T, p payment.Payment, m payment.Money) int64 {
	t.Helper()
	hook := f.Gateway.PayOther(*p.Session, m)
	f.Deliver(t, hook)
	return f.Number(t, `SELECT MAX(id) FROM charges WHERE status = 'held'`)
}

func (f fixture) problems(t *testing.T) []payment.Problem {
	t.Helper()
	page, total, err := f.Payments.Problems(t.Context(), catalog.Paging{Size: 20, Number: 1})
	if err != nil || total != len(page) {
		t.Fatalf("%d of %d, %v", len(page), total, err)
	}
	return page
}

// failRefund cancels an order that was paid by card, whose refund fails. It returns the
// refund's id.
func (f fixture) failRefund(t *testing.T, shopperID int64, key string) (order.OrderDetails, string) {
	t.Helper()
	o, page := f.placeByCard(t, key, shopperID)
	f.Deliver(t, f.Gateway.Pay(*page.Session))
	f.Gateway.RefundState = payment.ReportedFailed
	if err := f.Orders.Move(t.Context(), o.ID, order.Canceled, order.ByShopper, ""); err != nil {
		t.Fatal(err)
	}
	f.DoJobs(t)
	f.Gateway.RefundState = ""
	problems := f.problems(t)
	return o, problems[len(problems)-1].ID
}

// expectTold fails unless the bell of a customer has one unread entry of the kind, about the
// money of a refund that came in another way.
func (f fixture) expectTold(t *testing.T, customer int64, kind notification.Kind, amount money.Amount, how string) {
	t.Helper()
	bell, _, err := f.Notifications.List(t.Context(), customer, catalog.Paging{Size: 50, Number: 1})
	bell = slices.DeleteFunc(bell, func(n notification.Notification) bool { return n.Kind != kind })
	if err != nil || len(bell) != 1 {
		t.Fatalf("the bell has %d entries of %s, %v", len(bell), kind, err)
	}
	if p := bell[0].Params.V; p.Amount != amount || !strings.Contains(p.Reason, how) || bell[0].ReadAt != nil {
		t.Errorf("the bell has %+v, read at %v", p, bell[0].ReadAt)
	}
}

func (f fixture) reconciles(t *testing.T) {
	t.Helper()
	all, err := payment.Reconcile(t.Context(), f.DB.R, f.Gateway, f.Clock.Now().Add(-time.Hour), f.Clock.Now().Add(time.Hour))
	if err != nil || len(all) != 0 {
		t.Errorf("differences: %v, %v", all, err)
	}
}

func TestDecideCharge_WAL02_aHeldChargeIsSentBack(t *testing.T) {
	engines(t, func(t *testing.T, f fixture) {
		admin := f.Admin(t)
		customer, _ := f.Customer(t)
		p := f.OpenTopUp(t, customer, 5000, 0)
		id := f.hold(t, p, payment.Money{Amount: 4000, Digits: 2, Currency: "USD"})
		n := f.problems(t)
		if len(n) != 1 || n[0].Kind != payment.HeldCharge || n[0].ID != fmt.Sprint(id) || n[0].Amount != 4000 || *n[0].Expected != 5000 || *n[0].CustomerID != customer ||
			!slices.Equal(n[0].Actions, []payment.Action{payment.SendBackCharge, payment.Settle}) {
			t.Fatalf("problems: %+v", n)
		}
		if err := f.Payments.DecideCharge(t.Context(), admin, id, payment.Decision{Action: payment.SendBackCharge}); err != nil {
			t.Fatal(err)
		}
		f.check(t)
		if got := f.Sum(t, ledger.Clearing); got != -4000 {
			t.Errorf("before it is sent, %d is in the clearing account", got)
		}
		f.DoJobs(t)
		if got := f.Sum(t, ledger.Gateway("card")); got != 0 || f.Sum(t, ledger.Clearing) != 0 || len(f.problems(t)) != 0 {
			t.Errorf("the gateway has %d, problems %v", got, f.problems(t))
		}
		f.reconciles(t)
		who := f.Number(t, `SELECT COUNT(*) FROM payment_decisions WHERE charge_id = $1 AND refund_id IS NULL AND decision = 'send_back' AND staff_id = $2 AND staff_name = $3 AND created_at = $4`,
			id, admin.ID, admin.Name, f.Clock.Now().UnixMilli())
		if who != 1 {
			t.Error("nobody knows who decided it")
		}
	})
}

func TestDecideCharge_WAL02_otherMoneyIsSettledOutsideAndBooksNothing(t *testing.T) {
	engines(t, func(t *testing.T, f fixture) {
		admin := f.Admin(t)
		_, p := f.placeByCard(t, "key-1", f.Guest(t))
		id := f.hold(t, p, payment.Money{Amount: p.Amount, Digits: 2, Currency: "EUR"})
		for _, c := range []struct {
			of   int64
			d    payment.Decision
			want errs.Code
		}{
			{id, payment.Decision{Action: payment.SendBackCharge}, errs.Conflict}, // the books have one currency
			{id, payment.Decision{Action: payment.Retry}, errs.Conflict},
			{id, payment.Decision{Action: payment.Settle, Note: "  "}, errs.Invalid},
			{id + 1, payment.Decision{Action: payment.SendBackCharge}, errs.NotFound},
		} {
			if err := f.Payments.DecideCharge(t.Context(), admin, c.of, c.d); !errs.Is(err, c.want) {
				t.Errorf("%+v: %v", c, err)
			}
		}
		n := f.problems(t)
		if len(n) != 1 || !slices.Equal(n[0].Actions, []payment.Action{payment.Settle}) {
			t.Fatalf("problems: %+v", n)
		}
		if err := f.Payments.DecideCharge(t.Context(), admin, id, payment.Decision{Action: payment.Settle, Note: "Refunded at the gateway"}); err != nil {
			t.Fatal(err)
		}
		f.Gateway.RefundThere(n[0].Ref, payment.Money{Amount: p.Amount, Digits: 2, Currency: "EUR"})
		if len(f.problems(t)) != 0 || f.Number(t, `SELECT COUNT(*) FROM ledger_entries WHERE account LIKE 'gateway:%'`) != 0 {
			t.Error("it was booked, or still needs somebody")
		}
		f.reconciles(t)
	})
}

// sentAs is what the gateway knows a refund as.
func (f fixture) sentAs(t *testing.T, id string) string {
	t.Helper()
	return f.text(t, `SELECT sent_as FROM payment_refunds WHERE id = $1`, id)
}

func TestDecideRefund_ORD04_isTriedAgain(t *testing.T) {
	engines(t, func(t *testing.T, f fixture) {
		admin := f.Admin(t)
		o, id := f.failRefund(t, f.Guest(t), "key-1")
		if n := f.problems(t); len(n) != 1 || n[0].Kind != payment.FailedRefund || *n[0].OrderID != o.ID || n[0].CustomerID != nil ||
			!slices.Equal(n[0].Actions, []payment.Action{payment.Retry, payment.Settle}) {
			t.Fatalf("problems: %+v", n)
		}
		if err := f.Payments.DecideRefund(t.Context(), admin, id, payment.Decision{Action: payment.Credit}); !errs.Is(err, errs.Conflict) {
			t.Errorf("into a guest's wallet: %v", err)
		}
		f.Gateway.RefundState = payment.ReportedPending
		if err := f.Payments.DecideRefund(t.Context(), admin, id, payment.Decision{Action: payment.Retry}); err != nil {
			t.Fatal(err)
		}
		f.check(t)
		f.DoJobs(t)
		// The gateway repeats what it said about the first try.
		f.Deliver(t, f.Gateway.Refunded(id, payment.ReportedFailed))
		if len(f.problems(t)) != 0 {
			t.Error("the old failure ended the new try")
		}
		second := f.sentAs(t, id)
		f.Deliver(t, f.Gateway.Refunded(second, payment.ReportedFailed))
		if n := f.problems(t); len(n) != 1 || n[0].Retries != 1 {
			t.Fatalf("after the second failure: %+v", n)
		}
		f.Gateway.RefundState = ""
		if err := f.Payments.DecideRefund(t.Context(), admin, id, payment.Decision{Action: payment.Retry}); err != nil {
			t.Fatal(err)
		}
		f.DoJobs(t)
		if f.Sum(t, ledger.Gateway("card")) != 0 || f.Sum(t, ledger.Clearing) != 0 || len(f.problems(t)) != 0 {
			t.Error("it was not sent")
		}
		f.reconciles(t)
	})
}

func TestDecideRefund_CHK03_goesIntoTheWallet(t *testing.T) {
	engines(t, func(t *testing.T, f fixture) {
		admin := f.Admin(t)
		customer, shopper := f.Customer(t)
		o, id := f.failRefund(t, shopper, "key-1")
		into := payment.Decision{Action: payment.Credit}
		if err := f.Payments.DecideRefund(t.Context(), admin, id, into); !errs.Is(err, errs.Conflict) {
			t.Errorf("into a wallet in a town without: %v", err)
		}
		f.SetSettings(t, func(s *setting.Settings) { s.Storefront.CustomerWallet = true })
		if n := f.problems(t); *n[0].CustomerID != customer || !slices.Contains(n[0].Actions, payment.Credit) {
			t.Errorf("problems: %+v", n)
		}
		if err := f.Payments.DecideRefund(t.Context(), admin, id, into); err != nil {
			t.Fatal(err)
		}
		if got, err := f.Payments.NotSent(t.Context(), o.ID); err != nil || got != (payment.NotSent{Credited: o.Total}) {
			t.Errorf("what was not sent: %+v, %v", got, err)
		}
		f.expectTold(t, customer, notification.OrderRefunded, o.Total, "it is in your wallet")
		// The gateway sends it after all: that is a difference, and credits nothing more.
		late := f.Gateway.Refunded(id, payment.ReportedDone)
		f.Deliver(t, late)
		if f.Balance(t, ledger.Wallet(customer)) != o.Total || f.Sum(t, ledger.Clearing) != 0 || f.Sum(t, ledger.Gateway("card")) != o.Total {
			t.Error("the wallet was not credited once")
		}
		lines, _, err := f.Wallets.History(t.Context(), customer, ledger.All, catalog.Paging{Size: 5, Number: 1})
		if err != nil || len(lines) != 1 || lines[0].ForPurchase() == nil || *lines[0].ForPurchase() != o.ID {
			t.Errorf("history: %+v, %v", lines, err)
		}
		f.Gateway.Refunded(id, payment.ReportedFailed)
		f.reconciles(t)
	})
}

// A failed refund names the trip that it belongs to, and so does the wallet that gets it.
func TestDecideRefund_CHK03_RNT11_ofATripGoesIntoTheWallet(t *testing.T) {
	engines(t, func(t *testing.T, f fixture) {
		f.SetSettings(t, func(s *setting.Settings) { s.Storefront.CustomerWallet = true })
		customer, shopper := f.Customer(t)
		cars := triptest.In(t, f.Fixture)
		r := triptest.Request(shopper)
		r.CustomerID, r.PaymentMethod, r.PaymentGateway = customer, purchase.DigitalPayment, "card"
		d := cars.Book(t, "key-1", r, time.Time{})
		f.Deliver(t, f.Gateway.Pay(*f.OpenPurchasePage(t, d.ID, d.ToPay()).Session))
		f.Gateway.RefundState = payment.ReportedFailed
		if _, err := f.Trips.Cancel(t.Context(), d.ID, purchase.Owner{ShopperID: shopper}, "other", nil); err != nil {
			t.Fatal(err)
		}
		f.DoJobs(t)
		n := f.problems(t)[0]
		if n.TripID == nil || *n.TripID != d.ID || n.OrderID != nil {
			t.Errorf("the problem: %+v", n)
		}
		if err := f.Payments.DecideRefund(t.Context(), f.Admin(t), n.ID, payment.Decision{Action: payment.Credit}); err != nil {
			t.Fatal(err)
		}
		f.expectTold(t, customer, notification.TripRefunded, d.Total, "it is in your wallet")
		lines, _, err := f.Wallets.History(t.Context(), customer, ledger.All, catalog.Paging{Size: 5, Number: 1})
		if err != nil || len(lines) != 1 || lines[0].Amount != d.Total || lines[0].ForPurchase() == nil || *lines[0].ForPurchase() != d.ID {
			t.Errorf("history: %+v, %v", lines, err)
		}
	})
}

func TestDecideRefund_ORD04_isSettledOutside(t *testing.T) {
	engines(t, func(t *testing.T, f fixture) {
		customer, shopper := f.Customer(t)
		o, id := f.failRefund(t, shopper, "key-1")
		if err := f.Payments.DecideRefund(t.Context(), f.Admin(t), id, payment.Decision{Action: payment.Settle, Note: "By bank transfer, number 7"}); err != nil {
			t.Fatal(err)
		}
		f.expectTold(t, customer, notification.OrderRefunded, o.Total, "you got it in another way")
		if f.Sum(t, ledger.Offline) != -o.Total || f.Sum(t, ledger.Clearing) != 0 || f.Sum(t, ledger.Gateway("card")) != o.Total || len(f.problems(t)) != 0 {
			t.Error("it is not booked from the account offline")
		}
		f.reconciles(t)
		_, id = f.failRefund(t, f.Guest(t), "key-2") // who has no bell
		if err := f.Payments.DecideRefund(t.Context(), f.Admin(t), id, payment.Decision{Action: payment.Settle, Note: "In cash"}); err != nil {
			t.Errorf("of a guest: %v", err)
		}
	})
}

// Many admins decide at once: one of them does.
func TestDecide_TRAP_O2_eachIsDecidedOnce(t *testing.T) {
	engines(t, func(t *testing.T, f fixture) {
		admin := f.Admin(t)
		customer, shopper := f.WithMoney(t, 1)
		o, refund := f.failRefund(t, shopper, "key-1")
		p := f.OpenTopUp(t, customer, 5000, 0)
		charge := f.hold(t, p, payment.Money{Amount: 4000, Digits: 2, Currency: "USD"})
		once := func(name string, decide func(payment.Decision) error, actions ...payment.Action) {
			var all sync.WaitGroup
			var done atomic.Int32
			for i := range 12 {
				all.Go(func() {
					err := decide(payment.Decision{Action: actions[i%len(actions)], Note: "note"})
					if err == nil {
						done.Add(1)
					} else if !errs.Is(err, errs.Conflict) {
						t.Errorf("%s: %v", name, err)
					}
				})
			}
			all.Wait()
			if done.Load() != 1 {
				t.Errorf("%s was decided %d times", name, done.Load())
			}
		}
		once("the charge", func(d payment.Decision) error { return f.Payments.DecideCharge(context.Background(), admin, charge, d) }, payment.SendBackCharge, payment.Settle)
		once("the refund", func(d payment.Decision) error { return f.Payments.DecideRefund(context.Background(), admin, refund, d) }, payment.Credit, payment.Settle)
		f.DoJobs(t)
		credited := f.Balance(t, ledger.Wallet(customer)) - 1
		if outside := -f.Sum(t, ledger.Offline); credited+outside != o.Total || credited != 0 && outside != 0 {
			t.Errorf("credited %d, outside %d, of %d", credited, outside, o.Total)
		}
		if n := f.Number(t, `SELECT COUNT(*) FROM payment_decisions`); n != 2 {
			t.Errorf("%d decisions", n)
		}
		if sent := money.Amount(f.Number(t, `SELECT sent_back FROM charges WHERE id = $1`, charge)); sent != 0 && sent != 4000 {
			t.Errorf("%d was sent back", sent)
		}
	})
}

func TestNeeds_WAL02_arePaged(t *testing.T) {
	engines(t, func(t *testing.T, f fixture) {
		customer, _ := f.Customer(t)
		for range 3 {
			f.hold(t, f.OpenTopUp(t, customer, 5000, 0), payment.Money{Amount: 1, Digits: 2, Currency: "USD"})
			f.Clock.Advance(time.Minute)
		}
		var at []int64
		for number := 1; number <= 3; number++ {
			page, total, err := f.Payments.Problems(t.Context(), catalog.Paging{Size: 1, Number: number})
			if err != nil || total != 3 || len(page) != 1 {
				t.Fatalf("page %d: %+v of %d, %v", number, page, total, err)
			}
			at = append(at, page[0].At)
		}
		if !slices.IsSorted(at) || at[0] == at[2] {
			t.Errorf("the longest waiting is not first: %v", at)
		}
	})
}
