package customer_test

import (
	"fmt"
	"slices"
	"testing"

	"hawker/internal/api/apitest"
	"hawker/internal/catalog"
	"hawker/internal/catalog/catalogtest"
	"hawker/internal/order/ordertest"
	"hawker/internal/vehicle"
	"hawker/internal/vehicle/vehicletest"
)

func TestWishlist_WISH01_listsTheModule(t *testing.T) {
	apitest.WithCustomerAPI(t, nil, func(t *testing.T, c *apitest.CustomerAPI) {
		me := c.NewCustomer(t)
		store := c.Store(t, nil)
		item := c.Item(t, store, 1000, 9, nil)
		gone := c.Item(t, store, 1000, 9, nil)
		elsewhere := c.Item(t, c.Store(t, func(s *catalog.Store) { s.ModuleID = ordertest.ShopID }), 1000, 9, nil)
		far := c.Item(t, c.Store(t, func(s *catalog.Store) { s.ZoneID = ordertest.FarZoneID }), 1000, 9, nil)
		for _, query := range []string{
			fmt.Sprint("item_id=", item.ID), fmt.Sprint("item_id=", gone.ID), fmt.Sprint("item_id=", elsewhere.ID), fmt.Sprint("item_id=", far.ID),
			fmt.Sprint("item_id=", item.ID), fmt.Sprint("store_id=", store.ID),
		} {
			if a := c.CallAs(t, me, "POST", "/wishlist?"+query, nil); a.Text(t, "message") != "Added to your wishlist." {
				t.Errorf("%s: %s", query, a.Body)
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
			l = apitest.Read[liked](t, c.Call(t, "GET", "/wishlist", "", append(apitest.Bearer(me.Token), "moduleId", fmt.Sprint(module))...))
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
			"vehicle_id=1": "not_found: This vehicle does not exist.", "provider_id=1": "not_found: This provider does not exist.",
			"": "invalid: Please name one thing: an item, a store, a vehicle or a provider. item_id", "item_id=1&store_id=1": "invalid: Please name one thing: an item, a store, a vehicle or a provider. item_id",
		} {
			if a := c.CallAs(t, me, "POST", "/wishlist?"+query, nil); !slices.Equal(a.Errors(t), []string{want}) {
				t.Errorf("%q: %s", query, a.Body)
			}
		}
		if a := c.CallAs(t, me, "DELETE", fmt.Sprint("/wishlist?item_id=", item.ID), nil); a.Text(t, "message") != "Removed from your wishlist." {
			t.Errorf("removed: %s", a.Body)
		}
		if items, _ := look(ordertest.FoodID); !slices.Equal(items, []int64{far.ID}) {
			t.Errorf("after the removal: %v", items)
		}
		if a := c.Call(t, "POST", fmt.Sprint("/wishlist?item_id=", item.ID), ""); !slices.Equal(a.Errors(t), []string{"unauthorized: You are not logged in"}) {
			t.Errorf("PERM-01: %s", a.Body)
		}
	})
}

func TestWishlist_WISH01_listsVehiclesAndProvidersInRental(t *testing.T) {
	apitest.WithCustomerAPI(t, nil, func(t *testing.T, c *apitest.CustomerAPI) {
		me := c.NewCustomer(t)
		fleet := vehicletest.In(t, c.DB, catalogtest.Of(t, c.DB))
		owner := fleet.Provider(1, nil)
		for id := range int64(3) {
			fleet.Vehicle(id+1, owner, nil)
		}
		fleet.Vehicle(4, owner, func(v *vehicle.Vehicle) { v.CategoryID = 1 }) // of another module
		for _, query := range []string{"vehicle_id=2", "vehicle_id=3", "vehicle_id=4", "provider_id=1", "vehicle_id=2"} {
			if a := c.CallAs(t, me, "POST", "/wishlist?"+query, nil); a.Text(t, "message") != "Added to your wishlist." {
				t.Errorf("%s: %s", query, a.Body)
			}
		}
		look := func(module int64) (vehicles, providers []int64) {
			l := apitest.Read[struct{ Vehicles, Providers []struct{ ID int64 } }](t, c.Call(t, "GET", "/wishlist", "", append(apitest.Bearer(me.Token), "moduleId", fmt.Sprint(module))...))
			for _, v := range l.Vehicles {
				vehicles = append(vehicles, v.ID)
			}
			for _, p := range l.Providers {
				providers = append(providers, p.ID)
			}
			return vehicles, providers
		}
		if vehicles, providers := look(vehicletest.Rental); !slices.Equal(vehicles, []int64{3, 2}) || !slices.Equal(providers, []int64{1}) {
			t.Errorf("vehicles %v of providers %v", vehicles, providers)
		}
		if vehicles, providers := look(ordertest.FoodID); len(vehicles)+len(providers) > 0 {
			t.Errorf("in food: vehicles %v of providers %v", vehicles, providers)
		}
		c.CallAs(t, me, "DELETE", "/wishlist?vehicle_id=3", nil)
		if vehicles, _ := look(vehicletest.Rental); !slices.Equal(vehicles, []int64{2}) {
			t.Errorf("after the removal: %v", vehicles)
		}
	})
}
