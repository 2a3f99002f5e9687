package customer_test

import (
	"fmt"
	"slices"
	"testing"

	"hawker/internal/api/apitest"
	"hawker/internal/catalog/catalogtest"
	"hawker/internal/order"
	"hawker/internal/order/ordertest"
	"hawker/internal/vehicle/vehicletest"
)

// In rental every text that elsewhere says delivery says pickup.
func TestAddresses_HDR09_TRAP_Z2_inRental(t *testing.T) {
	apitest.WithCustomerAPI(t, nil, func(t *testing.T, c *apitest.CustomerAPI) {
		me := c.NewCustomer(t)
		vehicletest.In(t, c.DB, catalogtest.Of(t, c.DB))
		c.CallAs(t, me, "POST", "/customer/addresses", apitest.AddressBody())
		saved := c.Number(t, `SELECT id FROM addresses`)
		body := apitest.AddressBody()
		body["latitude"], body["longitude"] = 0, 0
		for module, want := range map[int64]string{
			ordertest.FoodID:   "invalid: We do not deliver to this place yet. Please choose another one. address",
			vehicletest.Rental: "invalid: Pickup is not possible at this place yet. Please choose another one. address",
		} {
			for method, path := range map[string]string{"POST": "/customer/addresses", "PUT": fmt.Sprintf("/customer/addresses/%d", saved)} {
				a := c.Send(t, method, path, body, append(apitest.Bearer(me.Token), "moduleId", fmt.Sprint(module))...)
				if a.Status != 422 || !slices.Equal(a.Errors(t), []string{want}) {
					t.Errorf("%s in module %d: %d %s", method, module, a.Status, a.Body)
				}
			}
		}
		for module, want := range map[int64]string{ordertest.FoodID: "New Delivery address selected.", vehicletest.Rental: "New Pickup address selected."} {
			a := c.Send(t, "POST", fmt.Sprintf("/customer/addresses/%d/use", saved), nil, append(apitest.Bearer(me.Token), "moduleId", fmt.Sprint(module))...)
			if a.Text(t, "message") != want {
				t.Errorf("used in module %d: %d %s", module, a.Status, a.Body)
			}
		}
	})
}

func TestAddresses_ADDR01_ADDR02_saveListAndOrder(t *testing.T) {
	apitest.WithCustomerAPI(t, nil, func(t *testing.T, c *apitest.CustomerAPI) {
		me, other := c.NewCustomer(t), c.NewCustomer(t)
		if a := c.CallAs(t, me, "POST", "/customer/addresses", apitest.AddressBody()); a.Text(t, "message") != "Your address has been saved." {
			t.Errorf("saved: %s", a.Body)
		}
		if a := c.CallAs(t, me, "POST", "/customer/addresses", apitest.Fields{"latitude": 0, "longitude": 0}); a.Status != 422 || !slices.Equal(a.Errors(t), []string{
			"invalid: Address is required address", "invalid: Name is required contact_person_name", "invalid: Phone Number is required contact_person_number",
			"invalid: We do not deliver to this place yet. Please choose another one. address",
		}) {
			t.Errorf("refused: %d %s", a.Status, a.Body)
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
		all := apitest.Read[list](t, c.CallAs(t, me, "GET", "/customer/addresses", nil))
		if all.Total != 1 || all.Addresses[0].Phone != "+12025550123" || !slices.Equal(all.Addresses[0].ZoneIDs, []int64{ordertest.ZoneID}) {
			t.Errorf("listed: %+v", all)
		}
		id := all.Addresses[0].ID
		path := fmt.Sprintf("/customer/addresses/%d", id)
		changed := apitest.AddressBody()
		changed["house"], changed["address_type"] = "14", "Selected Address"
		if a := c.CallAs(t, other, "PUT", path, changed); a.Status != 404 || a.Body != c.CallAs(t, other, "PUT", "/customer/addresses/999999", changed).Body {
			t.Errorf("another's: %d %s", a.Status, a.Body)
		}
		c.CallAs(t, me, "PUT", path, changed)
		all = apitest.Read[list](t, c.CallAs(t, me, "GET", "/customer/addresses?limit=1", nil))
		if all.Addresses[0].House != "14" || all.Addresses[0].Kind != "other" {
			t.Errorf("updated: %+v", all)
		}
		if beyond := apitest.Read[list](t, c.CallAs(t, me, "GET", "/customer/addresses?limit=1&offset=2", nil)); beyond.Total != 1 || len(beyond.Addresses) != 0 {
			t.Errorf("API-06 beyond the end: %+v", beyond)
		}

		item := c.Item(t, c.Store(t, nil), 1000, 9, nil)
		to := func(id int64) func(map[string]any) {
			return func(b map[string]any) {
				apitest.BuyNow(item, 1)(b)
				delete(b, "address")
				b["address_id"] = id
			}
		}
		mine := apitest.Read[apitest.Placed](t, c.PlaceAs(t, me, "key-00001", to(id)))
		kept, err := c.Orders.Find(t.Context(), mine.Order.ID, order.Owner{ShopperID: me.ShopperID})
		if err != nil || kept.Address.V.House != "14" || kept.ContactPhone != "+12025550123" || kept.Address.V.Point != ordertest.Door {
			t.Errorf("ordered to %+v, %v", kept.Address.V, err)
		}
		body := apitest.Decode(c.CheckoutBody(to(id)))
		if a := c.Post(t, "/checkout/quote", body); a.Status != 401 {
			t.Errorf("a guest orders to it: %d %s", a.Status, a.Body)
		}
		delete(body, "guest_id")
		foreign := c.CallAs(t, other, "POST", "/checkout/quote", body)
		body["address_id"] = 999999
		if missing := c.CallAs(t, other, "POST", "/checkout/quote", body); foreign.Status != 404 || foreign.Body != missing.Body {
			t.Errorf("another orders to it: %d %s", foreign.Status, foreign.Body)
		}
		if a := c.CallAs(t, me, "DELETE", path, nil); a.Status != 200 || c.Number(t, `SELECT COUNT(*) FROM addresses`) != 0 {
			t.Errorf("deleted: %d %s", a.Status, a.Body)
		}
	})
}
