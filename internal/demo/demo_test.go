package demo_test

import (
	"context"
	"errors"
	"io/fs"
	"strings"
	"testing"
	"time"

	"hawker/internal/catalog"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/demo"
	"hawker/internal/setting"
	"hawker/internal/towndb"
	"hawker/internal/townfile"
)

// loader imports the town like the demo command.
type loader struct {
	db      *db.DB
	redated int
}

func (l *loader) Load(ctx context.Context, t *townfile.Town, _ fs.FS, now time.Time) error {
	_, err := towndb.Import(ctx, l.db, t, towndb.Options{Now: now})
	return err
}

func (l *loader) Redate(ctx context.Context, t *townfile.Town, now, loaded time.Time, shift time.Duration) error {
	l.redated++
	return towndb.Redate(ctx, l.db, t, now, loaded, shift)
}

// snapshot is what must be the same on every day: how long ago the newest item and
// review came, the sum of the times to the closures, how many stores have a discount,
// how many cashback offers and wallet bonuses run, and some counts.
type snapshot struct {
	newest, latestReview  time.Duration
	closures              time.Duration
	discounts             int
	cashback, bonuses     int
	sold, stock, products int64
}

func readSnapshot(t *testing.T, d *db.DB, now time.Time) snapshot {
	t.Helper()
	one := func(query string) int64 {
		n, err := db.One[int64](t.Context(), d.R, query)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	s := snapshot{
		newest:       now.Sub(time.UnixMilli(one(`SELECT MAX(created_at) FROM items`))).Truncate(time.Hour),
		latestReview: now.Sub(time.UnixMilli(one(`SELECT MAX(created_at) FROM reviews`))).Truncate(time.Hour),
		sold:         one(`SELECT CAST(SUM(sold_count) AS BIGINT) FROM items`),
		stock:        one(`SELECT CAST(SUM(quantity) AS BIGINT) FROM stock`),
		products:     one(`SELECT COUNT(*) FROM items`),
	}
	ids, err := db.Many[int64](t.Context(), d.R, `SELECT id FROM stores ORDER BY id`)
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range ids {
		store, err := catalog.StoreByID(t.Context(), d.R, id)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range store.Schedule.V.Closures {
			s.closures += c.From.Sub(now)
		}
		if store.DiscountAt(now).Active {
			s.discounts++
		}
	}
	settings, err := setting.Read(t.Context(), d.R)
	if err != nil {
		t.Fatal(err)
	}
	day := now.Format(time.DateOnly) // at noon it is the same on the island
	for _, c := range settings.Rewards.Cashback {
		if c.Ends == "" || day <= c.Ends {
			s.cashback++
		}
	}
	for _, b := range settings.Wallet.Bonuses {
		if b.RunsOn(day) {
			s.bonuses++
		}
	}
	return s
}

// At the same hour the demo looks the same on every day that it is started.
func TestDemo_TRAP_D27_TodayIsTheDayItIsStarted(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		d := open(t)
		l := &loader{db: d}
		noon := time.Date(2026, 11, 20, 7, 0, 0, 0, time.UTC)
		fill := func(now time.Time) {
			t.Helper()
			if err := demo.Fill(t.Context(), d, 1, 1, now, l); err != nil {
				t.Fatal(err)
			}
		}
		fill(noon)
		first := readSnapshot(t, d, noon)
		if first.closures == 0 || first.discounts == 0 || first.cashback < 2 || first.bonuses < 2 || first.newest > 60*time.Hour {
			t.Fatalf("the town has nothing that depends on today: %+v", first)
		}
		fill(noon.Add(2 * time.Hour))
		if l.redated != 0 {
			t.Error("the dates were moved again on the same day")
		}
		for _, days := range []int{1, 2, 40, 400} {
			now := noon.AddDate(0, 0, days)
			fill(now)
			if got := readSnapshot(t, d, now); got != first {
				t.Errorf("after %d days: %+v, want %+v", days, got, first)
			}
		}
		// Earlier in the day than at the first start, nothing may be in the future.
		early := noon.AddDate(0, 0, 401).Add(-6 * time.Hour)
		fill(early)
		if got := readSnapshot(t, d, early); got.newest < 0 || got.latestReview < 0 || got.discounts != first.discounts {
			t.Errorf("early in the morning: %+v", got)
		}
	})
}

func TestDemo_RefusesAnotherTown(t *testing.T) {
	t.Parallel()
	d := dbtest.Open(t, db.SQLite)
	own := &townfile.Town{}
	own.Settings.Currency = townfile.Currency{Code: "USD", Digits: 2, Symbol: "$", SymbolSide: "left"}
	own.Modules = []townfile.Module{{Slug: "food", Type: "food", Name: "Food"}}
	if _, err := towndb.Import(t.Context(), d, own, towndb.Options{Now: time.Now()}); err != nil {
		t.Fatal(err)
	}
	if err := demo.Fill(t.Context(), d, 1, 1, time.Now(), &loader{db: d}); !errors.Is(err, demo.ErrForeign) {
		t.Errorf("Fill returned %v", err)
	}
}

// Another seed or scale is another town. It would be ignored, and its dates would not fit.
func TestDemo_D14_RefusesAnotherSeedOrScale(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		d := open(t)
		fill := func(seed uint64, scale int) error {
			return demo.Fill(t.Context(), d, seed, scale, time.Now(), &loader{db: d})
		}
		if err := errors.Join(fill(2, 1), fill(2, 1)); err != nil {
			t.Fatal(err)
		}
		for _, err := range []error{fill(1, 1), fill(2, 2)} {
			if err == nil || !strings.Contains(err.Error(), "the demo town of --seed 2 --scale 1: give the same") {
				t.Errorf("Fill returned %v", err)
			}
		}
		err := db.InTx(t.Context(), d, func(tx *db.Tx) error { // as the version before stored it
			_, err := db.Exec(t.Context(), tx, `UPDATE settings SET body = REPLACE(body, ',"seed":2,"scale":1', '') WHERE name = 'demo'`)
			return err
		})
		if err := errors.Join(err, fill(1, 1)); err != nil {
			t.Errorf("a folder of the version before: %v", err)
		}
	})
}

// A folder that an earlier version filled gets what is new in the town, and keeps its
// shoppers and orders.
func TestDemo_AnEarlierEditionIsUpgraded(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		d := open(t)
		load := &loader{db: d}
		now := time.Now()
		fill := func() {
			if err := demo.Fill(t.Context(), d, 1, 1, now, load); err != nil {
				t.Fatal(err)
			}
		}
		exec := func(query string) {
			err := db.InTx(t.Context(), d, func(tx *db.Tx) error {
				_, err := db.Exec(t.Context(), tx, query)
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		fill()
		exec(`INSERT INTO shoppers (guest_hash, created_at) VALUES ('somebody', 1)`)
		exec(`UPDATE settings SET body = '{}' WHERE name = 'login'`)
		fill()
		if s, err := setting.Read(t.Context(), d.R); err != nil || s.Login.Manual {
			t.Fatalf("a folder of this edition was filled again: %+v, %v", s.Login, err)
		}
		exec(`UPDATE settings SET body = '{"state":"filled","loaded":1,"today":"2026-01-01"}' WHERE name = 'demo'`)
		fill()
		s, err := setting.Read(t.Context(), d.R)
		if err != nil || !s.Login.Manual {
			t.Errorf("sign-in is %+v after the upgrade, %v", s.Login, err)
		}
		if kept, err := db.One[int64](t.Context(), d.R, `SELECT COUNT(*) FROM shoppers`); err != nil || kept != 1 {
			t.Errorf("%d shoppers are left, %v", kept, err)
		}
	})
}
