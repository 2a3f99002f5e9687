package hours

import (
	"slices"
	"time"
)

// The documented schedule (D27).
const (
	SlotLength = 30 * time.Minute
	SlotDays   = 7 // today and six days more
)

// Slots returns the times an order can be scheduled for: every half hour,
// counted from each opening, today and six days more in zone. The first is not
// before now plus lead, the store's preparation time (H3), and the store is
// open for the whole of each.
func (s Schedule) Slots(now time.Time, lead time.Duration, zone *time.Location) []time.Time {
	spans, _ := s.spans(now, SlotDays, zone)
	end := TimeOfDay(0).on(now.In(zone), SlotDays, zone)
	var slots []time.Time
	for _, o := range s.openings(now.In(zone), SlotDays-1, zone) {
		for at := o.from; at.Before(o.to) && at.Before(end); at = at.Add(SlotLength) {
			if !at.Before(now.Add(lead)) && covered(spans, at) {
				slots = append(slots, at)
			}
		}
	}
	slices.SortFunc(slots, time.Time.Compare)
	return slices.CompactFunc(slots, time.Time.Equal)
}

// HasSlot reports whether an order can be scheduled for at: whether it is one of Slots.
func (s Schedule) HasSlot(at, now time.Time, lead time.Duration, zone *time.Location) bool {
	return slices.ContainsFunc(s.Slots(now, lead, zone), at.Equal)
}

// TakesNow reports whether the store accepts an order for now: it is open, its last
// slot before closing has not passed (H4), and the order would be ready before it
// closes.
func (s Schedule) TakesNow(now time.Time, lead time.Duration, zone *time.Location) bool {
	state := s.At(now, zone)
	if !state.Open || state.ClosesAt.IsZero() {
		return state.Open
	}
	if now.Add(lead).After(state.ClosesAt) {
		return false
	}
	slots := s.Slots(now, 0, zone)
	return len(slots) > 0 && slots[0].Before(state.ClosesAt)
}

// covered reports whether the store is open for all of the slot that begins at at.
func covered(spans []span, at time.Time) bool {
	return slices.ContainsFunc(spans, func(s span) bool {
		return !at.Before(s.from) && !at.Add(SlotLength).After(s.to)
	})
}
