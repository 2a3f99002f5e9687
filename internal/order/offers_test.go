package order_test

import (
	"strings"
	"testing"
	"time"

	"hawker/internal/cart"
	"hawker/internal/catalog"
	"hawker/internal/errs"
	"hawker/internal/offer"
	"hawker/internal/options"
	"hawker/internal/order"
	"hawker/internal/order/ordertest"
	"hawker/internal/pricing"
	"hawker/internal/stock"
)

// ofCampaign is an order of the item's campaign, brought to Door now.
func ofCampaign(shopperID int64, item catalog.Item, quantity int64) order.Request {
	r := ordertest.BuyNow(shopperID, item, quantity)
	r.Source = order.FromCampaign
	return r
}

// small chooses the least that ordertest.WithMenu takes.
func small(r order.Request) order.Request {
	r.Line.Choice = ordertest.Small()
	return r
}

func cancel(t *testing.T, w *ordertest.Fixture, id int64) {
	t.Helper()
	if _, err := w.Orders.Cancel(t.Context(), id, order.Owner{Token: w.Tokens.Tracking(id)}, "other"); err != nil {
		t.Fatal(err)
	}
}

func TestPlace_BRW07_TRAP_S1_threeHundredGuestsAndAHundredUnitsAtTheFlashPrice(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		const guests, units = 300, 100
		item := w.Item(t, w.Store(t, nil), 1000, ordertest.Unlimited, nil)
		flash := w.FlashSale(t, item, 50, units, nil)
		requests := make([]order.Request, guests)
		for i := range requests {
			requests[i] = w.Agree(t, ordertest.BuyNow(w.Guest(t), item, 1))
		}
		orders, problems := together(guests, func(i int) (order.OrderDetails, error) {
			return w.Orders.Place(t.Context(), "key-1", requests[i])
		})
		won := 0
		for i, err := range problems {
			switch {
			case err == nil:
				won++
				if l := orders[i].Lines[0]; l.Discount != 500 || l.FlashSaleItemID == nil || l.Offer != "Hungry hour" {
					t.Errorf("an order at another price: %+v", l)
				}
			case !errs.Is(err, errs.PriceChanged):
				t.Errorf("a loser gets %v", err)
			default: // and sees what it costs now, before they pay
				q, shown := errs.All(err)[0].Detail.(order.Quote)
				if !shown || q.Discount != 0 || len(q.Warnings) != 1 || q.Warnings[0].Code != cart.FlashUnits {
					t.Errorf("a loser sees %+v", q.Warnings)
				}
			}
		}
		if sold := w.Sold(t, flash); won != units || sold != units {
			t.Errorf("%d won and %d are sold, want %d", won, sold, units)
		}
		if n := w.StockChanges.Changes(item.ID); n != units {
			t.Errorf("lists heard of %d changes", n)
		}
	})
}

func TestPlace_BRW07_TRAP_S1_threeHundredGuestsAndAHundredUnitsOfACampaign(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		const guests, units = 300, 100
		item := w.Item(t, w.Store(t, nil), 1000, 1000, nil)
		campaign := w.Campaign(t, item, 600, units, nil)
		requests := make([]order.Request, guests)
		for i := range requests {
			requests[i] = w.Agree(t, ofCampaign(w.Guest(t), item, 1))
		}
		_, problems := together(guests, func(i int) (order.OrderDetails, error) {
			return w.Orders.Place(t.Context(), "key-1", requests[i])
		})
		won := 0
		for _, err := range problems {
			if err == nil {
				won++
			} else if !errs.Is(err, errs.OutOfStock) || errs.All(err)[0].Message != "Out of Stock" {
				t.Errorf("a loser gets %v", err)
			}
		}
		sold := w.Number(t, `SELECT sold FROM campaigns WHERE id = $1`, campaign.ID)
		left, err := stock.LevelsByItem(t.Context(), w.DB.R, []int64{item.ID})
		if err != nil || won != units || sold != units || *left[item.ID].LeftOfCampaign(campaign.ID) != 0 || *left[item.ID].Left(0) != 1000 {
			t.Errorf("%d won, %d are sold, left %v, %v", won, sold, left, err)
		}
	})
}

// What an order took from an offer comes back once, however often it is canceled.
func TestCancel_BRW07_TRAP_S5_unitsOfOffersComeBackOnce(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		store := w.Store(t, nil)
		reduced, own := w.Item(t, store, 1000, 50, nil), w.Item(t, store, 1000, 50, nil)
		flash, campaign := w.FlashSale(t, reduced, 50, 10, nil), w.Campaign(t, own, 600, 10, nil)
		me := w.Guest(t)
		first := w.Place(t, "key-1", ordertest.BuyNow(me, reduced, 3))
		second := w.Place(t, "key-2", ofCampaign(me, own, 4))
		if sold := w.Sold(t, flash); sold != 3 {
			t.Errorf("%d sold", sold)
		}
		for _, placed := range []order.OrderDetails{first, second} {
			_, problems := together(20, func(int) (order.OrderDetails, error) {
				return w.Orders.Cancel(t.Context(), placed.ID, order.Owner{Token: w.Tokens.Tracking(placed.ID)}, "other")
			})
			canceled := 0
			for _, err := range problems {
				if err == nil {
					canceled++
				}
			}
			if canceled != 1 {
				t.Errorf("canceled %d times", canceled)
			}
		}
		left, err := stock.LevelsByItem(t.Context(), w.DB.R, []int64{own.ID, reduced.ID})
		sold := w.Sold(t, flash) + w.Number(t, `SELECT sold FROM campaigns WHERE id = $1`, campaign.ID)
		if err != nil || sold != 0 || *left[own.ID].LeftOfCampaign(campaign.ID) != 10 || *left[own.ID].Left(0) != 50 || *left[reduced.ID].Left(0) != 50 {
			t.Errorf("%d sold, left %v, %v", sold, left, err)
		}
	})
}

// The discount of a flash sale is in the place of the item's own; the store's is
// compared with it as always.
func TestQuote_BRW07_PRC01_TRAP_D18_flashDiscountInPlaceOfTheItems(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		for _, tt := range []struct {
			name               string
			own, flash, stores int64 // percent
			want               int64
			source             pricing.Source
			at                 bool
		}{
			{"larger than the item's", 10, 40, 0, 400, pricing.ItemSource, true},
			{"smaller than the item's, and still in its place", 30, 20, 0, 200, pricing.ItemSource, true},
			{"the store's is larger", 0, 20, 25, 250, pricing.StoreSource, true},
			{"equal to the store's", 0, 25, 25, 250, pricing.ItemSource, true},
		} {
			store := w.Store(t, func(s *catalog.Store) {
				if tt.stores > 0 {
					s.Discount.V = catalog.Discount{Type: pricing.Percent, Value: tt.stores * 100, Start: "2026-01-01"}
				}
			})
			item := w.Item(t, store, 1000, ordertest.Unlimited, func(i *catalog.Item) { i.Discount = tt.own * 100 })
			w.FlashSale(t, item, tt.flash, 5, nil)
			q := quote(t, w, ordertest.BuyNow(w.Guest(t), item, 1))
			l := q.Lines[0]
			if int64(q.Discount) != tt.want || l.Priced.Source != tt.source || l.AtFlash != tt.at {
				t.Errorf("%s: discount %d by %q, at the flash price: %v", tt.name, q.Discount, l.Priced.Source, l.AtFlash)
			}
		}
	})
}

// Lines share the units of the sale in their order. One that wants more than are left
// is charged as usual, whole, and says so.
func TestQuote_BRW07_linesShareTheUnitsOfTheSale(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		item := w.Item(t, w.Store(t, nil), 1000, ordertest.Unlimited, ordertest.WithMenu)
		flash := w.FlashSale(t, item, 50, 5, nil)
		me := w.Guest(t)
		w.Add(t, me, item, 3, ordertest.Small())
		w.Add(t, me, item, 3, options.Choice{Variation: []options.ChosenGroup{ordertest.Chosen("Size", "Large")}})
		w.Add(t, me, item, 2, options.Choice{Variation: []options.ChosenGroup{ordertest.Chosen("Size", "Small"), ordertest.Chosen("Extras", "Cheese")}})
		q := quote(t, w, ordertest.Request(me))
		var at []bool
		for _, l := range q.Lines {
			at = append(at, l.AtFlash)
		}
		if !at[0] || at[1] || !at[2] {
			t.Errorf("at the flash price: %v", at)
		}
		if len(q.Warnings) != 1 || q.Warnings[0].LineID != q.Lines[1].ID || q.Warnings[0].Message != "Only 2 are left at the flash sale price. This line costs its usual price." {
			t.Errorf("warnings %+v", q.Warnings)
		}
		if q.Discount != 3*500+2*525 {
			t.Errorf("discount %d", q.Discount)
		}
		w.Place(t, "key-1", ordertest.Request(me))
		if sold := w.Sold(t, flash); sold != 5 {
			t.Errorf("%d sold", sold)
		}
	})
}

// A sale that ends, or is not of the store's zone, changes nothing any more. What a
// shopper agreed to before costs more now, and is asked again.
func TestPlace_BRW07_TRAP_C3_TRAP_D12_aSaleThatEndedIsAskedAgain(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		item := w.Item(t, w.Store(t, nil), 1000, ordertest.Unlimited, nil)
		flash := w.FlashSale(t, item, 50, 5, nil)
		w.FlashSale(t, item, 90, 5, func(s *offer.FlashSale) { s.ZoneIDs.V = []int64{ordertest.FarZoneID} })
		w.FlashSale(t, item, 90, 5, func(s *offer.FlashSale) { s.Active = false })
		me := w.Guest(t)
		w.Add(t, me, item, 2, options.Choice{})
		agreed := w.Agree(t, ordertest.Request(me))
		if agreed.AcceptedTotal != 1000+200 {
			t.Errorf("agreed to %d", agreed.AcceptedTotal)
		}
		w.Clock.Advance(time.Hour)
		_, err := w.Orders.Place(t.Context(), "key-1", agreed)
		q, shown := errs.All(err)[0].Detail.(order.Quote)
		if !errs.Is(err, errs.PriceChanged) || !shown || q.Total != 2200 {
			t.Errorf("%v, quoted again %d", err, q.Total)
		}
		if len(q.Warnings) != 1 || q.Warnings[0].Code != cart.PriceChanged {
			t.Errorf("warnings %+v", q.Warnings)
		}
		if sold := w.Sold(t, flash); sold != 0 {
			t.Errorf("%d sold", sold)
		}
	})
}

// A campaign sells the item at its own price, without any discount, from its own stock,
// up to its own limit, and leaves the cart alone.
func TestPlace_CHK01_CHK06_BRW07_aCampaignSellsAtItsOwnPrice(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		store := w.Store(t, func(s *catalog.Store) {
			s.Discount.V = catalog.Discount{Type: pricing.Percent, Value: 5000, Start: "2026-01-01"}
		})
		item := w.Item(t, store, 1000, 0, func(i *catalog.Item) {
			ordertest.WithMenu(i)
			i.Discount, i.MaximumQuantity = 2000, 1
		})
		campaign := w.Campaign(t, item, 600, 5, func(c *offer.Campaign) { c.Maximum = 3 })
		other := w.Item(t, store, 1000, ordertest.Unlimited, nil)
		me := w.Guest(t)
		w.Add(t, me, other, 1, options.Choice{})

		r := ofCampaign(me, item, 3)
		r.Line.Choice = options.Choice{Variation: []options.ChosenGroup{ordertest.Chosen("Size", "Large")}, AddOnIDs: []int64{1}, AddOnQtys: []int64{1}}
		placed := w.Place(t, "key-1", r)
		if placed.Subtotal != 3*(600+200+150) || placed.Discount != 0 || placed.Source != order.FromCampaign {
			t.Errorf("subtotal %d, discount %d, source %s", placed.Subtotal, placed.Discount, placed.Source)
		}
		if l := placed.Lines[0]; l.CampaignID == nil || *l.CampaignID != campaign.ID || l.Offer != "Burger week" || l.Variation != stock.CampaignPool(item.ID, campaign.ID).Variation {
			t.Errorf("line %+v", l)
		}
		if lines, err := w.Carts.List(t.Context(), me, ordertest.FoodID); err != nil || len(lines.Lines) != 1 {
			t.Errorf("the cart has %d lines, %v", len(lines.Lines), err)
		}
		for quantity, want := range map[int64]int{2: 0, 3: 1} { // 2 are left
			if got := codes(quote(t, w, small(ofCampaign(me, item, quantity)))); len(got) != want || want == 1 && got[0] != string(options.OutOfLimits) {
				t.Errorf("%d units: %v", quantity, got)
			}
		}
		cancel(t, w, placed.ID)
		for quantity, want := range map[int64]int{3: 0, 4: 1} { // 5 are left, and 3 the most in one order
			if got := codes(quote(t, w, small(ofCampaign(me, item, quantity)))); len(got) != want || want == 1 && got[0] != string(options.OutOfLimits) {
				t.Errorf("%d units: %v", quantity, got)
			}
		}
	})
}

// Outside its days and hours a campaign is a problem in words.
func TestQuote_CHK01_ITEM09_TRAP_D12_aCampaignOutsideItsWindow(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		store := w.Store(t, nil)
		for _, tt := range []struct {
			name string
			edit func(*offer.Campaign)
			want string
		}{
			{"running", func(*offer.Campaign) {}, ""},
			{"in its hours", func(c *offer.Campaign) { c.DailyFrom, c.DailyTo = "12:00", "13:00" }, ""},
			{"before its hours", func(c *offer.Campaign) { c.DailyFrom, c.DailyTo = "12:01", "13:00" }, "Burger week begins on 20 November at 12:01."},
			{"after its hours", func(c *offer.Campaign) { c.DailyFrom, c.DailyTo = "11:00", "12:00" }, "Burger week begins on 21 November at 11:00."},
			{"tomorrow", func(c *offer.Campaign) { c.FirstDay = "2026-11-21" }, "Burger week begins on 21 November at 00:00."},
			{"elsewhere", func(c *offer.Campaign) { c.ZoneIDs.V = []int64{ordertest.FarZoneID} }, "Burger week is not offered in this area."},
		} {
			item := w.Item(t, store, 1000, ordertest.Unlimited, nil)
			w.Campaign(t, item, 600, ordertest.Unlimited, tt.edit)
			q := quote(t, w, ofCampaign(w.Guest(t), item, 1))
			var said []string
			for _, p := range q.Problems {
				said = append(said, p.Message)
			}
			if got := strings.Join(said, "; "); got != tt.want {
				t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
			}
		}
		for name, edit := range map[string]func(*offer.Campaign){
			"over": func(c *offer.Campaign) { c.LastDay = "2026-11-19" }, "withdrawn": func(c *offer.Campaign) { c.Active = false },
		} {
			item := w.Item(t, store, 1000, ordertest.Unlimited, nil)
			w.Campaign(t, item, 600, ordertest.Unlimited, edit)
			if _, err := w.Orders.Quote(t.Context(), ofCampaign(w.Guest(t), item, 1)); !errs.Is(err, errs.NotFound) || errs.All(err)[0].Message != "This campaign has ended." {
				t.Errorf("%s: %v", name, err)
			}
		}
	})
}

// Of goods with variations a campaign sells each at its one price.
func TestPlace_BRW07_aCampaignOfVariationsHasOnePriceAndOneStock(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		store := w.Store(t, func(s *catalog.Store) { s.ModuleID, s.ModuleType = ordertest.ShopID, "ecommerce" })
		item := w.Item(t, store, 400, ordertest.Unlimited, ordertest.WithVariations)
		campaign := w.Campaign(t, item, 250, 3, nil)
		me := w.Guest(t)
		for n, id := range []int64{1, 2} {
			r := ofCampaign(me, item, 1)
			r.Line.Choice.VariationID = id
			if placed := w.Place(t, []string{"key-1", "key-2"}[n], r); placed.Subtotal != 250 {
				t.Errorf("variation %d costs %d", id, placed.Subtotal)
			}
		}
		left, err := stock.LevelsByItem(t.Context(), w.DB.R, []int64{item.ID})
		if err != nil || *left[item.ID].LeftOfCampaign(campaign.ID) != 1 {
			t.Errorf("left %v, %v", left, err)
		}
	})
}
