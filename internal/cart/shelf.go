package cart

import (
	"context"
	"maps"
	"slices"

	"hawker/internal/catalog"
	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/stock"
)

// shelf is what the catalogue says of the items that one call is about. It
// reads each once, when it is first asked for, and is for one goroutine.
type shelf struct {
	q      db.Q
	items  map[int64]catalog.Item // sold or not
	stock  map[int64]stock.Levels // of the fetched ones
	stores map[int64]catalog.Store
}

func newShelf(q db.Q) *shelf {
	return &shelf{q: q, items: map[int64]catalog.Item{}, stock: map[int64]stock.Levels{}, stores: map[int64]catalog.Store{}}
}

// fetch makes sure that the items are on the shelf, those that there are.
func (s *shelf) fetch(ctx context.Context, ids []int64) error {
	ids = slices.DeleteFunc(slices.Clone(ids), func(id int64) bool {
		_, fetched := s.items[id]
		return fetched
	})
	if len(ids) == 0 {
		return nil
	}
	found, err := items(ctx, s.q, ids)
	if err != nil {
		return err
	}
	left, err := stock.Of(ctx, s.q, ids)
	if err != nil {
		return err
	}
	maps.Copy(s.items, found)
	maps.Copy(s.stock, left)
	return nil
}

// item finds an item, sold or not.
func (s *shelf) item(ctx context.Context, id int64) (catalog.Item, error) {
	if err := s.fetch(ctx, []int64{id}); err != nil {
		return catalog.Item{}, err
	}
	if item, ok := s.items[id]; ok {
		return item, nil
	}
	return catalog.Item{}, errItemUnknown
}

var errItemUnknown = errs.New(errs.NotFound, "This item is no longer available.").On("item_id")

func (s *shelf) store(ctx context.Context, id int64) (catalog.Store, error) {
	if store, ok := s.stores[id]; ok {
		return store, nil
	}
	store, err := catalog.StoreByID(ctx, s.q, id)
	if err == nil {
		s.stores[id] = store
	}
	return store, err
}
