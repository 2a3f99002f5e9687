package backup_test

import (
	"testing"
	"time"

	"hawker/internal/backup"
)

func TestKeep(t *testing.T) {
	t.Parallel()
	noon := time.Date(2026, 3, 31, 12, 0, 0, 0, time.UTC)
	var hourly []time.Time // 60 days
	for i := range 60 * 24 {
		hourly = append(hourly, noon.Add(time.Duration(-i)*time.Hour))
	}
	for _, tt := range []struct {
		rule string
		kept int
	}{
		{"", 60 * 24},
		{"10", 10},
		{"7d", 7},
		{"24 7d", 24 + 5}, // the newest of two of the days are among the newest 24
		{"3m", 3},
		{"5000", 60 * 24},
	} {
		var keep backup.Keep
		if err := keep.UnmarshalText([]byte(tt.rule)); err != nil {
			t.Fatal(err)
		}
		if kept := len(hourly) - len(keep.Expired(hourly)); kept != tt.kept {
			t.Errorf("%q keeps %d, want %d", tt.rule, kept, tt.kept)
		}
	}
	for _, wrong := range []string{"7x", "d", "-1d", "0", "7 d", "7dd"} {
		var keep backup.Keep
		if keep.UnmarshalText([]byte(wrong)) == nil {
			t.Errorf("%q was accepted", wrong)
		}
	}
}
