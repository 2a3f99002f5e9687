package staff_test

import (
	"fmt"
	"strings"
	"testing"

	"hawker/internal/api/apitest"
	"hawker/internal/order"
	"hawker/internal/refund"
	"hawker/internal/upload"
)

// requested is an order of two units of which a refund of one is requested.
func (p *place) requested(t *testing.T) (o order.OrderDetails, image string) {
	t.Helper()
	o = p.order(t, order.TakeAway)
	for _, to := range []order.Status{order.Confirmed, order.Processing, order.Handover, order.Delivered} {
		p.MoveOrder(t, o.ID, to, order.ByVendor)
	}
	image = p.Upload(t, o.ShopperID, upload.Refund)
	_, err := p.Orders.RequestRefund(t.Context(), o.ID, order.Owner{ShopperID: o.ShopperID}, refund.Request{
		Reason: "missing", Note: "One was missing", Images: []string{image}, Lines: []refund.Line{{LineID: o.Lines[0].ID, Quantity: 1}},
	})
	if err != nil {
		t.Fatal(err)
	}
	return o, image
}

// refundView has the fields of an order's refunds.
type refundView struct {
	OrderStatus string `json:"order_status"`
	Total       float64
	Refunded    float64
	Refunds     []struct {
		RefundStatus string `json:"refund_status"`
		Note, Answer string
		Images       []string
		Amount       float64
	}
}

func TestRefund_ORD04_anAdminSeesTheRequestAndDecides(t *testing.T) {
	withPlace(t, func(t *testing.T, p *place) {
		decide := func(id int64, body apitest.Fields) apitest.Response {
			t.Helper()
			return p.AsStaff(t, p.admin, "POST", fmt.Sprint("/admin/refunds/", id), body)
		}
		o, image := p.requested(t)
		waiting := apitest.Read[struct{ Orders []refundView }](t, p.AsStaff(t, p.admin, "GET", "/admin/orders?state=refund", nil))
		if len(waiting.Orders) != 1 || waiting.Orders[0].Refunds[0].Note != "One was missing" || waiting.Orders[0].Refunds[0].Images[0] != image {
			t.Errorf("the list of requests: %+v", waiting)
		}
		if a := p.AsStaff(t, p.admin, "GET", "/admin/uploads/"+image, nil); a.Status != 200 {
			t.Errorf("the image: %d", a.Status)
		}
		if a := decide(o.ID, apitest.Fields{"approve": false}); a.Status != 422 {
			t.Errorf("refused without a reason: %d %s", a.Status, a.Body)
		}
		part := apitest.Read[refundView](t, decide(o.ID, apitest.Fields{"approve": true}))
		if r := part.Refunds[0]; part.OrderStatus != "delivered" || r.RefundStatus != "approved" || r.Amount <= 0 || part.Refunded != r.Amount {
			t.Errorf("after the yes: %+v", part)
		}
		if a := decide(o.ID, apitest.Fields{"approve": false, "reason": "No"}); a.Status != 409 {
			t.Errorf("a second answer: %d %s", a.Status, a.Body)
		}
		if a := decide(o.ID, apitest.Fields{"approve": true}); a.Status != 409 || !strings.Contains(a.Body, `"refunded"`) {
			t.Errorf("the yes once more: %d %s", a.Status, a.Body)
		}
		given := part.Refunded
		if a := decide(o.ID, apitest.Fields{"approve": true, "whole": true, "refunded": given}); a.Status != 422 {
			t.Errorf("nobody has asked, and no reason: %d %s", a.Status, a.Body)
		}
		if a := decide(o.ID, apitest.Fields{"approve": true, "reason": "We are sorry.", "refunded": given}); a.Status != 422 {
			t.Errorf("nobody has asked, and it does not say what: %d %s", a.Status, a.Body)
		}
		rest := apitest.Read[refundView](t, decide(o.ID, apitest.Fields{"approve": true, "whole": true, "reason": "We are sorry.", "refunded": given}))
		if rest.OrderStatus != "refunded" || rest.Refunded != rest.Total || len(rest.Refunds) != 2 {
			t.Errorf("after the rest: %+v", rest)
		}
		other, _ := p.requested(t)
		if next := apitest.Read[seen](t, p.AsStaff(t, p.admin, "GET", fmt.Sprint("/admin/orders/", other.ID), nil)).NextStatuses; len(next) > 0 {
			t.Errorf("ORD-05: without a decision it may go to %v", next)
		}
		for to, want := range map[order.Status]int{order.Delivered: 409, order.Refunded: 422} {
			if a := p.move(t, p.admin, "admin", other.ID, to); a.Status != want {
				t.Errorf("ORD-05: moved to %s without a decision: %d %s", to, a.Status, a.Body)
			}
		}
		no := apitest.Read[refundView](t, decide(other.ID, apitest.Fields{"approve": false, "reason": "All three were there."}))
		if r := no.Refunds[0]; no.OrderStatus != "delivered" || r.RefundStatus != "refused" || r.Answer != "All three were there." || no.Refunded != 0 {
			t.Errorf("after the no: %+v", no)
		}
		third, _ := p.requested(t)
		whole := apitest.Read[refundView](t, decide(third.ID, apitest.Fields{"approve": true, "whole": true}))
		if whole.OrderStatus != "refunded" || whole.Refunds[0].Amount != whole.Total {
			t.Errorf("more than was asked for: %+v", whole)
		}
	})
}

// An admin whose response was lost decides again, and sees the refund. Another one does not
// get it by their key.
func TestRefund_ORD04_TRAP_O1_aDecisionThatIsSentAgainGetsItsResponse(t *testing.T) {
	withPlace(t, func(t *testing.T, p *place) {
		o, _ := p.requested(t)
		decide := func(token string) apitest.Response {
			return p.Send(t, "POST", fmt.Sprint("/admin/refunds/", o.ID), apitest.Fields{"approve": true}, append(apitest.Bearer(token), "Idempotency-Key", "attempt-1")...)
		}
		first, again := decide(p.admin), decide(p.admin)
		if first.Status != 200 || again.Status != 200 || again.Body != first.Body {
			t.Errorf("%d, then %d %s", first.Status, again.Status, again.Body)
		}
		if a := decide(p.SignInStaff(t, p.Admin(t))); a.Status != 409 {
			t.Errorf("another admin: %d %s", a.Status, a.Body)
		}
	})
}
