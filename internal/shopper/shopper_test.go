package shopper_test

import (
	"encoding/base64"
	"testing"
	"time"

	"hawker/internal/clock"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/errs"
	"hawker/internal/shopper"
)

func TestGuest_CART01_refusesUnknownIDs(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		d := open(t)
		guests := shopper.New(d, clock.NewManual(time.UnixMilli(1)))
		first, second := newGuest(t, guests), newGuest(t, guests)

		a, err := guests.Guest(t.Context(), first)
		if err != nil {
			t.Fatal(err)
		}
		b, err := guests.Guest(t.Context(), second)
		if err != nil {
			t.Fatal(err)
		}
		if a.ID == b.ID {
			t.Errorf("two guests are one shopper, %d", a.ID)
		}
	})
}

func TestNewGuest_PERM02_storesOnlyAHash(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		d := open(t)
		guests := shopper.New(d, clock.NewManual(time.UnixMilli(1)))
		guestID := newGuest(t, guests)

		secret, err := base64.RawURLEncoding.DecodeString(guestID)
		if err != nil || len(secret)*8 < 128 {
			t.Fatalf("guest id %q has %d bits (%v)", guestID, len(secret)*8, err)
		}
		kept, err := db.One[string](t.Context(), d.R, `SELECT guest_hash FROM shoppers`)
		if err != nil {
			t.Fatal(err)
		}
		for _, guess := range []string{"", "1", kept, guestID + "A", guestID[1:]} {
			if _, err := guests.Guest(t.Context(), guess); !errs.Is(err, errs.GuestUnknown) {
				t.Errorf("%q: %v, want guest_unknown", guess, err)
			}
		}
	})
}

func TestGuest_PERM02_refusesARetiredGuest(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		d := open(t)
		guests := shopper.New(d, clock.NewManual(time.UnixMilli(1)))
		guestID := newGuest(t, guests)
		err := db.InTx(t.Context(), d, func(tx *db.Tx) error {
			_, err := db.Exec(t.Context(), tx, `UPDATE shoppers SET retired_at = 2`)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := guests.Guest(t.Context(), guestID); !errs.Is(err, errs.GuestUnknown) {
			t.Errorf("a retired guest id: %v", err)
		}
	})
}

// A guest becomes one customer. Only that one gets the guest's carts, in every sign-in.
func TestRetireGuest_TRAP_C1_TRAP_C2_returnsTheGuestToOneCustomer(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		d := open(t)
		guests := shopper.New(d, clock.NewManual(time.UnixMilli(1)))
		guestID := newGuest(t, guests)
		guest, err := guests.Guest(t.Context(), guestID)
		if err != nil {
			t.Fatal(err)
		}
		err = db.InTx(t.Context(), d, func(tx *db.Tx) error {
			me, err := guests.CreateForCustomer(t.Context(), tx)
			if err != nil {
				return err
			}
			other, err := guests.CreateForCustomer(t.Context(), tx)
			if err != nil {
				return err
			}
			for _, step := range []struct {
				name, guestID string
				into, want    int64
			}{
				{"none", "", me, 0}, {"nobody's", "x" + guestID, me, 0}, {"a guest's", guestID, me, guest.ID},
				{"the same again", guestID, me, guest.ID}, {"another customer's", guestID, other, 0},
			} {
				if got, err := guests.RetireGuest(t.Context(), tx, step.guestID, step.into); err != nil || got != step.want {
					t.Errorf("the id is %s: guest %d, %v; want %d", step.name, got, err, step.want)
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := guests.Guest(t.Context(), guestID); !errs.Is(err, errs.GuestUnknown) {
			t.Errorf("the guest id is still valid: %v", err)
		}
	})
}

func newGuest(t *testing.T, guests *shopper.Service) string {
	t.Helper()
	guestID, err := guests.NewGuest(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return guestID
}
