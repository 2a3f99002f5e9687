package townfile

import (
	"encoding/json"
	"fmt"
	"strconv"

	"hawker/internal/money"
)

// Decimal is money in major units or a rate in percent, in the digits it was
// written with: 12.50 stays 12.50. The empty Decimal is absent, which is zero.
// money.Currency.FromMajor and money.ParseRate read it.
type Decimal = json.Number

// Major writes an amount with all the digits of its currency, 12.50, so that
// what was written once is written the same for ever.
func Major(a money.Amount, digits int) Decimal {
	scale := money.Amount(1)
	for range digits {
		scale *= 10
	}
	if digits == 0 {
		return Decimal(strconv.FormatInt(int64(a), 10))
	}
	return Decimal(fmt.Sprintf("%d.%0*d", a/scale, digits, a%scale))
}
