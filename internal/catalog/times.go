package catalog

import (
	"sync"
	"time"

	"hawker/internal/hours"
	"hawker/internal/pricing"
)

// Location is the time zone of the store (D12, D22).
func (s *Store) Location() *time.Location { return Location(s.TimeZone) }

// OpenAt reports whether the store is open, and until when; everybody asks here (H7). A
// store that is not active is closed for good.
func (s *Store) OpenAt(t time.Time) hours.State {
	if !s.Active {
		return hours.State{}
	}
	return s.Schedule.V.At(t, s.Location())
}

// DiscountAt is the store's discount as pricing takes it: active on its days and within
// its times of day, in the time zone of the store (PRC-01, D12).
func (s *Store) DiscountAt(t time.Time) pricing.StoreDiscount {
	d := s.Discount.V.At(t, s.Location())
	d.Active = d.Active && s.Active
	return d
}

// At is the discount as pricing takes it: active on its days and within its times of
// day, in a time zone.
func (d Discount) At(t time.Time, zone *time.Location) pricing.StoreDiscount {
	return pricing.StoreDiscount{
		Discount:    pricing.Discount{Kind: d.Type, Value: d.Value},
		MinPurchase: d.MinPurchase,
		MaxDiscount: d.MaxDiscount,
		Active:      d.Value > 0 && d.holdsAt(t, zone),
	}
}

func (d Discount) holdsAt(t time.Time, zone *time.Location) bool {
	times := window(d.StartTime, d.EndTime)
	day := times.Day(t, zone)
	return d.Start <= day && (d.End == "" || day <= d.End) && times.Contains(t, zone)
}

// Ends returns the day and the time of day at which the discount ends for good. The hours of
// its last day may end on the next one. No day: it never ends. No time: it ends with the day.
func (d Discount) Ends() (day, at string) {
	times := window(d.StartTime, d.EndTime)
	if times.From == times.To {
		return d.End, ""
	}
	last, err := time.Parse(time.DateOnly, d.End)
	if err != nil || !times.CrossesMidnight() {
		return d.End, d.EndTime
	}
	return last.AddDate(0, 0, 1).Format(time.DateOnly), d.EndTime
}

// DeliversItself reports whether the store delivers with its own riders or pays for the
// delivery: the shopper pays nothing then (PRC-04).
func (s *Store) DeliversItself() bool { return s.SelfDelivery || s.FreeDelivery }

// OwnDiscount is the item's discount as pricing takes it.
func (i *Item) OwnDiscount() pricing.Discount {
	return pricing.Discount{Kind: i.DiscountType, Value: i.Discount}
}

// AvailableAt reports whether the item is sold at t, in the time zone of its store
// (ITEM-09).
func (i *Item) AvailableAt(t time.Time, zone *time.Location) bool {
	return window(i.AvailableFrom, i.AvailableTo).Contains(t, zone)
}

// window parses two times of day; without both it is the whole day.
func window(from, to string) hours.Window {
	if from == "" || to == "" { // the usual case; an error would cost more than all else here
		return hours.Window{}
	}
	f, errFrom := hours.ParseTimeOfDay(from)
	t, errTo := hours.ParseTimeOfDay(to)
	if errFrom != nil || errTo != nil {
		return hours.Window{}
	}
	return hours.Window{From: f, To: t}
}

// locations caches time zones by name: loading one unpacks a file. There are few, and
// every list reads them, so the map has no bound and no lock.
var locations sync.Map

// Location returns a time zone by its IANA name.
func Location(name string) *time.Location {
	if known, ok := locations.Load(name); ok {
		return known.(*time.Location)
	}
	loc, err := time.LoadLocation(name)
	if err != nil {
		loc = time.UTC // imports check names; an unknown one must not close the shop
	}
	locations.Store(name, loc)
	return loc
}

// MayBeScheduled reports whether the item may be ordered now for a later time: it and its
// store take such orders.
func (i *Item) MayBeScheduled(store *Store) bool { return i.ScheduleOrder && store.ScheduleOrder }
