package api

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"time"

	"hawker/internal/catalog"
	"hawker/internal/hours"
)

// viewStore is the one view of a store, in lists and on its page (BRW-04).
func (s showcase) viewStore(store *catalog.Store) StoreView {
	state := s.town.OpenAt(store, s.now)
	v := StoreView{
		ID: store.ID, Slug: store.Slug, Name: store.Name, Tagline: store.Tagline, Description: store.Description,
		ModuleID: store.ModuleID, ModuleType: store.ModuleType, ZoneID: store.ZoneID, TimeZone: store.TimeZone,
		LogoFullURL: pictureURL(s.town, store.Logo), CoverFullURL: pictureURL(s.town, store.Cover),
		Address: store.Address, Phone: store.Phone, Latitude: store.Latitude, Longitude: store.Longitude,
		AvgRating: catalog.Stars(store.RatingSum, store.RatingCount), RatingCount: store.RatingCount, OrderCount: store.OrderCount,
		MinimumOrder: s.money.ToMajor(store.MinimumOrder), DeliveryTime: fmt.Sprintf("%d-%d", store.DeliveryTimeMin, store.DeliveryTimeMax),
		MinDeliveryTime: store.DeliveryTimeMin, MaxDeliveryTime: store.DeliveryTimeMax,
		Delivery: store.Delivery, TakeAway: store.TakeAway, FreeDelivery: s.town.DeliversFree(store), SelfDelivery: store.SelfDelivery,
		ScheduleOrder: store.ScheduleOrder, Veg: flag(store.Veg), NonVeg: flag(store.NonVeg),
		Reviews: store.ReviewsEnabled, Featured: flag(store.Featured),
		Open: state.Open, OpensAt: moment(state.OpensAt), ClosesAt: moment(state.ClosesAt),
		DeliveryFeeFrom: s.money.ToMajor(s.town.FeeFrom(store)),
	}
	if d := store.DiscountAt(s.now); d.Active {
		v.Discount = &storeDiscountView{
			Discount: s.off(d.Discount), DiscountType: kindOf(d.Kind),
			MinPurchase: s.money.ToMajor(d.MinPurchase), MaxDiscount: s.money.ToMajor(d.MaxDiscount),
		}
	}
	return v
}

// viewStores shows a page of stores in its order, with distances only when they
// decide it: an answer that names the exact point could be kept for nobody else.
func (s showcase) viewStores(page catalog.StorePage, f catalog.StoreFilter) []StoreView {
	views := make([]StoreView, len(page.Stores))
	for n, store := range page.Stores {
		views[n] = s.viewStore(store)
		if f.Sort == catalog.Nearest {
			views[n].DistanceKm = math.Round(f.Metres(store)) / 1000
		}
	}
	return views
}

// viewWeek is the opening hours of the week, in order.
func viewWeek(week hours.Schedule) []scheduleView {
	openings := slices.Clone(week.Week)
	if week.Always {
		for day := time.Sunday; day <= time.Saturday; day++ {
			openings = append(openings, hours.Opening{Day: day, Opens: 0, Closes: 24 * 60})
		}
	}
	slices.SortStableFunc(openings, func(a, b hours.Opening) int { return cmp.Or(cmp.Compare(a.Day, b.Day), cmp.Compare(a.Opens, b.Opens)) })
	views := make([]scheduleView, len(openings))
	for n, o := range openings {
		views[n] = scheduleView{Day: int(o.Day), OpeningTime: o.Opens.String(), ClosingTime: o.Closes.String()}
	}
	return views
}

// viewShelf is a category with what stands on it.
func (s showcase) viewShelf(shelf catalog.Shelf) categoryView {
	v := categoryView{
		ID: shelf.ID, Slug: shelf.Slug, Name: shelf.Name, ModuleID: shelf.ModuleID, ImageFullURL: pictureURL(s.town, shelf.Picture),
		Featured: flag(shelf.Featured), ItemCount: shelf.Items, Children: s.viewShelves(shelf.Children),
	}
	if shelf.ParentID != nil {
		v.ParentID = *shelf.ParentID
	}
	return v
}

func (s showcase) viewShelves(shelves []catalog.Shelf) []categoryView {
	views := make([]categoryView, len(shelves))
	for n, shelf := range shelves {
		views[n] = s.viewShelf(shelf)
	}
	return views
}
