package shopping_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"hawker/internal/api/apitest"
	"hawker/internal/order"
	"hawker/internal/order/ordertest"
	"hawker/internal/refund"
)

// refundedOrder has the fields of an order's refunds.
type refundedOrder struct {
	OrderStatus      string `json:"order_status"`
	CanRequestRefund bool   `json:"can_request_refund"`
	Refunded         float64
	Lines            []struct {
		ID               int64
		RefundedQuantity int `json:"refunded_quantity"`
	}
	Refunds []struct {
		RefundStatus string `json:"refund_status"`
		Reason, Note string
		Images       []string
		Lines        []struct {
			LineID   int64 `json:"line_id"`
			Quantity int64
		}
		Amount    float64
		Answer    string
		DecidedAt string `json:"decided_at"`
	}
}

func TestRefund_ORD04_I18N01_fromTheRequestToTheAnswer(t *testing.T) {
	apitest.WithGuestAPI(t, func(t *testing.T, c *apitest.GuestAPI) {
		if reasons := apitest.Read[struct{ Reasons []struct{ ID, Reason string } }](t, c.Call(t, "GET", "/orders/refund-reasons", "")); len(reasons.Reasons) != 6 || reasons.Reasons[2].ID != "damaged" {
			t.Errorf("the reasons: %+v", reasons)
		}
		item := c.Item(t, c.Store(t, nil), 1000, 5, nil)
		placed := c.PlaceCart(t, "key-00001", apitest.BuyNow(item, 3))
		path := fmt.Sprint("/orders/", placed.Order.ID)
		token := []string{"X-Order-Token", placed.TrackingToken}
		read := func() refundedOrder {
			t.Helper()
			return apitest.Read[refundedOrder](t, c.Call(t, "GET", path, "", token...))
		}
		ask := func(body string) apitest.Response {
			t.Helper()
			return c.Call(t, "POST", path+"/refund", body, token...)
		}
		if early := ask(`{"reason":"late"}`); early.Status != 409 || read().CanRequestRefund {
			t.Errorf("before the delivery: %d %s", early.Status, early.Body)
		}
		for _, to := range []order.Status{order.Confirmed, order.Processing, order.Handover, order.PickedUp, order.Delivered} {
			c.MoveOrder(t, placed.Order.ID, to, order.ByAdmin)
		}
		before := read()
		if !before.CanRequestRefund || len(before.Refunds) != 0 {
			t.Errorf("after the delivery: %+v", before)
		}
		image := c.PostUpload(t, map[string]string{"purpose": "refund"}, ordertest.Image()).Text(t, "id")
		line := before.Lines[0].ID
		otherDevice := c.NewGuest(t) // has the link of the order
		photo := c.PostUpload(t, map[string]string{"purpose": "refund"}, ordertest.Image(), "X-Guest-Id", otherDevice).Text(t, "id")
		if a := ask(fmt.Sprintf(`{"reason":"damaged","images":[%q]}`, photo)); a.Status != 422 {
			t.Errorf("TRAP_P1: with the image of a stranger: %d %s", a.Status, a.Body)
		}
		for name, body := range map[string]string{
			"no reason": `{"reason":"because"}`, "no units": fmt.Sprintf(`{"reason":"late","lines":[{"line_id":%d,"quantity":0}]}`, line),
			"four images": `{"reason":"late","images":["1","2","3","4"]}`, "another line": `{"reason":"late","lines":[{"line_id":99999,"quantity":1}]}`,
		} {
			if a := ask(body); a.Status != 422 {
				t.Errorf("%s: %d %s", name, a.Status, a.Body)
			}
		}
		if a := c.Call(t, "POST", path+"/refund", `{"reason":"late"}`, "X-Order-Token", "guess"); a.Status != 404 {
			t.Errorf("TRAP_P1: without the token: %d", a.Status)
		}
		token = append(token, "X-Guest-Id", otherDevice)
		asked := apitest.Read[refundedOrder](t, ask(fmt.Sprintf(`{"reason":"damaged","note":"All wet","images":[%q,%q],"lines":[{"line_id":%d,"quantity":1}]}`, image, photo, line)))
		if r := asked.Refunds[0]; asked.OrderStatus != "refund_requested" || asked.CanRequestRefund || r.RefundStatus != "requested" || r.Reason != "It arrived damaged" ||
			r.Note != "All wet" || !slices.Equal(r.Images, []string{image, photo}) || r.Lines[0].LineID != line || r.DecidedAt != "" {
			t.Errorf("after the request: %+v", asked)
		}
		inArabic := apitest.Read[refundedOrder](t, c.Call(t, "GET", path, "", append(token, "X-localization", "ar")...)).Refunds[0]
		if inArabic.Reason != "وصل تالفًا" || inArabic.Note != "All wet" {
			t.Errorf("I18N-01: in Arabic it is %q, %q", inArabic.Reason, inArabic.Note)
		}
		if again := ask(`{"reason":"late"}`); again.Status != 409 {
			t.Errorf("a second request: %d %s", again.Status, again.Body)
		}
		if _, err := c.Orders.DecideRefund(t.Context(), c.Admin(t), refund.Decision{PurchaseID: placed.Order.ID, Approve: true, Reason: "Sorry!"}); err != nil {
			t.Fatal(err)
		}
		done := read()
		if r := done.Refunds[0]; done.OrderStatus != "delivered" || r.RefundStatus != "approved" || r.Amount <= 0 || done.Refunded != r.Amount || r.Answer != "Sorry!" ||
			done.Lines[0].RefundedQuantity != 1 || r.DecidedAt == "" || !done.CanRequestRefund {
			t.Errorf("after the yes: %+v", done)
		}
		if a := c.Call(t, "GET", fmt.Sprint("/orders/track?order_id=", placed.Order.ID), "", "X-Phone", "+12025550123"); strings.Contains(a.Body, "All wet") {
			t.Errorf("by number and phone: %s", a.Body)
		}
	})
}
