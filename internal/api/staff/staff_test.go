package staff_test

import (
	"fmt"
	"slices"
	"testing"

	"hawker/internal/api/apitest"
	"hawker/internal/catalog"
	"hawker/internal/errs"
	"hawker/internal/order"
	"hawker/internal/order/ordertest"
	"hawker/internal/setting"
	members "hawker/internal/staff"
	"hawker/internal/verify"
)

// place is a store with its staff, all signed in.
type place struct {
	*apitest.CustomerAPI
	store                catalog.Store
	item                 catalog.Item
	vendor, rider, admin string // tokens
	riderStaff           order.Staff
	vendorStaff          order.Staff
}

func withPlace(t *testing.T, run func(t *testing.T, p *place)) {
	t.Helper()
	apitest.WithCustomerAPI(t, nil, func(t *testing.T, c *apitest.CustomerAPI) { run(t, newPlace(t, c)) })
}

func newPlace(t *testing.T, c *apitest.CustomerAPI) *place {
	t.Helper()
	p := &place{CustomerAPI: c, store: c.Store(t, nil)}
	p.item = c.Item(t, p.store, 1000, 500, nil)
	p.vendorStaff, p.riderStaff = c.Vendor(t, p.store.ID), c.Rider(t, ordertest.ZoneID)
	p.vendor, p.rider, p.admin = c.SignInStaff(t, p.vendorStaff), c.SignInStaff(t, p.riderStaff), c.SignInStaff(t, c.Admin(t))
	return p
}

// order places an order of two units.
func (p *place) order(t *testing.T, kind order.Type) order.OrderDetails {
	t.Helper()
	r := ordertest.BuyNow(p.Guest(t), p.item, 2)
	r.Type = kind
	return p.Place(t, "key", r)
}

// seen is an order as staff see it, with the fields that the tests check.
type seen struct {
	ID           int64
	OrderStatus  string   `json:"order_status"`
	NextStatuses []string `json:"next_statuses"`
	Total        float64
	Rows         []struct{ Code string }
	Lines        []struct{ Name string }
	Contact      *struct{ Name, Phone string }
	Address      *struct{ Address string }
	Rider        *struct{ Name, Phone string }
	ReadyAt      string `json:"ready_at"`

	SelfDelivery        bool   `json:"self_delivery"`
	DeliveryInstruction string `json:"delivery_instruction"`

	Timeline []struct{ Status, At, Actor, Name, Reason string }
}

type list struct {
	TotalSize   int `json:"total_size"`
	Orders      []seen
	Offers, Own []seen
}

func (p *place) move(t *testing.T, token, role string, id int64, to order.Status, more ...string) apitest.Response {
	t.Helper()
	body := apitest.Fields{"status": to}
	for i := 0; i+1 < len(more); i += 2 {
		body[more[i]] = more[i+1]
	}
	return p.AsStaff(t, token, "POST", fmt.Sprintf("/%s/orders/%d/status", role, id), body)
}

func TestOrder_ORD03_goesFromPlacedToDeliveredByTheStaffsCalls(t *testing.T) {
	withPlace(t, func(t *testing.T, p *place) {
		id := p.order(t, order.Delivery).ID
		fresh := apitest.Read[list](t, p.AsStaff(t, p.vendor, "GET", "/vendor/orders?state=new", nil))
		if fresh.TotalSize != 1 || fresh.Orders[0].ID != id || !slices.Equal(fresh.Orders[0].NextStatuses, []string{"confirmed", "canceled"}) {
			t.Fatalf("a new order: %+v", fresh)
		}
		confirmed := apitest.Read[seen](t, p.AsStaff(t, p.vendor, "POST", fmt.Sprintf("/vendor/orders/%d/status", id), apitest.Fields{"status": "confirmed", "preparation_minutes": 25}))
		if confirmed.ReadyAt != "2026-11-20T07:25:00Z" {
			t.Errorf("ready at %s", confirmed.ReadyAt)
		}
		apitest.Read[seen](t, p.move(t, p.vendor, "vendor", id, order.Processing))

		offered := apitest.Read[list](t, p.AsStaff(t, p.rider, "GET", "/rider/orders", nil))
		if len(offered.Offers) != 1 || len(offered.Own) != 0 || offered.Offers[0].Contact != nil || offered.Offers[0].Address != nil || len(offered.Offers[0].Lines) != 0 {
			t.Errorf("P5: an offer shows who it goes to: %+v", offered)
		}
		if early := p.move(t, p.rider, "rider", id, order.PickedUp); early.Status != 409 {
			t.Errorf("before it is accepted: %d %s", early.Status, early.Body)
		}
		if away := p.AsStaff(t, p.rider, "POST", "/rider/position", apitest.Fields{"latitude": -11.4, "longitude": 65.2}); away.Status != 409 {
			t.Errorf("TRAP_P5: a position without a delivery: %d", away.Status)
		}
		mine := apitest.Read[seen](t, p.AsStaff(t, p.rider, "POST", fmt.Sprintf("/rider/orders/%d/accept", id), nil))
		if mine.Contact == nil || mine.Contact.Name != "Asha Rao" || mine.Address == nil || len(mine.Rows) == 0 {
			t.Errorf("an accepted order: %+v", mine)
		}
		apitest.Read[seen](t, p.move(t, p.vendor, "vendor", id, order.Handover))
		apitest.Read[seen](t, p.move(t, p.rider, "rider", id, order.PickedUp))
		halfway := apitest.Fields{"latitude": (ordertest.StorePoint.Lat + ordertest.Door.Lat) / 2, "longitude": 65.2}
		if at := p.AsStaff(t, p.rider, "POST", "/rider/position", halfway); at.Status != 200 {
			t.Fatalf("%d %s", at.Status, at.Body)
		}
		if r := p.track(t, id).Rider.V; r.Name != "Ravi" || r.Progress < 0.49 || r.Progress > 0.51 {
			t.Errorf("the shopper sees %+v", r)
		}
		done := apitest.Read[seen](t, p.move(t, p.rider, "rider", id, order.Delivered))
		if done.Contact != nil || done.Address != nil {
			t.Errorf("TRAP_P5: after the delivery the rider sees %+v", done)
		}
		past := apitest.Read[seen](t, p.AsStaff(t, p.vendor, "GET", fmt.Sprint("/vendor/orders/", id), nil))
		if past.Contact != nil {
			t.Errorf("the store still sees %+v", past.Contact)
		}
		var stamps []string
		for _, m := range past.Timeline {
			stamps = append(stamps, m.Status+" "+m.Actor+" "+m.Name)
		}
		cook := p.vendorStaff.Name
		want := []string{"pending shopper ", "confirmed vendor " + cook, "processing vendor " + cook, "handover vendor " + cook, "picked_up rider Ravi", "delivered rider Ravi"}
		if !slices.Equal(stamps, want) {
			t.Errorf("stamps %q", stamps)
		}
		if r, err := verify.Run(t.Context(), p.DB); err != nil || !r.OK {
			t.Errorf("%v %+v", err, r)
		}
	})
}

// A store with riders of its own brings its orders: no rider of the zone hears of them, and
// the store sees where they go and keeps the tip. What the store does now is kept in the
// order.
func TestOrder_ORD03_TRAP_Z4_aStoreDeliversItself(t *testing.T) {
	withPlace(t, func(t *testing.T, p *place) {
		p.SetSettings(t, func(s *setting.Settings) { s.Checkout.RiderTips = true })
		before := p.order(t, order.Delivery)
		p.Exec(t, `UPDATE stores SET self_delivery = TRUE WHERE id = $1`, p.store.ID)
		r := ordertest.BuyNow(p.Guest(t), p.item, 2)
		r.Tip, r.DeliveryInstruction = 250, "Second door"
		o, fetched := p.Place(t, "key", r), p.order(t, order.TakeAway)
		p.Exec(t, `UPDATE stores SET self_delivery = FALSE WHERE id = $1`, p.store.ID)
		if before.SelfDelivery || !o.SelfDelivery || fetched.SelfDelivery {
			t.Fatalf("before %t, a delivery %t, take-away %t", before.SelfDelivery, o.SelfDelivery, fetched.SelfDelivery)
		}
		for _, id := range []int64{before.ID, o.ID} {
			for _, to := range []order.Status{order.Confirmed, order.Processing, order.Handover} {
				apitest.Read[seen](t, p.move(t, p.vendor, "vendor", id, to))
			}
		}
		offered := apitest.Read[list](t, p.AsStaff(t, p.rider, "GET", "/rider/orders", nil))
		if len(offered.Offers) != 1 || offered.Offers[0].ID != before.ID {
			t.Errorf("offered: %+v", offered.Offers)
		}
		if a := p.AsStaff(t, p.rider, "POST", fmt.Sprintf("/rider/orders/%d/accept", o.ID), nil); a.Status != 404 {
			t.Errorf("a rider accepts it: %d %s", a.Status, a.Body)
		}
		if other := apitest.Read[seen](t, p.AsStaff(t, p.vendor, "GET", fmt.Sprint("/vendor/orders/", before.ID), nil)); len(other.NextStatuses) > 0 || other.Address != nil {
			t.Errorf("TRAP_P5: of an order that a rider brings, the store sees %+v", other)
		}
		ready := apitest.Read[seen](t, p.AsStaff(t, p.vendor, "GET", fmt.Sprint("/vendor/orders/", o.ID), nil))
		if !ready.SelfDelivery || ready.Address == nil || ready.Contact.Name != "Asha Rao" || ready.DeliveryInstruction != "Second door" || !slices.Equal(ready.NextStatuses, []string{"picked_up"}) {
			t.Errorf("ready: %+v", ready)
		}
		away := apitest.Read[seen](t, p.move(t, p.vendor, "vendor", o.ID, order.PickedUp))
		if !slices.Equal(away.NextStatuses, []string{"delivered", "failed"}) {
			t.Errorf("on the way: %v", away.NextStatuses)
		}
		if got := p.track(t, o.ID); got.Step() != 3 || got.RiderID != nil || got.Rider.V != (order.Rider{}) {
			t.Errorf("the shopper sees step %d and %+v", got.Step(), got.Rider.V)
		}
		if done := apitest.Read[seen](t, p.move(t, p.vendor, "vendor", o.ID, order.Delivered)); done.Contact != nil || done.Address != nil {
			t.Errorf("TRAP_P5: after the delivery the store sees %+v", done)
		}
		if got := p.Number(t, `SELECT COUNT(*) FROM ledger_entries WHERE account = 'tips'`); got != 0 {
			t.Errorf("%d entries of tips of riders", got)
		}
		if r, err := verify.Run(t.Context(), p.DB); err != nil || !r.OK {
			t.Errorf("%v %+v", err, r)
		}
	})
}

func (p *place) track(t *testing.T, id int64) order.Tracking {
	t.Helper()
	tracked, err := p.Orders.Track(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	return tracked
}

func TestVendor_ORD03_refusesWithAReasonAndTheStockComesBack(t *testing.T) {
	withPlace(t, func(t *testing.T, p *place) {
		id := p.order(t, order.TakeAway).ID
		if got := p.move(t, p.vendor, "vendor", id, order.Canceled); got.Status != 422 || !slices.Equal(got.Fields(t), []string{"reason"}) {
			t.Errorf("without a reason: %d %s", got.Status, got.Body)
		}
		got := apitest.Read[seen](t, p.move(t, p.vendor, "vendor", id, order.Canceled, "reason", "The oven is broken"))
		if got.OrderStatus != "canceled" || got.Timeline[1].Reason != "The oven is broken" {
			t.Errorf("%+v", got)
		}
		if left := p.Number(t, `SELECT quantity FROM stock WHERE item_id = $1`, p.item.ID); left != 500 {
			t.Errorf("ORD-05: %d are left", left)
		}
	})
}

func TestVendor_countsTheStockOfAnItemOfTheirOwn(t *testing.T) {
	withPlace(t, func(t *testing.T, p *place) {
		put := func(body apitest.Fields) int {
			return p.AsStaff(t, p.vendor, "PUT", fmt.Sprintf("/vendor/items/%d/stock", p.item.ID), body).Status
		}
		if put(apitest.Fields{"stock": 7}) != 200 || p.Number(t, `SELECT quantity FROM stock WHERE item_id = $1`, p.item.ID) != 7 {
			t.Error("the count is not stored")
		}
		if n := p.Number(t, `SELECT COUNT(*) FROM stock_moves WHERE reason = 'count' AND delta = -493`); n != 1 {
			t.Errorf("%d moves say so", n)
		}
		if put(apitest.Fields{"stock": 7, "variation_id": 99}) != 422 {
			t.Error("a variation that does not exist is counted")
		}
		if put(apitest.Fields{"stock": 0, "uncounted": true}) != 200 || p.Number(t, `SELECT COUNT(*) FROM stock WHERE counted_since IS NOT NULL`) != 0 {
			t.Error("it is still counted")
		}
		goods := p.Item(t, p.store, 500, 10, ordertest.WithVariations)
		path := fmt.Sprintf("/vendor/items/%d/stock", goods.ID)
		if got := p.AsStaff(t, p.vendor, "PUT", path, apitest.Fields{"stock": 3}); got.Status != 422 {
			t.Errorf("an item with variations is counted without one: %d", got.Status)
		}
		if got := p.AsStaff(t, p.vendor, "PUT", path, apitest.Fields{"stock": 3, "variation_id": 2}); got.Status != 200 {
			t.Errorf("a variation: %d %s", got.Status, got.Body)
		}
		if r, err := verify.Run(t.Context(), p.DB); err != nil || !r.OK {
			t.Errorf("%v %+v", err, r)
		}
	})
}

func TestRider_TRAP_Z4_seesOffersOfTheOwnZoneAlone(t *testing.T) {
	withPlace(t, func(t *testing.T, p *place) {
		far := p.SignInStaff(t, p.Rider(t, ordertest.FarZoneID))
		id := p.order(t, order.Delivery).ID
		fetched := p.order(t, order.TakeAway).ID
		for _, order := range []int64{id, fetched} {
			apitest.Read[seen](t, p.move(t, p.vendor, "vendor", order, "confirmed"))
			apitest.Read[seen](t, p.move(t, p.vendor, "vendor", order, "processing"))
		}
		for token, want := range map[string]int{p.rider: 1, far: 0} {
			if got := apitest.Read[list](t, p.AsStaff(t, token, "GET", "/rider/orders", nil)); len(got.Offers) != want {
				t.Errorf("%d offers, want %d", len(got.Offers), want)
			}
		}
		for _, refused := range []apitest.Response{
			p.AsStaff(t, far, "POST", fmt.Sprintf("/rider/orders/%d/accept", id), nil),
			p.AsStaff(t, p.rider, "POST", fmt.Sprintf("/rider/orders/%d/accept", fetched), nil),
		} {
			if refused.Status != 404 {
				t.Errorf("accepted: %d %s", refused.Status, refused.Body)
			}
		}
	})
}

func TestRider_TRAP_P5_isReleasedWhenDisabled(t *testing.T) {
	withPlace(t, func(t *testing.T, p *place) {
		waiting, carried := p.order(t, order.Delivery).ID, p.order(t, order.Delivery).ID
		for _, id := range []int64{waiting, carried} {
			for _, to := range []order.Status{order.Confirmed, order.Processing, order.Handover} {
				apitest.Read[seen](t, p.move(t, p.vendor, "vendor", id, to))
			}
			apitest.Read[seen](t, p.AsStaff(t, p.rider, "POST", fmt.Sprintf("/rider/orders/%d/accept", id), nil))
		}
		apitest.Read[seen](t, p.move(t, p.rider, "rider", carried, order.PickedUp))
		all, err := p.Staff.List(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		at := slices.IndexFunc(all, func(m members.Member) bool { return m.ID == p.riderStaff.ID })
		if err := p.Staff.Disable(t.Context(), all[at].Email); err != nil {
			t.Fatal(err)
		}
		other := p.SignInStaff(t, p.Rider(t, ordertest.ZoneID))
		if got := apitest.Read[list](t, p.AsStaff(t, other, "GET", "/rider/orders", nil)); len(got.Offers) != 1 || got.Offers[0].ID != waiting {
			t.Errorf("offered to others: %+v", got)
		}
		// Their session was read before they were disabled.
		if _, err := p.Orders.Accept(t.Context(), p.riderStaff, waiting); !errs.Is(err, errs.NotFound) {
			t.Errorf("accepted by a disabled rider: %v", err)
		}
		kept := apitest.Read[seen](t, p.AsStaff(t, p.admin, "GET", fmt.Sprint("/admin/orders/", carried), nil))
		if last := kept.Timeline[len(kept.Timeline)-1]; last.Name != "Ravi" || kept.Rider == nil {
			t.Errorf("after disabling the order says %+v", kept)
		}
	})
}

func TestAdmin_findsOrdersByStateStoreNumberAndPhone(t *testing.T) {
	withPlace(t, func(t *testing.T, p *place) {
		first, second := p.order(t, order.Delivery), p.order(t, order.TakeAway)
		elsewhere := p.BuyNew(t)
		apitest.Read[seen](t, p.move(t, p.admin, "admin", second.ID, order.Canceled, "reason", "By phone"))
		for query, want := range map[string][]int64{
			"":                                   {first.ID, elsewhere.Order.ID},
			"?state=past":                        {second.ID},
			"?state=all":                         {elsewhere.Order.ID, second.ID, first.ID},
			fmt.Sprint("?store_id=", p.store.ID): {first.ID},
			fmt.Sprint("?state=all&number=", first.ID): {first.ID},
			"?state=all&limit=1&offset=2":              {second.ID},
		} {
			var got []int64
			for _, o := range apitest.Read[list](t, p.AsStaff(t, p.admin, "GET", "/admin/orders"+query, nil)).Orders {
				got = append(got, o.ID)
			}
			if !slices.Equal(got, want) {
				t.Errorf("%q finds %v, want %v", query, got, want)
			}
		}
		for phone, want := range map[string]int{"+12025550123": 3, "+12025550999": 0} {
			got := apitest.Read[list](t, p.Call(t, "GET", "/admin/orders?state=all", "", append(apitest.Bearer(p.admin), "X-Phone", phone)...))
			if got.TotalSize != want {
				t.Errorf("%s finds %d, want %d", phone, got.TotalSize, want)
			}
		}
	})
}
