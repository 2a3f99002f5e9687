package staff_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"hawker/internal/api/apitest"
	"hawker/internal/order"
	"hawker/internal/order/ordertest"
	"hawker/internal/review"
	"hawker/internal/trip"
	"hawker/internal/trip/triptest"
	"hawker/internal/upload"
)

// staffReviews is a page of reviews with the fields that the tests check.
type staffReviews struct {
	TotalSize int `json:"total_size"`
	Reviews   []staffReview
}

type staffReview struct {
	ID        int64
	Of        string
	OrderID   int64 `json:"order_id"`
	Comment   string
	Reply     string
	RepliedAt string `json:"replied_at"`
	Hidden    bool
}

func TestReviews_ITEM12_theStoreRepliesAndAnAdminHides(t *testing.T) {
	withPlace(t, func(t *testing.T, p *place) {
		me := p.NewCustomer(t)
		o := p.Place(t, "key", ordertest.BuyNow(me.ShopperID, p.item, 2))
		for _, to := range []order.Status{order.Confirmed, order.Processing, order.Handover} {
			p.MoveOrder(t, o.ID, to, order.ByVendor)
		}
		if err := p.SetRider(t, o.ID, order.Rider{Name: "Ravi"}); err != nil {
			t.Fatal(err)
		}
		p.MoveOrder(t, o.ID, order.PickedUp, order.ByAdmin)
		p.MoveOrder(t, o.ID, order.Delivered, order.ByAdmin)
		err := review.New(p.DB, p.Clock).Add(t.Context(), review.Request{
			OrderID: o.ID, ShopperID: me.ShopperID, Store: &review.Opinion{Rating: 3, Text: "Cold"}, Rider: &review.Opinion{Rating: 1, Text: "Late"},
		})
		if err != nil {
			t.Fatal(err)
		}
		list := func(token, path string) staffReviews {
			t.Helper()
			return apitest.Read[staffReviews](t, p.AsStaff(t, token, "GET", path, nil))
		}
		mine := list(p.vendor, "/vendor/reviews?state=unanswered")
		if mine.TotalSize != 1 || mine.Reviews[0].Comment != "Cold" || mine.Reviews[0].OrderID != o.ID || mine.Reviews[0].RepliedAt != "" {
			t.Fatalf("the store's reviews: %+v", mine)
		}
		if all := list(p.admin, "/admin/reviews"); all.TotalSize != 2 || all.Reviews[0].Of != "rider" {
			t.Errorf("all reviews: %+v", all)
		}
		id := mine.Reviews[0].ID
		for _, text := range []string{"Sorry", "Sorry!"} {
			replied := apitest.Read[staffReview](t, p.AsStaff(t, p.vendor, "PUT", fmt.Sprintf("/vendor/reviews/%d/reply", id), apitest.Fields{"reply": text}))
			if replied.Reply != text || replied.RepliedAt == "" {
				t.Errorf("the reply: %+v", replied)
			}
		}
		late := p.AsStaff(t, p.vendor, "PUT", fmt.Sprintf("/vendor/reviews/%d/reply", id), apitest.Fields{"reply": "Come again", "seen": ""})
		if late.Status != 409 || !slices.Equal(late.Fields(t), []string{"seen"}) {
			t.Errorf("over a reply that was not seen: %d %s", late.Status, late.Body)
		}
		if a := p.AsStaff(t, p.vendor, "PUT", fmt.Sprintf("/vendor/reviews/%d/reply", id), apitest.Fields{"reply": " "}); a.Status != 422 {
			t.Errorf("an empty reply: %d %s", a.Status, a.Body)
		}
		if left := list(p.vendor, "/vendor/reviews?state=unanswered"); left.TotalSize != 0 {
			t.Errorf("after the reply: %+v", left)
		}
		hidden := apitest.Read[staffReview](t, p.AsStaff(t, p.admin, "PUT", fmt.Sprintf("/admin/reviews/%d/hidden", id), apitest.Fields{"hidden": true}))
		if !hidden.Hidden || list(p.vendor, "/vendor/reviews").TotalSize != 0 || list(p.admin, "/admin/reviews?hidden=true").TotalSize != 1 {
			t.Errorf("after it was hidden: %+v", hidden)
		}
		if a := p.AsStaff(t, p.vendor, "PUT", fmt.Sprintf("/vendor/reviews/%d/reply", id), apitest.Fields{"reply": "Still here"}); a.Status != 404 {
			t.Errorf("a reply to a hidden one: %d %s", a.Status, a.Body)
		}
		shown := apitest.Read[staffReview](t, p.AsStaff(t, p.admin, "PUT", fmt.Sprintf("/admin/reviews/%d/hidden", id), apitest.Fields{"hidden": false}))
		if shown.Hidden || list(p.vendor, "/vendor/reviews").TotalSize != 1 {
			t.Errorf("shown again: %+v", shown)
		}
	})
}

// ratedRider is the rider of an order, or a member of staff.
type ratedRider struct {
	AvgRating   float64 `json:"avg_rating"`
	RatingCount int64   `json:"rating_count"`
}

func TestReviews_ITEM12_shoppersAndTheRiderSeeTheRidersStars(t *testing.T) {
	withPlace(t, func(t *testing.T, p *place) {
		me := p.NewCustomer(t)
		carried := func(key string) int64 {
			t.Helper()
			o := p.Place(t, key, ordertest.BuyNow(me.ShopperID, p.item, 1))
			for _, to := range []order.Status{order.Confirmed, order.Processing, order.Handover} {
				p.MoveOrder(t, o.ID, to, order.ByVendor)
			}
			apitest.Read[seen](t, p.AsStaff(t, p.rider, "POST", fmt.Sprintf("/rider/orders/%d/accept", o.ID), nil))
			return o.ID
		}
		expect := func(when string, orderID int64, want ratedRider) {
			t.Helper()
			shown := apitest.Read[struct {
				Tracking struct{ Rider ratedRider }
			}](t, p.CallAs(t, me, "GET", fmt.Sprint("/orders/", orderID), nil)).Tracking.Rider
			own := apitest.Read[ratedRider](t, p.AsStaff(t, p.rider, "GET", "/staff/me", nil))
			if shown != want || own != want {
				t.Errorf("%s: the shopper sees %+v, the rider %+v, want %+v", when, shown, own, want)
			}
		}
		reviews := review.New(p.DB, p.Clock)
		for n, stars := range []int{5, 4, 4} {
			id := carried(fmt.Sprint("key-0000", n))
			if n == 0 {
				expect("before any review", id, ratedRider{})
			}
			p.MoveOrder(t, id, order.PickedUp, order.ByAdmin)
			p.MoveOrder(t, id, order.Delivered, order.ByAdmin)
			if err := reviews.Add(t.Context(), review.Request{OrderID: id, ShopperID: me.ShopperID, Rider: &review.Opinion{Rating: stars}}); err != nil {
				t.Fatal(err)
			}
		}
		running := carried("key-last")
		expect("after three", running, ratedRider{4.3, 3})
		first := p.Number(t, `SELECT MIN(id) FROM reviews`)
		apitest.Read[staffReview](t, p.AsStaff(t, p.admin, "PUT", fmt.Sprintf("/admin/reviews/%d/hidden", first), apitest.Fields{"hidden": true}))
		expect("after one was hidden", running, ratedRider{4, 2})
	})
}

func TestVehicleReviews_RNT04_ITEM12_aProviderRepliesAndAnAdminHidesOne(t *testing.T) {
	withPlace(t, func(t *testing.T, p *place) {
		town := triptest.In(t, p.Fixture)
		me := p.NewCustomer(t)
		d := town.Book(t, "key-1", triptest.Request(me.ShopperID), time.Time{})
		town.MoveTrip(t, d.ID, trip.Confirmed, trip.Ongoing, trip.Completed)
		key := p.Upload(t, me.ShopperID, upload.Review)
		o := review.Opinion{ID: town.Car.ID, Rating: 1, Text: "Rude words", Images: []string{key}}
		if err := review.New(p.DB, p.Clock).AddToTrip(t.Context(), review.TripRequest{TripID: d.ID, ShopperID: me.ShopperID, Vehicles: []review.Opinion{o}}); err != nil {
			t.Fatal(err)
		}
		type vehicleReview struct {
			ID       int64
			TripID   int64  `json:"trip_id"`
			Vehicle  string `json:"vehicle_name"`
			Provider string `json:"provider_name"`
			Comment  string
			Hidden   bool

			Reply     string
			RepliedAt string `json:"replied_at"`
		}
		list := func(query string) []vehicleReview {
			t.Helper()
			return apitest.Read[struct{ Reviews []vehicleReview }](t, p.AsStaff(t, p.admin, "GET", "/admin/vehicle-reviews"+query, nil)).Reviews
		}
		shown := list("")
		if len(shown) != 1 || shown[0].TripID != d.ID || shown[0].Vehicle != town.Car.Name || shown[0].Provider != "Anchor" || shown[0].Comment != "Rude words" || shown[0].Hidden {
			t.Fatalf("%+v", shown)
		}
		renter := p.ProviderVendor(t, d.ProviderID)
		replied := apitest.Read[vehicleReview](t, p.AsStaff(t, p.SignInStaff(t, renter), "PUT", fmt.Sprintf("/vendor/vehicle-reviews/%d/reply", shown[0].ID), apitest.Fields{"reply": "Sorry"}))
		if replied.Reply != "Sorry" || replied.RepliedAt == "" || shown[0].RepliedAt != "" || p.Number(t, `SELECT reply_staff_id FROM vehicle_reviews`) != renter.ID {
			t.Errorf("the reply: %+v", replied)
		}
		late := p.AsStaff(t, p.SignInStaff(t, renter), "PUT", fmt.Sprintf("/vendor/vehicle-reviews/%d/reply", shown[0].ID), apitest.Fields{"reply": "Come again", "seen": ""})
		if late.Status != 409 || !slices.Equal(late.Fields(t), []string{"seen"}) {
			t.Errorf("over a reply that was not seen: %d %s", late.Status, late.Body)
		}
		path := fmt.Sprintf("/admin/vehicle-reviews/%d/hidden", shown[0].ID)
		if r := apitest.Read[vehicleReview](t, p.AsStaff(t, p.admin, "PUT", path, apitest.Fields{"hidden": true})); !r.Hidden {
			t.Errorf("%+v", r)
		}
		if len(list("")) != 0 || len(list("?hidden=true")) != 1 {
			t.Error("a hidden one is listed as shown")
		}
		if a := p.Call(t, "GET", "/rental/vehicles/1/reviews", ""); a.Status != 200 || strings.Contains(a.Body, "Rude words") {
			t.Errorf("everybody reads %d %s", a.Status, a.Body)
		}
		if a := p.Call(t, "GET", "/reviews/images/"+key, ""); a.Status != 404 {
			t.Errorf("everybody sees its image: %d", a.Status)
		}
		if a := p.AsStaff(t, p.admin, "GET", "/admin/uploads/"+key, nil); a.Status != 200 {
			t.Errorf("an admin does not see its image: %d", a.Status)
		}
		if a := p.AsStaff(t, p.vendor, "GET", "/vendor/uploads/"+key, nil); a.Status != 404 {
			t.Errorf("the vendor of a store sees its image: %d", a.Status)
		}
		if r := apitest.Read[vehicleReview](t, p.AsStaff(t, p.admin, "PUT", path, apitest.Fields{"hidden": false})); r.Hidden || len(list("")) != 1 {
			t.Errorf("shown again: %+v", r)
		}
	})
}
