package order_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"hawker/internal/catalog"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/errs"
	"hawker/internal/geo"
	"hawker/internal/idempotency"
	"hawker/internal/options"
	"hawker/internal/order"
	"hawker/internal/order/ordertest"
	"hawker/internal/pricing"
	"hawker/internal/setting"
	"hawker/internal/verify"
)

// engines runs a case on both engines, and afterwards proves that the books are
// sound whatever the case did.
func engines(t *testing.T, run func(t *testing.T, w *ordertest.Fixture)) {
	t.Helper()
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		w := ordertest.Open(t, open(t))
		run(t, w)
		sound(t, w)
	})
}

func sound(t *testing.T, w *ordertest.Fixture) {
	t.Helper()
	report, err := verify.Run(t.Context(), w.DB)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range report.Checks {
		for _, f := range c.Findings {
			t.Errorf("%s: %s", c.Name, f)
		}
	}
}

func codes(q order.Quote) []string {
	all := []string{}
	for _, p := range q.Problems {
		all = append(all, p.Code)
	}
	return all
}

func quote(t *testing.T, w *ordertest.Fixture, r order.Request) order.Quote {
	t.Helper()
	q, err := w.Orders.Quote(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	return q
}

// refused places what must not be placed, and proves that nothing of it is left
// (S4).
func refused(t *testing.T, w *ordertest.Fixture, name, key string, r order.Request, code errs.Code) *errs.Error {
	t.Helper()
	count := `SELECT (SELECT COUNT(*) FROM orders) + (SELECT COUNT(*) FROM order_lines) + (SELECT COUNT(*) FROM order_moves)
		+ (SELECT COUNT(*) FROM ledger_transfers) + (SELECT COUNT(*) FROM ledger_entries) + (SELECT COUNT(*) FROM stock_moves)
		+ (SELECT COUNT(*) FROM idempotency_keys) + (SELECT COUNT(*) FROM jobs) + (SELECT COUNT(*) FROM cart_lines)
		+ (SELECT COALESCE(SUM(quantity), 0) FROM stock)`
	before := w.Number(t, count)
	_, err := w.Orders.Place(t.Context(), key, r)
	if err == nil {
		t.Fatalf("%s: was placed", name)
	}
	first := errs.All(err)[0]
	if first.Code != code {
		t.Errorf("%s: got %v, want %s", name, err, code)
	}
	if after := w.Number(t, count); after != before {
		t.Errorf("%s: was refused and left %d rows or units changed", name, after-before)
	}
	return first
}

func TestPlace_CHK04_writesTheOrderThatWasQuoted(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		store := w.Store(t, func(s *catalog.Store) { s.TaxRate = 1000 })
		item := w.Item(t, store, 1000, 5, func(i *catalog.Item) { ordertest.WithMenu(i); i.Discount = 2000 })
		me := w.Guest(t)
		large := options.Choice{Variation: []options.ChosenGroup{ordertest.Chosen("Size", "Large")}, AddOnIDs: []int64{1}, AddOnQtys: []int64{2}}
		w.Add(t, me, item, 2, large)

		r := w.Agree(t, ordertest.Request(me))
		q := quote(t, w, r)
		placed, err := w.Orders.Place(t.Context(), "key-1", r)
		if err != nil {
			t.Fatal(err)
		}
		// (10.00 + 2.00) × 2 less 20 % is 19.20; four colas 6.00; tax 2.52; 1 km costs the minimum, 2.00.
		if placed.Subtotal != 3000 || placed.Discount != 480 || placed.Tax != 252 || placed.DeliveryCharge != 200 || placed.Total != 2972 {
			t.Errorf("placed %+v", placed.Order)
		}
		if placed.Total != q.Total || !slices.Equal(placed.PriceRows.V, q.Rows) {
			t.Errorf("quoted %d %v\nplaced %d %v", q.Total, q.Rows, placed.Total, placed.PriceRows.V)
		}
		l := placed.Lines[0]
		if l.Options != "Large, 2 × Cola" || l.Quantity != 2 || l.UnitPrice != 1500 || l.Discount != 480 || l.Total != 2520 || l.Picture != "item/burger-mint" {
			t.Errorf("line %+v", l)
		}
		if placed.Status != order.Pending || placed.PaymentStatus != "unpaid" || placed.ContactPhone != "+12025550123" || placed.DistanceMetres != 1000 {
			t.Errorf("placed %+v", placed.Order)
		}
		if left := w.Number(t, `SELECT quantity FROM stock`); left != 3 {
			t.Errorf("%d left in stock, want 3", left)
		}
		if lines := w.Number(t, `SELECT COUNT(*) FROM cart_lines`); lines != 0 {
			t.Errorf("%d lines are still in the cart", lines)
		}
		if w.StockChanges.Changes(item.ID) != 1 {
			t.Error("the stock listener was not called")
		}
	})
}

func TestPlace_CHK06_buyNowLeavesTheCartAlone(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		item := w.Item(t, w.Store(t, nil), 1000, 5, nil)
		me := w.Guest(t)
		w.Add(t, me, item, 1, options.Choice{})
		placed := w.Place(t, "key-1", ordertest.BuyNow(me, item, 3))
		if placed.Source != order.BuyNow || placed.Lines[0].Quantity != 3 || w.Number(t, `SELECT quantity FROM stock`) != 2 {
			t.Errorf("placed %+v", placed)
		}
		if lines := w.Number(t, `SELECT COUNT(*) FROM cart_lines`); lines != 1 {
			t.Errorf("the cart has %d lines, want 1", lines)
		}
	})
}

func TestPlace_CHK04_theSameKeyIsTheSameOrder(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		item := w.Item(t, w.Store(t, nil), 1000, 5, nil)
		me, other := w.Guest(t), w.Guest(t)
		w.Add(t, me, item, 1, options.Choice{})
		r := w.Agree(t, ordertest.Request(me))
		first, err := w.Orders.Place(t.Context(), "key-1", r)
		if err != nil {
			t.Fatal(err)
		}
		again, err := w.Orders.Place(t.Context(), "key-1", r)
		if err != nil || fmt.Sprint(again) != fmt.Sprint(first) {
			t.Errorf("again:\n%v, %v\nfirst:\n%v", again, err, first)
		}
		for name, edit := range map[string]func(r *order.Request){
			"note":          func(r *order.Request) { r.OrderNote = "ring twice" },
			"instruction":   func(r *order.Request) { r.DeliveryInstruction = "to the door" },
			"wish":          func(r *order.Request) { r.UnavailableItemNote = "call me" },
			"time":          func(r *order.Request) { r.ScheduleAt = ordertest.Now.Add(2 * time.Hour) },
			"type":          func(r *order.Request) { r.Type = order.TakeAway },
			"tip":           func(r *order.Request) { r.Tip = 100 },
			"cutlery":       func(r *order.Request) { r.Cutlery = true },
			"packaging":     func(r *order.Request) { r.ExtraPackaging = true },
			"source":        func(r *order.Request) { r.Source = order.BuyNow },
			"saved address": func(r *order.Request) { r.AddressID = 7 },
			"total":         func(r *order.Request) { r.AcceptedTotal++ },
		} {
			other := r
			edit(&other)
			refused(t, w, "the same key, another "+name, "key-1", other, errs.Conflict)
		}

		theirs := w.Place(t, "key-1", ordertest.BuyNow(other, item, 1))
		if theirs.ID == first.ID || theirs.ShopperID != other {
			t.Errorf("another shopper's key returns order %d of shopper %d", theirs.ID, theirs.ShopperID)
		}
	})
}

func TestPlace_CHK04_aKeyIsForgottenAfterADay(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		item := w.Item(t, w.Store(t, nil), 1000, 5, nil)
		w.Place(t, "key-1", ordertest.BuyNow(w.Guest(t), item, 1))
		for _, step := range []struct {
			after time.Duration
			want  int64
		}{{23 * time.Hour, 1}, {2 * time.Hour, 0}} {
			w.Clock.Advance(step.after)
			if err := idempotency.Prune(t.Context(), w.DB, w.Clock.Now()); err != nil {
				t.Fatal(err)
			}
			if kept := w.Number(t, `SELECT COUNT(*) FROM idempotency_keys`); kept != step.want {
				t.Errorf("%d keys after another %s, want %d", kept, step.after, step.want)
			}
		}
	})
}

func TestPlace_TRAP_C3_aRiseAsksAndAFallPasses(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		item := w.Item(t, w.Store(t, nil), 1000, ordertest.Unlimited, nil)
		me := w.Guest(t)
		w.Add(t, me, item, 2, options.Choice{})
		r := w.Agree(t, ordertest.Request(me))

		w.Exec(t, `UPDATE items SET price = 1001`)
		e := refused(t, w, "a rise", "key-1", r, errs.PriceChanged)
		if q, ok := e.Detail.(order.Quote); !ok || q.Total != 2202 || q.Digest == "" || q.Digest == r.Digest {
			t.Errorf("the refusal carries %+v", e.Detail)
		}
		w.Exec(t, `UPDATE items SET price = 999`)
		placed, err := w.Orders.Place(t.Context(), "key-1", r)
		if err != nil || placed.Total != 2198 {
			t.Errorf("a fall: %d, %v", placed.Total, err)
		}
	})
}

func TestPlace_TRAP_D21_TRAP_C4_whatWasNotSeenIsNotPlaced(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		store := w.Store(t, nil)
		item, more := w.Item(t, store, 1000, ordertest.Unlimited, nil), w.Item(t, store, 1, ordertest.Unlimited, nil)
		me := w.Guest(t)
		w.Add(t, me, item, 2, options.Choice{})
		seen := w.Agree(t, ordertest.Request(me))
		slot := quote(t, w, seen).Slots[0]

		tests := []struct {
			name string
			edit func(r *order.Request)
			code errs.Code
		}{
			{"no digest", func(r *order.Request) { r.Digest = "" }, errs.Invalid},
			{"a digest of something else", func(r *order.Request) { r.Digest = "a.b" }, errs.CartChanged},
			{"less than the total", func(r *order.Request) { r.AcceptedTotal-- }, errs.PriceChanged},
			{"TRAP_Z5 a moved pin", func(r *order.Request) {
				a := *r.Address
				a.Point.Lat -= 0.0001
				r.Address = &a
			}, errs.CartChanged},
			{"another time", func(r *order.Request) { r.ScheduleAt = slot }, errs.CartChanged},
			{"another way to get it", func(r *order.Request) { r.Type = order.TakeAway }, errs.CartChanged},
			{"another source", func(r *order.Request) {
				*r = ordertest.BuyNow(me, item, 1)
				r.Digest, r.AcceptedTotal = seen.Digest, seen.AcceptedTotal
			}, errs.CartChanged},
			{"CART-08 another line", func(*order.Request) { w.Add(t, me, more, 1, options.Choice{}) }, errs.CartChanged},
		}
		for _, tt := range tests {
			r := seen
			tt.edit(&r)
			refused(t, w, tt.name, "key-1", r, tt.code)
		}
	})
}

func TestPlace_TRAP_D21_otherOptionsAreAnotherOrderEvenWhenTheyCostLess(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		item := w.Item(t, w.Store(t, nil), 1000, ordertest.Unlimited, ordertest.WithMenu)
		r := ordertest.BuyNow(w.Guest(t), item, 1)
		r.Line.Choice = options.Choice{Variation: []options.ChosenGroup{ordertest.Chosen("Size", "Large")}}
		r = w.Agree(t, r)
		r.Line.Choice = ordertest.Small()
		refused(t, w, "Small, where Large was agreed to", "key-1", r, errs.CartChanged)
	})
}

func TestPlace_TRAP_C4_aRowThatGrewAsksEvenWhenTheTotalDoesNot(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		item := w.Item(t, w.Store(t, nil), 1000, ordertest.Unlimited, nil)
		r := w.Agree(t, ordertest.BuyNow(w.Guest(t), item, 1))
		w.Exec(t, `UPDATE items SET price = 900`)
		w.SetSettings(t, func(s *setting.Settings) {
			s.Checkout.AdditionalCharge, s.Checkout.AdditionalChargeName, s.Checkout.AdditionalChargeSum = true, "Service", 100
		})
		refused(t, w, "1.00 less for goods, 1.00 more for service", "key-1", r, errs.PriceChanged)
	})
}

func TestPlace_TRAP_S2_TRAP_S4_stockIsCheckedWhenPlaced(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		store := w.Store(t, nil)
		plenty, few := w.Item(t, store, 100, 50, nil), w.Item(t, store, 100, 2, nil)
		me := w.Guest(t)
		w.Add(t, me, plenty, 5, options.Choice{})
		w.Add(t, me, few, 2, options.Choice{})
		r := w.Agree(t, ordertest.Request(me))

		w.Place(t, "key-other", ordertest.BuyNow(w.Guest(t), few, 1))
		e := refused(t, w, "fewer left than in the cart", "key-1", r, errs.OutOfStock)
		if e.Message != "Out of Limits" {
			t.Errorf("message %q", e.Message)
		}
		w.Place(t, "key-other-2", ordertest.BuyNow(w.Guest(t), few, 1))
		if e := refused(t, w, "none left", "key-1", r, errs.OutOfStock); e.Message != "Out of Stock" {
			t.Errorf("message %q", e.Message)
		}
	})
}

func TestPlace_TRAP_S3_twoLinesTakeOnePoolByTheirSum(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		item := w.Item(t, w.Store(t, nil), 1000, 3, ordertest.WithMenu)
		me := w.Guest(t)
		w.Add(t, me, item, 2, ordertest.Small())
		w.Add(t, me, item, 1, options.Choice{Variation: []options.ChosenGroup{ordertest.Chosen("Size", "Large")}})
		r := w.Agree(t, ordertest.Request(me))

		w.Exec(t, `UPDATE stock SET quantity = 2`)
		w.Exec(t, `INSERT INTO stock_moves (stock_id, delta, reason, created_at) SELECT id, -1, 'count', 0 FROM stock`)
		refused(t, w, "2 + 1 of 2", "key-1", r, errs.OutOfStock)
		w.Exec(t, `UPDATE stock SET quantity = 3`)
		w.Exec(t, `INSERT INTO stock_moves (stock_id, delta, reason, created_at) SELECT id, 1, 'count', 0 FROM stock`)
		if _, err := w.Orders.Place(t.Context(), "key-1", r); err != nil {
			t.Fatal(err)
		}
		if left := w.Number(t, `SELECT quantity FROM stock`); left != 0 {
			t.Errorf("%d left", left)
		}
	})
}

func TestPlace_ITEM07_eachVariationHasItsOwnStock(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		store := w.Store(t, func(s *catalog.Store) { s.ModuleID = ordertest.ShopID })
		item := w.Item(t, store, 1000, ordertest.Unlimited, ordertest.WithVariations)
		w.Stock(t, item.ID, 1, 1)
		w.Stock(t, item.ID, 2, 1)
		r := ordertest.BuyNow(w.Guest(t), item, 1)
		r.Line.Choice = options.Choice{VariationID: 2}
		placed := w.Place(t, "key-1", r)
		if placed.Lines[0].UnitPrice != 300 || placed.Lines[0].Options != "Small-Blue" {
			t.Errorf("line %+v", placed.Lines[0])
		}
		if left := w.Number(t, `SELECT quantity FROM stock WHERE variation = '1'`); left != 1 {
			t.Errorf("the other variation has %d left", left)
		}
		q := quote(t, w, r)
		if got := codes(q); !slices.Equal(got, []string{string(options.VariationOut)}) {
			t.Errorf("problems %v", got)
		}
	})
}

func TestPlace_TRAP_M6_takeAwayHasNoFeeAndNoTip(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		w.SetSettings(t, func(s *setting.Settings) { s.Checkout.RiderTips = true })
		item := w.Item(t, w.Store(t, nil), 1000, ordertest.Unlimited, nil)
		r := ordertest.BuyNow(w.Guest(t), item, 1)
		r.Tip = 300
		if q := quote(t, w, r); q.Tip != 300 || q.Total != 1500 {
			t.Fatalf("brought: %+v", q.Totals)
		}
		r.Type, r.Address = order.TakeAway, &order.Address{Name: "Asha Rao", Phone: "2025550123"}
		placed := w.Place(t, "key-1", r)
		if placed.Tip != 0 || placed.DeliveryCharge != 0 || placed.Total != 1000 || placed.DistanceMetres != 0 {
			t.Errorf("placed %+v", placed.Order)
		}
		for _, row := range placed.PriceRows.V {
			if row.Code == pricing.RowTip || row.Code == pricing.RowDelivery {
				t.Errorf("a row of %s", row.Code)
			}
		}
		if placed.ContactPhone != "+12025550123" {
			t.Errorf("the phone is %q", placed.ContactPhone)
		}
	})
}

func TestQuote_TRAP_M5_theSameQuestionHasTheSameAnswer(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		item := w.Item(t, w.Store(t, func(s *catalog.Store) { s.TaxRate = 1075 }), 2499, ordertest.Unlimited, nil)
		r := ordertest.BuyNow(w.Guest(t), item, 3)
		first := quote(t, w, r)
		away := r
		away.Type = order.TakeAway
		quote(t, w, away)
		if second := quote(t, w, r); second.Tax != first.Tax || second.Digest != first.Digest || first.Tax != 806 {
			t.Errorf("tax %d then %d, digest %s then %s", first.Tax, second.Tax, first.Digest, second.Digest)
		}
		if w.Number(t, `SELECT (SELECT COUNT(*) FROM orders) + (SELECT COUNT(*) FROM carts)`) != 0 {
			t.Error("a quote wrote something")
		}
	})
}

func TestPlace_ADDR04_asksForWhoAndWhere(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		item := w.Item(t, w.Store(t, nil), 1000, ordertest.Unlimited, nil)
		agreed := w.Agree(t, ordertest.BuyNow(w.Guest(t), item, 1))
		tests := []struct {
			name, field, say string
			edit             func(*order.Request)
		}{
			{"no address text", "address.address", "Address is required", func(r *order.Request) { r.Address.Address = " " }},
			{"no name", "address.contact_person_name", "Name is required", func(r *order.Request) { r.Address.Name = "" }},
			{"no phone", "address.contact_person_number", "Phone Number is required", func(r *order.Request) { r.Address.Phone = "" }},
			{"TRAP_D6 no phone at all", "address.contact_person_number", "Please enter a valid phone number.", func(r *order.Request) { r.Address.Phone = "12" }},
			{"no e-mail", "address.contact_person_email", "Must be a valid email", func(r *order.Request) { r.Address.Email = "asha" }},
			{"an e-mail in a list", "address.contact_person_email", "Must be a valid email", func(r *order.Request) { r.Address.Email = "Asha <asha@example.com>" }},
			{"an e-mail that folds to two", "address.contact_person_email", "Must be a valid email", func(r *order.Request) { r.Address.Email = "asha@b.example，eve＠c.example" }},
			{"nothing", "address", "Please add your delivery address", func(r *order.Request) { r.Address = nil }},
			{"nothing for take-away", "address", "Please enter your contact info", func(r *order.Request) { r.Type, r.Address = order.TakeAway, nil }},
		}
		for _, tt := range tests {
			r := agreed
			address := *agreed.Address
			r.Address = &address
			tt.edit(&r)
			if e := refused(t, w, tt.name, "key-1", r, errs.Invalid); e.Field != tt.field || e.Message != tt.say {
				t.Errorf("%s: %q on %s", tt.name, e.Message, e.Field)
			}
		}
	})
}

func TestPlace_CHK02_guestsOnlyWhereTheyMay(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		item := w.Item(t, w.Store(t, nil), 1000, ordertest.Unlimited, nil)
		r := w.Agree(t, ordertest.BuyNow(w.Guest(t), item, 1))
		w.SetSettings(t, func(s *setting.Settings) { s.Checkout.GuestCheckout = false })
		refused(t, w, "a guest", "key-1", r, errs.Forbidden)
		if _, err := w.Orders.Quote(t.Context(), r); !errs.Is(err, errs.Forbidden) {
			t.Errorf("a guest's quote: %v", err)
		}
		r.Guest = false
		if _, err := w.Orders.Place(t.Context(), "key-1", r); err != nil {
			t.Errorf("a customer: %v", err)
		}
	})
}

func TestPlace_TRAP_C5_nothingSentByAClientIsBelieved(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		store := w.Store(t, nil)
		item, other := w.Item(t, store, 1000, 5, ordertest.WithMenu), w.Item(t, store, 10, 5, nil)
		me := w.Guest(t)
		w.Add(t, me, item, 1, ordertest.Small())
		r := w.Agree(t, ordertest.Request(me))
		cheap := w.Agree(t, ordertest.BuyNow(me, other, 1))

		r.AcceptedTotal, r.Digest = cheap.AcceptedTotal, cheap.Digest
		refused(t, w, "another order's quote", "key-1", r, errs.CartChanged)

		// A choice in the cart that no dialog would send, written past the checks.
		w.Exec(t, `UPDATE cart_lines SET choice = '{"variation":[{"id":1,"name":"Size","values":{"label":["Free"],"id":[99]}}]}'`)
		if got := codes(quote(t, w, r)); !slices.Equal(got, []string{string(options.Unknown)}) {
			t.Errorf("problems %v", got)
		}
		w.Exec(t, `UPDATE cart_lines SET choice = '{"variation":[]}'`)
		refused(t, w, "TRAP_S7 a required choice left out", "key-1", r, errs.Invalid)
	})
}

func TestQuote_TRAP_Z5_thePinIsPricedAndNotTheText(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		item := w.Item(t, w.Store(t, nil), 1000, ordertest.Unlimited, nil)
		r := ordertest.BuyNow(w.Guest(t), item, 1)
		near := quote(t, w, r)
		r.Address.Address = "99 Faraway Road"
		if q := quote(t, w, r); q.Digest != near.Digest || q.Delivery != near.Delivery {
			t.Errorf("another text: fee %d, was %d", q.Delivery, near.Delivery)
		}
		r.Address.Point = geo.Point{Lat: ordertest.StorePoint.Lat + 0.044915, Lng: ordertest.StorePoint.Lng}
		if q := quote(t, w, r); q.Delivery != 500 || q.Distance.Metres != 4999 {
			t.Errorf("5 km away: fee %d for %d m", q.Delivery, q.Distance.Metres)
		}
	})
}

func TestPlace_everythingOutsideIsAskedBeforeTheTransaction(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		store := w.Store(t, nil)
		item := w.Item(t, store, 1000, ordertest.Unlimited, nil)
		r := w.Agree(t, ordertest.BuyNow(w.Guest(t), item, 1))
		asked := w.Roads.Asked.Load()
		w.Place(t, "key-1", r)
		if w.Roads.Asked.Load() != asked {
			t.Error("a way that was measured for the quote was measured again")
		}
		// The store moves between quote and order: the way is another.
		r = w.Agree(t, ordertest.BuyNow(w.Guest(t), item, 1))
		w.Exec(t, `UPDATE stores SET latitude = latitude - 0.045`)
		refused(t, w, "the store moved 5 km", "key-2", r, errs.PriceChanged)
	})
}
