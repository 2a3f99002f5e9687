// Package offer has what a shop offers for a time: campaigns and flash sales.
//
// A basic campaign is a set of stores. An item campaign is an item at a price of its
// own, with a pool of its own in package stock. A flash sale gives items a discount of
// its own while units are left. All of them begin and end by the clock of a zone (D12).
//
// The package owns the tables campaigns, flash_sales and flash_sale_items. It knows
// items, stores and zones by their ids only.
package offer

import (
	"slices"
	"time"

	"hawker/internal/db"
	"hawker/internal/money"
	"hawker/internal/pricing"
)

// Kind says what a campaign is about.
type Kind string

// The kinds of a campaign.
const (
	Basic  Kind = "basic" // a set of stores
	OfItem Kind = "item"  // an item at its own price
)

// Campaign is a campaign, running or not.
type Campaign struct {
	ID          int64
	Slug        string
	Kind        Kind
	ModuleID    int64
	Title       string
	Description string
	Picture     string           // picture key
	ZoneIDs     db.JSON[[]int64] `db:"zone_ids"`  // none: every zone
	StoreIDs    db.JSON[[]int64] `db:"store_ids"` // of a basic campaign
	ItemID      *int64           // of an item campaign
	Price       money.Amount     // replaces the price of the item
	Maximum     int64            // units in one order; 0: no limit
	Sold        int64            // units that orders took and did not return
	FirstDay    string           // 2006-01-02
	LastDay     string
	DailyFrom   string // HH:mm; "": all day
	DailyTo     string
	Position    int64
	Active      bool
}

// Item is the id of the item of an item campaign; 0 for a basic one.
func (c *Campaign) Item() int64 {
	if c.ItemID == nil {
		return 0
	}
	return *c.ItemID
}

// In reports whether the campaign is offered in the zone.
func (c *Campaign) In(zoneID int64) bool { return inZone(c.ZoneIDs.V, zoneID) }

// RunAt is the run of the campaign at t, or else the next one, by the clock of the
// zone. It is the zero Run when the campaign is over.
func (c *Campaign) RunAt(t time.Time, zone *time.Location) Run {
	return runAt(days{c.FirstDay, c.LastDay, c.DailyFrom, c.DailyTo}, t, zone)
}

// Over reports whether the campaign has ended for good.
func (c *Campaign) Over(t time.Time, zone *time.Location) bool {
	return c.RunAt(t, zone) == Run{}
}

// FlashSale is a flash sale, running or not.
type FlashSale struct {
	ID       int64
	Slug     string
	ModuleID int64
	Title    string
	ZoneIDs  db.JSON[[]int64] `db:"zone_ids"` // none: every zone
	Begins   string           // 2006-01-02T15:04:05
	Ends     string
	Active   bool

	Items []*FlashItem `db:"-"` // in their order; not read with every sale
}

// In reports whether the sale is held in the zone.
func (s *FlashSale) In(zoneID int64) bool { return inZone(s.ZoneIDs.V, zoneID) }

// Run is when the sale runs, by the clock of the zone.
func (s *FlashSale) Run(zone *time.Location) Run {
	return Run{Begins: clockTime(s.Begins, zone), Ends: clockTime(s.Ends, zone)}
}

// FlashItem is what a flash sale offers of one item.
type FlashItem struct {
	ID           int64
	FlashSaleID  int64
	ItemID       int64
	DiscountType pricing.Kind
	Discount     int64 // basis points or minor units
	Units        int64 // offered
	Sold         int64 // units that orders took and did not return
	Position     int64
	Active       bool
}

// Flash is the offer of a flash sale that runs now.
type Flash struct {
	FlashItem
	Sale *FlashSale
	Ends time.Time
}

// Left is how many units are left at the price of the sale.
func (f *Flash) Left() int64 { return max(f.Units-f.Sold, 0) }

// Discount returns the discount of so many units: that of the sale while it has them,
// else the item's own (own). A nil Flash is no sale.
func (f *Flash) Discount(own pricing.Discount, units int64) pricing.Discount {
	if f == nil || units > f.Left() {
		return own
	}
	return pricing.Discount{Kind: f.DiscountType, Value: f.FlashItem.Discount}
}

func inZone(zones []int64, zoneID int64) bool {
	return len(zones) == 0 || slices.Contains(zones, zoneID)
}
