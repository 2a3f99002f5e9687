package api_test

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"hawker/internal/address"
	"hawker/internal/api"
	"hawker/internal/api/apitest"
	"hawker/internal/api/call"
	"hawker/internal/catalog"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/order/ordertest"
	"hawker/internal/wishlist"
)

// till is a town behind the real router, and a guest in front of it.
type till struct {
	*ordertest.Fixture
	http.Handler
	guest string
}

// tills runs a case on both engines.
func tills(t *testing.T, run func(t *testing.T, c *till)) {
	t.Helper()
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		run(t, openTill(t, open(t), api.Deps{}))
	})
}

// openTill puts the API in front of a town; d holds what the case wants otherwise.
func openTill(t testing.TB, database *db.DB, d api.Deps) *till {
	t.Helper()
	return tillAt(t, ordertest.Open(t, database), d)
}

// tillAt puts the API in front of a town that is there.
func tillAt(t testing.TB, desk *ordertest.Fixture, d api.Deps) *till {
	t.Helper()
	c := &till{Fixture: desk}
	d.Settings, d.Zones, d.Maps = c.Settings, c.Zones, c.Maps
	d.Shoppers, d.Carts, d.Orders = c.Shoppers, c.Carts, c.Orders
	d.Catalog = catalog.New(desk.DB, c.Clock)
	d.Addresses, d.Wishlists = address.New(desk.DB, c.Clock, c.Settings, c.Zones), wishlist.New(desk.DB, c.Clock)
	mux := http.NewServeMux()
	server := api.New(d)
	server.Register(mux)
	c.Handler = server.Handler(mux)
	c.guest = c.newGuest(t)
	return c
}

func (c *till) newGuest(t testing.TB) string {
	t.Helper()
	a := c.call(t, "POST", "/auth/guest", "")
	return a.text(t, "guest_id")
}

// answer is what the server said.
type answer struct {
	status int
	header http.Header
	body   string
}

// call sends a request; headers are pairs.
func (c *till) call(t testing.TB, method, path, body string, headers ...string) answer {
	t.Helper()
	r := httptest.NewRequest(method, call.Prefix+path, strings.NewReader(body))
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	apitest.Published().Handler(t, c).ServeHTTP(w, r)
	got, err := io.ReadAll(w.Result().Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer{status: w.Code, header: w.Result().Header, body: string(got)}
}

// read decodes a good answer.
func read[T any](t testing.TB, a answer) (v T) {
	t.Helper()
	if a.status >= 300 {
		t.Fatalf("status %d: %s", a.status, a.body)
	}
	if err := json.Unmarshal([]byte(a.body), &v); err != nil {
		t.Fatalf("%v: %s", err, a.body)
	}
	return v
}

func (a answer) text(t testing.TB, field string) string {
	t.Helper()
	text, ok := read[map[string]any](t, a)[field].(string)
	if !ok {
		t.Fatalf("no %s in %s", field, a.body)
	}
	return text
}

// entries are the code and message of each error, and the field where it has one.
func (a answer) entries(t testing.TB) []string {
	t.Helper()
	var body struct {
		Errors  []struct{ Code, Message, Field string }
		Message string
	}
	if err := json.Unmarshal([]byte(a.body), &body); err != nil || len(body.Errors) == 0 || body.Message == "" {
		t.Errorf("not the shape of an error (API-04): %d %s", a.status, a.body)
	}
	var all []string
	for _, e := range body.Errors {
		all = append(all, strings.TrimSpace(fmt.Sprintf("%s: %s %s", e.Code, e.Message, e.Field)))
	}
	return all
}

// cartLine is what a drawer reads of a line.
type cartLine struct {
	ID             int64
	Quantity       int
	Price          float64
	OriginalPrice  float64 `json:"original_price"`
	Subtotal       float64
	Total          float64
	PriceWhenAdded float64 `json:"price_when_added"`
	Summary        string
	Variation      []struct {
		ID, Name, Type string
		Values         struct{ Label, IDs []string }
	}
	AddOnIDs  []int64 `json:"add_on_ids"`
	AddOnQtys []int   `json:"add_on_qtys"`
	Item      struct {
		ID   int64
		Name string
	}
	Problems []struct{ Code, Message string }
	Store    struct {
		ID           int64
		Slug         string
		MinimumOrder float64 `json:"minimum_order"`
		FreeDelivery bool    `json:"free_delivery"`
		Delivery     bool
	}
}

// quoted is what a checkout reads of a quote.
type quoted struct {
	Rows []struct {
		Code   string
		Amount float64
	}
	Lines    []cartLine
	Total    float64
	Tax      float64
	Tip      float64
	Delivery float64 `json:"delivery_charge"`
	Problems []struct{ Code, Message string }
	Slots    []struct {
		Date  string
		Slots []struct {
			StartsAt string `json:"starts_at"`
		}
	}
	NowAllowed     bool     `json:"now_allowed"`
	PaymentMethods []string `json:"payment_methods"`
	Digest         string
}

// checkout is a body that quotes or places, with the guest and the door in it.
func (c *till) checkout(edit func(map[string]any)) string {
	body := map[string]any{
		"guest_id": c.guest, "source": "cart", "order_type": "delivery", "payment_method": "cash_on_delivery",
		"address": map[string]any{
			"address": "2 Hill Street", "latitude": ordertest.Door.Lat, "longitude": ordertest.Door.Lng,
			"contact_person_name": "Asha Rao", "contact_person_number": "+12025550123",
		},
	}
	if edit != nil {
		edit(body)
	}
	text, err := json.Marshal(body)
	if err != nil {
		panic(err)
	}
	return string(text)
}

// agree quotes the body and answers the same with the quote agreed to.
func (c *till) agree(t testing.TB, edit func(map[string]any)) string {
	t.Helper()
	q := read[quoted](t, c.call(t, "POST", "/checkout/quote", c.checkout(edit)))
	return c.checkout(func(body map[string]any) {
		if edit != nil {
			edit(body)
		}
		body["accepted_total"], body["quote_digest"] = q.Total, q.Digest
	})
}

// placed is what a page reads of an order.
type placed struct {
	Order struct {
		ID          int64
		OrderStatus string `json:"order_status"`
		Total       float64
	}
	TrackingToken string `json:"tracking_token"`
}

func (c *till) place(t testing.TB, key string, edit func(map[string]any)) placed {
	t.Helper()
	return read[placed](t, c.call(t, "POST", "/orders", c.agree(t, edit), "Idempotency-Key", key))
}

// add puts one line of an item without options into the guest's cart.
func (c *till) add(t testing.TB, itemID int64, quantity int) []cartLine {
	t.Helper()
	return read[[]cartLine](t, c.call(t, "POST", "/cart", fmt.Sprintf(`{"guest_id":%q,"item_id":%d,"quantity":%d}`, c.guest, itemID, quantity)))
}

// with is the body with one more field.
func with(body map[string]any, field string, value any) map[string]any {
	more := maps.Clone(body)
	more[field] = value
	return more
}

func encoded(body any) string {
	text, err := json.Marshal(body)
	if err != nil {
		panic(err) // only for what JSON cannot hold, and ours came from JSON
	}
	return string(text)
}

func decoded(text string) (body map[string]any) {
	if err := json.Unmarshal([]byte(text), &body); err != nil {
		panic(err)
	}
	return body
}

func sortedKeys(body map[string]any) []string { return slices.Sorted(maps.Keys(body)) }
