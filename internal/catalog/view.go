package catalog

import (
	"sync"
	"sync/atomic"
	"time"

	"hawker/internal/cache"
	"hawker/internal/catalog/index"
	"hawker/internal/geo"
)

// view is the catalogue at one moment: the directory and the index of its items, with
// caches of frequent results.
type view struct {
	revision  revision
	directory *Directory
	items     *index.Snapshot
	sold      index.Bits // the items of active stores
	available cachedSet
	open      cachedSet
	discounts cachedSet
	free      cachedSet // the items that are delivered for free
	popular   func() []index.Bits
	*byStore
}

// byStore caches what depends on stores and not on sales. Views of the same items share it.
type byStore struct {
	withCategory sync.Map                              // see storesWithCategory
	delivered    *cache.Cache[int64, index.Bits]       // the items that are delivered within so many minutes
	nearby       *cache.Cache[geo.Point, *nearbyItems] // by area
}

func newView(present revision, directory *Directory, items *index.Snapshot) *view {
	v := &view{revision: present, directory: directory, items: items, popular: popularItems(items)}
	v.sold = v.itemsOf(func(s *Store) bool { return s.Active })
	v.byStore = &byStore{
		delivered: cache.New[int64](cache.Options[index.Bits]{Max: maxDeliveryTimes}),
		nearby:    cache.New[geo.Point](cache.Options[*nearbyItems]{Max: 4 << 20, Cost: (*nearbyItems).bytes}),
	}
	return v
}

// itemsOf returns the items of the wanted stores.
func (v *view) itemsOf(wanted func(*Store) bool) index.Bits {
	return v.items.OfStores(func(id int64) bool {
		store := v.directory.stores.byID[id]
		return store != nil && wanted(store)
	})
}

// cachedSet caches a set of items for as long as it is valid.
type cachedSet struct{ known atomic.Pointer[timed] }

type timed struct {
	items       index.Bits
	from, until time.Time // zero until: for good
}

func (m *cachedSet) at(now time.Time, find func() (items index.Bits, until time.Time)) index.Bits {
	if k := m.known.Load(); k != nil && !now.Before(k.from) && (k.until.IsZero() || now.Before(k.until)) {
		return k.items
	}
	items, until := find()
	m.known.Store(&timed{items, now, until})
	return items
}

// nextMinute is when times of day change.
func nextMinute(now time.Time) time.Time { return now.Truncate(time.Minute).Add(time.Minute) }

// availableAt returns the items that are inside their time window and whose store is
// open, in the time zone of the store. It is valid until a store opens or closes, at
// most for a minute.
func (v *view) availableAt(now time.Time) index.Bits {
	return v.available.at(now, func() (index.Bits, time.Time) {
		until, minutes := nextMinute(now), map[*time.Location]int{}
		items := v.items.Available(func(id int64) (int, bool) {
			store := v.directory.stores.byID[id]
			if store == nil || !store.Active {
				return 0, false
			}
			zone := store.Location()
			minute, known := minutes[zone]
			if !known {
				local := now.In(zone)
				minute = local.Hour()*60 + local.Minute()
				minutes[zone] = minute
			}
			return minute, v.directory.isOpen(store, now, &until)
		})
		return items, until
	})
}

// openAt returns the items whose store is open, valid as long.
func (v *view) openAt(now time.Time) index.Bits {
	return v.open.at(now, func() (index.Bits, time.Time) {
		until := nextMinute(now)
		items := v.itemsOf(func(s *Store) bool { return v.directory.isOpen(s, now, &until) })
		return items, until
	})
}

// isOpen reports whether a store is open. If that changes before until, until becomes the
// time of the change.
func (d *Directory) isOpen(s *Store, now time.Time, until *time.Time) bool {
	state := d.OpenAt(s, now)
	for _, change := range []time.Time{state.OpensAt, state.ClosesAt} {
		if change.After(now) && change.Before(*until) {
			*until = change
		}
	}
	return state.Open
}

// deliveredFree returns the items that are delivered for free.
func (v *view) deliveredFree(now time.Time) index.Bits {
	return v.free.at(now, func() (index.Bits, time.Time) { return v.itemsOf(v.directory.DeliversFree), time.Time{} })
}

// maxDeliveryTimes is how many filters of the delivery time are cached.
const maxDeliveryTimes = 16

// deliveredWithin returns the items that are delivered within so many minutes.
func (v *view) deliveredWithin(minutes int64) index.Bits {
	items, known := v.delivered.Get(minutes)
	if !known {
		items = v.itemsOf(func(s *Store) bool { return v.directory.DeliversWithin(s, minutes) })
		v.delivered.Put(minutes, items)
	}
	return items
}

// discountedAt returns the items with a discount of their own, those of stores whose
// discount is active, and those of running flash sales.
func (v *view) discountedAt(now time.Time) index.Bits {
	return v.discounts.at(now, func() (index.Bits, time.Time) {
		inSale, until := v.inFlashSale(now)
		if len(v.directory.stores.discounting) == 0 {
			return v.items.Discounted(nil, inSale), until
		}
		var inForce []int64
		for _, store := range v.directory.stores.discounting {
			if store.DiscountAt(now).Active {
				inForce = append(inForce, store.ID)
			}
		}
		return v.items.Discounted(inForce, inSale), earlier(until, nextMinute(now))
	})
}

// inFlashSale returns the items of running flash sales, and until when they are; the
// zero time: for good.
func (v *view) inFlashSale(now time.Time) (items []int64, until time.Time) {
	for _, id := range v.directory.offers.FlashItems() {
		storeID, sold := v.items.StoreOf(id)
		store := v.directory.stores.byID[storeID]
		if !sold || store == nil {
			continue
		}
		runs, change := v.directory.offers.FlashRuns(id, store.ZoneID, now, store.Location())
		if runs {
			items = append(items, id)
		}
		until = earlier(until, change)
	}
	return items, until
}

// earlier returns the earlier of two times; a zero time is never.
func earlier(a, b time.Time) time.Time {
	if a.IsZero() || !b.IsZero() && b.Before(a) {
		return b
	}
	return a
}
