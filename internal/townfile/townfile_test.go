package townfile

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"

	"hawker/internal/money"
)

// village returns a small town with one record of most kinds.
func village() *Town {
	three := 3
	return &Town{
		Settings: Settings{
			Business:   Business{Name: "Village"},
			Currency:   Currency{Code: "USD", Digits: 2, Symbol: "$", SymbolSide: "left"},
			Location:   Location{Country: "US", TimeZone: "UTC"},
			Storefront: Storefront{VegFilter: true},
			Checkout:   Checkout{},
		},
		Modules: []Module{{Slug: "food", ID: 10, Type: "food", Name: "Food", Picture: "module/food", Active: true}},
		Zones: []Zone{{
			Slug: "green", Name: "Green", TimeZone: "UTC", Active: true,
			Area:    Geometry{Type: Polygon, Points: []Point{{Lat: 0, Lng: 0}, {Lat: 0, Lng: 1}, {Lat: 1, Lng: 1}}},
			Tariffs: []Tariff{{Module: "food", PerKm: "1.00", Minimum: "0.50", Maximum: "0", Surge: Surge{Type: "percent", Value: "10"}}},
		}},
		Categories: []Category{{Slug: "pies", Module: "food", Name: "Pies", Picture: "sprite/pie", Position: 1}},
		Stores: []Store{{
			Slug: "the-oven", Module: "food", Zone: "green", Name: "The Oven", Tagline: "Pies", Address: "1 Green",
			Logo: "logo/pie", Cover: "store/pie", Point: Point{Lat: 0.3, Lng: 0.6}, Delivery: true, Active: true, Added: "-3d",
			Hours:    Hours{Week: []Opening{{Day: 5, Opens: "18:00", Closes: "02:00"}}, Closures: []Closure{{From: "+1d", To: "2027-01-02"}}},
			Discount: StoreDiscount{Rebate: Rebate{Type: "percent", Value: "20"}, Start: "-1d", End: "+9d"},
		}},
		Items: []Item{{
			Slug: "apple-pie", Store: "the-oven", Category: "pies", Name: "Apple & pear pie <large>", Price: "4.50",
			Discount: Rebate{Type: "amount", Value: "0.50"}, Pictures: []string{"item/pie-mint"}, Stock: &three, Active: true, Added: "2026-11-20T08:00:00Z",
			FoodVariations: []OptionGroup{{ID: 1, Name: "With", Type: "multi", Min: 1, Max: 2, Values: []Option{{1, "Cream", "0.50"}, {2, "Custard", "0"}}}},
			AddOns:         []AddOn{{1, "Candle", "0.10"}},
			ChoiceOptions:  []ChoiceOption{{"Size", []string{"Extra large", "S"}}, {"Colour", []string{"Red"}}},
			Variations:     []Variation{{ID: 1, Type: "Extralarge-Red", Price: "9.00", Stock: &three}},
		}},
		Reviews: []Review{{Slug: "r1", Store: "the-oven", Item: "apple-pie", Author: "Bo", Rating: 5, Text: "Good", At: "-5h"}},
		Banners: []Banner{{Slug: "b1", Module: "food", Style: "mint", Title: "Pies", Button: "Eat", Target: Target{"category", "pies"}, Picture: "hero/pie"}},
		Coupons: []Coupon{
			{Slug: "c1", Code: "Pie-10", Title: "10 % off pies", Type: "store_wise", Stores: []string{"the-oven"}, Modules: []string{"food"},
				Discount: Rebate{Type: "percent", Value: "10"}, MinPurchase: "5", MaxDiscount: "3", Start: "-1d", End: "+6d", UseLimit: 50, PerCustomer: 1,
				FirstOrder: true, PaidBy: "store", Listed: true, Active: true},
			{Slug: "c2", Code: "GREEN", Title: "1.00 off", Type: "zone_wise", Zones: []string{"green"}, Discount: Rebate{Type: "amount", Value: "1"}, PaidBy: "shop"},
		},
		Pages:   []Page{{Slug: "about-us", Title: "About", Body: "Hello.\n\n# More\n\nBye."}},
		Streets: []Feature{{Slug: "green-lane", Name: "Green Lane", Class: "lane", Geometry: Geometry{Type: LineString, Points: []Point{{Lat: 0.1, Lng: 0.2}, {Lat: 0.3, Lng: 0.4}}}}},
		Places:  []Place{{Slug: "pump", Name: "Pump", Kind: "landmark", Point: Point{Lat: 0.1, Lng: 0.2}}},
	}
}

func TestWriteAndRead(t *testing.T) {
	t.Parallel()
	first, second := t.TempDir(), t.TempDir()
	if err := Write(first, village()); err != nil {
		t.Fatal(err)
	}
	got, err := Read(os.DirFS(first))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(village(), got); diff != "" {
		t.Errorf("the village that was read differs (-want +got):\n%s", diff)
	}
	if err := Write(second, got); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{SettingsFile, ItemsFile, ZonesFile, VehiclesFile} {
		if !bytes.Equal(content(t, first, name), content(t, second, name)) {
			t.Errorf("%s differs after it was read and written", name)
		}
	}
	if line := string(content(t, first, ItemsFile)); !strings.Contains(line, `"Apple & pear pie <large>","description":"","price":4.50`) {
		t.Errorf("an item is not written in a readable form: %s", line)
	}
}

// The file is sorted, whatever the order in memory.
func TestWrite_SortsBySlug(t *testing.T) {
	t.Parallel()
	town := village()
	town.Pages = []Page{{Slug: "b", Title: "B", Body: "b"}, {Slug: "a", Title: "A", Body: "a"}}
	dir := t.TempDir()
	if err := Write(dir, town); err != nil {
		t.Fatal(err)
	}
	want := `{"slug":"a","title":"A","body":"a"}` + "\n" + `{"slug":"b","title":"B","body":"b"}` + "\n"
	if got := string(content(t, dir, PagesFile)); got != want {
		t.Errorf("pages are\n%s", got)
	}
	if town.Pages[0].Slug != "b" {
		t.Error("writing changed the town")
	}
}

func content(t *testing.T, dir, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func TestRead_NamesFileAndLine(t *testing.T) {
	t.Parallel()
	const page = `{"slug":"a","title":"A","body":"a"}`
	for _, tt := range []struct{ name, file, text, want string }{
		{"unknown field", PagesFile, page + "\n" + `{"slug":"b","titel":"B"}`, `pages.jsonl:2: json: unknown field "titel"`},
		{"not JSON", PagesFile, "slug: a", "pages.jsonl:1: "},
		{"blank line", PagesFile, page + "\n\n", "pages.jsonl:2: the line is empty"},
		{"two records in a line", PagesFile, page + page, "pages.jsonl:1: there is text after the record"},
		{"wrong type", PagesFile, `{"slug":7}`, "pages.jsonl:1: "},
		{"a line without an end", PagesFile, strings.Repeat("x", maxLine+1), "pages.jsonl:1: "},
		{"the slug again", PagesFile, page + "\n" + page, `pages.jsonl:2: slug "a" is in the file twice`},
		{"an invalid slug", PagesFile, `{"slug":"A b","title":"A","body":"a"}`, `pages.jsonl:1: slug "A b"`},
		{"a reserved slug", StoresFile, `{"slug":"popular"}`, `stores.jsonl:1: slug "popular" is reserved`},
		{"a slug that is read as an id", ItemsFile, `{"slug":"1984"}`, `items.jsonl:1: slug "1984" is a number`},
		{"missing reference", CategoriesFile, `{"slug":"pies","module":"foood","name":"Pies","picture":"a/b"}`, `categories.jsonl:1: there is no "foood" in modules.jsonl`},
		{"settings", SettingsFile, `{"busyness":{}}`, `town.json: json: unknown field "busyness"`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			_, err := Read(folder(t, village(), tt.file, tt.text))
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error is %v, want one with %q", err, tt.want)
			}
		})
	}
}

func TestRead_NeedsSettings(t *testing.T) {
	t.Parallel()
	if _, err := Read(fstest.MapFS{}); err == nil || !strings.Contains(err.Error(), SettingsFile) {
		t.Errorf("error is %v", err)
	}
}

// folder returns a town's folder in memory with one file replaced.
func folder(t *testing.T, town *Town, file, text string) fstest.MapFS {
	t.Helper()
	dir := t.TempDir()
	if err := Write(dir, town); err != nil {
		t.Fatal(err)
	}
	files := fstest.MapFS{}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		files[e.Name()] = &fstest.MapFile{Data: content(t, dir, e.Name())}
	}
	files[file] = &fstest.MapFile{Data: []byte(text)}
	return files
}

func TestCheck_RefusesInvalidValues(t *testing.T) {
	t.Parallel()
	if err := village().Check(); err != nil {
		t.Fatalf("the village is fine, but: %v", err)
	}
	for _, tt := range []struct {
		name string
		edit func(*Town)
		want string
	}{
		{"price below zero", func(v *Town) { v.Items[0].Price = "-1" }, "items.jsonl:1: price -1 is below 0"},
		{"more decimals than the currency", func(v *Town) { v.Items[0].Price = "1.005" }, "price"},
		{"price with an exponent", func(v *Town) { v.Items[0].Price = "1e3" }, "price"},
		{"discount above everything", func(v *Town) { v.Items[0].Discount = Rebate{"percent", "101"} }, "not 0 to 100"},
		{"discount of an unknown type", func(v *Town) { v.Items[0].Discount.Type = "half" }, `discount type "half"`},
		{"stock below zero", func(v *Town) { n := -1; v.Items[0].Stock = &n }, "stock -1 is below 0"},
		{"a former slug that another has", func(v *Town) { v.Items[0].FormerSlugs = []string{v.Items[0].Slug} }, "former slug"},
		{"a former slug that two had", func(v *Town) { v.Stores[0].FormerSlugs = []string{"old", "old"} }, `former slug "old" belongs to another record`},
		{"no picture", func(v *Town) { v.Items[0].Pictures = nil }, "pictures are missing"},
		{"picture outside the folder", func(v *Town) { v.Items[0].Pictures = []string{"../secret"} }, "not a picture key"},
		{"minimum above maximum", func(v *Town) { v.Items[0].FoodVariations[0].Min = 3 }, `option group "With"`},
		{"maximum above the values", func(v *Town) { v.Items[0].FoodVariations[0].Max = 3 }, `option group "With"`},
		{"option id twice", func(v *Town) { v.Items[0].FoodVariations[0].Values[1].ID = 1 }, "option id 1"},
		{"variation that cannot be chosen", func(v *Town) { v.Items[0].Variations[0].Type = "M-Red" }, `variation "M-Red"`},
		{"variation twice", func(v *Town) {
			v.Items[0].Variations = append(v.Items[0].Variations, Variation{ID: 2, Type: "Extra large-Red", Price: "1"})
		}, "is in the item twice"},
		{"half a time window", func(v *Town) { v.Items[0].AvailableFrom = "09:00" }, "available"},
		{"invalid time of day", func(v *Town) { v.Stores[0].Hours.Week[0].Closes = "24:00" }, `closes "24:00"`},
		{"eighth weekday", func(v *Town) { v.Stores[0].Hours.Week[0].Day = 7 }, "day 7"},
		{"closure on an invalid day", func(v *Town) { v.Stores[0].Hours.Closures[0].From = "soon" }, "closed from"},
		{"maximum delivery time below the minimum", func(v *Town) { v.Stores[0].DeliveryMinutesMin = 9 }, "delivery_minutes_max"},
		{"store without delivery and take-away", func(v *Town) { v.Stores[0].Delivery = false }, "neither delivery"},
		{"latitude and longitude swapped", func(v *Town) { v.Stores[0].Point = Point{Lat: 165} }, "not on the globe"},
		{"more stars than five", func(v *Town) { v.Items[0].Past = Past{RatingCount: 1, RatingSum: 6} }, "impossible"},
		{"rating of six", func(v *Town) { v.Reviews[0].Rating = 6 }, "rating 6"},
		{"unknown time zone", func(v *Town) { v.Zones[0].TimeZone = "Mars/Base" }, "Mars/Base"},
		{"zone that is a line", func(v *Town) { v.Zones[0].Area.Type = LineString }, "not a Polygon"},
		{"surge of an unknown type", func(v *Town) { v.Zones[0].Tariffs[0].Surge.Type = "amount" }, "surge type"},
		{"banner to an unknown category", func(v *Town) { v.Banners[0].Target.Value = "cakes" }, `no "cakes"`},
		{"banner to another site", func(v *Town) { v.Banners[0].Target = Target{"path", "//evil.example"} }, "is not a page of the storefront"},
		{"banner to a script", func(v *Town) { v.Banners[0].Target = Target{"path", "javascript:alert(1)"} }, `banners.jsonl:1: target path "javascript`},
		{"second button to another site", func(v *Town) { v.Banners[0].SecondLabel, v.Banners[0].Second = "Go", Target{"path", `/\evil.example`} }, "is not a page of the storefront"},
		{"social page that is a script", func(v *Town) { v.Settings.Business.SocialMedia = []SocialLink{{"facebook", "javascript:alert(1)"}} }, `town.json: social_media facebook "javascript`},
		{"app of another scheme", func(v *Town) { v.Settings.Landing.AppLinks.PlayStore = "market://details?id=1" }, "town.json: playstore_url"},
		{"app with a password", func(v *Town) { v.Settings.Landing.AppLinks.AppStore = "https://apps.example@evil.example" }, "town.json: apple_store_url"},
		{"street of water", func(v *Town) { v.Streets[0].Class = "water" }, "not a Polygon"},
		{"impossible currency", func(v *Town) { v.Settings.Currency.Digits = 9 }, "town.json: "},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			v := village()
			tt.edit(v)
			if err := v.Check(); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error is %v, want one with %q", err, tt.want)
			}
		})
	}
}

// A broken export can have a mistake in every line. Only the first ones are reported.
func TestCheck_LimitsTheProblems(t *testing.T) {
	t.Parallel()
	v := village()
	v.Items = slices.Repeat(v.Items, 5000)
	if lines := strings.Count(v.Check().Error(), "\n"); lines > maxProblems {
		t.Errorf("%d lines of problems", lines)
	}
}

func TestWhen(t *testing.T) {
	t.Parallel()
	loaded := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	for text, want := range map[When]string{
		"-6h":                  "2026-11-20T06:00:00Z",
		"-40d":                 "2026-10-11T12:00:00Z",
		"2026-01-31T12:00:00Z": "2026-01-31T12:00:00Z",
		"-":                    "", "-d": "", "-3w": "", "+3d": "", "--3d": "", "yesterday": "", "": "",
	} {
		got, err := text.At(loaded)
		if (err != nil) != (want == "") {
			t.Errorf("At(%q): error %v", text, err)
		}
		if err == nil && got.Format(time.RFC3339) != want {
			t.Errorf("At(%q) = %v, want %s", text, got, want)
		}
	}
}

func TestDay(t *testing.T) {
	t.Parallel()
	loaded := time.Date(2026, 12, 30, 23, 0, 0, 0, time.UTC)
	for text, want := range map[Day]string{
		"+0d": "2026-12-30", "+3d": "2027-01-02", "-30d": "2026-11-30", "2026-02-28": "2026-02-28",
		"2026-02-30": "", "+3": "", "+": "", "3d": "", "+-3d": "", "": "",
	} {
		got, err := text.On(loaded)
		if (err != nil) != (want == "") || got != want {
			t.Errorf("On(%q) = %q, error %v, want %q", text, got, err, want)
		}
	}
}

func TestMajor(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		amount money.Amount
		digits int
		want   Decimal
	}{{1250, 2, "12.50"}, {5, 2, "0.05"}, {0, 2, "0.00"}, {1250, 0, "1250"}, {1250, 3, "1.250"}} {
		if got := Major(tt.amount, tt.digits); got != tt.want {
			t.Errorf("Major(%d, %d) = %s, want %s", tt.amount, tt.digits, got, tt.want)
		}
	}
}

// Reading any line never panics. A record that was read is written and read again
// without a change.
func FuzzLines(f *testing.F) {
	town := village()
	for _, record := range []any{town.Items[0], town.Zones[0], town.Stores[0], town.Streets[0]} {
		line, err := json.Marshal(record)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(line)
	}
	f.Add([]byte(`{"area":{"type":"Polygon","coordinates":[[]]}}`))
	f.Add([]byte(`{"geometry":{"type":"LineString","coordinates":[[1]]}}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		checkRoundTrip[Item](t, text)
		checkRoundTrip[Zone](t, text)
		checkRoundTrip[Store](t, text)
		checkRoundTrip[Feature](t, text)
	})
}

func checkRoundTrip[T record](t *testing.T, text []byte) {
	const name = "x.jsonl"
	var records []T
	if readAll(fstest.MapFS{name: {Data: text}}, name, &records) != nil {
		return
	}
	for _, record := range records {
		c := &checker{slugs: map[string]map[string]bool{}}
		record.check(c)
		line, err := json.Marshal(record)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if bytes.Contains(line, []byte(`{"coordinates":[],"type":""}`)) {
			return // it has no geometry, which Check refuses
		}
		var again T
		if err := strict(line, &again); err != nil {
			t.Fatalf("%s was read from %s but is refused: %v", line, text, err)
		}
		second, err := json.Marshal(again)
		if err != nil || !bytes.Equal(line, second) {
			t.Fatalf("%s became %s", line, second)
		}
	}
}

// A file is decoded in parallel blocks. The records stay in their order, and the error
// names the first bad line.
func TestReadAll_KeepsOrderAndNamesTheFirstBadLine(t *testing.T) {
	t.Parallel()
	const name, count = "items.jsonl", 3*recordsPerBlock + 7
	file := func(bad ...int) fstest.MapFS {
		var text strings.Builder
		for n := 1; n <= count; n++ {
			field := "slug"
			if slices.Contains(bad, n) {
				field = "slugg"
			}
			fmt.Fprintf(&text, "{%q:\"item-%d\"}\n", field, n)
		}
		return fstest.MapFS{name: {Data: []byte(text.String())}}
	}
	var items []Item
	if err := readAll(file(), name, &items); err != nil || len(items) != count {
		t.Fatalf("%d items, %v", len(items), err)
	}
	for n, item := range items {
		if want := fmt.Sprintf("item-%d", n+1); item.Slug != want {
			t.Fatalf("record %d is %q, want %q", n, item.Slug, want)
		}
	}
	for range 20 {
		err := readAll(file(2*recordsPerBlock+1, recordsPerBlock+3, count), name, &items)
		if want := fmt.Sprintf("%s:%d: ", name, recordsPerBlock+3); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Fatalf("the error is %v, want it to name %s", err, want)
		}
	}
}
