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
	"hawker/internal/errs"
	"hawker/internal/hours"
	"hawker/internal/ledger"
	"hawker/internal/money"
	"hawker/internal/order"
	"hawker/internal/order/ordertest"
	"hawker/internal/payment"
	"hawker/internal/pricing"
	"hawker/internal/purchase"
	"hawker/internal/refund"
	"hawker/internal/setting"
)

// withWallet is a request that is paid from a customer's wallet as far as it goes.
func withWallet(r order.Request, customerID int64) order.Request {
	r.CustomerID, r.Guest, r.UseWallet = customerID, false, true
	return r
}

// deliver moves an order from its placing to the delivery.
func (f fixture) deliver(t *testing.T, o order.Order) {
	t.Helper()
	for _, to := range []order.Status{order.Confirmed, order.Processing, order.Handover, order.PickedUp, order.Delivered} {
		if err := f.Orders.Move(t.Context(), o.ID, to, order.ByAdmin, ""); err != nil {
			t.Fatal(err)
		}
	}
}

func TestPlace_CHK03_theWalletPaysAll(t *testing.T) {
	engines(t, func(t *testing.T, f fixture) {
		customer, shopper := f.WithMoney(t, 5000)
		r := ordertest.BuyNow(shopper, f.item, 1)
		r.CustomerID, r.PaymentMethod = customer, purchase.WalletPayment
		o := f.Place(t, "all from the wallet", r)
		if o.PaymentMethod != purchase.WalletPayment || o.PaymentStatus != "paid" || o.WalletPart != o.Total || f.Balance(t, ledger.Wallet(customer)) != 5000-o.Total {
			t.Errorf("placed: %+v", o.Order)
		}
		f.deliver(t, o.Order)
		admin := f.Admin(t)
		if _, err := f.Orders.DecideRefund(t.Context(), admin, refund.Decision{PurchaseID: o.ID, Approve: true, Whole: true, Reason: "cold"}); err != nil {
			t.Fatal(err)
		}
		if got := f.Balance(t, ledger.Wallet(customer)); got != 5000 {
			t.Errorf("after the refund the wallet has %d", got)
		}
	})
}

func TestPlace_D1_TRAP_W1_theWalletPaysTheRestOfTheQuote(t *testing.T) {
	engines(t, func(t *testing.T, f fixture) {
		customer, shopper := f.WithMoney(t, 300)
		r := withWallet(ordertest.BuyNow(shopper, f.item, 1), customer)
		q, err := f.Orders.Quote(t.Context(), r)
		if err != nil || len(q.Problems) != 0 || q.WalletPart != 300 || q.ToPay != q.Total-300 || q.Rows[len(q.Rows)-1].Amount != q.ToPay {
			t.Fatalf("quote: %+v, %v", q.Problems, err)
		}
		agreed := r
		agreed.AcceptedTotal, agreed.Digest = q.Total, q.Digest
		f.Credit(t, customer, -100) // spent meanwhile
		if _, err := f.Orders.Place(t.Context(), "less than before", agreed); !errs.Is(err, errs.PriceChanged) {
			t.Errorf("placed although more is to be paid than agreed: %v", err)
		}
		f.Credit(t, customer, 50)
		o := f.Place(t, "agreed again", r)
		if o.WalletPart != 250 || o.PaymentStatus != "unpaid" || o.PaymentMethod != purchase.CashOnDelivery {
			t.Errorf("placed: %+v", o.Order)
		}
		f.deliver(t, o.Order)
		if got := f.Sum(t, ledger.Cash); got != o.Total-250 {
			t.Errorf("%d was taken at the door", got)
		}
	})
}

func TestPlace_CHK03_refusesAWalletThatDoesNotSuffice(t *testing.T) {
	engines(t, func(t *testing.T, f fixture) {
		customer, shopper := f.WithMoney(t, 300)
		whole := ordertest.BuyNow(shopper, f.item, 1)
		whole.CustomerID, whole.PaymentMethod = customer, purchase.WalletPayment
		guest := withWallet(ordertest.BuyNow(f.Guest(t), f.item, 1), 0)
		problem := func(r order.Request) string {
			q, err := f.Orders.Quote(t.Context(), r)
			if err != nil || len(q.Problems) != 1 || q.WalletPart != 0 {
				t.Fatalf("%+v, %v", q.Problems, err)
			}
			return q.Problems[0].Code
		}
		if got := problem(whole); got != purchase.WalletTooLow {
			t.Error(got)
		}
		if got := problem(guest); got != purchase.PaymentNotOffered {
			t.Error(got)
		}
		f.SetSettings(t, func(s *setting.Settings) { s.Checkout.PartialPayment = false })
		if got := problem(withWallet(ordertest.BuyNow(shopper, f.item, 1), customer)); got != purchase.WalletTooLow {
			t.Error(got)
		}
	})
}

func TestPlace_TRAP_W1_parallelOrdersSpendAWalletOnce(t *testing.T) {
	engines(t, func(t *testing.T, f fixture) {
		item := f.Item(t, f.Store(t, nil), 1000, ordertest.Unlimited, nil)
		customer, shopper := f.WithMoney(t, 1)
		r := ordertest.BuyNow(shopper, item, 1)
		r.CustomerID, r.PaymentMethod = customer, purchase.WalletPayment
		q, err := f.Orders.Quote(t.Context(), r)
		if err != nil {
			t.Fatal(err)
		}
		f.Credit(t, customer, 5*q.Total-1)
		r = f.Agree(t, r)
		var all sync.WaitGroup
		for i := range 20 {
			all.Go(func() {
				_, err := f.Orders.Place(context.Background(), "parallel order "+string(rune('a'+i)), r)
				if err != nil && !errs.Is(err, errs.PriceChanged) && !errs.Is(err, errs.Invalid) {
					t.Error(err)
				}
			})
		}
		all.Wait()
		if n := f.Number(t, `SELECT COUNT(*) FROM orders WHERE payment_method = 'wallet'`); n != 5 || f.Balance(t, ledger.Wallet(customer)) != 0 {
			t.Errorf("%d orders were paid by a wallet for 5, %d is left", n, f.Balance(t, ledger.Wallet(customer)))
		}
	})
}

func TestRefund_O3_goesToTheCardFirstAndThenToTheWallet(t *testing.T) {
	engines(t, func(t *testing.T, f fixture) {
		customer, shopper := f.WithMoney(t, 1200)
		o := f.Place(t, "two parts", withWallet(ordertest.ByCard(ordertest.BuyNow(shopper, f.item, 3)), customer))
		p := f.OpenPage(t, o.Order)
		f.Deliver(t, f.Gateway.Pay(*p.Session))
		f.deliver(t, o.Order)
		admin := f.Admin(t)
		giveBack := func(units int64) money.Amount {
			t.Helper()
			before := f.order(t, o.Order)
			got, err := f.Orders.DecideRefund(t.Context(), admin, refund.Decision{
				PurchaseID: o.ID, Approve: true, Reason: "missing", Refunded: before.Refunded, Lines: []refund.Line{{LineID: o.Lines[0].ID, Quantity: units}},
			})
			if err != nil {
				t.Fatal(err)
			}
			f.DoJobs(t)
			return got.Refunded - before.Refunded
		}
		first := giveBack(1)
		if got := f.Balance(t, ledger.Wallet(customer)); got != 0 {
			t.Errorf("of the first %d, %d went into the wallet", first, got)
		}
		second := giveBack(1)
		fromCard := min(second, o.ToPay()-first)
		if got := f.Balance(t, ledger.Wallet(customer)); got != second-fromCard {
			t.Errorf("of the second %d, %d went into the wallet, want %d", second, got, second-fromCard)
		}
		if _, err := f.Orders.DecideRefund(t.Context(), admin, refund.Decision{PurchaseID: o.ID, Approve: true, Whole: true, Reason: "all", Refunded: first + second}); err != nil {
			t.Fatal(err)
		}
		f.DoJobs(t)
		if f.Balance(t, ledger.Wallet(customer)) != 1200 || f.Sum(t, ledger.Gateway("card")) != 0 || f.Sum(t, ledger.Clearing) != 0 {
			t.Errorf("at last the wallet has %d, the gateway %d", f.Balance(t, ledger.Wallet(customer)), f.Sum(t, ledger.Gateway("card")))
		}
	})
}

func TestRefund_O3_canGoIntoTheWallet(t *testing.T) {
	engines(t, func(t *testing.T, f fixture) {
		customer, shopper := f.WithMoney(t, 100)
		admin := f.Admin(t)
		r := ordertest.BuyNow(shopper, f.item, 2)
		o := f.Place(t, "cash, refunded into the wallet", r)
		f.deliver(t, o.Order)
		decide := func(d refund.Decision) {
			t.Helper()
			d.PurchaseID, d.Approve, d.ToWallet, d.Reason, d.Refunded = o.ID, true, true, "cold", f.order(t, o.Order).Refunded
			if _, err := f.Orders.DecideRefund(t.Context(), admin, d); err != nil {
				t.Fatal(err)
			}
		}
		decide(refund.Decision{Lines: []refund.Line{{LineID: o.Lines[0].ID, Quantity: 1}}})
		decide(refund.Decision{Whole: true})
		if got := f.Balance(t, ledger.Wallet(customer)); got != 100+o.Total || f.Sum(t, ledger.Cash) != o.Total {
			t.Errorf("the wallet has %d, the till %d", got, f.Sum(t, ledger.Cash))
		}
		guest := f.Place(t, "a guest has no wallet", ordertest.BuyNow(f.Guest(t), f.item, 1))
		f.deliver(t, guest.Order)
		if _, err := f.Orders.DecideRefund(t.Context(), admin, refund.Decision{PurchaseID: guest.ID, Approve: true, Whole: true, ToWallet: true, Reason: "x"}); !errs.Is(err, errs.Conflict) {
			t.Errorf("a guest's refund into a wallet: %v", err)
		}
		late := f.Place(t, "wallets are switched off", r)
		f.deliver(t, late.Order)
		f.SetSettings(t, func(s *setting.Settings) { s.Storefront.CustomerWallet = false })
		d := refund.Decision{PurchaseID: late.ID, Approve: true, Whole: true, ToWallet: true, Reason: "x"}
		if _, err := f.Orders.DecideRefund(t.Context(), admin, d); !errs.Is(err, errs.Conflict) || f.order(t, late.Order).Refunded != 0 {
			t.Errorf("while wallets are switched off: %v", err)
		}
	})
}

func TestChangeMethod_CHK03_anotherWayToPay(t *testing.T) {
	engines(t, func(t *testing.T, f fixture) {
		customer, shopper := f.WithMoney(t, 10_000)
		o, p := f.placeByCard(t, "changes its mind", shopper)
		change := func(method, gateway string) (order.OrderDetails, error) {
			return f.Orders.ChangeMethod(t.Context(), order.Owner{ShopperID: shopper}, purchase.MethodChange{ID: o.ID, CustomerID: customer, Method: method, Gateway: gateway})
		}
		if _, err := change(purchase.DigitalPayment, "none"); !errs.Is(err, errs.Invalid) {
			t.Errorf("a gateway that is not set up: %v", err)
		}
		if again, err := change(purchase.DigitalPayment, "card"); err != nil || *again.PaymentDueAt != *o.PaymentDueAt {
			t.Errorf("trying again gives more time: %v", err)
		}
		got, err := change(purchase.WalletPayment, "")
		if err != nil || got.PaymentStatus != "paid" || got.WalletPart != o.Total || got.PaymentDueAt != nil || f.Balance(t, ledger.Wallet(customer)) != 10_000-o.Total {
			t.Errorf("paid from the wallet: %+v, %v", got.Order, err)
		}
		if _, err := change(purchase.CashOnDelivery, ""); !errs.Is(err, errs.Conflict) {
			t.Errorf("changed after it was paid: %v", err)
		}
		f.DoJobs(t) // the page is closed
		if got := f.read(t, p.ID); !got.State.Ended() {
			t.Errorf("the page of the card is still %s", got.State)
		}
		f.Deliver(t, f.Gateway.Pay(*p.Session)) // but was paid at the last moment
		if f.Sum(t, ledger.Gateway("card")) != 0 || f.Number(t, `SELECT COUNT(*) FROM payment_refunds WHERE status = 'done'`) != 1 {
			t.Error("the second payment did not go back")
		}

		cash, _ := f.placeByCard(t, "cash after all", shopper)
		if changed, err := f.Orders.ChangeMethod(t.Context(), order.Owner{ShopperID: shopper}, purchase.MethodChange{ID: cash.ID, Method: purchase.CashOnDelivery}); err != nil || changed.AwaitsPayment() {
			t.Errorf("cash after all: %v", err)
		}
		f.Clock.Advance(time.Hour)
		f.DoJobs(t)
		if got := f.order(t, cash.Order); got.Status != order.Pending {
			t.Errorf("an order in cash is %s after an hour", got.Status)
		}
	})
}

func TestChangeMethod_CHK03_keepsThePageThatIsNeededAgain(t *testing.T) {
	engines(t, func(t *testing.T, f fixture) {
		f.OfferOffline(t)
		_, shopper := f.Customer(t)
		o, p := f.placeByCard(t, "by card after all", shopper)
		change := func(method, gateway string) {
			t.Helper()
			if _, err := f.Orders.ChangeMethod(t.Context(), order.Owner{ShopperID: shopper}, purchase.MethodChange{ID: o.ID, Method: method, Gateway: gateway}); err != nil {
				t.Fatal(err)
			}
		}
		f.Gateway.Fail = func(call string) error {
			if call == "close" {
				return errors.New("the gateway is away")
			}
			return nil
		}
		change(purchase.OfflinePayment, ordertest.Bank.ID)
		f.DoJobs(t)
		change(purchase.DigitalPayment, "card")
		f.Gateway.Fail = nil
		f.Clock.Advance(time.Minute)
		f.DoJobs(t)
		if again := f.OpenPage(t, o.Order); again.ID != p.ID || !f.Gateway.Payable(*p.Session) {
			t.Errorf("the page that is needed again is %s", f.read(t, p.ID).State)
		}
		change(purchase.OfflinePayment, ordertest.Bank.ID)
		f.DoJobs(t)
		if got := f.read(t, p.ID).State; got != payment.Expired || f.Gateway.Payable(*p.Session) {
			t.Errorf("the page that is not needed any more is %s", got)
		}
	})
}

// An order that is not paid yet begins when it is paid, so its store must still take it then.
func TestChangeMethod_TRAP_H5_TRAP_H4_theStoreMustStillTakeTheOrder(t *testing.T) {
	engines(t, func(t *testing.T, f fixture) {
		customer, shopper := f.WithMoney(t, 10_000)
		store := f.Store(t, func(s *catalog.Store) {
			s.PreparationMinutes = 0
			s.Schedule.V = hours.Schedule{Week: []hours.Opening{{Day: time.Friday, Opens: 8 * 60, Closes: 12*60 + 40}, {Day: time.Saturday, Opens: 8 * 60, Closes: 9 * 60}}}
		})
		item := f.Item(t, store, 1000, ordertest.Unlimited, nil)
		place := func(key string, at time.Time) order.OrderDetails {
			r := ordertest.ByCard(ordertest.BuyNow(shopper, item, 1))
			r.ScheduleAt = at
			return f.Place(t, key, r)
		}
		pay := func(o order.OrderDetails, method, gateway string) error {
			_, err := f.Orders.ChangeMethod(t.Context(), order.Owner{ShopperID: shopper}, purchase.MethodChange{ID: o.ID, CustomerID: customer, Method: method, Gateway: gateway})
			return err
		}
		now, soon, tomorrow := place("now", time.Time{}), place("soon", ordertest.Now), place("tomorrow", ordertest.Now.Add(20*time.Hour))
		for name, o := range map[string]order.OrderDetails{"now": now, "soon": soon, "tomorrow": tomorrow} {
			if err := pay(o, purchase.DigitalPayment, "card"); err != nil {
				t.Errorf("%s, at once: %v", name, err)
			}
		}
		f.Clock.Advance(15 * time.Minute)
		for name, o := range map[string]order.OrderDetails{"now": now, "soon": soon} {
			for method, gateway := range map[string]string{purchase.DigitalPayment: "card", purchase.WalletPayment: "", purchase.CashOnDelivery: ""} {
				if err := pay(o, method, gateway); !errs.Is(err, errs.Conflict) || !strings.Contains(err.Error(), "for another time") {
					t.Errorf("%s, too late, by %s: %v", name, method, err)
				}
			}
		}
		if err := pay(tomorrow, purchase.WalletPayment, ""); err != nil {
			t.Errorf("for tomorrow: %v", err)
		}
		if got := f.Balance(t, ledger.Wallet(customer)); got != 10_000-tomorrow.Total {
			t.Errorf("the wallet has %d", got)
		}
	})
}

// The wallet pays a part when the order is placed, and the rest later. The rows say so, as
// those of an order that it paid at once.
func TestChangeMethod_PRC08_TRAP_M8_theRowsSayWhatTheWalletHasPaid(t *testing.T) {
	engines(t, func(t *testing.T, f fixture) {
		f.SetSettings(t, func(s *setting.Settings) { s.Checkout.PartialPayment = true })
		customer, shopper := f.WithMoney(t, 300)
		r := withWallet(ordertest.BuyNow(shopper, f.item, 1), customer)
		r.PaymentMethod, r.PaymentGateway = purchase.DigitalPayment, "card"
		o := f.Place(t, "a part from the wallet", r)
		expectWalletRows(t, o.Rows(), -300, o.Total-300)
		f.Credit(t, customer, 10_000)
		change := purchase.MethodChange{ID: o.ID, CustomerID: customer, Method: purchase.WalletPayment}
		got, err := f.Orders.ChangeMethod(t.Context(), order.Owner{ShopperID: shopper}, change)
		if err != nil {
			t.Fatal(err)
		}
		expectWalletRows(t, got.Rows(), -o.Total, 0)
	})
}

// expectWalletRows expects one row for what the wallet has paid and one for the rest.
func expectWalletRows(t *testing.T, rows []pricing.Row, wallet, toPay money.Amount) {
	t.Helper()
	got := map[pricing.Code][]money.Amount{}
	for _, r := range rows {
		got[r.Code] = append(got[r.Code], r.Amount)
	}
	if !slices.Equal(got[pricing.RowWallet], []money.Amount{wallet}) || !slices.Equal(got[pricing.RowToPay], []money.Amount{toPay}) {
		t.Errorf("rows %v, want %d from the wallet and %d to pay", rows, wallet, toPay)
	}
}

func TestTip_isTheRidersAfterTheDelivery(t *testing.T) {
	engines(t, func(t *testing.T, f fixture) {
		f.SetSettings(t, func(s *setting.Settings) { s.Checkout.RiderTips = true })
		r := ordertest.BuyNow(f.Guest(t), f.item, 1)
		r.Tip = 250
		o := f.Place(t, "with a tip", r)
		rider := f.Rider(t, o.ZoneID)
		f.Exec(t, `UPDATE orders SET rider_id = $2 WHERE id = $1`, o.ID, rider.ID)
		f.deliver(t, o.Order)
		if got := f.Sum(t, ledger.Rider(rider.ID)); got != -250 || f.Sum(t, ledger.Tips) != 0 {
			t.Errorf("the rider is owed %d", -got)
		}
	})
}
