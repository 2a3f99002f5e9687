package api_test

import (
	"context"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"hawker/internal/api/apitest"
	"hawker/internal/catalog"
	"hawker/internal/coupon"
	"hawker/internal/money"
	"hawker/internal/notification"
	"hawker/internal/order"
	"hawker/internal/order/ordertest"
	"hawker/internal/pricing"
	"hawker/internal/setting"
)

// This is the proof that everybody sees the same price of an order (M8): its quote, the
// shopper, the holder of its link, the list of orders, the staff and the mails. The
// invoice and the pages show the rows of these calls as they are;
// web/src/test/order-rows.test.tsx proves that.

// priceRow is a price row as the API writes it.
type priceRow struct {
	Code, Label string
	Amount      float64
}

// pricedOrder is an order, in a quote or in any other view.
type pricedOrder struct {
	ID    int64
	Rows  []priceRow
	Total float64
}

// pricedCase is an order with some kinds of rows.
type pricedCase struct {
	name     string
	settings func(*setting.Settings)
	store    func(*catalog.Store)
	coupon   func(*coupon.Coupon) // nil: none
	body     map[string]any
	want     []string // the codes of its rows
}

var pricedCases = []pricedCase{
	{
		name: "every charge, tax on top",
		settings: func(s *setting.Settings) {
			c := &s.Checkout
			c.AdditionalCharge, c.AdditionalChargeSum, c.AdditionalChargeName = true, 75, "Bags"
			c.ExtraPackaging, c.ExtraPackagingSum, c.RiderTips = true, 25, true
		},
		store:  func(s *catalog.Store) { s.TaxRate = 1075 },
		coupon: func(c *coupon.Coupon) { c.DiscountType, c.Discount = pricing.Percent, 1000 },
		body:   map[string]any{"tip": 1.5, "extra_packaging": true},
		want:   []string{"subtotal", "discount", "coupon_discount", "delivery_charge", "delivery_surge", "tax", "additional_charge", "extra_packaging", "tip", "total"},
	},
	{
		name: "tax included, the delivery waived by a coupon, a charge without a name",
		settings: func(s *setting.Settings) {
			s.Checkout.TaxIncluded = true
			s.Checkout.AdditionalCharge, s.Checkout.AdditionalChargeSum, s.Checkout.AdditionalChargeName = true, 75, ""
		},
		store:  func(s *catalog.Store) { s.TaxRate = 1075 },
		coupon: func(c *coupon.Coupon) { c.Type = coupon.FreeDelivery },
		want:   []string{"subtotal", "discount", "delivery_charge", "tax_included", "additional_charge", "total"},
	},
	{
		name:     "collected, without any charge",
		settings: func(s *setting.Settings) { s.Checkout.AdditionalCharge = false },
		body:     map[string]any{"order_type": "take_away"},
		want:     []string{"subtotal", "discount", "total"},
	},
}

func TestOrder_TRAP_M8_everyViewShowsTheSameRows(t *testing.T) {
	apitest.WithCustomerAPI(t, nil, func(t *testing.T, c *apitest.CustomerAPI) {
		mails := receiveMails(t, c)
		c.Exec(t, `UPDATE tariffs SET surge_type = 'percent', surge = 2500`)
		rider, admin := c.SignInStaff(t, c.Rider(t, ordertest.ZoneID)), c.SignInStaff(t, c.Admin(t))
		for n, tt := range pricedCases {
			v := &orderViews{CustomerAPI: c, pricedCase: tt, key: fmt.Sprint("key-0000", n), rider: rider, admin: admin, mails: mails}
			v.place(t, n)
			v.expect(t, "while it is prepared", v.quoted, v.mailed(t, "has got your order"))
			v.deliver(t)
			v.expect(t, "after the delivery", v.quoted, v.mailed(t, "was delivered", "have collected"))
			v.refundOneUnit(t)
			v.refund(t, apitest.Fields{"approve": true, "whole": true, "reason": "We are sorry."})
			v.expect(t, "after the rest was refunded", v.withRefund(v.placed.Order.Total), v.mailed(t, "back for your order"))
		}
	})
}

// orderViews is one order, in all views that there are of it.
type orderViews struct {
	*apitest.CustomerAPI
	pricedCase
	key                  string
	me                   apitest.Customer
	vendor, rider, admin string // tokens
	mails                *mailbox
	quoted               []priceRow
	placed               apitest.Placed
}

// place quotes and places an order of three units.
func (v *orderViews) place(t *testing.T, n int) {
	t.Helper()
	if v.settings != nil {
		v.SetSettings(t, v.settings)
	}
	store := v.Store(t, v.store)
	item := v.Item(t, store, 1999, 500, func(i *catalog.Item) { i.Discount = 2500 })
	v.vendor, v.me = v.SignInStaff(t, v.Vendor(t, store.ID)), v.NewCustomer(t)
	v.Exec(t, `UPDATE customers SET email = $2, email_folded = $2, email_verified = TRUE WHERE id = $1`, v.me.ID, fmt.Sprintf("c%d@example.com", v.me.ID))
	code := ""
	if v.coupon != nil {
		code = fmt.Sprint("CODE", n)
		v.Coupon(t, func(c *coupon.Coupon) { v.coupon(c); c.Code = code })
	}
	edit := func(b map[string]any) {
		apitest.BuyNow(item, 3)(b)
		for field, value := range v.body {
			b[field] = value
		}
		if code != "" {
			b["coupon_code"] = code
		}
	}
	quote := apitest.Read[pricedOrder](t, v.CallAs(t, v.me, "POST", "/checkout/quote", apitest.Decode(v.CheckoutBody(func(b map[string]any) {
		delete(b, "guest_id")
		edit(b)
	}))))
	v.quoted = quote.Rows
	var codes []string
	for _, r := range quote.Rows {
		codes = append(codes, r.Code)
	}
	if diff := cmp.Diff(v.want, codes); diff != "" {
		t.Fatalf("%s: %s", v.name, diff)
	}
	v.placed = apitest.Read[apitest.Placed](t, v.PlaceAs(t, v.me, v.key, edit))
	v.expectRows(t, "the response of the order", quote.Rows, quote.Total, apitest.Read[struct{ Order pricedOrder }](t, v.PlaceAs(t, v.me, v.key, edit)).Order)
	for _, to := range []order.Status{order.Confirmed, order.Processing} {
		v.MoveOrder(t, v.placed.Order.ID, to, order.ByVendor)
	}
	if v.body["order_type"] == nil {
		apitest.Read[pricedOrder](t, v.AsStaff(t, v.rider, "POST", fmt.Sprintf("/rider/orders/%d/accept", v.placed.Order.ID), nil))
	}
}

// deliver moves the order to its end.
func (v *orderViews) deliver(t *testing.T) {
	t.Helper()
	steps := []order.Status{order.Handover, order.PickedUp, order.Delivered}
	if v.body["order_type"] != nil {
		steps = []order.Status{order.Handover, order.Delivered}
	}
	for _, to := range steps {
		v.MoveOrder(t, v.placed.Order.ID, to, order.ByAdmin)
	}
}

// refund gives money back, and returns how much was given back so far.
func (v *orderViews) refund(t *testing.T, decision apitest.Fields) float64 {
	t.Helper()
	path := fmt.Sprint("/admin/orders/", v.placed.Order.ID)
	decision["refunded"] = apitest.Read[struct{ Refunded float64 }](t, v.AsStaff(t, v.admin, "GET", path, nil)).Refunded
	a := v.AsStaff(t, v.admin, "POST", fmt.Sprint("/admin/refunds/", v.placed.Order.ID), decision)
	return apitest.Read[struct{ Refunded float64 }](t, a).Refunded
}

// refundOneUnit gives one of three units back.
func (v *orderViews) refundOneUnit(t *testing.T) {
	t.Helper()
	line := v.Number(t, `SELECT id FROM order_lines WHERE order_id = $1`, v.placed.Order.ID)
	refunded := v.refund(t, apitest.Fields{"approve": true, "reason": "One was cold.", "lines": []any{apitest.Fields{"line_id": line, "quantity": 1}}})
	if refunded <= 0 || refunded >= v.placed.Order.Total {
		t.Fatalf("%s: %v was given back for one unit", v.name, refunded)
	}
	v.expect(t, "after one unit was refunded", v.withRefund(refunded), v.mailed(t, "back for your order"))
}

// withRefund returns the rows of the order after so much of it was given back.
func (v *orderViews) withRefund(amount float64) []priceRow {
	left := math.Round((v.placed.Order.Total-amount)*100) / 100
	return append(slices.Clip(v.quoted), priceRow{"refunded", "price_row.refunded", -amount}, priceRow{"paid", "price_row.paid", left})
}

// expect compares all views of the order with the rows that its shopper agreed to.
func (v *orderViews) expect(t *testing.T, when string, want []priceRow, mail []string) {
	t.Helper()
	id := v.placed.Order.ID
	path := fmt.Sprint("/orders/", id)
	total := v.placed.Order.Total
	for who, a := range map[string]apitest.Response{
		"the customer, and the invoice": v.CallAs(t, v.me, "GET", path, nil),
		"a guest with its link":         v.Call(t, "GET", path, "", "X-Order-Token", v.placed.TrackingToken),
		"the store":                     v.AsStaff(t, v.vendor, "GET", "/vendor"+path, nil),
		"an admin":                      v.AsStaff(t, v.admin, "GET", "/admin"+path, nil),
	} {
		v.expectRows(t, who+" "+when, want, total, apitest.Read[pricedOrder](t, a))
	}
	lists := map[string]apitest.Response{
		"the list of the store": v.AsStaff(t, v.vendor, "GET", "/vendor/orders?state=running", nil),
		"the list of an admin":  v.AsStaff(t, v.admin, "GET", "/admin/orders?state=all", nil),
	}
	for who, a := range lists {
		for _, o := range apitest.Read[struct{ Orders []pricedOrder }](t, a).Orders {
			if o.ID == id {
				v.expectRows(t, who+" "+when, want, total, o)
			}
		}
	}
	for _, o := range apitest.Read[struct{ Own []pricedOrder }](t, v.AsStaff(t, v.rider, "GET", "/rider/orders", nil)).Own {
		v.expectRows(t, "the rider "+when, want, total, o)
	}
	v.expectListed(t, when, total)
	if diff := cmp.Diff(v.inWords(t, want), mail); diff != "" {
		t.Errorf("%s, the mail %s: %s", v.name, when, diff)
	}
}

func (v *orderViews) expectRows(t *testing.T, who string, want []priceRow, total float64, got pricedOrder) {
	t.Helper()
	if diff := cmp.Diff(want, got.Rows); diff != "" || got.Total != total {
		t.Errorf("%s, %s: the total is %v, want %v; %s", v.name, who, got.Total, total, diff)
	}
}

// expectListed reads the total in the customer's own list, which has no rows.
func (v *orderViews) expectListed(t *testing.T, when string, total float64) {
	t.Helper()
	found := 0
	for _, state := range []string{"running", "past"} {
		for _, o := range apitest.Read[struct{ Orders []pricedOrder }](t, v.CallAs(t, v.me, "GET", "/orders?state="+state, nil)).Orders {
			if found++; o.Total != total {
				t.Errorf("%s, my orders %s: %v, want %v", v.name, when, o.Total, total)
			}
		}
	}
	if found != 1 {
		t.Errorf("%s, my orders %s: %d are listed", v.name, when, found)
	}
}

// inWords returns rows as a mail writes them.
func (v *orderViews) inWords(t *testing.T, rows []priceRow) (lines []string) {
	t.Helper()
	settings, err := v.Settings.Get(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	currency := settings.Currency.Money()
	for _, r := range rows {
		label, amount := r.Label, currency.Format(money.Amount(r.Amount*100+0.5))
		if r.Amount < 0 {
			amount = currency.Format(money.Amount(r.Amount*100 - 0.5))
		}
		if r.Code == "delivery_charge" && r.Amount == 0 {
			amount = "Free"
		}
		if text, named := v.mails.texts["en"][label]; named {
			label = text
		}
		lines = append(lines, label+": "+amount)
	}
	return lines
}

// mailbox has the mails that were sent.
type mailbox struct {
	texts notification.Texts
	sent  chan notification.Mail
}

// receiveMails sets a mail server up, and runs the jobs that send.
func receiveMails(t *testing.T, c *apitest.CustomerAPI) *mailbox {
	t.Helper()
	texts, err := notification.ReadTexts(os.DirFS("../../web/src/locales"))
	if err != nil {
		t.Fatal(err)
	}
	m := &mailbox{texts, make(chan notification.Mail, 100)}
	c.Notifications.Texts, c.Notifications.Origin = texts, "https://shop.example"
	c.Notifications.Mail = func(_ context.Context, mail notification.Mail) error { m.sent <- mail; return nil }
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() { defer close(ended); c.Jobs.Run(ctx) }()
	t.Cleanup(func() { stop(); <-ended })
	return m
}

// mailed waits for the next mail with one of these subjects, and returns its price rows.
func (v *orderViews) mailed(t *testing.T, subjects ...string) []string {
	t.Helper()
	for {
		select {
		case mail := <-v.mails.sent:
			for _, subject := range subjects {
				if strings.Contains(mail.Subject, subject) {
					return strings.Split(strings.Split(mail.Text, "\n\n")[3], "\n")
				}
			}
		case <-time.After(20 * time.Second):
			t.Fatalf("%s: no mail says %q", v.name, subjects)
		}
	}
}
