package staff_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hawker/internal/api/apitest"
	"hawker/internal/catalog"
	"hawker/internal/order"
	"hawker/internal/order/ordertest"
	"hawker/internal/purchase"
	"hawker/internal/setting"
)

// paidOrder is an order as its shopper sees it: what was paid, and who did what.
type paidOrder struct {
	Payments []struct {
		Method string
		Amount float64
		PaidAt string `json:"paid_at"`
	}
	Timeline []struct{ Status, At, By string }
}

// everyRow is an order of which no price row is missing but the coupon's.
func (p *place) everyRow(t *testing.T) order.OrderDetails {
	t.Helper()
	p.SetSettings(t, func(s *setting.Settings) {
		c := &s.Checkout
		c.AdditionalCharge, c.AdditionalChargeSum, c.AdditionalChargeName = true, 75, "Bags"
		c.ExtraPackaging, c.ExtraPackagingSum, c.RiderTips = true, 25, true
	})
	store := p.Store(t, func(s *catalog.Store) { s.TaxRate = 1075 })
	p.store, p.item = store, p.Item(t, store, 1999, ordertest.Unlimited, func(i *catalog.Item) { i.Discount = 2500 })
	p.vendorStaff = p.Vendor(t, store.ID)
	p.vendor = p.SignInStaff(t, p.vendorStaff)
	r := ordertest.BuyNow(p.Guest(t), p.item, 3)
	r.Tip, r.ExtraPackaging = 150, true
	return p.Place(t, "every-row", r)
}

func TestOrder_ORD01_aVendorSeesTheFirstNameAlone(t *testing.T) {
	withPlace(t, func(t *testing.T, p *place) {
		id := p.order(t, order.Delivery).ID
		if got := apitest.Read[seen](t, p.AsStaff(t, p.vendor, "GET", fmt.Sprint("/vendor/orders/", id), nil)); got.Contact.Name != "Asha" {
			t.Errorf("the store sees the name %q", got.Contact.Name)
		}
	})
}

func TestOrder_ORD01_ORD03_theShopperSeesWhoByRoleAndWhatWasPaid(t *testing.T) {
	withPlace(t, func(t *testing.T, p *place) {
		placed := p.everyRow(t)
		own := []string{"X-Order-Token", p.Tokens.Tracking(placed.ID)}
		path := fmt.Sprint("/orders/", placed.ID)
		if before := apitest.Read[paidOrder](t, p.Call(t, "GET", path, "", own...)); len(before.Payments) != 0 {
			t.Errorf("before the delivery: %+v", before.Payments)
		}
		admin := p.Admin(t)
		for _, m := range []struct {
			who order.Staff
			to  order.Status
		}{{p.vendorStaff, order.Confirmed}, {p.vendorStaff, order.Processing}, {admin, order.Handover}, {admin, order.PickedUp}, {admin, order.Delivered}} {
			if _, err := p.Orders.MoveBy(t.Context(), m.who, order.StaffMove{OrderID: placed.ID, To: m.to}); err != nil {
				t.Fatal(err)
			}
		}
		response := p.Call(t, "GET", path, "", own...)
		after := apitest.Read[paidOrder](t, response)
		var by []string
		for _, m := range after.Timeline {
			by = append(by, m.Status+" "+m.By)
		}
		want := []string{"pending shopper", "confirmed store", "processing store", "handover support", "picked_up support", "delivered support"}
		if diff := cmp.Diff(want, by); diff != "" {
			t.Error(diff)
		}
		if len(after.Payments) != 1 || after.Payments[0].Method != purchase.CashOnDelivery || after.Payments[0].Amount != float64(placed.Total)/100 || after.Payments[0].PaidAt != after.Timeline[5].At {
			t.Errorf("paid: %+v", after.Payments)
		}
		public := p.Call(t, "GET", fmt.Sprint("/orders/track?order_id=", placed.ID), "", "X-Phone", "+12025550123")
		for what, a := range map[string]apitest.Response{"the order": response, "by number and phone": public} {
			for _, name := range []string{p.vendorStaff.Name, admin.Name} {
				if name == "" || strings.Contains(a.Body, name) {
					t.Errorf("%s names %q of the staff", what, name)
				}
			}
		}
	})
}
