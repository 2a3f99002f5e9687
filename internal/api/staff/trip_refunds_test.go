package staff_test

import (
	"fmt"
	"strings"
	"testing"

	"hawker/internal/api/apitest"
	"hawker/internal/trip"
	"hawker/internal/trip/triptest"
	"hawker/internal/upload"
	"hawker/internal/verify"
)

// refundedTrip has the fields of a trip's refunds, for shoppers and for staff.
type refundedTrip struct {
	ID               int64
	TripStatus       string `json:"trip_status"`
	CanRequestRefund bool   `json:"can_request_refund"`
	Refunded         float64
	ToRefund         float64 `json:"to_refund"`
	Refunds          []struct {
		RefundStatus         string `json:"refund_status"`
		Reason, Note, Answer string
		Images               []string
		Amount               float64
		ByAmount             bool `json:"by_amount"`
	}
}

// A guest asks for the refund of a trip by its link, and an admin gives an amount back.
func TestTripRefund_ORD04_D33_isAskedForByLinkAndDecided(t *testing.T) {
	withPlace(t, func(t *testing.T, p *place) {
		cars := triptest.In(t, p.Fixture)
		d := cars.Book(t, "trip-key-1", triptest.Request(p.Guest(t)), p.Clock.Now())
		ask := func(body string) apitest.Response {
			t.Helper()
			return p.Call(t, "POST", fmt.Sprintf("/rental/trips/%d/refund", d.ID), body, "X-Order-Token", p.Tokens.Tracking(d.ID))
		}
		if got := ask(`{"reason":"broken"}`); got.Status != 409 {
			t.Errorf("before it is completed: %d", got.Status)
		}
		cars.MoveTrip(t, d.ID, trip.Confirmed, trip.Ongoing, trip.Completed)
		reasons := apitest.Read[struct{ Reasons []struct{ ID, Reason string } }](t, p.Call(t, "GET", "/rental/trips/refund-reasons", ""))
		if len(reasons.Reasons) < 3 || reasons.Reasons[0].ID != "broken" {
			t.Errorf("the reasons: %+v", reasons)
		}
		if got := ask(`{"reason":"nothing"}`); got.Status != 422 || !strings.Contains(got.Body, `"field":"reason"`) {
			t.Errorf("an unknown reason: %d %s", got.Status, got.Body)
		}
		image := p.Upload(t, d.ShopperID, upload.Refund)
		asked := apitest.Read[refundedTrip](t, ask(fmt.Sprintf(`{"reason":"broken","note":"No lights","images":[%q]}`, image)))
		if asked.CanRequestRefund || asked.TripStatus != "completed" || asked.Refunds[0].RefundStatus != "requested" || asked.Refunds[0].Images[0] != image {
			t.Errorf("asked: %+v", asked)
		}

		renter := p.SignInStaff(t, p.ProviderVendor(t, d.ProviderID))
		seen := apitest.Read[refundedTrip](t, p.AsStaff(t, renter, "GET", fmt.Sprint("/vendor/trips/", d.ID), nil))
		if r := seen.Refunds[0]; r.Note != "No lights" || len(r.Images) != 0 {
			t.Errorf("the provider sees %+v", r)
		}
		waiting := apitest.Read[struct{ Trips []refundedTrip }](t, p.AsStaff(t, p.admin, "GET", "/admin/trips?state=refund", nil))
		if len(waiting.Trips) != 1 || waiting.Trips[0].Refunds[0].Images[0] != image || waiting.Trips[0].ToRefund != 22 {
			t.Errorf("the list of requests: %+v", waiting)
		}
		if got := p.AsStaff(t, p.admin, "GET", "/admin/uploads/"+image, nil); got.Status != 200 {
			t.Errorf("the image: %d", got.Status)
		}
		decide := func(body apitest.Fields) apitest.Response {
			t.Helper()
			return p.AsStaff(t, p.admin, "POST", fmt.Sprintf("/admin/trips/%d/refund", d.ID), body)
		}
		for _, tt := range []struct {
			body  apitest.Fields
			want  int
			field string
		}{
			{apitest.Fields{"approve": false}, 422, "reason"},
			{apitest.Fields{"approve": true, "amount": 1.234}, 422, "amount"},
			{apitest.Fields{"approve": true, "amount": 22.01}, 409, "amount"},
			{apitest.Fields{"approve": true, "amount": 5, "refunded": 1}, 409, "refunded"},
			{apitest.Fields{"approve": true, "lines": []apitest.Fields{{"line_id": 1, "quantity": 1}}}, 422, "lines"},
		} {
			if got := decide(tt.body); got.Status != tt.want || !strings.Contains(got.Body, fmt.Sprintf(`"field":%q`, tt.field)) {
				t.Errorf("%v: %d %s", tt.body, got.Status, got.Body)
			}
		}
		part := apitest.Read[refundedTrip](t, decide(apitest.Fields{"approve": true, "amount": 7.5, "reason": "Sorry"}))
		if r := part.Refunds[0]; r.RefundStatus != "approved" || !r.ByAmount || r.Amount != 7.5 || part.Refunded != 7.5 || part.ToRefund != 14.5 || part.TripStatus != "completed" {
			t.Errorf("in part: %+v", part)
		}
		if got := decide(apitest.Fields{"approve": true, "amount": 7.5, "reason": "Sorry"}); got.Status != 409 {
			t.Errorf("sent again: %d %s", got.Status, got.Body)
		}
		shopper := apitest.Read[refundedTrip](t, p.Call(t, "GET", fmt.Sprint("/rental/trips/", d.ID), "", "X-Order-Token", p.Tokens.Tracking(d.ID)))
		if r := shopper.Refunds[0]; !shopper.CanRequestRefund || r.Answer != "Sorry" || r.Amount != 7.5 || r.Reason != "The vehicle did not work as it should" {
			t.Errorf("the shopper reads %+v", shopper)
		}
		if r, err := verify.Run(t.Context(), p.DB); err != nil || !r.OK {
			t.Errorf("%v %+v", err, r)
		}
	})
}
