package towndb_test

import (
	"testing"

	"hawker/internal/catalog"
	"hawker/internal/clock"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/recent"
	"hawker/internal/towndb"
	"hawker/internal/townfile"
	"hawker/internal/translation"
)

// A changed translation is shown within seconds, although the item itself has not changed;
// one that is gone stays until an import prunes.
func TestImport_I18N01_changesTranslationsOfShownItems(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		d, town := open(t), small()
		load(t, d, town, towndb.Options{Now: noon})
		watch := clock.NewManual(noon)
		shop := catalog.New(d, watch)
		shown := func() translation.Texts {
			t.Helper()
			watch.Advance(recent.Oldest)
			page, err := shop.Item(t.Context(), "creme-brulee")
			if err != nil {
				t.Fatal(err)
			}
			return page.Items[0].Translations.In("ar")
		}
		if got := shown(); got.Name != "كريم بروليه" || got.Word("Size") != "الحجم" {
			t.Fatalf("first %+v", got)
		}
		town.Translations[0].Words[0].Text = "المقاس"
		load(t, d, town, towndb.Options{Now: noon})
		if got := shown(); got.Word("Size") != "المقاس" {
			t.Errorf("after a change %+v", got)
		}
		all := town.Translations
		town.Translations = []townfile.Translation{all[1]}
		load(t, d, town, towndb.Options{Now: noon})
		if got := shown(); got.Name != "كريم بروليه" {
			t.Errorf("without pruning %+v", got)
		}
		load(t, d, town, towndb.Options{Now: noon, Prune: true})
		if got := shown(); got.Name != "" {
			t.Errorf("after pruning %+v", got)
		}
		town.Translations = all
		load(t, d, town, towndb.Options{Now: noon})
		if got := shown(); got.Name != "كريم بروليه" {
			t.Errorf("when it came back %+v", got)
		}
	})
}
