package catalog

import (
	"context"
	"fmt"
	"slices"

	"hawker/internal/catalog/index"
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
	mostCategories  = 2
	mostStores      = 3
)

// Suggest returns what a search may mean while it is typed: categories and stores whose
// name has the words, then items, best first, each name once.
func (s *Service) Suggest(ctx context.Context, at Place, typed string) ([]Suggestion, error) {
	suggestions := []Suggestion{}
	words := parse(typed)
	if len(words) == 0 {
		return suggestions, nil
	}
	v, err := s.view(ctx)
	if err != nil {
		return nil, err
	}
	items, err := s.suggestItems(ctx, v, at, typed)
	if err != nil {
		return nil, fmt.Errorf("suggest items: %w", err)
	}
	suggestions = append(suggestions, slices.Concat(v.town.suggestCategories(at, words), v.town.suggestStores(at, typed), items)...)
	return suggestions[:min(len(suggestions), mostSuggestions)], nil
}

func (t *Town) suggestCategories(at Place, words []string) []Suggestion {
	var found []Suggestion
	for _, c := range t.categories.byModule[at.ModuleID] {
		if inName(Fold(c.Name), words) {
			found = append(found, Suggestion{Kind: "category", ID: c.ID, Slug: c.Slug, Name: c.Name, Picture: c.Picture})
		}
	}
	return found[:min(len(found), mostCategories)]
}

// suggestStores returns stores whose name has the words, popular ones first.
func (t *Town) suggestStores(at Place, typed string) []Suggestion {
	parts := t.storesIn(at, typed, func(uint32, *Store) bool { return true })
	named := slices.Concat(parts[:index.Elsewhere]...)
	var suggestions []Suggestion
	for _, s := range named[:min(len(named), mostStores)] {
		suggestions = append(suggestions, Suggestion{Kind: "store", ID: s.ID, Slug: s.Slug, Name: s.Name, Picture: s.Logo})
	}
	return suggestions
}

// suggestItems returns items whose name has the words, each name once. It finds more
// than are shown, because many stores sell an item of the same name.
func (s *Service) suggestItems(ctx context.Context, v *view, at Place, typed string) ([]Suggestion, error) {
	q, possible := v.query(at, ItemFilter{Search: typed}, s.clock.Now())
	if !possible {
		return nil, nil
	}
	q.InName = true
	found, _ := v.items.Find(q, 0, 8*mostSuggestions)
	var ids []int64
	named := map[string]bool{}
	for _, id := range found {
		if name := v.items.NameOf(id); !named[name] && len(ids) < mostSuggestions {
			named[name] = true
			ids = append(ids, id)
		}
	}
	items, err := s.rows(ctx, v.town, ids)
	if err != nil {
		return nil, err
	}
	var suggestions []Suggestion
	for _, id := range ids {
		item := items[id]
		if item == nil {
			continue // no longer sold
		}
		suggestions = append(suggestions, Suggestion{
			Kind: "item", ID: id, Slug: item.Slug, Name: item.Name, StoreName: v.town.StoreOf(item).Name, Picture: first(item.Pictures.V),
		})
	}
	return suggestions, nil
}

func first(keys []string) string {
	if len(keys) == 0 {
		return ""
	}
	return keys[0]
}
