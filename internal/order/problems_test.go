package order_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"hawker/internal/cart"
	"hawker/internal/catalog"
	"hawker/internal/errs"
	"hawker/internal/hours"
	"hawker/internal/money"
	"hawker/internal/options"
	"hawker/internal/order"
	"hawker/internal/order/ordertest"
	"hawker/internal/purchase"
	"hawker/internal/setting"
)

func TestQuote_CHK05_eachObstacleIsAClearProblem(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		tests := []struct {
			name  string
			store func(*catalog.Store)
			edit  func(*order.Request)
			rules func(*setting.Settings)
			code  string
			say   string
		}{
			{name: "closed", store: func(s *catalog.Store) { s.Schedule.V = hours.Schedule{} }, code: order.StoreClosed, say: "Corner Kitchen is closed now."},
			{name: "TRAP_H6 a planned closure beats hours", store: func(s *catalog.Store) {
				s.Schedule.V.Closures = []hours.Closure{{From: ordertest.Now.Add(-time.Hour), To: ordertest.Now.Add(time.Hour)}}
			}, code: order.StoreClosed, say: "Corner Kitchen is closed now."},
			{name: "TRAP_H4 after the last slot", store: func(s *catalog.Store) {
				s.Schedule.V = hours.Schedule{Week: []hours.Opening{{Day: time.Friday, Opens: 8 * 60, Closes: 12*60 + 10}}}
			}, code: order.NowTooLate, say: "Corner Kitchen takes no more orders before it closes."},
			{name: "below the minimum", store: func(s *catalog.Store) { s.MinimumOrder = 1001 }, code: order.BelowMinimum, say: "The minimum order of Corner Kitchen is $10.01. Please add items for $0.01 more."},
			{name: "TRAP_Z1 outside the store's zone", edit: func(r *order.Request) { r.Address.Point = ordertest.FarDoor }, code: order.OutOfZone, say: "Corner Kitchen does not deliver to this address."},
			{name: "no address", edit: func(r *order.Request) { r.Address = nil }, code: order.AddressMissing, say: "Please add your delivery address"},
			{name: "no delivery", store: func(s *catalog.Store) { s.Delivery = false }, code: order.TypeNotOffered, say: "Corner Kitchen does not deliver."},
			{name: "no take-away", store: func(s *catalog.Store) { s.TakeAway = false }, edit: func(r *order.Request) { r.Type = order.TakeAway }, code: order.TypeNotOffered, say: "Corner Kitchen has no take-away."},
			{name: "TRAP_H3 a slot before the store can be ready", edit: func(r *order.Request) { r.ScheduleAt = ordertest.Now }, code: order.SlotUnavailable, say: "This time is no longer available. Please choose another."},
			{name: "a slot of a store without any", store: func(s *catalog.Store) { s.ScheduleOrder = false }, edit: func(r *order.Request) { r.ScheduleAt = ordertest.Now.Add(time.Hour) }, code: order.SlotUnavailable, say: "This time is no longer available. Please choose another."},
			{name: "more than cash may be", rules: func(s *setting.Settings) { s.Checkout.CODMaximum = 1199 }, code: purchase.CODLimit, say: "The total amount of the order, exceeds maximum amount of the cash on delivery method"},
			{name: "no cash", rules: func(s *setting.Settings) { s.Checkout.CashOnDelivery = false }, code: purchase.PaymentNotOffered, say: "Cash on delivery is not offered."},
		}
		for i, tt := range tests {
			item := w.Item(t, w.Store(t, tt.store), 1000, ordertest.Unlimited, nil)
			r := ordertest.BuyNow(w.Guest(t), item, 1)
			if tt.edit != nil {
				tt.edit(&r)
			}
			rules := setting.Defaults()
			if tt.rules != nil {
				tt.rules(&rules)
			}
			w.SetSettings(t, func(s *setting.Settings) { s.Checkout = rules.Checkout })
			q := quote(t, w, r)
			if got := codes(q); !slices.Equal(got, []string{tt.code}) || q.Problems[0].Message != tt.say {
				t.Errorf("%s: problems %v, %+v", tt.name, got, q.Problems)
				continue
			}
			if r.Address == nil { // said earlier, by the contact check
				continue
			}
			r.AcceptedTotal, r.Digest = q.Total, q.Digest
			if e := refused(t, w, tt.name, fmt.Sprintf("key-%d", i), r, errs.Invalid); e.Message != tt.say {
				t.Errorf("%s: placing says %q", tt.name, e.Message)
			}
		}
	})
}

func TestQuote_CHK03_exactlyTheCashLimitPasses(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		item := w.Item(t, w.Store(t, func(s *catalog.Store) { s.MinimumOrder = 1000 }), 1000, ordertest.Unlimited, nil)
		w.SetSettings(t, func(s *setting.Settings) { s.Checkout.CODMaximum = 1200 })
		if q := quote(t, w, ordertest.BuyNow(w.Guest(t), item, 1)); q.Total != 1200 || len(q.Problems) > 0 {
			t.Errorf("total %d, problems %v", q.Total, q.Problems)
		}
	})
}

func TestQuote_CART08_TRAP_C3_warnsOfARiseUntilItWasSeen(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		item := w.Item(t, w.Store(t, nil), 1000, ordertest.Unlimited, nil)
		me := w.Guest(t)
		w.Add(t, me, item, 1, options.Choice{})
		line := quote(t, w, ordertest.Request(me)).Lines[0].ID
		w.Exec(t, `UPDATE items SET price = 1200`)
		for _, tt := range []struct {
			shown    money.Amount
			quantity int64
			warnings int
		}{{1000, 3, 1}, {1200, 4, 0}} {
			n := cart.NewLine{ItemID: item.ID, Quantity: tt.quantity, Shown: tt.shown}
			if _, err := w.Carts.Update(t.Context(), me, item.ModuleID, line, n); err != nil {
				t.Fatal(err)
			}
			if q := quote(t, w, ordertest.Request(me)); len(q.Warnings) != tt.warnings {
				t.Errorf("after %d of it at %d: warnings %+v", tt.quantity, tt.shown, q.Warnings)
			}
		}
		late := w.Guest(t) // whose page is of before the rise
		if _, err := w.Carts.Add(t.Context(), late, item.ModuleID, cart.NewLine{ItemID: item.ID, Quantity: 1, Shown: 1000}); err != nil {
			t.Fatal(err)
		}
		if q := quote(t, w, ordertest.Request(late)); len(q.Warnings) != 1 {
			t.Errorf("added at the old price: warnings %+v", q.Warnings)
		}
	})
}

func TestPlace_CHK05_anItemThatIsGoneLosesNothing(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		store := w.Store(t, nil)
		stays, goes := w.Item(t, store, 1000, 5, nil), w.Item(t, store, 1000, 5, nil)
		me := w.Guest(t)
		w.Add(t, me, stays, 1, options.Choice{})
		w.Add(t, me, goes, 1, options.Choice{})
		r := w.Agree(t, ordertest.Request(me))
		w.Exec(t, `UPDATE items SET active = FALSE WHERE id = $1`, goes.ID)
		e := refused(t, w, "an item is gone", "key-1", r, errs.CartChanged)
		if q := e.Detail.(order.Quote); len(q.Lines) != 2 || q.Problems[0].LineID != q.Lines[1].ID {
			t.Errorf("the refusal tells %+v", q.Problems)
		}
	})
}

func TestPlace_TRAP_H5_slippingPastClosingAsks(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		item := w.Item(t, w.Store(t, func(s *catalog.Store) {
			s.Schedule.V = hours.Schedule{Week: []hours.Opening{{Day: time.Friday, Opens: 8 * 60, Closes: 13 * 60}, {Day: time.Saturday, Opens: 8 * 60, Closes: 13 * 60}}}
		}), 1000, ordertest.Unlimited, nil)
		r := w.Agree(t, ordertest.BuyNow(w.Guest(t), item, 1))
		w.Clock.Advance(2 * time.Hour)
		e := refused(t, w, "closed meanwhile", "key-1", r, errs.Invalid)
		q := e.Detail.(order.Quote)
		if q.NowAllowed || len(q.Slots) == 0 || e.Field != "schedule_at" {
			t.Fatalf("the refusal offers %d slots, now %t, on %q", len(q.Slots), q.NowAllowed, e.Field)
		}
		r.ScheduleAt = q.Slots[0]
		if placed := w.Place(t, "key-1", r); placed.Status != order.Scheduled || *placed.ScheduleAt != r.ScheduleAt.UnixMilli() {
			t.Errorf("placed %+v", placed.Order)
		}
	})
}

func TestPlace_ITEM09_aSlotOutsideTheItemsHoursIsRefused(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		item := w.Item(t, w.Store(t, nil), 1000, ordertest.Unlimited, func(i *catalog.Item) {
			i.AvailableFrom, i.AvailableTo, i.ScheduleOrder = "06:00", "10:00", true
		})
		r := ordertest.BuyNow(w.Guest(t), item, 1)
		q := quote(t, w, r)
		if got := codes(q); !slices.Equal(got, []string{"not_available_now", "not_available_now"}) || q.Problems[0].Message != "Not Available now" || q.Problems[1].Message != "Available will be 06:00 - 10:00" {
			t.Errorf("now: %+v", q.Problems)
		}
		zone := time.FixedZone("", 5*60*60)
		r.ScheduleAt = time.Date(2026, time.November, 21, 9, 30, 0, 0, zone)
		if q := quote(t, w, r); len(q.Problems) > 0 {
			t.Errorf("tomorrow at half past nine: %+v", q.Problems)
		}
		r.ScheduleAt = time.Date(2026, time.November, 21, 10, 0, 0, 0, zone)
		if q := quote(t, w, r); !slices.Contains(codes(q), "not_available_now") {
			t.Errorf("tomorrow at ten: %+v", q.Problems)
		}
	})
}
