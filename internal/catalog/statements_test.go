package catalog_test

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5/stdlib"
	"modernc.org/sqlite"

	"hawker/internal/catalog"
	"hawker/internal/catalog/catalogtest"
	"hawker/internal/clock"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
)

// recorder opens connections that note their queries.
type recorder struct {
	driver.Connector
	made *queries
}

func (r recorder) Connect(ctx context.Context) (driver.Conn, error) {
	conn, err := r.Connector.Connect(ctx)
	return recorded{conn, r.made}, err
}

type recorded struct {
	driver.Conn
	made *queries
}

func (r recorded) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	r.made.add(query, args)
	return r.Conn.(driver.QueryerContext).QueryContext(ctx, query, args)
}

// queries are those that were made.
type queries struct {
	mu  sync.Mutex
	all []query
}

type query struct {
	text string
	args []any
}

func (q *queries) add(text string, args []driver.NamedValue) {
	made := query{text: text}
	for _, arg := range args {
		made.args = append(made.args, arg.Value)
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	q.all = append(q.all, made)
}

func (q *queries) reset() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.all = nil
}

func (q *queries) made() []query {
	q.mu.Lock()
	defer q.mu.Unlock()
	return slices.Clone(q.all)
}

func (q *queries) count() int64 { return int64(len(q.made())) }

func (q *queries) texts() (texts []string) {
	for _, made := range q.made() {
		texts = append(texts, made.text)
	}
	return texts
}

// counting fills a town of so many items and returns its catalogue, at noon, and
// the queries that it makes.
func counting(t *testing.T, items int) (*catalog.Service, *clock.Manual, *queries) {
	t.Helper()
	s, c, made, _ := recording(t, db.SQLite, items)
	return s, c, made
}

// recording does so on either engine, and returns the database too.
func recording(t *testing.T, dialect db.Dialect, items int) (*catalog.Service, *clock.Manual, *queries, *db.DB) {
	t.Helper()
	o := dbtest.Migrated(t, dialect)
	d := dbtest.OpenAt(t, o)
	catalogtest.New(t, d).Fill(items/20, 20, rand.New(rand.NewPCG(1, 2)), vocabulary)
	connector, err := connectorOf(o)
	if err != nil {
		t.Fatal(err)
	}
	made := new(queries)
	pool := sql.OpenDB(recorder{connector, made})
	t.Cleanup(func() { pool.Close() })
	c := clock.NewManual(catalogtest.Noon)
	return catalog.New(&db.DB{R: db.NewPool(pool), W: d.W, Dialect: dialect}, c), c, made, d
}

func connectorOf(o db.Options) (driver.Connector, error) {
	if o.URL == "" {
		return sqlite.NewConnector("file:" + filepath.Join(o.Dir, db.File))
	}
	return stdlib.GetDefaultDriver().(driver.DriverContext).OpenConnector(o.URL)
}

// A list of a town of 10,000 items makes as many queries as one of 40, and few.
func TestLists_TRAP_L3_FixedCountOfQueries(t *testing.T) {
	t.Parallel()
	small, _, inSmall := counting(t, 40)
	big, _, inBig := counting(t, 10_000)
	calls := map[string]struct {
		most int64
		call func(context.Context, *catalog.Service) error
	}{
		"items":    {2, itemsCall(catalog.ItemFilter{})},
		"category": {2, itemsCall(catalog.ItemFilter{CategoryID: catalogtest.Meals})},
		"filters":  {2, itemsCall(catalog.ItemFilter{MinPrice: 300, AvailableNow: true, Discounted: true, Sort: catalog.Rated})},
		"search":   {2, itemsCall(catalog.ItemFilter{Search: "mango"})},
		"related": {3, func(ctx context.Context, s *catalog.Service) error {
			_, err := s.RelatedItems(ctx, 1, firstPage)
			return err
		}},
		"item":          {3, func(ctx context.Context, s *catalog.Service) error { _, err := s.Item(ctx, "1"); return err }},
		"stores":        {0, storesCall(catalog.StoreFilter{OpenNow: true})},
		"on a category": {0, storesCall(catalog.StoreFilter{CategoryID: catalogtest.Meals, Search: "mango"})},
		"categories": {0, func(ctx context.Context, s *catalog.Service) error {
			town, err := s.Town(ctx)
			if err == nil {
				_, err = s.CountCategories(ctx, town, everywhere.Zones, town.Children(catalogtest.Food, 0))
			}
			return err
		}},
		"suggest": {1, func(ctx context.Context, s *catalog.Service) error {
			_, err := s.Suggest(ctx, everywhere, "ma")
			return err
		}},
	}
	for name, c := range calls {
		for size, town := range map[string]struct {
			s *catalog.Service
			n *queries
		}{"small": {small, inSmall}, "big": {big, inBig}} {
			if _, err := town.s.Town(t.Context()); err != nil { // the picture is shared by all
				t.Fatal(err)
			}
			before := town.n.count()
			if err := c.call(t.Context(), town.s); err != nil {
				t.Fatal(err)
			}
			if made := town.n.count() - before; made > c.most {
				t.Errorf("%s in the %s town: %d queries, at most %d are allowed", name, size, made, c.most)
			}
		}
	}
	fresh, _, made := counting(t, 40)
	if _, err := fresh.Town(t.Context()); err != nil || made.count() > 8 {
		t.Errorf("the catalogue took %d queries, %v", made.count(), err)
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
