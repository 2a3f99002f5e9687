package order

import (
	"context"
	"strconv"

	"hawker/internal/db"
)

// Topic is the bus topic of changed orders.
const Topic = "order"

// orderKey is the key of an order in a message.
func orderKey(id int64) string { return strconv.FormatInt(id, 10) }

// shopperKey is the key of all orders of a shopper in a message.
func shopperKey(id int64) string { return "s" + strconv.FormatInt(id, 10) }

// storeKey is the key of all orders of a store in a message.
func storeKey(id int64) string { return "v" + strconv.FormatInt(id, 10) }

// zoneKey is the key of all orders of a zone in a message.
func zoneKey(id int64) string { return "z" + strconv.FormatInt(id, 10) }

// anyKey is the key of all orders.
const anyKey = "any"

// orderKeys are the keys of an order that was placed or has moved: those who watch it,
// its shopper, its store and its zone read again, and those who watch all orders.
func orderKeys(o Order) []string {
	keys := []string{orderKey(o.ID), shopperKey(o.ShopperID), zoneKey(o.ZoneID), anyKey}
	if o.StoreID != 0 {
		keys = append(keys, storeKey(o.StoreID))
	}
	return keys
}

// Watch returns a channel that gets a value when the order may have changed, on this
// instance or another. It needs Run.
func (s *Service) Watch(orderID int64) (changed <-chan struct{}, cancel func()) {
	return s.changes.Watch(orderKey(orderID))
}

// WatchAll is Watch for all orders of a shopper: one is placed, moves or becomes
// theirs. A rider's position is not among these changes.
func (s *Service) WatchAll(shopperID int64) (changed <-chan struct{}, cancel func()) {
	return s.changes.Watch(shopperKey(shopperID))
}

// WatchStaff is Watch for all orders that a member of staff works on.
func (s *Service) WatchStaff(who Staff) (changed <-chan struct{}, cancel func()) {
	switch who.Actor {
	case ByVendor:
		return s.changes.Watch(storeKey(who.StoreID))
	case ByRider:
		return s.changes.Watch(zoneKey(who.ZoneID))
	}
	return s.changes.Watch(anyKey)
}

// Run publishes which orders changed here, and reads which changed elsewhere, until ctx
// ends. Call it in a goroutine of its own.
func (s *Service) Run(ctx context.Context) { s.changes.Run(ctx) }

// notifyAfterCommit says after the commit which stock has changed, and which orders.
func (s *Service) notifyAfterCommit(tx *db.Tx, itemIDs []int64, keys ...string) {
	tx.AfterCommit(func() {
		if len(itemIDs) > 0 {
			s.StockListener.StockChanged(itemIDs)
		}
		s.changes.Changed(keys...)
	})
}

// orderChanged says that an order has changed: to the listener in this transaction, to
// everybody else after the commit.
func (s *Service) orderChanged(ctx context.Context, tx *db.Tx, o Order, itemIDs []int64) error {
	s.notifyAfterCommit(tx, itemIDs, orderKeys(o)...)
	if err := s.Purchases.ClosePages(ctx, tx, o.ID); err != nil {
		return err
	}
	if s.Listener == nil {
		return nil
	}
	return s.Listener.OrderChanged(ctx, tx, o.ID)
}

// ShopperChanged wakes, after the commit, those who watch all orders of a shopper: what
// their stream sends has changed.
func (s *Service) ShopperChanged(tx *db.Tx, shopperID int64) {
	s.notifyAfterCommit(tx, nil, shopperKey(shopperID))
}
