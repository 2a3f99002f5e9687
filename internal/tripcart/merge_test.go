package tripcart_test

import (
	"fmt"
	"testing"

	"hawker/internal/catalog/catalogtest"
	"hawker/internal/db"
	"hawker/internal/tripcart"
	"hawker/internal/vehicle/vehicletest"
)

// A guest's trip cart joins the customer's at sign-in. One of another provider or trip
// asks, and never vanishes.
func TestMerge_TRAP_C1_everyPairOfCarts(t *testing.T) {
	t.Parallel()
	const customer int64 = 6
	type line struct {
		vehicle, quantity int64
		trip              tripcart.Wanted
	}
	car := line{1, 1, hours(3)}
	engines(t, func(t *testing.T, f fixture) {
		f.Insert("shoppers", catalogtest.Row{"id": customer, "created_at": 0})
		for _, tt := range []struct {
			name                     string
			guest, account           []line
			conflict                 string
			merged, keptMine, theirs string // the account's cart; after a conflict, by what the shopper keeps
		}{
			{"nothing", nil, []line{car}, "", "3h 1×1 3000", "", ""},
			{"an empty account", []line{car}, nil, "", "3h 1×1 3000", "", ""},
			{"another vehicle of the same trip", []line{car}, []line{{2, 2, hours(3)}}, "", "3h 1×1 2×2 15000", "", ""},
			{"the same vehicle, no more than there are", []line{{1, 2, hours(3)}}, []line{car}, "", "3h 2×1 6000", "", ""},
			{"another provider", []line{car}, []line{{4, 2, hours(3)}}, "Anchor 1, Volt 2", "", "3h 2×4 5400", "3h 1×1 3000"},
			{"another duration", []line{car}, []line{{2, 1, hours(4)}}, "Anchor 1, Anchor 1", "", "4h 1×2 8000", "3h 1×1 3000"},
			{"another type", []line{{1, 1, east(1)}}, []line{car}, "Anchor 1, Anchor 1", "", "3h 1×1 3000", "100000m 1×1 5000"},
			{"two distances are one type", []line{{1, 1, east(1)}}, []line{{3, 1, east(0.5)}}, "", "100000m 1×1 1×3 7000", "", ""},
		} {
			for _, keepGuest := range []bool{false, true} {
				for who, lines := range map[int64][]line{f.who: tt.guest, customer: tt.account} {
					if _, err := f.Clear(t.Context(), who, vehicletest.Rental); err != nil {
						t.Fatal(err)
					}
					of := f
					of.who = who
					for _, l := range lines {
						if err := of.add(t, l.vehicle, l.quantity, l.trip); err != nil {
							t.Fatal(tt.name, err)
						}
					}
				}
				mine := f
				mine.who = customer
				conflict := f.merge(t, customer)
				if conflict != tt.conflict {
					t.Errorf("%s: conflict %q, want %q", tt.name, conflict, tt.conflict)
				}
				if again := f.merge(t, customer); again != conflict { // of a sign-in whose response was lost
					t.Errorf("%s: conflict %q, and %q when merged again", tt.name, conflict, again)
				}
				want := tt.merged
				if tt.conflict != "" {
					f.resolve(t, customer, keepGuest)
					if want = tt.keptMine; keepGuest {
						want = tt.theirs
					}
				}
				if got := mine.show(t); got != want || f.show(t) != "empty" {
					t.Errorf("%s, keep the guest's %v: the account has %q, the guest %q, want %q", tt.name, keepGuest, got, f.show(t), want)
				}
			}
		}
	})
}

// A vehicle that was archived meanwhile stays in the cart, where the quote says that it is
// not available. It must not prevent the sign-in.
func TestMerge_TRAP_C1_archivedVehiclesStay(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, f fixture) {
		f.Insert("shoppers", catalogtest.Row{"id": 6, "created_at": 0})
		mine := f
		mine.who = 6
		for _, who := range []fixture{f, mine} {
			for _, id := range []int64{1, 2} {
				if err := who.add(t, id, 1, hours(3)); err != nil {
					t.Fatal(err)
				}
			}
		}
		if err := mine.add(t, 1, 1, hours(3)); err != nil {
			t.Fatal(err)
		}
		f.Exec(`UPDATE vehicles SET archived = TRUE WHERE id = 1`)
		if conflict := f.merge(t, 6); conflict != "" {
			t.Errorf("conflict %q", conflict)
		}
		if got := mine.show(t); got != "3h 1×1 2×2 15000" {
			t.Errorf("the account has %q", got)
		}
	})
}

func (f fixture) merge(t *testing.T, into int64) (conflict string) {
	t.Helper()
	err := db.InTx(t.Context(), f.DB, func(tx *db.Tx) error {
		conflicts, err := f.Merge(t.Context(), tx, f.who, into)
		for _, c := range conflicts {
			conflict = fmt.Sprintf("%s %d, %s %d", c.GuestStore, c.GuestUnits, c.AccountStore, c.AccountUnits)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return conflict
}

func (f fixture) resolve(t *testing.T, into int64, keepGuest bool) {
	t.Helper()
	err := db.InTx(t.Context(), f.DB, func(tx *db.Tx) error { return f.ResolveConflicts(t.Context(), tx, f.who, into, keepGuest) })
	if err != nil {
		t.Fatal(err)
	}
}

// An erased account leaves no trip cart, neither its own nor that of a guest who became it.
func TestEmptyAll_deletesCartsOfMergedGuestsToo(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, f fixture) {
		f.Insert("shoppers", catalogtest.Row{"id": 6, "created_at": 0})
		guest, other := f, f
		guest.who, other.who = 6, 7
		f.Insert("shoppers", catalogtest.Row{"id": 7, "created_at": 0})
		for _, who := range []fixture{f, guest, other} {
			if err := who.add(t, 1, 1, hours(1)); err != nil {
				t.Fatal(err)
			}
		}
		f.Exec(`UPDATE shoppers SET merged_into = 5 WHERE id = 6`)
		if err := db.InTx(t.Context(), f.DB, func(tx *db.Tx) error { return f.EmptyAll(t.Context(), tx, f.who) }); err != nil {
			t.Fatal(err)
		}
		if f.show(t) != "empty" || guest.show(t) != "empty" || other.show(t) != "1h 1×1 1000" {
			t.Errorf("left: %s, %s, %s", f.show(t), guest.show(t), other.show(t))
		}
	})
}
