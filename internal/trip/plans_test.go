package trip_test

import (
	"strings"
	"testing"
	"time"

	"hawker/internal/catalog"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/order/ordertest"
	"hawker/internal/trip"
	"hawker/internal/trip/triptest"
)

// copyTrips adds copies of a trip that are over.
func copyTrips(t *testing.T, f fixture, d *db.DB, id int64, copies int) {
	t.Helper()
	rows, err := d.R.QueryContext(t.Context(), `SELECT * FROM trips WHERE id = 0`)
	if err != nil {
		t.Fatal(err)
	}
	columns, err := rows.Columns()
	if err != nil || rows.Err() != nil || rows.Close() != nil {
		t.Fatal(err)
	}
	values := make([]string, len(columns))
	for i, c := range columns {
		values[i] = map[string]string{"id": "n", "status": "'completed'", "updated_at": "n"}[c]
		if values[i] == "" {
			values[i] = c
		}
	}
	const ids = `WITH RECURSIVE copy (n) AS (SELECT CAST($1 AS BIGINT) + 1 UNION ALL SELECT n + 1 FROM copy WHERE n < CAST($1 AS BIGINT) + $2) `
	f.Exec(t, `INSERT INTO purchases (id, kind) `+ids+`SELECT n, 'trip' FROM copy`, id, copies)
	f.Exec(t, `INSERT INTO trips (`+strings.Join(columns, ", ")+`) `+ids+`
		SELECT `+strings.Join(values, ", ")+` FROM copy, trips WHERE trips.id = $1`, id, copies)
}

// An admin's lists of trips, and the search for those that nobody has confirmed in time, do
// not read all trips that are over. Their number is counted to a bound.
func TestStaffList_TRAP_L3_tripsAreFoundByIndexes(t *testing.T) {
	t.Parallel()
	for _, dialect := range []db.Dialect{db.SQLite, db.Postgres} {
		t.Run(string(dialect), func(t *testing.T) {
			t.Parallel()
			noted, d, made := dbtest.Recorded(t, dialect)
			f := triptest.In(t, ordertest.Open(t, noted))
			who := f.Guest(t)
			f.Fill(t, who, 2, 1, time.Time{})
			booked := f.Book(t, "key", triptest.Request(who), time.Time{})
			copyTrips(t, f, d, booked.ID, 3000)
			if dialect == db.Postgres {
				f.Exec(t, `ANALYZE`)
			}
			admin := f.TripAdmin(t)
			made.Reset()
			for _, state := range []trip.State{trip.ToConfirm, trip.Waiting, trip.Open, trip.Past} {
				if _, _, err := f.Trips.StaffList(t.Context(), admin, trip.StaffFilter{State: state}, catalog.Paging{Size: 20, Number: 1}); err != nil {
					t.Fatal(err)
				}
			}
			if err := f.Trips.CancelUnconfirmed(t.Context()); err != nil {
				t.Fatal(err)
			}
			checked := 0
			for _, query := range made.Made() {
				if !strings.Contains(query.Text, "FROM trips") {
					continue
				}
				checked++
				plan := dbtest.Plan(t, d.R, dialect, query.Text, query.Args...)
				isPast := strings.Contains(query.Text, "updated_at DESC")
				sorts := strings.Contains(plan, "TEMP B-TREE") || strings.Contains(plan, "Sort")
				open := strings.Contains(plan, "trips_under_way") || strings.Contains(plan, "trips_waiting_by_")
				if isPast && (sorts || !strings.Contains(plan, "trips_over")) ||
					strings.Contains(query.Text, "NOT IN") && !open {
					t.Errorf("%s\n%s", query.Text, plan)
				}
			}
			if checked != 9 {
				t.Errorf("%d queries, want a count and a page of each state, and the search", checked)
			}
		})
	}
}
