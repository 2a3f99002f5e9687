package money_test

import (
	"encoding/json"
	"math"
	"math/big"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"hawker/internal/money"
)

var (
	dollar = money.Currency{Digits: 2, Symbol: "$"}
	yen    = money.Currency{Digits: 0, Symbol: "¥"}
	dinar  = money.Currency{Digits: 3, Symbol: " KD", SymbolRight: true}
)

func TestFromMajor_TRAP_M1(t *testing.T) {
	t.Parallel()
	good := []struct {
		currency money.Currency
		text     string
		want     money.Amount
	}{
		{dollar, "24.99", 2499},
		{dollar, "24.9", 2490},
		{dollar, "24", 2400},
		{dollar, "-0.05", -5},
		{dollar, "0", 0},
		{dollar, "007", 700},
		{yen, "1500", 1500},
		{dinar, "1.005", 1005},
		{dollar, "9999999999999.99", money.Limit},
	}
	for _, tt := range good {
		if got, err := tt.currency.FromMajor(tt.text); err != nil || got != tt.want {
			t.Errorf("%d digits: %q is %d, %v; want %d", tt.currency.Digits, tt.text, got, err, tt.want)
		}
	}
	bad := []struct {
		currency money.Currency
		text     string
	}{
		{dollar, "24.999"}, {yen, "1.5"}, {yen, "1.0"}, {dinar, "0.0001"},
		{dollar, ""}, {dollar, "-"}, {dollar, "."}, {dollar, "1."}, {dollar, ".5"}, {dollar, "1,000"},
		{dollar, "1e2"}, {dollar, "NaN"}, {dollar, "0x10"}, {dollar, "+1"}, {dollar, " 1"}, {dollar, "--1"},
		{dollar, "1.2.3"}, {dollar, "1.-2"}, {dollar, "٣"},
		{dollar, "10000000000000.00"}, {dollar, strings.Repeat("9", 400)},
	}
	for _, tt := range bad {
		if got, err := tt.currency.FromMajor(tt.text); err == nil || got != 0 {
			t.Errorf("%d digits: %q is %d, %v; want 0 and an error", tt.currency.Digits, tt.text, got, err)
		}
	}
}

// A client's text may be long, and its error is shown and logged.
func TestFromMajor_repeatsAtMostFortyBytesOfWhatItRefuses(t *testing.T) {
	t.Parallel()
	forty := strings.Repeat("x", 40)
	for text, repeated := range map[string]string{"ten": "ten", forty: forty, forty + "x": forty + "…"} {
		if _, err := dollar.FromMajor(text); err == nil || !strings.Contains(err.Error(), strconv.Quote(repeated)) {
			t.Errorf("%q: %v, want an error that repeats %q", text, err, repeated)
		}
	}
}

func TestFromFloat(t *testing.T) {
	t.Parallel()
	if got, err := dollar.FromFloat(24.99); err != nil || got != 2499 {
		t.Errorf("24.99 is %d, %v", got, err)
	}
	for _, f := range []float64{math.NaN(), math.Inf(1), math.Inf(-1), 0.001, 1e300} {
		if got, err := dollar.FromFloat(f); err == nil || got != 0 {
			t.Errorf("%v is %d, %v; want 0 and an error", f, got, err)
		}
	}
}

// A client reads our JSON as a double and sends it back. The amount must be the
// same, with no more decimals than the currency has.
func TestJSONRoundTrip_TRAP_M1(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		c := money.Currency{Digits: rapid.IntRange(0, 3).Draw(t, "digits")}
		a := amounts().Draw(t, "amount")
		data, err := json.Marshal(c.ToMajor(a))
		if err != nil {
			t.Fatal(err)
		}
		if back, err := c.FromMajor(string(data)); err != nil || back != a {
			t.Fatalf("%d went out as %s and came back as %d, %v", a, data, back, err)
		}
		if back, err := c.FromFloat(c.ToMajor(a)); err != nil || back != a {
			t.Fatalf("%d came back from its float as %d, %v", a, back, err)
		}
	})
}

func TestFormat_PRC06(t *testing.T) {
	t.Parallel()
	euro := money.Currency{Digits: 2, Symbol: "€", SymbolRight: true}
	tests := []struct {
		currency money.Currency
		amount   money.Amount
		want     string
	}{
		{dollar, 123450, "$1,234.50"},
		{dollar, 5, "$0.05"},
		{dollar, -5, "-$0.05"},
		{dollar, 0, "$0.00"},
		{dollar, 99999, "$999.99"},
		{dollar, 100000, "$1,000.00"},
		{euro, 1250, "12.50€"},
		{euro, -1250, "-12.50€"},
		{yen, 1500, "¥1,500"},
		{yen, 999, "¥999"},
		{dinar, 1005, "1.005 KD"},
		{dollar, money.Limit, "$9,999,999,999,999.99"},
	}
	for _, tt := range tests {
		if got := tt.currency.Format(tt.amount); got != tt.want {
			t.Errorf("%d is %q, want %q", tt.amount, got, tt.want)
		}
	}
}

func TestShort_PRC06_TRAP_D5(t *testing.T) {
	t.Parallel()
	tests := []struct {
		currency money.Currency
		amount   money.Amount
		want     string
	}{
		{dollar, 9_999_999, "$99,999.99"}, // one cent below 1e5
		{dollar, 10_000_000, "$100.0K"},
		{dollar, 12_345_000, "$123.5K"}, // half a tenth rounds up
		{dollar, 12_344_999, "$123.4K"},
		{dollar, 99_999_999, "$999.9K"}, // one cent below 1e6
		{dollar, 100_000_000, "$1.0M"},
		{dollar, 99_999_999_999, "$999.9M"},
		{dollar, 100_000_000_000, "$1.0B"},
		{dollar, money.Limit, "$10,000.0B"},
		{dollar, -10_000_000, "-$100.0K"},
		{yen, 99_999, "¥99,999"},
		{yen, 100_000, "¥100.0K"},
		{dinar, 99_999_999, "99,999.999 KD"},
		{dinar, 100_000_000, "100.0K KD"},
	}
	for _, tt := range tests {
		if got := tt.currency.Short(tt.amount); got != tt.want {
			t.Errorf("%d is %q, want %q", tt.amount, got, tt.want)
		}
	}
}

// A formatted amount without its symbol and commas is the exact amount.
func TestFormatKeepsEveryDigit_PRC06(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		c := money.Currency{Digits: rapid.IntRange(0, 3).Draw(t, "digits"), Symbol: "¤", SymbolRight: rapid.Bool().Draw(t, "right")}
		a := amounts().Draw(t, "amount")
		text := c.Format(a)
		plain := strings.NewReplacer("¤", "", ",", "").Replace(text)
		shown, ok := new(big.Rat).SetString(plain)
		if !ok {
			t.Fatalf("%q is not a number", text)
		}
		scale, _ := strconv.ParseInt("1"+strings.Repeat("0", c.Digits), 10, 64)
		if want := big.NewRat(int64(a), scale); shown.Cmp(want) != 0 {
			t.Fatalf("%q shows %v, want %v", text, shown, want)
		}
	})
}

func TestCurrencyValidate(t *testing.T) {
	t.Parallel()
	for digits, ok := range map[int]bool{-1: false, 0: true, 3: true, 4: false} {
		if err := (money.Currency{Digits: digits}).Validate(); (err == nil) != ok {
			t.Errorf("%d digits: %v", digits, err)
		}
	}
	if err := (money.Currency{Digits: 4}).Validate(); err == nil || !strings.Contains(err.Error(), "0 to 3 digits, not 4") {
		t.Errorf("the error does not say which digits there are: %v", err)
	}
}

func FuzzFromMajor(f *testing.F) {
	for _, seed := range []string{"24.99", "-0.05", "1e9", "9999999999999.99", "..", "-", "00000000000000000000001"} {
		f.Add(seed, 2)
	}
	f.Fuzz(func(t *testing.T, text string, digits int) {
		c := money.Currency{Digits: ((digits % 4) + 4) % 4}
		got, err := c.FromMajor(text)
		if err != nil {
			return
		}
		exact, ok := new(big.Rat).SetString(text)
		if !ok {
			t.Fatalf("%q passed as %d but is not a number", text, got)
		}
		scale := int64(math.Pow10(c.Digits))
		if want := big.NewRat(int64(got), scale); exact.Cmp(want) != 0 {
			t.Fatalf("%q with %d digits became %d", text, c.Digits, got)
		}
	})
}
