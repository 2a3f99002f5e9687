package renting_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"hawker/internal/api/apitest"
	"hawker/internal/catalog"
	"hawker/internal/catalog/catalogtest"
	"hawker/internal/money"
	"hawker/internal/pricing"
	"hawker/internal/setting"
	"hawker/internal/vehicle"
	"hawker/internal/vehicle/vehicletest"
)

// tripCart is a trip cart, with the fields that the tests check.
type tripCart struct {
	UserData *struct {
		ID                  int64
		RentalType          string  `json:"rental_type"`
		TripType            string  `json:"trip_type"`
		EstimatedHours      int64   `json:"estimated_hours"`
		Distance            float64 `json:"distance"`
		PickupTime          string  `json:"pickup_time"`
		PickupLocation      place   `json:"pickup_location"`
		DestinationLocation place   `json:"destination_location"`
	} `json:"user_data"`
	Carts    []tripLine
	Rows     []shownRow
	Total    float64
	Quantity int64
}

// shownRow is a price row, as every screen shows it.
type shownRow struct {
	Code, Label string
	Amount      float64
}

type place struct {
	LocationName string `json:"location_name"`
	Lat, Lng     float64
}

type tripLine struct {
	ID, Quantity  int64
	OriginalPrice float64 `json:"original_price"`
	Price         float64
	Badge         float64 `json:"badge_discount"`
	BadgeType     string  `json:"badge_discount_type"`
	Problems      []struct{ Code, Message string }
	Vehicle       struct{ ID int64 }
	Provider      struct{ Name string }
}

// tripAPI calls the API in the rental module, as a guest.
type tripAPI struct {
	*apitest.GuestAPI
	t *testing.T
}

func withTripAPI(t *testing.T, run func(t *testing.T, c tripAPI)) {
	apitest.WithGuestAPI(t, func(t *testing.T, c *apitest.GuestAPI) {
		fleet := vehicletest.In(t, c.DB, catalogtest.Of(t, c.DB))
		owner := fleet.Provider(1, func(p *vehicle.Provider) {
			p.Name, p.Address = "Anchor", "Quay"
			p.Discount.V = catalog.Discount{Type: pricing.Percent, Value: 1000}
		})
		for id, rates := range [][2]int64{{1000, 100}, {2000, 0}} {
			fleet.Vehicle(int64(id+1), owner, func(v *vehicle.Vehicle) {
				v.HourlyPrice, v.DistancePrice, v.Units = money.Amount(rates[0]), money.Amount(rates[1]), 3
			})
		}
		run(t, tripAPI{c, t})
	})
}

func (c tripAPI) call(method, path, body string, headers ...string) apitest.Response {
	c.t.Helper()
	headers = append(headers, "moduleId", fmt.Sprint(vehicletest.Rental), "X-Guest-Id", c.GuestID, "latitude", "-11.4", "longitude", "65.2")
	return c.Call(c.t, method, path, body, headers...)
}

func (c tripAPI) cart(method, path, body string) tripCart {
	c.t.Helper()
	return apitest.Read[tripCart](c.t, c.call(method, path, body))
}

func TestTripCart_RNT10_RNT15_documentedPayloads(t *testing.T) {
	withTripAPI(t, func(t *testing.T, c tripAPI) {
		if empty := c.cart("GET", "/rental/cart", ""); empty.UserData != nil || len(empty.Carts) != 0 || empty.Total != 0 {
			t.Errorf("at first %+v", empty)
		}
		full := `{"vehicle_id":1,"quantity":2,"rental_type":"hourly","estimated_hours":2.5,"pickup_time":"2026-11-20 3:30 PM","destination_time":99,"distance":0.001,
			"pickup_location":{"location_name":"Harbour"},"destination_location":{"location_name":"Hill","lat":-11.391017,"lng":65.2}}`
		got := c.cart("POST", "/rental/cart", full)
		u := got.UserData
		if u == nil || u.RentalType != "hourly" || u.TripType != "hourly" || u.EstimatedHours != 3 || u.PickupTime != "2026-11-20 3:30 PM" || u.Distance < 0.9 || u.Distance > 1.5 ||
			u.PickupLocation != (place{"Harbour", -11.4, 65.2}) || u.DestinationLocation.LocationName != "Hill" {
			t.Errorf("the trip is %+v", u)
		}
		if l := got.Carts[0]; l.Quantity != 2 || l.OriginalPrice != 60 || l.Price != 54 || l.Vehicle.ID != 1 || l.Provider.Name != "Anchor" || got.Total != 54 || got.Quantity != 2 || len(got.Rows) == 0 {
			t.Errorf("the cart is %+v", got)
		}
		short := c.cart("POST", "/rental/cart", `{"vehicle_id":2,"quantity":1,"pickup_time":"","rental_type":"hourly"}`)
		if len(short.Carts) != 2 || short.UserData.EstimatedHours != 3 || short.UserData.PickupTime != "" {
			t.Errorf("after the short form %+v", short)
		}
		updated := c.cart("PUT", "/rental/cart", fmt.Sprintf(`{"cart_id":%d,"quantity":1,"estimated_hours":4,"guest_id":%q}`, short.Carts[0].ID, c.GuestID))
		if updated.Carts[0].Quantity != 1 || updated.UserData.EstimatedHours != 4 {
			t.Errorf("after the update %+v", updated)
		}
		left := c.cart("DELETE", fmt.Sprintf("/rental/cart/items?cart_id=%d", short.Carts[0].ID), "")
		if len(left.Carts) != 1 || left.Carts[0].Vehicle.ID != 2 {
			t.Errorf("after removing one %+v", left)
		}
		if replaced := c.cart("DELETE", "/rental/cart?vehicle_id=1&quantity=3&rental_type=hourly", ""); len(replaced.Carts) != 1 || replaced.Carts[0].Quantity != 3 {
			t.Errorf("cleared and added %+v", replaced)
		}
		if cleared := c.cart("DELETE", "/rental/cart", ""); len(cleared.Carts) != 0 {
			t.Errorf("cleared %+v", cleared)
		}
	})
}

// The cart, the checkout and the trip have the same rows, also with an additional charge and
// a deposit.
func TestTripCart_PRC08_TRAP_M8_hasTheRowsOfTheCheckout(t *testing.T) {
	withTripAPI(t, func(t *testing.T, c tripAPI) {
		c.Exec(t, `UPDATE providers SET tax_rate = 1000`)
		c.Exec(t, `UPDATE vehicles SET deposit = 5000`)
		c.SetSettings(t, func(s *setting.Settings) {
			s.Rental.Deposits = true
			s.Checkout.AdditionalCharge, s.Checkout.AdditionalChargeSum, s.Checkout.AdditionalChargeName = true, 75, "Island fee"
		})
		cart := c.cart("POST", "/rental/cart", `{"vehicle_id":1,"quantity":2,"rental_type":"hourly","estimated_hours":3}`)
		if len(cart.Rows) != 6 || cart.Rows[3] != (shownRow{"additional_charge", "Island fee", 0.75}) || cart.Total != 160.15 {
			t.Errorf("the cart costs %v: %+v", cart.Total, cart.Rows)
		}
		q := c.quote()
		placed := apitest.Read[placedTrip](t, c.place("a-key-of-mine", q))
		for name, got := range map[string]tripCart{
			"the quote": {Rows: q.Rows, Total: q.Total}, "the cart in it": q.Cart, "the trip": {Rows: placed.Trip.Rows, Total: placed.Trip.Total},
		} {
			if !slices.Equal(got.Rows, cart.Rows) || got.Total != cart.Total {
				t.Errorf("%s costs %v: %+v", name, got.Total, got.Rows)
			}
		}
	})
}

// The badge of a line is that of the larger discount: the vehicle's own, or the provider's.
func TestTripCart_PRC02_RNT15_aLineSaysWhichDiscountItGot(t *testing.T) {
	withTripAPI(t, func(t *testing.T, c tripAPI) {
		add := func(own int64, kind pricing.Kind) string {
			t.Helper()
			c.Exec(t, `UPDATE vehicles SET discount = $1, discount_type = $2 WHERE id = 1`, own, string(kind))
			l := c.cart("POST", "/rental/cart", `{"vehicle_id":1,"quantity":1,"rental_type":"hourly","estimated_hours":3}`).Carts[0]
			c.cart("DELETE", "/rental/cart", "")
			return fmt.Sprint(l.OriginalPrice-l.Price, " ", l.Badge, " ", l.BadgeType)
		}
		for _, tt := range []struct {
			own  int64
			kind pricing.Kind
			want string
		}{
			{500, pricing.Percent, "3 10 percent"}, // the provider takes 10 %
			{2000, pricing.Percent, "6 20 percent"},
			{400, pricing.Flat, "4 4 amount"},
		} {
			if got := add(tt.own, tt.kind); got != tt.want {
				t.Errorf("own discount %d %s: %q, want %q", tt.own, tt.kind, got, tt.want)
			}
		}
	})
}

// If some vehicles are not rented by the new type of trip, the response is a JSON array of
// their lines.
func TestTripCart_RNT06_RNT10_conflictsAreABareList(t *testing.T) {
	withTripAPI(t, func(t *testing.T, c tripAPI) {
		for _, id := range []int{1, 2} {
			c.cart("POST", "/rental/cart", fmt.Sprintf(`{"vehicle_id":%d,"quantity":1}`, id))
		}
		before := c.cart("GET", "/rental/cart", "")
		body := `{"userId":1,"rental_type":"distance","destination_location":{"location_name":"Door","lat":-11.391017,"lng":65.2}}`
		path := fmt.Sprint("/rental/cart/user/", before.UserData.ID)
		a := c.call("PUT", path, body)
		var conflicts []tripLine
		if err := json.Unmarshal([]byte(a.Body), &conflicts); err != nil || a.Status != 409 || len(conflicts) != 1 || conflicts[0].Vehicle.ID != 2 {
			t.Fatalf("%d %s, %v", a.Status, a.Body, err)
		}
		c.cart("DELETE", fmt.Sprintf("/rental/cart/items?cart_ids=%d,999", conflicts[0].ID), "")
		if after := c.cart("PUT", path, body); len(after.Carts) != 1 || after.UserData.RentalType != "distance_wise" || after.UserData.Distance == 0 {
			t.Errorf("after Remove & Continue %+v", after)
		}
	})
}

func TestTripCart_RNT06_RNT07_refusalsHaveCodesAndFields(t *testing.T) {
	withTripAPI(t, func(t *testing.T, c tripAPI) {
		c.cart("POST", "/rental/cart", `{"vehicle_id":1,"quantity":1,"estimated_hours":2}`)
		for _, tt := range []struct{ method, path, body, want string }{
			{"POST", "/rental/cart", `{"vehicle_id":2,"quantity":1,"estimated_hours":3}`, `409 "code":"trip_other_duration"`},
			{"POST", "/rental/cart", `{"vehicle_id":1,"quantity":3}`, `409 "field":"quantity"`},
			{"POST", "/rental/cart", `{"vehicle_id":99,"quantity":1}`, `404 "field":"vehicle_id"`},
			{"POST", "/rental/cart", `{"vehicle_id":1,"quantity":1,"pickup_time":"soon"}`, `422 "field":"pickup_time"`},
			{"POST", "/rental/cart", `{"vehicle_id":1,"quantity":1,"destination_location":{"location_name":"Hill"}}`, `422 "field":"destination_location"`},
			{"POST", "/rental/cart", `{"vehicle_id":1,"quantity":0}`, `422 "field":"quantity"`},
			{"POST", "/rental/cart", `{"vehicle_id":1,"quantity":1,"rental_type":"weekly"}`, `422 "field":"rental_type"`},
			{"PUT", "/rental/cart/user/999", `{"estimated_hours":3}`, `404 "code":"not_found"`},
			{"DELETE", "/rental/cart/items", ``, `422 "field":"cart_id"`},
			{"DELETE", "/rental/cart/items?cart_id=999", ``, `404 "field":"cart_id"`},
		} {
			a := c.call(tt.method, tt.path, tt.body)
			status, words, _ := strings.Cut(tt.want, " ")
			if fmt.Sprint(a.Status) != status || !strings.Contains(a.Body, words) {
				t.Errorf("%s %s %s: %d %s, want %s", tt.method, tt.path, tt.body, a.Status, a.Body, tt.want)
			}
		}
	})
}

func TestTripCart_RNT06_I18N01_refusesTooManyHoursInTheLanguageOfTheRequest(t *testing.T) {
	withTripAPI(t, func(t *testing.T, c tripAPI) {
		for _, hours := range []string{"8761", "1000000"} {
			body := fmt.Sprintf(`{"vehicle_id":1,"quantity":1,"estimated_hours":%s}`, hours)
			a := c.call("POST", "/rental/cart", body, "X-localization", "ar")
			if a.Status != 422 || !strings.Contains(a.Body, "مدة الإيجار بالساعات: من 1 إلى 8760.") || !strings.Contains(a.Body, `"field":"estimated_hours"`) {
				t.Errorf("%s hours: %d %s", hours, a.Status, a.Body)
			}
		}
	})
}

// What the checkout would say of the vehicles, the cart says already.
func TestTripCart_CART08_saysWhichVehiclesCannotBeBooked(t *testing.T) {
	withTripAPI(t, func(t *testing.T, c tripAPI) {
		c.cart("POST", "/rental/cart", `{"vehicle_id":1,"quantity":2,"rental_type":"hourly","estimated_hours":3}`)
		c.cart("POST", "/rental/cart", `{"vehicle_id":2,"quantity":1,"rental_type":"hourly","estimated_hours":3}`)
		for _, tt := range []struct{ change, undo, first, second string }{
			{`UPDATE vehicles SET archived = TRUE WHERE id = 1`, `UPDATE vehicles SET archived = FALSE`, "unavailable Vehicle 1 is no longer for rent.", ""},
			{`UPDATE vehicles SET hourly_price = 0 WHERE id = 2`, `UPDATE vehicles SET hourly_price = 2000 WHERE id = 2`, "", "trip_other_type Vehicle 2 is not rented this way."},
			{
				`UPDATE providers SET archived = TRUE`, `UPDATE providers SET archived = FALSE`,
				"unavailable Anchor does not rent out vehicles any more.", "unavailable Anchor does not rent out vehicles any more.",
			},
			{`UPDATE vehicles SET units = 3`, `UPDATE vehicles SET units = 3`, "", ""},
		} {
			c.Exec(t, tt.change)
			lines := c.cart("GET", "/rental/cart", "").Carts
			for n, want := range []string{tt.first, tt.second} {
				got := ""
				for _, p := range lines[n].Problems {
					got += p.Code + " " + p.Message
				}
				if got != want || lines[n].Problems == nil {
					t.Errorf("%s: line %d has %q, want %q", tt.change, n, got, want)
				}
			}
			c.Exec(t, tt.undo)
		}
	})
}

func TestTripCart_LOC06_LOC13_whatIsSwitchedOffIsNotRented(t *testing.T) {
	withTripAPI(t, func(t *testing.T, c tripAPI) {
		listed := func() int {
			t.Helper()
			return apitest.Read[struct {
				TotalSize int `json:"total_size"`
			}](t, c.Call(t, "GET", "/rental/vehicles", "", "zoneid", fmt.Sprint(catalogtest.Harbour))).TotalSize
		}
		add := func() int {
			return c.call("POST", "/rental/cart", `{"vehicle_id":1,"quantity":1,"rental_type":"hourly","estimated_hours":3}`).Status
		}
		if n, status := listed(), add(); n != 2 || status != 200 {
			t.Fatalf("%d vehicles are listed, into the cart: %d", n, status)
		}
		c.Exec(t, `UPDATE modules SET active = FALSE`)
		c.Clock.Advance(time.Minute)
		if n, status := listed(), add(); n != 0 || status != 404 {
			t.Errorf("switched off: %d vehicles are listed, into the cart: %d", n, status)
		}
		if q := c.quote(); len(q.Problems) == 0 {
			t.Error("switched off: the cart has no problem")
		}
		c.Exec(t, `UPDATE modules SET active = TRUE`)
		c.Clock.Advance(time.Minute)
		if n, status := listed(), add(); n != 2 || status != 200 {
			t.Errorf("switched on again: %d vehicles are listed, into the cart: %d", n, status)
		}
	})
}
