package shopping_test

import (
	"fmt"
	"testing"

	"hawker/internal/api/apitest"
	"hawker/internal/recent"
)

// The cart of before the sign-in is the customer's, and checkout is of that.
func TestCart_CART01_TRAP_C2_isMergedAtSignUpAndOrdered(t *testing.T) {
	apitest.WithCustomerAPI(t, nil, func(t *testing.T, c *apitest.CustomerAPI) {
		item := c.Item(t, c.Store(t, nil), 1000, 3, nil)
		first := c.SignUp(t)
		c.Send(t, "POST", "/cart", apitest.Fields{"item_id": item.ID, "quantity": 2}, apitest.Bearer(first.Token)...)
		c.AddToCart(t, item.ID, 2)
		in := apitest.Read[apitest.SignIn](t, c.Post(t, "/auth/login", apitest.Fields{"login_type": "manual", "email_or_phone": apitest.Email, "field_type": "email", "password": apitest.Password, "guest_id": c.GuestID}))
		me := apitest.Customer{Token: in.Token}
		lines := apitest.Read[[]apitest.CartLine](t, c.CallAs(t, me, "GET", "/cart", nil))
		if len(in.CartConflict) != 0 || len(lines) != 1 || lines[0].Quantity != 3 || len(lines[0].Problems) != 0 {
			t.Errorf("two and two of three: %+v, %+v", in.CartConflict, lines)
		}
		apitest.Read[apitest.Placed](t, c.PlaceAs(t, me, "key-00001", func(map[string]any) {}))
		if lines := apitest.Read[[]apitest.CartLine](t, c.CallAs(t, me, "GET", "/cart", nil)); len(lines) != 0 {
			t.Errorf("after the order: %+v", lines)
		}
		other := c.NewCustomer(t)
		if lines := apitest.Read[[]apitest.CartLine](t, c.CallAs(t, other, "GET", "/cart", nil)); len(lines) != 0 {
			t.Errorf("somebody else on the same device sees %+v", lines)
		}
		if a := c.Call(t, "GET", "/cart?guest_id="+c.GuestID, ""); a.Status != 404 {
			t.Errorf("the guest id of before: %d %s", a.Status, a.Body)
		}
	})
}

func TestCartMerge_TRAP_C1_choosesBetweenTwoStores(t *testing.T) {
	apitest.WithCustomerAPI(t, nil, func(t *testing.T, c *apitest.CustomerAPI) {
		mine, theirs := c.Item(t, c.Store(t, nil), 1000, 9, nil), c.Item(t, c.Store(t, nil), 500, 9, nil)
		first := c.SignUp(t)
		c.Send(t, "POST", "/cart", apitest.Fields{"item_id": mine.ID, "quantity": 2}, apitest.Bearer(first.Token)...)
		c.AddToCart(t, theirs.ID, 3)
		in := apitest.Read[apitest.SignIn](t, c.Post(t, "/auth/login", apitest.Fields{"login_type": "manual", "email_or_phone": apitest.Email, "field_type": "email", "password": apitest.Password, "guest_id": c.GuestID}))
		if len(in.CartConflict) != 1 || in.CartConflict[0].AccountUnits != 2 {
			t.Fatalf("the conflict is %+v", in.CartConflict)
		}
		stranger := c.NewCustomer(t)
		keep := func(who, guest, whose string) apitest.Response {
			return c.Send(t, "POST", "/cart/merge", apitest.Fields{"guest_id": guest, "keep": whose}, apitest.Bearer(who)...)
		}
		foreign, missing := keep(stranger.Token, c.GuestID, "guest"), keep(stranger.Token, "nobody's", "guest")
		if foreign.Status != 404 || foreign.Body != missing.Body {
			t.Errorf("a stranger: %d %s, %s", foreign.Status, foreign.Body, missing.Body)
		}
		lines := apitest.Read[[]apitest.CartLine](t, keep(in.Token, c.GuestID, "guest"))
		if len(lines) != 1 || lines[0].Item.ID != theirs.ID || lines[0].Quantity != 3 {
			t.Errorf("the cart is %+v", lines)
		}
		if again := apitest.Read[[]apitest.CartLine](t, keep(in.Token, c.GuestID, "account")); len(again) != 1 || again[0].Quantity != 3 {
			t.Errorf("settled twice: %+v", again)
		}
	})
}

func TestCarts_CART01_ORD04_TRAP_C1_I18N01_nameStoresInTheLanguageOfTheRequest(t *testing.T) {
	apitest.WithCustomerAPI(t, nil, func(t *testing.T, c *apitest.CustomerAPI) {
		sells := func(arabic string) int64 {
			store := c.Store(t, nil)
			c.Exec(t, `INSERT INTO translations (slug, kind, record, language, texts) VALUES ($1, 'store', $1, 'ar', $2)`, store.Slug, fmt.Sprintf(`{"name":%q}`, arabic))
			return c.Item(t, store, 1000, 9, nil).ID
		}
		mine, theirs := sells("مطبخ"), sells("فرن")
		c.Exec(t, `INSERT INTO catalog_revision (id, revision) VALUES (1, 1) ON CONFLICT (id) DO UPDATE SET revision = catalog_revision.revision + 1`)
		c.Clock.Advance(recent.Oldest)

		c.AddToCart(t, mine, 1)
		placed := c.PlaceCart(t, "key-00001", nil)
		c.AddToCart(t, theirs, 1)
		guest := []string{"X-Guest-Id", c.GuestID, "X-localization", "ar"}
		type store struct{ Name string }
		carts := apitest.Read[struct{ Carts []struct{ Store store } }](t, c.Call(t, "GET", "/carts", "", guest...)).Carts
		if len(carts) != 1 || carts[0].Store.Name != "فرن" {
			t.Errorf("the carts are %+v", carts)
		}
		again := apitest.Read[struct {
			Store      store
			OtherStore string `json:"other_store"`
		}](t, c.Call(t, "POST", fmt.Sprintf("/orders/%d/reorder", placed.Order.ID), "{}", append(guest, "X-Order-Token", placed.TrackingToken)...))
		if again.Store.Name != "مطبخ" || again.OtherStore != "فرن" {
			t.Errorf("ordered again: %+v", again)
		}
		c.Send(t, "POST", "/cart", apitest.Fields{"item_id": mine, "quantity": 2}, apitest.Bearer(c.SignUp(t).Token)...)
		login := apitest.Fields{"login_type": "manual", "email_or_phone": apitest.Email, "field_type": "email", "password": apitest.Password, "guest_id": c.GuestID}
		in := apitest.Read[apitest.SignIn](t, c.Post(t, "/auth/login", login, "X-localization", "ar"))
		if len(in.CartConflict) != 1 || in.CartConflict[0].GuestStore != "فرن" || in.CartConflict[0].AccountStore != "مطبخ" {
			t.Errorf("the conflict is %+v", in.CartConflict)
		}
	})
}
