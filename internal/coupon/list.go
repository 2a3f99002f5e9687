package coupon

import (
	"cmp"
	"context"
	"slices"
	"time"

	"hawker/internal/catalog"
	"hawker/internal/clock"
	"hawker/internal/db"
)

// Service lists coupons. Safe for concurrent use.
type Service struct {
	db    *db.DB
	clock clock.Clock
}

// New makes the service.
func New(d *db.DB, c clock.Clock) *Service { return &Service{db: d, clock: c} }

// Where is what a list of coupons is for.
type Where struct {
	Shopper  Shopper
	ModuleID int64
	ZoneIDs  []int64             // one of them is enough
	HasStore func(id int64) bool // tells whether a store can be ordered from here
	TimeZone *time.Location      // of the zone
	NoStore  bool                // for parcels and trips, which no store delivers
}

// Listed is a coupon of a list.
type Listed struct {
	Coupon
	Refusal Refusal // zero: it can be used
}

// shownAfterEnd is how long a coupon that has ended stays in the list.
const shownAfterEnd = 7 * 24 * time.Hour

// List returns a page of the listed coupons of a place, those that can be used first,
// and how many there are in all. Those of other modules, zones or stores are left out. A
// minimum purchase is no reason here: it depends on a cart.
func (s *Service) List(ctx context.Context, w Where, p catalog.Paging) ([]Listed, int, error) {
	now := s.clock.Now()
	coupons, err := readListed(ctx, s.db.R, now.Add(-shownAfterEnd).In(w.TimeZone).Format(time.DateOnly))
	if err != nil {
		return nil, 0, err
	}
	uses, err := countUses(ctx, s.db.R, w.Shopper)
	if err != nil {
		return nil, 0, err
	}
	var all []Listed
	for _, c := range coupons {
		if w.has(c) {
			all = append(all, Listed{c, w.refusal(c, uses[c.ID], now)})
		}
	}
	slices.SortStableFunc(all, func(a, b Listed) int {
		return cmp.Or(cmp.Compare(rank(a), rank(b)), compareEnds(a.Ends, b.Ends))
	})
	first := min((p.Number-1)*p.Size, len(all))
	return all[first:min(first+p.Size, len(all))], len(all), nil
}

func (w Where) has(c Coupon) bool {
	inZone := slices.ContainsFunc(w.ZoneIDs, func(id int64) bool { return includes(c.ZoneIDs, id) })
	atStore := len(c.StoreIDs.V) == 0 || slices.ContainsFunc(c.StoreIDs.V, w.HasStore)
	fits := !w.NoStore || c.Type != FreeDelivery
	return includes(c.ModuleIDs, w.ModuleID) && inZone && atStore && fits
}

func (w Where) refusal(c Coupon, uses int64, now time.Time) Refusal {
	if r := c.checkDates(now, w.TimeZone); r.Code != "" {
		return r
	}
	return c.checkLimits(uses, w.Shopper.OrderedBefore)
}

// rank sorts coupons: those that can be used, then those that will be, then the rest.
func rank(l Listed) int {
	switch l.Refusal.Code {
	case "":
		return 0
	case NotBegun:
		return 1
	}
	return 2
}

// compareEnds puts the coupon that ends sooner first, and one without an end last.
func compareEnds(a, b string) int {
	if (a == "") != (b == "") {
		return cmp.Compare(b, a)
	}
	return cmp.Compare(a, b)
}
