package api_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"hawker/internal/api"
	"hawker/internal/api/call"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/order"
	"hawker/internal/order/ordertest"
)

// buy places an order of one item.
func (c *till) buy(t *testing.T) placed {
	t.Helper()
	item := c.Item(t, c.Store(t, nil), 1000, 5, nil)
	return c.place(t, "key-"+item.Slug, func(b map[string]any) {
		b["source"], b["line"] = "buy_now", map[string]any{"item_id": item.ID, "quantity": 2}
	})
}

func TestOrders_TRAP_P1_belongToWhoHoldsTheToken(t *testing.T) {
	tills(t, func(t *testing.T, c *till) {
		mine, other := c.buy(t), c.buy(t)
		id := mine.Order.ID
		a := c.call(t, "GET", fmt.Sprintf("/orders/%d?token=%s", id, mine.TrackingToken), "")
		o := read[struct {
			OrderStatus string `json:"order_status"`
			Lines       []struct {
				Name     string
				Quantity int
				Total    float64
			}
			Address struct {
				ContactPersonName string `json:"contact_person_name"`
			}
			Tracking struct {
				CanCancel bool `json:"can_cancel"`
				Step      int
				Route     []any
			}
			Store struct{ Name string }
		}](t, a)
		if o.OrderStatus != "pending" || len(o.Lines) != 1 || o.Lines[0].Total != 20 || o.Address.ContactPersonName != "Asha Rao" || !o.Tracking.CanCancel || len(o.Tracking.Route) != 2 || o.Store.Name != "Corner Kitchen" {
			t.Errorf("my order is %+v", o)
		}
		missing := c.call(t, "GET", fmt.Sprintf("/orders/%d?token=%s", 999999, mine.TrackingToken), "")
		for name, token := range map[string]string{"none": "", "another order's": other.TrackingToken, "a guess": "x", "my guest id": c.guest} {
			foreign := c.call(t, "GET", fmt.Sprintf("/orders/%d?token=%s", id, token), "")
			if foreign.status != 404 || foreign.body != missing.body {
				t.Errorf("token %s: %d %s\na missing order: %d %s", name, foreign.status, foreign.body, missing.status, missing.body)
			}
			cancel := c.call(t, "POST", fmt.Sprintf("/orders/%d/cancel", id), fmt.Sprintf(`{"token":%q,"reason":"other"}`, token))
			events := c.call(t, "GET", fmt.Sprintf("/orders/%d/events?token=%s", id, token), "")
			if cancel.status != 404 || events.status != 404 {
				t.Errorf("token %s: cancel %d, events %d", name, cancel.status, events.status)
			}
		}
	})
}

func TestOrders_ORD04_cancelWhilePending(t *testing.T) {
	tills(t, func(t *testing.T, c *till) {
		p := c.buy(t)
		reasons := read[struct{ Reasons []struct{ ID, Reason string } }](t, c.call(t, "GET", "/orders/cancel-reasons", ""))
		if len(reasons.Reasons) < 2 || reasons.Reasons[0].ID == "" {
			t.Fatalf("reasons %+v", reasons)
		}
		path := fmt.Sprintf("/orders/%d/cancel", p.Order.ID)
		body := func(reason string) string { return fmt.Sprintf(`{"token":%q,"reason":%q}`, p.TrackingToken, reason) }
		if a := c.call(t, "POST", path, body("because")); a.status != 422 || !slices.Equal(a.entries(t), []string{"invalid: Please choose a reason. reason"}) {
			t.Errorf("a reason of one's own: %d %s", a.status, a.body)
		}
		a := c.call(t, "POST", path, body(reasons.Reasons[0].ID))
		if a.text(t, "order_status") != "canceled" || a.text(t, "cancel_reason") != reasons.Reasons[0].Reason {
			t.Errorf("canceled: %s", a.body)
		}
		if again := c.call(t, "POST", path, body("other")); again.status != 409 {
			t.Errorf("again: %d %s", again.status, again.body)
		}
		if left := c.Number(t, `SELECT quantity FROM stock`); left != 5 {
			t.Errorf("%d left in stock, want all 5", left)
		}
		late := c.buy(t)
		c.move(t, late.Order.ID, order.Confirmed, order.ByVendor)
		if a := c.call(t, "POST", fmt.Sprintf("/orders/%d/cancel", late.Order.ID), fmt.Sprintf(`{"token":%q,"reason":"other"}`, late.TrackingToken)); a.status != 409 || !slices.Equal(a.entries(t), []string{"conflict: The order is confirmed already."}) {
			t.Errorf("once confirmed: %d %s", a.status, a.body)
		}
	})
}

func TestOrders_ORD02_trackByNumberAndPhoneTellsNoNames(t *testing.T) {
	tills(t, func(t *testing.T, c *till) {
		p := c.buy(t)
		track := func(id int64, phone string) answer {
			return c.call(t, "GET", fmt.Sprintf("/orders/track?order_id=%d&phone=%s", id, phone), "")
		}
		missing := track(999999, "%2B12025550123")
		for _, a := range []answer{track(p.Order.ID, "%2B12025550124"), track(p.Order.ID, "x")} {
			if a.status != 404 || a.body != missing.body {
				t.Errorf("a wrong phone: %d %s\nan unknown order: %d %s", a.status, a.body, missing.status, missing.body)
			}
		}
		for _, phone := range []string{"%2B12025550123", "2025550123", "(202)%20555-0123"} {
			if a := track(p.Order.ID, phone); a.status != 200 {
				t.Errorf("%s: %d %s", phone, a.status, a.body)
			}
		}
		for _, to := range []order.Status{order.Confirmed, order.Processing, order.Handover} {
			c.move(t, p.Order.ID, to, order.ByVendor)
		}
		if err := c.Orders.SetRider(t.Context(), p.Order.ID, order.Rider{Name: "Ravi", Phone: "+12025550199", Vehicle: "Scooter", Point: ordertest.StorePoint}); err != nil {
			t.Fatal(err)
		}
		a := track(p.Order.ID, "2025550123")
		for _, secret := range []string{"Asha", "Hill Street", "Ravi", "Mint burger", "+1202", "destination_point", `"rider"`} {
			if strings.Contains(a.body, secret) {
				t.Errorf("tracking tells %q: %s", secret, a.body)
			}
		}
		whole := c.call(t, "GET", fmt.Sprintf("/orders/%d?token=%s", p.Order.ID, p.TrackingToken), "")
		if !strings.Contains(whole.body, "Ravi") || strings.Contains(whole.body, "+12025550199") {
			t.Errorf("the owner sees %s", whole.body)
		}
	})
}

// Only wrong tries count, and each together with the address it came from: a
// stranger's guesses shut out nobody else.
func TestOrders_ORD02_wrongTriesAreCountedByOrderPhoneAndAddress(t *testing.T) {
	t.Parallel()
	c := openTill(t, dbtest.Open(t, db.SQLite), api.Deps{RateLimits: true})
	mine := c.buy(t).Order.ID
	track := func(from, order, phone string) int {
		r := httptest.NewRequest("GET", fmt.Sprintf("%s/orders/track?order_id=%s", call.Prefix, order), nil)
		r.Header.Set("X-Phone", phone)
		r.RemoteAddr = from + ":1"
		w := httptest.NewRecorder()
		c.ServeHTTP(w, r)
		if w.Code == 429 && w.Header().Get("Retry-After") == "" {
			t.Error("a 429 without Retry-After")
		}
		return w.Code
	}
	refused := func(n int, from func(i int) string, order, phone func(i int) string) (refused int) {
		for i := range n {
			switch code := track(from(i), order(i), phone(i)); code {
			case 429:
				refused++
			case 404:
			default:
				t.Errorf("a wrong try is answered with %d", code)
			}
		}
		return refused
	}
	same := func(text string) func(int) string { return func(int) string { return text } }
	each := func(form string, from int) func(int) string {
		return func(i int) string { return fmt.Sprintf(form, from+i) }
	}
	id := fmt.Sprint(mine)

	// However the number is written, it is one order.
	spelled := func(i int) string { return []string{id, "0" + id, "%2B" + id}[i%3] }
	if n := refused(20, same("192.0.2.1"), spelled, each("+120255501%02d", 30)); n != 10 {
		t.Errorf("about one order, %d of 20 were refused", n)
	}
	if n := refused(20, same("192.0.2.2"), each("%d", 1000), same("(202) 555-0150")); n != 10 {
		t.Errorf("with one phone, %d of 20 were refused", n)
	}
	if n := refused(80, same("192.0.2.3"), each("%d", 1000), each("+120255502%02d", 10)); n != 20 {
		t.Errorf("from one address, %d of 80 were refused", n)
	}
	// From ever other addresses nobody is stopped, and nobody stops the owner.
	if n := refused(80, each("198.51.100.%d", 1), same(id), each("+120255502%02d", 10)); n != 0 {
		t.Errorf("from many addresses, %d of 80 were refused", n)
	}
	for i := range 100 {
		if code := track("203.0.113.9", id, "2025550123"); code != 200 {
			t.Fatalf("the owner's look %d: %d", i, code)
		}
	}
	if code := track("192.0.2.1", id, "2025550123"); code != 429 {
		t.Errorf("who has guessed too often gets to look: %d", code)
	}
}

// The guest's secret, an order's token and a phone are taken from a header and
// from where the documents put them, and both must say the same.
func TestSecretsInHeaders_CART02_ORD02_P1(t *testing.T) {
	tills(t, func(t *testing.T, c *till) {
		p := c.buy(t)
		order := fmt.Sprint("/orders/", p.Order.ID)
		track := fmt.Sprint("/orders/track?order_id=", p.Order.ID)
		other := "somebody-else-0123456789"
		for _, tt := range []struct {
			path, header, value, other string
			want                       int
			field                      string
		}{
			{"/cart", "X-Guest-Id", c.guest, "guest_id", 200, "guest_id"},
			{order, "X-Order-Token", p.TrackingToken, "token", 200, "token"},
			{track, "X-Phone", "2025550123", "phone", 200, "phone"},
		} {
			with := func(value string) string {
				separator := "?"
				if strings.Contains(tt.path, "?") {
					separator = "&"
				}
				return tt.path + separator + tt.other + "=" + value
			}
			if a := c.call(t, "GET", tt.path, "", tt.header, tt.value); a.status != tt.want {
				t.Errorf("%s by %s: %d %s", tt.path, tt.header, a.status, a.body)
			}
			if a := c.call(t, "GET", with(tt.value), ""); a.status != tt.want {
				t.Errorf("%s by %s: %d %s", tt.path, tt.other, a.status, a.body)
			}
			if a := c.call(t, "GET", with(tt.value), "", tt.header, tt.value); a.status != tt.want {
				t.Errorf("%s by both: %d %s", tt.path, a.status, a.body)
			}
			for _, a := range []answer{
				c.call(t, "GET", with(other), "", tt.header, tt.value),
				c.call(t, "GET", with(tt.value), "", tt.header, other),
			} {
				if a.status != 400 || !strings.Contains(a.body, tt.field) {
					t.Errorf("%s by two that differ: %d %s", tt.path, a.status, a.body)
				}
			}
		}
		if a := c.call(t, "GET", track, ""); a.status != 422 || !strings.Contains(a.body, "phone") {
			t.Errorf("without a phone: %d %s", a.status, a.body)
		}
	})
}

// stream reads the events of an order from a running server.
type stream struct {
	lines  *bufio.Scanner
	header http.Header
	status int
}

func (c *till) watch(t *testing.T, url string, id int64, token string) (stream, context.CancelFunc) {
	t.Helper()
	return c.open(t, fmt.Sprintf("%s%s/orders/%d/events", url, call.Prefix, id), "X-Order-Token", token)
}

// open opens a stream; headers are pairs.
func (c *till) open(t *testing.T, url string, headers ...string) (stream, context.CancelFunc) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	r, err := http.NewRequestWithContext(ctx, "GET", url, nil)
	if err != nil {
		t.Fatal(err)
	}
	for pair := range slices.Chunk(headers, 2) {
		r.Header.Set(pair[0], pair[1])
	}
	r.Header.Set("Accept-Encoding", "gzip")
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cancel(); resp.Body.Close() })
	return stream{lines: bufio.NewScanner(resp.Body), header: resp.Header, status: resp.StatusCode}, cancel
}

type tracked struct {
	OrderStatus string `json:"order_status"`
	Rider       *struct {
		Name     string
		Progress float64
	}
	Timeline []struct{ Status string }
}

// next is the next event; ok is false at the end of the stream.
func (s stream) next(t *testing.T) (v tracked, ok bool) {
	t.Helper()
	return v, s.read(t, &v)
}

// read decodes the data of the next event; it is false at the end of the stream.
func (s stream) read(t *testing.T, v any) bool {
	t.Helper()
	for s.lines.Scan() {
		if data, found := strings.CutPrefix(s.lines.Text(), "data: "); found {
			if err := json.Unmarshal([]byte(data), v); err != nil {
				t.Error(err)
			}
			return true
		}
	}
	return false
}

func TestEvents_TRAP_O6_followAnOrderWithoutAReload(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		drain := make(chan struct{})
		c := openTill(t, open(t), api.Deps{Draining: drain})
		ctx, stop := context.WithCancel(t.Context())
		announced := make(chan struct{})
		go func() { defer close(announced); c.Orders.Run(ctx) }()
		defer func() { stop(); <-announced }()
		server := httptest.NewServer(c)
		defer server.Close()

		p := c.buy(t)
		mine, leave := c.watch(t, server.URL, p.Order.ID, p.TrackingToken)
		if mine.status != 200 || mine.header.Get("Content-Type") != "text/event-stream" || mine.header.Get("Content-Encoding") != "" {
			t.Fatalf("%d %v", mine.status, mine.header)
		}
		byPhone := read[struct {
			EventsToken string `json:"events_token"`
		}](t, c.call(t, "GET", fmt.Sprintf("/orders/track?order_id=%d&phone=2025550123", p.Order.ID), ""))
		theirs, _ := c.watch(t, server.URL, p.Order.ID, byPhone.EventsToken)

		for _, s := range []stream{mine, theirs} {
			if v, ok := s.next(t); !ok || v.OrderStatus != "pending" {
				t.Errorf("on connect: %+v, %t", v, ok)
			}
		}
		for _, to := range []order.Status{order.Confirmed, order.Processing, order.Handover} {
			c.move(t, p.Order.ID, to, order.ByVendor)
			for _, s := range []stream{mine, theirs} {
				if v, ok := s.next(t); !ok || v.OrderStatus != string(to) {
					t.Errorf("after %s: %+v, %t", to, v, ok)
				}
			}
		}
		if err := c.Orders.SetRider(t.Context(), p.Order.ID, order.Rider{Name: "Ravi", Progress: 0.5}); err != nil {
			t.Fatal(err)
		}
		if v, ok := mine.next(t); !ok || v.Rider == nil || v.Rider.Progress != 0.5 {
			t.Errorf("the rider moves: %+v, %t", v, ok)
		}
		leave()
		close(drain)
		for {
			v, ok := theirs.next(t)
			if !ok {
				break
			}
			if v.Rider != nil {
				t.Errorf("by phone one sees the rider: %+v", v)
			}
		}
	})
}
