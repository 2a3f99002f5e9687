package catalog_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"hawker/internal/catalog"
	"hawker/internal/catalog/catalogtest"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
)

// Whatever lists, searches and refreshes read of the database they find by an
// index: no statement's cost grows with the town but that of the figures, which
// are read off a narrow index.
func TestStatements_TRAP_L3_FindByAnIndex(t *testing.T) {
	t.Parallel()
	for _, dialect := range []db.Dialect{db.SQLite, db.Postgres} {
		t.Run(string(dialect), func(t *testing.T) {
			t.Parallel()
			s, c, made, d := recording(t, dialect, 2000)
			ctx := t.Context()
			if _, err := s.Directory(ctx); err != nil { // reads all there is, once
				t.Fatal(err)
			}
			made.Reset()
			err := db.InTx(ctx, d, func(tx *db.Tx) error {
				revision, err := catalog.NextRevision(ctx, tx)
				if err != nil {
					return err
				}
				if _, err := db.Exec(ctx, tx, `UPDATE items SET revision = $1 WHERE id <= 3`, revision); err != nil {
					return err
				}
				if dialect == db.Postgres {
					_, err = db.Exec(ctx, tx, `ANALYZE`)
				}
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			c.Advance(time.Second)
			for _, call := range everyCall() {
				if err := call(ctx, s); err != nil {
					t.Fatal(err)
				}
			}
			checked := 0
			for _, query := range made.Made() {
				if !strings.Contains(query.Text, "items") && !strings.Contains(query.Text, "order_lines") && !strings.Contains(query.Text, "stock") {
					continue // the town's, each a table of a few rows
				}
				checked++
				for step := range strings.SplitSeq(dbtest.Plan(t, d.R, dialect, query.Text, query.Args...), "\n") {
					if strings.Contains(query.Text, "SELECT id, sold_count") {
						if dialect == db.SQLite && !strings.Contains(step, "COVERING INDEX items_figures") {
							t.Errorf("the figures: %s", step)
						}
						continue // PostgreSQL reads the table until it has been vacuumed
					}
					if strings.HasPrefix(step, "SCAN items") || strings.HasPrefix(step, "SCAN i") || strings.HasPrefix(step, "SCAN order_lines") ||
						strings.HasPrefix(step, "SCAN l") || strings.Contains(step, "Seq Scan on items") {
						t.Errorf("%s\n%s", query.Text, step)
					}
				}
			}
			if checked < 6 {
				t.Errorf("only %d statements were checked", checked)
			}
		})
	}
}

// everyCall is each way to read the catalogue.
func everyCall() []func(context.Context, *catalog.Service) error {
	calls := []func(context.Context, *catalog.Service) error{
		storesCall(catalog.StoreFilter{CategoryID: catalogtest.Meals, Search: "mango"}),
		func(ctx context.Context, s *catalog.Service) error { _, err := s.Item(ctx, "item-7"); return err },
		func(ctx context.Context, s *catalog.Service) error {
			_, err := s.RelatedItems(ctx, 7, firstPage)
			return err
		},
		func(ctx context.Context, s *catalog.Service) error {
			_, err := s.Suggest(ctx, everywhere, "ma")
			return err
		},
	}
	for _, sort := range []catalog.Sort{catalog.Relevance, catalog.Newest, catalog.Rated, catalog.Cheapest, catalog.Dearest, catalog.Recommended} {
		for _, f := range []catalog.ItemFilter{
			{}, {MinPrice: 1, MaxPrice: 2000}, {MinTenths: 40}, {Veg: true, Halal: true}, {Discounted: true}, {AvailableNow: true}, {Search: "mango"},
			{CategoryID: catalogtest.Meals}, {Interests: []int64{catalogtest.Meals}},
		} {
			f.Sort = sort
			calls = append(calls, itemsCall(f))
		}
	}
	return calls
}

// A page of a store's stock is read in the order of an index, however many items others
// have, and without sorting its own.
func TestStoreItems_TRAP_L3_areReadInTheOrderOfAnIndex(t *testing.T) {
	t.Parallel()
	for _, dialect := range []db.Dialect{db.SQLite, db.Postgres} {
		t.Run(string(dialect), func(t *testing.T) {
			t.Parallel()
			s, _, made, d := recording(t, dialect, 2000)
			if dialect == db.Postgres {
				if err := db.InTx(t.Context(), d, func(tx *db.Tx) error { _, err := db.Exec(t.Context(), tx, `ANALYZE items`); return err }); err != nil {
					t.Fatal(err)
				}
			}
			made.Reset()
			if _, total, err := s.StoreItems(t.Context(), 1, "", firstPage); err != nil || total == 0 {
				t.Fatalf("%d items, %v", total, err)
			}
			for n, query := range made.Made()[:2] { // their number, and the page
				plan := dbtest.Plan(t, d.R, dialect, query.Text, query.Args...)
				if strings.Contains(plan, "SCAN items") || strings.Contains(plan, "Seq Scan") || n == 1 && !strings.Contains(plan, "items_of_store") ||
					strings.Contains(plan, "TEMP B-TREE") || strings.Contains(plan, "Sort") {
					t.Errorf("%s\n%s", query.Text, plan)
				}
			}
		})
	}
}
