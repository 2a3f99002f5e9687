package shopping_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"hawker/internal/api/apitest"
	"hawker/internal/catalog"
	"hawker/internal/order"
	"hawker/internal/order/ordertest"
)

func TestPrescription_ITEM11_CHK01_fromTheQuoteToTheAnswer(t *testing.T) {
	apitest.WithGuestAPI(t, func(t *testing.T, c *apitest.GuestAPI) {
		item := c.Item(t, c.Store(t, nil), 1000, 5, func(i *catalog.Item) { i.Prescription = true })
		var images []string
		buy := func(b map[string]any) {
			apitest.BuyNow(item, 1)(b)
			b["prescription_images"] = images
		}
		quote := c.Call(t, "POST", "/checkout/quote", c.CheckoutBody(buy))
		if !strings.Contains(quote.Body, `"is_prescription_required":1`) || !strings.Contains(quote.Body, "Please upload your prescription image") {
			t.Errorf("the quote: %s", quote.Body)
		}
		images = []string{"1", "2", "3", "4"}
		if a := c.Call(t, "POST", "/checkout/quote", c.CheckoutBody(buy)); a.Status != 422 || !slices.Equal(a.Errors(t), []string{"invalid: Maximum 3 images can be send at a time. prescription_images"}) {
			t.Errorf("four images: %d %s", a.Status, a.Body)
		}
		images = []string{c.PostUpload(t, prescription, ordertest.Image()).Text(t, "id")}
		placed := c.PlaceCart(t, "key-00001", buy)
		path := fmt.Sprint("/orders/", placed.Order.ID)
		token := []string{"X-Order-Token", placed.TrackingToken}
		if got := apitest.Read[apitest.Object](t, c.Call(t, "GET", path, "", token...)); got["prescription_status"] != "waiting" || fmt.Sprint(got["prescription_images"]) != fmt.Sprint(images) {
			t.Errorf("the order: %v", got)
		}
		// Anyone with the link can read the order, but not the image.
		if a := c.Call(t, "GET", "/uploads/"+images[0], "", "X-Guest-Id", c.NewGuest(t)); a.Status != 404 {
			t.Errorf("the image for a stranger: %d", a.Status)
		}
		if a := c.Call(t, "GET", fmt.Sprint("/orders/track?order_id=", placed.Order.ID), "", "X-Phone", "+12025550123"); a.Status != 200 || strings.Contains(a.Body, "prescription") {
			t.Errorf("by number and phone: %d %s", a.Status, a.Body)
		}
		no := order.Decision{OrderID: placed.Order.ID, Reason: "This prescription is too old."}
		if _, err := c.Orders.DecidePrescription(t.Context(), c.Admin(t), no); err != nil {
			t.Fatal(err)
		}
		got := apitest.Read[apitest.Object](t, c.Call(t, "GET", path, "", token...))
		if got["prescription_status"] != "refused" || got["order_status"] != "canceled" || got["cancel_reason"] != "This prescription is too old." {
			t.Errorf("after the refusal: %v", got)
		}
	})
}

// A customer's list says which orders wait for a pharmacist.
func TestPrescription_ITEM11_ORD01_inTheList(t *testing.T) {
	apitest.WithCustomerAPI(t, nil, func(t *testing.T, c *apitest.CustomerAPI) {
		me := c.NewCustomer(t)
		item := c.Item(t, c.Store(t, nil), 1000, 5, func(i *catalog.Item) { i.Prescription = true })
		body, kind := apitest.ProfileForm(t, prescription, ordertest.Image())
		image := c.Call(t, "POST", "/uploads", body, append(apitest.Bearer(me.Token), "Content-Type", kind)...).Text(t, "id")
		c.PlaceAs(t, me, "key-00001", func(b map[string]any) {
			apitest.BuyNow(item, 1)(b)
			b["prescription_images"] = []string{image}
		})
		list := apitest.Read[apitest.Object](t, c.CallAs(t, me, "GET", "/orders?state=running", nil))
		if got := list.Column("orders", "prescription_status"); fmt.Sprint(got) != "[waiting]" {
			t.Errorf("the list says %v", got)
		}
		if a := c.CallAs(t, me, "GET", "/uploads/"+image, nil); a.Status != 200 {
			t.Errorf("the image: %d %s", a.Status, a.Body)
		}
	})
}
