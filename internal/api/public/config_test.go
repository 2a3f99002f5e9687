package public_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"hawker/internal/api"
	"hawker/internal/api/apitest"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/order"
	"hawker/internal/purchase"
	"hawker/internal/setting"
)

func TestConfig_API08(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		f := newIslandAPI(t, open(t), func(d *api.Deps) {
			d.Orders = &order.Service{Deps: order.Deps{Purchases: &purchase.Service{Deps: purchase.Deps{Gateways: []purchase.Gateway{{ID: "stripe", Title: "Card"}}}}}}
		})
		config := readIsland[map[string]any](f, "/config")
		want := map[string]any{
			"business_name": "Port Test", "email": "hello@example.com", "phone": "+12025550100", "address": "1 Harbour Road",
			"logo_full_url": "", "footer_text": "Made here", "country": "US", "country_picker_status": 0.0,
			"currency": "USD", "currency_symbol": "$", "currency_symbol_direction": "left", "digit_after_decimal_point": 2.0,
			"tax_included": 0.0, "toggle_veg_non_veg": 1.0, "guest_checkout_status": 1.0, "free_delivery_over": 35.0,
			"customer_wallet_status": 0.0, "loyalty_point_status": 0.0, "ref_earning_status": 0.0,
			"refund_policy": 1.0, "cancelation_policy": 0.0, "shipping_policy": 0.0,
			"is_mail_active": false, "is_sms_active": false, "firebase_otp_verification": 0.0,
			"cash_on_delivery": true, "cod_maximum_order_amount": 0.0, "demo": true, "time_zone": "Indian/Maldives",
			"base_urls":                  map[string]any{"item_image_url": "/media"},
			"default_location":           map[string]any{"lat": 0.5, "lng": 0.5},
			"map_bounds":                 []any{0.0, 0.0, 1.0, 1.0},
			"active_payment_method_list": []any{map[string]any{"gateway": "stripe", "gateway_title": "Card", "gateway_image": "", "gateway_image_full_url": ""}},
			"apple_login":                []any{},
			"social_media":               []any{map[string]any{"name": "facebook", "link": "https://example.com/f"}},
			"centralize_login": map[string]any{
				"manual_login_status": 1.0, "otp_login_status": 0.0, "social_login_status": 0.0, "google_login_status": 0.0,
				"facebook_login_status": 0.0, "apple_login_status": 0.0, "phone_verification_status": 0.0, "email_verification_status": 0.0,
				"passkey_login_status": 0.0,
			},
		}
		for i, medium := range []string{"google", "facebook", "apple"} {
			offered := config["social_login"].([]any)[i].(map[string]any)
			if offered["login_medium"] != medium || offered["status"] != false { // on in the settings, and not set up
				t.Errorf("social_login[%d] is %v, want %s switched off", i, offered, medium)
			}
		}
		for name, value := range want {
			if diff := cmp.Diff(value, config[name]); diff != "" {
				t.Errorf("%s: %s", name, diff)
			}
		}
		if modules := config["module"].([]any); len(modules) != 2 {
			t.Errorf("modules: %v", modules)
		}
	})
}

func TestLanding_API09(t *testing.T) {
	t.Parallel()
	f := newIslandAPI(t, dbtest.Open(t, db.SQLite), nil)
	want := map[string]any{
		"title": "Hungry?", "sub_title": "We bring it.", "hero_full_url": "/media/0a1b2c3d/hero/landing-480.webp",
		"fixed_footer_description": "A footer", "fixed_newsletter_title": "News", "fixed_newsletter_sub_title": "Weekly",
		"download_user_app_links": map[string]any{
			"playstore_url": "https://example.com/play", "playstore_url_status": 1.0, "apple_store_url": "", "apple_store_url_status": 0.0,
		},
		"highlights": []any{map[string]any{"title": "Fast", "text": "Very", "image_full_url": "/media/0a1b2c3d/hero/landing-480.webp"}},
	}
	if diff := cmp.Diff(want, readIsland[map[string]any](f, "/landing-page")); diff != "" {
		t.Error(diff)
	}
}

// Where delivery is free for all, no page says from which amount on it is.
func TestConfig_PRC04_namesNoAmountWhereDeliveryIsFreeForAll(t *testing.T) {
	t.Parallel()
	f := apitest.NewPublicAPI(t, dbtest.Open(t, db.SQLite))
	for forAll, want := range map[bool]float64{false: 35, true: 0} {
		f.Set(t, func(s *setting.Settings) {
			s.Checkout.FreeDeliveryOver, s.Checkout.FreeDeliveryForAll = 3500, forAll
		})
		if got := f.Read(t, "/config")["free_delivery_over"]; got != want {
			t.Errorf("free for all %t: free over %v", forAll, got)
		}
	}
}
