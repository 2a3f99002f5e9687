package call

import (
	"hawker/internal/errs"
	"hawker/internal/money"
)

// ReadAmount reads an amount in major units; its error names the field.
func ReadAmount(c money.Currency, major float64, field string) (money.Amount, error) {
	a, err := c.FromFloat(major)
	if err != nil {
		return 0, errs.New(errs.Invalid, "An amount has at most %d decimals.", c.Digits).On(field).Because(err)
	}
	return a, nil
}

// ReadOptionalAmount is ReadAmount of an amount that may be absent; nil: it is.
func ReadOptionalAmount(c money.Currency, major *float64, field string) (*money.Amount, error) {
	if major == nil {
		return nil, nil
	}
	a, err := ReadAmount(c, *major, field)
	return &a, err
}
