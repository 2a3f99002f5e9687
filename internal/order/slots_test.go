package order_test

import (
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"hawker/internal/catalog"
	"hawker/internal/db"
	"hawker/internal/hours"
	"hawker/internal/offer"
	"hawker/internal/options"
	"hawker/internal/order"
	"hawker/internal/order/ordertest"
)

const quarterHour = 15 * time.Minute

// aWeekOn is how many quarters of an hour a shopper may try: all that slots are
// offered for, and a day more.
const aWeekOn = (hours.SlotDays + 1) * 24 * 4

// isRefused quotes the order for that time.
func isRefused(t *testing.T, w *ordertest.Fixture, r order.Request, at time.Time) bool {
	t.Helper()
	r.ScheduleAt = at
	return len(quote(t, w, r).Problems) > 0
}

func breakfast(i *catalog.Item) {
	i.AvailableFrom, i.AvailableTo, i.ScheduleOrder = "07:00", "11:00", true
}

func TestQuote_ITEM09_offersExactlyTheTimesItAccepts(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		store := w.Store(t, func(s *catalog.Store) {
			s.Schedule.V = hours.Schedule{Week: []hours.Opening{
				{Day: time.Saturday, Opens: 8 * 60, Closes: 22 * 60}, {Day: time.Sunday, Opens: 9*60 + 15, Closes: 60},
			}}
		})
		me := w.Guest(t)
		w.Add(t, me, w.Item(t, store, 1000, 5, nil), 1, options.Choice{})
		w.Add(t, me, w.Item(t, store, 1000, 5, breakfast), 1, options.Choice{})

		r := ordertest.Request(me)
		offered := quote(t, w, r).Slots
		// Saturday 8:00 to 10:30, Sunday 9:15 to 10:45.
		if len(offered) != 6+4 {
			t.Errorf("%d times are offered: %v", len(offered), offered)
		}
		for n := range aWeekOn {
			at := ordertest.Now.Add(time.Duration(n) * quarterHour)
			if isOffered := slices.ContainsFunc(offered, at.Equal); isRefused(t, w, r, at) == isOffered {
				t.Errorf("%v: offered %t, refused %t", at, isOffered, !isOffered)
			}
		}
	})
}

func TestQuote_ITEM09_nowIsAllowedOnlyWhenEverythingIsSoldNow(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		store := w.Store(t, nil) // always open; it is noon
		me := w.Guest(t)
		w.Add(t, me, w.Item(t, store, 1000, 5, breakfast), 1, options.Choice{})
		q := quote(t, w, ordertest.Request(me))
		if q.NowAllowed || len(q.Slots) == 0 {
			t.Errorf("now %t, %d slots", q.NowAllowed, len(q.Slots))
		}
		if got := codes(q); !slices.Equal(got, []string{"not_available_now", "not_available_now"}) {
			t.Errorf("problems %v", got)
		}
		r := ordertest.Request(me)
		r.ScheduleAt = q.Slots[0]
		if placed := w.Place(t, "key-1", r); placed.Status != order.Scheduled {
			t.Errorf("the first slot makes the order %s", placed.Status)
		}
	})
}

// A campaign must run when the order is placed, and its item must be sold at the slot.
func TestPlace_ITEM02_ITEM09_aRunningCampaignIsOrderedForTheHoursOfItsItem(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		item := w.Item(t, w.Store(t, nil), 1000, 5, breakfast) // it is noon
		w.Campaign(t, item, 600, 5, func(c *offer.Campaign) { c.DailyFrom, c.DailyTo = "11:30", "12:30" })
		r := ofCampaign(w.Guest(t), item, 1)
		q := quote(t, w, r)
		if q.NowAllowed || len(q.Slots) == 0 {
			t.Fatalf("now %t, %d slots", q.NowAllowed, len(q.Slots))
		}
		r.ScheduleAt = q.Slots[0]
		if placed := w.Place(t, "key-1", r); placed.Status != order.Scheduled || placed.Subtotal != 600 {
			t.Errorf("the order is %s and costs %d", placed.Status, placed.Subtotal)
		}
	})
}

// TestQuote_ITEM09_anySlot draws hours, windows and moments at random.
func TestQuote_ITEM09_anySlot(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		times := rapid.Map(rapid.IntRange(0, 24*4-1), func(n int) hours.TimeOfDay { return hours.TimeOfDay(n * 15) })
		rapid.Check(t, func(d *rapid.T) {
			store := w.Store(t, func(s *catalog.Store) {
				s.Schedule = db.JSON[hours.Schedule]{V: hours.Schedule{Week: []hours.Opening{{
					Day: time.Weekday(rapid.IntRange(0, 6).Draw(d, "day")), Opens: times.Draw(d, "opens"), Closes: times.Draw(d, "closes"),
				}}}}
			})
			me := w.Guest(t)
			for range rapid.IntRange(1, 2).Draw(d, "items") {
				w.Add(t, me, w.Item(t, store, 1000, ordertest.Unlimited, func(i *catalog.Item) {
					i.AvailableFrom, i.AvailableTo = times.Draw(d, "from").String(), times.Draw(d, "to").String()
					i.ScheduleOrder = true
				}), 1, options.Choice{})
			}
			r := ordertest.Request(me)
			offered := quote(t, w, r).Slots
			tried := []time.Time{ordertest.Now.Add(time.Duration(rapid.IntRange(0, aWeekOn).Draw(d, "quarters")) * quarterHour)}
			if len(offered) > 0 {
				some := rapid.SampledFrom(offered).Draw(d, "slot")
				tried = append(tried, offered[0], some, some.Add(quarterHour), some.Add(hours.SlotLength), some.Add(-hours.SlotLength))
			}
			for _, at := range tried {
				if isOffered := slices.ContainsFunc(offered, at.Equal); isRefused(t, w, r, at) == isOffered {
					d.Fatalf("%v: offered %t, refused %t", at, isOffered, !isOffered)
				}
			}
		})
	})
}
