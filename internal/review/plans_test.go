package review_test

import (
	"strings"
	"testing"

	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/order/ordertest"
	"hawker/internal/review"
	"hawker/internal/trip/triptest"
)

// A page of reviews is read from the newest on, however many there are, without sorting them.
func TestList_ITEM12_TRAP_L3_reviewsAreReadInTheOrderOfAnIndex(t *testing.T) {
	t.Parallel()
	for _, dialect := range []db.Dialect{db.SQLite, db.Postgres} {
		t.Run(string(dialect), func(t *testing.T) {
			t.Parallel()
			noted, d, made := dbtest.Recorded(t, dialect)
			w := ordertest.Open(t, d)
			store := w.Store(t, nil)
			item := w.Item(t, store, 1000, ordertest.Unlimited, nil)
			w.Exec(t, `INSERT INTO reviews (slug, store_id, item_id, author, rating, body, pictures, reply, created_at, hidden_at)
				WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 4000)
				SELECT 'review ' || i, CAST($1 AS BIGINT), CAST($2 AS BIGINT), 'Asha', 5, '', '[]', '', i, CASE WHEN i % 100 = 0 THEN i END FROM n`, store.ID, item.ID)
			if dialect == db.Postgres {
				w.Exec(t, `ANALYZE reviews`)
			}
			reviews := review.New(noted, w.Clock)
			for want, f := range map[string]review.Filter{
				"reviews_by_age": {Riders: true}, "reviews_hidden": {Riders: true, Hidden: true}, "reviews_by_store": {StoreID: store.ID},
			} {
				made.Reset()
				if page, err := reviews.List(t.Context(), f, review.Paging{Size: 20, Number: 1}); err != nil || len(page.Reviews) != 20 {
					t.Fatalf("%d reviews, %v", len(page.Reviews), err)
				}
				query := made.Made()[1]
				plan := dbtest.Plan(t, d.R, dialect, query.Text, query.Args...)
				sorts := strings.Contains(plan, "TEMP B-TREE FOR ORDER BY") || strings.Contains(plan, "->  Sort")
				if !strings.Contains(plan, want) && f.StoreID == 0 || sorts {
					t.Errorf("%+v\n%s", f, plan)
				}
			}
		})
	}
}

// So is a page of the reviews of a provider's vehicles, and of those that wait for a reply.
func TestListVehicles_RNT04_TRAP_L3_areReadInTheOrderOfAnIndex(t *testing.T) {
	t.Parallel()
	for _, dialect := range []db.Dialect{db.SQLite, db.Postgres} {
		t.Run(string(dialect), func(t *testing.T) {
			t.Parallel()
			noted, d, made := dbtest.Recorded(t, dialect)
			w := triptest.Open(t, d)
			w.Exec(t, `INSERT INTO vehicle_reviews (slug, vehicle_id, provider_id, author, rating, body, images, pictures, reply, created_at)
				WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 4000)
				SELECT 'review ' || i, v.id, v.provider_id, 'Asha', 5, '', '[]', '[]', CASE WHEN i % 100 = 0 THEN '' ELSE 'Thanks' END, i
				FROM n, (SELECT MIN(id) AS id, MIN(provider_id) AS provider_id FROM vehicles) v`)
			if dialect == db.Postgres {
				w.Exec(t, `ANALYZE`)
			}
			provider := w.Number(t, `SELECT provider_id FROM vehicle_reviews LIMIT 1`)
			reviews := review.New(noted, w.Clock)
			for want, f := range map[string]review.VehicleFilter{
				"vehicle_reviews_by_age": {}, "vehicle_reviews_unanswered": {ProviderID: provider, Unanswered: true}, "vehicle_reviews_by_": {ProviderID: provider},
			} {
				made.Reset()
				if page, _, err := reviews.ListVehicles(t.Context(), f, review.Paging{Size: 20, Number: 1}); err != nil || len(page) != 20 {
					t.Fatalf("%d reviews, %v", len(page), err)
				}
				query := made.Made()[1]
				plan := dbtest.Plan(t, d.R, dialect, query.Text, query.Args...)
				if !strings.Contains(plan, want) || strings.Contains(plan, "TEMP B-TREE") || strings.Contains(plan, "Sort") {
					t.Errorf("%+v\n%s", f, plan)
				}
			}
		})
	}
}
