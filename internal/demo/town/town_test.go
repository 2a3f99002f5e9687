package town

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"hawker/internal/geo"
	"hawker/internal/townfile"
)

const seed = 1

func TestTown_TRAP_D14_ReferencesResolve(t *testing.T) {
	t.Parallel()
	for _, scale := range []int{1, 2} {
		if err := Generate(seed, scale).Check(); err != nil {
			t.Errorf("scale %d:\n%v", scale, err)
		}
	}
}

func TestTown_TRAP_D14_SameSeedSameBytes(t *testing.T) {
	t.Parallel()
	first, second, other := t.TempDir(), t.TempDir(), t.TempDir()
	write(t, first, Generate(seed, 1))
	write(t, second, Generate(seed, 1))
	write(t, other, Generate(seed+1, 1))
	if name := firstDifference(t, first, second); name != "" {
		t.Errorf("%s differs between two runs of one seed", name)
	}
	if firstDifference(t, first, other) == "" {
		t.Error("another seed gives the same town")
	}
}

// A town that is written and read is the same, and is written again with the same
// bytes. Import and export depend on it.
func TestTown_TRAP_D14_WriteReadWrite(t *testing.T) {
	t.Parallel()
	first, second := t.TempDir(), t.TempDir()
	write(t, first, Generate(seed, 1))
	again, err := townfile.Read(os.DirFS(first))
	if err != nil {
		t.Fatal(err)
	}
	write(t, second, again)
	if name := firstDifference(t, first, second); name != "" {
		t.Errorf("%s differs after it was read and written", name)
	}
}

func write(t *testing.T, dir string, town *townfile.Town) {
	t.Helper()
	if err := townfile.Write(dir, town); err != nil {
		t.Fatal(err)
	}
}

// firstDifference returns the name of a file that differs between the folders.
func firstDifference(t *testing.T, a, b string) string {
	t.Helper()
	files, err := os.ReadDir(a)
	if err != nil || len(files) < 13 {
		t.Fatalf("folder has %d files, error %v", len(files), err)
	}
	for _, f := range files {
		one, errOne := os.ReadFile(filepath.Join(a, f.Name()))
		two, errTwo := os.ReadFile(filepath.Join(b, f.Name()))
		if errOne != nil || errTwo != nil || !bytes.Equal(one, two) {
			return f.Name()
		}
	}
	return ""
}

func TestTown_TRAP_D14_Counts(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ scale, stores, minItems, maxItems int }{
		{1, 80, 1500, 1650},
		{7, 560, 10_000, 11_300},
	} {
		town := Generate(seed, tt.scale)
		if len(town.Stores) < tt.stores || len(town.Items) < tt.minItems || len(town.Items) > tt.maxItems {
			t.Errorf("scale %d has %d stores and %d items", tt.scale, len(town.Stores), len(town.Items))
		}
		if len(town.Reviews) < 400*tt.scale {
			t.Errorf("scale %d has %d reviews", tt.scale, len(town.Reviews))
		}
	}
	town := Generate(seed, 1)
	if len(town.Vehicles) < 50 || len(town.Providers) != 8 || len(town.Zones) != 4 || len(town.Modules) != 6 {
		t.Errorf("%d vehicles, %d providers, %d zones, %d modules", len(town.Vehicles), len(town.Providers), len(town.Zones), len(town.Modules))
	}
}

// A larger town contains the smaller one.
func TestTown_TRAP_D14_LargerTownContainsTheSmall(t *testing.T) {
	t.Parallel()
	small, large := Generate(seed, 1), Generate(seed, 3)
	for i, s := range small.Stores {
		if large.Stores[i].Slug != s.Slug || large.Stores[i].Point != s.Point || large.Stores[i].Name != s.Name {
			t.Fatalf("store %d is %s and %s", i, s.Slug, large.Stores[i].Slug)
		}
	}
	for i, item := range small.Items {
		if large.Items[i].Slug != item.Slug || large.Items[i].Price != item.Price {
			t.Fatalf("item %d is %s and %s", i, item.Slug, large.Items[i].Slug)
		}
	}
}

func BenchmarkGenerate(b *testing.B) {
	for _, scale := range []int{1, 7} {
		b.Run(strconv.Itoa(scale), func(b *testing.B) {
			for b.Loop() {
				Generate(seed, scale)
			}
		})
	}
}

func TestTown_TRAP_D14_PicturesAreInTheCatalogue(t *testing.T) {
	t.Parallel()
	known, used := map[string]bool{}, map[string]bool{}
	for _, a := range Catalogue() {
		known[a.Key] = true
	}
	town := Generate(seed, 1)
	for _, key := range picturesOf(town) {
		used[key] = true
		if !known[key] {
			t.Errorf("there is no picture %s", key)
		}
	}
	for _, key := range picturesOf(Generate(seed, 3)) {
		used[key] = true
	}
	for key := range known {
		if !used[key] && !strings.HasPrefix(key, "empty/") && !strings.HasPrefix(key, "sprite/") {
			t.Errorf("picture %s is not used", key)
		}
	}
}

func picturesOf(town *townfile.Town) []string {
	keys := []string{town.Settings.Landing.Hero}
	for _, h := range town.Settings.Landing.Highlights {
		keys = append(keys, h.Picture)
	}
	for _, m := range town.Modules {
		keys = append(keys, m.Picture)
	}
	for _, c := range town.Categories {
		keys = append(keys, c.Picture)
	}
	for _, s := range town.Stores {
		keys = append(keys, s.Logo, s.Cover)
	}
	for _, i := range town.Items {
		keys = append(keys, i.Pictures...)
	}
	for _, b := range town.Banners {
		keys = append(keys, b.Picture)
	}
	for _, p := range town.Providers {
		keys = append(keys, p.Logo, p.Cover)
	}
	for _, v := range town.Vehicles {
		keys = append(keys, v.Pictures...)
	}
	for _, c := range town.ParcelCategories {
		keys = append(keys, c.Picture)
	}
	return keys
}

func TestTown_TRAP_D14_NeighboursLookDifferent(t *testing.T) {
	t.Parallel()
	last := map[string]string{}
	for _, i := range Generate(seed, 2).Items {
		for _, list := range []string{i.Store, i.Store + "/" + i.Category} {
			if last[list] == i.Pictures[0] {
				t.Errorf("%s has the picture of the item before it, %s", i.Slug, i.Pictures[0])
			}
			last[list] = i.Pictures[0]
		}
	}
}

func TestTown_TRAP_D14_SomeStoreIsAlwaysOpen(t *testing.T) {
	t.Parallel()
	town := Generate(seed, 1)
	open := map[string]bool{}
	for _, s := range town.Stores {
		if s.Hours.Always && len(s.Hours.Closures) == 0 && s.Delivery && s.TakeAway {
			open[s.Zone+"/"+s.Module] = true
		}
	}
	for _, z := range town.Zones {
		for _, m := range town.Modules {
			if m.Active && m.Type != "rental" && m.Type != "parcel" && !open[z.Slug+"/"+m.Slug] {
				t.Errorf("no store of %s in %s is always open", m.Slug, z.Slug)
			}
		}
	}
}

// On any day that the demo is started, one food store is closed.
func TestTown_TRAP_D14_SomeStoreIsClosedToday(t *testing.T) {
	t.Parallel()
	closed := slices.ContainsFunc(Generate(seed, 1).Stores, func(s townfile.Store) bool {
		return s.Module == "food" && s.Zone == "old-town" && slices.ContainsFunc(s.Hours.Closures, func(c townfile.Closure) bool { return c.From == "-1d" })
	})
	if !closed {
		t.Error("no store is closed today")
	}
}

// The town has an example of every case that a screen must show.
func TestTown_TRAP_D14_HasEveryCase(t *testing.T) {
	t.Parallel()
	town := Generate(seed, 1)
	seen := map[string]bool{}
	for _, s := range town.Stores {
		seen["split day"] = seen["split day"] || len(s.Hours.Week) > 7
		seen["across midnight"] = seen["across midnight"] || slices.ContainsFunc(s.Hours.Week, func(o townfile.Opening) bool { return o.Closes <= o.Opens })
		seen["closed weekday"] = seen["closed weekday"] || len(s.Hours.Week) > 0 && len(s.Hours.Week) < 7
		seen["closure"] = seen["closure"] || len(s.Hours.Closures) > 0
		seen["delivery only"] = seen["delivery only"] || !s.TakeAway
		seen["take-away only"] = seen["take-away only"] || !s.Delivery
		seen["self delivery"] = seen["self delivery"] || s.SelfDelivery
		seen["free delivery"] = seen["free delivery"] || s.FreeDelivery
		seen["no reviews"] = seen["no reviews"] || !s.Reviews
		seen["veg only"] = seen["veg only"] || s.Veg && !s.NonVeg
		seen["store percent"] = seen["store percent"] || s.Discount.Type == "percent"
		seen["store amount"] = seen["store amount"] || s.Discount.Type == "amount"
		seen["happy hours"] = seen["happy hours"] || s.Discount.StartTime != ""
	}
	for _, i := range town.Items {
		seen["out of stock"] = seen["out of stock"] || i.Stock != nil && *i.Stock == 0
		seen["few left"] = seen["few left"] || i.Stock != nil && *i.Stock > 0 && *i.Stock < 6
		seen["cart maximum"] = seen["cart maximum"] || i.MaxCartQuantity > 0
		seen["time window"] = seen["time window"] || i.AvailableFrom != ""
		seen["window, ahead"] = seen["window, ahead"] || i.AvailableFrom != "" && i.ScheduleOrder
		seen["percent off"] = seen["percent off"] || i.Discount.Type == "percent"
		seen["amount off"] = seen["amount off"] || i.Discount.Type == "amount"
		seen["halal"] = seen["halal"] || i.Halal
		seen["organic"] = seen["organic"] || i.Organic
		seen["vegetarian"] = seen["vegetarian"] || i.Veg
		seen["generic name"] = seen["generic name"] || len(i.GenericName) > 1
		seen["brand"] = seen["brand"] || i.Brand != ""
		seen["long name"] = seen["long name"] || len(i.Name) > 100
		seen["long description"] = seen["long description"] || len(i.Description) > 130
		seen["two axes"] = seen["two axes"] || len(i.ChoiceOptions) == 2
		seen["add-ons"] = seen["add-ons"] || len(i.AddOns) > 0
		seen["gallery"] = seen["gallery"] || len(i.Pictures) > 2
		for _, v := range i.Variations {
			seen["variation sold out"] = seen["variation sold out"] || *v.Stock == 0
		}
		for _, g := range i.FoodVariations {
			seen[fmt.Sprintf("%s group, required %v", g.Type, g.Required)] = true
			seen["exactly so many"] = seen["exactly so many"] || g.Type == "multi" && g.Min == g.Max
		}
		seen["prescription"] = seen["prescription"] || i.Prescription
	}
	for _, group := range []string{"single group, required true", "single group, required false", "multi group, required true", "multi group, required false", "exactly so many"} {
		if _, met := seen[group]; !met {
			seen[group] = false // a missing group is then reported
		}
	}
	for name, met := range seen {
		if !met {
			t.Errorf("the town has no case of: %s", name)
		}
	}
}

func TestTown_TRAP_D14_OptionsCanBeChosen(t *testing.T) {
	t.Parallel()
	for _, i := range Generate(seed, 1).Items {
		for _, g := range i.FoodVariations {
			if g.Type == "multi" && (g.Min < 1 || g.Min > g.Max || g.Max > len(g.Values)) {
				t.Errorf("%s, %s: %d to %d of %d", i.Slug, g.Name, g.Min, g.Max, len(g.Values))
			}
		}
		if len(i.Variations) > 0 && !slices.ContainsFunc(i.Variations, func(v townfile.Variation) bool { return *v.Stock > 0 }) {
			t.Errorf("%s is sold out in every form", i.Slug)
		}
		if want := combinations(i.ChoiceOptions); len(i.Variations) != want {
			t.Errorf("%s has %d variations, its options make %d", i.Slug, len(i.Variations), want)
		}
	}
}

func combinations(axes []townfile.ChoiceOption) int {
	if len(axes) == 0 {
		return 0
	}
	n := 1
	for _, a := range axes {
		n *= len(a.Options)
	}
	return n
}

func TestTown_TRAP_Z3_ZonesOverlapAndCoverTheLand(t *testing.T) {
	t.Parallel()
	town := Generate(seed, 1)
	outlines := regions(town.Zones)
	overlaps := 0
	for _, f := range town.Streets {
		if f.Geometry.Type != townfile.LineString {
			continue
		}
		for _, p := range f.Geometry.Points {
			switch len(geo.Containing(p, outlines)) {
			case 0:
				t.Errorf("%s leaves every zone at %v", f.Slug, p)
			case 1:
			default:
				overlaps++
			}
		}
	}
	if overlaps == 0 {
		t.Error("no street lies in two zones")
	}
	for degrees := range 360 {
		sea := polar(float64(degrees), shoreRadius(float64(degrees))+60).point()
		if len(geo.Containing(sea, outlines)) > 0 {
			t.Errorf("a zone delivers into the sea at %d degrees", degrees)
		}
	}
	for _, s := range town.Stores {
		winner := town.Zones[geo.Containing(s.Point, outlines)[0]-1]
		if winner.Slug != s.Zone {
			t.Errorf("%s stands in %s and belongs to %s", s.Slug, winner.Slug, s.Zone)
		}
	}
	centre := geo.Containing(town.Settings.Location.Default, outlines)
	if len(centre) < 3 || town.Zones[centre[0]-1].Slug != "old-town" {
		t.Errorf("the default location is in zones %v", centre)
	}
}

// Routes follow the streets, so each crossing must be reachable from any other, also
// for vehicles.
func TestTown_TRAP_D14_StreetsAreConnected(t *testing.T) {
	t.Parallel()
	town := Generate(seed, 1)
	for _, walking := range []bool{false, true} {
		next := map[geo.Point][]geo.Point{}
		for _, f := range town.Streets {
			if f.Geometry.Type != townfile.LineString || f.Class == "path" && !walking {
				continue
			}
			line := f.Geometry.Points
			for i := 1; i < len(line); i++ {
				next[line[i-1]] = append(next[line[i-1]], line[i])
				next[line[i]] = append(next[line[i]], line[i-1])
			}
		}
		if reached := reach(next); reached != len(next) || len(next) < 1000 {
			t.Errorf("walking %v: %d of %d points are connected", walking, reached, len(next))
		}
	}
}

func reach(next map[geo.Point][]geo.Point) int {
	var queue []geo.Point
	for p := range next {
		queue = append(queue, p)
		break
	}
	seen := map[geo.Point]bool{queue[0]: true}
	for ; len(queue) > 0; queue = queue[1:] {
		for _, p := range next[queue[0]] {
			if !seen[p] {
				seen[p] = true
				queue = append(queue, p)
			}
		}
	}
	return len(seen)
}

// Two lines that cross without a common point would be a bridge.
func TestTown_TRAP_D14_StreetsCrossAtSharedPoints(t *testing.T) {
	t.Parallel()
	streets := cutStreets(drawStreets(newDice(seed, "streets")))
	for i, a := range streets {
		for _, b := range streets[:i] {
			for k := 1; k < len(a.line); k++ {
				for n := 1; n < len(b.line); n++ {
					f, g, ok := cross(a.line[k-1], a.line[k], b.line[n-1], b.line[n])
					if inside := f > 0.02 && f < 0.98 && g > 0.02 && g < 0.98; ok && inside {
						t.Errorf("%s and %s cross without a crossing", a.name, b.name)
					}
				}
			}
		}
	}
}

func TestTown_TRAP_D14_StreetNamesAreUnique(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, s := range cutStreets(drawStreets(newDice(seed, "streets"))) {
		if seen[s.name] {
			t.Errorf("there are two streets called %s", s.name)
		}
		seen[s.name] = true
	}
}

func TestSlug(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"Crème & Co":              "creme-and-co",
		"First Light Café":        "first-light-cafe",
		"Nonna's Window":          "nonnas-window",
		"  Tuna nigiri, 6 pieces": "tuna-nigiri-6-pieces",
		"Kestrel 4×4":             "kestrel-4-4",
	} {
		if got := slugOf(name); got != want {
			t.Errorf("slugOf(%q) = %q, want %q", name, got, want)
		}
	}
}

// The demo has a coupon of each type, one that has expired and one that has not begun.
func TestTown_PRC03_TRAP_D14_HasSixCoupons(t *testing.T) {
	t.Parallel()
	coupons := Generate(1, 1).Coupons
	today, found := time.Date(2026, time.November, 20, 0, 0, 0, 0, time.UTC), map[string]int{}
	on := func(d townfile.Day) string {
		if d == "" {
			return ""
		}
		date, err := d.On(today)
		if err != nil {
			t.Fatal(err)
		}
		return date
	}
	for _, c := range coupons {
		switch date := today.Format(time.DateOnly); {
		case on(c.Start) > date:
			found["to come"]++
		case c.End != "" && on(c.End) < date:
			found["expired"]++
		default:
			found[c.Type]++
		}
	}
	want := map[string]int{"default": 1, "zone_wise": 1, "store_wise": 1, "free_delivery": 1, "expired": 1, "to come": 1}
	if !maps.Equal(found, want) {
		t.Errorf("coupons are %v, want %v", found, want)
	}
}
