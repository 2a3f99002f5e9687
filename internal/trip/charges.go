package trip

import (
	"context"
	"fmt"
	"slices"
	"time"

	"hawker/internal/db"
	"hawker/internal/ledger"
	"hawker/internal/money"
	"hawker/internal/pricing"
	"hawker/internal/purchase"
	"hawker/internal/setting"
)

// agreed is what more hours of the trip cost by: the price of an hour of its vehicles, and
// for vehicles without one what its own hours cost on average. Discounts are left out: an
// amount and the cap of a percentage are for the trip, not for each hour, and a placed trip
// does not say which kind it had.
func (t Trip) agreed() pricing.AgreedTrip {
	hours := t.agreedHours()
	return pricing.AgreedTrip{
		Rent: t.HourRate*money.Amount(hours) + t.Subtotal - t.RatedRent, Hours: hours,
		TaxRate: t.TaxRate, Taxed: t.Subtotal - t.Discount - t.CouponDiscount, Tax: t.Tax, TaxIncluded: t.TaxIncluded,
	}
}

// HourPrice is the price of an hour of all vehicles, by which a late return is charged; 0: not
// all of them have one.
func (t Trip) HourPrice() money.Amount {
	if t.RatedRent != t.Subtotal {
		return 0
	}
	return t.HourRate
}

// Late is what a return at this time is charged for, and how late it is.
func (t Trip) Late(at time.Time, today setting.TripRules) (hours int64, c pricing.ExtraCost) {
	rules := t.Rules(today)
	if t.Status != Ongoing || rules.LatePercent <= 0 {
		return 0, c
	}
	hours = pricing.LateHours(t.notLateUntil(), at, rules.LateGrace())
	return hours, t.agreed().More(hours, rules.LatePercent)
}

// end is what the trip costs besides its total, and what was given back.
func (t Trip) end() pricing.TripEnd {
	e := pricing.TripEnd{
		Total: t.Total, Deposit: t.Deposit, Extension: t.ExtensionCharge, ExtensionTax: t.ExtensionTax, Late: t.LateCharge, LateTax: t.LateTax,
		Returned: t.Status == Completed || t.Status == Refunded,
	}
	switch t.Status {
	case Canceled: // an extension is paid at the return
		e.Total, e.Extension, e.ExtensionTax, e.Refunded = t.PaidSoFar(), 0, 0, t.TotalBack()
	case Completed:
		e.Refunded = t.Refunded - e.DepositBack()
	case Refunded:
		e.Refunded = e.Paid()
	}
	return e
}

// PaidAtReturn is what was paid in cash when the vehicles came back.
func (t Trip) PaidAtReturn() money.Amount {
	if e := t.end(); e.Returned {
		return e.AtReturn()
	}
	return 0
}

// DepositBack is what was given back of the deposit when the vehicles came back.
func (t Trip) DepositBack() money.Amount {
	if e := t.end(); e.Returned {
		return e.DepositBack()
	}
	return 0
}

// DueAtReturn is what the shopper must still pay if the vehicles come back at this time:
// what the deposit does not pay of an extension and a late return.
func (t Trip) DueAtReturn(at time.Time, today setting.TripRules) money.Amount {
	if t.Status != Confirmed && t.Status != Ongoing {
		return 0
	}
	e := t.end()
	_, late := t.Late(at, today)
	e.Late = late.Amount
	return e.AtReturn()
}

// DepositBackAt is what is given back of the deposit if the vehicles come back at this time.
type DepositBackAt struct {
	InCash money.Amount // by the provider
	Other  money.Amount // by the shop, in the way it was paid
}

// DepositBackAt returns what is given back of the deposit if the vehicles come back at this
// time. waiveLate: a late return is not charged. What was paid in cash goes back first, as
// purchase.Row.BackEntries has it.
func (t Trip) DepositBackAt(at time.Time, today setting.TripRules, waiveLate bool) (d DepositBackAt) {
	if t.Status != Ongoing {
		return d
	}
	e := t.end()
	if _, late := t.Late(at, today); !waiveLate {
		e.Late = late.Amount
	}
	if t.PaymentMethod == purchase.CashOnDelivery {
		d.InCash = min(e.DepositBack(), t.ToPay())
	}
	d.Other = e.DepositBack() - d.InCash
	return d
}

// settle pays an extension and a late return from the deposit, and what that does not cover
// in cash. It gives back the rest of the deposit; the provider hands back one that was paid
// in cash.
func (s *Service) settle(ctx context.Context, tx *db.Tx, m tripMove) error {
	if !m.waiveLate {
		var late pricing.ExtraCost
		m.LateHours, late = m.Late(m.at, m.today.TripRules)
		m.LateCharge, m.LateTax = late.Amount, late.Tax
	}
	due, tax := m.ExtensionCharge+m.LateCharge, m.ExtensionTax+m.LateTax
	if m.Deposit == 0 && due == 0 {
		return nil
	}
	if _, err := db.Exec(ctx, tx, `UPDATE trips SET late_hours = $2, late_charge = $3, late_tax = $4 WHERE id = $1`, m.ID, m.LateHours, m.LateCharge, m.LateTax); err != nil {
		return fmt.Errorf("write the late return of a trip: %w", err)
	}
	kept := min(m.Deposit, due)
	entries := []ledger.Entry{
		{Account: ledger.Deposits, Amount: m.Deposit}, {Account: ledger.Cash, Amount: due - kept},
		{Account: ledger.Provider(m.ProviderID), Amount: tax - due}, {Account: ledger.Tax, Amount: -tax},
	}
	row := m.Purchase()
	if back := m.Deposit - kept; back > 0 {
		returned, err := row.BackEntries(ctx, tx, back, false)
		if err != nil {
			return err
		}
		if _, err := row.CountBack(ctx, tx, back, m.at); err != nil {
			return err
		}
		entries = append(entries, returned...)
	}
	if err := ledger.Post(ctx, tx, ledger.TripSettled, m.subject(), m.at, entries); err != nil {
		return err
	}
	entries = slices.DeleteFunc(entries, func(e ledger.Entry) bool { return e.Account == ledger.Cash })
	return s.Purchases.SendBack(ctx, tx, row, entries, m.at)
}
