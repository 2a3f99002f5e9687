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

// catalogReader reads from the catalogue what one call needs, each item once. It is for
// one goroutine.
type catalogReader struct {
	q      db.Q
	items  map[int64]catalog.Item // sold or not
	stock  map[int64]stock.Levels // of the items that were read
	stores map[int64]catalog.Store
}

func newCatalogReader(q db.Q) *catalogReader {
	return &catalogReader{q: q, items: map[int64]catalog.Item{}, stock: map[int64]stock.Levels{}, stores: map[int64]catalog.Store{}}
}

// fetch reads items that are not read yet. Those that do not exist stay absent.
func (r *catalogReader) fetch(ctx context.Context, ids []int64) error {
	ids = slices.DeleteFunc(slices.Clone(ids), func(id int64) bool {
		_, fetched := r.items[id]
		return fetched
	})
	if len(ids) == 0 {
		return nil
	}
	found, err := items(ctx, r.q, ids)
	if err != nil {
		return err
	}
	left, err := stock.Of(ctx, r.q, ids)
	if err != nil {
		return err
	}
	maps.Copy(r.items, found)
	maps.Copy(r.stock, left)
	return nil
}

// item reads an item, sold or not.
func (r *catalogReader) item(ctx context.Context, id int64) (catalog.Item, error) {
	if err := r.fetch(ctx, []int64{id}); err != nil {
		return catalog.Item{}, err
	}
	if item, ok := r.items[id]; ok {
		return item, nil
	}
	return catalog.Item{}, errItemUnknown
}

var errItemUnknown = errs.New(errs.NotFound, "This item is no longer available.").On("item_id")

func (r *catalogReader) store(ctx context.Context, id int64) (catalog.Store, error) {
	if store, ok := r.stores[id]; ok {
		return store, nil
	}
	store, err := catalog.StoreByID(ctx, r.q, id)
	if err == nil {
		r.stores[id] = store
	}
	return store, err
}
