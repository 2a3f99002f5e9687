package towndb_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/picture"
	"hawker/internal/towndb"
	"hawker/internal/townmedia"
)

func TestImportStoresTheIndex(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		d, town := open(t), small()
		load(t, d, town, towndb.Options{Now: noon, Pictures: townmedia.Index{"item/a": {Hash: "0a1b2c3d", Kind: picture.PNG}, "item/b": {Hash: "11111111"}}})
		load(t, d, town, towndb.Options{Now: noon, Pictures: townmedia.Index{"item/b": {Hash: "22222222", Zoom: true, Kind: picture.JPEG}}})
		type row struct {
			Key, Hash, Kind string
			Zoom            bool
		}
		rows, err := db.Many[row](t.Context(), d.R, `SELECT key, hash, zoom, kind FROM media ORDER BY key`)
		if diff := cmp.Diff([]row{{Key: "item/a", Hash: "0a1b2c3d", Kind: "png"}, {Key: "item/b", Hash: "22222222", Kind: "jpg", Zoom: true}}, rows); err != nil || diff != "" {
			t.Error(diff, err)
		}
	})
}
