package order_test

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"hawker/internal/catalog"
	"hawker/internal/geo"
	"hawker/internal/money"
	"hawker/internal/options"
	"hawker/internal/order"
	"hawker/internal/order/ordertest"
	"hawker/internal/pricing"
	"hawker/internal/setting"
)

// TestOrder_PRC07_quoteOrderAndOracleAgree draws whole shops and carts at random:
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
			want := reckon(lines, store, rules, r.Type == order.TakeAway, r.ExtraPackaging, q.Distance.Metres, r.Tip)
			got := expected{
				int64(q.Subtotal), int64(q.Discount), int64(q.Tax), int64(q.Delivery),
				int64(q.AdditionalCharge + q.ExtraPackaging), int64(q.Tip), int64(q.Total),
			}
			if got != want {
				d.Fatalf("quoted   %+v\nreckoned %+v", got, want)
			}
			if sum := rowsSum(q.Rows); sum != q.Total {
				d.Fatalf("the rows sum to %d, the total is %d: %+v", sum, q.Total, q.Rows)
			}
			if r.Type == order.Delivery && (rules.FreeDeliveryOver == 0 || q.Items() < rules.FreeDeliveryOver) {
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
			if placed.Total != q.Total || !slices.Equal(placed.PriceRows.V, q.Rows) || linesSum(placed) != q.Subtotal-q.Discount || grossSum(placed) != q.Subtotal {
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
		sum += l.Total + l.Discount
	}
	return sum
}

func amounts(most int64) *rapid.Generator[money.Amount] {
	return rapid.Map(rapid.Int64Range(0, most), func(n int64) money.Amount { return money.Amount(n) })
}

func drawRules(d *rapid.T) setting.Checkout {
	rules := setting.Defaults().Checkout
	rules.TaxIncluded = rapid.Bool().Draw(d, "tax included")
	rules.FreeDeliveryOver = amounts(6000).Draw(d, "free over")
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
