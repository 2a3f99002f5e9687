package payment_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"hawker/internal/catalog"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/errs"
	"hawker/internal/ledger"
	"hawker/internal/money"
	"hawker/internal/order"
	"hawker/internal/order/ordertest"
	"hawker/internal/payment"
	"hawker/internal/payment/paymenttest"
	"hawker/internal/purchase"
	"hawker/internal/refund"
	"hawker/internal/setting"
)

// world is a town in which everything happens in the order that its seed decides.
type world struct {
	*ordertest.Fixture
	ctx    context.Context
	rng    *rand.Rand
	faults *dbtest.Faults
	line   *line // to the gateway
	item   catalog.Item
	admin  order.Staff
	people []customer

	hooks    []paymenttest.Webhook // on their way
	attempts []attempt             // to place an order, whose answer did not arrive
	sessions []string              // pages that somebody has opened
	orders   []int64
	steps    int
	failed   []string // what should have been possible
}

type customer struct{ id, shopperID int64 }

type attempt struct {
	key string
	r   order.Request
}

// newWorld makes a town with three customers, one dish and a gateway.
func newWorld(t *testing.T, seed uint64) *world {
	t.Helper()
	d, faults := dbtest.Faulty(t)
	w := &world{Fixture: ordertest.Open(t, d), ctx: t.Context(), rng: rand.New(rand.NewPCG(seed, 1)), faults: faults}
	w.OfferDigital()
	w.line = &line{Gateway: w.Gateway, rng: w.rng}
	w.Payments.ReplaceGateway(w.line)
	w.SetSettings(t, func(s *setting.Settings) {
		s.Storefront.CustomerWallet, s.Checkout.PartialPayment = true, true
		s.Wallet.Bonuses = []setting.Bonus{{ID: "b", Title: "b", Amount: 70, MinTopUp: 2000}}
	})
	w.item, w.admin = w.Item(t, w.Store(t, nil), 1000, 30, nil), w.Admin(t)
	for range 3 {
		id, shopper := w.Customer(t)
		w.people = append(w.people, customer{id, shopper})
	}
	return w
}

// simulate runs a seed, and returns what is wrong at its end.
func simulate(t *testing.T, seed uint64, plant func(*testing.T, *world)) []string {
	t.Helper()
	var problems []string
	t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
		w := newWorld(t, seed)
		if plant != nil {
			plant(t, w)
		}
		if w.rng.IntN(2) == 0 {
			w.beginWithRefund(t)
		}
		for range 40 {
			w.step()
		}
		w.settle(t)
		problems = w.problems(t)
	})
	return problems
}

// beginWithRefund cancels an order that was paid by card: chance makes few of them.
func (w *world) beginWithRefund(t *testing.T) {
	t.Helper()
	w.changeRefunds()
	who := w.someone()
	r := ordertest.ByCard(ordertest.BuyNow(who.shopperID, w.item, 1))
	r.CustomerID, r.Guest = who.id, false
	o := w.Place(t, "refunded", r)
	w.orders = append(w.orders, o.ID)
	page := w.OpenPage(t, o.Order)
	w.opened(page, nil)
	w.announce(w.Gateway.Pay(*page.Session), 1)
	w.deliver()
	doDueJobs(t, w.Fixture)
	if err := w.Orders.Move(w.ctx, o.ID, order.Canceled, order.ByShopper, ""); err != nil {
		t.Fatal(err)
	}
	doDueJobs(t, w.Fixture)
}

// step does one thing. Now and then the database is lost in the middle of it.
func (w *world) step() {
	w.steps++
	w.line.bad = w.rng.IntN(3) == 0
	if w.rng.IntN(3) == 0 {
		w.faults.Lose(1+w.rng.IntN(40), w.rng.IntN(2) == 0)
	}
	actions := []func(){
		w.topUp, w.place, w.place, w.retryPlace, w.openPage, w.openPage, w.actOnPage, w.actOnPage, w.actOnPage, w.deliver, w.deliver,
		w.doJobs, w.doJobs, w.advance, w.moveOrder, w.moveOrder, w.refund, w.changeMethod, w.changeRefunds, w.endRefund, w.endRefund, w.decide,
	}
	actions[w.rng.IntN(len(actions))]()
	w.restart()
}

// restart ends the leases of a process that has crashed.
func (w *world) restart() {
	if !w.faults.Restore() {
		return
	}
	err := db.InTx(w.ctx, w.DB, func(tx *db.Tx) error {
		_, err := db.Exec(w.ctx, tx, `UPDATE jobs SET locked_until = NULL WHERE done_at IS NULL`)
		return err
	})
	if err != nil {
		panic(err) // nothing is lost now
	}
}

func (w *world) someone() customer { return w.people[w.rng.IntN(len(w.people))] }

func (w *world) topUp() {
	who := w.someone()
	p, err := w.Payments.Begin(w.ctx, payment.Start{
		Gateway: "card", CustomerID: who.id, Amount: money.Amount(500 + 500*w.rng.Int64N(8)), Title: "Wallet",
		ReturnURL: "https://shop.example/wallet", ExpiresAt: w.Clock.Now().Add(30 * time.Minute),
	})
	w.opened(p, err)
}

func (w *world) opened(p payment.Payment, err error) {
	if err == nil && p.Session != nil {
		w.sessions = append(w.sessions, *p.Session)
	}
}

// place places an order by any method. Without an answer it is tried again later.
func (w *world) place() {
	who := w.someone()
	r := ordertest.BuyNow(who.shopperID, w.item, 1+w.rng.Int64N(2))
	r.CustomerID, r.Guest, r.UseWallet = who.id, false, w.rng.IntN(2) == 0
	switch w.rng.IntN(4) {
	case 0:
		r.PaymentMethod = purchase.WalletPayment
	case 1: // cash
	default:
		r = ordertest.ByCard(r)
	}
	q, err := w.Orders.Quote(w.ctx, r)
	if err != nil || len(q.Problems) > 0 {
		return
	}
	r.AcceptedTotal, r.Digest = q.Total, q.Digest
	w.try(attempt{fmt.Sprintf("simulated-%d", w.steps), r})
}

func (w *world) try(a attempt) {
	placed, err := w.Orders.Place(w.ctx, a.key, a.r)
	if err == nil {
		w.orders = append(w.orders, placed.ID)
		return
	}
	if errs.From(err).Code == errs.Internal || errs.Is(err, errs.Unavailable) {
		w.attempts = append(w.attempts, a)
	}
}

func (w *world) retryPlace() {
	if len(w.attempts) == 0 {
		return
	}
	a := w.attempts[0]
	w.attempts = w.attempts[1:]
	w.try(a)
}

// someOrder returns an order; false if there is none, or it cannot be read.
func (w *world) someOrder() (order.OrderDetails, bool) {
	if len(w.orders) == 0 {
		return order.OrderDetails{}, false
	}
	o, err := w.Orders.FindForStaff(w.ctx, w.admin, w.orders[w.rng.IntN(len(w.orders))])
	return o, err == nil
}

func (w *world) openPage() {
	o, found := w.someOrder()
	if !found || !o.AwaitsPayment() || o.PaymentMethod != purchase.DigitalPayment {
		return
	}
	w.opened(w.Payments.Begin(w.ctx, payment.Start{
		Gateway: "card", PurchaseID: o.ID, Amount: o.ToPay(), Title: "Order", ReturnURL: "https://shop.example/order", ExpiresAt: w.Clock.Now().Add(30 * time.Minute),
	}))
}

// actOnPage does what shoppers do at the gateway, whose webhooks may be lost or repeated.
func (w *world) actOnPage() {
	if len(w.sessions) == 0 {
		return
	}
	session := w.sessions[w.rng.IntN(len(w.sessions))]
	var hook paymenttest.Webhook
	switch w.rng.IntN(8) {
	case 0:
		hook = w.Gateway.End(session, payment.Canceled)
	case 1:
		hook = w.Gateway.End(session, payment.Failed)
	case 2:
		hook = w.Gateway.End(session, payment.Pending)
	default:
		if !w.Gateway.Payable(session) && w.rng.IntN(10) > 0 {
			return // paid twice now and then
		}
		hook = w.Gateway.Pay(session)
	}
	w.announce(hook, w.rng.IntN(3))
}

// deliver delivers a webhook, any of those on their way. Unless it was accepted the
// gateway sends it again.
func (w *world) deliver() {
	if len(w.hooks) == 0 {
		return
	}
	i := w.rng.IntN(len(w.hooks))
	h := w.Gateway.SignBody(w.hooks[i].Body) // signed when it is sent
	if err := w.Payments.Receive(w.ctx, "card", h.Header, h.Body); err == nil {
		w.hooks = append(w.hooks[:i], w.hooks[i+1:]...)
	}
}

func (w *world) doJobs() {
	for range 1 + w.rng.IntN(4) {
		if done, err := w.Jobs.DoNext(w.ctx); err != nil || !done {
			return
		}
	}
}

func (w *world) advance() { w.Clock.Advance(time.Duration(1+w.rng.IntN(900)) * time.Second) }

// moveOrder moves an order on, or cancels it.
func (w *world) moveOrder() {
	o, found := w.someOrder()
	if !found {
		return
	}
	next := o.NextMoves(order.ByAdmin)
	if len(next) == 0 {
		return
	}
	to := next[w.rng.IntN(len(next))]
	_, err := w.Orders.MoveBy(w.ctx, w.admin, order.StaffMove{OrderID: o.ID, To: to, Reason: "as it goes"})
	w.noteFailure(err, "order %d: the move to %s", o.ID, to)
}

// noteFailure notes an error that is neither a refusal nor that of a lost database.
func (w *world) noteFailure(err error, format string, args ...any) {
	if err != nil && errs.From(err).Code == errs.Internal && !errors.Is(err, dbtest.ErrLost) {
		w.failed = append(w.failed, fmt.Sprintf(format+" failed: %v", append(args, err)...))
	}
}

// refund refunds an order, once or twice. One that can be delivered is delivered first.
func (w *world) refund() {
	o, found := w.someOrder()
	if !found || len(o.Lines) == 0 {
		return
	}
	for _, to := range []order.Status{order.Confirmed, order.Processing, order.Handover, order.PickedUp, order.Delivered} {
		_ = w.Orders.Move(w.ctx, o.ID, to, order.ByAdmin, "") // refused, or a step that is behind it
	}
	for range 1 + w.rng.IntN(2) {
		w.decideRefund(o)
	}
}

func (w *world) decideRefund(o order.OrderDetails) {
	d := refund.Decision{PurchaseID: o.ID, Approve: true, Reason: "cold", ToWallet: w.rng.IntN(3) == 0, Whole: w.rng.IntN(2) == 0}
	if !d.Whole {
		d.Lines = []refund.Line{{LineID: o.Lines[0].ID, Quantity: 1}}
	}
	if seen, err := w.Orders.Find(w.ctx, o.ID, order.Owner{ShopperID: o.ShopperID}); err == nil {
		d.Refunded = seen.Refunded
	}
	_, err := w.Orders.DecideRefund(w.ctx, w.admin, d)
	w.noteFailure(err, "order %d: the refund %+v", o.ID, d)
}

func (w *world) changeMethod() {
	o, found := w.someOrder()
	if !found {
		return
	}
	c := purchase.MethodChange{ID: o.ID, Method: purchase.DigitalPayment, Gateway: "card"}
	for _, p := range w.people {
		if p.shopperID == o.ShopperID {
			c.CustomerID = p.id
		}
	}
	switch w.rng.IntN(3) {
	case 0:
		c.Method = purchase.CashOnDelivery
	case 1:
		c.Method = purchase.WalletPayment
	}
	_, _ = w.Orders.ChangeMethod(w.ctx, order.Owner{ShopperID: o.ShopperID}, c)
}

// changeRefunds decides how the gateway makes refunds from now on.
func (w *world) changeRefunds() {
	w.Gateway.RefundState = []payment.ReportedState{payment.ReportedFailed, payment.ReportedPending, payment.ReportedDone}[w.rng.IntN(3)]
}

// endRefund ends a refund that was pending, or has the money of one that was done come
// back. Only webhooks of the first kind may be lost: nobody asks about what is done.
func (w *world) endRefund() {
	all := w.Gateway.Refunds()
	if len(all) == 0 {
		return
	}
	switch r := all[w.rng.IntN(len(all))]; r.State {
	case payment.ReportedDone:
		w.announce(w.Gateway.Refunded(r.RefundID, payment.ReportedFailed), 1+w.rng.IntN(2))
	case payment.ReportedPending:
		to := []payment.ReportedState{payment.ReportedFailed, payment.ReportedDone}[w.rng.IntN(2)]
		w.announce(w.Gateway.Refunded(r.RefundID, to), w.rng.IntN(3))
	}
}

// announce sends a webhook some times.
func (w *world) announce(h paymenttest.Webhook, times int) {
	for range times {
		w.hooks = append(w.hooks, h)
	}
}

// endRefunds ends all refunds that are pending. Nobody hears of it.
func (w *world) endRefunds() {
	w.Gateway.RefundState = payment.ReportedDone
	for _, r := range w.Gateway.Refunds() {
		if r.State == payment.ReportedPending {
			w.Gateway.Refunded(r.RefundID, payment.ReportedDone)
		}
	}
}

// decide has an admin decide about a refund that has failed.
func (w *world) decide() {
	problems, _, err := w.Payments.Problems(w.ctx, catalog.Paging{Size: 5, Number: 1})
	if err != nil || len(problems) == 0 {
		return
	}
	action := []payment.Action{payment.Retry, payment.Credit}[w.rng.IntN(2)]
	_ = w.Payments.DecideRefund(w.ctx, w.admin, problems[w.rng.IntN(len(problems))].ID, payment.Decision{Action: action})
}

// retryAll tries each refund again that has failed.
func (w *world) retryAll(t *testing.T) {
	problems, _, err := w.Payments.Problems(w.ctx, catalog.Paging{Size: 100, Number: 1})
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range problems {
		if err := w.Payments.DecideRefund(w.ctx, w.admin, n.ID, payment.Decision{Action: payment.Retry}); err != nil {
			t.Fatal(err)
		}
	}
}

// settle runs all pending webhooks and jobs for 40 hours, and then those of money that was on
// its way for days. After ten hours no call fails.
func (w *world) settle(t *testing.T) {
	t.Helper()
	for len(w.attempts) > 0 {
		w.retryPlace()
	}
	w.endRefunds()
	for hour := range 40 {
		w.line.bad = hour < 10
		for len(w.hooks) > 0 {
			before := len(w.hooks)
			if w.deliver(); len(w.hooks) == before {
				t.Fatal("a webhook is refused")
			}
		}
		doDueJobs(t, w.Fixture)
		w.retryAll(t)
		w.Clock.Advance(time.Hour)
	}
	w.Clock.Advance(5 * 24 * time.Hour)
	doDueJobs(t, w.Fixture)
	w.payPending(t)
	w.Clock.Advance(10 * 24 * time.Hour)
	doDueJobs(t, w.Fixture)
}

// payPending takes the money of all pages on which it was on its way. Nobody hears of it.
func (w *world) payPending(t *testing.T) {
	for _, session := range w.sessions {
		r, err := w.Gateway.Find(w.ctx, session)
		if err != nil {
			t.Fatal(err)
		}
		if r.State == payment.Pending {
			w.Gateway.Pay(session)
		}
	}
}

// doDueJobs does all jobs that are due, one after the other.
func doDueJobs(t *testing.T, f *ordertest.Fixture) {
	t.Helper()
	for done := true; done; {
		var err error
		if done, err = f.Jobs.DoNext(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
}

// balance is what is in the wallet of a customer.
func (w *world) balance(t *testing.T, c customer) money.Amount {
	return w.Balance(t, ledger.Wallet(c.id))
}
