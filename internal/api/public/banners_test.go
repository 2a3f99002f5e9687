package public_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hawker/internal/db"
	"hawker/internal/db/dbtest"
)

func TestBanners_BRW01_linkToPages(t *testing.T) {
	t.Parallel()
	f := newIslandAPI(t, dbtest.Open(t, db.SQLite), nil)
	type banner struct {
		Title        string `json:"title"`
		Link         string `json:"link"`
		SecondLink   string `json:"second_link"`
		ImageFullURL string `json:"image_full_url"`
	}
	list := func(headers ...string) []banner {
		return readIsland[struct {
			Banners []banner `json:"banners"`
		}](f, "/banners", headers...).Banners
	}
	want := []banner{
		{Title: "Sale", Link: "/home?module_id=11", SecondLink: "/categories", ImageFullURL: "/media/0a1b2c3d/hero/landing-480.webp"},
		{Title: "Fish & chips", Link: "/home?search=category&name=fish+%26+chips"},
	}
	if diff := cmp.Diff(want, list()); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(want[:1], list("zoneid", fmt.Sprint(f.zones["harbour"]))); diff != "" {
		t.Errorf("a banner of another zone: %s", diff)
	}
	if none := list("moduleId", "11"); none == nil || len(none) != 0 {
		t.Errorf("of another module: %v", none)
	}
}
