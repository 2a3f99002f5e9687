package vehicle

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"hawker/internal/catalog"
	"hawker/internal/money"
)

// Choices are what the filters of a list can be set to, with how many vehicles have it.
type Choices struct {
	Brands        []Choice // by name
	Types         []Choice
	Fuels         []Choice
	Transmissions []Choice
	Seats         []int64      // that occur, the fewest first
	MinPrice      money.Amount // of what the list shows
	MaxPrice      money.Amount
}

// Choice is one value of a filter.
type Choice struct {
	Value string
	Count int
}

// Choices returns the choices among the vehicles of a filter.
func (s *Service) Choices(ctx context.Context, f Filter) (Choices, error) {
	all, err := s.now.Get(ctx)
	if err != nil {
		return Choices{}, err
	}
	var c Choices
	brands, types, fuels, transmissions, seats := map[string]int{}, map[string]int{}, map[string]int{}, map[string]int{}, map[int64]bool{}
	for n, v := range f.search(all.vehicles, s.clock.Now(), availability{}) {
		brands[v.Brand]++
		types[v.Type]++
		fuels[v.Fuel]++
		transmissions[v.Transmission]++
		seats[v.Seats] = true
		price := v.Price.Price
		if n == 0 {
			c.MinPrice = price
		}
		c.MinPrice, c.MaxPrice = min(c.MinPrice, price), max(c.MaxPrice, price)
	}
	c.Brands, c.Types, c.Fuels, c.Transmissions = choicesOf(brands), choicesOf(types), choicesOf(fuels), choicesOf(transmissions)
	c.Seats = slices.Sorted(maps.Keys(seats))
	return c, nil
}

func choicesOf(counts map[string]int) []Choice {
	choices := make([]Choice, 0, len(counts))
	for value, count := range counts {
		if value != "" {
			choices = append(choices, Choice{value, count})
		}
	}
	slices.SortFunc(choices, func(a, b Choice) int { return cmp.Compare(a.Value, b.Value) })
	return choices
}

// Categories counts the vehicles of a filter by category.
func (s *Service) Categories(ctx context.Context, f Filter) (map[int64]int, error) {
	all, err := s.now.Get(ctx)
	if err != nil {
		return nil, err
	}
	counts := map[int64]int{}
	for _, v := range f.search(all.vehicles, s.clock.Now(), availability{}) {
		counts[v.CategoryID]++
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

// Providers returns the providers of the vehicles of a filter, the best rated first.
func (s *Service) Providers(ctx context.Context, f Filter, p catalog.Paging) (ProviderPage, error) {
	all, err := s.now.Get(ctx)
	if err != nil {
		return ProviderPage{}, err
	}
	models := map[*Provider]int{}
	for _, v := range f.search(all.vehicles, s.clock.Now(), availability{}) {
		models[v.Owner]++
	}
	found := make([]OwnerCount, 0, len(models))
	for owner, n := range models {
		found = append(found, OwnerCount{owner, n})
	}
	slices.SortFunc(found, func(a, b OwnerCount) int {
		return cmp.Or(cmp.Compare(b.Tenths(), a.Tenths()), cmp.Compare(b.TripCount, a.TripCount), cmp.Compare(a.ID, b.ID))
	})
	return ProviderPage{Providers: pageOf(found, p), Total: len(found)}, nil
}
