package catalog

import (
	"context"
	"fmt"
	"slices"

	"hawker/internal/db"
)

// Suggestion is something that a search being typed may mean (BRW-02).
type Suggestion struct {
	Kind      string // item, store or category
	ID        int64
	Slug      string
	Name      string
	StoreName string // of an item
	Picture   string // picture key
}

// How many suggestions there are at most: in all, and of what few search for.
const (
	mostSuggestions = 8
	mostShelves     = 2
	mostStores      = 3
)

// Suggest answers what a search being typed may mean: shelves and stores whose
// name has the words, then items, best first, each name once.
func (s *Service) Suggest(ctx context.Context, at Place, typed string) ([]Suggestion, error) {
	suggestions := []Suggestion{}
	q := parse(typed)
	if q.empty() {
		return suggestions, nil
	}
	town, err := s.Town(ctx)
	if err != nil {
		return nil, err
	}
	stores, err := s.suggestStores(ctx, town, at, typed)
	if err != nil {
		return nil, fmt.Errorf("suggest stores: %w", err)
	}
	items, err := s.suggestItems(ctx, town, at, typed)
	if err != nil {
		return nil, fmt.Errorf("suggest items: %w", err)
	}
	suggestions = append(suggestions, slices.Concat(town.suggestShelves(at, q), stores, items)...)
	return suggestions[:min(len(suggestions), mostSuggestions)], nil
}

func (t *Town) suggestShelves(at Place, q query) []Suggestion {
	var found []Suggestion
	for _, c := range t.categories.byModule[at.ModuleID] {
		if q.inName(Fold(c.Name)) {
			found = append(found, Suggestion{Kind: "category", ID: c.ID, Slug: c.Slug, Name: c.Name, Picture: c.Picture})
		}
	}
	return found[:min(len(found), mostShelves)]
}

// suggestStores finds the stores whose name has the words, popular ones first.
func (s *Service) suggestStores(ctx context.Context, town *Town, at Place, typed string) ([]Suggestion, error) {
	found, err := s.matchingStores(ctx, typed)
	if err != nil {
		return nil, err
	}
	named := slices.DeleteFunc(town.candidates(at, 0), func(s *Store) bool { return !found.holds(s.ID) || found[s.ID] > lastInName })
	slices.SortStableFunc(named, StoreFilter{}.order(found))
	var suggestions []Suggestion
	for _, s := range named[:min(len(named), mostStores)] {
		suggestions = append(suggestions, Suggestion{Kind: "store", ID: s.ID, Slug: s.Slug, Name: s.Name, Picture: s.Logo})
	}
	return suggestions, nil
}

// suggestItems finds the items whose name has the words, each name once: many
// stores sell a thing of one name, so it reads some more than are shown.
func (s *Service) suggestItems(ctx context.Context, town *Town, at Place, typed string) ([]Suggestion, error) {
	type hit struct {
		ID, StoreID int64
		Slug, Name  string
		Pictures    db.JSON[[]string]
		Place       int
	}
	b, possible := s.narrowed(town, at, ItemFilter{Search: typed}, asListed)
	if !possible {
		return nil, nil
	}
	rank := parse(typed).rank(b, engineOf(s.db.Dialect), "i")
	query, args := b.Select("i.id", "i.store_id", "i.slug", "i.name", "i.pictures", b.As(rank, "place")).
		OrderBy("place, " + itemOrders[Popular]).SQL(limited(4*mostSuggestions, 0)).Build()
	hits, err := db.Many[hit](ctx, s.db.R, query, args...)
	if err != nil {
		return nil, err
	}
	var suggestions []Suggestion
	named := map[string]bool{}
	for _, h := range hits {
		store := town.stores.byID[h.StoreID]
		name := Fold(h.Name)
		if h.Place > lastInName || named[name] || store == nil {
			continue
		}
		named[name] = true
		suggestions = append(suggestions, Suggestion{Kind: "item", ID: h.ID, Slug: h.Slug, Name: h.Name, StoreName: store.Name, Picture: first(h.Pictures.V)})
	}
	return suggestions, nil
}

func first(keys []string) string {
	if len(keys) == 0 {
		return ""
	}
	return keys[0]
}
