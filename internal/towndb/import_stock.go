package towndb

import (
	"context"

	"hawker/internal/db"
	"hawker/internal/stock"
	"hawker/internal/townfile"
)

// countStock sets the pools of items to the stock of their records, where it has
// changed since the last import.
func (im *importer) countStock(ctx context.Context, _ *db.Tx, items []record[townfile.Item]) error {
	var counted []stock.Counted
	for _, item := range items {
		for variation, units := range item.figures.changedStock(item.before) {
			c := stock.Counted{Pool: stock.Pool{ItemID: item.id, Variation: variation}, NewItem: item.stored.id == 0}
			if units != nil {
				c.Units = new(int64(*units))
			}
			counted = append(counted, c)
		}
	}
	return im.setStock(ctx, counted)
}

// setsStock reports whether the import sets the stock of a record, whatever the last one
// said.
func (im *importer) setsStock(f figures) bool { return im.how.SetStock && len(f.Stock) > 0 }

// countedOf returns the stock of an item and its variations, by the variation of the
// pool. nil is unlimited.
func countedOf(i townfile.Item) map[string]*int {
	counted := map[string]*int{stock.PoolOf(0, 0).Variation: i.Stock}
	for _, v := range i.Variations {
		counted[stock.PoolOf(0, v.ID).Variation] = v.Stock
	}
	return counted
}
