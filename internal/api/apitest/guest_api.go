package apitest

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"hawker/internal/address"
	"hawker/internal/api"
	"hawker/internal/api/call"
	"hawker/internal/catalog"
	"hawker/internal/content"
	"hawker/internal/coupon"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/idempotency"
	"hawker/internal/order"
	"hawker/internal/order/ordertest"
	"hawker/internal/orderhistory"
	"hawker/internal/parcel"
	"hawker/internal/review"
	"hawker/internal/vehicle"
	"hawker/internal/wishlist"
)

// GuestAPI is the real API of a town, and a guest who calls it.
type GuestAPI struct {
	*ordertest.Fixture
	http.Handler
	GuestID string
}

// WithGuestAPI runs a case on both engines.
func WithGuestAPI(t *testing.T, run func(t *testing.T, c *GuestAPI)) {
	t.Helper()
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		run(t, NewGuestAPI(t, open(t), api.Deps{}))
	})
}

// NewGuestAPI returns the API of a new town. d has what the case sets differently.
func NewGuestAPI(t testing.TB, database *db.DB, d api.Deps) *GuestAPI {
	t.Helper()
	return GuestAPIOf(t, ordertest.Open(t, database), d)
}

// GuestAPIOf returns the API of a town. d has what the case sets differently.
func GuestAPIOf(t testing.TB, fixture *ordertest.Fixture, d api.Deps) *GuestAPI {
	t.Helper()
	c := &GuestAPI{Fixture: fixture}
	d.Settings, d.Zones, d.Maps = c.Settings, c.Zones, c.Maps
	d.Shoppers, d.Carts, d.TripCarts, d.Orders, d.Trips = c.Shoppers, c.Carts, c.TripCarts, c.Orders, c.Trips
	d.Content, d.Parcels, d.OrderHistory = content.New(fixture.DB, c.Clock), &parcel.Service{DB: fixture.DB}, &orderhistory.Service{DB: fixture.DB}
	d.Catalog, d.Vehicles, d.Coupons = catalog.New(fixture.DB, c.Clock), vehicle.New(fixture.DB, c.Clock, c.Bookings), coupon.New(fixture.DB, c.Clock)
	d.Uploads, d.Notifications, d.Rewards, d.Reviews = c.Uploads, c.Notifications, c.Rewards, review.New(fixture.DB, c.Clock)
	d.Conversations, d.Responses = c.Conversations, &idempotency.Responses{DB: fixture.DB, Clock: c.Clock}
	d.Purchases, d.OfflinePayments, d.Payments, d.Wallets = c.Purchases, c.OfflinePayments, c.Payments, c.Wallets
	d.Addresses, d.Wishlists = address.New(fixture.DB, c.Clock, c.Settings, c.Zones), wishlist.New(fixture.DB, c.Clock)
	mux := http.NewServeMux()
	server := api.New(d)
	server.Register(mux)
	c.Handler = server.Handler(mux)
	c.GuestID = c.NewGuest(t)
	return c
}

// NewGuest returns the id of a new guest.
func (c *GuestAPI) NewGuest(t testing.TB) string {
	t.Helper()
	a := c.Call(t, "POST", "/auth/guest", "")
	return a.Text(t, "guest_id")
}

// Call sends a request and checks the response against the document. Headers are
// pairs.
func (c *GuestAPI) Call(t testing.TB, method, path, body string, headers ...string) Response {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), method, call.Prefix+path, strings.NewReader(body))
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	Published().Handler(t, c).ServeHTTP(w, r)
	got, err := io.ReadAll(w.Result().Body)
	if err != nil {
		t.Fatal(err)
	}
	return Response{Status: w.Code, Header: w.Result().Header, Body: string(got)}
}

// PostUpload sends an image with other fields of the form, such as its purpose. Without
// headers the guest does.
func (c *GuestAPI) PostUpload(t testing.TB, fields map[string]string, image []byte, headers ...string) Response {
	t.Helper()
	body, kind := ProfileForm(t, fields, image)
	if headers == nil {
		headers = []string{"X-Guest-Id", c.GuestID}
	}
	return c.Call(t, "POST", "/uploads", body, append(headers, "Content-Type", kind)...)
}

// CartLine is a line of a cart, with the fields that the tests check.
type CartLine struct {
	ID             int64
	Quantity       int
	Price          float64
	OriginalPrice  float64 `json:"original_price"`
	Subtotal       float64
	Total          float64
	PriceAlone     float64 `json:"price_alone"`
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

// Quote is a quote, with the fields that the tests check.
type Quote struct {
	Rows []struct {
		Code   string
		Amount float64
	}
	Lines    []CartLine
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

// CheckoutBody returns a body that quotes or places the guest's cart.
func (c *GuestAPI) CheckoutBody(edit func(map[string]any)) string {
	body := map[string]any{
		"guest_id": c.GuestID, "source": "cart", "order_type": "delivery", "payment_method": "cash_on_delivery",
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

// AgreedBody quotes the checkout, and returns the body that agrees to the quote.
func (c *GuestAPI) AgreedBody(t testing.TB, edit func(map[string]any)) string {
	t.Helper()
	q := Read[Quote](t, c.Call(t, "POST", "/checkout/quote", c.CheckoutBody(edit)))
	return c.CheckoutBody(func(body map[string]any) {
		if edit != nil {
			edit(body)
		}
		body["accepted_total"], body["quote_digest"] = q.Total, q.Digest
	})
}

// Placed is a placed order, with the fields that the tests check.
type Placed struct {
	Order struct {
		ID          int64
		OrderStatus string `json:"order_status"`
		Total       float64
	}
	TrackingToken string `json:"tracking_token"`
}

// PlaceCart quotes the guest's cart and places it.
func (c *GuestAPI) PlaceCart(t testing.TB, key string, edit func(map[string]any)) Placed {
	t.Helper()
	return Read[Placed](t, c.Call(t, "POST", "/orders", c.AgreedBody(t, edit), "Idempotency-Key", key))
}

// AddToCart adds an item without options to the guest's cart.
func (c *GuestAPI) AddToCart(t testing.TB, itemID int64, quantity int) []CartLine {
	t.Helper()
	return Read[[]CartLine](t, c.Call(t, "POST", "/cart", fmt.Sprintf(`{"guest_id":%q,"item_id":%d,"quantity":%d}`, c.GuestID, itemID, quantity)))
}

// Decode decodes a JSON object of the test's own.
func Decode(text string) (body map[string]any) {
	if err := json.Unmarshal([]byte(text), &body); err != nil {
		panic(err)
	}
	return body
}

// BuyNow makes a checkout buy this item and not the cart.
func BuyNow(item catalog.Item, quantity int) func(map[string]any) {
	return func(b map[string]any) {
		b["source"], b["line"] = "buy_now", map[string]any{"item_id": item.ID, "quantity": quantity}
	}
}

// MoveOrder moves an order to a status, as staff do.
func (c *GuestAPI) MoveOrder(t *testing.T, id int64, to order.Status, by order.Actor) {
	t.Helper()
	if err := c.Orders.Move(t.Context(), id, to, by, ""); err != nil {
		t.Fatal(err)
	}
}

// BuyNew places an order of a new item of a new store.
func (c *GuestAPI) BuyNew(t *testing.T) Placed {
	t.Helper()
	item := c.Item(t, c.Store(t, nil), 1000, 5, nil)
	return c.PlaceCart(t, "key-"+item.Slug, func(b map[string]any) {
		b["source"], b["line"] = "buy_now", map[string]any{"item_id": item.ID, "quantity": 2}
	})
}
