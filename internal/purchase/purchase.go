// Package purchase is what an order and a trip share: how a shopper agrees to it, how it
// is paid, with money or a coupon, and how money goes back (ADR 0019).
//
// Both have the same columns for it in their tables, so the code is here once, over the
// name of the table. It does not know what is bought: packages order and trip do, and each
// is the Holder of its purchases. All ids come from one table.
package purchase

import (
	"fmt"
	"time"

	"hawker/internal/errs"
	"hawker/internal/ledger"
	"hawker/internal/money"
)

// Kind is what is bought.
type Kind string

// The kinds.
const (
	Order Kind = "order"
	Trip  Kind = "trip"
)

// table is where the purchases of this kind are.
func (k Kind) table() string {
	if k == Trip {
		return "trips"
	}
	return "orders"
}

// Subject is what the transfers of a purchase belong to in the ledger.
func (k Kind) Subject(id int64) ledger.Subject {
	if k == Order {
		return ledger.Order(id)
	}
	return ledger.Other(string(k), id)
}

// Event is the kind of a transfer of the ledger, such as order_paid.
func (k Kind) Event(event string) ledger.Kind { return ledger.Kind(fmt.Sprintf("%s_%s", k, event)) }

// The payment methods (CHK-03).
const (
	CashOnDelivery = "cash_on_delivery" // on delivery, at the store, or when a vehicle is handed over
	WalletPayment  = "wallet"           // all of it
	DigitalPayment = "digital_payment"  // before, on a page of a gateway; package payment takes it
	OfflinePayment = "offline_payment"  // before, by one of the owner's methods; package offlinepayment checks it
)

// The payment statuses.
const (
	Unpaid   = "unpaid"
	Paid     = "paid"
	Refunded = "refunded" // it ended, and all that was paid goes back
)

// Payment is how a purchase is paid, as its row has it.
type Payment struct {
	PaymentMethod  string
	PaymentStatus  string // Unpaid, Paid or Refunded
	PaymentGateway string // by which gateway, or which of the owner's methods, it is paid; "": neither
	PaymentDueAt   *int64 // unpaid then, it is canceled, Unix milliseconds; nil: it is not
	PaidAt         *int64 // when it was paid, if that was before its store began, Unix milliseconds
	Total          money.Amount
	WalletPart     money.Amount // the part of the total that was paid from the shopper's wallet

	// PaidBack is the part of a payment outside of the shop that an admin has paid back.
	PaidBack money.Amount
	// WalletBack is the part of the total that was given back into the wallet.
	WalletBack money.Amount
	// Refunded is the money given back by refunds. It does not count a canceled purchase;
	// TotalBack does.
	Refunded money.Amount
	// CashRefunded is the part of the cash that was taken and is refunded.
	CashRefunded money.Amount
	// CashRepaid is the part of CashRefunded that an admin has paid back.
	CashRepaid money.Amount
}

// PaidFirst reports whether it is paid before its store begins.
func (p Payment) PaidFirst() bool { return p.PaymentMethod != CashOnDelivery }

// Awaited reports whether the payment of a purchase that is under way must still come.
func (p Payment) Awaited() bool { return p.PaidFirst() && p.PaymentStatus == Unpaid }

// PaidSoFar is what was paid of the total, with what was given back since.
func (p Payment) PaidSoFar() money.Amount {
	if p.PaymentStatus == Unpaid {
		return p.WalletPart
	}
	return p.Total
}

// TotalBack is the part of the total that was given back. Unlike Refunded, it counts what goes
// back when a purchase is canceled.
func (p Payment) TotalBack() money.Amount {
	if p.PaymentStatus == Refunded {
		return p.Total
	}
	return max(p.Refunded, p.WalletBack) // unpaid, only its wallet's part can be back
}

// ToPay is the part of the total that the wallet did not pay.
func (p Payment) ToPay() money.Amount { return p.Total - p.WalletPart }

// ToPayBack is what an admin still has to pay back: cash, and money that was paid outside of
// the shop.
func (p Payment) ToPayBack() money.Amount { return p.CashToPayBack() + p.OfflineToPayBack() }

// Owing is what an admin has to pay back, as the admin has seen it.
type Owing struct {
	ToPayBack money.Amount
	Refunded  money.Amount // so far; distinguishes two debts of the same amount
}

// Owing returns what an admin has to pay back now.
func (p Payment) Owing() Owing { return Owing{p.ToPayBack(), p.Refunded} }

// CashToPayBack is the part of ToPayBack that is cash.
func (p Payment) CashToPayBack() money.Amount { return p.CashRefunded - p.CashRepaid }

// OfflineToPayBack is the part of ToPayBack that was paid outside of the shop.
func (p Payment) OfflineToPayBack() money.Amount {
	if p.PaymentMethod != OfflinePayment {
		return 0
	}
	if p.PaymentStatus == Refunded {
		return p.Total - p.WalletBack - p.PaidBack
	}
	return max(0, p.Refunded-p.WalletBack-p.PaidBack) // unpaid, with its wallet's part back: nothing
}

// PaidInto is the account of the ledger to which the money comes, besides what the wallet
// pays.
func (p Payment) PaidInto() string {
	switch p.PaymentMethod {
	case OfflinePayment:
		return ledger.Offline
	case DigitalPayment:
		return ledger.Gateway(p.PaymentGateway)
	}
	return ledger.Cash
}

// goesBackFrom is the account from which money is given back. At a gateway it waits in
// the clearing account until the gateway has sent it.
func (p Payment) goesBackFrom() string {
	if p.PaymentMethod == DigitalPayment {
		return ledger.Clearing
	}
	return p.PaidInto()
}

// PaidEntries book money that has come into an account.
func PaidEntries(account string, total money.Amount) []ledger.Entry {
	return []ledger.Entry{{Account: account, Amount: total}, {Account: ledger.Receivable, Amount: -total}}
}

// ReplacedRefund is money that a gateway could not send back, and that was given back in
// another way.
type ReplacedRefund struct {
	PurchaseID int64
	RefundID   string
	Amount     money.Amount
	Reason     string // says the shopper why, and how they got it
}

// Owner is who asks for a purchase: its customer, or somebody with its token (P1).
type Owner struct {
	ShopperID int64  // of the signed-in customer; 0: nobody
	Token     string // "": none
}

// Row is a purchase whose row is locked.
type Row struct {
	Kind Kind
	ID   int64
	Payment
	ShopperID int64
	CreatedAt int64 // Unix milliseconds
	UpdatedAt int64 // Unix milliseconds
	Over      bool  // it is no longer under way

	// PayableUntil is when a payment comes too late for a trip, Unix milliseconds; 0: never.
	PayableUntil int64

	// ReturnsMoney: it has ended so that all that is paid goes back.
	ReturnsMoney bool
}

// AwaitsPayment reports whether its store waits for its payment.
func (r Row) AwaitsPayment() bool { return r.Awaited() && !r.Over }

// PaymentOverdue reports whether the shopper should have paid by now.
func (r Row) PaymentOverdue(now time.Time) bool {
	return r.AwaitsPayment() && r.PaymentDueAt != nil && *r.PaymentDueAt <= now.UnixMilli()
}

// CheckPayable refuses to have a purchase paid when that comes too late for it.
func (r Row) CheckPayable(now time.Time) error {
	if r.PayableUntil == 0 || now.UnixMilli() < r.PayableUntil {
		return nil
	}
	return errs.New(errs.Conflict, "It is too late to pay for this trip. Please cancel it, and book again.")
}

// limitDue moves the end of the time to pay to when a payment comes too late. It never
// returns a time before now: the job of an earlier due time may be done already.
func (r Row) limitDue(due, now time.Time) time.Time {
	last := time.UnixMilli(r.PayableUntil)
	switch {
	case r.PayableUntil == 0 || due.Before(last):
		return due
	case last.Before(now):
		return now
	}
	return last
}

// subject is what its transfers belong to.
func (r Row) subject() ledger.Subject { return r.Kind.Subject(r.ID) }
