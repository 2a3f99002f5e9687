package public_test

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hawker/internal/api/apitest"
	"hawker/internal/catalog"
	"hawker/internal/catalog/catalogtest"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
)

func TestReviews_ITEM12_list(t *testing.T) {
	t.Parallel()
	f := apitest.NewPublicAPI(t, dbtest.Open(t, db.SQLite))
	f.Item(1, f.Store(1, nil), func(i *catalog.Item) { i.Name = "Garudhiya" })
	f.Item(2, f.Store(2, func(s *catalog.Store) { s.ReviewsEnabled = false }), nil)
	f.Insert("reviews", catalogtest.Row{"id": 5, "slug": "r", "store_id": 1, "item_id": 1, "author": "Asha", "rating": 4, "body": "Good", "reply": "Thanks", "created_at": catalogtest.Noon.UnixMilli()})
	want := apitest.Object{"id": 5.0, "customer_name": "Asha", "rating": 4.0, "comment": "Good", "reply": "Thanks", "images": []any{}, "item_name": "Garudhiya", "created_at": "2026-11-18T07:00:00Z"}
	for _, path := range []string{"/items/1/reviews", "/stores/1/reviews"} {
		got := f.Read(t, path)
		if got["total_size"] != 1.0 || fmt.Sprint(got["stars"]) != "[0 0 0 1 0]" || cmp.Diff([]apitest.Object{want}, got.List("reviews")) != "" {
			t.Errorf("%s: %v", path, got)
		}
	}
	if with, without := f.Read(t, "/items/1")["no_review_plan"], f.Read(t, "/items/2")["no_review_plan"]; with != nil || without != true {
		t.Errorf("the items say %v and %v", with, without)
	}
	for _, path := range []string{"/items/2/reviews", "/stores/2/reviews"} {
		answer := f.Get(t, path)
		if body, _ := io.ReadAll(answer.Body); answer.StatusCode != http.StatusForbidden || !strings.Contains(string(body), "this store is not having any review plan") {
			t.Errorf("%s: %d %s", path, answer.StatusCode, body)
		}
	}
}
