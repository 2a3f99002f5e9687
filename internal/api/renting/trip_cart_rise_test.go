package renting_test

import (
	"fmt"
	"testing"

	"hawker/internal/api/apitest"
)

// risingLine is the first line of a trip cart, with what it says of its rate.
type risingLine struct {
	Carts []struct {
		ID            int64
		Rate          float64
		RateWhenAdded float64 `json:"rate_when_added"`
		Warnings      []struct {
			Code, Message string
			LineID        int64 `json:"line_id"`
		}
	}
}

func (l risingLine) String() string {
	return fmt.Sprint(l.Carts[0].Rate, " ", l.Carts[0].RateWhenAdded, " ", l.Carts[0].Warnings)
}

// The car costs 10.00 an hour, less 10 percent.
func TestTripCart_CART08_TRAP_C3_aRiseIsAWarningOfItsLine(t *testing.T) {
	withTripAPI(t, func(t *testing.T, c tripAPI) {
		added := apitest.Read[risingLine](t, c.call("POST", "/rental/cart", `{"vehicle_id":1,"quantity":1,"rental_type":"hourly","estimated_hours":3,"price":9}`))
		if got := added.String(); got != "9 9 []" {
			t.Errorf("added: %s", got)
		}
		c.Exec(t, `UPDATE vehicles SET hourly_price = 2000 WHERE id = 1`)
		want := fmt.Sprintf("18 9 [{price_changed The price has gone up since you added this. %d}]", added.Carts[0].ID)
		if got := apitest.Read[risingLine](t, c.call("GET", "/rental/cart", "")).String(); got != want {
			t.Errorf("the cart: %s", got)
		}
		quote := apitest.Read[struct{ Cart risingLine }](t, c.call("POST", "/rental/quote", sendBody("")))
		if got := quote.Cart.String(); got != want {
			t.Errorf("the quote: %s", got)
		}
		agreed := apitest.Read[risingLine](t, c.call("POST", "/rental/cart", `{"vehicle_id":1,"quantity":1,"rental_type":"hourly","estimated_hours":3,"price":18}`))
		if got := agreed.String(); got != "18 18 []" {
			t.Errorf("added again, at the new rate: %s", got)
		}
	})
}
