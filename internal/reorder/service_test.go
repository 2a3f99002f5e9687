package reorder_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"hawker/internal/cart"
	"hawker/internal/catalog"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/errs"
	"hawker/internal/money"
	"hawker/internal/options"
	"hawker/internal/order"
	"hawker/internal/order/ordertest"
	"hawker/internal/reorder"
)

// shop is a store with items, and a shopper who ordered some of them.
type shop struct {
	*ordertest.Fixture
	reorders reorder.Service
	me       int64
	store    catalog.Store
}

// engines runs a case on both engines.
func engines(t *testing.T, run func(t *testing.T, s *shop)) {
	t.Helper()
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		w := ordertest.Open(t, open(t))
		run(t, &shop{Fixture: w, reorders: reorder.Service{Orders: w.Orders, Carts: w.Carts}, me: w.Guest(t), store: w.Store(t, nil)})
	})
}

func (s *shop) item(t *testing.T, name string, price money.Amount, stock int64, edit func(*catalog.Item)) catalog.Item {
	t.Helper()
	return s.Item(t, s.store, price, stock, func(i *catalog.Item) {
		i.Name = name
		if edit != nil {
			edit(i)
		}
	})
}

// order places the shopper's cart.
func (s *shop) order(t *testing.T) order.OrderDetails {
	t.Helper()
	return s.Place(t, fmt.Sprint("key-", s.Number(t, `SELECT COUNT(*) FROM orders`)), ordertest.Request(s.me))
}

func (s *shop) again(t *testing.T, o order.OrderDetails, agreed string) reorder.Result {
	t.Helper()
	r, err := s.reorders.Reorder(t.Context(), reorder.Request{OrderID: o.ID, By: order.Owner{ShopperID: s.me}, ShopperID: s.me, Agreed: agreed})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// cart is the shopper's cart in words: "2 Soup (Large) note".
func (s *shop) cart(t *testing.T) []string {
	t.Helper()
	c, err := s.Carts.List(t.Context(), s.me, ordertest.FoodID)
	if err != nil {
		t.Fatal(err)
	}
	words := []string{}
	for _, l := range c.Lines {
		words = append(words, strings.TrimSpace(fmt.Sprintf("%d %s %s %s", l.Quantity, l.Item.Name, l.Summary(), l.Note)))
	}
	return words
}

func (s *shop) wants(t *testing.T, when string, lines ...string) {
	t.Helper()
	if got := s.cart(t); !slices.Equal(got, lines) && len(got)+len(lines) > 0 {
		t.Errorf("%s the cart has %q, want %q", when, got, lines)
	}
}

// changesOf are the changes of each line, in words.
func changesOf(r reorder.Result) []string {
	var all []string
	for _, l := range r.Lines {
		words := []string{fmt.Sprintf("%d of %d %s", l.Units, l.Quantity, l.Name)}
		for _, change := range l.Changes {
			words = append(words, string(change))
		}
		all = append(all, strings.Join(words, " "))
	}
	return all
}

func TestReorder_ORD04_putsTheSameLinesIntoTheCart(t *testing.T) {
	engines(t, func(t *testing.T, s *shop) {
		soup, burger := s.item(t, "Soup", 1000, ordertest.Unlimited, nil), s.item(t, "Burger", 800, 20, ordertest.WithMenu)
		choice := options.Choice{
			Variation: []options.ChosenGroup{ordertest.Chosen("Size", "Large"), ordertest.Chosen("Extras", "Cheese", "Bacon")}, AddOnIDs: []int64{1}, AddOnQtys: []int64{2},
		}
		note := "no onions"
		if _, err := s.Carts.Add(t.Context(), s.me, ordertest.FoodID, cart.NewLine{ItemID: burger.ID, Quantity: 2, Choice: choice, Note: &note}); err != nil {
			t.Fatal(err)
		}
		s.Add(t, s.me, burger, 1, ordertest.Small())
		s.Add(t, s.me, soup, 3, options.Choice{})
		lines := s.cart(t)
		o := s.order(t)
		s.wants(t, "after the order")

		first := s.again(t, o, "")
		if !first.Done || first.ModuleID != ordertest.FoodID || len(first.Contents.Lines) != 3 {
			t.Fatalf("nothing has changed, and still: %q, done %t", changesOf(first), first.Done)
		}
		s.wants(t, "again", lines...)
		if again := s.order(t); again.Total != o.Total {
			t.Errorf("the same order costs %d, then it was %d", again.Total, o.Total)
		}
		// With something in the cart the units are added to it.
		s.Add(t, s.me, soup, 1, options.Choice{})
		if r := s.again(t, o, ""); !r.Done {
			t.Errorf("with a line in the cart: %q", changesOf(r))
		}
		if got := s.cart(t); len(got) != 3 || got[0] != "4 Soup" {
			t.Errorf("the cart has %q", got)
		}
	})
}

func TestReorder_ORD04_asksAndSaysExactlyWhatChanged(t *testing.T) {
	tests := []struct {
		name   string
		change func(t *testing.T, s *shop, soup, rice catalog.Item)
		soup   string // what is said of it
		cart   []string
	}{
		{"dearer", func(t *testing.T, s *shop, soup, _ catalog.Item) {
			s.Exec(t, `UPDATE items SET price = 1100 WHERE id = $1`, soup.ID)
		}, "3 of 3 Soup price_changed", []string{"3 Soup", "1 Rice"}},
		{"cheaper", func(t *testing.T, s *shop, soup, _ catalog.Item) {
			s.Exec(t, `UPDATE items SET discount_type = 'percent', discount = 1000 WHERE id = $1`, soup.ID)
		}, "3 of 3 Soup price_changed", []string{"3 Soup", "1 Rice"}},
		{"no longer sold", func(t *testing.T, s *shop, soup, _ catalog.Item) {
			s.Exec(t, `UPDATE items SET active = FALSE WHERE id = $1`, soup.ID)
		}, "0 of 3 Soup item_gone", []string{"1 Rice"}},
		{"sold out", func(t *testing.T, s *shop, soup, _ catalog.Item) {
			s.Stock(t, soup.ID, 0, 0)
		}, "0 of 3 Soup out_of_stock", []string{"1 Rice"}},
		{"two left", func(t *testing.T, s *shop, soup, _ catalog.Item) {
			s.Stock(t, soup.ID, 0, 2)
		}, "2 of 3 Soup fewer", []string{"2 Soup", "1 Rice"}},
		{"two left and dearer", func(t *testing.T, s *shop, soup, _ catalog.Item) {
			s.Stock(t, soup.ID, 0, 2)
			s.Exec(t, `UPDATE items SET price = 1100 WHERE id = $1`, soup.ID)
		}, "2 of 3 Soup fewer price_changed", []string{"2 Soup", "1 Rice"}},
		{"a limit", func(t *testing.T, s *shop, soup, _ catalog.Item) {
			s.Exec(t, `UPDATE items SET maximum_quantity = 1 WHERE id = $1`, soup.ID)
		}, "1 of 3 Soup fewer", []string{"1 Soup", "1 Rice"}},
		{"not at this time", func(t *testing.T, s *shop, soup, _ catalog.Item) {
			s.Exec(t, `UPDATE items SET available_from = '18:00', available_to = '20:00' WHERE id = $1`, soup.ID)
		}, "0 of 3 Soup not_now", []string{"1 Rice"}},
		{"a choice is required now", func(t *testing.T, s *shop, soup, _ catalog.Item) {
			menu := catalog.Item{}
			ordertest.WithMenu(&menu)
			s.Exec(t, `UPDATE items SET options = $2 WHERE id = $1`, soup.ID, menu.Options)
		}, "0 of 3 Soup options_gone", []string{"1 Rice"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			engines(t, func(t *testing.T, s *shop) {
				soup, rice := s.item(t, "Soup", 1000, 100, nil), s.item(t, "Rice", 300, ordertest.Unlimited, nil)
				s.Add(t, s.me, soup, 3, options.Choice{})
				s.Add(t, s.me, rice, 1, options.Choice{})
				o := s.order(t)
				tt.change(t, s, soup, rice)
				asked := s.again(t, o, "")
				if got := changesOf(asked); asked.Done || !asked.Possible() || !slices.Equal(got, []string{tt.soup, "1 of 1 Rice"}) {
					t.Fatalf("asked %q, done %t", got, asked.Done)
				}
				s.wants(t, "before the yes")
				if n := s.Number(t, `SELECT COUNT(*) FROM cart_lines`); n != 0 {
					t.Errorf("%d lines were written before the yes", n)
				}
				if r := s.again(t, o, "something else"); r.Done {
					t.Error("an agreement to something else was taken")
				}
				if r := s.again(t, o, asked.Digest); !r.Done {
					t.Errorf("the yes was not taken: %q", changesOf(r))
				}
				s.wants(t, "after the yes", tt.cart...)
			})
		})
	}
}

func TestReorder_ORD04_saysPricesOfThenAndNow(t *testing.T) {
	engines(t, func(t *testing.T, s *shop) {
		soup := s.item(t, "Soup", 1000, 10, nil)
		s.Add(t, s.me, soup, 3, options.Choice{})
		o := s.order(t)
		s.Exec(t, `UPDATE items SET price = 1100 WHERE id = $1`, soup.ID)
		if l := s.again(t, o, "").Lines[0]; l.Cost != 3000 || l.CostNow != 3300 {
			t.Errorf("then %d, now %d", l.Cost, l.CostNow)
		}
		// A discount from a minimum purchase is part of both, although other lines were in the cart.
		s.Exec(t, `UPDATE items SET price = 1000 WHERE id = $1`, soup.ID)
		if r := s.again(t, o, ""); !r.Done {
			t.Errorf("the old price again: %q", changesOf(r))
		}
	})
}

func TestReorder_ORD04_TRAP_C3_whatChangedAfterTheQuestionIsAskedAgain(t *testing.T) {
	engines(t, func(t *testing.T, s *shop) {
		soup := s.item(t, "Soup", 1000, 10, nil)
		s.Add(t, s.me, soup, 2, options.Choice{})
		o := s.order(t)
		s.Exec(t, `UPDATE items SET price = 1100 WHERE id = $1`, soup.ID)
		asked := s.again(t, o, "")
		s.Exec(t, `UPDATE items SET price = 1200 WHERE id = $1`, soup.ID)
		second := s.again(t, o, asked.Digest)
		if second.Done || second.Digest == asked.Digest || second.Lines[0].CostNow != 2400 {
			t.Fatalf("after a second rise: done %t, now %d", second.Done, second.Lines[0].CostNow)
		}
		s.wants(t, "before the second yes")
		if r := s.again(t, o, second.Digest); !r.Done {
			t.Error("the second yes was not taken")
		}
	})
}

func TestReorder_ORD04_aRenamedChoiceIsSaid_andALostOneIsLeftOut(t *testing.T) {
	engines(t, func(t *testing.T, s *shop) {
		burger := s.item(t, "Burger", 800, 20, ordertest.WithMenu)
		s.Add(t, s.me, burger, 1, options.Choice{Variation: []options.ChosenGroup{ordertest.Chosen("Size", "Large"), ordertest.Chosen("Extras", "Cheese")}})
		o := s.order(t)
		menu := func(edit func(*catalog.Options)) {
			i := catalog.Item{}
			ordertest.WithMenu(&i)
			edit(&i.Options.V)
			s.Exec(t, `UPDATE items SET options = $2 WHERE id = $1`, burger.ID, i.Options)
		}
		menu(func(o *catalog.Options) { o.Groups[0].Values[1].Label = "Giant" })
		if r := s.again(t, o, ""); r.Done || r.Lines[0].OptionsNow != "Giant, Cheese" || changesOf(r)[0] != "1 of 1 Burger options_changed" {
			t.Errorf("renamed: %q, now %q", changesOf(r), r.Lines[0].OptionsNow)
		}
		menu(func(o *catalog.Options) { o.Groups[1].Values = o.Groups[1].Values[1:] })
		if r := s.again(t, o, ""); r.Possible() || r.Lines[0].Message == "" || changesOf(r)[0] != "0 of 1 Burger options_gone" {
			t.Errorf("lost: %q, %q", changesOf(r), r.Lines[0].Message)
		}
		// Of an order of before choices were kept, only the words are known.
		menu(func(o *catalog.Options) { o.Groups[0].Required = false })
		s.Exec(t, `UPDATE order_lines SET choice = '{}'`)
		if r := s.again(t, o, ""); r.Possible() || changesOf(r)[0] != "0 of 1 Burger options_gone" {
			t.Errorf("of before: %q", changesOf(r))
		}
	})
}

func TestReorder_ORD04_CART05_asksBeforeItEmptiesTheCartOfAnotherStore(t *testing.T) {
	engines(t, func(t *testing.T, s *shop) {
		soup := s.item(t, "Soup", 1000, 10, nil)
		s.Add(t, s.me, soup, 1, options.Choice{})
		o := s.order(t)
		other := s.Store(t, func(c *catalog.Store) { c.Name = "Bay Bakery" })
		s.Add(t, s.me, s.Item(t, other, 500, ordertest.Unlimited, func(i *catalog.Item) { i.Name = "Cake" }), 2, options.Choice{})
		asked := s.again(t, o, "")
		if asked.Done || asked.OtherStore != "Bay Bakery" {
			t.Fatalf("done %t, other store %q", asked.Done, asked.OtherStore)
		}
		s.wants(t, "before the yes", "2 Cake")
		if r := s.again(t, o, asked.Digest); !r.Done {
			t.Error("the yes was not taken")
		}
		s.wants(t, "after the yes", "1 Soup")
	})
}

func TestReorder_ORD04_aClosedStoreIsSaid_andAnInactiveOneSellsNothing(t *testing.T) {
	engines(t, func(t *testing.T, s *shop) {
		soup := s.item(t, "Soup", 1000, 10, nil)
		s.Add(t, s.me, soup, 1, options.Choice{})
		o := s.order(t)
		s.Exec(t, `UPDATE stores SET schedule = '{}' WHERE id = $1`, s.store.ID)
		asked := s.again(t, o, "")
		if asked.Done || !asked.Closed || !asked.Possible() {
			t.Fatalf("closed: done %t, closed %t", asked.Done, asked.Closed)
		}
		if r := s.again(t, o, asked.Digest); !r.Done {
			t.Error("the yes was not taken")
		}
		s.Exec(t, `UPDATE stores SET active = FALSE WHERE id = $1`, s.store.ID)
		gone := s.again(t, o, "")
		if r := s.again(t, o, gone.Digest); r.Done || r.Possible() || changesOf(r)[0] != "0 of 1 Soup item_gone" {
			t.Errorf("of a store that is no more: %q, done %t", changesOf(r), r.Done)
		}
	})
}

func TestReorder_ORD04_TRAP_S3_isLimitedByWhatTheCartHasAlready(t *testing.T) {
	engines(t, func(t *testing.T, s *shop) {
		soup := s.item(t, "Soup", 1000, 100, func(i *catalog.Item) { i.MaximumQuantity = 5 })
		s.Add(t, s.me, soup, 3, options.Choice{})
		o := s.order(t)
		for n, want := range []struct{ said, cart string }{{"3 of 3 Soup", "3 Soup"}, {"2 of 3 Soup fewer", "5 Soup"}, {"0 of 3 Soup cart_full", "5 Soup"}} {
			r := s.again(t, o, "")
			if got := changesOf(r)[0]; got != want.said {
				t.Errorf("time %d: %q, want %q", n+1, got, want.said)
			}
			if !r.Done {
				s.again(t, o, r.Digest)
			}
			s.wants(t, fmt.Sprint("time ", n+1), want.cart)
		}
	})
}

func TestReorder_PERM02_TRAP_P1_onlyByWhoeverMayReadTheOrder(t *testing.T) {
	engines(t, func(t *testing.T, s *shop) {
		soup := s.item(t, "Soup", 1000, 10, nil)
		s.Add(t, s.me, soup, 1, options.Choice{})
		o, stranger := s.order(t), s.Guest(t)
		_, err := s.reorders.Reorder(t.Context(), reorder.Request{OrderID: o.ID, By: order.Owner{ShopperID: stranger}, ShopperID: stranger})
		if !errs.Is(err, errs.NotFound) {
			t.Errorf("a stranger: %v", err)
		}
		r, err := s.reorders.Reorder(t.Context(), reorder.Request{OrderID: o.ID, By: order.Owner{ShopperID: stranger, Token: s.Tokens.Tracking(o.ID)}, ShopperID: stranger})
		if err != nil || !r.Done {
			t.Errorf("with the token: %v", err)
		}
		s.wants(t, "of the one who ordered")
	})
}

// Ten taps at once, of an item whose limit is seven: the cart never has more.
func TestReorder_ORD04_TRAP_L4_manyAtOnceStayWithinTheLimit(t *testing.T) {
	engines(t, func(t *testing.T, s *shop) {
		soup := s.item(t, "Soup", 1000, 7, nil)
		s.Add(t, s.me, soup, 2, options.Choice{})
		o := s.order(t) // five are left
		var all sync.WaitGroup
		for range 10 {
			all.Go(func() {
				if _, err := s.reorders.Reorder(t.Context(), reorder.Request{OrderID: o.ID, By: order.Owner{ShopperID: s.me}, ShopperID: s.me}); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		s.wants(t, "after all of them", "4 Soup") // two times two; for the third time there is one
	})
}

// Whatever changes: what is said is what happens, and the cart can be ordered.
func TestReorder_ORD04_TRAP_C4_whatIsSaidIsWhatHappens(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		w := ordertest.Open(t, open(t))
		rapid.Check(t, func(r *rapid.T) {
			s := &shop{Fixture: w, reorders: reorder.Service{Orders: w.Orders, Carts: w.Carts}, me: w.Guest(t), store: w.Store(t, nil)}
			var items []catalog.Item
			for n := range rapid.IntRange(1, 4).Draw(r, "items") {
				items = append(items, s.item(t, fmt.Sprint("Dish ", n), money.Amount(rapid.Int64Range(100, 5000).Draw(r, "price")), 50, nil))
				s.Add(t, s.me, items[n], rapid.Int64Range(1, 5).Draw(r, "units"), options.Choice{})
			}
			o := s.order(t)
			for _, i := range items {
				switch rapid.IntRange(0, 5).Draw(r, "change") {
				case 0:
					s.Exec(t, `UPDATE items SET price = $2 WHERE id = $1`, i.ID, rapid.Int64Range(100, 5000).Draw(r, "new price"))
				case 1:
					s.Exec(t, `UPDATE items SET active = FALSE WHERE id = $1`, i.ID)
				case 2:
					s.Stock(t, i.ID, 0, rapid.Int64Range(0, 4).Draw(r, "left"))
				case 3:
					s.Exec(t, `UPDATE items SET discount = $2 WHERE id = $1`, i.ID, rapid.Int64Range(0, 5000).Draw(r, "discount"))
				}
			}
			asked := s.again(t, o, "")
			done := asked
			if !asked.Done {
				done = s.again(t, o, asked.Digest)
			}
			if done.Done != asked.Possible() {
				r.Fatalf("possible %t, done %t: %q", asked.Possible(), done.Done, changesOf(done))
			}
			check(t, r, s, o, asked)
		})
	})
}

// check compares the cart with what was said, line by line.
func check(t *testing.T, r *rapid.T, s *shop, o order.OrderDetails, asked reorder.Result) {
	c, err := s.Carts.List(t.Context(), s.me, ordertest.FoodID)
	if err != nil {
		r.Fatal(err)
	}
	for i, l := range asked.Lines {
		var units int64
		var cost money.Amount
		for _, line := range c.Lines {
			if line.Item.ID == o.Lines[i].ItemID {
				units, cost = line.Quantity, line.Priced.Taxable
				if len(line.Problems) > 0 {
					r.Fatalf("%s cannot be ordered: %v", l.Name, line.Problems)
				}
			}
		}
		told := slices.Contains(l.Changes, cart.RefillPrice)
		switch {
		case units != l.Units:
			r.Fatalf("%s: said %d, the cart has %d", l.Name, l.Units, units)
		case units == l.Quantity && (cost != l.CostNow || told != (cost != l.Cost)):
			r.Fatalf("%s: said %d (%q), it costs %d, then %d", l.Name, l.CostNow, l.Changes, cost, l.Cost)
		case units < l.Quantity && len(l.Changes) == 0:
			r.Fatalf("%s: %d of %d without a word", l.Name, units, l.Quantity)
		}
	}
}
