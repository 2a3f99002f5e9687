package vehicle

import (
	"context"
	"math"
	"strings"

	"hawker/internal/catalog"
)

// maxProviders is how many providers are suggested at most.
const maxProviders = 3

// Suggestions are what a search for vehicles may mean while it is typed.
type Suggestions struct {
	Providers []*Provider
	Vehicles  []*Vehicle
}

// Suggest returns the providers whose name has the words of the filter, then the vehicles
// that a search for them finds, the most rented first and each name once (BRW-02).
func (s *Service) Suggest(ctx context.Context, f Filter) (Suggestions, error) {
	var all Suggestions
	words := strings.Fields(catalog.Fold(f.Search))
	if len(words) == 0 {
		return all, nil
	}
	f.Sort = catalog.Popular
	// Vehicles are found by the name of their provider too, so these are all that can be meant.
	providers, err := s.Providers(ctx, f, catalog.Paging{Number: 1, Size: math.MaxInt})
	if err != nil {
		return all, err
	}
	for _, p := range providers.Providers {
		if len(all.Providers) < maxProviders && hasWords(p.words, words) {
			all.Providers = append(all.Providers, p.Provider)
		}
	}
	vehicles, err := s.Search(ctx, f, catalog.Paging{Number: 1, Size: 8 * catalog.MaxSuggestions})
	named := map[string]bool{}
	for _, v := range vehicles.Vehicles {
		if !named[v.Name] && len(all.Vehicles) < catalog.MaxSuggestions {
			named[v.Name] = true
			all.Vehicles = append(all.Vehicles, v.Vehicle)
		}
	}
	return all, err
}
