package shopping_test

import (
	"fmt"
	"testing"

	"hawker/internal/api"
	"hawker/internal/api/apitest"
	"hawker/internal/coupon"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
)

// A refused coupon tells whether somebody has bought with a phone. Whoever asks about many
// phones is stopped. Asking again about the same phone, or after an own purchase, is free.
func TestCheckout_PRC03_TRAP_P1_nobodyLearnsWhichPhonesHaveBought(t *testing.T) {
	t.Parallel()
	another := func(n int) string { return fmt.Sprintf("+1202555%04d", 1000+n) }
	for _, tt := range []struct {
		name    string
		limited func(*coupon.Coupon)
		reason  string
		phone   func(n int) string
		buyer   bool // the one who asks has bought
		free    int  // how many are answered
	}{
		{"first order, many phones", func(c *coupon.Coupon) { c.FirstOrder = true }, "first_order_only", another, false, 20},
		{"one use, many phones", func(c *coupon.Coupon) { c.PerCustomerLimit = 1 }, "used_by_you", another, false, 20},
		{"the same phone", func(c *coupon.Coupon) { c.FirstOrder = true }, "first_order_only", func(int) string { return another(0) }, false, 25},
		{"the own purchase", func(c *coupon.Coupon) { c.FirstOrder = true }, "first_order_only", another, true, 25},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			c := apitest.NewGuestAPI(t, dbtest.Open(t, db.SQLite), api.Deps{RateLimits: true})
			item := c.Item(t, c.Store(t, nil), 1000, 9, nil)
			c.Coupon(t, tt.limited)
			with := func(phone string) func(map[string]any) {
				return func(b map[string]any) {
					apitest.BuyNow(item, 1)(b)
					b["coupon_code"] = "WELCOME"
					b["address"].(map[string]any)["contact_person_number"] = phone
				}
			}
			c.PlaceCart(t, "key-00001", with(another(0)))
			if !tt.buyer {
				c.GuestID = c.NewGuest(t)
			}
			for n := range 25 {
				phone := tt.phone(n)
				c.Exec(t, `UPDATE orders SET contact_phone = $1`, phone)
				c.Exec(t, `UPDATE coupon_uses SET contact_phone = $1`, phone)
				q := apitest.Read[quotedCoupon](t, c.Call(t, "POST", "/checkout/quote", c.CheckoutBody(with(phone))))
				want := tt.reason
				if n >= tt.free {
					want = "too_many_tries"
				}
				if q.Coupon.ReasonCode != want {
					t.Fatalf("phone %d: %q, want %q", n+1, q.Coupon.ReasonCode, want)
				}
			}
		})
	}
}
