package order_test

import (
	"fmt"
	"slices"
	"sync/atomic"
	"testing"

	"pgregory.net/rapid"

	"hawker/internal/catalog"
	"hawker/internal/coupon"
	"hawker/internal/geo"
	"hawker/internal/money"
	"hawker/internal/options"
	"hawker/internal/order"
	"hawker/internal/order/ordertest"
	"hawker/internal/pricing"
	"hawker/internal/setting"
)

// TestOrder_PRC03_PRC07_TRAP_D1_quoteOrderAndOracleAgree draws whole shops and carts at random:
// the quote's rows sum to its total, the placed order is the quote, and both are
// what the rules say when somebody else reckons.
func TestOrder_PRC07_quoteOrderAndOracleAgree(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		rapid.Check(t, func(d *rapid.T) {
			rules := drawRules(d)
			w.SetSettings(t, func(s *setting.Settings) { s.Checkout = rules })
			store := w.Store(t, func(s *catalog.Store) { drawStore(d, s) })
			me := w.Guest(t)
			lines := drawCart(t, d, w, me, store)

			r := ordertest.Request(me)
			if rapid.Bool().Draw(d, "take away") {
				r.Type = order.TakeAway
			}
			c := drawCoupon(t, d, w)
			r.CouponCode = c.Code
			r.Tip = money.Amount(rapid.Int64Range(0, 500).Draw(d, "tip"))
			r.ExtraPackaging = rapid.Bool().Draw(d, "packed")
			r.Address.Point = geo.Point{Lat: ordertest.StorePoint.Lat + rapid.Float64Range(0.0001, 0.09).Draw(d, "north"), Lng: ordertest.StorePoint.Lng}

			q, err := w.Orders.Quote(t.Context(), r)
			if err != nil {
				d.Fatal(err)
			}
			if len(q.Problems) > 0 {
				d.Fatalf("problems %+v", q.Problems)
			}
			want := reckon(lines, store, rules, r.Type == order.TakeAway, r.ExtraPackaging, q.Distance.Metres, r.Tip, c)
			got := expected{
				int64(q.Subtotal), int64(q.Discount), int64(q.CouponDiscount), int64(q.Tax), int64(q.Delivery), int64(q.CouponDelivery),
				int64(q.AdditionalCharge + q.ExtraPackaging), int64(q.Tip), int64(q.Total),
			}
			if got != want {
				d.Fatalf("quoted   %+v\nreckoned %+v", got, want)
			}
			if sum := rowsSum(q.Rows); sum != q.Total {
				d.Fatalf("the rows sum to %d, the total is %d: %+v", sum, q.Total, q.Rows)
			}
			if used := want.coupon+want.waived > 0; c.Code != "" && (q.Coupon.Applied != used || used == (q.Coupon.Refusal.Code != "")) {
				d.Fatalf("reckoned %+v, and of the coupon the quote says %+v", want, q.Coupon)
			}
			if want.waived == 0 && r.Type == order.Delivery && (rules.FreeDeliveryOver == 0 || q.Items() < rules.FreeDeliveryOver) {
				shown, err := w.Orders.QuoteDelivery(t.Context(), store, r.Address.Point)
				if err != nil || shown.Fee != q.Delivery || shown.Distance != q.Distance {
					d.Fatalf("%v: the store's page shows %+v, quoted %d for %+v", err, shown, q.Delivery, q.Distance)
				}
			}
			r.AcceptedTotal, r.Digest = q.Total, q.Digest
			placed, err := w.Orders.Place(t.Context(), "key-1", r)
			if err != nil {
				d.Fatal(err)
			}
			if placed.Total != q.Total || !slices.Equal(placed.PriceRows.V, q.Rows) || linesSum(placed) != q.Subtotal-q.Discount-q.CouponDiscount || grossSum(placed) != q.Subtotal {
				d.Fatalf("quoted %d %+v\nplaced %d %+v, its lines come to %d", q.Total, q.Rows, placed.Total, placed.PriceRows.V, linesSum(placed))
			}
		})
	})
}

func linesSum(w order.OrderDetails) (sum money.Amount) {
	for _, l := range w.Lines {
		sum += l.Total
	}
	return sum
}

// grossSum is what the lines show above the subtotal: before discounts.
func grossSum(w order.OrderDetails) (sum money.Amount) {
	for _, l := range w.Lines {
		sum += l.Total + l.Discount + l.Coupon
	}
	return sum
}

// drawCoupon builds a coupon, or none in one of five orders.
func drawCoupon(t *testing.T, d *rapid.T, w *ordertest.Fixture) coupon.Coupon {
	if rapid.IntRange(0, 4).Draw(d, "coupon") == 0 {
		return coupon.Coupon{}
	}
	return w.Coupon(t, func(c *coupon.Coupon) {
		c.Code = fmt.Sprint("C", coupons.Add(1))
		c.Type = rapid.SampledFrom([]coupon.Type{coupon.Default, coupon.Default, coupon.FreeDelivery}).Draw(d, "coupon type")
		c.DiscountType = rapid.SampledFrom([]pricing.Kind{pricing.Percent, pricing.Flat}).Draw(d, "coupon kind")
		c.Discount = rapid.Int64Range(0, 9000).Draw(d, "coupon off")
		c.MinPurchase = amounts(4000).Draw(d, "coupon minimum")
		c.MaxDiscount = rapid.OneOf(rapid.Just(money.Amount(0)), amounts(1500)).Draw(d, "coupon cap")
		c.PaidBy = rapid.SampledFrom([]coupon.Payer{coupon.Shop, coupon.Store}).Draw(d, "paid by")
	})
}

// coupons gives each coupon a code of its own.
var coupons atomic.Int64

func amounts(maxAmount int64) *rapid.Generator[money.Amount] {
	return rapid.Map(rapid.Int64Range(0, maxAmount), func(n int64) money.Amount { return money.Amount(n) })
}

func drawRules(d *rapid.T) setting.Checkout {
	rules := setting.Defaults().Checkout
	rules.TaxIncluded = rapid.Bool().Draw(d, "tax included")
	rules.FreeDeliveryOver = amounts(6000).Draw(d, "free over")
	rules.FreeDeliveryForAll = rapid.IntRange(0, 9).Draw(d, "free for all") == 9
	rules.AdditionalCharge = rapid.Bool().Draw(d, "additional")
	rules.AdditionalChargeSum = amounts(300).Draw(d, "additional sum")
	rules.ExtraPackaging = rapid.Bool().Draw(d, "packaging")
	rules.ExtraPackagingSum = amounts(300).Draw(d, "packaging sum")
	rules.RiderTips = rapid.Bool().Draw(d, "tips")
	return rules
}

func drawStore(d *rapid.T, s *catalog.Store) {
	s.TaxRate = money.Rate(rapid.Int64Range(0, 3000).Draw(d, "tax rate"))
	s.SelfDelivery = rapid.Bool().Draw(d, "self delivery")
	s.FreeDelivery = rapid.Bool().Draw(d, "free delivery")
	if rapid.Bool().Draw(d, "store discount") {
		s.Discount.V = catalog.Discount{
			Type:        rapid.SampledFrom([]pricing.Kind{pricing.Percent, pricing.Flat}).Draw(d, "store discount type"),
			Value:       rapid.Int64Range(1, 5000).Draw(d, "store discount"),
			MinPurchase: amounts(3000).Draw(d, "min purchase"),
			MaxDiscount: amounts(1500).Draw(d, "max discount"),
			Start:       "2026-01-01",
		}
	}
}

// drawCart fills the shopper's cart with items of the store and returns what was
// bought, as the oracle sees it.
func drawCart(t *testing.T, d *rapid.T, w *ordertest.Fixture, me int64, store catalog.Store) []bought {
	var lines []bought
	for n := range rapid.IntRange(1, 4).Draw(d, "lines") {
		l := bought{
			price: rapid.Int64Range(0, 5000).Draw(d, "price"), quantity: rapid.Int64Range(1, 5).Draw(d, "quantity"),
			kind:     rapid.SampledFrom([]string{"percent", "amount"}).Draw(d, "discount type"),
			discount: rapid.Int64Range(0, 4000).Draw(d, "discount"),
		}
		value := rapid.Int64Range(-600, 900).Draw(d, "value price") // M9: an option may cost less than nothing
		addOn := rapid.Int64Range(0, 400).Draw(d, "add-on price")
		item := w.Item(t, store, money.Amount(l.price), rapid.SampledFrom([]int64{ordertest.Unlimited, 50}).Draw(d, "stock"), func(i *catalog.Item) {
			i.Name = fmt.Sprintf("Dish %d", n)
			i.DiscountType, i.Discount = pricing.Kind(l.kind), l.discount
			i.Options.V = catalog.Options{
				Groups: []catalog.Group{{ID: 1, Name: "Size", Kind: options.Single, Values: []catalog.Value{{ID: 1, Label: "Other", Price: money.Amount(value)}}}},
				AddOns: []catalog.AddOn{{ID: 1, Name: "Extra", Price: money.Amount(addOn)}},
			}
		})
		if rapid.Bool().Draw(d, "flash sale") {
			percent, units := rapid.Int64Range(0, 100).Draw(d, "flash percent"), rapid.Int64Range(1, 6).Draw(d, "flash units")
			w.FlashSale(t, item, percent, units, nil)
			if l.quantity <= units {
				l.kind, l.discount = "percent", percent*100
			}
		}
		var choice options.Choice
		if rapid.Bool().Draw(d, "chosen") {
			l.values = value
			choice.Variation = []options.ChosenGroup{ordertest.Chosen("Size", "Other")}
		}
		if count := rapid.Int64Range(0, 3).Draw(d, "add-ons"); count > 0 {
			l.addOns = addOn * count
			choice.AddOnIDs, choice.AddOnQtys = []int64{1}, []int64{count}
		}
		w.Add(t, me, item, l.quantity, choice)
		lines = append(lines, l)
	}
	return lines
}
