package public_test

import (
	"slices"
	"testing"

	"hawker/internal/api"
	"hawker/internal/api/apitest"
	"hawker/internal/catalog"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/order/ordertest"
	"hawker/internal/signin/signintest"
)

// A customer's recommendations are theirs: with a cache, too, a guest sees what
// everybody sees.
func TestRecommended_LOC10_aCustomersAreNotCached(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		fixture := signintest.Open(t, open(t), nil)
		c := &apitest.CustomerAPI{GuestAPI: apitest.GuestAPIOf(t, fixture.Fixture, api.Deps{Credentials: fixture.Credentials, Accounts: fixture.Accounts, SignIn: fixture.SignIn, Cache: api.NewCache(fixture.Clock)}), AccountFixture: fixture}
		c.Exec(t, `INSERT INTO categories (id, slug, module_id, name, picture, featured, position) VALUES (3, 'soups', 10, 'Soups', '', FALSE, 2)`)
		store := c.Store(t, nil)
		burger, soup := c.Item(t, store, 500, 9, nil), c.Item(t, store, 500, 9, func(i *catalog.Item) { i.CategoryID = 3 })
		me := c.NewCustomer(t)
		first := func(headers ...string) int64 {
			l := apitest.Read[struct{ Items []struct{ ID int64 } }](t, c.Call(t, "GET", "/items/recommended", "", append(headers, "zoneid", "1")...))
			return l.Items[0].ID
		}
		if a := c.CallAs(t, me, "PUT", "/customer/interests", apitest.Fields{"interest": []int64{3, 3}}); a.Status != 200 {
			t.Fatalf("interests: %s", a.Body)
		}
		if a := c.CallAs(t, me, "PUT", "/customer/interests", apitest.Fields{"interest": []int64{999999}}); a.Status != 422 {
			t.Errorf("no such category: %d %s", a.Status, a.Body)
		}
		for range 2 {
			if mine, theirs := first(apitest.Bearer(me.Token)...), first(); mine != soup.ID || theirs != burger.ID {
				t.Errorf("mine begins with %d, a guest's with %d; want %d, %d", mine, theirs, soup.ID, burger.ID)
			}
		}
		// What comes from the cache has an ETag.
		for who, headers := range map[string][]string{"": nil, "the customer": apitest.Bearer(me.Token)} {
			a := c.Call(t, "GET", "/items/recommended", "", append(headers, "zoneid", "1")...)
			if cached := a.Header.Get("Etag") != ""; cached != (who == "") {
				t.Errorf("%q: from the cache: %t", who, cached)
			}
		}
		if a := c.Call(t, "GET", "/items/recommended", "", apitest.Bearer("nobody's")...); a.Status != 401 {
			t.Errorf("a token that is none: %d", a.Status)
		}
		info := apitest.Read[struct {
			Interest []int64
			Modules  []int64 `json:"module_ids"`
		}](t, c.CallAs(t, me, "GET", "/customer/info", nil))
		if !slices.Equal(info.Interest, []int64{3}) || !slices.Equal(info.Modules, []int64{ordertest.FoodID}) {
			t.Errorf("the customer: %+v", info)
		}
	})
}
