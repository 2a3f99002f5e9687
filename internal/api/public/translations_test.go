package public_test

import (
	"slices"
	"strings"
	"testing"

	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/townfile"
	"hawker/internal/translation"
)

// translatedTown returns the island with a record of each kind, and every translated field of it in
// Arabic.
func translatedTown() *townfile.Town {
	town, at := island(), townfile.Point{Lat: 0.5, Lng: 0.5}
	town.Modules[2].Active = true
	town.Modules = append(town.Modules, townfile.Module{Slug: "rental", ID: 15, Type: "rental", Name: "Rental", Picture: "module/rental", Active: true})
	town.Zones[1].Tariffs = append(town.Zones[1].Tariffs, townfile.Tariff{Module: "rental", PerKm: "1"})
	town.Categories = []townfile.Category{
		{Slug: "meals", Module: "food", Name: "Meals", Picture: "sprite/cake"}, {Slug: "vans", Module: "rental", Name: "Vans", Picture: "sprite/van"},
	}
	town.Stores = []townfile.Store{{
		Slug: "chez-zoe", Module: "food", Zone: "harbour", Name: "Chez Zoe", Tagline: "Sweets", Description: "Since 1990", Logo: "logo/z", Cover: "store/z", Address: "1 Harbour Road",
		Point: at, Hours: townfile.Hours{Always: true}, Delivery: true, Active: true, Added: "-40d",
	}}
	town.Items = []townfile.Item{{
		Slug: "cake", Store: "chez-zoe", Category: "meals", Name: "Cake", Description: "With honey", Price: "5", Pictures: []string{"item/cake"}, UnitType: "piece", Active: true, Added: "-6h",
		FoodVariations: []townfile.OptionGroup{{ID: 1, Name: "Portion", Type: "single", Values: []townfile.Option{{ID: 2, Label: "Large", Price: "1"}}}},
		AddOns:         []townfile.AddOn{{ID: 3, Name: "Cream", Price: "1"}},
	}}
	town.Campaigns = []townfile.Campaign{{Slug: "week", Type: "basic", Module: "food", Title: "Sweet week", Description: "Much sugar", Picture: "hero/pie", Stores: []string{"chez-zoe"}, FirstDay: "-1d", LastDay: "+900d", Active: true}}
	town.FlashSales = []townfile.FlashSale{{Slug: "hour", Module: "food", Title: "Happy hour", Begins: "-1dT10:00", Ends: "+900dT11:00", Active: true, Items: []townfile.FlashItem{{Item: "cake", Discount: townfile.Rebate{Type: "percent", Value: "5"}, Units: 9}}}}
	town.Providers = []townfile.Provider{{Slug: "anchor", Zone: "harbour", PickupZones: []string{"harbour"}, Name: "Anchor", Description: "Cars", Logo: "logo/a", Cover: "store/a", Address: "2 Harbour Road", Point: at}}
	town.Vehicles = []townfile.Vehicle{{Slug: "finch", Provider: "anchor", Category: "vans", Brand: "Merle", Name: "Finch", Description: "Small", Pictures: []string{"vehicle/finch"}, Type: "Hatchback", Seats: 4, Transmission: "manual", Fuel: "Petrol", HourlyPrice: "6.50", Count: 3, Added: "-6h"}}
	town.ParcelCategories = []townfile.ParcelCategory{{Slug: "documents", Module: "parcel", Name: "Documents", Description: "Letters", Picture: "module/parcel", MaximumWeight: "up to 1 kg", Base: "1.20", MaximumQuantity: 10, Active: true}}
	town.ParcelInstructions = []townfile.ParcelInstruction{{Slug: "fragile", Text: "Fragile"}}
	ar := func(k translation.Kind, of string, texts translation.Texts) {
		town.Translations = append(town.Translations, townfile.Translation{Kind: k, Of: of, Language: "ar", Texts: texts})
	}
	ar(translation.Module, "food", translation.Texts{Name: "طعام", Description: "وجبات"})
	ar(translation.Zone, "bay", translation.Texts{Name: "الخليج"})
	ar(translation.Category, "meals", translation.Texts{Name: "حلويات"})
	ar(translation.Category, "vans", translation.Texts{Name: "شاحنات"})
	ar(translation.Store, "chez-zoe", translation.Texts{Name: "عند زوي", Tagline: "سكاكر", Description: "منذ ١٩٩٠"})
	ar(translation.Item, "cake", translation.Texts{Name: "كعكة", Description: "بالعسل", Words: []translation.Word{{Of: "Portion", Text: "الحصة"}, {Of: "Large", Text: "كبيرة"}, {Of: "Cream", Text: "قشدة"}, {Of: "piece", Text: "قطعة"}}})
	ar(translation.Campaign, "week", translation.Texts{Title: "أسبوع حلو", Description: "سكر كثير"})
	ar(translation.FlashSale, "hour", translation.Texts{Title: "ساعة سعيدة"})
	ar(translation.Banner, "a", translation.Texts{Kicker: "جديد", Title: "تخفيضات", Text: "اليوم", Button: "انظر", SecondLabel: "الكل"})
	ar(translation.Page, "about-us", translation.Texts{Title: "من نحن", Body: "نحن."})
	ar(translation.Provider, "anchor", translation.Texts{Name: "المرساة", Description: "سيارات"})
	ar(translation.Vehicle, "finch", translation.Texts{Name: "الحسون", Description: "صغيرة", Words: []translation.Word{{Of: "Hatchback", Text: "هاتشباك"}, {Of: "Petrol", Text: "بنزين"}}})
	ar(translation.ParcelCategory, "documents", translation.Texts{Name: "وثائق", Description: "رسائل", MaximumWeight: "حتى كيلوغرام"})
	ar(translation.ParcelInstruction, "fragile", translation.Texts{Text: "قابل للكسر"})
	ar(translation.Settings, "", translation.Texts{Words: []translation.Word{{Of: "Hungry?", Text: "جائع؟"}, {Of: "Fast", Text: "سريع"}, {Of: "A footer", Text: "تذييل"}}})
	return town
}

// translatedReads are where each kind is read, with the headers of its module.
var translatedReads = map[translation.Kind]struct{ path, module string }{
	translation.Module: {"/modules", "10"}, translation.Zone: {"/zones", "10"}, translation.Category: {"/categories", "10"}, translation.Store: {"/stores/chez-zoe", "10"},
	translation.Item: {"/items/cake", "10"}, translation.Campaign: {"/campaigns", "10"}, translation.FlashSale: {"/flash-sales", "10"}, translation.Banner: {"/banners", "10"},
	translation.Page: {"/pages/about-us", "10"}, translation.Provider: {"/rental/providers/anchor", "15"}, translation.Vehicle: {"/rental/vehicles/finch", "15"},
	translation.ParcelCategory: {"/parcel/categories", "14"}, translation.ParcelInstruction: {"/parcel/instructions", "14"}, translation.Settings: {"/landing-page", "10"},
}

// Every translated field of every kind is in the language of the request, and is in the
// town's own for everybody else.
func TestTranslations_I18N01_API02_areInTheLanguageOfTheRequest(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		town := translatedTown()
		f := newTownAPI(t, open(t), town, nil)
		seen := map[string]bool{}
		for _, tr := range town.Translations {
			seen[string(tr.Kind)] = true
			at, given := translatedReads[tr.Kind], tr.Given()
			if tr.Of == "vans" {
				at.path, at.module = "/rental/categories", "15"
			}
			if len(given) != len(tr.Kind.Fields()) {
				t.Errorf("the test translates %v of a %s, and not %v", given, tr.Kind, tr.Kind.Fields())
			}
			delete(given, "words")
			texts := []string{}
			for _, text := range given {
				texts = append(texts, text)
			}
			for _, w := range tr.Words {
				texts = append(texts, w.Text)
			}
			for language, arabic := range map[string]bool{"ar": true, "ar-EG": true, "ar_EG": true, "en": false, "fr": false, "": false} {
				status, body := f.ask("GET", at.path, "", "X-localization", language, "moduleId", at.module)
				if status != 200 {
					t.Fatalf("%s: %d %s", at.path, status, body)
				}
				for _, text := range texts {
					if strings.Contains(body, text) != arabic {
						t.Errorf("%s in %q: %q is there: %t\n%s", at.path, language, text, !arabic, body)
					}
				}
			}
		}
		seen[string(translation.Coupon)] = true // by package shopping, which lists coupons
		if missing := slices.DeleteFunc(translation.Kinds(), func(k string) bool { return seen[k] }); len(missing) > 0 {
			t.Errorf("not tested: %v", missing)
		}
	})
}

// A search finds translated names, and shows them to a shopper who reads that language.
func TestSearch_I18N01_BRW02_findsTranslatedNames(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		f := newTownAPI(t, open(t), translatedTown(), nil)
		for typed, want := range map[string][]string{
			"كعكة": {"كعكة", "Cake"}, "cake": {"كعكة", "Cake"}, "زوي": {"عند زوي", "Chez Zoe"}, "حلويات": {"حلويات", "Meals"},
		} {
			for n, language := range []string{"ar", "en"} {
				_, body := f.ask("GET", "/items/suggest?q="+typed, "", "X-localization", language)
				if !strings.Contains(body, `"name":"`+want[n]+`"`) {
					t.Errorf("%q is suggested in %s as %s", typed, language, body)
				}
			}
		}
		for language, want := range map[string]string{"ar": `"name":"الحسون","store_name":"المرساة"`, "en": `"name":"Finch","store_name":"Anchor"`} {
			for _, typed := range []string{"finch", "الحسون", "anchor", "المرس", "بنزين"} { // by the provider too
				if _, body := f.ask("GET", "/items/suggest?q="+typed, "", "X-localization", language, "moduleId", "15"); !strings.Contains(body, want) {
					t.Errorf("%q is suggested in %s as %s", typed, language, body)
				}
			}
		}
		if _, body := f.ask("GET", "/items?search=كعكة", "", "X-localization", "ar"); !strings.Contains(body, `"total_size":1`) || !strings.Contains(body, "كعكة") {
			t.Errorf("found %s", body)
		}
	})
}

// The filters of vehicles show types and fuels in the language of the request, and take
// the values of the records.
func TestVehicles_I18N01_RNT02_filtersAreInTheLanguageOfTheRequest(t *testing.T) {
	t.Parallel()
	f := newTownAPI(t, dbtest.Open(t, db.SQLite), translatedTown(), nil)
	for language, want := range map[string][]string{"ar-EG": {"هاتشباك", "بنزين"}, "en": {"Hatchback", "Petrol"}} {
		_, body := f.ask("GET", "/rental/vehicles?types=Hatchback&fuels=Petrol", "", "X-localization", language, "moduleId", "15")
		for _, part := range []string{
			`"total_size":1`, `{"value":"Merle","count":1}`, `{"value":"manual","count":1}`,
			`{"value":"Hatchback","name":"` + want[0] + `","count":1}`, `{"value":"Petrol","name":"` + want[1] + `","count":1}`,
		} {
			if !strings.Contains(body, part) {
				t.Errorf("in %s there is no %s: %s", language, part, body)
			}
		}
	}
}

// A translated name does not change how well the name itself fits.
func TestSearch_I18N01_BRW02_ranksByTheNameItself(t *testing.T) {
	t.Parallel()
	town := translatedTown()
	deluxe := town.Items[0]
	deluxe.Slug, deluxe.Name, deluxe.Past = "cake-deluxe", "Cake deluxe", townfile.Past{Sold: 900}
	town.Items = append(town.Items, deluxe)
	f := newTownAPI(t, dbtest.Open(t, db.SQLite), town, nil)
	_, body := f.ask("GET", "/items?search=cake", "")
	if first, second := strings.Index(body, `"slug":"cake"`), strings.Index(body, `"slug":"cake-deluxe"`); first < 0 || second < first {
		t.Errorf("the one that is named so comes at %d, the other at %d", first, second)
	}
}
