package wishlist_test

import (
	"context"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"

	"hawker/internal/catalog"
	"hawker/internal/catalog/catalogtest"
	"hawker/internal/clock"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/errs"
	"hawker/internal/order/ordertest"
	"hawker/internal/vehicle/vehicletest"
	"hawker/internal/wishlist"
)

type fixture struct {
	*ordertest.Town
	wishes    *wishlist.Service
	me, other int64
}

func engines(t *testing.T, run func(t *testing.T, d fixture)) {
	t.Helper()
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		d := fixture{Town: ordertest.New(t, open(t))}
		d.wishes = wishlist.New(d.DB, clock.NewManual(ordertest.Now))
		d.me, _ = d.Customer(t)
		d.other, _ = d.Customer(t)
		run(t, d)
	})
}

func (d fixture) add(t *testing.T, who int64, kind wishlist.Kind, id int64) {
	t.Helper()
	if err := d.wishes.Add(t.Context(), who, kind, id); err != nil {
		t.Fatal(err)
	}
}

func (d fixture) list(t *testing.T, who int64, kind wishlist.Kind) []int64 {
	t.Helper()
	ids, err := d.wishes.List(t.Context(), who, kind)
	if err != nil {
		t.Fatal(err)
	}
	return ids
}

func TestList_WISH01_newestFirst(t *testing.T) {
	engines(t, func(t *testing.T, d fixture) {
		store := d.Store(t, nil)
		a, b := d.Item(t, store, 500, 1, nil), d.Item(t, store, 500, 1, nil)
		for _, id := range []int64{a.ID, b.ID, a.ID} { // adding it again changes nothing
			d.add(t, d.me, wishlist.Item, id)
		}
		d.add(t, d.me, wishlist.Store, store.ID)
		if got := d.list(t, d.me, wishlist.Item); !slices.Equal(got, []int64{b.ID, a.ID}) {
			t.Errorf("items %v", got)
		}
		if got := d.list(t, d.me, wishlist.Store); !slices.Equal(got, []int64{store.ID}) {
			t.Errorf("stores %v", got)
		}
		for range 2 { // removing it again is not an error
			if err := d.wishes.Remove(t.Context(), d.me, wishlist.Item, a.ID); err != nil {
				t.Error(err)
			}
		}
		if got := d.list(t, d.me, wishlist.Item); !slices.Equal(got, []int64{b.ID}) {
			t.Errorf("items %v", got)
		}
	})
}

// The likes of an item do not include those of a store with the same id.
func TestWishlist_ITEM01_countsLikes(t *testing.T) {
	engines(t, func(t *testing.T, d fixture) {
		store := d.Store(t, nil)
		liked, _ := d.Item(t, store, 500, 1, nil), d.Item(t, store, 500, 1, nil)
		for _, who := range []int64{d.me, d.other} {
			d.add(t, who, wishlist.Item, liked.ID)
			d.add(t, who, wishlist.Store, store.ID)
		}
		likes, err := catalog.New(d.DB, clock.NewManual(ordertest.Now)).WishCounts(t.Context())
		if want := map[int64]int64{liked.ID: 2}; err != nil || !maps.Equal(likes, want) {
			t.Errorf("liked are %v, %v; want %v", likes, err, want)
		}
	})
}

func TestAdd_WISH01_refusesWhatIsNotSold(t *testing.T) {
	engines(t, func(t *testing.T, d fixture) {
		closed := d.Store(t, func(s *catalog.Store) { s.Active = false })
		gone := d.Item(t, d.Store(t, nil), 500, 1, func(i *catalog.Item) { i.Active = false })
		ofClosed := d.Item(t, closed, 500, 1, nil)
		fleet := vehicletest.In(t, d.DB, catalogtest.Of(t, d.DB))
		for id := range int64(2) {
			fleet.Vehicle(id+1, fleet.Provider(id+1, nil), nil)
		}
		fleet.Trade(`UPDATE vehicles SET archived = TRUE WHERE id = 1`)
		fleet.Trade(`UPDATE providers SET archived = TRUE WHERE id = 2`)
		for _, thing := range []struct {
			kind wishlist.Kind
			id   int64
			say  string
		}{
			{wishlist.Item, 999999, "This item does not exist."}, {wishlist.Item, gone.ID, "This item does not exist."},
			{wishlist.Item, ofClosed.ID, "This item does not exist."}, {wishlist.Store, closed.ID, "This store does not exist."},
			{wishlist.Vehicle, 1, "This vehicle does not exist."}, {wishlist.Vehicle, 2, "This vehicle does not exist."}, {wishlist.Provider, 2, "This provider does not exist."},
		} {
			err := d.wishes.Add(t.Context(), d.me, thing.kind, thing.id)
			if !errs.Is(err, errs.NotFound) || errs.From(err).Message != thing.say {
				t.Errorf("%s %d: %v", thing.kind, thing.id, err)
			}
		}
		if n := d.Number(t, `SELECT COUNT(*) FROM wishes`); n != 0 {
			t.Errorf("%d wishes", n)
		}
	})
}

func TestErase_PERM02_PROF05_keepsTheWishesOfOthers(t *testing.T) {
	engines(t, func(t *testing.T, d fixture) {
		item := d.Item(t, d.Store(t, nil), 500, 1, nil)
		d.add(t, d.me, wishlist.Item, item.ID)
		d.add(t, d.other, wishlist.Item, item.ID)
		if err := d.wishes.Remove(t.Context(), d.other, wishlist.Item, item.ID); err != nil || len(d.list(t, d.me, wishlist.Item)) != 1 {
			t.Errorf("another customer's removal removed mine: %v", err)
		}
		d.add(t, d.other, wishlist.Item, item.ID)
		err := db.InTx(t.Context(), d.DB, func(tx *db.Tx) error { return d.wishes.Erase(t.Context(), tx, d.me) })
		if err != nil || len(d.list(t, d.me, wishlist.Item)) != 0 || len(d.list(t, d.other, wishlist.Item)) != 1 {
			t.Errorf("erased: %v, mine %v, others %v", err, d.list(t, d.me, wishlist.Item), d.list(t, d.other, wishlist.Item))
		}
		d.Exec(t, `UPDATE customers SET erased_at = 1 WHERE id = $1`, d.me)
		if err := d.wishes.Add(t.Context(), d.me, wishlist.Item, item.ID); !errs.Is(err, errs.NotFound) {
			t.Errorf("an erased customer: %v", err)
		}
	})
}

func (d fixture) states(t *testing.T) int64 {
	t.Helper()
	return d.Number(t, `SELECT COUNT(*) FROM wish_states`)
}

func (d fixture) prune(t *testing.T) {
	t.Helper()
	if err := wishlist.PruneStates(t.Context(), d.DB); err != nil {
		t.Error(err)
	}
}

// What a thing was like is kept as long as somebody wishes it.
func TestPruneStates_WISH01_keepsWhatSomebodyWishes(t *testing.T) {
	engines(t, func(t *testing.T, d fixture) {
		store := d.Store(t, nil)
		item := d.Item(t, store, 500, 1, nil)
		things := map[wishlist.Kind]int64{wishlist.Item: item.ID, wishlist.Store: store.ID}
		for _, who := range []int64{d.me, d.other} {
			for kind, id := range things {
				d.add(t, who, kind, id)
			}
		}
		for _, tt := range []struct{ who, left int64 }{{d.me, 2}, {d.other, 0}} {
			for kind, id := range things {
				if err := d.wishes.Remove(t.Context(), tt.who, kind, id); err != nil {
					t.Error(err)
				}
			}
			d.prune(t)
			if n := d.states(t); n != tt.left {
				t.Errorf("%d states are left, want %d", n, tt.left)
			}
			dbtest.DoesNotWrite(t, d.DB, func(ctx context.Context) error { return wishlist.PruneStates(ctx, d.DB) })
		}
	})
}

// Somebody wishes a thing while the state of the last wish is pruned.
func TestPruneStates_WISH01_neverLeavesAWishWithoutAState(t *testing.T) {
	engines(t, func(t *testing.T, d fixture) {
		store := d.Store(t, nil)
		item := d.Item(t, store, 500, 1, nil)
		for range 40 {
			var all sync.WaitGroup
			for range 2 {
				all.Go(func() { d.prune(t) })
			}
			all.Go(func() { d.add(t, d.me, wishlist.Store, store.ID) })
			all.Go(func() { d.add(t, d.other, wishlist.Item, item.ID) })
			all.Wait()
			if n := d.states(t); n != 2 {
				t.Fatalf("two wishes have %d states", n)
			}
			d.Exec(t, `DELETE FROM wishes`)
		}
	})
}

func TestAdd_allowsFiveHundredOfManyAtOnce(t *testing.T) {
	engines(t, func(t *testing.T, d fixture) {
		store := d.Store(t, nil)
		for range 6 {
			d.Item(t, store, 500, 1, nil)
		}
		ids, err := db.Many[int64](t.Context(), d.DB.R, `SELECT id FROM items`)
		if err != nil {
			t.Fatal(err)
		}
		for n := range wishlist.Max - 2 {
			d.Exec(t, `INSERT INTO wishes (customer_id, kind, thing_id, created_at) VALUES ($1, 'item', $2, 0)`, d.me, 1_000_000+n)
		}
		var all sync.WaitGroup
		for _, id := range ids {
			all.Go(func() {
				if err := d.wishes.Add(t.Context(), d.me, wishlist.Item, id); err != nil && !errs.Is(err, errs.Invalid) {
					t.Error(err)
				}
			})
		}
		all.Wait()
		kept := d.list(t, d.me, wishlist.Item)
		if len(kept) != wishlist.Max {
			t.Errorf("%d are stored", len(kept))
		}
		d.add(t, d.me, wishlist.Item, kept[0]) // an existing wish may be added to a full list
	})
}

// A look reads the next states by their ids, and what these are about: never all that is
// sold.
func TestChanged_WISH01_TRAP_L3_readsOnlyAPart(t *testing.T) {
	t.Parallel()
	noted, plain, made := dbtest.Recorded(t, db.SQLite)
	d := ordertest.New(t, plain)
	me, _ := d.Customer(t)
	if err := wishlist.New(plain, clock.NewManual(ordertest.Now)).Add(t.Context(), me, wishlist.Item, d.Item(t, d.Store(t, nil), 500, 1, nil).ID); err != nil {
		t.Fatal(err)
	}
	made.Reset()
	if _, last, err := wishlist.Changed(t.Context(), noted.R, 0, ordertest.Now); err != nil || last == 0 {
		t.Fatalf("last %d, %v", last, err)
	}
	if n := made.Count(); n != 3 {
		t.Errorf("%d queries", n)
	}
	for _, query := range made.Made() {
		for step := range strings.SplitSeq(dbtest.Plan(t, plain.R, db.SQLite, query.Text, query.Args...), "\n") {
			if strings.HasPrefix(step, "SCAN") && step != "SCAN ws" || strings.Contains(step, "SEARCH wish_states USING INDEX") {
				t.Errorf("%s\n%s", query.Text, step)
			}
		}
	}
}
