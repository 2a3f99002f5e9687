package shopping_test

import (
	"fmt"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"hawker/internal/api"
	"hawker/internal/api/apitest"
	"hawker/internal/api/call"
	"hawker/internal/catalog"
	"hawker/internal/coupon"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/order/ordertest"
	"hawker/internal/pricing"
	"hawker/internal/setting"
	"hawker/internal/trip/triptest"
	"hawker/internal/vehicle/vehicletest"
)

// couponList is a list of coupons, with the fields that the tests check.
type couponList struct {
	TotalSize int    `json:"total_size"`
	TimeZone  string `json:"time_zone"`
	Coupons   []struct {
		Code       string
		Title      string
		Discount   float64
		Min        float64 `json:"min_purchase"`
		Data       []int64
		Stores     []struct{ Name string }
		EndsAt     string `json:"ends_at"`
		StartsAt   string `json:"starts_at"`
		Usable     bool
		ReasonCode string `json:"reason_code"`
		Reason     string
	}
}

func (l couponList) codes() []string {
	codes := []string{}
	for _, c := range l.Coupons {
		codes = append(codes, strings.TrimSpace(c.Code+" "+c.ReasonCode))
	}
	return codes
}

// Titles and names of stores are in the language of the request, in the list and in a quote.
func TestCoupons_WAL05_I18N01_areInTheLanguageOfTheRequest(t *testing.T) {
	apitest.WithGuestAPI(t, func(t *testing.T, c *apitest.GuestAPI) {
		store := c.Store(t, nil)
		item := c.Item(t, store, 1000, 9, nil)
		off := c.Coupon(t, func(new *coupon.Coupon) { new.Type, new.StoreIDs.V = coupon.StoreWise, []int64{store.ID} })
		c.Exec(t, `INSERT INTO translations (slug, kind, record, language, texts) VALUES
			('c', 'coupon', $1, 'ar', '{"title":"أهلًا"}'), ('s', 'store', $2, 'ar', '{"name":"مطبخ الركن"}')`, off.Slug, store.Slug)
		for language, want := range map[string][2]string{"ar": {"أهلًا", "مطبخ الركن"}, "en": {"Welcome", store.Name}} {
			list := apitest.Read[couponList](t, c.Call(t, "GET", "/coupons", "", "X-localization", language, "zoneid", "1", "moduleId", "10", "X-Guest-Id", c.GuestID))
			if got := list.Coupons[0]; got.Title != want[0] || got.Stores[0].Name != want[1] {
				t.Errorf("listed in %s as %+v, want %v", language, got, want)
			}
			quote := apitest.Read[quotedCoupon](t, c.Call(t, "POST", "/checkout/quote", c.CheckoutBody(func(b map[string]any) {
				apitest.BuyNow(item, 2)(b)
				b["coupon_code"] = off.Code
			}), "X-localization", language))
			if quote.Coupon.Title != want[0] {
				t.Errorf("quoted in %s as %+v, want %v", language, quote.Coupon, want)
			}
		}
	})
}

// For a trip there are those that fit its provider: none of a store, and none for a delivery.
func TestCoupons_WAL05_RNT11_thoseForATrip(t *testing.T) {
	apitest.WithGuestAPI(t, func(t *testing.T, c *apitest.GuestAPI) {
		f := triptest.In(t, c.Fixture)
		store := c.Store(t, nil)
		for code, edit := range map[string]func(*coupon.Coupon){
			"ALWAYS": nil,
			"STORE":  func(c *coupon.Coupon) { c.Type, c.StoreIDs.V = coupon.StoreWise, []int64{store.ID} },
			"FREE":   func(c *coupon.Coupon) { c.Type = coupon.FreeDelivery },
			"RENTAL": func(c *coupon.Coupon) { c.ModuleIDs.V = []int64{vehicletest.Rental} },
			"GOODS":  func(c *coupon.Coupon) { c.ModuleIDs.V = []int64{ordertest.ShopID} },
		} {
			c.Coupon(t, func(c *coupon.Coupon) {
				c.Code = code
				if edit != nil {
					edit(c)
				}
			})
		}
		path := fmt.Sprint("/coupons?provider_id=", f.Car.ProviderID)
		got := apitest.Read[couponList](t, c.Call(t, "GET", path, "", "moduleId", fmt.Sprint(vehicletest.Rental), "X-Guest-Id", c.GuestID)).codes()
		if slices.Sort(got); !slices.Equal(got, []string{"ALWAYS", "RENTAL"}) {
			t.Errorf("for a trip there are %v", got)
		}
		got = apitest.Read[couponList](t, c.Call(t, "GET", "/coupons", "", "zoneid", fmt.Sprint(ordertest.ZoneID), "moduleId", fmt.Sprint(vehicletest.Rental), "X-Guest-Id", c.GuestID)).codes()
		if slices.Sort(got); !slices.Equal(got, []string{"ALWAYS", "RENTAL"}) {
			t.Errorf("before a provider is known there are %v", got)
		}
		if a := c.Call(t, "GET", "/coupons?provider_id=999", "", "X-Guest-Id", c.GuestID); a.Status != 404 {
			t.Errorf("of an unknown provider: %d", a.Status)
		}
	})
}

func TestCoupons_WAL05_TRAP_D12_thoseOfThePlaceWithTheReason(t *testing.T) {
	apitest.WithGuestAPI(t, func(t *testing.T, c *apitest.GuestAPI) {
		here := c.Store(t, nil)
		far := c.Store(t, func(s *catalog.Store) { s.ZoneID, s.Name = ordertest.FarZoneID, "Far Away" })
		for code, edit := range map[string]func(*coupon.Coupon){
			"ALWAYS": func(c *coupon.Coupon) { c.DiscountType, c.Discount, c.MinPurchase = pricing.Percent, 1250, 2000 },
			"HERE":   func(c *coupon.Coupon) { c.Type, c.ZoneIDs.V, c.Ends = coupon.ZoneWise, []int64{1}, "2026-11-25" },
			"THERE":  func(c *coupon.Coupon) { c.Type, c.ZoneIDs.V = coupon.ZoneWise, []int64{2} },
			"CORNER": func(c *coupon.Coupon) {
				c.Type, c.StoreIDs.V, c.Ends = coupon.StoreWise, []int64{far.ID, here.ID}, "2026-11-20"
			},
			"FAR":      func(c *coupon.Coupon) { c.Type, c.StoreIDs.V = coupon.StoreWise, []int64{far.ID} },
			"GOODS":    func(c *coupon.Coupon) { c.ModuleIDs.V = []int64{ordertest.ShopID} },
			"SECRET":   func(c *coupon.Coupon) { c.Listed = false },
			"OVER":     func(c *coupon.Coupon) { c.Ends = "2026-11-19" },
			"LONGOVER": func(c *coupon.Coupon) { c.Ends = "2026-11-12" },
			"SOON":     func(c *coupon.Coupon) { c.Starts = "2026-11-23" },
			"ONCE":     func(c *coupon.Coupon) { c.PerCustomerLimit, c.Ends = 1, "2026-11-30" },
			"FIRST":    func(c *coupon.Coupon) { c.FirstOrder, c.Ends = true, "2026-12-01" },
		} {
			c.Coupon(t, func(new *coupon.Coupon) { new.Code = code; edit(new) })
		}
		list := func(query string, headers ...string) couponList {
			t.Helper()
			return apitest.Read[couponList](t, c.Call(t, "GET", "/coupons?limit=50"+query, "", append(headers, "X-Guest-Id", c.GuestID)...))
		}
		all := []string{"CORNER", "HERE", "ONCE", "FIRST", "ALWAYS", "SOON not_begun", "OVER expired"}
		got := list("", "zoneid", "1", "moduleId", "10")
		if !slices.Equal(got.codes(), all) || got.TotalSize != len(all) || got.TimeZone != ordertest.TimeZone {
			t.Errorf("in the harbour: %v %+v", got.codes(), got)
		}
		if first := got.Coupons[0]; first.EndsAt != "2026-11-20T19:00:00Z" || len(first.Stores) != 1 || first.Stores[0].Name != here.Name || len(first.Data) != 2 {
			t.Errorf("%+v", first)
		}
		if always := got.Coupons[4]; always.Discount != 12.5 || always.Min != 20 || !always.Usable {
			t.Errorf("%+v", always)
		}
		if soon := got.Coupons[5]; soon.Reason != "This coupon begins on 23 November 2026." || soon.StartsAt != "2026-11-22T19:00:00Z" || soon.Usable {
			t.Errorf("%+v", soon)
		}
		if got := list("", "zoneid", "[2]", "moduleId", "10").codes(); !slices.Contains(got, "THERE") || !slices.Contains(got, "FAR") || slices.Contains(got, "HERE") {
			t.Errorf("in the east: %v", got)
		}
		if got := list(fmt.Sprint("&store_id=", far.ID), "zoneid", "1", "moduleId", "11").codes(); !slices.Contains(got, "FAR") || !slices.Contains(got, "THERE") || slices.Contains(got, "GOODS") {
			t.Errorf("at the store in the east: %v", got)
		}
		if got := list("&offset=2", "zoneid", "1"); len(got.Coupons) > 0 || got.TotalSize != len(all) {
			t.Errorf("beyond the end: %+v", got)
		}
		if a := c.Call(t, "GET", "/coupons?store_id=999", "", "X-Guest-Id", c.GuestID); a.Status != 404 {
			t.Errorf("no such store: %d", a.Status)
		}

		item := c.Item(t, here, 1000, 9, nil)
		c.PlaceCart(t, "key-00001", func(b map[string]any) { apitest.BuyNow(item, 1)(b); b["coupon_code"] = "once" })
		got = list("", "zoneid", "1", "moduleId", "10")
		if !slices.Equal(got.codes(), []string{"CORNER", "HERE", "ALWAYS", "SOON not_begun", "OVER expired", "ONCE used_by_you", "FIRST first_order_only"}) {
			t.Errorf("after an order: %v", got.codes())
		}
		if got := apitest.Read[couponList](t, c.Call(t, "GET", "/coupons?limit=50", "", "zoneid", "1", "X-Guest-Id", c.NewGuest(t))).codes(); !slices.Equal(got, all) {
			t.Errorf("another guest: %v", got)
		}
	})
}

// quotedCoupon is a quote, with the fields that are about its coupon.
type quotedCoupon struct {
	Total  float64
	Off    float64 `json:"coupon_discount"`
	Coupon *struct {
		Code, Title, Reason string
		Applied             bool
		ReasonCode          string `json:"reason_code"`
		Amount              float64
	}
	Problems []struct{ Code string }
}

func TestCheckout_PRC03_TRAP_M4_quotesTheCoupon(t *testing.T) {
	apitest.WithGuestAPI(t, func(t *testing.T, c *apitest.GuestAPI) {
		item := c.Item(t, c.Store(t, nil), 1000, 9, nil)
		c.Coupon(t, func(c *coupon.Coupon) { c.MinPurchase = 1500 })
		ask := func(units int, code string) quotedCoupon {
			return apitest.Read[quotedCoupon](t, c.Call(t, "POST", "/checkout/quote", c.CheckoutBody(func(b map[string]any) {
				apitest.BuyNow(item, units)(b)
				b["coupon_code"] = code
			})))
		}
		if q := ask(2, "welcome"); q.Total != 21 || q.Off != 1 || !q.Coupon.Applied || q.Coupon.Title != "Welcome" || q.Coupon.Code != "WELCOME" || q.Coupon.Amount != 1 {
			t.Errorf("%+v %+v", q, q.Coupon)
		}
		q := ask(1, "welcome")
		if q.Total != 12 || q.Coupon.Applied || q.Coupon.ReasonCode != "min_purchase" || len(q.Problems) > 0 ||
			q.Coupon.Reason != "To apply this coupon,the minimum purchase amount is $15.00" {
			t.Errorf("%+v %+v", q, q.Coupon)
		}
		if q := ask(2, ""); q.Coupon != nil {
			t.Errorf("without a code: %+v", q.Coupon)
		}
		placed := c.Call(t, "POST", "/orders", c.AgreedBody(t, func(b map[string]any) {
			apitest.BuyNow(item, 2)(b)
			b["coupon_code"] = "welcome"
		}), "Idempotency-Key", "key-00001")
		order := apitest.Read[struct {
			Order struct {
				CouponCode string `json:"coupon_code"`
				Lines      []struct{ Subtotal, Coupon, Total float64 }
			}
		}](t, placed).Order
		if order.CouponCode != "WELCOME" || order.Lines[0].Subtotal != 20 || order.Lines[0].Coupon != 1 || order.Lines[0].Total != 19 {
			t.Errorf("%+v", order)
		}
	})
}

// Guesses at codes are bounded by address. They price an order without a coupon, and do
// not refuse it.
func TestCheckout_PRC03_TRAP_M4_codesCannotBeGuessed(t *testing.T) {
	t.Parallel()
	c := apitest.NewGuestAPI(t, dbtest.Open(t, db.SQLite), api.Deps{RateLimits: true})
	item := c.Item(t, c.Store(t, nil), 1000, 9, nil)
	c.Coupon(t, nil)
	ask := func(from, path, code string) (status int, reason string) {
		t.Helper()
		r := httptest.NewRequestWithContext(t.Context(), "POST", call.Prefix+path, strings.NewReader(c.CheckoutBody(func(b map[string]any) {
			apitest.BuyNow(item, 1)(b)
			b["coupon_code"], b["quote_digest"] = code, "none"
		})))
		r.RemoteAddr = from + ":1"
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Idempotency-Key", "key-00001")
		w := httptest.NewRecorder()
		c.ServeHTTP(w, r)
		body := w.Body.String()
		_, reason, _ = strings.Cut(body, `"reason_code":"`)
		reason, _, _ = strings.Cut(reason, `"`)
		return w.Code, reason
	}
	for i := range 60 { // right codes do not count
		if status, reason := ask("198.51.100.7", "/checkout/quote", "WELCOME"); status != 200 || reason != "" {
			t.Fatalf("right code %d: %d %q", i, status, reason)
		}
	}
	unknown, throttled := 0, 0
	for i := range 50 {
		path := []string{"/checkout/quote", "/orders"}[i%2]
		status, reason := ask("198.51.100.7", path, fmt.Sprint("GUESS", i))
		if want := []int{200, 409}[i%2]; status != want {
			t.Fatalf("%s: %d", path, status)
		}
		switch reason {
		case "unknown_code":
			unknown++
		case "too_many_tries":
			throttled++
		}
	}
	if unknown != 20 || throttled != 30 {
		t.Errorf("%d guesses were looked up, %d not", unknown, throttled)
	}
	if _, reason := ask("198.51.100.7", "/checkout/quote", "WELCOME"); reason != "too_many_tries" {
		t.Errorf("a right code after the guesses: %q", reason)
	}
	if _, reason := ask("198.51.100.8", "/checkout/quote", "WELCOME"); reason != "" {
		t.Errorf("another address: %q", reason)
	}
}

// An order that is placed without its coupon, or refused before it is quoted again, tells
// that the code is wrong too. A placed order with its coupon counts no try.
func TestCheckout_PRC03_TRAP_M4_placingCountsGuesses(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, code string
		limits     setting.Limits
		last       int // the status of the last order
		reason     string
	}{
		{"placed without the coupon", "GUESS", setting.Limits{}, 200, "too_many_tries"},
		{"refused without a quote", "GUESS", setting.Limits{WaitingPerShopper: 1}, 429, "too_many_tries"},
		{"placed with the coupon", "WELCOME", setting.Limits{}, 200, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			w := ordertest.Open(t, dbtest.Open(t, db.SQLite))
			w.EnableLimits(t)
			w.SetSettings(t, func(s *setting.Settings) { s.Limits = tt.limits })
			c := apitest.GuestAPIOf(t, w, api.Deps{RateLimits: true})
			item := c.Item(t, c.Store(t, nil), 1000, 90, nil)
			c.Coupon(t, nil)
			quote := func(code string) (q quotedCoupon, agreed string) {
				body := c.CheckoutBody(func(b map[string]any) {
					apitest.BuyNow(item, 1)(b)
					b["coupon_code"] = code
				})
				a := c.Call(t, "POST", "/checkout/quote", body)
				return apitest.Read[quotedCoupon](t, a), apitest.Read[apitest.Quote](t, a).Digest
			}
			agreedCode := ""
			if tt.code == "WELCOME" {
				agreedCode = tt.code
			}
			q, digest := quote(agreedCode)
			status := 0
			for i := range 20 {
				status = c.Call(t, "POST", "/orders", c.CheckoutBody(func(b map[string]any) {
					apitest.BuyNow(item, 1)(b)
					b["coupon_code"], b["accepted_total"], b["quote_digest"] = tt.code, q.Total, digest
				}), "Idempotency-Key", fmt.Sprint("key-0000", i)).Status
			}
			if status != tt.last {
				t.Fatalf("the last order: %d", status)
			}
			if q, _ := quote("WELCOME"); q.Coupon.ReasonCode != tt.reason {
				t.Errorf("a right code afterwards: %q, want %q", q.Coupon.ReasonCode, tt.reason)
			}
		})
	}
}
