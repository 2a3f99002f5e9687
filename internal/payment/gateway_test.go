package payment_test

import (
	"testing"

	"hawker/internal/money"
	"hawker/internal/payment"
)

func TestMoney_TRAP_M7_isTheSameInOtherDigits(t *testing.T) {
	for _, c := range []struct {
		a, b payment.Money
		same bool
	}{
		{payment.Money{Amount: 1250, Digits: 2, Currency: "USD"}, payment.Money{Amount: 1250, Digits: 2, Currency: "USD"}, true},
		{payment.Money{Amount: 12500, Digits: 3, Currency: "KWD"}, payment.Money{Amount: 1250, Digits: 2, Currency: "KWD"}, true},
		{payment.Money{Amount: 12, Digits: 0, Currency: "USD"}, payment.Money{Amount: 1200, Digits: 2, Currency: "USD"}, true},
		{payment.Money{Amount: 12, Digits: 0, Currency: "JPY"}, payment.Money{Amount: 1200, Digits: 0, Currency: "JPY"}, false},
		{payment.Money{Amount: 12501, Digits: 3, Currency: "KWD"}, payment.Money{Amount: 1250, Digits: 2, Currency: "KWD"}, false},
		{payment.Money{Amount: 1250, Digits: 2, Currency: "EUR"}, payment.Money{Amount: 1250, Digits: 2, Currency: "USD"}, false},
		{payment.Money{Amount: money.Limit, Digits: 0, Currency: "USD"}, payment.Money{Amount: 0, Digits: 3, Currency: "USD"}, false},
	} {
		if c.a.Same(c.b) != c.same || c.b.Same(c.a) != c.same {
			t.Errorf("%+v and %+v: want the same: %t", c.a, c.b, c.same)
		}
	}
}
