package order_test

import (
	"testing"
	"time"

	"hawker/internal/catalog"
	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/options"
	"hawker/internal/order"
	"hawker/internal/order/ordertest"
	"hawker/internal/purchase"
)

func TestPlace_TRAP_D21_TRAP_C4_otherOptionsAtTheSamePriceAreAnotherOrder(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		item := w.Item(t, w.Store(t, nil), 1000, ordertest.Unlimited, func(i *catalog.Item) {
			i.Options.V = catalog.Options{
				Groups: []catalog.Group{{ID: 1, Name: "Spice", Kind: options.Single, Required: true, Values: []catalog.Value{{ID: 1, Label: "Mild"}, {ID: 2, Label: "Hot"}}}},
				AddOns: []catalog.AddOn{{ID: 1, Name: "Nuts"}},
			}
		})
		mild := options.Choice{Variation: []options.ChosenGroup{ordertest.Chosen("Spice", "Mild")}}
		r := ordertest.BuyNow(w.Guest(t), item, 1)
		r.Line.Choice = mild
		seen := w.Agree(t, r)
		for name, choice := range map[string]options.Choice{
			"another value": {Variation: []options.ChosenGroup{ordertest.Chosen("Spice", "Hot")}},
			"a free add-on": {Variation: mild.Variation, AddOnIDs: []int64{1}, AddOnQtys: []int64{1}},
		} {
			other := seen
			other.Line.Choice = choice
			refused(t, w, name, "key-1", other, errs.CartChanged)
		}
		other, note := seen, "no nuts"
		other.Line.Note = &note
		refused(t, w, "another note", "key-1", other, errs.CartChanged)
		if _, err := w.Orders.Place(t.Context(), "key-1", seen); err != nil {
			t.Fatal(err)
		}
	})
}

func TestPlace_CHK04_theSameKeyForAnotherRequestIsRefused(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		item := w.Item(t, w.Store(t, nil), 1000, ordertest.Unlimited, nil)
		r := ordertest.BuyNow(w.Guest(t), item, 1)
		slots := quote(t, w, r).Slots
		r.ScheduleAt = slots[2]
		first := w.Place(t, "key-1", r)
		r = w.Agree(t, r)
		for name, edit := range map[string]func(*order.Request){
			"another time":       func(r *order.Request) { r.ScheduleAt = slots[3] },
			"now":                func(r *order.Request) { r.ScheduleAt = time.Time{} },
			"another quantity":   func(r *order.Request) { r.Line.Quantity = 2 },
			"another address":    func(r *order.Request) { a := *r.Address; a.House = "7"; r.Address = &a },
			"another tip":        func(r *order.Request) { r.Tip = 1 },
			"another way to pay": func(r *order.Request) { r.PaymentMethod = "wallet" },
			"another note":       func(r *order.Request) { r.OrderNote = "ring twice" },
			"a saved address":    func(r *order.Request) { r.AddressID = 7 },
			"another module":     func(r *order.Request) { r.ModuleID = ordertest.ShopID },
			"taken away":         func(r *order.Request) { r.Type = order.TakeAway },
			"cutlery":            func(r *order.Request) { r.Cutlery = true },
			"packed":             func(r *order.Request) { r.ExtraPackaging = true },
			"another total":      func(r *order.Request) { r.AcceptedTotal++ },
			"another quote":      func(r *order.Request) { r.Digest = "a.b" },
		} {
			other := r
			edit(&other)
			if _, err := w.Orders.Place(t.Context(), "key-1", other); !errs.Is(err, errs.Conflict) {
				t.Errorf("%s: %v", name, err)
			}
		}
		if again, err := w.Orders.Place(t.Context(), "key-1", r); err != nil || again.ID != first.ID {
			t.Errorf("the same again: order %d, %v", again.ID, err)
		}
	})
}

func TestCancel_ITEM07_TRAP_S5_givesBackTheStockOfAVariation(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		item := w.Item(t, w.Store(t, func(s *catalog.Store) { s.ModuleID = ordertest.ShopID }), 1000, ordertest.Unlimited, ordertest.WithVariations)
		w.Stock(t, item.ID, 1, 4)
		w.Stock(t, item.ID, 2, 5)
		_, me := w.Customer(t)
		r := ordertest.BuyNow(me, item, 3)
		r.Line.Choice = options.Choice{VariationID: 2}
		placed := w.Place(t, "key-1", r)
		left := func(variation string) int64 {
			return w.Number(t, `SELECT quantity FROM stock WHERE variation = $1`, variation)
		}
		if left("1") != 4 || left("2") != 2 {
			t.Fatalf("placed: %d and %d are left", left("1"), left("2"))
		}
		if _, err := w.Orders.Cancel(t.Context(), placed.ID, order.Owner{ShopperID: me}, "mistake"); err != nil {
			t.Fatal(err)
		}
		if left("1") != 4 || left("2") != 5 {
			t.Errorf("called off: %d and %d are left, want 4 and 5", left("1"), left("2"))
		}
	})
}

// Two instances ask the map apart, and may remember different distances.
func TestPlace_MAP02_anInstanceTakesTheDistanceThatAnotherQuoted(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		item := w.Item(t, w.Store(t, nil), 1000, ordertest.Unlimited, nil)
		longer := w.OtherInstance(t, func(r *ordertest.Roads) { r.Factor = 3 })
		r := ordertest.BuyNow(w.Guest(t), item, 1)
		r.Address.Point.Lat += 0.03 // beyond the least fee
		far, near := longer.Agree(t, r), w.Agree(t, r)
		if far.AcceptedTotal <= near.AcceptedTotal {
			t.Fatalf("the instances agree: %d and %d", far.AcceptedTotal, near.AcceptedTotal)
		}
		placed, err := longer.Orders.Place(t.Context(), "key-1", near)
		if err != nil || placed.Total != near.AcceptedTotal {
			t.Errorf("quoted %d here, placed there: %d, %v", near.AcceptedTotal, placed.Total, err)
		}
		if verified, err := db.One[int64](t.Context(), w.DB.R, `SELECT distance_metres FROM orders WHERE id = $1`, placed.ID); err != nil || verified != placed.DistanceMetres {
			t.Errorf("%d metres, %v", verified, err)
		}
	})
}

func TestPlace_TRAP_C5_aDistanceCountsOnlyAsItWasSealed(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		store := w.Store(t, nil)
		item, other := w.Item(t, store, 1000, ordertest.Unlimited, nil), w.Item(t, w.Store(t, func(s *catalog.Store) { s.Latitude += 0.02 }), 1000, ordertest.Unlimited, nil)
		longer := w.OtherInstance(t, func(r *ordertest.Roads) { r.Factor = 3 })
		r := ordertest.BuyNow(w.Guest(t), item, 1)
		r.Address.Point.Lat += 0.03
		near := w.Agree(t, r)

		forged := near
		forged.Digest = near.Digest[:len(near.Digest)-1] + "!"
		if _, err := longer.Orders.Place(t.Context(), "key-1", forged); !errs.Is(err, errs.PriceChanged) {
			t.Errorf("a forged seal: %v", err)
		}
		elsewhere := ordertest.BuyNow(r.ShopperID, other, 1)
		elsewhere.Address.Point = r.Address.Point
		agreed := longer.Agree(t, elsewhere)
		agreed.Digest = agreed.Digest[:len(agreed.Digest)-len(purchase.SignedPart(agreed.Digest))] + purchase.SignedPart(w.Agree(t, r).Digest)
		placed, err := longer.Orders.Place(t.Context(), "key-2", agreed)
		if err != nil || placed.Total != agreed.AcceptedTotal {
			t.Errorf("the seal of another store's distance: %d, quoted %d, %v", placed.Total, agreed.AcceptedTotal, err)
		}
		w.Clock.Advance(10 * time.Minute)
		if _, err := longer.Orders.Place(t.Context(), "key-3", near); !errs.Is(err, errs.PriceChanged) {
			t.Errorf("after ten minutes: %v", err)
		}
	})
}
