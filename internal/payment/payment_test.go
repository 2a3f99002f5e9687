package payment_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"hawker/internal/catalog"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/errs"
	"hawker/internal/ledger"
	"hawker/internal/order"
	"hawker/internal/order/ordertest"
	"hawker/internal/payment"
	"hawker/internal/payment/paymenttest"
	"hawker/internal/verify"
)

// fixture is a town with a gateway and a store.
type fixture struct {
	*ordertest.Fixture
	item catalog.Item
}

func open(t *testing.T, d *db.DB) fixture {
	t.Helper()
	w := ordertest.Open(t, d)
	w.OfferDigital()
	return fixture{w, w.Item(t, w.Store(t, nil), 1000, 5, nil)}
}

// engines runs a test on both engines, and checks all books at its end.
func engines(t *testing.T, test func(t *testing.T, f fixture)) {
	t.Helper()
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, d func(*testing.T) *db.DB) {
		f := open(t, d(t))
		test(t, f)
		f.check(t)
	})
}

func (f fixture) check(t *testing.T) {
	t.Helper()
	report, err := verify.Run(context.Background(), f.DB)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range report.Checks {
		if len(c.Findings) > 0 {
			t.Errorf("%s: %q", c.Name, c.Findings)
		}
	}
}

func (f fixture) read(t *testing.T, id string) payment.Payment {
	t.Helper()
	p, err := f.Payments.Find(context.Background(), id)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func (f fixture) order(t *testing.T, o order.Order) order.OrderDetails {
	t.Helper()
	found, err := f.Orders.FindForStaff(context.Background(), order.Staff{Actor: order.ByAdmin}, o.ID)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// charges are the statuses of the money that came for a payment.
func (f fixture) charges(t *testing.T, id string) []payment.ChargeStatus {
	t.Helper()
	all, err := f.Payments.Charges(context.Background(), id)
	if err != nil {
		t.Fatal(err)
	}
	var list []payment.ChargeStatus
	for _, c := range all {
		list = append(list, c.Status)
	}
	slices.Sort(list)
	return list
}

// placeByCard places an order that waits for its payment, and opens its page.
func (f fixture) placeByCard(t *testing.T, key string, shopperID int64) (order.OrderDetails, payment.Payment) {
	t.Helper()
	o := f.Place(t, key, ordertest.ByCard(ordertest.BuyNow(shopperID, f.item, 1)))
	return o, f.OpenPage(t, o.Order)
}

func TestTopUp_WAL02_isCreditedOnceWithItsBonus(t *testing.T) {
	engines(t, func(t *testing.T, f fixture) {
		customer, _ := f.Customer(t)
		p := f.OpenTopUp(t, customer, 5000, 250)
		paid := f.Gateway.Pay(*p.Session)
		var all sync.WaitGroup
		for range 50 {
			all.Go(func() {
				if err := f.Payments.Receive(context.Background(), "card", paid.Header, paid.Body); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		f.DoJobs(t)
		if got := f.Balance(t, ledger.Wallet(customer)); got != 5250 {
			t.Errorf("the wallet has %d", got)
		}
		if n := f.Number(t, `SELECT COUNT(*) FROM webhooks WHERE handled_at IS NOT NULL`); n != 1 {
			t.Errorf("%d webhooks were handled", n)
		}
		if p = f.read(t, p.ID); p.State != payment.Paid || f.Sum(t, ledger.Gateway("card")) != 5000 {
			t.Errorf("the payment: %+v", p)
		}
	})
}

func TestBegin_I18N01_thePageIsInTheLanguageOfWhoPays(t *testing.T) {
	engines(t, func(t *testing.T, f fixture) {
		customer, _ := f.Customer(t)
		for language, want := range map[string]string{"ar": "محفظة Isle", "en": "Wallet of Isle"} {
			p, err := f.Payments.Begin(t.Context(), payment.Start{
				Gateway: "card", CustomerID: customer, Amount: 1000, Title: "Wallet of Isle", Language: language,
				ReturnURL: "https://shop.example/wallet?in=" + language, ExpiresAt: f.Clock.Now().Add(time.Hour),
			})
			if err != nil {
				t.Fatal(err)
			}
			if got := f.Gateway.Title(*p.Session); got != want {
				t.Errorf("in %s it says %q", language, got)
			}
		}
	})
}

// slow is a gateway that takes its time to open a page. during is called meanwhile.
type slow struct {
	*paymenttest.Gateway
	during func(payment.Checkout)
}

func (g slow) Open(ctx context.Context, c payment.Checkout) (payment.Page, error) {
	page, err := g.Gateway.Open(ctx, c)
	g.during(c)
	return page, err
}

func TestBegin_CHK03_O1_twiceAtOnceReturnsOnePage(t *testing.T) {
	engines(t, func(t *testing.T, f fixture) {
		o := f.Place(t, "opened twice", ordertest.ByCard(ordertest.BuyNow(f.Guest(t), f.item, 1)))
		begin := func(language string) payment.Payment {
			p, err := f.Payments.Begin(t.Context(), payment.Start{
				Gateway: "card", PurchaseID: o.ID, Amount: o.ToPay(), Title: "Order", Language: language,
				ReturnURL: "https://shop.example/order", ExpiresAt: f.Clock.Now().Add(time.Hour),
			})
			if err != nil {
				t.Fatal(err)
			}
			return p
		}
		var first payment.Payment
		f.Payments.ReplaceGateway(slow{f.Gateway, func(c payment.Checkout) {
			if c.Language == "ar" {
				first = begin("en")
			}
		}})
		if second := begin("ar"); second.ID != first.ID || *second.Session != *first.Session || second.URL != first.URL {
			t.Errorf("the first page is %s at %s, the second %s at %s", *first.Session, first.URL, *second.Session, second.URL)
		}
		f.Deliver(t, f.Gateway.Pay(*first.Session))
		if got := f.order(t, o.Order); got.PaymentStatus != "paid" {
			t.Errorf("the order is %s", got.PaymentStatus)
		}
	})
}

func TestTopUp_WAL01_moneyThatDoesNotComeAddsNothing(t *testing.T) {
	engines(t, func(t *testing.T, f fixture) {
		customer, _ := f.Customer(t)
		p := f.OpenTopUp(t, customer, 5000, 250)
		for _, state := range []payment.State{payment.Pending, payment.Failed} {
			hook := f.Gateway.End(*p.Session, state)
			if err := f.Payments.Receive(t.Context(), "card", hook.Header, hook.Body); err != nil {
				t.Fatal(err)
			}
			f.DoJobs(t)
			if got := f.read(t, p.ID).State; got != state {
				t.Errorf("the payment is %s, want %s", got, state)
			}
			if got := f.Balance(t, ledger.Wallet(customer)); got != 0 {
				t.Errorf("%s: the wallet has %d", state, got)
			}
		}
	})
}

// Money that comes while its account is being deleted goes back: the deletion has emptied the wallet.
func TestTopUp_WAL01_PROF05_goesBackIfTheAccountIsBeingDeleted(t *testing.T) {
	engines(t, func(t *testing.T, f fixture) {
		customer, _ := f.Customer(t)
		p := f.OpenTopUp(t, customer, 5000, 0)
		paid := f.Gateway.Pay(*p.Session)
		if err := f.Payments.Receive(t.Context(), "card", paid.Header, paid.Body); err != nil {
			t.Fatal(err)
		}
		erasing := make(chan struct{})
		var deletion sync.WaitGroup
		deletion.Go(func() {
			err := db.InTx(context.Background(), f.DB, func(tx *db.Tx) error {
				if _, err := db.Exec(context.Background(), tx, `UPDATE customers SET erased_at = 1 WHERE id = $1`, customer); err != nil {
					return err
				}
				close(erasing)
				dbtest.WaitUntilOneWaits(t, f.DB)
				return f.Wallets.Erase(context.Background(), tx, customer)
			})
			if err != nil {
				t.Error(err)
			}
		})
		<-erasing
		f.DoJobs(t)
		deletion.Wait()
		if got := f.Balance(t, ledger.Wallet(customer)); got != 0 {
			t.Errorf("the wallet has %d", got)
		}
		if got := f.charges(t, p.ID); !slices.Equal(got, []payment.ChargeStatus{payment.Returned}) {
			t.Errorf("the money is %v", got)
		}
	})
}

// handle does what the stored webhooks say, without the other jobs.
func (f fixture) handle(t *testing.T) {
	t.Helper()
	ids, err := db.Many[int64](t.Context(), f.DB.R, `SELECT id FROM webhooks WHERE handled_at IS NULL`)
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range ids {
		if err := f.Payments.HandleWebhook(t.Context(), id); err != nil {
			t.Fatal(err)
		}
	}
}

func TestReceive_WAL02_refusesForgeries(t *testing.T) {
	engines(t, func(t *testing.T, f fixture) {
		customer, _ := f.Customer(t)
		p := f.OpenTopUp(t, customer, 5000, 0)
		paid := f.Gateway.Pay(*p.Session)
		other := paymenttest.New("card", f.Clock.Now)
		other.Secret = "guessed"
		signature := paid.Header.Get("")
		with := func(s string) paymenttest.Header { return paymenttest.Header(s) }
		larger := []byte(strings.Replace(string(paid.Body), "5000", "9000", 1))
		old := signature
		f.Clock.Advance(10 * time.Minute)
		forgeries := map[string]paymenttest.Webhook{
			"an old signature":         {Header: with(old), Body: paid.Body},
			"another secret":           other.Sign(payment.Event{Kind: "page.paid", Report: &payment.Report{Session: *p.Session, PaymentID: p.ID, State: payment.Paid}}),
			"no header":                {Header: with(""), Body: paid.Body},
			"a larger amount":          {Header: with(f.resign(paid.Body)), Body: larger},
			"a space in the body":      {Header: with(f.resign(paid.Body)), Body: append([]byte(" "), paid.Body...)},
			"a shorter body":           {Header: with(f.resign(paid.Body)), Body: paid.Body[:len(paid.Body)-1]},
			"a signature without time": {Header: with(strings.SplitN(signature, ".", 2)[1]), Body: paid.Body},
			"no body":                  {Header: with(f.resign(paid.Body)), Body: nil},
			"a later time":             {Header: with("9" + f.resign(paid.Body)), Body: paid.Body},
			"no time":                  {Header: with("." + strings.SplitN(f.resign(paid.Body), ".", 2)[1]), Body: paid.Body},
			"half of the signature":    {Header: with(f.resign(paid.Body)[:30]), Body: paid.Body},
			"capital letters":          {Header: with(strings.ToUpper(f.resign(paid.Body))), Body: paid.Body},
		}
		for name, h := range forgeries {
			if err := f.Payments.Receive(t.Context(), "card", h.Header, h.Body); !errs.Is(err, errs.Invalid) {
				t.Errorf("%s: %v", name, err)
			}
		}
		if err := f.Payments.Receive(t.Context(), "cash", paid.Header, paid.Body); !errs.Is(err, errs.NotFound) {
			t.Errorf("a gateway that is not set up: %v", err)
		}
		if n := f.Number(t, `SELECT COUNT(*) FROM webhooks`); n != 0 || f.Balance(t, ledger.Wallet(customer)) != 0 {
			t.Errorf("%d forgeries are stored", n)
		}
	})
}

// resign is a good signature of a body now.
func (f fixture) resign(body []byte) string { return f.Gateway.SignBody(body).Header.Get("") }

func TestOrder_CHK03_isPaidByCard(t *testing.T) {
	engines(t, func(t *testing.T, f fixture) {
		o, p := f.placeByCard(t, "paid by card", f.Guest(t))
		if !o.AwaitsPayment() || o.PaymentDueAt == nil || *o.PaymentDueAt != f.Clock.Now().Add(30*time.Minute).UnixMilli() {
			t.Errorf("placed: %+v", o.Order)
		}
		if again := f.OpenPage(t, o.Order); again.ID != p.ID {
			t.Error("the open page is not used again")
		}
		if err := f.Orders.Move(t.Context(), o.ID, order.Confirmed, order.ByVendor, ""); !errs.Is(err, errs.Conflict) {
			t.Errorf("confirmed before it was paid: %v", err)
		}
		f.Deliver(t, f.Gateway.Pay(*p.Session))
		if got := f.order(t, o.Order); got.PaymentStatus != "paid" || got.PaymentDueAt != nil || f.Sum(t, ledger.Gateway("card")) != o.Total {
			t.Errorf("paid: %+v", got.Order)
		}
		if err := f.Orders.Move(t.Context(), o.ID, order.Confirmed, order.ByVendor, ""); err != nil {
			t.Error(err)
		}
	})
}

func TestOrder_O2_aSecondPaymentGoesBack(t *testing.T) {
	engines(t, func(t *testing.T, f fixture) {
		o, p := f.placeByCard(t, "paid twice", f.Guest(t))
		first, second := f.Gateway.Pay(*p.Session), f.Gateway.Pay(*p.Session)
		f.Deliver(t, first, second, first)
		if got := f.charges(t, p.ID); !slices.Equal(got, []payment.ChargeStatus{payment.Accepted, payment.Returned}) {
			t.Errorf("charges: %v", got)
		}
		if f.Sum(t, ledger.Gateway("card")) != o.Total || f.Sum(t, ledger.Clearing) != 0 {
			t.Errorf("the gateway has %d, %d is to be sent back", f.Sum(t, ledger.Gateway("card")), f.Sum(t, ledger.Clearing))
		}
		if got := f.order(t, o.Order); got.PaymentStatus != "paid" {
			t.Errorf("the order is %s", got.PaymentStatus)
		}
	})
}

func TestOrder_ORD05_moneyThatComesTooLateGoesBack(t *testing.T) {
	engines(t, func(t *testing.T, f fixture) {
		o, p := f.placeByCard(t, "too late", f.Guest(t))
		f.Clock.Advance(31 * time.Minute)
		paid := f.Gateway.Pay(*p.Session) // its webhook comes after the order was canceled
		f.Gateway.Fail = func(call string) error { return errors.New("the gateway is away") }
		f.waitForCancel(t)
		if got := f.order(t, o.Order); got.Status != order.Canceled || f.Number(t, `SELECT quantity FROM stock WHERE item_id = $1`, f.item.ID) != 5 {
			t.Errorf("not paid in time: %+v", got.Order)
		}
		f.Gateway.Fail = nil
		f.Deliver(t, f.Gateway.SignBody(paid.Body))
		if got := f.order(t, o.Order); got.PaymentStatus != "refunded" {
			t.Errorf("the order is %s", got.PaymentStatus)
		}
		if f.Sum(t, ledger.Gateway("card")) != 0 || f.Sum(t, ledger.Clearing) != 0 || f.Number(t, `SELECT COUNT(*) FROM payment_refunds WHERE status = 'done'`) != 1 {
			t.Errorf("the gateway has %d, %d is to be sent back", f.Sum(t, ledger.Gateway("card")), f.Sum(t, ledger.Clearing))
		}
	})
}

func TestOrder_ORD05_aCanceledOrderSendsItsMoneyBackOnce(t *testing.T) {
	engines(t, func(t *testing.T, f fixture) {
		customer, shopper := f.WithMoney(t, 400)
		r := ordertest.ByCard(ordertest.BuyNow(shopper, f.item, 1))
		r.CustomerID, r.UseWallet = customer, true
		o := f.Place(t, "part wallet, part card", r)
		if o.WalletPart != 400 || o.ToPay() != o.Total-400 || f.Balance(t, ledger.Wallet(customer)) != 0 {
			t.Fatalf("placed: %+v", o.Order)
		}
		p := f.OpenPage(t, o.Order)
		f.Deliver(t, f.Gateway.Pay(*p.Session))
		var all sync.WaitGroup
		for range 20 {
			all.Go(func() { _ = f.Orders.Move(context.Background(), o.ID, order.Canceled, order.ByShopper, "") })
		}
		all.Wait()
		f.DoJobs(t)
		if got := f.Balance(t, ledger.Wallet(customer)); got != 400 {
			t.Errorf("the wallet has %d", got)
		}
		sent := f.Number(t, `SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM payment_refunds WHERE status = 'done'`)
		if sent != int64(o.ToPay()) || f.Sum(t, ledger.Gateway("card")) != 0 {
			t.Errorf("%d was sent back", sent)
		}
	})
}

func TestRefund_O3_thatTheGatewayRefusesWaitsForAPerson(t *testing.T) {
	engines(t, func(t *testing.T, f fixture) {
		o, p := f.placeByCard(t, "refused refund", f.Guest(t))
		f.Deliver(t, f.Gateway.Pay(*p.Session))
		f.Gateway.Fail = func(call string) error {
			if call == "refund" {
				return payment.ErrRefused
			}
			return nil
		}
		if err := f.Orders.Move(t.Context(), o.ID, order.Canceled, order.ByShopper, ""); err != nil {
			t.Fatal(err)
		}
		f.DoJobs(t)
		if n := f.Number(t, `SELECT COUNT(*) FROM payment_refunds WHERE status = 'failed' AND reason <> ''`); n != 1 {
			t.Errorf("%d refunds wait for a person", n)
		}
		if got := f.Sum(t, ledger.Clearing); got != -o.Total {
			t.Errorf("the clearing account has %d", got)
		}
	})
}
