package signedtoken_test

import (
	"strings"
	"testing"
	"time"

	"hawker/internal/clock"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/secret"
	"hawker/internal/signedtoken"
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

func TestTokens_ofBeforeARotationStayGood(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		d, now := open(t), clock.NewManual(time.Unix(1_800_000_000, 0))
		before := newTokens(t, d, now)
		tracking, events := before.Tracking(17), before.Events(17)
		rotate := func(accept time.Duration) *signedtoken.Tokens {
			t.Helper()
			err := db.InTx(t.Context(), d, func(tx *db.Tx) error {
				return secret.Rotate(t.Context(), tx, now.Now(), signedtoken.SecretName, accept)
			})
			if err != nil {
				t.Fatal(err)
			}
			return newTokens(t, d, now)
		}
		after := rotate(time.Hour)
		if after.Tracking(17) == tracking || !after.Owns(17, tracking) || !after.Owns(17, after.Tracking(17)) || !after.MayWatch(17, events) || after.Owns(18, tracking) {
			t.Error("after a rotation the order has the same token, or either token opens too little or too much")
		}
		if leaked := rotate(0); leaked.Owns(17, tracking) || leaked.Owns(17, after.Tracking(17)) || leaked.MayWatch(17, events) {
			t.Error("a token of a secret that has leaked opens the order")
		}
	})
}

func newTokens(t testing.TB, d *db.DB, c clock.Clock) *signedtoken.Tokens {
	t.Helper()
	tokens, err := signedtoken.New(t.Context(), d, c)
	if err != nil {
		t.Fatal(err)
	}
	return tokens
}
