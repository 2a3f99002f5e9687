package catalog

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"hawker/internal/catalog/index"
	"hawker/internal/translation"
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
	MaxSuggestions = 8
	maxCategories  = 2
	maxStores      = 3
)

// Suggestions are what a search may mean while it is typed.
type Suggestions struct {
	List       []Suggestion
	Correction *Correction // of the items; nil: they were not corrected
}

// Suggest returns what a search may mean while it is typed: categories and stores whose
// name has the words, then items, best first, each name once. It depends neither on the
// time nor on where the shopper is: a suggestion is a name, not an offer.
func (s *Service) Suggest(ctx context.Context, at Scope, typed string) (Suggestions, error) {
	all := Suggestions{List: []Suggestion{}}
	words := parse(typed)
	modules := at.inZones()
	if len(words) == 0 || modules == nil {
		return all, nil
	}
	v, err := s.view(ctx)
	if err != nil {
		return all, err
	}
	found := v.items.Find(index.Query{
		Modules: modules, Within: []index.Bits{v.sold}, Search: index.Search{Typed: words, InName: true}, Order: index.ByRelevance,
	}, 0, 8*MaxSuggestions)
	items, err := s.suggestItems(ctx, v, found.IDs)
	if err != nil {
		return all, fmt.Errorf("suggest items: %w", err)
	}
	all.Correction = newCorrection(found.Spelling, found.Exact, found.Total)
	meant := words
	if found.Exact == 0 && found.Spelling != nil {
		meant = found.Spelling
	}
	texts := v.directory.Texts(ctx)
	stores := v.directory.suggestStores(texts, at, index.Search{Typed: words, Exact: found.Exact > 0})
	all.List = append(all.List, slices.Concat(v.directory.suggestCategories(texts, at, meant), stores, items)...)
	all.List = all.List[:min(len(all.List), MaxSuggestions)]
	return all, nil
}

func (d *Directory) suggestCategories(texts translation.Reader, at Scope, words []string) []Suggestion {
	var found []Suggestion
	for _, c := range d.categories.byModule[at.ModuleID] {
		if inName(Fold(d.names(c)), words) {
			name := texts.Name(translation.Category, c.Slug, c.Name)
			found = append(found, Suggestion{Kind: "category", ID: c.ID, Slug: c.Slug, Name: name, Picture: c.Picture})
		}
	}
	return found[:min(len(found), maxCategories)]
}

// suggestStores returns stores whose name has the words, popular ones first.
func (d *Directory) suggestStores(texts translation.Reader, at Scope, w index.Search) []Suggestion {
	w.InName = true
	parts, _ := d.storesIn(at, &w, func(uint32) bool { return true })
	named := slices.Concat(parts[:]...)
	var suggestions []Suggestion
	for _, s := range named[:min(len(named), maxStores)] {
		suggestions = append(suggestions, Suggestion{Kind: "store", ID: s.ID, Slug: s.Slug, Name: storeName(texts, s), Picture: s.Logo})
	}
	return suggestions
}

// suggestItems returns the items with these ids, each name once. More were found than are
// shown, because many stores sell an item of the same name.
func (s *Service) suggestItems(ctx context.Context, v *view, found []int64) ([]Suggestion, error) {
	var ids []int64
	named := map[string]bool{}
	for _, id := range found {
		if name := v.items.NameOf(id); !named[name] && len(ids) < MaxSuggestions {
			named[name] = true
			ids = append(ids, id)
		}
	}
	items, err := s.rows(ctx, v.directory, ids)
	if err != nil {
		return nil, err
	}
	var suggestions []Suggestion
	language := translation.Language(ctx)
	for _, id := range ids {
		item := items[id]
		if item == nil {
			continue // no longer sold
		}
		suggestions = append(suggestions, Suggestion{
			Kind: "item", ID: id, Slug: item.Slug, Name: cmp.Or(item.Translations.In(language).Name, item.Name),
			StoreName: storeName(v.directory.Texts(ctx), v.directory.StoreOf(item)), Picture: first(item.Pictures.V),
		})
	}
	return suggestions, nil
}

func storeName(texts translation.Reader, s *Store) string {
	return texts.Name(translation.Store, s.Slug, s.Name)
}

func first(keys []string) string {
	if len(keys) == 0 {
		return ""
	}
	return keys[0]
}
