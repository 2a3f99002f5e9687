package townfile

import (
	"encoding/json"
	"fmt"
	"strconv"

	"hawker/internal/money"
)

// Decimal is money in major units or a rate in percent, with the digits as written:
// 12.50 stays 12.50. The empty Decimal is missing, which means zero.
// money.Currency.FromMajor and money.ParseRate parse it.
type Decimal = json.Number

// Major returns an amount with all the digits of its currency, such as 12.50, so that
// the same amount is always written the same.
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
