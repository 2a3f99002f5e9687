package money

import (
	"fmt"
	"strconv"
)

// Rate is a share in basis points: 10.75 % is 1075.
type Rate int64

// Whole is 100 %.
const Whole Rate = 100_00

// rateDigits is how many decimals a percent number has.
const rateDigits = 2

// ParseRate parses a percentage such as "10.75". It returns an error for anything
// but a plain decimal number with at most two decimals, up to a million percent.
func ParseRate(percent string) (Rate, error) {
	units, err := parseDecimal(percent, rateDigits)
	if err != nil {
		return 0, fmt.Errorf("rate %w", err)
	}
	if magnitude(units) > 1_000_000*100 {
		return 0, fmt.Errorf("rate %q is too large", percent)
	}
	return Rate(units), nil
}

// Percent returns the percentage, for JSON: 10.75.
func (r Rate) Percent() float64 { return float64(r) / 100 }

// String returns the percentage without a sign or needless zeros, as in '20% off':
// "20", "12.5", "10.75".
func (r Rate) String() string { return strconv.FormatFloat(r.Percent(), 'f', -1, 64) }
