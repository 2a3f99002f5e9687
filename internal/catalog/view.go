package catalog

import (
	"sync"
	"sync/atomic"
	"time"

	"hawker/internal/catalog/index"
)

// view is the catalogue at one moment: the town and the index of its items, with cached
// answers to common questions.
type view struct {
	revision     int64
	town         *Town
	items        *index.Snapshot
	sold         index.Bits // the items of active stores
	available    cachedSet
	discounts    cachedSet
	withCategory *sync.Map // see storesWithCategory; shared by views of the same items
}

func newView(revision int64, town *Town, items *index.Snapshot) *view {
	return &view{revision: revision, town: town, items: items, withCategory: &sync.Map{}, sold: items.OfStores(func(id int64) bool {
		store := town.stores.byID[id]
		return store != nil && store.Active
	})}
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
			store := v.town.stores.byID[id]
			if store == nil || !store.Active {
				return 0, false
			}
			state := v.town.OpenAt(store, now)
			for _, change := range []time.Time{state.OpensAt, state.ClosesAt} {
				if change.After(now) && change.Before(until) {
					until = change
				}
			}
			zone := store.Location()
			minute, known := minutes[zone]
			if !known {
				local := now.In(zone)
				minute = local.Hour()*60 + local.Minute()
				minutes[zone] = minute
			}
			return minute, state.Open
		})
		return items, until
	})
}

// discountedAt returns the items with a discount of their own, and those of stores
// whose discount is active.
func (v *view) discountedAt(now time.Time) index.Bits {
	return v.discounts.at(now, func() (index.Bits, time.Time) {
		if len(v.town.stores.discounting) == 0 {
			return v.items.Discounted(nil), time.Time{}
		}
		var inForce []int64
		for _, store := range v.town.stores.discounting {
			if store.DiscountAt(now).Active {
				inForce = append(inForce, store.ID)
			}
		}
		return v.items.Discounted(inForce), nextMinute(now)
	})
}
