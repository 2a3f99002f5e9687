package townfile

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
)

// wrongRecord is a record of a file with one wrong field.
type wrongRecord struct{ file, field, line string }

// wrongsOf returns the first record of a file once for each of its fields with a value of
// another type, and once for each text with NUL.
func wrongsOf(t *testing.T, file string, record any) (all []wrongRecord) {
	t.Helper()
	with := func(name string, value any) {
		text, err := json.Marshal(record)
		if err != nil {
			t.Fatal(err)
		}
		fields := map[string]any{}
		if err := json.Unmarshal(text, &fields); err != nil {
			t.Fatal(err)
		}
		fields[name] = value
		if text, err = json.Marshal(fields); err != nil {
			t.Fatal(err)
		}
		all = append(all, wrongRecord{file, name, string(text)})
	}
	for _, f := range reflect.VisibleFields(reflect.TypeOf(record)) {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		with(name, map[string]any{"of another": "type"})
		with(name+"s-of-it", "a misspelled field")
		with(strings.ToUpper(name), 1)
		if f.Type.Kind() == reflect.String && f.Type != reflect.TypeFor[Decimal]() {
			with(name, "a\x00b")
		}
		if f.Type == reflect.TypeFor[Decimal]() {
			with(name, "much")
			with(name, -1)
		}
		if f.Type == reflect.TypeFor[[]string]() {
			with(name, []string{"a\x00b"})
		}
	}
	return all
}

// Every field of every record refuses a wrong value, with the file, the line and the
// field.
func TestRead_RefusesWrongValuesOfEveryField(t *testing.T) {
	t.Parallel()
	v := rentals()
	v.Campaigns = []Campaign{{Slug: "week", Type: "basic", Module: "food", Title: "Week", Picture: "hero/pie", FirstDay: "+0d", LastDay: "+3d"}}
	v.FlashSales = []FlashSale{{Slug: "hour", Module: "food", Title: "Hour", Begins: "+0dT10:00", Ends: "+0dT11:00", Items: []FlashItem{}}}
	var all []wrongRecord
	files := map[string]any{
		ModulesFile: v.Modules[0], ZonesFile: v.Zones[0], CategoriesFile: v.Categories[0], StoresFile: v.Stores[0], ItemsFile: v.Items[0],
		ReviewsFile: v.Reviews[0], CampaignsFile: v.Campaigns[0], FlashSalesFile: v.FlashSales[0], BannersFile: v.Banners[0], CouponsFile: v.Coupons[0],
		PagesFile: v.Pages[0], StreetsFile: v.Streets[0], PlacesFile: v.Places[0], ProvidersFile: v.Providers[0], VehiclesFile: v.Vehicles[0],
		VehicleReviewsFile: v.VehicleReviews[0], ParcelCategoriesFile: v.ParcelCategories[0], ParcelInstructionsFile: v.ParcelInstructions[0],
		TranslationsFile: v.Translations[0],
	}
	for file, record := range files {
		all = append(all, wrongsOf(t, file, record)...)
	}
	if len(all) < 200 {
		t.Fatalf("only %d wrong records", len(all))
	}
	right := filesOf(t, v)
	for _, wrong := range all {
		folder, text := maps.Clone(right), right[wrong.file].Data
		folder[wrong.file] = &fstest.MapFile{Data: append(slices.Clip(text), wrong.line+"\n"...)}
		_, err := Read(folder)
		at := wrong.file + ":" + strconv.Itoa(bytes.Count(text, []byte("\n"))+1) + ": "
		if err == nil || !strings.Contains(err.Error(), at) || !saysField(err.Error(), at, wrong.field) {
			t.Errorf("%s with another %s: %v", wrong.file, wrong.field, err)
		}
	}
	t.Logf("%d wrong records", len(all))
}

// The decoder would replace each wrong byte without a word.
func TestRead_D32_refusesTextsThatAreNotUTF8(t *testing.T) {
	t.Parallel()
	right := filesOf(t, rentals())
	latin1 := strings.NewReplacer("é", "\xe9")
	for _, tt := range []struct {
		file, text, wrong string
	}{
		{SettingsFile, "{\n\"business\": {\"name\": \"Café\"}}", "town.json:2: the text is not UTF-8: save the file as UTF-8"},
		{PagesFile, string(right[PagesFile].Data) + `{"slug": "about-us", "title": "Café"}` + "\n", "pages.jsonl:2: the text is not UTF-8"},
		{StoresFile, "\xff\xfe{\x00}\x00\n\x00", "stores.jsonl:1: the text is not UTF-8"}, // UTF-16
	} {
		folder := maps.Clone(right)
		folder[tt.file] = &fstest.MapFile{Data: []byte(latin1.Replace(tt.text))}
		if _, err := Read(folder); err == nil || !strings.Contains(err.Error(), tt.wrong) {
			t.Errorf("error is %v, want %s", err, tt.wrong)
		}
	}
}

// Some editors begin a file with a mark, which is no part of the text.
func TestRead_D32_ignoresTheMarkAtTheBeginning(t *testing.T) {
	t.Parallel()
	want := rentals()
	folder := filesOf(t, want)
	for _, file := range folder {
		file.Data = append([]byte("\xef\xbb\xbf"), file.Data...)
	}
	got, err := Read(folder)
	if err != nil {
		t.Fatal(err)
	}
	if got.Settings.Business.Name != want.Settings.Business.Name || len(got.Stores) != len(want.Stores) {
		t.Errorf("read %+v and %d stores", got.Settings.Business, len(got.Stores))
	}
}

// filesOf returns the folder of a town.
func filesOf(t *testing.T, v *Town) fstest.MapFS {
	t.Helper()
	dir := t.TempDir()
	if err := Write(dir, v); err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	folder := fstest.MapFS{}
	for _, entry := range entries {
		text, err := os.ReadFile(filepath.Join(dir, entry.Name()))
		if err != nil {
			t.Fatal(err)
		}
		folder[entry.Name()] = &fstest.MapFile{Data: text}
	}
	return folder
}

// saysField reports whether one of the problems at a place names the field.
func saysField(problems, at, field string) bool {
	for problem := range strings.Lines(problems) {
		if strings.HasPrefix(problem, at) && strings.Contains(strings.ReplaceAll(problem[len(at):], " ", "_"), field) {
			return true
		}
	}
	return false
}

// Values that have the right form, but cannot be meant.
func TestCheck_D32_RefusesWhatMakesNoSense(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		want string
		edit func(*Town)
	}{
		{`town.json: country "Chile" is not a code`, func(v *Town) { v.Settings.Location.Country = "Chile" }},
		{`town.json: country "cl" is not a code`, func(v *Town) { v.Settings.Location.Country = "cl" }},
		{`town.json: country "XY" is not a code`, func(v *Town) { v.Settings.Location.Country = "XY" }},
		{`town.json: currency code "Dollar"`, func(v *Town) { v.Settings.Currency.Code = "Dollar" }},
		{"town.json: rental.late_cancel_percent is 101, but must be 0 to 100", func(v *Town) { v.Settings.Rental.LateCancelPercent = new(int64(101)) }},
		{"town.json: rental.late_cancel_percent is -1, but must be 0 to 100", func(v *Town) { v.Settings.Rental.LateCancelPercent = new(int64(-1)) }},
		{"town.json: rental.extension_hours is 169, but must be 0 to 168", func(v *Town) { v.Settings.Rental.ExtensionHours = new(int64(169)) }},
		{"town.json: rental.late_percent is 1001, but must be 0 to 1000", func(v *Town) { v.Settings.Rental.LatePercent = new(int64(1001)) }},
		{"town.json: rental.free_cancel_hours -1 is below 0", func(v *Town) { v.Settings.Rental.FreeCancelHours = new(int64(-1)) }},
		{"town.json: rental.late_grace_minutes -1 is below 0", func(v *Town) { v.Settings.Rental.LateGraceMinutes = new(int64(-1)) }},
		{"town.json: parcel.pickup_minutes is 601, but must be 0 to 600", func(v *Town) { v.Settings.Parcel.PickupMinutes = new(int64(601)) }},
		{"parcel_categories.jsonl:1: maximum_quantity is 1001, but must be 1 to 1000", func(v *Town) { v.ParcelCategories[0].MaximumQuantity = 1001 }},
		{"parcel_categories.jsonl:1: maximum_quantity is 0, but must be 1 to 1000", func(v *Town) { v.ParcelCategories[0].MaximumQuantity = 0 }},
		{"town.json: business.name", func(v *Town) { v.Settings.Business.Name = "A\x00" }},
		{"town.json: default 0.6, 0.3 is in zone \"green\" only with", func(v *Town) { v.Settings.Location.Default = Point{Lat: 0.6, Lng: 0.3} }},
		{"modules.jsonl:2: id 10 is that of module \"food\"", func(v *Town) { v.Modules[1].ID = 10 }},
		{"zones.jsonl:1: area: the side from corner 2 crosses the side from corner 4", func(v *Town) {
			v.Zones[0].Area.Points = []Point{{Lat: 0, Lng: 0}, {Lat: 0, Lng: 1}, {Lat: 1, Lng: 0}, {Lat: 1, Lng: 0.6}}
		}},
		{"zones.jsonl:1: per_km is missing", func(v *Town) { v.Zones[0].Tariffs[0].PerKm = "" }},
		{`zones.jsonl:1: tariffs: module "food" has two`, func(v *Town) { v.Zones[0].Tariffs = append(v.Zones[0].Tariffs, v.Zones[0].Tariffs[0]) }},
		{"zones.jsonl:1: maximum 0.40 is below minimum 0.50", func(v *Town) { v.Zones[0].Tariffs[0].Maximum = "0.40" }},
		{`categories.jsonl:2: parent "pies" belongs to module "food"`, func(v *Town) { v.Categories[1].Parent = "pies" }},
		{"stores.jsonl:1: point 0.6, 0.3 is in zone \"green\" only with", func(v *Town) { v.Stores[0].Point = Point{Lat: 0.6, Lng: 0.3} }},
		{"stores.jsonl:1: point 7, 8 is outside of zone \"green\"", func(v *Town) { v.Stores[0].Point = Point{Lat: 7, Lng: 8} }},
		{"stores.jsonl:1: delivery_minutes_min -1", func(v *Town) { v.Stores[0].DeliveryMinutesMin = -1 }},
		{"stores.jsonl:1: discount end \"-2d\" is before", func(v *Town) { v.Stores[0].Discount.End = "-2d" }},
		{"stores.jsonl:1: closed to \"+0d\" is before", func(v *Town) { v.Stores[0].Hours.Closures[0].To = "+0d" }},
		{"items.jsonl:1: price is missing", func(v *Town) { v.Items[0].Price = "" }},
		{"items.jsonl:1: variation price is missing", func(v *Town) { v.Items[0].Variations[0].Price = "" }},
		{`items.jsonl:1: category "vans" belongs to module "rental"`, func(v *Town) { v.Items[0].Category = "vans" }},
		{"items.jsonl:1: add_ons.name", func(v *Town) { v.Items[0].AddOns[0].Name = "A\x00" }},
		{`reviews.jsonl:1: item "apple-pie" is of store "the-oven"`, func(v *Town) { v.Reviews[0].Store = "x" }},
		{"places.jsonl:1: point 0.6, 0.3 is in zone", func(v *Town) { v.Places[0].Point = Point{Lat: 0.6, Lng: 0.3} }},
		{"providers.jsonl:1: point 7, 8 is outside of zone", func(v *Town) { v.Providers[0].Point = Point{Lat: 7, Lng: 8} }},
		{`vehicles.jsonl:1: category "pies" belongs to module "food"`, func(v *Town) { v.Vehicles[0].Category = "pies" }},
	} {
		v := rentals()
		tt.edit(v)
		if err := v.Check(); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("got %v, want %q in it", err, tt.want)
		}
	}
}

// A zone may have been redrawn since a store was closed or a provider archived.
func TestCheck_allowsClosedStoresOutsideOfTheirZone(t *testing.T) {
	t.Parallel()
	v := rentals()
	away := Point{Lat: 7, Lng: 8}
	v.Stores[0].Point, v.Stores[0].Active = away, false
	v.Providers[0].Point, v.Providers[0].Archived = away, true
	if err := v.Check(); err != nil {
		t.Error(err)
	}
}
