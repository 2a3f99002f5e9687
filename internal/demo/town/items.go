package town

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"hawker/internal/townfile"
)

// items returns the menu of a store, the most ordered first. Neighbours have
// different pictures, in this order and also within each category.
func items(seed uint64, s *shop) []townfile.Item {
	d := newDice(seed, "items "+s.Slug)
	chosen := arrange(d, selection(d, s.kind.rows))
	level := 1.0
	if s.index >= len(kindsOf(s.kind.module)) {
		level = d.spread(0.92, 1.12) // the first store of a kind has the prices of the menu
	}
	demand := d.spread(60, 900)
	slugs := map[string]bool{}
	all := make([]townfile.Item, 0, len(chosen))
	for n, c := range chosen {
		item := describe(d, s, c.row, level)
		item.Slug = uniqueSlug(slugs, shortSlug(c.row.name)+"-"+s.Slug)
		item.Pictures = c.pictures
		item.Past = past(d, int(demand*(1-0.8*float64(n)/float64(len(chosen))))+len(chosen)-n)
		all = append(all, item)
	}
	return all
}

func uniqueSlug(taken map[string]bool, slug string) string {
	unique := slug
	for n := 2; taken[unique]; n++ {
		unique = fmt.Sprintf("%s-%d", slug, n)
	}
	taken[unique] = true
	return unique
}

// selection removes a few rows, so that two stores of a kind differ. Recommended ones
// stay.
func selection(d dice, rows []row) []row {
	want := min(len(rows), 16+d.IntN(4))
	if len(rows) > 30 {
		want = 21 + d.IntN(6)
	}
	left := slices.Clone(rows)
	for tries := 0; len(left) > want && tries < 500; tries++ {
		if i := d.IntN(len(left)); !left[i].has("r") {
			left = slices.Delete(left, i, i+1)
		}
	}
	return left
}

// picturedRow is a row with its pictures.
type picturedRow struct {
	row      row
	pictures []string
}

// arrange sorts the rows by sales, and gives each a picture that differs from the one
// before. It omits a row without a suitable picture.
func arrange(d dice, rows []row) []picturedRow {
	score := make(map[string]float64, len(rows))
	for _, r := range rows {
		score[r.name] = d.Float64()
		if r.has("r") {
			score[r.name] += 0.6
		}
	}
	slices.SortStableFunc(rows, func(a, b row) int { return cmp.Compare(score[b.name], score[a.name]) })

	var placed []picturedRow
	last := map[string]Art{} // the previous picture, by category and, under "", of all
	for len(rows) > 0 {
		at, art := suitable(d, rows, last)
		if at < 0 {
			break
		}
		r := rows[at]
		last[""], last[r.category] = art, art
		placed = append(placed, picturedRow{r, gallery(r.object, art)})
		rows = slices.Delete(rows, at, at+1)
	}
	return placed
}

// suitable returns the first row with a picture that may come next. It prefers one
// with another palette.
func suitable(d dice, rows []row, last map[string]Art) (int, Art) {
	for i, r := range rows {
		variants := slices.Clone(pictures()[r.object])
		if len(variants) == 0 {
			panic("no picture of " + r.object)
		}
		d.Shuffle(len(variants), func(a, b int) { variants[a], variants[b] = variants[b], variants[a] })
		variants = slices.DeleteFunc(variants, func(a Art) bool { return a.Key == last[""].Key || a.Key == last[r.category].Key })
		for _, a := range variants {
			if a.Palette != last[""].Palette {
				return i, a
			}
		}
		if len(variants) > 0 {
			return i, variants[0]
		}
	}
	return -1, Art{}
}

// gallery returns the picture, then the object's other pictures.
func gallery(object string, first Art) []string {
	keys := []string{first.Key}
	for _, a := range pictures()[object] {
		if a.Key != first.Key {
			keys = append(keys, a.Key)
		}
	}
	return keys
}

// describe makes an item of the store from a row.
func describe(d dice, s *shop, r row, level float64) townfile.Item {
	price := rounded(float64(r.price) * level)
	i := townfile.Item{
		Store: s.Slug, Category: r.category, Name: r.name, Description: r.description,
		Price: major(price), Discount: discount(d, r),
		UnitType: r.flags["unit"], Brand: r.flags["brand"],
		Veg: r.has("v"), Organic: r.has("o"), Recommended: r.has("r"),
		ScheduleOrder: r.has("sched"), Prescription: r.has("rx"), Active: true,
		Tags: tags(s, r), Nutritions: r.nutritions, Allergies: r.allergies,
		GenericName: list(r.flags["generic"], "|"),
		Added:       townfile.When(fmt.Sprintf("-%dd", 3+d.IntN(400))),
	}
	i.Halal = s.kind.halal || r.has("h")
	if r.has("r") {
		i.Description += " " + pick(d, closings[s.kind.module])
	}
	if d.chance(9) {
		i.Added = townfile.When(fmt.Sprintf("-%dh", 2+d.IntN(60)))
	}
	if m := r.flags["max"]; m != "" {
		i.MaxCartQuantity = number(m)
	}
	i.AvailableFrom, i.AvailableTo, _ = strings.Cut(r.flags["window"], "-")
	stockUp(d, &i, s, r)
	if s.kind.module == "food" {
		i.FoodVariations, i.AddOns = foodChoices(r.options)
		return i
	}
	for _, axis := range r.options {
		if menu, isAddOn := strings.CutPrefix(axis, "+"); isAddOn {
			i.AddOns = readAddOns(menu)
			continue
		}
		i.ChoiceOptions, i.Variations = variations(axis, price)
		i.Stock = nil
		stockVariations(d, i.Variations)
	}
	return i
}

// closings are second sentences for recommended items.
var closings = map[string][]string{
	"food": {
		"Made when you order it and not before, so it leaves the kitchen hot; tell us in the note if something should stay out.",
		"It has been on the board since the first week, and taking it off would cost us half the street.",
		"Packed so that it arrives as it left: sauces apart, lids tight, napkins in the bag.",
		"The portion feeds one hungry person well, or two who have already had a snack at the market.",
	},
	"grocery": {
		"Chosen by hand on the morning it is delivered; if it would not go into our own kitchen, it does not go into your bag.",
		"Best within three days, kept cool and dry. If anything arrives bruised, send a picture and we replace it.",
		"From growers and boats we know by name, most of them within sight of the harbour.",
	},
	"pharmacy": {
		"Always read the leaflet, and ask the pharmacist if you take anything else; the call is free and so is the answer.",
		"Sealed and within its date, with the leaflet inside. Keep out of the reach of children.",
		"One of the things we are asked for most; we keep enough of it for a bad week.",
	},
	"ecommerce": {
		"Checked by us before it is packed, with thirty days to change your mind as long as it comes back clean.",
		"Two years of warranty, and a bench in the back where most things can be mended.",
		"Wrapped without plastic. If it does not fit or does not please, the rider takes it back.",
	},
}

// discount returns the row's own discount, or sometimes a random one.
func discount(d dice, r row) townfile.Rebate {
	if own := r.flags["discount"]; own != "" {
		return townfile.Rebate{Type: "percent", Value: townfile.Decimal(own)}
	}
	switch {
	case d.chance(4):
		return townfile.Rebate{Type: "percent", Value: pick(d, []townfile.Decimal{"5", "10", "15", "30"})}
	case d.chance(4) && r.price >= 800:
		return townfile.Rebate{Type: "amount", Value: pick(d, []townfile.Decimal{"0.50", "1.00", "1.50"})}
	}
	return townfile.Rebate{}
}

// stockUp sets the stock of all items that are not food, and of some dishes.
func stockUp(d dice, i *townfile.Item, s *shop, r row) {
	var n int
	switch {
	case r.has("stock"):
		n = d.between(2, 12)
	case s.kind.module != "food":
		n = d.between(8, 120)
	case d.chance(8):
		n = d.between(6, 40)
	case !d.chance(2):
		return
	}
	if d.chance(3) {
		n = 0
	}
	i.Stock = &n
}

// stockVariations sets the stock of variations. A few are sold out, never all.
func stockVariations(d dice, all []townfile.Variation) {
	for i := range all {
		n := d.between(3, 40)
		if len(all) > 1 && d.chance(11) && i > 0 {
			n = 0
		}
		all[i].Stock = &n
	}
}

func tags(s *shop, r row) []string {
	words := append([]string{strings.ToLower(categoryName(r.category))}, s.words()...)
	if t := r.flags["tag"]; t != "" {
		words = append(words, t)
	}
	if r.has("v") && s.kind.module == "food" {
		words = append(words, "vegetarian")
	}
	slices.Sort(words)
	return slices.Compact(words)
}

// past returns ratings that fit the number of sales. About one buyer in six rates, and
// most ratings are good.
func past(d dice, sold int) townfile.Past {
	count := sold / d.between(5, 9)
	return townfile.Past{Sold: sold, RatingCount: count, RatingSum: int(float64(count) * d.spread(4.05, 4.92))}
}
