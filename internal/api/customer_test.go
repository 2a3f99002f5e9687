package api_test

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"hawker/internal/api"
	"hawker/internal/api/call"
	"hawker/internal/catalog"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/order"
	"hawker/internal/order/ordertest"
	"hawker/internal/setting"
	"hawker/internal/signin/signintest"
)

// buyer is a customer who is signed in.
type buyer struct {
	id, shopper int64
	token       string
}

// buyer signs a new customer in, as somebody who needs no sign-up.
func (c *lobby) buyer(t testing.TB) buyer {
	t.Helper()
	b := buyer{}
	b.id, b.shopper = c.Customer(t)
	return c.again(t, b, fmt.Sprint("token-", b.id))
}

// again signs a customer in once more.
func (c *lobby) again(t testing.TB, b buyer, token string) buyer {
	t.Helper()
	b.token = token
	sum := sha256.Sum256([]byte(token))
	c.Exec(t, `INSERT INTO sessions (token_hash, customer_id, device, created_at, seen_at, confirmed_at) VALUES ($1, $2, 'Test', $3, $3, $3)`,
		hex.EncodeToString(sum[:]), b.id, c.Clock.Now().UnixMilli())
	return b
}

// as sends a call of a customer's.
func (c *lobby) as(t testing.TB, who buyer, method, path string, body fields) answer {
	t.Helper()
	if body == nil {
		return c.call(t, method, path, "", bearer(who.token)...)
	}
	return c.send(t, method, path, body, bearer(who.token)...)
}

// placeAs places an order of the customer's.
func (c *lobby) placeAs(t testing.TB, who buyer, key string, edit func(map[string]any)) answer {
	t.Helper()
	body := func(more func(map[string]any)) fields {
		return decoded(c.checkout(func(b map[string]any) {
			delete(b, "guest_id")
			edit(b)
			if more != nil {
				more(b)
			}
		}))
	}
	q := read[quoted](t, c.as(t, who, "POST", "/checkout/quote", body(nil)))
	agreed := body(func(b map[string]any) { b["accepted_total"], b["quote_digest"] = q.Total, q.Digest })
	return c.send(t, "POST", "/orders", agreed, append(bearer(who.token), "Idempotency-Key", key)...)
}

func buyNow(item catalog.Item, quantity int) func(map[string]any) {
	return func(b map[string]any) {
		b["source"], b["line"] = "buy_now", map[string]any{"item_id": item.ID, "quantity": quantity}
	}
}

func TestOrders_ORD01_ORD04_aCustomersHistory(t *testing.T) {
	lobbies(t, nil, func(t *testing.T, c *lobby) {
		item := c.Item(t, c.Store(t, nil), 1000, 9, nil)
		me, other := c.buyer(t), c.buyer(t)
		mine := read[placed](t, c.placeAs(t, me, "key-00001", buyNow(item, 2)))
		read[placed](t, c.placeAs(t, other, "key-00001", buyNow(item, 1)))
		type list struct {
			Total  int `json:"total_size"`
			Orders []struct {
				ID        int64
				Summary   string
				Units     int
				Total     float64
				StoreName string `json:"store_name"`
				CanCancel bool   `json:"can_cancel"`
			}
		}
		state := func(state string) list { return read[list](t, c.as(t, me, "GET", "/orders?state="+state, nil)) }
		running := state("running")
		if running.Total != 1 || running.Orders[0].ID != mine.Order.ID || running.Orders[0].Summary != "2 × Mint burger" ||
			running.Orders[0].Units != 2 || running.Orders[0].Total != mine.Order.Total || running.Orders[0].StoreName != "Corner Kitchen" || !running.Orders[0].CanCancel {
			t.Errorf("running: %+v", running)
		}
		info := read[struct {
			Orders  int     `json:"order_count"`
			Modules []int64 `json:"module_ids"`
		}](t, c.as(t, me, "GET", "/customer/info", nil))
		if info.Orders != 1 || !slices.Equal(info.Modules, []int64{ordertest.FoodID}) {
			t.Errorf("PROF-07 the customer: %+v", info)
		}
		path := fmt.Sprintf("/orders/%d", mine.Order.ID)
		whole := c.as(t, me, "GET", path, nil)
		if whole.status != 200 || whole.header.Get("Cache-Control") != "no-store" {
			t.Errorf("the order: %d %v", whole.status, whole.header)
		}
		if byToken := c.call(t, "GET", path+"?token="+mine.TrackingToken, ""); byToken.body != whole.body {
			t.Errorf("by its token: %s", byToken.body)
		}
		if foreign, missing := c.as(t, other, "GET", path, nil), c.as(t, other, "GET", "/orders/999999", nil); foreign.status != 404 || foreign.body != missing.body {
			t.Errorf("another's order: %d %s", foreign.status, foreign.body)
		}
		canceled := c.as(t, me, "POST", path+"/cancel", fields{"reason": "mistake"})
		if canceled.text(t, "order_status") != "canceled" {
			t.Errorf("canceled: %s", canceled.body)
		}
		if running, past := state("running"), state("past"); running.Total != 0 || past.Total != 1 || past.Orders[0].CanCancel {
			t.Errorf("after the cancellation: %+v, %+v", running, past)
		}
		for _, who := range []buyer{{}, {token: "nobody's"}} {
			a := c.as(t, who, "GET", "/orders", nil)
			if who.token == "" {
				a = c.call(t, "GET", "/orders?state=past", "")
			}
			if a.status != 401 {
				t.Errorf("the token %q: %d %s", who.token, a.status, a.body)
			}
		}
		if a := c.call(t, "GET", "/orders", ""); !slices.Equal(a.entries(t), []string{"unauthorized: You are not logged in"}) {
			t.Errorf("PERM-01: %s", a.body)
		}
	})
}

func TestOrders_CHK02_aCustomerOrdersWhereGuestsMayNot(t *testing.T) {
	lobbies(t, nil, func(t *testing.T, c *lobby) {
		item := c.Item(t, c.Store(t, nil), 1000, 9, nil)
		me := c.buyer(t)
		c.SetSettings(t, func(s *setting.Settings) { s.Checkout.GuestCheckout = false })
		if a := c.call(t, "POST", "/checkout/quote", c.checkout(buyNow(item, 1))); a.status != 403 {
			t.Errorf("a guest: %d %s", a.status, a.body)
		}
		if a := c.placeAs(t, me, "key-00001", buyNow(item, 1)); a.status != 200 {
			t.Errorf("a customer: %d %s", a.status, a.body)
		}
	})
}

// The cart of before the sign-in is the customer's, and checkout is of that.
func TestCart_CART01_TRAP_C2_comesAlongAndIsOrderedByItsCustomer(t *testing.T) {
	lobbies(t, nil, func(t *testing.T, c *lobby) {
		item := c.Item(t, c.Store(t, nil), 1000, 3, nil)
		first := c.signUp(t)
		c.send(t, "POST", "/cart", fields{"item_id": item.ID, "quantity": 2}, bearer(first.Token)...)
		c.add(t, item.ID, 2)
		in := read[signIn](t, c.post(t, "/auth/login", fields{"login_type": "manual", "email_or_phone": asha, "field_type": "email", "password": password, "guest_id": c.guest}))
		me := buyer{token: in.Token}
		lines := read[[]cartLine](t, c.as(t, me, "GET", "/cart", nil))
		if len(in.CartConflict) != 0 || len(lines) != 1 || lines[0].Quantity != 3 || len(lines[0].Problems) != 0 {
			t.Errorf("two and two of three: %+v, %+v", in.CartConflict, lines)
		}
		read[placed](t, c.placeAs(t, me, "key-00001", func(map[string]any) {}))
		if lines := read[[]cartLine](t, c.as(t, me, "GET", "/cart", nil)); len(lines) != 0 {
			t.Errorf("after the order: %+v", lines)
		}
		other := c.buyer(t)
		if lines := read[[]cartLine](t, c.as(t, other, "GET", "/cart", nil)); len(lines) != 0 {
			t.Errorf("somebody else on the same device sees %+v", lines)
		}
		if a := c.call(t, "GET", "/cart?guest_id="+c.guest, ""); a.status != 404 {
			t.Errorf("the guest id of before: %d %s", a.status, a.body)
		}
	})
}

func TestOrders_ORD02_aCustomerWatchesTheirOwn(t *testing.T) {
	lobbies(t, nil, func(t *testing.T, c *lobby) {
		item := c.Item(t, c.Store(t, nil), 1000, 9, nil)
		me, other := c.buyer(t), c.buyer(t)
		mine := read[placed](t, c.placeAs(t, me, "key-00001", buyNow(item, 1)))
		path := fmt.Sprintf("/orders/%d/events", mine.Order.ID)
		if a := c.as(t, other, "GET", path, nil); a.status != 404 {
			t.Errorf("another's: %d %s", a.status, a.body)
		}
		server := httptest.NewServer(c.Handler)
		defer server.Close()
		r, err := http.NewRequestWithContext(t.Context(), "GET", server.URL+call.Prefix+path, http.NoBody)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Authorization", "Bearer "+me.token)
		stream, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer stream.Body.Close()
		first := make([]byte, 4096)
		n, err := io.ReadAtLeast(stream.Body, first, 40)
		if err != nil || !strings.Contains(string(first[:n]), `"can_cancel":true`) {
			t.Errorf("the stream begins %q, %v", first[:n], err)
		}
	})
}

func home() fields {
	return fields{
		"address_type": "home", "address": "2 Hill Street", "latitude": ordertest.Door.Lat, "longitude": ordertest.Door.Lng,
		"contact_person_name": "Asha Rao", "contact_person_number": "2025550123", "house": "12", "additional_information": "",
	}
}

func TestAddresses_ADDR01_ADDR02_keptListedAndOrderedTo(t *testing.T) {
	lobbies(t, nil, func(t *testing.T, c *lobby) {
		me, other := c.buyer(t), c.buyer(t)
		if a := c.as(t, me, "POST", "/customer/addresses", home()); a.text(t, "message") != "Your address has been saved." {
			t.Errorf("saved: %s", a.body)
		}
		if a := c.as(t, me, "POST", "/customer/addresses", fields{"latitude": 0, "longitude": 0}); a.status != 422 || !slices.Equal(a.entries(t), []string{
			"invalid: Address is required address", "invalid: Name is required contact_person_name", "invalid: Phone Number is required contact_person_number",
			"invalid: We do not deliver to this place yet. Please choose another one. address",
		}) {
			t.Errorf("refused: %d %s", a.status, a.body)
		}
		type list struct {
			Total     int `json:"total_size"`
			Addresses []struct {
				ID      int64
				Kind    string `json:"address_type"`
				House   string
				Phone   string  `json:"contact_person_number"`
				ZoneIDs []int64 `json:"zone_ids"`
			}
		}
		all := read[list](t, c.as(t, me, "GET", "/customer/addresses", nil))
		if all.Total != 1 || all.Addresses[0].Phone != "+12025550123" || !slices.Equal(all.Addresses[0].ZoneIDs, []int64{ordertest.ZoneID}) {
			t.Errorf("listed: %+v", all)
		}
		id := all.Addresses[0].ID
		path := fmt.Sprintf("/customer/addresses/%d", id)
		changed := home()
		changed["house"], changed["address_type"] = "14", "Selected Address"
		if a := c.as(t, other, "PUT", path, changed); a.status != 404 || a.body != c.as(t, other, "PUT", "/customer/addresses/999999", changed).body {
			t.Errorf("another's: %d %s", a.status, a.body)
		}
		c.as(t, me, "PUT", path, changed)
		all = read[list](t, c.as(t, me, "GET", "/customer/addresses?limit=1", nil))
		if all.Addresses[0].House != "14" || all.Addresses[0].Kind != "other" {
			t.Errorf("updated: %+v", all)
		}
		if beyond := read[list](t, c.as(t, me, "GET", "/customer/addresses?limit=1&offset=2", nil)); beyond.Total != 1 || len(beyond.Addresses) != 0 {
			t.Errorf("API-06 beyond the end: %+v", beyond)
		}

		item := c.Item(t, c.Store(t, nil), 1000, 9, nil)
		to := func(id int64) func(map[string]any) {
			return func(b map[string]any) {
				buyNow(item, 1)(b)
				delete(b, "address")
				b["address_id"] = id
			}
		}
		mine := read[placed](t, c.placeAs(t, me, "key-00001", to(id)))
		kept, err := c.Orders.Find(t.Context(), mine.Order.ID, order.Owner{ShopperID: me.shopper})
		if err != nil || kept.Address.V.House != "14" || kept.ContactPhone != "+12025550123" || kept.Address.V.Point != ordertest.Door {
			t.Errorf("ordered to %+v, %v", kept.Address.V, err)
		}
		body := decoded(c.checkout(to(id)))
		if a := c.post(t, "/checkout/quote", body); a.status != 401 {
			t.Errorf("a guest orders to it: %d %s", a.status, a.body)
		}
		delete(body, "guest_id")
		foreign := c.as(t, other, "POST", "/checkout/quote", body)
		body["address_id"] = 999999
		if missing := c.as(t, other, "POST", "/checkout/quote", body); foreign.status != 404 || foreign.body != missing.body {
			t.Errorf("another orders to it: %d %s", foreign.status, foreign.body)
		}
		if a := c.as(t, me, "DELETE", path, nil); a.status != 200 || c.Number(t, `SELECT COUNT(*) FROM addresses`) != 0 {
			t.Errorf("deleted: %d %s", a.status, a.body)
		}
	})
}

func TestWishlist_WISH01_likedThingsOfTheModule(t *testing.T) {
	lobbies(t, nil, func(t *testing.T, c *lobby) {
		me := c.buyer(t)
		store := c.Store(t, nil)
		item := c.Item(t, store, 1000, 9, nil)
		gone := c.Item(t, store, 1000, 9, nil)
		elsewhere := c.Item(t, c.Store(t, func(s *catalog.Store) { s.ModuleID = ordertest.ShopID }), 1000, 9, nil)
		far := c.Item(t, c.Store(t, func(s *catalog.Store) { s.ZoneID = ordertest.FarZoneID }), 1000, 9, nil)
		for _, query := range []string{
			fmt.Sprint("item_id=", item.ID), fmt.Sprint("item_id=", gone.ID), fmt.Sprint("item_id=", elsewhere.ID), fmt.Sprint("item_id=", far.ID),
			fmt.Sprint("item_id=", item.ID), fmt.Sprint("store_id=", store.ID),
		} {
			if a := c.as(t, me, "POST", "/wishlist?"+query, nil); a.text(t, "message") != "Added to your wishlist." {
				t.Errorf("%s: %s", query, a.body)
			}
		}
		c.Exec(t, `UPDATE items SET active = FALSE WHERE id = $1`, gone.ID)
		c.Clock.Advance(2e9)
		type liked struct {
			Item []struct {
				ID       int64
				Likes    int `json:"whislists_count"`
				LikesToo int `json:"wishlist_count"`
			}
			Store               []struct{ ID int64 }
			Vehicles, Providers []any
		}
		look := func(module int) (items []int64, l liked) {
			l = read[liked](t, c.call(t, "GET", "/wishlist", "", append(bearer(me.token), "moduleId", fmt.Sprint(module))...))
			for _, i := range l.Item {
				items = append(items, i.ID)
			}
			return items, l
		}
		items, l := look(ordertest.FoodID)
		if !slices.Equal(items, []int64{far.ID, item.ID}) || len(l.Store) != 1 || l.Vehicles == nil || l.Providers == nil {
			t.Errorf("food: %v %+v", items, l)
		}
		if items, l := look(ordertest.ShopID); !slices.Equal(items, []int64{elsewhere.ID}) || len(l.Store) != 0 {
			t.Errorf("goods: %v %+v", items, l)
		}
		c.Clock.Advance(61e9)
		if _, l := look(ordertest.FoodID); l.Item[1].Likes != 1 || l.Item[1].LikesToo != 1 {
			t.Errorf("ITEM-01 a minute later it is liked by %+v", l.Item)
		}
		for query, want := range map[string]string{
			"item_id=999999": "not_found: This item does not exist.", "store_id=999999": "not_found: This store does not exist.",
			"vehicle_id=1": "invalid: There are no vehicles for rent here. vehicle_id", "provider_id=1": "invalid: Nobody rents out vehicles here. provider_id",
			"": "invalid: Please name one thing: an item or a store. item_id", "item_id=1&store_id=1": "invalid: Please name one thing: an item or a store. item_id",
		} {
			if a := c.as(t, me, "POST", "/wishlist?"+query, nil); !slices.Equal(a.entries(t), []string{want}) {
				t.Errorf("%q: %s", query, a.body)
			}
		}
		if a := c.as(t, me, "DELETE", fmt.Sprint("/wishlist?item_id=", item.ID), nil); a.text(t, "message") != "Removed from your wishlist." {
			t.Errorf("removed: %s", a.body)
		}
		if items, _ := look(ordertest.FoodID); !slices.Equal(items, []int64{far.ID}) {
			t.Errorf("after the removal: %v", items)
		}
		if a := c.call(t, "POST", fmt.Sprint("/wishlist?item_id=", item.ID), ""); !slices.Equal(a.entries(t), []string{"unauthorized: You are not logged in"}) {
			t.Errorf("PERM-01: %s", a.body)
		}
	})
}

func TestCartMerge_TRAP_C1_choosesBetweenTwoStores(t *testing.T) {
	lobbies(t, nil, func(t *testing.T, c *lobby) {
		mine, theirs := c.Item(t, c.Store(t, nil), 1000, 9, nil), c.Item(t, c.Store(t, nil), 500, 9, nil)
		first := c.signUp(t)
		c.send(t, "POST", "/cart", fields{"item_id": mine.ID, "quantity": 2}, bearer(first.Token)...)
		c.add(t, theirs.ID, 3)
		in := read[signIn](t, c.post(t, "/auth/login", fields{"login_type": "manual", "email_or_phone": asha, "field_type": "email", "password": password, "guest_id": c.guest}))
		if len(in.CartConflict) != 1 || in.CartConflict[0].AccountUnits != 2 {
			t.Fatalf("the conflict is %+v", in.CartConflict)
		}
		stranger := c.buyer(t)
		keep := func(who, guest, whose string) answer {
			return c.send(t, "POST", "/cart/merge", fields{"guest_id": guest, "keep": whose}, bearer(who)...)
		}
		foreign, missing := keep(stranger.token, c.guest, "guest"), keep(stranger.token, "nobody's", "guest")
		if foreign.status != 404 || foreign.body != missing.body {
			t.Errorf("a stranger: %d %s, %s", foreign.status, foreign.body, missing.body)
		}
		lines := read[[]cartLine](t, keep(in.Token, c.guest, "guest"))
		if len(lines) != 1 || lines[0].Item.ID != theirs.ID || lines[0].Quantity != 3 {
			t.Errorf("the cart is %+v", lines)
		}
		if again := read[[]cartLine](t, keep(in.Token, c.guest, "account")); len(again) != 1 || again[0].Quantity != 3 {
			t.Errorf("settled twice: %+v", again)
		}
	})
}

// A customer's recommendations are theirs: with a cache, too, a guest sees what
// everybody sees.
func TestRecommended_LOC10_aCustomersAreInNoCache(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		desk := signintest.Open(t, open(t), nil)
		c := &lobby{till: tillAt(t, desk.Fixture, api.Deps{Credentials: desk.Credentials, Accounts: desk.Accounts, SignIn: desk.SignIn, Cache: api.NewCache(desk.Clock)}), accounts: desk}
		c.Exec(t, `INSERT INTO categories (id, slug, module_id, name, picture, featured, position) VALUES (3, 'soups', 10, 'Soups', '', FALSE, 2)`)
		store := c.Store(t, nil)
		burger, soup := c.Item(t, store, 500, 9, nil), c.Item(t, store, 500, 9, func(i *catalog.Item) { i.CategoryID = 3 })
		me := c.buyer(t)
		first := func(headers ...string) int64 {
			l := read[struct{ Items []struct{ ID int64 } }](t, c.call(t, "GET", "/items/recommended", "", append(headers, "zoneid", "1")...))
			return l.Items[0].ID
		}
		if a := c.as(t, me, "PUT", "/customer/interests", fields{"interest": []int64{3, 3}}); a.status != 200 {
			t.Fatalf("interests: %s", a.body)
		}
		if a := c.as(t, me, "PUT", "/customer/interests", fields{"interest": []int64{999999}}); a.status != 422 {
			t.Errorf("no such category: %d %s", a.status, a.body)
		}
		for range 2 {
			if mine, theirs := first(bearer(me.token)...), first(); mine != soup.ID || theirs != burger.ID {
				t.Errorf("mine begins with %d, a guest's with %d; want %d, %d", mine, theirs, soup.ID, burger.ID)
			}
		}
		// What comes from the cache has an ETag.
		for who, headers := range map[string][]string{"": nil, "the customer": bearer(me.token)} {
			a := c.call(t, "GET", "/items/recommended", "", append(headers, "zoneid", "1")...)
			if cached := a.header.Get("Etag") != ""; cached != (who == "") {
				t.Errorf("%q: from the cache: %t", who, cached)
			}
		}
		if a := c.call(t, "GET", "/items/recommended", "", bearer("nobody's")...); a.status != 401 {
			t.Errorf("a token that is none: %d", a.status)
		}
		info := read[struct {
			Interest []int64
			Modules  []int64 `json:"module_ids"`
		}](t, c.as(t, me, "GET", "/customer/info", nil))
		if !slices.Equal(info.Interest, []int64{3}) || !slices.Equal(info.Modules, []int64{ordertest.FoodID}) {
			t.Errorf("the customer: %+v", info)
		}
	})
}
