package money_test

import (
	"testing"

	"hawker/internal/money"
)

func FuzzParseRate(f *testing.F) {
	for _, seed := range []string{"0", "10.75", "-5", "100.001", "1e3", ".5", "5.", "+1", "999999999999999999999", "NaN", " 1", "0x1"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		rate, err := money.ParseRate(text)
		if err != nil {
			return
		}
		if again, err := money.ParseRate(rate.String()); err != nil || again != rate {
			t.Fatalf("%q is read as %v, and that as %v, %v", text, rate, again, err)
		}
	})
}
