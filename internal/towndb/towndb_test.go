package towndb_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"hawker/internal/catalog"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/setting"
	"hawker/internal/stock"
	"hawker/internal/towndb"
	"hawker/internal/townexport"
	"hawker/internal/townfile"
	"hawker/internal/translation"
)

var noon = time.Date(2026, 11, 20, 7, 0, 0, 0, time.UTC) // 12:00 on the demo's island

func load(t *testing.T, d *db.DB, town *townfile.Town, o towndb.Options) {
	t.Helper()
	if err := town.Check(); err != nil {
		t.Fatal(err)
	}
	if _, err := towndb.Import(t.Context(), d, town, o); err != nil {
		t.Fatal(err)
	}
}

func TestOneRecordBecomesItsRow(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		d := open(t)
		load(t, d, small(), towndb.Options{Now: noon})
		row, err := db.One[struct {
			ModuleID, ZoneID, Price, Discount, SalePrice int64
			DiscountType, CategoryIds, SearchText        string
			CreatedAt                                    int64
		}](t.Context(), d.R, `
			SELECT i.module_id, i.zone_id, i.price, i.discount, i.sale_price, i.discount_type, i.category_ids, i.search_text, i.created_at
			FROM items i JOIN stores s ON s.module_id = i.module_id AND s.zone_id = i.zone_id WHERE i.slug = 'creme-brulee'`)
		if err != nil {
			t.Fatal(err)
		}
		if row.ModuleID != 10 || row.Price != 1999 || row.Discount != 2500 || row.DiscountType != "percent" || row.SalePrice != 1499 {
			t.Errorf("%+v", row)
		}
		for _, word := range []string{"creme", "brulee", "sugarhouse", "desserts", "sweets", "caramel", "chez", "zoe"} {
			if !slices.Contains(strings.Fields(row.SearchText), word) {
				t.Errorf("%q is not found in %q", word, row.SearchText)
			}
		}
		if want := noon.Add(-6 * time.Hour).UnixMilli(); row.CreatedAt != want {
			t.Errorf("created at %d, want %d", row.CreatedAt, want)
		}
		path := fmt.Sprintf("[%d,%d]", one(t, d, `SELECT id FROM categories WHERE slug = 'desserts'`), one(t, d, `SELECT id FROM categories WHERE slug = 'sweets'`))
		if row.CategoryIds != path {
			t.Errorf("in categories %s, want %s", row.CategoryIds, path)
		}
		store, err := catalog.StoreByID(t.Context(), d.R, one(t, d, `SELECT id FROM stores`))
		if err != nil {
			t.Fatal(err)
		}
		// Closed from tomorrow 0:00 to the end of the following day, in the store's time zone.
		closure := store.Schedule.V.Closures[0]
		if from := time.Date(2026, 11, 20, 19, 0, 0, 0, time.UTC); !closure.From.Equal(from) || closure.To.Sub(closure.From) != 48*time.Hour {
			t.Errorf("closed from %s to %s", closure.From, closure.To)
		}
		if got := store.Discount.V; got.Start != "2026-11-17" || got.End != "2026-11-23" || got.Value != 1075 || got.MinPurchase != 2500 {
			t.Errorf("discount %+v", got)
		}
	})
}

func one(t *testing.T, d *db.DB, query string, args ...any) int64 {
	t.Helper()
	n, err := db.One[int64](t.Context(), d.R, query, args...)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// small returns a town with one example of every case of an import.
func small() *townfile.Town {
	five := 5
	square := townfile.Geometry{Type: townfile.Polygon, Points: []townfile.Point{{Lat: 0, Lng: 0}, {Lat: 0, Lng: 1}, {Lat: 1, Lng: 1}, {Lat: 1, Lng: 0}}}
	return &townfile.Town{
		Settings: townfile.Settings{
			Business: townfile.Business{Name: "Small"},
			Currency: townfile.Currency{Code: "USD", Digits: 2, Symbol: "$", SymbolSide: "left"},
			Location: townfile.Location{Country: "US", TimeZone: "Indian/Maldives", Default: townfile.Point{Lat: 0.5, Lng: 0.5}},
			Checkout: townfile.Checkout{FreeDeliveryOver: "35", FreeDeliveryForAll: true},
		},
		Modules: []townfile.Module{
			{Slug: "food", ID: 10, Type: "food", Name: "Food", Picture: "module/food", Active: true},
			{Slug: "parcel", ID: 8, Type: "parcel", Name: "Parcel", Picture: "module/parcel", Active: true},
			{Slug: "rental", ID: 9, Type: "rental", Name: "Rental", Picture: "module/rental", Active: true},
		},
		Zones: []townfile.Zone{{
			Slug: "old-town", Name: "Old Town", TimeZone: "Indian/Maldives", Area: square, Active: true,
			Tariffs: []townfile.Tariff{{Module: "food", PerKm: "0.5", Minimum: "1.90", Maximum: "0", Surge: townfile.Surge{Type: "percent", Value: "12.5"}}},
		}},
		Categories: []townfile.Category{
			{Slug: "desserts", Module: "food", Parent: "sweets", Name: "Desserts", Picture: "sprite/cake"},
			{Slug: "sweets", Module: "food", Name: "Sweets", Picture: "sprite/candy"},
			{Slug: "vans", Module: "rental", Name: "Vans", Picture: "sprite/van"},
		},
		Stores: []townfile.Store{{
			Slug: "chez-zoe", Module: "food", Zone: "old-town", Name: "Chez Zoë", Logo: "logo/z", Cover: "store/z", Address: "1 Harbour Road",
			Point: townfile.Point{Lat: 0.5, Lng: 0.5}, Hours: townfile.Hours{Always: true, Closures: []townfile.Closure{{From: "+1d", To: "+2d", Note: "Stocktaking"}}},
			Tax: "8.25", Delivery: true, Active: true, Added: "-40d",
			Discount: townfile.StoreDiscount{Rebate: townfile.Rebate{Type: "percent", Value: "10.75"}, MinPurchase: "25", Start: "-3d", End: "+3d"},
		}},
		Items: []townfile.Item{{
			Slug: "creme-brulee", Store: "chez-zoe", Category: "desserts", Name: "Crème Brûlée", Brand: "Sugarhouse", Tags: []string{"Caramel"},
			Price: "19.99", Discount: townfile.Rebate{Type: "percent", Value: "25"}, Pictures: []string{"item/burger-mint"}, Stock: &five,
			ChoiceOptions: []townfile.ChoiceOption{{Title: "Size", Options: []string{"S", "L"}}},
			Variations:    []townfile.Variation{{ID: 1, Type: "S", Price: "19.99", Stock: &five}, {ID: 2, Type: "L", Price: "24.99"}},
			Active:        true, Added: "-6h",
		}},
		Reviews: []townfile.Review{{Slug: "first", Store: "chez-zoe", Item: "creme-brulee", Author: "Asha", Rating: 5, Text: "Lovely", At: "-1h"}},
		Banners: []townfile.Banner{{Slug: "sweet", Module: "food", Style: "mango", Title: "Sweet", Button: "Go", Target: townfile.Target{Kind: "store", Value: "chez-zoe"}, Picture: "hero/food"}},
		Coupons: []townfile.Coupon{
			{Slug: "sweet-week", Code: "sweet", Title: "Sweet week", Type: "store_wise", Stores: []string{"chez-zoe"}, Modules: []string{"food"},
				Discount: townfile.Rebate{Type: "percent", Value: "12.5"}, MinPurchase: "20", MaxDiscount: "5", Start: "-1d", End: "+6d",
				UseLimit: 9, PerCustomer: 2, FirstOrder: true, PaidBy: "store", Listed: true, Active: true},
			{Slug: "to-the-door", Code: "DOOR", Title: "To the door", Type: "free_delivery", Zones: []string{"old-town"}, PaidBy: "shop", Active: true},
			{Slug: "two-off", Code: "TWO", Title: "Two off", Type: "default", Discount: townfile.Rebate{Type: "amount", Value: "2"}, PaidBy: "shop", Active: true},
		},
		Pages: []townfile.Page{{Slug: "about-us", Title: "About us", Body: "We."}},
		Providers: []townfile.Provider{{
			Slug: "anchor", Zone: "old-town", PickupZones: []string{"old-town"}, Name: "Anchor", Logo: "logo/a", Cover: "store/a", Address: "2 Harbour Road",
			Point: townfile.Point{Lat: 0.5, Lng: 0.5}, Tax: "8.25", Past: townfile.Past{Sold: 40, RatingCount: 3, RatingSum: 14},
			Discount: townfile.StoreDiscount{Rebate: townfile.Rebate{Type: "percent", Value: "10"}, MinPurchase: "20", Start: "-1d", End: "+2d", StartTime: "08:00", EndTime: "20:00"},
		}},
		Vehicles: []townfile.Vehicle{{
			Slug: "finch", Provider: "anchor", Category: "vans", Brand: "Merle", Name: "Finch", Description: "Small", Pictures: []string{"vehicle/finch"}, Type: "Hatchback",
			Seats: 4, AirCondition: true, Transmission: "manual", Fuel: "Petrol", HourlyPrice: "6.50", Discount: townfile.Rebate{Type: "amount", Value: "0.5"},
			Count: 3, New: true, Added: "-6h", Past: townfile.Past{RatingCount: 1, RatingSum: 4},
		}},
		VehicleReviews: []townfile.VehicleReview{{Slug: "finch-1", Vehicle: "finch", Author: "Asha", Rating: 4, Text: "Small, but quick", Reply: "Thank you", Pictures: []string{"vehicle/finch"}, At: "-2h"}},
		ParcelCategories: []townfile.ParcelCategory{
			{Slug: "documents", Module: "parcel", Name: "Documents", Description: "Letters", Picture: "module/parcel", MaximumWeight: "up to 1 kg", Base: "1.20", PerKm: "0.45", Minimum: "2.00", Further: "0.30", MaximumQuantity: 10, Active: true, Position: 1},
			{Slug: "boxes", Module: "parcel", Name: "Boxes", Picture: "module/parcel", Base: "0.00", MaximumQuantity: 1, Position: 2},
		},
		ParcelInstructions: []townfile.ParcelInstruction{{Slug: "fragile", Text: "Fragile", Position: 1}},
		Translations: []townfile.Translation{
			{Kind: translation.Item, Of: "creme-brulee", Language: "ar", Texts: translation.Texts{Name: "كريم بروليه", Words: []translation.Word{{Of: "Size", Text: "الحجم"}}}},
			{Kind: translation.Store, Of: "chez-zoe", Language: "ar", Texts: translation.Texts{Name: "عند زوي"}},
			{Kind: translation.Settings, Language: "fr", Texts: translation.Texts{Words: []translation.Word{{Of: "Small", Text: "Petite"}}}},
		},
	}
}

// A second import sets the stock again. A pool is always the sum of its moves, also
// after an order in between.
func TestStockIsTheSumOfItsMoves(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		d, town := open(t), small()
		load(t, d, town, towndb.Options{Now: noon})
		pool := one(t, d, `SELECT id FROM stock WHERE variation = ''`)
		err := db.InTx(t.Context(), d, func(tx *db.Tx) error { // an order takes two
			if _, err := db.Exec(t.Context(), tx, `UPDATE stock SET quantity = quantity - 2 WHERE id = $1`, pool); err != nil {
				return err
			}
			_, err := db.Exec(t.Context(), tx, `INSERT INTO stock_moves (stock_id, delta, reason, created_at) VALUES ($1, -2, 'order', 0)`, pool)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		nine := 9
		town.Items[0].Stock = &nine
		load(t, d, town, towndb.Options{Now: noon})
		load(t, d, town, towndb.Options{Now: noon}) // changes nothing

		moves, err := db.Many[int64](t.Context(), d.R, `SELECT delta FROM stock_moves WHERE stock_id = $1 ORDER BY id`, pool)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]int64{5, -2, 6}, moves); diff != "" {
			t.Error(diff)
		}
		wrong := one(t, d, `SELECT COUNT(*) FROM stock s WHERE quantity <> (SELECT SUM(delta) FROM stock_moves m WHERE m.stock_id = s.id)`)
		if pools := one(t, d, `SELECT COUNT(*) FROM stock`); pools != 2 || wrong != 0 {
			t.Errorf("%d pools, %d of them wrong", pools, wrong)
		}
	})
}

// A pool that becomes unlimited, and then counted again, keeps its moves.
func TestStockBecomesUnlimitedAndCountedAgain(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		d, town, four := open(t), small(), 4
		load(t, d, town, towndb.Options{Now: noon})
		id := one(t, d, `SELECT id FROM items WHERE slug = 'creme-brulee'`)
		for n, counted := range []*int{nil, nil, &four, &four, nil} {
			town.Items[0].Stock = counted
			load(t, d, town, towndb.Options{Now: noon.Add(time.Duration(n+1) * time.Hour)})
			levels, err := stock.LevelsByItem(t.Context(), d.R, []int64{id})
			if err != nil {
				t.Fatal(err)
			}
			left := levels[id].Left(0)
			if (left == nil) != (counted == nil) || left != nil && *left != int64(*counted) {
				t.Errorf("import %d: %v left, want %v", n, left, counted)
			}
			again, err := townexport.Read(t.Context(), d.R)
			if err != nil {
				t.Fatal(err)
			}
			if exported := again.Items[0].Stock; (exported == nil) != (counted == nil) {
				t.Errorf("import %d: exported as %v", n, exported)
			}
		}
		moves, err := db.Many[int64](t.Context(), d.R, `SELECT delta FROM stock_moves m JOIN stock s ON s.id = m.stock_id WHERE s.item_id = $1 AND s.variation = '' ORDER BY m.id`, id)
		if diff := cmp.Diff([]int64{5, -1}, moves); err != nil || diff != "" {
			t.Error(diff, err)
		}
	})
}

func TestImportReplacesOnlyItsRecords(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		d, town := open(t), small()
		load(t, d, town, towndb.Options{Now: noon})
		before := one(t, d, `SELECT id FROM items`)
		town.Items[0].Name = "Flan"
		town.Zones[0].Tariffs = nil
		town.Reviews = nil
		load(t, d, town, towndb.Options{Now: noon})
		if after := one(t, d, `SELECT id FROM items WHERE name = 'Flan'`); after != before {
			t.Errorf("item %d became %d", before, after)
		}
		if n := one(t, d, `SELECT COUNT(*) FROM tariffs`); n != 0 {
			t.Errorf("%d tariffs of a zone that has none", n)
		}
		if n := one(t, d, `SELECT COUNT(*) FROM reviews`); n != 1 {
			t.Errorf("%d reviews: those that are not in the folder must stay", n)
		}
		if n, err := setting.Imports(t.Context(), d.R); err != nil || n != 2 {
			t.Errorf("%d imports, %v", n, err)
		}
	})
}

func TestImportRefuses(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		edit func(*townfile.Town)
		want string
	}{
		{"another id for a module", func(town *townfile.Town) { town.Modules[0].ID = 11 }, `modules.jsonl:1: module "food" has the id 10`},
		{"categories three levels deep", func(town *townfile.Town) {
			town.Categories = append(town.Categories, townfile.Category{Slug: "tiny", Module: "food", Parent: "desserts", Name: "Tiny", Picture: "sprite/x"})
		}, `categories.jsonl:4: category "tiny"`},
		{"a price with more digits than the currency", func(town *townfile.Town) { town.Items[0].Price = "1.999" }, "items.jsonl:1: "},
		{"other digits than those of the stored prices", func(town *townfile.Town) { town.Settings.Currency.Digits = 3 }, "digits"},
		{"a zone without an area", func(town *townfile.Town) {
			for i := range town.Zones[0].Area.Points {
				town.Zones[0].Area.Points[i].Lng = 0
			}
		}, "zones.jsonl:1: "},
	}
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		d := open(t)
		load(t, d, small(), towndb.Options{Now: noon})
		for _, tt := range tests {
			t.Run(tt.name, func(t *testing.T) {
				town := small()
				tt.edit(town)
				if _, err := towndb.Import(t.Context(), d, town, towndb.Options{Now: noon}); err == nil || !strings.Contains(err.Error(), tt.want) {
					t.Errorf("got %v, want %q in it", err, tt.want)
				}
			})
		}
	})
}

func TestLaterModulesGetUnusedIDs(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		d, town := open(t), small()
		load(t, d, town, towndb.Options{Now: noon})
		for _, slug := range []string{"next", "after"} {
			err := db.InTx(t.Context(), d, func(tx *db.Tx) error {
				_, err := db.Exec(t.Context(), tx, `INSERT INTO modules (slug, module_type, name, description, picture, position, active) VALUES ($1, 'food', '', '', '', 1, TRUE)`, slug)
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		if id := one(t, d, `SELECT id FROM modules WHERE slug = 'next'`); id != 11 {
			t.Errorf("the next module is %d", id)
		}
	})
}
