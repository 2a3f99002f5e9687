package order

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/ledger"
	"hawker/internal/pricing"
)

// The payment methods (CHK-03).
const (
	CashOnDelivery = "cash_on_delivery" // on delivery, or at the store
	WalletPayment  = "wallet"           // all of it
	DigitalPayment = "digital_payment"  // before, on a page of a gateway; package payment takes it
	OfflinePayment = "offline_payment"  // before, by one of the owner's methods; package offlinepayment checks it
)

// Gateway is a payment gateway that is set up.
type Gateway struct{ ID, Title string }

// The problems with a payment method.
const (
	CODLimit          = "cod_limit"
	PaymentNotOffered = "payment_not_offered"
	WalletTooLow      = "wallet_too_low"
)

const paymentField = "payment_method"

// offerPayment lists how the total may be paid, and checks what the request asks for.
func (q *Quote) offerPayment(ctx context.Context, tx db.Q, r Request, o quoteDeps) error {
	if err := q.useWallet(ctx, tx, r, o); err != nil {
		return err
	}
	q.Gateways, q.OfflineMethods = o.gateways, o.settings.Payments.Offline
	q.PaymentMethods = []string{}
	offer := func(method string, offered bool) {
		if offered {
			q.PaymentMethods = append(q.PaymentMethods, method)
		}
	}
	offer(CashOnDelivery, o.settings.Checkout.CashOnDelivery && !q.tooMuchCash(o))
	offer(WalletPayment, q.WalletBalance >= q.Total && q.Total > 0)
	offer(DigitalPayment, len(q.Gateways) > 0)
	offer(OfflinePayment, len(q.OfflineMethods) > 0)
	q.checkMethod(r, o)
	return nil
}

// tooMuchCash: cash has a limit (CHK-03).
func (q *Quote) tooMuchCash(o quoteDeps) bool {
	limit := o.settings.Checkout.CODMaximum
	return limit > 0 && q.ToPay > limit
}

// useWallet sets what the wallet pays, if the request asks for it (PRC-08).
func (q *Quote) useWallet(ctx context.Context, tx db.Q, r Request, o quoteDeps) (err error) {
	q.ToPay = q.Total
	offered := o.settings.Storefront.CustomerWallet && r.CustomerID != 0
	if offered {
		if q.WalletBalance, err = ledger.Balance(ctx, tx, ledger.Wallet(r.CustomerID)); err != nil {
			return err
		}
	}
	covers, inPart := q.WalletBalance >= q.Total, r.UseWallet && o.settings.Checkout.PartialPayment
	switch {
	case !r.UseWallet && r.PaymentMethod != WalletPayment:
		return nil
	case !offered:
		q.problem(PaymentNotOffered, paymentField, "You have no wallet here. Please choose another way to pay.")
	case covers || inPart && r.PaymentMethod != WalletPayment:
		q.WalletPart = min(q.WalletBalance, q.Total)
		q.ToPay = q.Total - q.WalletPart
		q.Rows = pricing.WithWallet(q.Rows, q.Total, q.WalletPart)
	default:
		q.problem(WalletTooLow, paymentField, "Your wallet has %s. Please choose another way to pay.", o.currency().Format(q.WalletBalance))
	}
	return nil
}

// checkMethod checks how the request pays what the wallet does not.
func (q *Quote) checkMethod(r Request, o quoteDeps) {
	method, gateway := q.method(r)
	_, offline := o.settings.Payments.Method(gateway)
	digital := slices.ContainsFunc(o.gateways, func(g Gateway) bool { return g.ID == gateway })
	cash, others := o.settings.Checkout.CashOnDelivery, len(q.Gateways)+len(q.OfflineMethods) > 0
	switch {
	case q.ToPay == 0 || r.PaymentMethod == WalletPayment: // useWallet has checked it
	case method == OfflinePayment && !offline, method == DigitalPayment && !digital:
		q.problem(PaymentNotOffered, paymentField, "This way to pay is not offered. Please choose another.")
	case method != CashOnDelivery:
	case !cash && others:
		q.problem(PaymentNotOffered, paymentField, "Please choose how to pay.")
	case !cash:
		q.problem(PaymentNotOffered, paymentField, "Cash on delivery is not offered.")
	case q.tooMuchCash(o):
		q.problem(CODLimit, paymentField, "The total amount of the order, exceeds maximum amount of the cash on delivery method")
	}
}

// method is how the order is paid, besides what the wallet pays of it. Nothing said is
// cash, and so is an order that costs nothing.
func (q *Quote) method(r Request) (method, gateway string) {
	switch {
	case q.ToPay == 0 && q.WalletPart > 0:
		return WalletPayment, ""
	case q.ToPay > 0 && (r.PaymentMethod == OfflinePayment || r.PaymentMethod == DigitalPayment):
		return r.PaymentMethod, r.PaymentGateway
	}
	return CashOnDelivery, ""
}

// payFromWallet takes the wallet's part. Another order may have been faster.
func (p *placement) payFromWallet(ctx context.Context, tx *db.Tx, o Order, q Quote) error {
	if o.WalletPart == 0 {
		return nil
	}
	err := ledger.Post(ctx, tx, ledger.WalletPart, ledger.Order(o.ID), q.now, paidEntries(ledger.Wallet(p.CustomerID), o.WalletPart))
	if errors.Is(err, ledger.ErrInsufficient) {
		return q.withQuote(errs.New(errs.PriceChanged, "Your wallet has less than before. Please look at your order once more."))
	}
	if err != nil {
		return fmt.Errorf("pay from the wallet: %w", err)
	}
	return nil
}
