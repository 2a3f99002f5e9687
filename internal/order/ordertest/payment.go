package ordertest

import (
	"context"
	"testing"
	"time"

	"hawker/internal/db"
	"hawker/internal/ledger"
	"hawker/internal/money"
	"hawker/internal/order"
	"hawker/internal/payment"
	"hawker/internal/payment/paymenttest"
	"hawker/internal/purchase"
	"hawker/internal/setting"
)

// Bank and Phone are offline methods: one asks for a number, the other for an image.
var (
	Bank = setting.OfflineMethod{
		ID: "bank", Name: "Bank transfer", Instructions: "IBAN 123", Proof: setting.ProofOptional,
		Fields: []setting.OfflineField{{ID: "number", Label: "Number", Required: true}, {ID: "name", Label: "Name"}},
	}
	Phone = setting.OfflineMethod{ID: "phone", Name: "Phone money", Instructions: "Send it to 555", Proof: setting.ProofRequired}
)

// OfferOffline offers Bank and Phone, each to be paid within an hour.
func (w *Fixture) OfferOffline(t testing.TB) {
	t.Helper()
	w.SetSettings(t, func(s *setting.Settings) {
		s.Payments = setting.Payments{Offline: []setting.OfflineMethod{Bank, Phone}, OfflineMinutes: 60}
	})
}

// ByBank makes a request one that is paid by Bank.
func ByBank(r order.Request) order.Request {
	r.PaymentMethod, r.PaymentGateway = purchase.OfflinePayment, Bank.ID
	return r
}

// OfferDigital offers to pay through the Gateway.
func (w *Fixture) OfferDigital() {
	w.Purchases.Gateways = []purchase.Gateway{payment.Offered(w.Gateway, "Card")}
}

// ByCard is a request that is paid through the Gateway.
func ByCard(r order.Request) order.Request {
	r.PaymentMethod, r.PaymentGateway = purchase.DigitalPayment, "card"
	return r
}

// OpenPage opens the page on which an order is paid.
func (w *Fixture) OpenPage(t testing.TB, o order.Order) payment.Payment {
	t.Helper()
	return w.OpenPurchasePage(t, o.ID, o.ToPay())
}

// OpenPurchasePage opens the page on which an order or a trip is paid.
func (w *Fixture) OpenPurchasePage(t testing.TB, id int64, toPay money.Amount) payment.Payment {
	t.Helper()
	p, err := w.Payments.Begin(context.Background(), payment.Start{
		Gateway: "card", PurchaseID: id, Amount: toPay, Title: "Order", ReturnURL: "https://shop.example/order", ExpiresAt: w.Clock.Now().Add(time.Hour),
	})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// OpenTopUp opens a page on which a customer pays into their wallet.
func (w *Fixture) OpenTopUp(t testing.TB, customerID int64, amount, bonus money.Amount) payment.Payment {
	t.Helper()
	given := func(context.Context, *db.Tx) (string, money.Amount, error) { return "test", bonus, nil }
	p, err := w.Payments.Begin(context.Background(), payment.Start{
		Gateway: "card", CustomerID: customerID, Amount: amount, Bonus: given, Title: "Wallet", ReturnURL: "https://shop.example/wallet", ExpiresAt: w.Clock.Now().Add(time.Hour),
	})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Deliver delivers webhooks of the Gateway, and does what they say.
func (w *Fixture) Deliver(t testing.TB, hooks ...paymenttest.Webhook) {
	t.Helper()
	for _, h := range hooks {
		if err := w.Payments.Receive(context.Background(), "card", h.Header, h.Body); err != nil {
			t.Fatal(err)
		}
	}
	w.DoJobs(t)
}

// WithMoney is a customer with money in the wallet.
func (w *Fixture) WithMoney(t testing.TB, amount money.Amount) (id, shopperID int64) {
	t.Helper()
	w.SetSettings(t, func(s *setting.Settings) { s.Storefront.CustomerWallet, s.Checkout.PartialPayment = true, true })
	id, shopperID = w.Customer(t)
	w.Credit(t, id, amount)
	return id, shopperID
}

// Credit puts money into a customer's wallet.
func (w *Fixture) Credit(t testing.TB, customerID int64, amount money.Amount) {
	t.Helper()
	err := db.InTx(context.Background(), w.DB, func(tx *db.Tx) error {
		return ledger.Post(context.Background(), tx, ledger.Cashback, ledger.Other("test", slug("credit")), w.Clock.Now(),
			[]ledger.Entry{{Account: ledger.Rewards, Amount: amount}, {Account: ledger.Wallet(customerID), Amount: -amount}})
	})
	if err != nil {
		t.Fatal(err)
	}
}

// Balance is what is in an account with a balance.
func (w *Fixture) Balance(t testing.TB, account string) money.Amount {
	t.Helper()
	amount, err := ledger.Balance(context.Background(), w.DB.R, account)
	if err != nil {
		t.Fatal(err)
	}
	return amount
}

// Sum is what all entries of an account add up to.
func (w *Fixture) Sum(t testing.TB, account string) money.Amount {
	t.Helper()
	return money.Amount(w.Number(t, `SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM ledger_entries WHERE account = $1`, account))
}
