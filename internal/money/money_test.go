package money_test

import (
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"hawker/internal/money"
)

func TestMulRatio_PRC07(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name     string
		a        money.Amount
		num, den int64
		want     money.Amount
	}{
		{"exact", 5000, 3, 1, 15000},
		{"half rounds up", 1, 1, 2, 1},
		{"just below half rounds down", 10, 49, 1000, 0},
		{"half of a debt rounds away from zero", -1, 1, 2, -1},
		{"a negative factor", 3, -1, 2, -2},
		{"two negatives", -3, -1, 2, 2},
		{"odd denominator below its middle", 1, 1, 3, 0},
		{"odd denominator above its middle", 2, 1, 3, 1},
		{"the product needs more than 64 bits", money.Limit, 1_000_000_007, 1_000_000_007, money.Limit},
		{"beyond the limit stays at the limit", money.Limit, 2, 1, money.Limit},
		{"rounding carries into the next 64 bits", 1<<32 + 1, 1<<32 - 1, 1 << 62, 4}, // 2^64 - 1 is a unit below 4 × 2^62
		{"just beyond 64 bits", money.Limit, 20_000, 1, money.Limit},
		{"far beyond 64 bits", money.Limit, math.MaxInt64, 1, money.Limit},
		{"and below zero", money.Limit, math.MinInt64, 1, -money.Limit},
		{"zero", 0, -5, 7, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := tt.a.MulRatio(tt.num, tt.den); got != tt.want {
				t.Errorf("%d × %d / %d = %d, want %d", tt.a, tt.num, tt.den, got, tt.want)
			}
		})
	}
}

func TestMulRatioAgainstFractions_PRC07_TRAP_M2(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		a := amounts().Draw(t, "a")
		num := rapid.Int64().Draw(t, "num")
		den := rapid.Int64Range(1, math.MaxInt64).Draw(t, "den")

		exact := new(big.Rat).Mul(big.NewRat(int64(a), 1), big.NewRat(num, den))
		want := money.Limit
		if limit := big.NewRat(int64(money.Limit), 1); new(big.Rat).Abs(exact).Cmp(limit) < 0 {
			want = money.Amount(roundHalfAway(exact))
		} else if exact.Sign() < 0 {
			want = -money.Limit
		}
		if got := a.MulRatio(num, den); got != want {
			t.Fatalf("%d × %d / %d = %d, want %d", a, num, den, got, want)
		}
	})
}

func TestMulRatioRefusesZero(t *testing.T) {
	t.Parallel()
	defer func() {
		if recover() == nil {
			t.Error("a zero denominator passed")
		}
	}()
	money.Amount(1).MulRatio(1, 0)
}

func TestPercent_TRAP_M1_TRAP_M3(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		got  money.Amount
		want money.Amount
	}{
		{"24.99 at 10.75 % is 2.69", money.Amount(2499).Percent(1075), 269},
		{"19.99 less 25 % is 14.99", 1999 - money.Amount(1999).Percent(2500), 1499},
		{"no rate, no tax", money.Amount(2499).Percent(0), 0},
		{"all of it", money.Amount(2499).Percent(money.Whole), 2499},
		{"10.75 % of a million", money.Amount(100_000_000).Percent(1075), 10_750_000},
		{"10 % inside 1.1 million", money.Amount(110_000_000).Inside(1000), 10_000_000},
		{"10 % inside 110 is 10", money.Amount(110).Inside(1000), 10},
		{"5 % inside 100 rounds once", money.Amount(100).Inside(500), 5},
		{"nothing inside at no rate", money.Amount(100).Inside(0), 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if tt.got != tt.want {
				t.Errorf("got %d, want %d", tt.got, tt.want)
			}
		})
	}
}

func TestRescale_TRAP_M1_isExactOrRefused(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		a        money.Amount
		from, to int
		want     money.Amount
		ok       bool
	}{
		{2499, 2, 2, 2499, true},
		{2499, 2, 3, 24990, true},
		{24990, 3, 2, 2499, true},
		{24991, 3, 2, 0, false},
		{1200, 2, 0, 12, true},
		{1210, 2, 0, 0, false},
		{-12, 0, 2, -1200, true},
		{0, 3, 0, 0, true},
		{money.Limit, 2, 2, money.Limit, true},
		{money.Limit / 10, 2, 3, money.Limit / 10 * 10, true},
		{money.Limit/10 + 1, 2, 3, 0, false},
		{-money.Limit, 2, 2, -money.Limit, true},
		{-money.Limit / 10, 2, 3, -money.Limit / 10 * 10, true},
		{-money.Limit/10 - 1, 2, 3, 0, false},
		{-money.Limit, 2, 3, 0, false},
		{math.MaxInt64/10*2 + 5, 0, 3, 0, false}, // its product would wrap around
		{math.MaxInt64, 2, 2, 0, false},
	} {
		if got, ok := money.Rescale(tt.a, tt.from, tt.to); ok != tt.ok || ok && got != tt.want {
			t.Errorf("%d of %d digits in %d: %d, %t", tt.a, tt.from, tt.to, got, ok)
		}
	}
}

func TestParseRate(t *testing.T) {
	t.Parallel()
	good := map[string]money.Rate{"10.75": 1075, "20": 2000, "0": 0, "0.5": 50, "-3.2": -320, "1000000": 100_000_000, "-1000000": -100_000_000}
	for text, want := range good {
		if got, err := money.ParseRate(text); err != nil || got != want {
			t.Errorf("ParseRate(%q) = %d, %v; want %d", text, got, err, want)
		}
	}
	for _, text := range []string{"", "ten", "1e3", "10.755", "1000000.01", "-1000000.01", "99999999999999999999", " 1", "+1", ".5", "5."} {
		if got, err := money.ParseRate(text); err == nil {
			t.Errorf("ParseRate(%q) passed as %d", text, got)
		}
	}
}

func TestRateString_PRC02(t *testing.T) {
	t.Parallel()
	for rate, want := range map[money.Rate]string{2000: "20", 1250: "12.5", 1075: "10.75", 0: "0"} {
		if got := rate.String(); got != want {
			t.Errorf("%d basis points are %q, want %q", int64(rate), got, want)
		}
	}
}
