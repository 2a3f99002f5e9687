package public_test

import (
	"testing"

	"hawker/internal/api/apitest"
	"hawker/internal/catalog/catalogtest"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
)

// With a public address, every picture has a whole one: other clients have no
// page to which a path could be relative.
func TestPictures_API08_haveAbsoluteURLs(t *testing.T) {
	t.Parallel()
	for _, origin := range []string{"", "https://shop.example"} {
		f := apitest.NewPublicAPI(t, dbtest.Open(t, db.SQLite))
		f.CatalogService.PicturesFrom(origin)
		f.Insert("media", catalogtest.Row{"key": "item/a", "hash": "0a1b2c3d", "zoom": true, "kind": "jpg"})
		store := f.Store(1, nil)
		item := f.Item(1, store, nil)
		f.Exec(`UPDATE items SET pictures = '["item/a"]' WHERE id = $1`, item.ID)
		got := f.Read(t, "/items/1")
		for field, form := range map[string]string{"image_full_url": "480", "thumbnail_full_url": "480", "zoom_full_url": "zoom"} {
			if want := origin + "/media/0a1b2c3d/item/a-" + form + ".jpg"; got[field] != want {
				t.Errorf("%s is %v, want %s", field, got[field], want)
			}
		}
		if base := f.Read(t, "/config")["base_urls"].(map[string]any)["item_image_url"]; base != origin+"/media" {
			t.Errorf("base_urls.item_image_url is %v", base)
		}
	}
}
