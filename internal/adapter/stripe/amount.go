package stripe

import (
	"fmt"
	"slices"
	"strings"

	"hawker/internal/money"
	"hawker/internal/payment"
)

// How Stripe counts amounts (https://docs.stripe.com/currencies). All other currencies have
// two digits.
var (
	zeroDigits  = []string{"BIF", "CLP", "DJF", "GNF", "JPY", "KMF", "KRW", "MGA", "PYG", "RWF", "VND", "VUV", "XAF", "XOF", "XPF"}
	threeDigits = []string{"BHD", "JOD", "KWD", "OMR", "TND"} // the last digit must be 0
	wholeOnly   = []string{"ISK", "UGX"}                      // two digits, which must be 00
)

func digitsOf(currency string) int {
	switch {
	case slices.Contains(zeroDigits, currency):
		return 0
	case slices.Contains(threeDigits, currency):
		return 3
	}
	return 2
}

// toStripe returns an amount as Stripe counts it (M7). It returns an error that wraps
// payment.ErrRefused for one that Stripe cannot take exactly.
func toStripe(m payment.Money) (int64, error) {
	amount, ok := money.Rescale(m.Amount, m.Digits, digitsOf(m.Currency))
	switch {
	case !ok || amount <= 0,
		slices.Contains(threeDigits, m.Currency) && amount%10 != 0,
		slices.Contains(wholeOnly, m.Currency) && amount%100 != 0:
		return 0, fmt.Errorf("%w: Stripe cannot take %d of %d digits in %s", payment.ErrRefused, m.Amount, m.Digits, m.Currency)
	}
	return int64(amount), nil
}

// Takes implements payment.Gateway.
func (g *Gateway) Takes(m payment.Money) bool {
	_, err := toStripe(m)
	return err == nil
}

// fromStripe returns an amount that Stripe has counted.
func fromStripe(amount int64, currency string) payment.Money {
	currency = strings.ToUpper(currency)
	return payment.Money{Amount: money.Amount(amount), Digits: digitsOf(currency), Currency: currency}
}
