package catalog_test

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"modernc.org/sqlite"

	"hawker/internal/catalog"
	"hawker/internal/catalog/catalogtest"
	"hawker/internal/clock"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
)

// counter opens connections that count their queries.
type counter struct {
	driver.Connector
	queries *atomic.Int64
}

func (c counter) Connect(ctx context.Context) (driver.Conn, error) {
	conn, err := c.Connector.Connect(ctx)
	return counted{conn, c.queries}, err
}

type counted struct {
	driver.Conn
	queries *atomic.Int64
}

func (c counted) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	c.queries.Add(1)
	return c.Conn.(driver.QueryerContext).QueryContext(ctx, query, args)
}

// counting fills a town of so many items and answers its catalogue and how many
// queries it has made.
func counting(t *testing.T, items int) (*catalog.Service, *atomic.Int64) {
	t.Helper()
	o := dbtest.Migrated(t, db.SQLite)
	d := dbtest.OpenAt(t, o)
	catalogtest.New(t, d).Fill(items/20, 20, rand.New(rand.NewPCG(1, 2)), vocabulary)
	connector, err := sqlite.NewConnector("file:" + filepath.Join(o.Dir, db.File))
	if err != nil {
		t.Fatal(err)
	}
	queries := new(atomic.Int64)
	pool := sql.OpenDB(counter{connector, queries})
	t.Cleanup(func() { pool.Close() })
	return catalog.New(&db.DB{R: db.NewPool(pool), W: d.W, Dialect: db.SQLite}, clock.NewManual(catalogtest.Noon)), queries
}

// A list of a town of 10,000 items makes as many queries as one of 40, and few.
func TestLists_TRAP_L3_FixedCountOfQueries(t *testing.T) {
	t.Parallel()
	small, inSmall := counting(t, 40)
	big, inBig := counting(t, 10_000)
	calls := map[string]struct {
		most int64
		call func(context.Context, *catalog.Service) error
	}{
		"items":    {4, itemsCall(catalog.ItemFilter{})},
		"category": {4, itemsCall(catalog.ItemFilter{CategoryID: catalogtest.Meals})},
		"filters":  {4, itemsCall(catalog.ItemFilter{MinPrice: 300, AvailableNow: true, Discounted: true, Sort: catalog.Rated})},
		"search":   {4, itemsCall(catalog.ItemFilter{Search: "mango"})},
		"related": {3, func(ctx context.Context, s *catalog.Service) error {
			_, err := s.RelatedItems(ctx, 1, firstPage)
			return err
		}},
		"item":       {3, func(ctx context.Context, s *catalog.Service) error { _, err := s.Item(ctx, "1"); return err }},
		"stores":     {0, storesCall(catalog.StoreFilter{OpenNow: true})},
		"on a shelf": {2, storesCall(catalog.StoreFilter{CategoryID: catalogtest.Meals, Search: "mango"})},
		"suggest": {2, func(ctx context.Context, s *catalog.Service) error {
			_, err := s.Suggest(ctx, everywhere, "ma")
			return err
		}},
	}
	for name, c := range calls {
		for size, town := range map[string]struct {
			s *catalog.Service
			n *atomic.Int64
		}{"small": {small, inSmall}, "big": {big, inBig}} {
			if _, err := town.s.Town(t.Context()); err != nil { // the picture is shared by all
				t.Fatal(err)
			}
			before := town.n.Load()
			if err := c.call(t.Context(), town.s); err != nil {
				t.Fatal(err)
			}
			if made := town.n.Load() - before; made > c.most {
				t.Errorf("%s in the %s town: %d queries, at most %d are allowed", name, size, made, c.most)
			}
		}
	}
	fresh, made := counting(t, 40)
	if _, err := fresh.Town(t.Context()); err != nil || made.Load() > 6 {
		t.Errorf("the picture of the town took %d queries, %v", made.Load(), err)
	}
}

func itemsCall(f catalog.ItemFilter) func(context.Context, *catalog.Service) error {
	return func(ctx context.Context, s *catalog.Service) error {
		_, err := s.Items(ctx, everywhere, f, firstPage)
		return err
	}
}

func storesCall(f catalog.StoreFilter) func(context.Context, *catalog.Service) error {
	return func(ctx context.Context, s *catalog.Service) error {
		_, err := s.Stores(ctx, everywhere, f, firstPage)
		return err
	}
}

// A long list walks an index, whatever narrows it, and a shelf is sorted out of
// one index: SQLite would tell of a sort, or of reading the table.
func TestLists_TRAP_L3_WalkAnIndex(t *testing.T) {
	t.Parallel()
	d := dbtest.Open(t, db.SQLite)
	catalogtest.New(t, d).Store(1, nil)
	s := catalog.New(d, clock.NewManual(catalogtest.Noon))
	filters := []catalog.ItemFilter{
		{}, {MinPrice: 1, MaxPrice: 2}, {MinTenths: 40}, {Veg: true, Halal: true, Organic: true}, {Brand: "Reef"},
		{Discounted: true}, {AvailableNow: true},
	}
	for sort := range catalog.ItemOrders {
		for _, f := range filters {
			f.Sort = sort
			for _, step := range explain(t, d, s, f) {
				if strings.Contains(step, "TEMP B-TREE") || strings.HasPrefix(step, "SCAN") {
					t.Errorf("%+v: %s", f, step)
				}
			}
		}
		shelf := explain(t, d, s, catalog.ItemFilter{CategoryID: catalogtest.Meals, Sort: sort})
		if !strings.Contains(shelf[0], "INDEX items_by_category") {
			t.Errorf("a shelf by %s: %s", sort, shelf)
		}
	}
	if found := explain(t, d, s, catalog.ItemFilter{Search: "mango"}); !slices.ContainsFunc(found, func(step string) bool { return strings.HasPrefix(step, "SCAN item_search VIRTUAL TABLE") }) {
		t.Errorf("a search is not found by its words: %s", found)
	}
}

// explain is how SQLite would read a list, step by step.
func explain(t *testing.T, d *db.DB, s *catalog.Service, f catalog.ItemFilter) []string {
	t.Helper()
	query, args := catalog.ListSQL(s, everywhere, f)
	type step struct {
		ID, Parent, Notused int64
		Detail              string
	}
	steps, err := db.Many[step](t.Context(), d.R, "EXPLAIN QUERY PLAN "+query, args...)
	if err != nil {
		t.Fatal(err)
	}
	details := make([]string, len(steps))
	for i, s := range steps {
		details[i] = s.Detail
	}
	return details
}
