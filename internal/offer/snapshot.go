package offer

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"time"

	"hawker/internal/errs"
)

// Snapshot has all active offers, as they are in memory. It never changes. The units that
// are sold are those of when it was read; Sold reads the present ones.
type Snapshot struct {
	campaigns []*Campaign  // in their order
	sales     []*FlashSale // by when they begin
	flash     map[int64][]flashRef
}

// flashRef is one item of one sale.
type flashRef struct {
	sale *FlashSale
	item *FlashItem
}

func newBook(campaigns []*Campaign, sales []*FlashSale, items []*FlashItem) *Snapshot {
	b := &Snapshot{campaigns: campaigns, sales: sales, flash: map[int64][]flashRef{}}
	byID := map[int64]*FlashSale{}
	for _, s := range sales {
		byID[s.ID] = s
	}
	for _, i := range items {
		if s := byID[i.FlashSaleID]; s != nil {
			s.Items = append(s.Items, i)
			b.flash[i.ItemID] = append(b.flash[i.ItemID], flashRef{s, i})
		}
	}
	return b
}

// Campaigns returns the campaigns of a module in these zones, in their order.
func (b *Snapshot) Campaigns(moduleID int64, zoneIDs []int64) []*Campaign {
	return pick(b.campaigns, func(c *Campaign) bool { return c.ModuleID == moduleID && slices.ContainsFunc(zoneIDs, c.In) })
}

// Campaign returns a campaign by id or slug. An unknown one is errs.NotFound.
func (b *Snapshot) Campaign(idOrSlug string) (*Campaign, error) {
	return find(b.campaigns, idOrSlug, "campaign", func(c *Campaign) (int64, string) { return c.ID, c.Slug })
}

// CampaignOf returns the campaign of an item that runs, or else the next one. nil: it
// has none that is not over.
func (b *Snapshot) CampaignOf(itemID int64, t time.Time, zone *time.Location) *Campaign {
	return campaignOf(pick(b.campaigns, func(c *Campaign) bool { return c.Item() == itemID }), t, zone)
}

// campaignOf chooses one of an item's campaigns.
func campaignOf(all []*Campaign, t time.Time, zone *time.Location) *Campaign {
	open := pick(all, func(c *Campaign) bool { return !c.Over(t, zone) })
	if len(open) == 0 {
		return nil
	}
	return slices.MinFunc(open, func(a, b *Campaign) int {
		return cmp.Or(a.RunAt(t, zone).Begins.Compare(b.RunAt(t, zone).Begins), cmp.Compare(a.ID, b.ID))
	})
}

// FlashSales returns the flash sales of a module in these zones, by when they begin.
func (b *Snapshot) FlashSales(moduleID int64, zoneIDs []int64) []*FlashSale {
	return pick(b.sales, func(s *FlashSale) bool { return s.ModuleID == moduleID && slices.ContainsFunc(zoneIDs, s.In) })
}

// FlashSale returns a flash sale by id or slug. An unknown one is errs.NotFound.
func (b *Snapshot) FlashSale(idOrSlug string) (*FlashSale, error) {
	return find(b.sales, idOrSlug, "flash sale", func(s *FlashSale) (int64, string) { return s.ID, s.Slug })
}

// HasFlash reports whether an item is in any flash sale, running or not.
func (b *Snapshot) HasFlash(itemID int64) bool { return len(b.flash[itemID]) > 0 }

// FlashItems returns the items of all flash sales, running or not.
func (b *Snapshot) FlashItems() []int64 { return slices.Collect(maps.Keys(b.flash)) }

// FlashRuns reports whether a flash sale runs for an item that is sold in the zone, and
// when that may change; the zero time: never.
func (b *Snapshot) FlashRuns(itemID, zoneID int64, t time.Time, zone *time.Location) (runs bool, change time.Time) {
	for _, r := range b.flash[itemID] {
		run := r.sale.Run(zone)
		runs = runs || r.sale.In(zoneID) && run.Contains(t)
		for _, at := range []time.Time{run.Begins, run.Ends} {
			if at.After(t) && (change.IsZero() || at.Before(change)) {
				change = at
			}
		}
	}
	return runs, change
}

// FlashOf returns the running flash offer of an item that is sold in the zone, with the
// units that are sold by the id of the FlashItem. nil: none runs.
func (b *Snapshot) FlashOf(itemID, zoneID int64, t time.Time, zone *time.Location, sold map[int64]int64) *Flash {
	return running(b.flash[itemID], zoneID, t, zone, sold)
}

// running is the running offer of those of one item: of the sale that began first.
func running(refs []flashRef, zoneID int64, t time.Time, zone *time.Location, sold map[int64]int64) *Flash {
	for _, r := range refs {
		run := r.sale.Run(zone)
		if !r.sale.In(zoneID) || !run.Contains(t) {
			continue
		}
		f := &Flash{FlashItem: *r.item, Sale: r.sale, Ends: run.Ends}
		if n, known := sold[f.ID]; known {
			f.Sold = n
		}
		return f
	}
	return nil
}

func pick[T any](all []T, wanted func(T) bool) []T {
	picked := []T{}
	for _, one := range all {
		if wanted(one) {
			picked = append(picked, one)
		}
	}
	return picked
}

func find[T any](all []*T, idOrSlug, what string, keys func(*T) (int64, string)) (*T, error) {
	number, _ := strconv.ParseInt(idOrSlug, 10, 64)
	var bySlug *T
	for _, one := range all {
		id, slug := keys(one)
		if id == number {
			return one, nil
		}
		if slug == idOrSlug {
			bySlug = one
		}
	}
	if bySlug == nil {
		return nil, errs.New(errs.NotFound, "This %s does not exist.", what)
	}
	return bySlug, nil
}
