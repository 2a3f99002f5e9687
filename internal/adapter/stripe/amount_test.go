package stripe_test

import (
	"errors"
	"testing"

	"hawker/internal/money"
	"hawker/internal/payment"
)

// Amounts reach Stripe at the scale that Stripe has for the currency, whatever digits the
// town uses. https://docs.stripe.com/currencies
func TestAmounts_TRAP_M7_reachStripeAtTheScaleOfTheCurrency(t *testing.T) {
	t.Parallel()
	s := newStandIn(t, always(200, openPage))
	for _, tt := range []struct {
		amount   money.Amount
		digits   int
		currency string
		want     string // "": refused
	}{
		{2499, 2, "USD", "2499"},
		{24990, 3, "USD", "2499"},
		{25, 0, "USD", "2500"},
		{24995, 3, "USD", ""}, // half a cent
		{2499, 2, "EUR", "2499"},
		{500, 0, "JPY", "500"},
		{50000, 2, "JPY", "500"},
		{50050, 2, "JPY", ""}, // half a yen
		{500, 0, "KRW", "500"},
		{500, 0, "XAF", "500"},
		{500000, 3, "VND", "500"},
		{500, 0, "MGA", "500"},
		{5120, 3, "KWD", "5120"},
		{512, 2, "KWD", "5120"},
		{5, 0, "KWD", "5000"},
		{5124, 3, "KWD", ""}, // Stripe wants a 0 at the end
		{5124, 3, "BHD", ""},
		{5130, 3, "TND", "5130"},
		{5130, 3, "JOD", "5130"},
		{5130, 3, "OMR", "5130"},
		{5, 0, "ISK", "500"},
		{500, 2, "ISK", "500"},
		{550, 2, "ISK", ""}, // there are no half krónur
		{5, 0, "UGX", "500"},
		{510, 2, "UGX", ""},
		{1045, 2, "HUF", "1045"},
		{1045, 2, "TWD", "1045"},
		{0, 2, "USD", ""},
		{-100, 2, "USD", ""},
		{money.Limit, 2, "USD", "999999999999999"},
		{money.Limit, 0, "USD", ""},
		{1, 2, "JPY", ""},
	} {
		c := checkout()
		c.Money = payment.Money{Amount: tt.amount, Digits: tt.digits, Currency: tt.currency}
		before := len(s.calls())
		_, err := s.Open(t.Context(), c)
		if tt.want == "" {
			if !errors.Is(err, payment.ErrRefused) || len(s.calls()) != before {
				t.Errorf("%+v: %v, after %d calls", tt, err, len(s.calls())-before)
			}
			continue
		}
		if err != nil {
			t.Errorf("%+v: %v", tt, err)
			continue
		}
		if got := s.calls()[before].Form.Get("line_items[0][price_data][unit_amount]"); got != tt.want {
			t.Errorf("%+v: sent %s", tt, got)
		}
	}
}

// What Stripe reports is the same money as what was asked for.
func TestAmounts_TRAP_M7_comeBackAsTheSameMoney(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		currency, total string
		want            payment.Money
	}{
		{"usd", "2499", payment.Money{Amount: 2499, Digits: 2, Currency: "USD"}},
		{"jpy", "500", payment.Money{Amount: 50000, Digits: 2, Currency: "JPY"}},
		{"kwd", "5120", payment.Money{Amount: 512, Digits: 2, Currency: "KWD"}},
		{"isk", "500", payment.Money{Amount: 5, Digits: 0, Currency: "ISK"}},
		{"ugx", "500", payment.Money{Amount: 5, Digits: 0, Currency: "UGX"}},
	} {
		s := newStandIn(t, always(200, `{"id":"cs_1","status":"complete","payment_status":"paid","payment_intent":"pi_1","amount_total":`+tt.total+`,"currency":"`+tt.currency+`"}`))
		r, err := s.Find(t.Context(), "cs_1")
		if err != nil || len(r.Charges) != 1 || !r.Charges[0].Money.Same(tt.want) {
			t.Errorf("%+v: %+v, %v", tt, r, err)
		}
	}
}

// What Stripe is asked about and what it is sent is decided by the same rule.
func TestTakes_CHK03_TRAP_M7_onlyWhatStripeTakesExactly(t *testing.T) {
	t.Parallel()
	s := newStandIn(t, always(200, openPage))
	for m, want := range map[payment.Money]bool{
		{Amount: 2499, Digits: 2, Currency: "USD"}: true,
		{Amount: 5120, Digits: 3, Currency: "KWD"}: true,
		{Amount: 5124, Digits: 3, Currency: "KWD"}: false,
		{Amount: 550, Digits: 2, Currency: "ISK"}:  false,
		{Amount: 0, Digits: 2, Currency: "USD"}:    false,
	} {
		if got := s.Takes(m); got != want || len(s.calls()) != 0 {
			t.Errorf("%+v: %t, after %d calls", m, got, len(s.calls()))
		}
	}
}
