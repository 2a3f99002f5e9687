package order_test

import (
	"strings"
	"testing"
	"time"

	"hawker/internal/clock"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/order"
)

func TestTokens_TRAP_P1_openOneOrderOnly(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		now := clock.NewManual(time.Unix(1_800_000_000, 0))
		tokens := newTokens(t, open(t), now)
		foreign := newTokens(t, open(t), now)
		tracking, events := tokens.Tracking(17), tokens.Events(17)

		tests := []struct {
			name         string
			id           int64
			token        string
			owns, watchs bool
		}{
			{"the tracking token", 17, tracking, true, true},
			{"the events token only watches", 17, events, false, true},
			{"none", 17, "", false, false},
			{"of another order", 18, tracking, false, false},
			{"events of another order", 18, events, false, false},
			{"of another server", 17, foreign.Tracking(17), false, false},
			{"cut short", 17, tracking[:len(tracking)-1], false, false},
			{"an end moved later", 17, "zzzzzzz" + events[strings.Index(events, "."):], false, false},
		}
		for _, tt := range tests {
			if got := tokens.Owns(tt.id, tt.token); got != tt.owns {
				t.Errorf("%s: Owns is %t", tt.name, got)
			}
			if got := tokens.MayWatch(tt.id, tt.token); got != tt.watchs {
				t.Errorf("%s: MayWatch is %t", tt.name, got)
			}
		}
		now.Advance(30*time.Minute - time.Second)
		if !tokens.MayWatch(17, events) {
			t.Error("an events token ended before its 30 minutes")
		}
		now.Advance(time.Second)
		if tokens.MayWatch(17, events) {
			t.Error("an events token still opens after its end")
		}
		if !tokens.MayWatch(17, tracking) {
			t.Error("a tracking token ended")
		}
	})
}

func TestTokens_areTheSameAfterARestart(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		d := open(t)
		before, after := newTokens(t, d, clock.System), newTokens(t, d, clock.System)
		if before.Tracking(17) != after.Tracking(17) {
			t.Error("the same order got another token")
		}
	})
}

func newTokens(t *testing.T, d *db.DB, c clock.Clock) *order.Tokens {
	t.Helper()
	tokens, err := order.NewTokens(t.Context(), d, c)
	if err != nil {
		t.Fatal(err)
	}
	return tokens
}
