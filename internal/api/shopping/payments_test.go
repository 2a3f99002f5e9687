package shopping_test

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"hawker/internal/api/apitest"
	"hawker/internal/api/call"
	"hawker/internal/catalog"
	"hawker/internal/order/ordertest"
	"hawker/internal/payment"
	"hawker/internal/payment/paymenttest"
	"hawker/internal/purchase"
	"hawker/internal/trip"
	"hawker/internal/trip/triptest"
)

// payableOrder has the fields of an order's payment.
type payableOrder struct {
	PaymentStatus  string   `json:"payment_status"`
	PaymentMethod  string   `json:"payment_method"`
	AwaitsPayment  bool     `json:"awaits_payment"`
	PaymentDueAt   string   `json:"payment_due_at"`
	PaymentMethods []string `json:"payment_methods"`
	Payments       []struct {
		Method string
		Amount float64
	}
}

type placedByCard struct {
	Order struct {
		ID int64
		payableOrder
	}
	TrackingToken string `json:"tracking_token"`
	RedirectLink  string `json:"redirect_link"`
}

// byCard is an order of one item that a guest pays through the gateway.
func byCard(t *testing.T, c *apitest.GuestAPI) func(map[string]any) {
	t.Helper()
	c.OfferDigital()
	item := c.Item(t, c.Store(t, nil), 1000, 5, nil)
	return func(b map[string]any) {
		apitest.BuyNow(item, 1)(b)
		b["payment_method"], b["payment_gateway"], b["callback"] = "digital_payment", "card", "/order/1?back=1"
	}
}

// deliver sends a webhook, as the gateway does.
func deliver(t *testing.T, c *apitest.GuestAPI, h paymenttest.Webhook) int {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, call.Prefix+"/payments/card/webhook", strings.NewReader(string(h.Body)))
	r.Header.Set("Signature", h.Header.Get(""))
	w := httptest.NewRecorder()
	c.ServeHTTP(w, r)
	c.DoJobs(t)
	return w.Code
}

func TestPayment_CHK03_fromTheCheckoutToThePaidOrder(t *testing.T) {
	apitest.WithGuestAPI(t, func(t *testing.T, c *apitest.GuestAPI) {
		body := c.AgreedBody(t, byCard(t, c))
		p := apitest.Read[placedByCard](t, c.Call(t, "POST", "/orders", body, "Idempotency-Key", "card-0001"))
		again := apitest.Read[placedByCard](t, c.Call(t, "POST", "/orders", body, "Idempotency-Key", "card-0001"))
		if p.RedirectLink == "" || again.RedirectLink != p.RedirectLink || again.Order.ID != p.Order.ID {
			t.Fatalf("placed: %+v, again %q", p, again.RedirectLink)
		}
		if !p.Order.AwaitsPayment || p.Order.PaymentDueAt == "" || !slices.Equal(p.Order.PaymentMethods, []string{"cash_on_delivery", "digital_payment"}) {
			t.Errorf("it waits: %+v", p.Order)
		}
		token := []string{"X-Order-Token", p.TrackingToken}
		session := p.RedirectLink[strings.LastIndex(p.RedirectLink, "/")+1:]
		id := strings.TrimPrefix(session, "session-")
		type seen struct{ Purpose, Status string }
		if got := apitest.Read[seen](t, c.Call(t, "GET", "/payments/"+id, "", token...)); got != (seen{"order", "open"}) {
			t.Errorf("the payment: %+v", got)
		}
		if status := deliver(t, c, c.Gateway.Pay(session)); status != http.StatusOK {
			t.Fatalf("the webhook: %d", status)
		}
		paid := apitest.Read[payableOrder](t, c.Call(t, "GET", fmt.Sprint("/orders/", p.Order.ID), "", token...))
		if paid.PaymentStatus != "paid" || len(paid.Payments) != 1 || paid.Payments[0].Method != "digital_payment" || len(paid.PaymentMethods) != 0 {
			t.Errorf("paid: %+v", paid)
		}
		if got := apitest.Read[seen](t, c.Call(t, "POST", "/payments/"+id+"/check", "", token...)); got.Status != "paid" {
			t.Errorf("the payment: %+v", got)
		}
	})
}

// What the town and the program call ways to pay is in the reader's language.
func TestPayment_CHK03_I18N01_waysToPayAreInTheLanguageOfTheRequest(t *testing.T) {
	apitest.WithGuestAPI(t, func(t *testing.T, c *apitest.GuestAPI) {
		c.OfferDigital()
		c.OfferOffline(t)
		c.Exec(t, `INSERT INTO translations (slug, kind, record, language, texts) VALUES ('settings', 'settings', '', 'ar', '{"words":[{"of":"Bank transfer","text":"تحويل بنكي"},{"of":"IBAN 123","text":"الآيبان 123"}]}')`)
		item := c.Item(t, c.Store(t, nil), 1000, 5, nil)
		body := c.AgreedBody(t, func(b map[string]any) {
			apitest.BuyNow(item, 1)(b)
			b["payment_method"], b["payment_gateway"] = "offline_payment", ordertest.Bank.ID
		})
		type named struct {
			Gateways []struct {
				Title string `json:"gateway_title"`
			}
			OfflineMethods []struct{ Name, Instructions string } `json:"offline_methods"`
			OfflinePayment struct{ Name string }                 `json:"offline_payment"`
		}
		placed := apitest.Read[struct{ Order named }](t, c.Call(t, "POST", "/orders", body, "Idempotency-Key", "bank-0001", "X-localization", "ar")).Order
		bank := placed.OfflineMethods[0]
		if placed.OfflinePayment.Name != "تحويل بنكي" || bank.Name != "تحويل بنكي" || bank.Instructions != "الآيبان 123" || placed.Gateways[0].Title != "بطاقة" {
			t.Errorf("%+v", placed)
		}
	})
}

func TestPayment_CHK03_moneyForACanceledOrderComesBack(t *testing.T) {
	apitest.WithGuestAPI(t, func(t *testing.T, c *apitest.GuestAPI) {
		body := c.AgreedBody(t, byCard(t, c))
		p := apitest.Read[placedByCard](t, c.Call(t, "POST", "/orders", body, "Idempotency-Key", "late-0001"))
		token := []string{"X-Order-Token", p.TrackingToken}
		session := p.RedirectLink[strings.LastIndex(p.RedirectLink, "/")+1:]
		check := func() string {
			return c.Call(t, "POST", "/payments/"+strings.TrimPrefix(session, "session-")+"/check", "", token...).Text(t, "status")
		}
		paid := c.Gateway.Pay(session)
		if r := c.Call(t, "POST", fmt.Sprintf("/orders/%d/cancel", p.Order.ID), `{"reason":"other"}`, token...); r.Status != http.StatusOK {
			t.Fatalf("cancel: %d %s", r.Status, r.Body)
		}
		deliver(t, c, paid)
		if got := check(); got != "returned" {
			t.Errorf("the payment is %s", got)
		}
	})
}

// Of a trip that is canceled late a part is kept: its payment was needed.
func TestPayment_CHK03_RNT11_aLateCancellationReturnsAPart(t *testing.T) {
	for status, notice := range map[string]time.Duration{"paid": 2 * time.Hour, "returned": 48 * time.Hour} {
		t.Run(status, func(t *testing.T) {
			apitest.WithGuestAPI(t, func(t *testing.T, c *apitest.GuestAPI) {
				c.OfferDigital()
				f := triptest.In(t, c.Fixture)
				r := triptest.Request(c.Guest(t))
				r.PaymentMethod, r.PaymentGateway = purchase.DigitalPayment, "card"
				d := f.Book(t, "key-1", r, c.Clock.Now().Add(notice))
				p := c.OpenPurchasePage(t, d.ID, d.ToPay())
				c.Deliver(t, c.Gateway.Pay(*p.Session))
				f.MoveTrip(t, d.ID, trip.Confirmed)
				if _, err := f.Trips.Cancel(t.Context(), d.ID, purchase.Owner{ShopperID: d.ShopperID}, "mistake", nil); err != nil {
					t.Fatal(err)
				}
				if got := c.Call(t, "GET", "/payments/"+p.ID, "", "X-Order-Token", c.Tokens.Tracking(d.ID)).Text(t, "status"); got != status {
					t.Errorf("the payment is %s", got)
				}
			})
		})
	}
}

func TestPayment_CHK03_aGatewayThatIsAwayDoesNotUndoTheOrder(t *testing.T) {
	apitest.WithGuestAPI(t, func(t *testing.T, c *apitest.GuestAPI) {
		body := c.AgreedBody(t, byCard(t, c))
		c.Gateway.Fail = func(string) error { return errors.New("away") }
		p := apitest.Read[placedByCard](t, c.Call(t, "POST", "/orders", body, "Idempotency-Key", "away-0001"))
		path, token := fmt.Sprintf("/orders/%d/payment", p.Order.ID), []string{"X-Order-Token", p.TrackingToken}
		const again = `{"payment_method":"digital_payment","payment_gateway":"card"}`
		if p.RedirectLink != "" || !p.Order.AwaitsPayment {
			t.Errorf("placed: %+v", p)
		}
		if r := c.Call(t, "POST", path, again, token...); r.Status != http.StatusServiceUnavailable {
			t.Errorf("tried while it is away: %d %s", r.Status, r.Body)
		}
		c.Gateway.Fail = nil
		if r := apitest.Read[placedByCard](t, c.Call(t, "POST", path, again, token...)); r.RedirectLink == "" {
			t.Errorf("tried again: %+v", r)
		}
		cash := apitest.Read[placedByCard](t, c.Call(t, "POST", path, `{"payment_method":"cash_on_delivery"}`, token...))
		if cash.Order.AwaitsPayment || cash.Order.PaymentMethod != "cash_on_delivery" || cash.RedirectLink != "" {
			t.Errorf("in cash: %+v", cash)
		}
	})
}

func TestPayment_WAL02_refusesForeignCallbacksAndForgedWebhooks(t *testing.T) {
	apitest.WithGuestAPI(t, func(t *testing.T, c *apitest.GuestAPI) {
		edit := byCard(t, c)
		evil := c.AgreedBody(t, func(b map[string]any) { edit(b); b["callback"] = "https://evil.example/order" })
		if r := c.Call(t, "POST", "/orders", evil, "Idempotency-Key", "evil-0001"); r.Status != http.StatusUnprocessableEntity || !strings.Contains(r.Body, `"callback"`) {
			t.Errorf("another origin: %d %s", r.Status, r.Body)
		}
		if n := c.Number(t, `SELECT COUNT(*) FROM orders`); n != 0 {
			t.Error("the order was placed")
		}
		if status := deliver(t, c, paymenttest.Webhook{Header: paymenttest.Header("1.00"), Body: []byte(`{"ID":"x"}`)}); status != http.StatusUnprocessableEntity {
			t.Errorf("forged: %d", status)
		}
		if status := deliver(t, c, paymenttest.Webhook{Header: paymenttest.Header(""), Body: make([]byte, 300<<10)}); status != http.StatusRequestEntityTooLarge {
			t.Errorf("too large: %d", status)
		}
	})
}

// notSent has what a gateway could not send back of an order or a trip.
type notSent struct {
	Failed   float64 `json:"gateway_refund_failed"`
	Credited float64 `json:"gateway_refund_credited"`
	Settled  float64 `json:"gateway_refund_settled"`
}

// moneyPage is the page of an order or a trip. Open pages read it again when it was updated.
type moneyPage struct {
	notSent
	UpdatedAt string `json:"updated_at"` // of a trip
	Tracking  struct {
		UpdatedAt string `json:"updated_at"`
	} `json:"tracking"` // of an order
}

func (p moneyPage) isNewerThan(before moneyPage) bool {
	return p.UpdatedAt+p.Tracking.UpdatedAt > before.UpdatedAt+before.Tracking.UpdatedAt
}

// A guest has only the page: it says where the money is that the gateway could not send.
func TestPayment_ORD05_RNT11_thePageSaysWhatTheGatewayCouldNotSend(t *testing.T) {
	apitest.WithGuestAPI(t, func(t *testing.T, c *apitest.GuestAPI) {
		f := triptest.In(t, c.Fixture)
		p := apitest.Read[placedByCard](t, c.Call(t, "POST", "/orders", c.AgreedBody(t, byCard(t, c)), "Idempotency-Key", "fails-0001"))
		r := triptest.Request(c.Guest(t))
		r.PaymentMethod, r.PaymentGateway = purchase.DigitalPayment, "card"
		d := f.Book(t, "key-1", r, c.Clock.Now().Add(48*time.Hour))
		c.Deliver(t, c.Gateway.Pay(p.RedirectLink[strings.LastIndex(p.RedirectLink, "/")+1:]), c.Gateway.Pay(*c.OpenPurchasePage(t, d.ID, d.ToPay()).Session))
		pages := map[string]string{fmt.Sprintf("/orders/%d", p.Order.ID): p.TrackingToken, fmt.Sprintf("/rental/trips/%d", d.ID): c.Tokens.Tracking(d.ID)}
		for page, token := range pages {
			read := func() moneyPage {
				t.Helper()
				c.Clock.Advance(time.Second)
				return apitest.Read[moneyPage](t, c.Call(t, "GET", page, "", "X-Order-Token", token))
			}
			c.Gateway.RefundState = payment.ReportedFailed
			if r := c.Call(t, "POST", page+"/cancel", `{"reason":"other"}`, "X-Order-Token", token); r.Status != http.StatusOK {
				t.Fatalf("cancel: %d %s", r.Status, r.Body)
			}
			canceled := read()
			if canceled.notSent != (notSent{}) {
				t.Errorf("%s while it is on its way: %+v", page, canceled)
			}
			c.DoJobs(t)
			failed := read()
			if !failed.isNewerThan(canceled) || failed.Failed <= 0 || failed.Credited != 0 || failed.Settled != 0 {
				t.Errorf("%s when it has failed: %+v", page, failed)
			}
			problems, _, err := c.Payments.Problems(t.Context(), catalog.Paging{Size: 5, Number: 1})
			if err != nil || len(problems) != 1 {
				t.Fatalf("problems: %+v, %v", problems, err)
			}
			if err := c.Payments.DecideRefund(t.Context(), c.Admin(t), problems[0].ID, payment.Decision{Action: payment.Settle, Note: "By bank"}); err != nil {
				t.Fatal(err)
			}
			if got := read(); !got.isNewerThan(failed) || got.notSent != (notSent{Settled: failed.Failed}) {
				t.Errorf("%s when it is settled: %+v", page, got)
			}
		}
	})
}
