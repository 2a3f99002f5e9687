package pricing

import (
	"time"

	"hawker/internal/money"
)

// AgreedTrip is what a placed trip says of its price. More hours cost their part of the rent
// without discounts, whatever the vehicles cost today.
type AgreedTrip struct {
	Rent        money.Amount // of all vehicles for the hours, before discounts and a coupon
	TaxRate     *money.Rate  // nil: only what it came to is known
	Taxed       money.Amount // the rent after discounts and the coupon
	Tax         money.Amount // on that
	TaxIncluded bool
	Hours       int64 // that the rent is for, at least 1
}

// ExtraCost is what a trip costs besides its total: the amount that is paid, and the tax in it.
type ExtraCost struct{ Amount, Tax money.Amount }

// More returns what hours more cost, at a percentage of their price. If the rate of the tax
// is not known, the tax has the same part in it as in the trip.
func (t AgreedTrip) More(hours, percent int64) ExtraCost {
	if hours <= 0 || percent <= 0 {
		return ExtraCost{}
	}
	c := ExtraCost{Amount: t.Rent.MulRatio(hours*percent, 100*t.Hours)}
	if t.TaxRate != nil {
		c.Tax, c.Amount = taxed(c.Amount, *t.TaxRate, t.TaxIncluded)
		return c
	}
	if t.Taxed > 0 {
		c.Tax = t.Tax.MulRatio(int64(c.Amount), int64(t.Taxed))
	}
	if !t.TaxIncluded {
		c.Amount += c.Tax
	}
	return c
}

// LateHours returns the hours that a late return is charged for: every hour that has begun
// after the planned return, but none before the grace has passed.
func LateHours(planned, returned time.Time, grace time.Duration) int64 {
	late := returned.Sub(planned)
	if late <= max(grace, 0) {
		return 0
	}
	return RentalHours(late)
}
