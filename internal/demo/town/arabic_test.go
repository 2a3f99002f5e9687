package town

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"hawker/internal/townfile"
	"hawker/internal/translation"
)

// Every text that a shopper reads of the town is there in Arabic.
func TestTown_I18N01_EveryTextIsInArabic(t *testing.T) {
	t.Parallel()
	town := Generate(seed, 2)
	given := map[string]map[string]string{}
	for _, tr := range town.Translations {
		given[townfile.SlugOf(tr)] = tr.Given()
	}
	var missing []string
	need := func(k translation.Kind, of string, fields map[string]string) {
		for field, english := range fields {
			if english != "" && given[townfile.SlugOf(townfile.Translation{Kind: k, Of: of, Language: "ar"})][field] == "" {
				missing = append(missing, fmt.Sprintf("%s of %s %s: %s", field, k, of, english))
			}
		}
	}
	for _, m := range town.Modules {
		need(translation.Module, m.Slug, map[string]string{"name": m.Name, "description": m.Description})
	}
	for _, z := range town.Zones {
		need(translation.Zone, z.Slug, map[string]string{"name": z.Name})
	}
	for _, c := range town.Categories {
		need(translation.Category, c.Slug, map[string]string{"name": c.Name})
	}
	for _, s := range town.Stores {
		need(translation.Store, s.Slug, map[string]string{"name": s.Name, "tagline": s.Tagline, "description": s.Description})
	}
	for _, i := range town.Items {
		need(translation.Item, i.Slug, map[string]string{"name": i.Name, "description": i.Description})
		for _, word := range wordsOf(i) {
			if word != "" && arabic()[word] == "" {
				missing = append(missing, "word of an item: "+word)
			}
		}
	}
	for _, k := range town.Campaigns {
		need(translation.Campaign, k.Slug, map[string]string{"title": k.Title, "description": k.Description})
	}
	for _, s := range town.FlashSales {
		need(translation.FlashSale, s.Slug, map[string]string{"title": s.Title})
	}
	for _, k := range town.Coupons {
		need(translation.Coupon, k.Slug, map[string]string{"title": k.Title})
	}
	for _, b := range town.Banners {
		need(translation.Banner, b.Slug, map[string]string{"kicker": b.Kicker, "title": b.Title, "text": b.Text, "button": b.Button, "second_label": b.SecondLabel})
	}
	for _, p := range town.Providers {
		need(translation.Provider, p.Slug, map[string]string{"name": p.Name, "description": p.Description})
	}
	for _, v := range town.Vehicles {
		need(translation.Vehicle, v.Slug, map[string]string{"description": v.Description, "words": v.Type + v.Fuel})
	}
	for _, k := range town.ParcelCategories {
		need(translation.ParcelCategory, k.Slug, map[string]string{"name": k.Name, "description": k.Description, "maximum_weight": k.MaximumWeight})
	}
	for _, word := range settingWords(town.Settings) {
		if arabic()[word] == "" {
			missing = append(missing, "word of the settings: "+word)
		}
	}
	slices.Sort(missing)
	if missing = slices.Compact(missing); len(missing) > 0 {
		t.Errorf("%d texts are not in Arabic:\n%s", len(missing), strings.Join(missing[:min(len(missing), 200)], "\n"))
	}
}
