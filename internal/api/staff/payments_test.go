package staff_test

import (
	"fmt"
	"slices"
	"testing"

	"hawker/internal/api/apitest"
	"hawker/internal/order"
	"hawker/internal/order/ordertest"
	"hawker/internal/payment"
	"hawker/internal/setting"
)

// problemsView has the fields of the list of payments that need a person.
type problemsView struct {
	TotalSize int `json:"total_size"`
	Problems  []problemView
}

type problemView struct {
	Kind, ID, Currency, Gateway, Reason string
	Amount                              float64
	Expected                            *float64
	OrderID                             int64  `json:"order_id"`
	CustomerName                        string `json:"customer_name"`
	Actions                             []string
}

func TestPaymentProblems_WAL02_anAdminSeesThemAndDecides(t *testing.T) {
	withPlace(t, func(t *testing.T, p *place) {
		p.OfferDigital()
		p.SetSettings(t, func(s *setting.Settings) { s.Storefront.CustomerWallet = true })
		list := func() problemsView {
			t.Helper()
			return apitest.Read[problemsView](t, p.AsStaff(t, p.admin, "GET", "/admin/payment-problems?limit=5", nil))
		}
		decide := func(path string, body apitest.Fields) apitest.Response {
			t.Helper()
			return p.AsStaff(t, p.admin, "POST", path, body)
		}
		if got := list(); got.TotalSize != 0 || got.Problems == nil {
			t.Errorf("nothing needs a person: %+v", got)
		}
		customer, shopper := p.Customer(t)
		p.Exec(t, `UPDATE customers SET first_name = 'Asha', last_name = 'Rao' WHERE id = $1`, customer)
		top := p.OpenTopUp(t, customer, 5000, 0)
		p.Deliver(t, p.Gateway.PayOther(*top.Session, payment.Money{Amount: 5010, Digits: 2, Currency: "USD"}))
		o := p.Place(t, "paid by card", ordertest.ByCard(ordertest.BuyNow(shopper, p.item, 1)))
		p.Deliver(t, p.Gateway.Pay(*p.OpenPage(t, o.Order).Session))
		p.Gateway.RefundState = payment.ReportedFailed
		p.MoveOrder(t, o.ID, order.Canceled, order.ByAdmin)
		p.DoJobs(t)
		p.Gateway.RefundState = ""

		got := list()
		slices.SortFunc(got.Problems, func(a, b problemView) int {
			return len(b.Kind) - len(a.Kind)
		})
		if got.TotalSize != 2 {
			t.Fatalf("%+v", got)
		}
		failed, held := got.Problems[0], got.Problems[1]
		if held.Kind != "held_charge" || held.Amount != 50.1 || *held.Expected != 50 || held.Currency != "USD" || !slices.Equal(held.Actions, []string{"send_back", "settle"}) {
			t.Errorf("held: %+v", held)
		}
		if failed.Kind != "failed_refund" || failed.OrderID != o.ID || failed.CustomerName != "Asha Rao" || !slices.Equal(failed.Actions, []string{"retry", "credit", "settle"}) {
			t.Errorf("failed: %+v", failed)
		}
		if a := decide("/admin/held-charges/"+held.ID, apitest.Fields{"action": "settle"}); a.Status != 422 {
			t.Errorf("settled without a note: %d %s", a.Status, a.Body)
		}
		for path, action := range map[string]string{"/admin/held-charges/" + held.ID: "send_back", "/admin/failed-refunds/" + failed.ID: "credit"} {
			if a := decide(path, apitest.Fields{"action": action}); a.Status != 200 {
				t.Errorf("%s: %d %s", path, a.Status, a.Body)
			}
			if a := decide(path, apitest.Fields{"action": action}); a.Status != 409 {
				t.Errorf("%s again: %d %s", path, a.Status, a.Body)
			}
		}
		if a := decide("/admin/failed-refunds/none", apitest.Fields{"action": "retry"}); a.Status != 404 {
			t.Errorf("an unknown refund: %d %s", a.Status, a.Body)
		}
		if got := list(); got.TotalSize != 0 {
			t.Errorf("afterwards: %+v", got)
		}
	})
}

func TestOrder_CHK03_anAdminSeesTheGatewayAndWhoHasAWallet(t *testing.T) {
	withPlace(t, func(t *testing.T, p *place) {
		p.OfferDigital()
		_, shopper := p.Customer(t)
		type seen struct {
			GatewayTitle string `json:"gateway_title"`
			HasWallet    bool   `json:"has_wallet"`
		}
		see := func(token, role string, id int64) seen {
			t.Helper()
			return apitest.Read[seen](t, p.AsStaff(t, token, "GET", fmt.Sprintf("/%s/orders/%d", role, id), nil))
		}
		own := p.Place(t, "a customer's", ordertest.ByCard(ordertest.BuyNow(shopper, p.item, 1))).ID
		guests := p.Place(t, "a guest's", ordertest.ByCard(ordertest.BuyNow(p.Guest(t), p.item, 1))).ID
		if got := see(p.admin, "admin", own); got != (seen{"Card", false}) {
			t.Errorf("without wallets: %+v", got)
		}
		p.SetSettings(t, func(s *setting.Settings) { s.Storefront.CustomerWallet = true })
		if got := see(p.admin, "admin", own); got != (seen{"Card", true}) {
			t.Errorf("a customer's: %+v", got)
		}
		if got := see(p.admin, "admin", guests); got.HasWallet {
			t.Errorf("a guest's: %+v", got)
		}
		if got := see(p.vendor, "vendor", own); got.HasWallet {
			t.Errorf("to a vendor: %+v", got)
		}
	})
}
