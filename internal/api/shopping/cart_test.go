package shopping_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"hawker/internal/api/apitest"
	"hawker/internal/catalog"
	"hawker/internal/order/ordertest"
	"hawker/internal/pricing"
	"hawker/internal/recent"
)

func TestCartAPI_CART09_payloadsAndLines(t *testing.T) {
	apitest.WithGuestAPI(t, func(t *testing.T, c *apitest.GuestAPI) {
		store := c.Store(t, nil)
		burger := c.Item(t, store, 1000, ordertest.Unlimited, ordertest.WithMenu)
		shirt := c.Item(t, store, 1000, ordertest.Unlimited, ordertest.WithVariations)

		byLabel := fmt.Sprintf(`{"guest_id":%q,"model":"Item","item_id":%d,"quantity":2,"price":14,"add_on_ids":[1],"add_on_qtys":[1],
			"variation":[{"name":"Size","values":{"label":["Large"]}},{"name":"Extras","values":{"label":["Cheese"]}}]}`, c.GuestID, burger.ID)
		lines := apitest.Read[[]apitest.CartLine](t, c.Call(t, "POST", "/cart", byLabel))
		l := lines[0]
		if l.Price != 12.5 || l.OriginalPrice != 12.5 || l.Total != 28 || l.Summary != "Large, Cheese, 1 × Cola" || l.PriceAlone != 14 || l.PriceWhenAdded != 14 || l.Item.ID != burger.ID {
			t.Errorf("the line is %+v", l)
		}
		if len(l.Variation) != 2 || l.Variation[0].ID != "1" || !slices.Equal(l.Variation[0].Values.IDs, []string{"2"}) || !slices.Equal(l.AddOnIDs, []int64{1}) || !slices.Equal(l.AddOnQtys, []int{1}) {
			t.Errorf("the choice is %+v, add-ons %v × %v", l.Variation, l.AddOnIDs, l.AddOnQtys)
		}
		// D23: ids win over labels, and name the same line.
		byID := fmt.Sprintf(`{"guest_id":%q,"item_id":%d,"quantity":1,"add_on_ids":[1],"add_on_qtys":[1],
			"variation":[{"id":"1","name":"?","values":{"label":["Small"],"ids":["2"]}},{"id":"2","values":{"ids":["3"]}}]}`, c.GuestID, burger.ID)
		if lines = apitest.Read[[]apitest.CartLine](t, c.Call(t, "POST", "/cart", byID)); len(lines) != 1 || lines[0].Quantity != 3 {
			t.Errorf("by id: %+v", lines)
		}
		for _, variation := range []string{`{"id":"1"}`, `{"type":"Large-Red"}`, `{"type":"Large Red","id":""}`, `{"name":"Size","values":{"label":["Large"]}},{"name":"Colour","values":{"label":["Red"]}}`} {
			body := fmt.Sprintf(`{"guest_id":%q,"item_id":%d,"quantity":1,"variation":[%s]}`, c.GuestID, shirt.ID, variation)
			if lines = apitest.Read[[]apitest.CartLine](t, c.Call(t, "POST", "/cart", body)); len(lines) != 2 || lines[1].Price != 5 {
				t.Errorf("%s: %+v", variation, lines)
			}
		}
		if lines[1].Quantity != 4 || lines[1].Variation[0].Type != "Large-Red" {
			t.Errorf("four ways to say Large-Red: %+v", lines[1])
		}
		// ITEM-10: the page finds the line by its variation's id (web/src/features/item/selection.test.ts).
		if v := lines[1].Variation; len(v) != 1 || v[0].ID != "1" || !slices.Equal(v[0].Values.Label, []string{"Large-Red"}) {
			t.Errorf("the variation is %+v", v)
		}
	})
}

// A translated item is bought in its language by ids, and in the town's own by labels.
func TestCartAPI_I18N01_linesAreInTheLanguageOfTheRequest(t *testing.T) {
	apitest.WithGuestAPI(t, func(t *testing.T, c *apitest.GuestAPI) {
		store := c.Store(t, nil)
		burger := c.Item(t, store, 1000, ordertest.Unlimited, ordertest.WithMenu)
		shirt := c.Item(t, store, 1000, ordertest.Unlimited, ordertest.WithVariations)
		for slug, texts := range map[string]string{
			burger.Slug: `{"name":"برغر","words":[{"of":"Size","text":"الحجم"},{"of":"Large","text":"كبير"},{"of":"Cheese","text":"جبن"},{"of":"Cola","text":"كولا"}]}`,
			shirt.Slug:  `{"name":"قميص","words":[{"of":"Large","text":"كبير"},{"of":"Red","text":"أحمر"}]}`,
		} {
			c.Exec(t, `INSERT INTO translations (slug, kind, record, language, texts) VALUES ($1, 'item', $1, 'ar', $2)`, slug, texts)
		}
		c.Exec(t, `INSERT INTO catalog_revision (id, revision) VALUES (1, 1) ON CONFLICT (id) DO UPDATE SET revision = catalog_revision.revision + 1`)
		c.Clock.Advance(recent.Oldest)
		buy := func(item int64, variation string) apitest.CartLine {
			body := fmt.Sprintf(`{"guest_id":%q,"item_id":%d,"quantity":1,"add_on_ids":[],"add_on_qtys":[],"variation":[%s]}`, c.GuestID, item, variation)
			lines := apitest.Read[[]apitest.CartLine](t, c.Call(t, "POST", "/cart", body, "X-localization", "ar"))
			return lines[len(lines)-1]
		}
		if l := buy(burger.ID, `{"id":"1","name":"الحجم","values":{"label":["كبير"],"ids":["2"]}},{"id":"2","values":{"ids":["3"]}}`); l.Item.Name != "برغر" || l.Summary != "كبير، جبن" {
			t.Errorf("a dish in Arabic: %s, %s", l.Item.Name, l.Summary)
		}
		if l := buy(shirt.ID, `{"id":"1","type":"كبير-أحمر"}`); l.Item.Name != "قميص" || l.Summary != "كبير-أحمر" {
			t.Errorf("goods in Arabic: %s, %s", l.Item.Name, l.Summary)
		}
		lines := apitest.Read[[]apitest.CartLine](t, c.Call(t, "GET", "/cart?guest_id="+c.GuestID, ""))
		if lines[0].Summary != "Large, Cheese" || lines[1].Summary != "Large-Red" || lines[1].Item.Name != shirt.Name {
			t.Errorf("in the town's own language: %+v", lines)
		}
	})
}

// The sums that a cart shows mean what they mean at the checkout.
func TestCartAPI_TRAP_M8_linesAddUpToTheSubtotal(t *testing.T) {
	apitest.WithGuestAPI(t, func(t *testing.T, c *apitest.GuestAPI) {
		store := c.Store(t, func(s *catalog.Store) {
			s.MinimumOrder, s.SelfDelivery = 1500, true
			s.Discount.V = catalog.Discount{Type: pricing.Percent, Value: 2000, MaxDiscount: 500, Start: "2026-01-01"}
		})
		c.AddToCart(t, c.Item(t, store, 1000, 9, nil).ID, 2)
		lines := c.AddToCart(t, c.Item(t, store, 333, 9, nil).ID, 3)
		var subtotal, total float64
		for _, l := range lines {
			subtotal, total = subtotal+l.Subtotal, total+l.Total
		}
		if math.Round(subtotal*100) != 2999 || math.Round(total*100) != 2499 { // 20 % would be 6.00, the cap is 5.00
			t.Errorf("the lines come to %v, after discount %v", subtotal, total)
		}
		if s := lines[0].Store; s.ID != store.ID || s.MinimumOrder != 15 || !s.FreeDelivery || !s.Delivery || s.Slug != store.Slug {
			t.Errorf("the store is %+v", s)
		}
	})
}

func TestCartAPI_API04_errors(t *testing.T) {
	apitest.WithGuestAPI(t, func(t *testing.T, c *apitest.GuestAPI) {
		item := c.Item(t, c.Store(t, nil), 1000, 1, ordertest.WithMenu)
		other := c.Item(t, c.Store(t, nil), 1000, 1, nil)
		c.AddToCart(t, other.ID, 1)
		line := func(rest string) string {
			return fmt.Sprintf(`{"guest_id":%q,"item_id":%d%s}`, c.GuestID, item.ID, rest)
		}
		const small = `,"variation":[{"name":"Size","values":{"label":["Small"]}}]`

		tests := []struct {
			name, method, path, body string
			status                   int
			want                     string
		}{
			{"not JSON", "POST", "/cart", `{"item_id"`, 400, ""},
			{"no body", "POST", "/cart", ``, 400, ""},
			{"a list", "POST", "/cart", `[]`, 422, ""},
			{"null", "POST", "/cart", `null`, 422, ""},
			{"a text for a number", "POST", "/cart", `{"item_id":"one","quantity":1}`, 422, ""},
			{"no quantity", "POST", "/cart", line(``), 422, ""},
			{"quantity 0", "POST", "/cart", line(`,"quantity":0`), 422, ""},
			{"quantity below 0", "POST", "/cart", line(`,"quantity":-1`), 422, ""},
			{"quantity beyond all", "POST", "/cart", line(`,"quantity":10000`), 422, ""},
			{"a quantity no integer holds", "POST", "/cart", line(`,"quantity":1e400`), 400, ""},
			{"an unknown field", "POST", "/cart", line(`,"quantity":1,"discount":5`), 422, ""},
			{"no guest", "POST", "/cart", `{"item_id":1,"quantity":1}`, 404, "guest_unknown: Your guest session has ended. Please try again."},
			{"a guest we never made", "POST", "/cart", `{"guest_id":"x","item_id":1,"quantity":1}`, 404, "guest_unknown: Your guest session has ended. Please try again."},
			{"ITEM-04 a required group left out", "POST", "/cart", line(`,"quantity":1`), 422, "invalid: Variation Size can not remain without selection. variation"},
			{"an option that is no number", "POST", "/cart", line(`,"quantity":1,"variation":[{"id":"x"}]`), 422, "invalid: This variation is no longer offered. variation"},
			{"CART-05 another store", "POST", "/cart", line(`,"quantity":1` + small), 409, "cart_other_store: You have item from another store in cart. If you continue, your all previous item from cart will be removed and this one will be added."},
			{"ITEM-08 more than there is", "POST", "/cart", line(`,"quantity":2,"clear_other":true` + small), 422, "invalid: Out of Limits quantity"},
			{"a line of nobody", "PUT", "/cart", line(`,"quantity":1,"cart_id":999999`), 404, "not_found: This line is no longer in your cart. cart_id"},
			{"a line of nobody", "DELETE", "/cart/items/999999?guest_id=" + c.GuestID, "", 404, "not_found: This line is no longer in your cart. cart_id"},
			{"no line number", "DELETE", "/cart/items/first?guest_id=" + c.GuestID, "", 422, ""},
			{"no guest to read", "GET", "/cart", "", 404, "guest_unknown: Your guest session has ended. Please try again."},
			{"an unknown query", "GET", "/cart?guest_id=" + c.GuestID + "&who=me", "", 422, ""},
		}
		for _, tt := range tests {
			a := c.Call(t, tt.method, tt.path, tt.body)
			if a.Status != tt.status {
				t.Errorf("%s: status %d, want %d: %s", tt.name, a.Status, tt.status, a.Body)
			}
			if got := a.Errors(t); tt.want != "" && !slices.Equal(got, []string{tt.want}) {
				t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
			}
		}
		if lines := apitest.Read[[]apitest.CartLine](t, c.Call(t, "GET", "/cart?guest_id="+c.GuestID, "")); len(lines) != 1 || lines[0].Item.ID != other.ID {
			t.Errorf("after all refusals the cart is %+v", lines)
		}
	})
}

func TestCartAPI_CART02_everyCallReturnsAllLines(t *testing.T) {
	apitest.WithGuestAPI(t, func(t *testing.T, c *apitest.GuestAPI) {
		store := c.Store(t, nil)
		a, b := c.Item(t, store, 1000, 9, nil), c.Item(t, store, 500, 9, nil)
		if got := c.Call(t, "GET", "/cart?guest_id="+c.GuestID, ""); got.Status != 200 || got.Body != "[]\n" {
			t.Errorf("an empty cart: %d %q", got.Status, got.Body)
		}
		c.AddToCart(t, a.ID, 1)
		lines := c.AddToCart(t, b.ID, 1)
		put := fmt.Sprintf(`{"guest_id":%q,"cart_id":%d,"item_id":%d,"quantity":5}`, c.GuestID, lines[0].ID, a.ID)
		if lines = apitest.Read[[]apitest.CartLine](t, c.Call(t, "PUT", "/cart", put)); len(lines) != 2 || lines[0].Quantity != 5 || lines[0].Total != 50 {
			t.Errorf("after an update: %+v", lines)
		}
		if lines = apitest.Read[[]apitest.CartLine](t, c.Call(t, "DELETE", fmt.Sprintf("/cart/items/%d?guest_id=%s", lines[0].ID, c.GuestID), "")); len(lines) != 1 {
			t.Errorf("after removing a line: %+v", lines)
		}
		if lines = apitest.Read[[]apitest.CartLine](t, c.Call(t, "DELETE", fmt.Sprintf("/cart/items?item_id=%d&guest_id=%s", b.ID, c.GuestID), "")); len(lines) != 0 {
			t.Errorf("after removing an item: %+v", lines)
		}
		c.AddToCart(t, a.ID, 1)
		if lines = apitest.Read[[]apitest.CartLine](t, c.Call(t, "DELETE", "/cart?guest_id="+c.GuestID, "")); len(lines) != 0 {
			t.Errorf("after clearing: %+v", lines)
		}
	})
}

func TestCartAPI_TRAP_C5_theClientsPriceIsOnlyCompared(t *testing.T) {
	apitest.WithGuestAPI(t, func(t *testing.T, c *apitest.GuestAPI) {
		item := c.Item(t, c.Store(t, nil), 1000, 9, nil)
		body := func(price float64) string {
			return fmt.Sprintf(`{"guest_id":%q,"item_id":%d,"quantity":1,"price":%v}`, c.GuestID, item.ID, price)
		}
		lines := apitest.Read[[]apitest.CartLine](t, c.Call(t, "POST", "/cart", body(0.01)))
		if lines[0].Total != 10 || len(lines[0].Problems) != 1 || lines[0].Problems[0].Code != "price_changed" {
			t.Errorf("a price of a cent: %+v", lines[0])
		}
		for _, honest := range []float64{10, 10.5, 3.14159} {
			c.Call(t, "DELETE", "/cart?guest_id="+c.GuestID, "")
			if lines = apitest.Read[[]apitest.CartLine](t, c.Call(t, "POST", "/cart", body(honest))); lines[0].Total != 10 || len(lines[0].Problems) != 0 {
				t.Errorf("a price of %v: %+v", honest, lines[0])
			}
		}
	})
}

// With its add-on it cost 3.00 and costs 7.00 now.
func TestCartAPI_CART08_TRAP_C3_aRiseOfAnAddOnIsOneOfTheLine(t *testing.T) {
	apitest.WithGuestAPI(t, func(t *testing.T, c *apitest.GuestAPI) {
		tea := c.Item(t, c.Store(t, nil), 200, 9, func(i *catalog.Item) {
			i.Options.V.AddOns = []catalog.AddOn{{ID: 1, Name: "Honey", Price: 100}}
		})
		c.Call(t, "POST", "/cart", fmt.Sprintf(`{"guest_id":%q,"item_id":%d,"quantity":1,"price":3,"add_on_ids":[1],"add_on_qtys":[1]}`, c.GuestID, tea.ID))
		c.Exec(t, `UPDATE items SET options = REPLACE(options, '"price":100', '"price":500')`)
		lines := apitest.Read[[]apitest.CartLine](t, c.Call(t, "GET", "/cart?guest_id="+c.GuestID, ""))
		if l := lines[0]; l.PriceWhenAdded != 3 || l.PriceAlone != 7 || l.Price != 2 || len(l.Problems) != 1 || l.Problems[0].Code != "price_changed" {
			t.Errorf("the line is %+v", l)
		}
	})
}

func TestCartAPI_CART01_oneCartForEachModule(t *testing.T) {
	apitest.WithGuestAPI(t, func(t *testing.T, c *apitest.GuestAPI) {
		food := c.Item(t, c.Store(t, nil), 1000, 9, nil)
		c.AddToCart(t, food.ID, 1)
		if got := c.Call(t, "GET", "/cart?guest_id="+c.GuestID, "", "moduleId", fmt.Sprint(ordertest.ShopID)); got.Body != "[]\n" {
			t.Errorf("the other module's cart: %s", got.Body)
		}
	})
}

func TestCartAPI_CART01_PERM02_listsOnlyTheShoppersCarts(t *testing.T) {
	apitest.WithGuestAPI(t, func(t *testing.T, c *apitest.GuestAPI) {
		type held struct {
			Carts []struct {
				ModuleID   int64  `json:"module_id"`
				ModuleType string `json:"module_type"`
				Quantity   int    `json:"quantity"`
				Store      struct {
					ID   int64  `json:"id"`
					Slug string `json:"slug"`
					Name string `json:"name"`
				} `json:"store"`
			} `json:"carts"`
		}
		kitchen := c.Store(t, nil)
		shop := c.Store(t, func(s *catalog.Store) { s.ModuleID, s.Name = ordertest.ShopID, "Lantern Market" })
		c.AddToCart(t, c.Item(t, kitchen, 1000, 9, nil).ID, 2)
		c.AddToCart(t, c.Item(t, kitchen, 500, 9, nil).ID, 1)
		c.Clock.Advance(time.Minute)
		lamp := c.Item(t, shop, 1000, 9, func(i *catalog.Item) { i.ModuleID = ordertest.ShopID })
		line := fmt.Sprintf(`{"guest_id":%q,"item_id":%d,"quantity":4}`, c.GuestID, lamp.ID)
		if got := c.Call(t, "POST", "/cart", line, "moduleId", fmt.Sprint(ordertest.ShopID)); got.Status != 200 {
			t.Fatalf("add in the other module: %d %s", got.Status, got.Body)
		}

		list := func() held { return apitest.Read[held](t, c.Call(t, "GET", "/carts", "", "X-Guest-Id", c.GuestID)) }
		got := list().Carts
		if len(got) != 2 || got[0].Store.Name != "Lantern Market" || got[0].Quantity != 4 || got[0].ModuleID != ordertest.ShopID || got[1].Quantity != 3 || got[1].Store.ID != kitchen.ID || got[1].ModuleType != "food" {
			t.Errorf("the carts are %+v", got)
		}
		if stranger := c.Call(t, "GET", "/carts", "", "X-Guest-Id", c.NewGuest(t)); !strings.Contains(stranger.Body, `"carts":[]`) {
			t.Errorf("a stranger reads %s", stranger.Body)
		}
		if nobody := c.Call(t, "GET", "/carts", ""); nobody.Status != 404 {
			t.Errorf("without a guest id: %d %s", nobody.Status, nobody.Body)
		}

		// A cart that was emptied, and one whose store is gone, lead nowhere.
		c.Call(t, "DELETE", "/cart?guest_id="+c.GuestID, "")
		if got = list().Carts; len(got) != 1 || got[0].Store.ID != shop.ID {
			t.Errorf("after emptying one: %+v", got)
		}
		c.Exec(t, `UPDATE stores SET active = FALSE WHERE id = $1`, shop.ID)
		if got = list().Carts; len(got) != 0 {
			t.Errorf("of a store that is gone: %+v", got)
		}
	})
}

func TestCartAPI_PERM02_aGuestSeesOnlyTheirCart(t *testing.T) {
	apitest.WithGuestAPI(t, func(t *testing.T, c *apitest.GuestAPI) {
		item := c.Item(t, c.Store(t, nil), 1000, 9, nil)
		mine := c.AddToCart(t, item.ID, 1)[0]
		stranger := c.NewGuest(t)
		put := fmt.Sprintf(`{"guest_id":%q,"cart_id":%d,"item_id":%d,"quantity":5}`, stranger, mine.ID, item.ID)
		for _, a := range []apitest.Response{
			c.Call(t, "PUT", "/cart", put),
			c.Call(t, "DELETE", fmt.Sprintf("/cart/items/%d?guest_id=%s", mine.ID, stranger), ""),
		} {
			if a.Status != 404 {
				t.Errorf("a stranger: %d %s", a.Status, a.Body)
			}
		}
		c.Call(t, "DELETE", fmt.Sprintf("/cart/items?item_id=%d&guest_id=%s", item.ID, stranger), "")
		c.Call(t, "DELETE", "/cart?guest_id="+stranger, "")
		if got := c.Call(t, "GET", "/cart?guest_id="+stranger, ""); got.Body != "[]\n" {
			t.Errorf("a stranger reads %s", got.Body)
		}
		if lines := apitest.Read[[]apitest.CartLine](t, c.Call(t, "GET", "/cart?guest_id="+c.GuestID, "")); len(lines) != 1 || lines[0].Quantity != 1 {
			t.Errorf("mine is now %+v", lines)
		}
	})
}
