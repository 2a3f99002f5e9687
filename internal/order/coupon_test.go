package order_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"hawker/internal/catalog"
	"hawker/internal/coupon"
	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/ledger"
	"hawker/internal/money"
	"hawker/internal/options"
	"hawker/internal/order"
	"hawker/internal/order/ordertest"
	"hawker/internal/pricing"
	"hawker/internal/purchase"
	"hawker/internal/refund"
	"hawker/internal/setting"
)

// with is an order of one unit at 20.00 with a coupon code.
func with(t *testing.T, w *ordertest.Fixture, item catalog.Item, code string) order.Request {
	r := ordertest.BuyNow(w.Guest(t), item, 2)
	r.CouponCode = code
	return r
}

func TestQuote_PRC03_TRAP_M4_aCouponThatDoesNotFitSaysWhyAndPreventsNothing(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		store, other := w.Store(t, nil), w.Store(t, func(s *catalog.Store) { s.Name = "Blue Door" })
		item := w.Item(t, store, 1000, ordertest.Unlimited, nil)
		tests := []struct {
			name string
			edit func(*coupon.Coupon)
			want coupon.Refusal
		}{
			{"fits", func(*coupon.Coupon) {}, coupon.Refusal{}},
			{"its zone", func(c *coupon.Coupon) { c.Type, c.ZoneIDs.V = coupon.ZoneWise, []int64{2, 1} }, coupon.Refusal{}},
			{"its store", func(c *coupon.Coupon) { c.Type, c.StoreIDs.V = coupon.StoreWise, []int64{other.ID, store.ID} }, coupon.Refusal{}},
			{"its module", func(c *coupon.Coupon) { c.ModuleIDs.V = []int64{10} }, coupon.Refusal{}},
			{"at the minimum", func(c *coupon.Coupon) { c.MinPurchase = 2000 }, coupon.Refusal{}},
			{"its last day", func(c *coupon.Coupon) { c.Ends = "2026-11-20" }, coupon.Refusal{}},
			{"its first day", func(c *coupon.Coupon) { c.Starts = "2026-11-20" }, coupon.Refusal{}},
			{"below the minimum", func(c *coupon.Coupon) { c.MinPurchase = 2001 },
				coupon.Refusal{Code: coupon.MinPurchase, Message: "To apply this coupon,the minimum purchase amount is $20.01"}},
			{"over", func(c *coupon.Coupon) { c.Ends = "2026-11-19" },
				coupon.Refusal{Code: coupon.Expired, Message: "This coupon expired on 19 November 2026."}},
			{"not begun", func(c *coupon.Coupon) { c.Starts = "2026-11-21" },
				coupon.Refusal{Code: coupon.NotBegun, Message: "This coupon begins on 21 November 2026."}},
			{"another zone", func(c *coupon.Coupon) { c.Type, c.ZoneIDs.V = coupon.ZoneWise, []int64{2} },
				coupon.Refusal{Code: coupon.OtherZone, Message: "This coupon is only for stores in East."}},
			{"another store", func(c *coupon.Coupon) { c.Type, c.StoreIDs.V = coupon.StoreWise, []int64{other.ID} },
				coupon.Refusal{Code: coupon.OtherStore, Message: "This coupon is only for Blue Door."}},
			{"another module", func(c *coupon.Coupon) { c.ModuleIDs.V = []int64{11} },
				coupon.Refusal{Code: coupon.OtherModule, Message: "This coupon is only for Shop."}},
			{"nothing to take off", func(c *coupon.Coupon) { c.Discount = 0 },
				coupon.Refusal{Code: coupon.NothingOff, Message: "There is nothing left to take off. Keep this coupon for another order."}},
		}
		plain := quote(t, w, with(t, w, item, ""))
		if plain.Coupon != nil {
			t.Errorf("without a code: %+v", plain.Coupon)
		}
		for i, tt := range tests {
			c := w.Coupon(t, func(c *coupon.Coupon) {
				c.Code = fmt.Sprint("CASE", i)
				tt.edit(c)
			})
			q := quote(t, w, with(t, w, item, c.Code))
			if q.Coupon.Refusal != tt.want || q.Coupon.Applied != (tt.want.Code == "") {
				t.Errorf("%s: %+v", tt.name, q.Coupon)
			}
			if want := plain.Total - q.Coupon.Amount; q.Total != want || len(q.Problems) > 0 || q.Coupon.Applied != (q.Coupon.Amount == 100) {
				t.Errorf("%s: total %d, want %d; %v", tt.name, q.Total, want, q.Problems)
			}
		}
		q := quote(t, w, with(t, w, item, "nothing"))
		if q.Coupon.Applied || q.Coupon.Refusal != coupon.RefuseUnknown || q.Total != plain.Total || q.Digest != plain.Digest {
			t.Errorf("an unknown code: %+v", q.Coupon)
		}
		r := with(t, w, item, "CASE0")
		if r.CouponThrottled = true; quote(t, w, r).Coupon.Refusal != coupon.RefuseTooManyTries {
			t.Errorf("throttled: %+v", quote(t, w, r).Coupon)
		}
	})
}

// The last day ends at midnight in the zone of the store, which is 19:00 UTC.
func TestQuote_PRC03_TRAP_D12_theDaysOfACouponAreThoseOfTheZone(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		item := w.Item(t, w.Store(t, nil), 1000, ordertest.Unlimited, nil)
		w.Coupon(t, func(c *coupon.Coupon) { c.Ends = "2026-11-20" })
		w.Coupon(t, func(c *coupon.Coupon) { c.Code, c.Starts = "TOMORROW", "2026-11-21" })
		applied := func(code string) bool { return quote(t, w, with(t, w, item, code)).Coupon.Applied }
		midnight := time.Date(2026, time.November, 20, 19, 0, 0, 0, time.UTC)
		w.Clock.Advance(midnight.Add(-time.Second).Sub(w.Clock.Now()))
		if !applied("WELCOME") || applied("TOMORROW") {
			t.Error("a second before midnight")
		}
		w.Clock.Advance(time.Second)
		if applied("WELCOME") || !applied("TOMORROW") {
			t.Error("at midnight")
		}
	})
}

func TestQuote_PRC03_TRAP_M6_aCouponForTheDelivery(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		item := w.Item(t, w.Store(t, nil), 1000, ordertest.Unlimited, nil)
		w.Coupon(t, func(c *coupon.Coupon) { c.Type = coupon.FreeDelivery })
		r := with(t, w, item, "WELCOME")
		if q := quote(t, w, r); !q.Coupon.Applied || q.Delivery != 0 || q.Coupon.Amount != 200 || q.Total != 2000 {
			t.Errorf("delivered: %+v %+v", q.Coupon, q.Totals)
		}
		placed := w.Place(t, "key-1", r)
		if placed.CouponDelivery != 200 || placed.CouponDiscount != 0 || placed.DeliveryCharge != 0 || placed.CouponCode != "WELCOME" {
			t.Errorf("placed: %+v", placed.Order)
		}
		if got := balances(t, w, placed.ID); got["delivery"] != -200 || got["coupons"] != 200 || got["receivable"] != 2000 {
			t.Errorf("the books say %v", got)
		}
		r.Type = order.TakeAway
		if q := quote(t, w, r); q.Coupon.Refusal.Code != coupon.DeliveryOnly {
			t.Errorf("taken away: %+v", q.Coupon)
		}
		w.SetSettings(t, func(s *setting.Settings) { s.Checkout.FreeDeliveryOver = 2000 })
		r.Type = order.Delivery
		if q := quote(t, w, r); q.Coupon.Refusal.Code != coupon.NothingOff || q.Coupon.Applied {
			t.Errorf("free already: %+v", q.Coupon)
		}
	})
}

// Without an address a delivery has no fee yet, so it is not free either.
func TestQuote_PRC03_PRC04_aDeliveryWithoutADoorHasNoFeeYet(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		item := w.Item(t, w.Store(t, nil), 1000, ordertest.Unlimited, nil)
		w.Coupon(t, func(c *coupon.Coupon) { c.Type = coupon.FreeDelivery })
		far := with(t, w, item, "")
		far.Address.Point = ordertest.FarDoor
		nowhere := with(t, w, item, "")
		nowhere.Address = nil
		for name, r := range map[string]order.Request{"without an address": nowhere, "out of the zone": far} {
			if q := quote(t, w, r); !q.DeliveryUnknown || q.Delivery != 0 || q.Total != 2000 || slices.ContainsFunc(q.Rows, isDelivery) {
				t.Errorf("%s: %+v %+v", name, q.Totals, q.Rows)
			}
			r.CouponCode = "WELCOME"
			if q := quote(t, w, r); !q.Coupon.Applied || q.DeliveryUnknown || !slices.ContainsFunc(q.Rows, isDelivery) {
				t.Errorf("%s, with a coupon: %+v %+v", name, q.Coupon, q.Rows)
			}
		}
		w.SetSettings(t, func(s *setting.Settings) { s.Checkout.FreeDeliveryOver = 2000 })
		if q := quote(t, w, nowhere); q.DeliveryUnknown || !slices.ContainsFunc(q.Rows, isDelivery) {
			t.Errorf("free by its amount: %+v", q.Rows)
		}
		nowhere.CouponCode = "WELCOME"
		if q := quote(t, w, nowhere); q.Coupon.Refusal.Code != coupon.NothingOff {
			t.Errorf("free by its amount, with a coupon: %+v", q.Coupon)
		}
	})
}

func isDelivery(r pricing.Row) bool { return r.Code == pricing.RowDelivery }

// balances are what an order moved on each account.
func balances(t *testing.T, w *ordertest.Fixture, orderID int64) map[string]money.Amount {
	t.Helper()
	rows, err := db.Many[ledger.Entry](t.Context(), w.DB.R, `
		SELECT e.account, CAST(SUM(e.amount) AS BIGINT) AS amount FROM ledger_entries e JOIN ledger_transfers t ON t.id = e.transfer_id
		WHERE t.order_id = $1 GROUP BY e.account`, orderID)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]money.Amount{}
	for _, r := range rows {
		all[r.Account] = r.Amount
	}
	return all
}

// A coupon of 1.00 off 20.00, taxed with 10 %.
func TestPlace_PRC03_TRAP_D1_whoPaysForTheCoupon(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		store := w.Store(t, func(s *catalog.Store) { s.TaxRate = 1000 })
		item := w.Item(t, store, 1000, ordertest.Unlimited, nil)
		w.Coupon(t, nil)
		w.Coupon(t, func(c *coupon.Coupon) { c.Code, c.PaidBy = "STORE", coupon.Store })
		account := ledger.Store(store.ID)
		for i, tt := range []struct {
			code                          string
			included                      bool
			owed, tax, spent, store, paid money.Amount
		}{
			{"WELCOME", false, 2290, -190, 100, -2000, 190},
			{"STORE", false, 2290, -190, 0, -1900, 190},
			{"WELCOME", true, 2100, -173, 100, -1827, 173},
			{"STORE", true, 2100, -173, 0, -1727, 173},
		} {
			w.SetSettings(t, func(s *setting.Settings) { s.Checkout.TaxIncluded = tt.included })
			placed := w.Place(t, "key-1", with(t, w, item, tt.code))
			got := balances(t, w, placed.ID)
			if got["receivable"] != tt.owed || got["tax"] != tt.tax || got["coupons"] != tt.spent || got[account] != tt.store || placed.Tax != tt.paid {
				t.Errorf("%d: the books say %v", i, got)
			}
		}
	})
}

func TestPlace_PRC03_TRAP_M8_theCouponStandsInTheOrder(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		store := w.Store(t, nil)
		a, b := w.Item(t, store, 1000, ordertest.Unlimited, nil), w.Item(t, store, 500, ordertest.Unlimited, nil)
		c := w.Coupon(t, func(c *coupon.Coupon) { c.DiscountType, c.Discount = pricing.Percent, 1000 })
		me := w.Guest(t)
		w.Add(t, me, a, 1, options.Choice{})
		w.Add(t, me, b, 1, options.Choice{})
		r := ordertest.Request(me)
		r.CouponCode = " wel Come " // as somebody types it
		placed := w.Place(t, "key-1", r)
		if placed.CouponCode != "WELCOME" || placed.CouponDiscount != 150 || placed.Total != 1550 || placed.Lines[0].Coupon != 100 || placed.Lines[1].Total != 450 {
			t.Errorf("%+v", placed)
		}
		if !slices.ContainsFunc(placed.PriceRows.V, func(r pricing.Row) bool { return r.Code == pricing.RowCoupon && r.Amount == -150 }) {
			t.Errorf("rows %+v", placed.PriceRows.V)
		}
		if n := w.Number(t, `SELECT COUNT(*) FROM coupon_uses WHERE coupon_id = $1 AND purchase_id = $2 AND shopper_id = $3 AND contact_phone = '+12025550123' AND amount = 150`, c.ID, placed.ID, me); n != 1 {
			t.Errorf("%d uses", n)
		}
	})
}

// TRAP_M4: what was applied while the cart was larger does not block a smaller one.
func TestPlace_PRC03_TRAP_M4_aSmallerCartIsOrderedWithoutTheCoupon(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		store := w.Store(t, nil)
		a, b := w.Item(t, store, 1000, ordertest.Unlimited, nil), w.Item(t, store, 500, ordertest.Unlimited, nil)
		w.Coupon(t, func(c *coupon.Coupon) { c.MinPurchase = 1500 })
		me := w.Guest(t)
		w.Add(t, me, a, 1, options.Choice{})
		w.Add(t, me, b, 1, options.Choice{})
		r := ordertest.Request(me)
		r.CouponCode = "WELCOME"
		seen := w.Agree(t, r)
		if _, err := w.Carts.RemoveItem(t.Context(), me, r.ModuleID, b.ID); err != nil {
			t.Fatal(err)
		}
		if _, err := w.Orders.Place(t.Context(), "key-1", seen); !errs.Is(err, errs.CartChanged) {
			t.Errorf("the order that was seen: %v", err)
		}
		placed := w.Place(t, "key-2", r)
		if placed.CouponCode != "" || placed.CouponDiscount != 0 || placed.Total != 1200 {
			t.Errorf("%+v", placed.Order)
		}
		if n := w.Number(t, `SELECT used FROM coupons`); n != 0 {
			t.Errorf("%d uses", n)
		}
	})
}

func TestPlace_PRC03_TRAP_C4_aCouponThatEndedMeanwhileChangesThePrice(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		item := w.Item(t, w.Store(t, nil), 1000, ordertest.Unlimited, nil)
		w.Coupon(t, func(c *coupon.Coupon) { c.UseLimit = 1 })
		seen := w.Agree(t, with(t, w, item, "WELCOME"))
		w.Place(t, "key-1", with(t, w, item, "WELCOME"))
		_, err := w.Orders.Place(t.Context(), "key-1", seen)
		wantWithoutCoupon(t, err, coupon.UsedUp)

		r := seen
		r.AcceptedTotal, r.Digest = 0, ""
		r = w.Agree(t, r)
		if placed, err := w.Orders.Place(t.Context(), "key-2", r); err != nil || placed.Total != 2200 {
			t.Errorf("what the new quote says: %d, %v", placed.Total, err)
		}
	})
}

// wantWithoutCoupon wants a refusal with a new quote, that does not have the coupon.
func wantWithoutCoupon(t *testing.T, err error, why coupon.Code) {
	t.Helper()
	if !errs.Is(err, errs.PriceChanged) {
		t.Errorf("the coupon is gone: %v", err)
		return
	}
	q, ok := errs.All(err)[0].Detail.(order.Quote)
	if !ok || q.Total != 2200 || q.Coupon.Applied || q.Coupon.Refusal.Code != why || q.Digest == "" {
		t.Errorf("the new quote: %d %+v", q.Total, q.Coupon)
	}
}

// A stranger who orders with somebody's phone does not use up the coupons of the customer who has
// verified it. An order that the customer claims is theirs, with its coupon.
func TestQuote_PRC03_TRAP_P4_strangersDoNotUseUpTheCouponsOfAPhone(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		item := w.Item(t, w.Store(t, nil), 1000, ordertest.Unlimited, nil)
		w.Coupon(t, func(c *coupon.Coupon) { c.Code, c.PerCustomerLimit = "ONCE", 1 })
		w.Coupon(t, func(c *coupon.Coupon) { c.Code, c.FirstOrder = "FIRST", true })
		me := withPhone(t, w, asha.Phone)
		ask := func(who int64, code string) order.Request {
			r := ordertest.BuyNow(who, item, 2)
			r.Address.Phone, r.CouponCode = asha.Phone, code
			return r
		}
		expect := func(name string, who int64, want ...coupon.Code) {
			t.Helper()
			for i, code := range []string{"ONCE", "FIRST"} {
				if got := quote(t, w, ask(who, code)).Coupon.Refusal.Code; got != want[i] {
					t.Errorf("%s, %s: %q, want %q", name, code, got, want[i])
				}
			}
		}
		stranger, other := w.Place(t, "key-1", ask(w.Guest(t), "ONCE")), w.Guest(t)
		expect("another guest", other, coupon.UsedByYou, coupon.NotFirst)
		expect("the owner", me, "", "")
		claimed(t, w, purchase.Claim{ShopperID: me, ID: stranger.ID, Contacts: asha})
		expect("another guest, after it was disowned", other, "", "")
		expect("the guest who placed it", stranger.ShopperID, coupon.UsedByYou, coupon.NotFirst)

		mine := w.Place(t, "key-2", ask(w.Guest(t), "ONCE"))
		claimed(t, w, purchase.Claim{ShopperID: me, ID: mine.ID, Contacts: asha, Mine: true})
		expect("the owner, who has claimed one", me, coupon.UsedByYou, coupon.NotFirst)
		w.Exec(t, `UPDATE coupon_uses SET shopper_id = $1 WHERE purchase_id = $2`, mine.ShopperID, mine.ID)
		expect("the owner, who has claimed one at an older version", me, coupon.UsedByYou, coupon.NotFirst)
	})
}

func TestQuote_PRC03_whoHasUsedTheCouponBefore(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		item := w.Item(t, w.Store(t, nil), 1000, ordertest.Unlimited, nil)
		w.Coupon(t, func(c *coupon.Coupon) { c.PerCustomerLimit = 1 })
		w.Coupon(t, func(c *coupon.Coupon) { c.Code, c.PerCustomerLimit = "TWICE", 2 })
		w.Coupon(t, func(c *coupon.Coupon) { c.Code, c.FirstOrder = "FIRST", true })
		me := with(t, w, item, "WELCOME")
		why := func(r order.Request, code string) coupon.Refusal {
			r.CouponCode = code
			return quote(t, w, r).Coupon.Refusal
		}
		if got := why(me, "FIRST"); got.Code != "" {
			t.Errorf("before the first order: %+v", got)
		}
		first := w.Place(t, "key-1", me)

		otherPhone, otherGuest := me, with(t, w, item, "")
		address := *me.Address
		address.Phone = "+12025550199"
		otherPhone.Address = &address
		stranger := otherGuest
		stranger.Address = &address
		for name, r := range map[string]order.Request{"the same guest": otherPhone, "the same phone": otherGuest} {
			if got := why(r, "WELCOME"); got != (coupon.Refusal{Code: coupon.UsedByYou, Message: "You have used this coupon already."}) {
				t.Errorf("%s: %+v", name, got)
			}
			if got := why(r, "FIRST"); got != (coupon.Refusal{Code: coupon.NotFirst, Message: "This coupon is for a first order."}) {
				t.Errorf("%s: %+v", name, got)
			}
		}
		if a, b := why(stranger, "WELCOME"), why(stranger, "FIRST"); a.Code != "" || b.Code != "" {
			t.Errorf("somebody else: %+v %+v", a, b)
		}
		me.CouponCode = "TWICE"
		w.Place(t, "key-2", me)
		w.Place(t, "key-3", me)
		if got := why(me, "TWICE"); got.Message != "You have used this coupon 2 times, which is as often as you may." {
			t.Errorf("after two uses: %+v", got)
		}
		if _, err := w.Orders.Cancel(t.Context(), first.ID, order.Owner{ShopperID: me.ShopperID}, "mistake"); err != nil {
			t.Fatal(err)
		}
		if got := why(me, "WELCOME"); got.Code != "" {
			t.Errorf("after the cancel: %+v", got)
		}
	})
}

// A guest who signs in has used the coupons that they used as a guest.
func TestQuote_PRC03_aGuestWhoSignedInHasUsedTheCoupon(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		item := w.Item(t, w.Store(t, nil), 1000, ordertest.Unlimited, nil)
		w.Coupon(t, func(c *coupon.Coupon) { c.PerCustomerLimit = 1 })
		w.Coupon(t, func(c *coupon.Coupon) { c.Code, c.FirstOrder = "FIRST", true })
		r := with(t, w, item, "WELCOME")
		w.Place(t, "key-1", r)
		_, customer := w.Customer(t)
		w.Exec(t, `UPDATE shoppers SET merged_into = $1, retired_at = 1 WHERE id = $2`, customer, r.ShopperID)
		address := *r.Address
		address.Phone = "+12025550199"
		r.ShopperID, r.Guest, r.Address = customer, false, &address
		if got := quote(t, w, r).Coupon.Refusal; got.Code != coupon.UsedByYou {
			t.Errorf("%+v", got)
		}
		r.CouponCode = "FIRST"
		if got := quote(t, w, r).Coupon.Refusal; got.Code != coupon.NotFirst {
			t.Errorf("%+v", got)
		}
	})
}

func TestRefund_ORD05_freesTheCoupon(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		item := w.Item(t, w.Store(t, nil), 1000, ordertest.Unlimited, nil)
		w.Coupon(t, func(c *coupon.Coupon) { c.UseLimit = 1 })
		placed := w.Place(t, "key-1", with(t, w, item, "WELCOME"))
		for _, step := range []struct {
			to order.Status
			by order.Actor
		}{{order.Confirmed, order.ByVendor}, {order.Processing, order.ByVendor}, {order.Handover, order.ByVendor}, {order.PickedUp, order.ByRider},
			{order.Delivered, order.ByRider}, {order.RefundRequested, order.ByShopper}} {
			if used := w.Number(t, `SELECT used FROM coupons`); used != 1 {
				t.Errorf("before %s: %d uses", step.to, used)
			}
			if err := w.Orders.Move(t.Context(), placed.ID, step.to, step.by, ""); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := w.Orders.DecideRefund(t.Context(), w.Admin(t), refund.Decision{PurchaseID: placed.ID, Approve: true}); err != nil {
			t.Fatal(err)
		}
		if used := w.Number(t, `SELECT used FROM coupons`); used != 0 {
			t.Errorf("after the refund: %d uses", used)
		}
		for account, balance := range balances(t, w, placed.ID) {
			if balance != 0 {
				t.Errorf("%s keeps %d", account, balance)
			}
		}
	})
}

func TestPlace_PRC03_anotherCodeIsAnotherRequest(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		item := w.Item(t, w.Store(t, nil), 1000, ordertest.Unlimited, nil)
		w.Coupon(t, nil)
		r := w.Agree(t, with(t, w, item, "WELCOME"))
		if _, err := w.Orders.Place(t.Context(), "key-1", r); err != nil {
			t.Fatal(err)
		}
		r.CouponCode = ""
		if _, err := w.Orders.Place(t.Context(), "key-1", r); !errs.Is(err, errs.Conflict) {
			t.Errorf("%v", err)
		}
	})
}
