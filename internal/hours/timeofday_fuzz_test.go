package hours_test

import (
	"testing"

	"hawker/internal/hours"
)

func FuzzTimeOfDay(f *testing.F) {
	for _, seed := range []string{"00:00", "24:00", "24:01", "9:30", "09:30", "09:60", "-1:00", "०९:३०", "", "12:3a"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		at, err := hours.ParseTimeOfDay(text)
		if err != nil {
			return
		}
		if at < 0 || at > 24*60 || at.String() != text {
			t.Fatalf("%q is read as %d minutes, written %q", text, at, at)
		}
	})
}
