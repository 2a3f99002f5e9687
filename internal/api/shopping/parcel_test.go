package shopping_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"hawker/internal/api/apitest"
	"hawker/internal/order"
	"hawker/internal/order/ordertest"
)

const parcelBody = `"guest_id":"%s","source":"parcel","order_type":"parcel","parcel_category_id":%d,"parcel_quantity":2,"charge_payer":"receiver",
	"address":{"address":"1 Harbour Road","latitude":-11.40,"longitude":65.20,"contact_person_name":"Asha Rao","contact_person_number":"+12025550123"},
	"receiver":{"address":"2 Hill Street","latitude":-11.391017,"longitude":65.20,"contact_person_name":"Ben Okri","contact_person_number":"+12025550177"}`

func TestParcel_PCL01_TRAP_R2_isQuotedPlacedAndFollowed(t *testing.T) {
	apitest.WithGuestAPI(t, func(t *testing.T, c *apitest.GuestAPI) {
		category := c.OfferParcels(t)
		if a := c.Call(t, "GET", "/parcel/categories", "", "moduleId", "14"); a.Status != 200 || !strings.Contains(a.Body, `"further_charge":1`) {
			t.Fatalf("categories: %d %s", a.Status, a.Body)
		}
		if a := c.Call(t, "GET", "/parcel/instructions", "", "moduleId", "14"); a.Status != 200 || !strings.Contains(a.Body, "Fragile") {
			t.Fatalf("instructions: %d %s", a.Status, a.Body)
		}
		body := fmt.Sprintf(parcelBody, c.GuestID, category)
		quoted := c.Call(t, "POST", "/checkout/quote", "{"+body+"}", "moduleId", "14")
		for _, part := range []string{`"code":"parcel_further","label":"price_row.parcel_further","amount":1`, `"distance_source":"route"`, `"total":4.4`,
			`"payment_methods":["cash_on_delivery"]`, `"category":"Documents"`, `"name":"Parcel"`} {
			if quoted.Status != 200 || !strings.Contains(quoted.Body, part) {
				t.Fatalf("a quote without %s: %d %s", part, quoted.Status, quoted.Body)
			}
		}
		agreed := fmt.Sprintf(`{%s,"accepted_total":4.4,"quote_digest":"%s"}`, body, quoted.Text(t, "digest"))
		var placed struct {
			Order struct {
				ID          int64
				FollowToken string `json:"follow_token"`
			}
			TrackingToken string `json:"tracking_token"`
		}
		a := c.Call(t, "POST", "/orders", agreed, "moduleId", "14", "Idempotency-Key", "parcel-key-1")
		if err := json.Unmarshal([]byte(a.Body), &placed); err != nil {
			t.Fatal(err)
		}
		if again := c.Call(t, "POST", "/orders", agreed, "moduleId", "14", "Idempotency-Key", "parcel-key-1"); a.Status != 200 || again.Body != a.Body {
			t.Fatalf("placed: %d %s\nagain: %d %s", a.Status, a.Body, again.Status, again.Body)
		}
		if whole := c.Call(t, "GET", fmt.Sprintf("/orders/%d", placed.Order.ID), "", "X-Order-Token", placed.TrackingToken); !strings.Contains(whole.Body, "Ben Okri") || !strings.Contains(whole.Body, "store_point") {
			t.Errorf("its sender sees %s", whole.Body)
		}

		follow := func() apitest.Response {
			return c.Call(t, "GET", fmt.Sprintf("/orders/%d/follow", placed.Order.ID), "", "X-Order-Token", placed.Order.FollowToken)
		}
		if _, err := c.Orders.Accept(t.Context(), c.Rider(t, ordertest.ZoneID), placed.Order.ID); err != nil {
			t.Fatal(err)
		}
		if err := c.SetRider(t, placed.Order.ID, order.Rider{Name: "Ravi", Phone: "+12025550199", Point: ordertest.StorePoint}); err != nil {
			t.Fatal(err)
		}
		for _, secret := range []string{"Asha", "Harbour Road", "store_point", "-11.4,", "+1202", "Hill Street"} {
			if seen := follow(); seen.Status != 200 || strings.Contains(seen.Body, secret) {
				t.Errorf("before the pickup its receiver sees %q: %d %s", secret, seen.Status, seen.Body)
			}
		}
		if seen := follow(); !strings.Contains(seen.Body, `"to_pay":4.4`) || !strings.Contains(seen.Body, "Ravi") || !strings.Contains(seen.Body, "destination_point") {
			t.Errorf("its receiver sees %s", seen.Body)
		}
		c.MoveOrder(t, placed.Order.ID, order.PickedUp, order.ByAdmin)
		if seen := follow(); !strings.Contains(seen.Body, `"point":{"lat":-11.4`) || strings.Contains(seen.Body, "store_point") {
			t.Errorf("on its way its receiver sees %s", seen.Body)
		}
		for _, path := range []string{"/orders/%d", "/orders/%d/cancel"} {
			method, sent := "GET", ""
			if strings.HasSuffix(path, "cancel") {
				method, sent = "POST", `{"reason":"mistake"}`
			}
			if a := c.Call(t, method, fmt.Sprintf(path, placed.Order.ID), sent, "X-Order-Token", placed.Order.FollowToken); a.Status != 404 {
				t.Errorf("a follower calls %s: %d %s", path, a.Status, a.Body)
			}
		}
		if a := c.Call(t, "GET", fmt.Sprintf("/orders/track?order_id=%d", placed.Order.ID), "", "X-Phone", "+12025550123"); a.Status != 200 || strings.Contains(a.Body, "store_point") {
			t.Errorf("by number and phone: %d %s", a.Status, a.Body)
		}
		if a := c.Call(t, "POST", fmt.Sprintf("/orders/%d/reorder", placed.Order.ID), fmt.Sprintf(`{"guest_id":"%s"}`, c.GuestID), "X-Order-Token", placed.TrackingToken); a.Status != 409 {
			t.Errorf("into the cart again: %d %s", a.Status, a.Body)
		}
	})
}

func TestParcel_PCL01_TRAP_M8_saysWhenItsSenderPaidInCash(t *testing.T) {
	apitest.WithGuestAPI(t, func(t *testing.T, c *apitest.GuestAPI) {
		o := c.Place(t, "key-1", ordertest.Parcel(c.Guest(t), c.OfferParcels(t)))
		rider := c.Rider(t, ordertest.ZoneID)
		if _, err := c.Orders.Accept(t.Context(), rider, o.ID); err != nil {
			t.Fatal(err)
		}
		paidAt := func() string {
			t.Helper()
			seen := apitest.Read[struct {
				Payments []struct {
					PaidAt string `json:"paid_at"`
				}
			}](t, c.Call(t, "GET", fmt.Sprintf("/orders/%d", o.ID), "", "X-Order-Token", c.Tokens.Tracking(o.ID)))
			if len(seen.Payments) != 1 {
				t.Fatalf("its payments are %+v", seen)
			}
			return seen.Payments[0].PaidAt
		}
		c.MoveOrder(t, o.ID, order.PickedUp, order.ByAdmin)
		pickup := c.Clock.Now().Format(time.RFC3339)
		if got := paidAt(); got != pickup {
			t.Errorf("after the pickup it was paid at %q, want %s", got, pickup)
		}
		c.Clock.Advance(time.Hour)
		c.MoveOrder(t, o.ID, order.Delivered, order.ByAdmin)
		if got := paidAt(); got != pickup {
			t.Errorf("after the delivery it was paid at %q, want %s", got, pickup)
		}
	})
}

// A quote names what is sent in the language of the request, as it does items. The order keeps
// the name of the records.
func TestParcel_PCL01_I18N01_isQuotedInTheLanguageOfTheRequest(t *testing.T) {
	apitest.WithGuestAPI(t, func(t *testing.T, c *apitest.GuestAPI) {
		body := fmt.Sprintf(parcelBody, c.GuestID, c.OfferParcels(t))
		c.Exec(t, `INSERT INTO translations (slug, kind, record, language, texts) VALUES ('d', 'parcel_category', 'documents', 'ar', '{"name":"مستندات"}')`)
		type parcel struct{ Parcel struct{ Category string } }
		digests := map[string]string{}
		for language, want := range map[string]string{"ar": "مستندات", "en": "Documents"} {
			quoted := c.Call(t, "POST", "/checkout/quote", "{"+body+"}", "moduleId", "14", "X-localization", language)
			if got := apitest.Read[parcel](t, quoted).Parcel.Category; got != want {
				t.Errorf("quoted in %s as %q, want %q", language, got, want)
			}
			digests[language] = quoted.Text(t, "digest")
		}
		agreed := fmt.Sprintf(`{%s,"accepted_total":4.4,"quote_digest":"%s"}`, body, digests["ar"])
		placed := c.Call(t, "POST", "/orders", agreed, "moduleId", "14", "X-localization", "ar", "Idempotency-Key", "parcel-key-ar")
		if got := apitest.Read[struct{ Order parcel }](t, placed).Order.Parcel.Category; got != "Documents" || digests["ar"] != digests["en"] {
			t.Errorf("ordered as %q; digests %v", got, digests)
		}
	})
}

func TestParcel_PCL01_saysWhatIsWrongWithField(t *testing.T) {
	apitest.WithGuestAPI(t, func(t *testing.T, c *apitest.GuestAPI) {
		body := "{" + fmt.Sprintf(parcelBody, c.GuestID, c.OfferParcels(t)) + "}"
		for name, tt := range map[string]struct{ from, to, field string }{
			"an order type of stores": {`"order_type":"parcel"`, `"order_type":"delivery"`, `"order_type"`},
			"no receiver's name":      {"Ben Okri", " ", `"receiver.contact_person_name"`},
			"a receiver's bad phone":  {"+12025550177", "12", `"receiver.contact_person_number"`},
			"a payer of whom":         {`"charge_payer":"receiver"`, `"charge_payer":"nobody"`, `charge_payer`},
		} {
			if a := c.Call(t, "POST", "/orders", strings.Replace(body, tt.from, tt.to, 1), "moduleId", "14", "Idempotency-Key", "parcel-key-"+name[:4]); a.Status != 422 || !strings.Contains(a.Body, tt.field) {
				t.Errorf("%s: %d %s", name, a.Status, a.Body)
			}
		}
	})
}

func TestParcel_PCL01_isQuotedBeforeItsAddressesAreKnown(t *testing.T) {
	apitest.WithGuestAPI(t, func(t *testing.T, c *apitest.GuestAPI) {
		body := fmt.Sprintf(`{"guest_id":"%s","source":"parcel","order_type":"parcel","parcel_category_id":%d}`, c.GuestID, c.OfferParcels(t))
		a := c.Call(t, "POST", "/checkout/quote", body, "moduleId", "14")
		for _, part := range []string{`"code":"address_missing"`, `"code":"receiver_missing"`, `"rows":[]`, `"slots":[]`} {
			if a.Status != 200 || !strings.Contains(a.Body, part) {
				t.Errorf("a quote without %s: %d %s", part, a.Status, a.Body)
			}
		}
	})
}
