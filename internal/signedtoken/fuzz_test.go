package signedtoken_test

import (
	"testing"
	"time"

	"hawker/internal/clock"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
)

// Only the two tokens that were made for an order open it.
func FuzzTokens_TRAP_P1(f *testing.F) {
	now := clock.NewManual(time.Unix(1_700_000_000, 0))
	tokens := newTokens(f, dbtest.Open(f, db.SQLite), now)
	tracking, events := tokens.Tracking(7), tokens.Events(7)
	for _, seed := range []string{"", ".", "..", tracking, events, events + ".", "zzzzzz." + tracking, tokens.Tracking(8), tokens.Events(8), events[:len(events)-1], "-1." + events} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, token string) {
		if tokens.Owns(7, token) != (token == tracking) {
			t.Fatalf("%q owns the order", token)
		}
		if tokens.MayWatch(7, token) != (token == tracking || token == events) {
			t.Fatalf("%q may watch the order", token)
		}
	})
}
