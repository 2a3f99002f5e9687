package vehicle

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"hawker/internal/catalog"
	"hawker/internal/pricing"
	"hawker/internal/translation"
)

// fleet is all vehicles and providers, of one revision of the catalogue, with their present
// figures.
type fleet struct {
	revision  int64
	figures   []figures // of vehicles, by id
	texts     translation.Set
	rows      []row       // of the vehicles, by id
	providers []*Provider // by id

	byID, bySlug                 map[string]*Vehicle
	providerByID, providerBySlug map[string]*Provider

	values [facets][]facetValue // that vehicles have, by number

	hidden []*Vehicle // of archived providers, and of modules that are switched off: both may come back
}

// row is what most searches compare of a vehicle. They look at all rows, which lie one
// after the other, because memory is read fastest in order.
type row struct {
	vehicle  *Vehicle // for what few searches compare
	owner    int      // the place of its provider among the providers of the fleet
	rank     int      // its place in a list by trips, then by rating
	id       int64
	module   int64
	category int64
	units    int64
	rates    pricing.Rates
	discount pricing.Discount // its own
}

// newFleet needs the ids of the modules that are switched off.
func newFleet(revision int64, now []figures, texts translation.Set, vehicles []*Vehicle, providers []*Provider, off []int64) *fleet {
	f := &fleet{
		revision: revision, figures: now, texts: texts, providers: providers, byID: map[string]*Vehicle{}, bySlug: map[string]*Vehicle{},
		providerByID: map[string]*Provider{}, providerBySlug: map[string]*Provider{},
	}
	slices.SortFunc(f.providers, func(a, b *Provider) int { return cmp.Compare(a.ID, b.ID) })
	owners := map[int64]int{}
	for n, p := range f.providers {
		if p.Archived {
			continue
		}
		owners[p.ID] = n
		p.words = " " + catalog.Fold(inAllLanguages(texts, translation.Provider, p.Slug, p.Name))
		f.providerByID[strconv.FormatInt(p.ID, 10)], f.providerBySlug[p.Slug] = p, p
	}
	for _, known := range vehicles {
		owner, found := owners[known.ProviderID]
		if known.Archived {
			continue
		}
		if !found || slices.Contains(off, known.ModuleID) {
			f.hidden = append(f.hidden, known)
			continue
		}
		v := *known // others read the old one
		if n, found := slices.BinarySearchFunc(now, v.ID, func(f figures, id int64) int { return cmp.Compare(f.id, id) }); found {
			v.RatingSum, v.RatingCount, v.TripCount = now[n].ratingSum, now[n].ratingCount, now[n].tripCount
		}
		v.Owner = f.providers[owner]
		v.names = v.names.of(strings.Join([]string{inAllLanguages(texts, translation.Vehicle, v.Slug, v.Name), v.Brand, v.Type, v.Fuel, v.Transmission}, " "))
		v.words = v.names.folded + v.Owner.words
		f.byID[strconv.FormatInt(v.ID, 10)], f.bySlug[v.Slug] = &v, &v
		f.rows = append(f.rows, row{
			vehicle: &v, owner: owner, id: v.ID, module: v.ModuleID, category: v.CategoryID, units: v.Units, rates: v.Rates(), discount: v.OwnDiscount(),
		})
	}
	f.order()
	f.number()
	return f
}

// folded is a text and its folded form, with a space before each word.
type folded struct{ text, folded string }

// of folds a text, unless it is the same as before.
func (f folded) of(text string) folded {
	if f.text == text {
		return f
	}
	return folded{text, " " + catalog.Fold(text)}
}

// inAllLanguages returns the name of a record, and its translated name and words.
func inAllLanguages(texts translation.Set, kind translation.Kind, slug, name string) string {
	all := []string{name}
	for _, t := range texts[translation.Key{Kind: kind, Record: slug}] {
		all = append(all, t.Name)
		for _, w := range t.Words {
			all = append(all, w.Text)
		}
	}
	return strings.Join(all, " ")
}

// order ranks the rows, and sorts them by id.
func (all *fleet) order() {
	slices.SortFunc(all.rows, func(a, b row) int { return byTrips(a.vehicle, b.vehicle) })
	for n := range all.rows {
		all.rows[n].rank = n
	}
	slices.SortFunc(all.rows, func(a, b row) int { return cmp.Compare(a.id, b.id) })
}

func byTrips(a, b *Vehicle) int {
	return cmp.Or(cmp.Compare(b.TripCount, a.TripCount), cmp.Compare(b.Tenths(), a.Tenths()), cmp.Compare(a.ID, b.ID))
}
