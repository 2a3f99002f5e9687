package townfile

import "hawker/internal/money"

// Formatter converts values to texts, with the currency of the town. Parser does the
// reverse.
type Formatter struct{ Currency money.Currency }

// Amount formats an amount in major units, with all digits.
func (f Formatter) Amount(a money.Amount) Decimal { return Major(a, f.Currency.Digits) }

// AmountOrNone returns the same as Amount, but "" for 0.
func (f Formatter) AmountOrNone(a money.Amount) Decimal {
	if a == 0 {
		return ""
	}
	return f.Amount(a)
}

// RateOrNone formats a rate in percent. It returns "" for 0.
func (f Formatter) RateOrNone(r money.Rate) Decimal {
	if r == 0 {
		return ""
	}
	return Decimal(r.String())
}

// Value formats the value of a rebate or surge. It returns "" without a kind.
func (f Formatter) Value(kind string, value int64) Decimal {
	switch kind {
	case "":
		return ""
	case "percent":
		return Decimal(money.Rate(value).String())
	}
	return f.Amount(money.Amount(value))
}
