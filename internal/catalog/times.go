package catalog

import (
	"sync"
	"time"

	"hawker/internal/hours"
	"hawker/internal/pricing"
)

// Location is the clock on the store's wall: its zone's time zone (D12, D22).
func (s *Store) Location() *time.Location { return location(s.TimeZone) }

// OpenAt is the one answer on open or closed (H7), and until when. A store that
// is not active is closed for good.
func (s *Store) OpenAt(t time.Time) hours.State {
	if !s.Active {
		return hours.State{}
	}
	return s.Schedule.V.At(t, s.Location())
}

// DiscountAt is the store's discount as pricing takes it: active on its days and
// within its times of day, both on the clock of the store's zone (PRC-01, D12).
func (s *Store) DiscountAt(t time.Time) pricing.StoreDiscount {
	d := s.Discount.V
	return pricing.StoreDiscount{
		Discount:    pricing.Discount{Kind: d.Type, Value: d.Value},
		MinPurchase: d.MinPurchase,
		MaxDiscount: d.MaxDiscount,
		Active:      d.Value > 0 && s.Active && d.holdsAt(t, s.Location()),
	}
}

func (d Discount) holdsAt(t time.Time, zone *time.Location) bool {
	day := t.In(zone).Format(time.DateOnly)
	return d.Start <= day && (d.End == "" || day <= d.End) && window(d.StartTime, d.EndTime).Contains(t, zone)
}

// DeliversItself tells whether the store brings its orders itself, or pays for it:
// the shopper pays nothing for that (PRC-04).
func (s *Store) DeliversItself() bool { return s.SelfDelivery || s.FreeDelivery }

// OwnDiscount is the item's discount as pricing takes it.
func (i *Item) OwnDiscount() pricing.Discount {
	return pricing.Discount{Kind: i.DiscountType, Value: i.Discount}
}

// AvailableAt tells whether the item is sold at t, on the clock of its store's
// zone (ITEM-09).
func (i *Item) AvailableAt(t time.Time, zone *time.Location) bool {
	return window(i.AvailableFrom, i.AvailableTo).Contains(t, zone)
}

// window reads two times of day; without both it is the whole day.
func window(from, to string) hours.Window {
	if from == "" || to == "" { // most have none, and an error costs more than all else here
		return hours.Window{}
	}
	f, errFrom := hours.ParseTimeOfDay(from)
	t, errTo := hours.ParseTimeOfDay(to)
	if errFrom != nil || errTo != nil {
		return hours.Window{}
	}
	return hours.Window{From: f, To: t}
}

// locations remembers time zones by name: finding one unpacks a file.
var locations sync.Map

func location(name string) *time.Location {
	if known, ok := locations.Load(name); ok {
		return known.(*time.Location)
	}
	loc, err := time.LoadLocation(name)
	if err != nil {
		loc = time.UTC // an import checks names; an unknown one must not stop a shop
	}
	locations.Store(name, loc)
	return loc
}
