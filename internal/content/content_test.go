package content_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hawker/internal/clock"
	"hawker/internal/content"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/errs"
)

func exec(t *testing.T, d *db.DB, statements ...string) {
	t.Helper()
	err := db.InTx(t.Context(), d, func(tx *db.Tx) error {
		for _, s := range statements {
			if _, err := db.Exec(t.Context(), tx, s); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestBanners_BRW01_areOfAModuleAndItsZones(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		d := open(t)
		exec(t, d,
			`INSERT INTO zones (id, slug, name, polygon, area, time_zone, active) VALUES (1, 'a', 'A', '[]', 1, 'UTC', TRUE), (2, 'b', 'B', '[]', 1, 'UTC', TRUE)`,
			`INSERT INTO modules (id, slug, module_type, name, description, picture, position, active) VALUES (10, 'food', 'food', 'Food', '', '', 1, TRUE), (11, 'g', 'grocery', 'G', '', '', 2, TRUE)`)
		for i, b := range []struct {
			slug, module, zone string
			position           int
		}{{"second", "10", "NULL", 2}, {"first", "10", "1", 1}, {"elsewhere", "10", "2", 1}, {"other", "11", "NULL", 1}} {
			exec(t, d, fmt.Sprintf(`INSERT INTO banners (id, slug, module_id, zone_id, position, body) VALUES (%d, '%s', %s, %s, %d, '{"title":"%s"}')`,
				i+1, b.slug, b.module, b.zone, b.position, b.slug))
		}
		s := content.New(d, clock.System)
		for _, tt := range []struct {
			module int64
			zones  []int64
			want   []string
		}{
			{10, []int64{1}, []string{"first", "second"}},
			{10, []int64{2, 1}, []string{"first", "elsewhere", "second"}},
			{10, nil, []string{"second"}},
			{12, []int64{1}, []string{}},
		} {
			shown, err := s.Banners(t.Context(), tt.module, tt.zones)
			if err != nil {
				t.Fatal(err)
			}
			titles := []string{}
			for _, b := range shown {
				titles = append(titles, b.Title)
			}
			if diff := cmp.Diff(tt.want, titles); diff != "" {
				t.Errorf("module %d, zones %v: %s", tt.module, tt.zones, diff)
			}
		}
	})
}

func TestPage_PAGE01(t *testing.T) {
	t.Parallel()
	d := dbtest.Open(t, db.SQLite)
	exec(t, d, `INSERT INTO pages (slug, title, body) VALUES ('about-us', 'About us', 'We are here.')`)
	s := content.New(d, clock.System)
	page, err := s.Page(t.Context(), "about-us")
	if want := (content.Page{Slug: "about-us", Title: "About us", Body: "We are here."}); err != nil || page != want {
		t.Errorf("%+v, %v", page, err)
	}
	if _, err := s.Page(t.Context(), "nowhere"); !errs.Is(err, errs.NotFound) {
		t.Errorf("an unknown page: %v", err)
	}
}
