package money

import (
	"fmt"
	"strconv"
	"strings"
)

// Currency is how the shop's amounts are written (PRC-06). Its digits are
// between 0 and 3 and never change once there is a price.
type Currency struct {
	Digits      int    // decimals, digit_after_decimal_point
	Symbol      string // as shown, with a space if the shop wants one
	SymbolRight bool   // the symbol follows the number
}

// scales are how many minor units a major unit has, by digits.
var scales = [...]int64{1, 10, 100, 1000}

// Validate returns an error for a number of digits that no currency has.
func (c Currency) Validate() error {
	if c.Digits < 0 || c.Digits >= len(scales) {
		return fmt.Errorf("a currency has 0 to %d digits, not %d", len(scales)-1, c.Digits)
	}
	return nil
}

// Scale returns how many minor units a unit of the currency has.
func (c Currency) Scale() int64 { return scales[c.Digits] }

// ToMajor returns the amount in major units, for JSON. Up to Limit its shortest
// notation, which encoding/json writes, is the exact amount: 24.99.
func (c Currency) ToMajor(a Amount) float64 {
	return float64(a) / float64(c.Scale())
}

// FromMajor parses an amount in major units, as in JSON or in a form field:
// "24.99". It returns an error for anything but a plain decimal number, for more
// decimals than the currency has, and for amounts beyond Limit.
func (c Currency) FromMajor(major string) (Amount, error) {
	units, err := parseDecimal(major, c.Digits)
	if err != nil {
		return 0, fmt.Errorf("amount %w", err)
	}
	return Amount(units), nil
}

// FromFloat converts an amount that a JSON decoder has parsed as a float. It
// returns an error where FromMajor does, and so for NaN and the infinities.
func (c Currency) FromFloat(major float64) (Amount, error) {
	return c.FromMajor(strconv.FormatFloat(major, 'f', -1, 64))
}

// Format returns the full amount with all its digits, as carts, checkout and
// receipts show it (D5): "$1,234.50", "-$0.05".
func (c Currency) Format(a Amount) string {
	sign := ""
	if a < 0 {
		sign = "-"
	}
	units := magnitude(int64(a))
	scale := uint64(c.Scale())
	number := grouped(units / scale)
	if c.Digits > 0 {
		number += fmt.Sprintf(".%0*d", c.Digits, units%scale)
	}
	return sign + c.withSymbol(number)
}

// shortenings are the units of Short, largest first, in major units.
var shortenings = []struct {
	from, unit int64
	letter     string
}{
	{1_000_000_000, 1_000_000_000, "B"},
	{1_000_000, 1_000_000, "M"},
	{100_000, 1_000, "K"},
}

// Short formats the amount for cards and counters only (PRC-06, D5): from 1e5 in
// thousands, from 1e6 in millions, from 1e9 in billions, with one decimal; below
// that in full. A K or M is at most 999.9: "1000.0K" is never shown.
func (c Currency) Short(a Amount) string {
	if a < 0 {
		return "-" + c.Short(-a)
	}
	for _, s := range shortenings {
		if int64(a) < s.from*c.Scale() {
			continue
		}
		tenths := a.MulRatio(10, s.unit*c.Scale())
		if s.letter != "B" {
			tenths = min(tenths, 9999)
		}
		return c.withSymbol(fmt.Sprintf("%s.%d%s", grouped(uint64(tenths/10)), tenths%10, s.letter))
	}
	return c.Format(a)
}

func (c Currency) withSymbol(number string) string {
	if c.SymbolRight {
		return number + c.Symbol
	}
	return c.Symbol + number
}

// grouped writes n with a comma between every three digits.
func grouped(n uint64) string {
	digits := strconv.FormatUint(n, 10)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}

// parseDecimal parses a plain decimal number as a count of its smallest units.
// Exponents are not allowed, so a short text cannot mean a huge number.
func parseDecimal(text string, digits int) (int64, error) {
	unsigned := strings.TrimPrefix(text, "-")
	whole, fraction, pointed := strings.Cut(unsigned, ".")
	if !allDigits(whole) || pointed && !allDigits(fraction) {
		return 0, fmt.Errorf("%q is not a decimal number", shortened(text))
	}
	if len(fraction) > digits {
		return 0, fmt.Errorf("%q has more than %d decimals", shortened(text), digits)
	}
	units, err := strconv.ParseInt(whole+fraction+strings.Repeat("0", digits-len(fraction)), 10, 64)
	if err != nil || units > int64(Limit) {
		return 0, fmt.Errorf("%q is too large", shortened(text))
	}
	if unsigned != text {
		return -units, nil
	}
	return units, nil
}

func allDigits(s string) bool {
	return s != "" && strings.Trim(s, "0123456789") == ""
}

// shortened limits how much of a client's text an error message repeats.
func shortened(text string) string {
	if len(text) > 40 {
		return text[:40] + "…"
	}
	return text
}
