package purchase

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"hawker/internal/db"
	"hawker/internal/ledger"
	"hawker/internal/money"
	"hawker/internal/setting"
)

// The problems with a payment method.
const (
	CODLimit          = "cod_limit"
	PaymentNotOffered = "payment_not_offered"
	WalletTooLow      = "wallet_too_low"
)

const methodField = "payment_method"

// Asked is how a shopper wants to pay.
type Asked struct {
	CustomerID int64 // whose wallet may pay; 0: a guest
	Method     string
	Gateway    string // id of a gateway or of an offline method
	UseWallet  bool   // pay what it covers from the wallet
}

// Terms say how a total may be paid, and what of it the wallet pays.
type Terms struct {
	WalletBalance  money.Amount // of the customer; 0 without a wallet
	WalletPart     money.Amount // of the total, paid from the wallet
	ToPay          money.Amount // the rest of it
	PaymentMethods []string
	Gateways       []Gateway               // of DigitalPayment, that can take what is to pay
	OfflineMethods []setting.OfflineMethod // the gateways of OfflinePayment
}

// Report takes a problem of what a shopper asks for: a code, a field and a sentence.
type Report func(code, field, format string, args ...any)

// terms are made of these.
type terms struct {
	Terms
	asked    Asked
	total    money.Amount
	settings setting.Settings
	setUp    []Gateway // whether or not they can take what is to pay
	report   Report
}

// Offer says how a total may be paid, and reports the problems with what is asked for
// (PRC-08, CHK-03).
func Offer(ctx context.Context, q db.Q, a Asked, total money.Amount, s setting.Settings, gateways []Gateway, report Report) (Terms, error) {
	t := terms{asked: a, total: total, settings: s, setUp: gateways, report: report}
	t.OfflineMethods, t.PaymentMethods = s.Payments.Offline, []string{}
	if err := t.useWallet(ctx, q); err != nil {
		return t.Terms, err
	}
	// A gateway can be chosen instead of a wallet that covers everything.
	t.Gateways = Taking(gateways, cmp.Or(t.ToPay, total), s.Currency)
	offer := func(method string, offered bool) {
		if offered {
			t.PaymentMethods = append(t.PaymentMethods, method)
		}
	}
	offer(CashOnDelivery, s.Checkout.CashOnDelivery && !t.tooMuchCash())
	offer(WalletPayment, t.WalletBalance >= total && total > 0)
	offer(DigitalPayment, len(t.Gateways) > 0)
	offer(OfflinePayment, len(t.OfflineMethods) > 0)
	t.checkMethod()
	return t.Terms, nil
}

// Taking returns those of the gateways that can take exactly an amount (M7). Nothing is to
// be paid of 0, so all of them can.
func Taking(all []Gateway, amount money.Amount, c setting.Currency) []Gateway {
	var able []Gateway
	for _, g := range all {
		if amount == 0 || g.Takes(amount, c) {
			able = append(able, g)
		}
	}
	return able
}

// has reports whether a gateway is in the list.
func has(all []Gateway, id string) bool {
	return slices.ContainsFunc(all, func(g Gateway) bool { return g.ID == id })
}

// tooMuchCash: cash has a limit (CHK-03).
func (t *terms) tooMuchCash() bool {
	limit := t.settings.Checkout.CODMaximum
	return limit > 0 && t.ToPay > limit
}

// useWallet sets what the wallet pays, if that is asked for (PRC-08).
func (t *terms) useWallet(ctx context.Context, q db.Q) (err error) {
	t.ToPay = t.total
	offered := t.settings.Storefront.CustomerWallet && t.asked.CustomerID != 0
	if offered {
		if t.WalletBalance, err = ledger.Balance(ctx, q, ledger.Wallet(t.asked.CustomerID)); err != nil {
			return err
		}
	}
	covers, inPart := t.WalletBalance >= t.total, t.asked.UseWallet && t.settings.Checkout.PartialPayment
	switch {
	case !t.asked.UseWallet && t.asked.Method != WalletPayment:
		return nil
	case !offered:
		t.report(PaymentNotOffered, methodField, "You have no wallet here. Please choose another way to pay.")
	case covers || inPart && t.asked.Method != WalletPayment:
		t.WalletPart = min(t.WalletBalance, t.total)
		t.ToPay = t.total - t.WalletPart
	default:
		t.report(WalletTooLow, methodField, "Your wallet has %s. Please choose another way to pay.", t.settings.Currency.Money().Format(t.WalletBalance))
	}
	return nil
}

// checkMethod checks how the wallet's rest is paid.
func (t *terms) checkMethod() {
	method, gateway := t.Method(t.asked)
	_, offline := t.settings.Payments.Method(gateway)
	digital, amount := has(t.Gateways, gateway), t.settings.Currency.Money().Format(t.ToPay)
	cash, others := t.settings.Checkout.CashOnDelivery, len(t.Gateways)+len(t.OfflineMethods) > 0
	switch {
	case t.ToPay == 0 || t.asked.Method == WalletPayment: // useWallet has checked it
	case len(t.PaymentMethods) == 0 && !cash && len(t.setUp) > 0:
		t.report(PaymentNotOffered, methodField, "There is no way to pay exactly %s here. Please change what you buy, or contact us.", amount)
	case method == DigitalPayment && !digital && has(t.setUp, gateway):
		t.report(PaymentNotOffered, methodField, CannotTake, amount)
	case method == OfflinePayment && !offline, method == DigitalPayment && !digital:
		t.report(PaymentNotOffered, methodField, "This way to pay is not offered. Please choose another.")
	case method != CashOnDelivery:
	case !cash && others:
		t.report(PaymentNotOffered, methodField, "Please choose how to pay.")
	case !cash:
		t.report(PaymentNotOffered, methodField, "Cash on delivery is not offered.")
	case t.tooMuchCash():
		t.report(CODLimit, methodField, "The total amount of the order, exceeds maximum amount of the cash on delivery method")
	}
}

// CannotTake says that a gateway cannot take an amount.
const CannotTake = "This way to pay cannot take exactly %s. Please choose another."

// Method is how a purchase is paid, besides what the wallet pays of it. Nothing said is
// cash, and so is one that costs nothing.
func (t Terms) Method(a Asked) (method, gateway string) {
	switch {
	case t.ToPay == 0 && t.WalletPart > 0:
		return WalletPayment, ""
	case t.ToPay > 0 && (a.Method == OfflinePayment || a.Method == DigitalPayment):
		return a.Method, a.Gateway
	}
	return CashOnDelivery, ""
}

// Payment is how a purchase is paid that is placed now.
func (t Terms) Payment(a Asked, total money.Amount, now time.Time) Payment {
	p := Payment{PaymentStatus: Unpaid, Total: total, WalletPart: t.WalletPart}
	p.PaymentMethod, p.PaymentGateway = t.Method(a)
	if p.PaymentMethod == WalletPayment {
		at := now.UnixMilli()
		p.PaymentStatus, p.PaidAt = Paid, &at
	}
	return p
}

// ErrWalletTooLow is returned when another purchase was faster.
var ErrWalletTooLow = errors.New("the wallet has less than before")

// PayFromWallet takes the wallet's part of a purchase that is placed now.
func (r Row) PayFromWallet(ctx context.Context, tx *db.Tx, customerID int64, at time.Time) error {
	if r.WalletPart == 0 {
		return nil
	}
	err := ledger.Post(ctx, tx, ledger.WalletPart, r.subject(), at, PaidEntries(ledger.Wallet(customerID), r.WalletPart))
	if errors.Is(err, ledger.ErrInsufficient) {
		return ErrWalletTooLow
	}
	if err != nil {
		return fmt.Errorf("pay from the wallet: %w", err)
	}
	return nil
}
