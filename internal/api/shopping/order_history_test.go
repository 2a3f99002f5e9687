package shopping_test

import (
	"fmt"
	"slices"
	"testing"

	"hawker/internal/api/apitest"
	"hawker/internal/order/ordertest"
)

func TestOrders_ORD01_ORD04_aCustomersHistory(t *testing.T) {
	apitest.WithCustomerAPI(t, nil, func(t *testing.T, c *apitest.CustomerAPI) {
		item := c.Item(t, c.Store(t, nil), 1000, 9, nil)
		me, other := c.NewCustomer(t), c.NewCustomer(t)
		mine := apitest.Read[apitest.Placed](t, c.PlaceAs(t, me, "key-00001", apitest.BuyNow(item, 2)))
		apitest.Read[apitest.Placed](t, c.PlaceAs(t, other, "key-00001", apitest.BuyNow(item, 1)))
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
		state := func(state string) list {
			return apitest.Read[list](t, c.CallAs(t, me, "GET", "/orders?state="+state, nil))
		}
		running := state("running")
		if running.Total != 1 || running.Orders[0].ID != mine.Order.ID || running.Orders[0].Summary != "2 × Mint burger" ||
			running.Orders[0].Units != 2 || running.Orders[0].Total != mine.Order.Total || running.Orders[0].StoreName != "Corner Kitchen" || !running.Orders[0].CanCancel {
			t.Errorf("running: %+v", running)
		}
		info := apitest.Read[struct {
			Orders  int     `json:"order_count"`
			Modules []int64 `json:"module_ids"`
		}](t, c.CallAs(t, me, "GET", "/customer/info", nil))
		if info.Orders != 1 || !slices.Equal(info.Modules, []int64{ordertest.FoodID}) {
			t.Errorf("PROF-07 the customer: %+v", info)
		}
		path := fmt.Sprintf("/orders/%d", mine.Order.ID)
		whole := c.CallAs(t, me, "GET", path, nil)
		if whole.Status != 200 || whole.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("the order: %d %v", whole.Status, whole.Header)
		}
		if byToken := c.Call(t, "GET", path+"?token="+mine.TrackingToken, ""); byToken.Body != whole.Body {
			t.Errorf("by its token: %s", byToken.Body)
		}
		if foreign, missing := c.CallAs(t, other, "GET", path, nil), c.CallAs(t, other, "GET", "/orders/999999", nil); foreign.Status != 404 || foreign.Body != missing.Body {
			t.Errorf("another's order: %d %s", foreign.Status, foreign.Body)
		}
		canceled := c.CallAs(t, me, "POST", path+"/cancel", apitest.Fields{"reason": "mistake"})
		if canceled.Text(t, "order_status") != "canceled" {
			t.Errorf("canceled: %s", canceled.Body)
		}
		if running, past := state("running"), state("past"); running.Total != 0 || past.Total != 1 || past.Orders[0].CanCancel {
			t.Errorf("after the cancellation: %+v, %+v", running, past)
		}
		for _, who := range []apitest.Customer{{}, {Token: "nobody's"}} {
			a := c.CallAs(t, who, "GET", "/orders", nil)
			if who.Token == "" {
				a = c.Call(t, "GET", "/orders?state=past", "")
			}
			if a.Status != 401 {
				t.Errorf("the token %q: %d %s", who.Token, a.Status, a.Body)
			}
		}
		if a := c.Call(t, "GET", "/orders", ""); !slices.Equal(a.Errors(t), []string{"unauthorized: You are not logged in"}) {
			t.Errorf("PERM-01: %s", a.Body)
		}
	})
}
