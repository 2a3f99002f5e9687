package cart

import (
	"context"
	"maps"
	"slices"
	"time"

	"hawker/internal/catalog"
	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/offer"
	"hawker/internal/stock"
)

// catalogReader reads from the catalogue what one call needs, each item once. It is for
// one goroutine.
type catalogReader struct {
	q      db.Q
	items  map[int64]catalog.Item // sold or not
	stock  map[int64]stock.Levels // of the items that were read
	stores map[int64]catalog.Store
	flash  []offer.Running // one for each time that items were read
}

func newCatalogReader(q db.Q) *catalogReader {
	return &catalogReader{q: q, items: map[int64]catalog.Item{}, stock: map[int64]stock.Levels{}, stores: map[int64]catalog.Store{}}
}

// fetch reads items that are not read yet, with their stock and their flash sales.
// Those that do not exist stay absent.
func (r *catalogReader) fetch(ctx context.Context, ids []int64, now time.Time) error {
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
	left, err := stock.LevelsByItem(ctx, r.q, ids)
	if err != nil {
		return err
	}
	running, err := offer.ReadRunning(ctx, r.q, ids, now)
	if err != nil {
		return err
	}
	r.flash = append(r.flash, running)
	maps.Copy(r.items, found)
	maps.Copy(r.stock, left)
	return nil
}

// flashOf returns the flash sale that runs for an item of the store.
func (r *catalogReader) flashOf(itemID int64, store *catalog.Store, now time.Time) *offer.Flash {
	for _, running := range r.flash {
		if f := running.Of(itemID, store.ZoneID, now, store.Location()); f != nil {
			return f
		}
	}
	return nil
}

// item reads an item, sold or not.
func (r *catalogReader) item(ctx context.Context, id int64, now time.Time) (catalog.Item, error) {
	if err := r.fetch(ctx, []int64{id}, now); err != nil {
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
