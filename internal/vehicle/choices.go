package vehicle

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"hawker/internal/catalog"
	"hawker/internal/money"
	"hawker/internal/recent"
	"hawker/internal/translation"
)

// Choices are what the filters of a list can be set to, with how many vehicles have it.
type Choices struct {
	Brands        []Choice // by name
	Types         []Choice
	Fuels         []Choice
	Transmissions []Choice
	Seats         []int64      // that a vehicle has, ascending
	MinPrice      money.Amount // of what the list shows
	MaxPrice      money.Amount
}

// Choice is one value of a filter.
type Choice struct {
	facetValue
	Count int
}

// facetValue is a text of vehicles by which lists can be narrowed.
type facetValue struct {
	Value string
	texts translation.Languages // of the vehicles that translate it; nil: none
}

// In returns the value as it is shown in a language.
func (v facetValue) In(language string) string { return v.texts.In(language).Word(v.Value) }

// translate adds what a vehicle calls the value. Another vehicle may have it in that
// language already.
func (v *facetValue) translate(of translation.Languages) {
	for language, texts := range of {
		word := texts.Word(v.Value)
		if _, known := v.texts[language]; known || word == v.Value {
			continue
		}
		if v.texts == nil {
			v.texts = translation.Languages{}
		}
		v.texts[language] = translation.Texts{Words: []translation.Word{{Of: v.Value, Text: word}}}
	}
}

// Choices returns the choices among the vehicles of a filter. They must not be changed.
func (s *Service) Choices(ctx context.Context, f Filter) (Choices, error) {
	all, err := s.now.Get(ctx)
	if err != nil {
		return Choices{}, err
	}
	return s.choices.get(all, f, s.clock.Now(), func() Choices { return all.choices(f, s.clock.Now()) }), nil
}

// choices counts by hand: the vehicles have the numbers of their values.
func (all *fleet) choices(f Filter, now time.Time) Choices {
	var c Choices
	var counts [facets][]int
	for n := range counts {
		counts[n] = make([]int, len(all.values[n]))
	}
	first := true
	of := newSearch(all, f, now, nil)
	of.priced = true
	for found := range of.candidates() {
		v := found.vehicle
		for of, value := range v.facets {
			counts[of][value]++
		}
		if !slices.Contains(c.Seats, v.Seats) {
			c.Seats = append(c.Seats, v.Seats)
		}
		if first {
			c.MinPrice, first = found.price, false
		}
		c.MinPrice, c.MaxPrice = min(c.MinPrice, found.price), max(c.MaxPrice, found.price)
	}
	slices.Sort(c.Seats)
	for of, to := range [facets]*[]Choice{&c.Brands, &c.Types, &c.Fuels, &c.Transmissions} {
		*to = choicesOf(all.values[of], counts[of])
	}
	return c
}

// facets is how many texts of a vehicle lists can be narrowed by.
const facets = 4

func facetsOf(v *Vehicle) [facets]string {
	return [facets]string{v.Brand, v.Type, v.Fuel, v.Transmission}
}

// number gives the values of each facet numbers, by which the vehicles know them.
func (all *fleet) number() {
	var numbers [facets]map[string]int
	for of := range numbers {
		numbers[of] = map[string]int{}
	}
	for _, r := range all.rows {
		for of, value := range facetsOf(r.vehicle) {
			n, known := numbers[of][value]
			if !known {
				n = len(all.values[of])
				numbers[of][value] = n
				all.values[of] = append(all.values[of], facetValue{Value: value})
			}
			all.values[of][n].translate(all.texts[translation.Key{Kind: translation.Vehicle, Record: r.vehicle.Slug}])
			r.vehicle.facets[of] = n
		}
	}
}

func choicesOf(values []facetValue, counts []int) []Choice {
	choices := []Choice{}
	for n, value := range values {
		if value.Value != "" && counts[n] > 0 {
			choices = append(choices, Choice{value, counts[n]})
		}
	}
	slices.SortFunc(choices, func(a, b Choice) int { return cmp.Compare(a.Value, b.Value) })
	return choices
}

// choicesCache has the choices of a fleet: pages, sorting and other filters do not change
// them. They are counted again after a second, when a discount may have begun.
type choicesCache struct {
	mu   sync.Mutex
	of   *fleet
	at   time.Time
	kept map[string]Choices
}

// maxChoices bounds the cache.
const maxChoices = 1000

func (k *choicesCache) get(of *fleet, f Filter, now time.Time, count func() Choices) Choices {
	// An empty list prints like nil, but is none instead of all.
	key := fmt.Sprint(f.Zones == nil, f.Zones, f.ModuleID, f.Categories == nil, f.Categories, f.ProviderID)
	if f.Trip != nil {
		key += fmt.Sprint(*f.Trip)
	}
	if c, ok := k.find(of, key, now); ok {
		return c
	}
	c := count()
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.of == of {
		k.kept[key] = c
	}
	return c
}

func (k *choicesCache) find(of *fleet, key string, now time.Time) (Choices, bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.of != of || len(k.kept) >= maxChoices || now.Sub(k.at).Abs() >= recent.MaxAge {
		k.of, k.at, k.kept = of, now, map[string]Choices{}
	}
	c, ok := k.kept[key]
	return c, ok
}

// Categories counts the vehicles of a filter by category.
func (s *Service) Categories(ctx context.Context, f Filter) (map[int64]int, error) {
	all, err := s.now.Get(ctx)
	if err != nil {
		return nil, err
	}
	counts := map[int64]int{}
	for found := range newSearch(all, f, s.clock.Now(), nil).candidates() {
		counts[found.category]++
	}
	return counts, nil
}

// ProviderPage is a part of a list of providers.
type ProviderPage struct {
	Providers []OwnerCount
	Total     int
}

// OwnerCount is a provider, and how many vehicles of theirs a list has.
type OwnerCount struct {
	*Provider
	Models int
}

// Providers returns the providers of the vehicles of a filter, sorted by catalog.Popular or
// catalog.Newest, else the best rated first.
func (s *Service) Providers(ctx context.Context, f Filter, p catalog.Paging) (ProviderPage, error) {
	all, err := s.now.Get(ctx)
	if err != nil {
		return ProviderPage{}, err
	}
	models := map[*Provider]int{}
	for found := range newSearch(all, f, s.clock.Now(), nil).candidates() {
		models[found.vehicle.Owner]++
	}
	found := make([]OwnerCount, 0, len(models))
	for owner, n := range models {
		found = append(found, OwnerCount{owner, n})
	}
	slices.SortFunc(found, func(a, b OwnerCount) int { return f.compareProviders(a.Provider, b.Provider) })
	return ProviderPage{Providers: pageOf(found, p), Total: len(found)}, nil
}

// ModulesOf returns the modules in which a provider rents out, the one of its first vehicle
// first.
func (s *Service) ModulesOf(ctx context.Context, providerID int64) ([]int64, error) {
	all, err := s.now.Get(ctx)
	if err != nil {
		return nil, err
	}
	var modules []int64
	for found := range newSearch(all, Filter{ProviderID: providerID}, s.clock.Now(), nil).candidates() {
		if !slices.Contains(modules, found.module) {
			modules = append(modules, found.module)
		}
	}
	return modules, nil
}

func (f Filter) compareProviders(a, b *Provider) int {
	rating, trips := cmp.Compare(b.Tenths(), a.Tenths()), cmp.Compare(b.TripCount, a.TripCount)
	switch f.Sort {
	case catalog.Newest:
		return cmp.Compare(b.ID, a.ID) // ids grow
	case catalog.Popular:
		return cmp.Or(trips, rating, cmp.Compare(a.ID, b.ID))
	}
	return cmp.Or(rating, trips, cmp.Compare(a.ID, b.ID))
}
