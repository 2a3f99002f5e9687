package zone_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"hawker/internal/clock"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/errs"
	"hawker/internal/geo"
	"hawker/internal/pricing"
	"hawker/internal/zone"
)

// square returns an outline from (lat, lng) with sides of that many degrees.
func square(t *testing.T, lat, lng, side float64) geo.Polygon {
	t.Helper()
	g, err := geo.NewPolygon([]geo.Point{{Lat: lat, Lng: lng}, {Lat: lat, Lng: lng + side}, {Lat: lat + side, Lng: lng + side}, {Lat: lat + side, Lng: lng}})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func insert(t *testing.T, d *db.DB, z zone.Zone) {
	t.Helper()
	text, err := zone.EncodeOutline(z.Outline)
	if err != nil {
		t.Fatal(err)
	}
	err = db.InTx(t.Context(), d, func(tx *db.Tx) error {
		_, err := db.Exec(t.Context(), tx, `INSERT INTO zones (id, slug, name, polygon, area, time_zone, active) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
			z.ID, z.Slug, z.Name, text, z.Outline.Area(), z.TimeZone, z.Active)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// town writes four zones: Bay is large, Harbour is inside it, Hill touches Bay in the
// east, and Closed, which is not active, contains everything.
func town(t *testing.T, d *db.DB) {
	t.Helper()
	insert(t, d, zone.Zone{ID: 1, Slug: "bay", Name: "Bay", TimeZone: "Indian/Maldives", Outline: square(t, 0, 0, 4), Active: true})
	insert(t, d, zone.Zone{ID: 2, Slug: "harbour", Name: "Harbour", TimeZone: "Asia/Kathmandu", Outline: square(t, 1, 1, 1), Active: true})
	insert(t, d, zone.Zone{ID: 3, Slug: "hill", Name: "Hill", TimeZone: "Indian/Maldives", Outline: square(t, 0, 4, 4), Active: true})
	insert(t, d, zone.Zone{ID: 4, Slug: "closed", Name: "Closed", TimeZone: "UTC", Outline: square(t, -9, -9, 30)})
	insert(t, d, zone.Zone{ID: 5, Slug: "undrawn", Name: "Undrawn", TimeZone: "UTC", Active: true})
}

func slugs(zones []zone.Zone) []string {
	names := []string{}
	for _, z := range zones {
		names = append(names, z.Slug)
	}
	return names
}

func TestLookup_LOC04_TRAP_Z1_TRAP_Z3(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		d := open(t)
		town(t, d)
		s := zone.New(d, clock.System)
		tests := []struct {
			name     string
			lat, lng float64
			want     []string
		}{
			{"in one zone", 3, 3, []string{"bay"}},
			{"in two: the smaller wins, both are listed", 1.5, 1.5, []string{"harbour", "bay"}},
			{"outside every zone", 10, 10, []string{}},
			{"on the edge of two that touch: exactly one", 2, 4, []string{"hill"}},
			{"on the outer edge in the north: outside", 4, 2, []string{}},
			{"at the corner of the inner one", 1, 1, []string{"harbour", "bay"}},
			{"only in the one that is not active", 5, 1, []string{}},
		}
		for _, tt := range tests {
			t.Run(tt.name, func(t *testing.T) {
				found, err := s.Lookup(t.Context(), geo.Point{Lat: tt.lat, Lng: tt.lng})
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(tt.want, slugs(found)); diff != "" {
					t.Error(diff)
				}
			})
		}
	})
}

func TestLookup_TRAP_Z3_prefersTheLowestIDOfEqualAreas(t *testing.T) {
	t.Parallel()
	d := dbtest.Open(t, db.SQLite)
	for _, id := range []int64{7, 6, 8} {
		insert(t, d, zone.Zone{ID: id, Slug: fmt.Sprint("same-", id), Name: "Same", TimeZone: "UTC", Outline: square(t, 0, 0, 1), Active: true})
	}
	found, err := zone.New(d, clock.System).Lookup(t.Context(), geo.Point{Lat: 0.5, Lng: 0.5})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"same-6", "same-7", "same-8"}, slugs(found)); diff != "" {
		t.Error(diff)
	}
}

func TestAll_TRAP_D12_readsZonesWithTheirTariffs(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		d := open(t)
		town(t, d)
		tariff(t, d)
		s := zone.New(d, clock.System)
		harbour, err := s.ByID(t.Context(), 2)
		if err != nil {
			t.Fatal(err)
		}
		want := zone.Tariff{PerKm: 500, Minimum: 2000, Maximum: 9000, Surge: pricing.Surge{Kind: pricing.Percent, Value: 1500}}
		if harbour.TimeZone != "Asia/Kathmandu" || harbour.Tariffs[10] != want {
			t.Errorf("harbour: %+v", harbour)
		}
		if !harbour.Has(10) || harbour.Has(11) {
			t.Error("a module is served where it has a tariff, and nowhere else")
		}
		closed, err := s.ByID(t.Context(), 4)
		if err != nil || closed.Active {
			t.Errorf("a zone that is not active: %+v, %v", closed, err)
		}
		if _, err := s.ByID(t.Context(), 99); !errs.Is(err, errs.NotFound) {
			t.Errorf("an unknown zone: %v", err)
		}
		all, err := s.All(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]string{"bay", "harbour", "hill", "undrawn"}, slugs(all)); diff != "" {
			t.Error(diff)
		}
		known, err := s.ActiveOf(t.Context(), []int64{3, 99, 4, 2, 3})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]string{"hill", "harbour"}, slugs(known)); diff != "" {
			t.Error(diff)
		}
	})
}

func tariff(t *testing.T, d *db.DB) {
	t.Helper()
	err := db.InTx(t.Context(), d, func(tx *db.Tx) error {
		if _, err := db.Exec(t.Context(), tx, `INSERT INTO modules (id, slug, module_type, name, description, picture, position, active) VALUES (10, 'food', 'food', 'Food', '', '', 1, TRUE)`); err != nil {
			return err
		}
		_, err := db.Exec(t.Context(), tx, `INSERT INTO tariffs (zone_id, module_id, per_km, minimum_charge, maximum_charge, surge_type, surge) VALUES (2, 10, 500, 2000, 9000, 'percent', 1500)`)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestService_readsANewZoneWithinTwoSeconds(t *testing.T) {
	t.Parallel()
	d, c := dbtest.Open(t, db.SQLite), clock.NewManual(time.Unix(0, 0))
	s := zone.New(d, c)
	count := func() int {
		all, err := s.All(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return len(all)
	}
	if count() != 0 {
		t.Fatal("zones in an empty town")
	}
	town(t, d)
	c.Advance(2 * time.Second)
	if n := count(); n != 4 {
		t.Errorf("%d zones after two seconds", n)
	}
}

// Zones rarely change, so they are read again only once the revision of the catalogue says
// that they did.
func TestService_LOC04_TRAP_L3_readsZonesOnlyAfterAChange(t *testing.T) {
	t.Parallel()
	dbtest.EachEngine(t, func(t *testing.T, dialect db.Dialect) {
		noted, d, made := dbtest.Recorded(t, dialect)
		c := clock.NewManual(time.Unix(0, 0))
		s := zone.New(noted, c)
		names := func() []string {
			all, err := s.All(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			return slugs(all)
		}
		town(t, d)
		write(t, d, `INSERT INTO catalog_revision (id, revision) VALUES (1, 1)`)
		names()
		made.Reset()
		for range 10 {
			c.Advance(time.Second)
			names()
		}
		if n := made.Count(); n != 10 {
			t.Errorf("%d queries in ten seconds: %v", n, made.Texts())
		}
		write(t, d, `UPDATE zones SET active = FALSE WHERE id <> 2`)
		write(t, d, `UPDATE catalog_revision SET revision = 2`)
		c.Advance(time.Second)
		if got := names(); !slices.Equal(got, []string{"harbour"}) {
			t.Errorf("after a change: %v", got)
		}
	})
}

func write(t *testing.T, d *db.DB, query string) {
	t.Helper()
	err := db.InTx(t.Context(), d, func(tx *db.Tx) error {
		_, err := db.Exec(t.Context(), tx, query)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestOutline_encodesAndDecodes(t *testing.T) {
	t.Parallel()
	g := square(t, -11.4, 65.2, 0.030001)
	text, err := zone.EncodeOutline(g)
	if err != nil {
		t.Fatal(err)
	}
	back, err := zone.DecodeOutline(text)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(g.Ring(), back.Ring()); diff != "" {
		t.Error(diff)
	}
	for _, bad := range []string{``, `{}`, `[[1,2]]`, `[[1,2],[3,4],[5,6]]`, `[[200,0],[0,1],[1,0]]`} {
		if _, err := zone.DecodeOutline(bad); err == nil {
			t.Errorf("%q is an outline", bad)
		}
	}
}
