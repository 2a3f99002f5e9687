package public_test

import (
	"fmt"
	"net/http"
	"slices"
	"testing"
	"time"

	"hawker/internal/api"
	"hawker/internal/api/apitest"
	"hawker/internal/catalog"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/geo"
	"hawker/internal/hours"
	"hawker/internal/order/ordertest"
	"hawker/internal/setting"
)

// brought is what a store's page reads of a delivery.
type brought struct {
	Delivers       bool
	DeliveryCharge float64   `json:"delivery_charge"`
	DistanceKm     float64   `json:"distance_km"`
	DistanceSource string    `json:"distance_source"`
	EstimatedFrom  time.Time `json:"estimated_from"`
	EstimatedTo    time.Time `json:"estimated_to"`
}

func deliveryTo(storeID int64, to geo.Point) string {
	return fmt.Sprintf("/stores/%d/delivery?latitude=%v&longitude=%v", storeID, to.Lat, to.Lng)
}

// What a store's page says of the delivery is what the quote of one of its dishes
// charges and promises.
func TestStoreDelivery_PRC04_agreesWithTheQuote(t *testing.T) {
	closedNow := hours.Schedule{Week: []hours.Opening{{Day: time.Saturday, Opens: 600, Closes: 1200}}}
	stores := map[string]func(s *catalog.Store){
		"plain":           func(*catalog.Store) {},
		"slow":            func(s *catalog.Store) { s.DeliveryTimeMin, s.DeliveryTimeMax = 45, 70 },
		"delivers free":   func(s *catalog.Store) { s.FreeDelivery = true },
		"own riders":      func(s *catalog.Store) { s.SelfDelivery = true },
		"take-away only":  func(s *catalog.Store) { s.Delivery = false },
		"closed":          func(s *catalog.Store) { s.Schedule.V = closedNow },
		"its own tariff":  func(s *catalog.Store) { s.ModuleID = ordertest.ShopID },
		"in another zone": func(s *catalog.Store) { s.ZoneID, s.Longitude = ordertest.FarZoneID, ordertest.FarDoor.Lng },
		"taxed, with a minimum": func(s *catalog.Store) {
			s.TaxRate, s.MinimumOrder = 1000, 9000
		},
	}
	points := map[string]geo.Point{
		"at the store": ordertest.StorePoint,
		"1 km away":    ordertest.Door,
		"4.3 km away":  {Lat: -11.361234567, Lng: 65.2000001},
		"10 km away":   {Lat: -11.31, Lng: 65.2},
		"next zone":    ordertest.FarDoor,
		"at sea":       {Lat: 20, Lng: -40},
	}
	for name, tariff := range map[string]string{
		"no surge":      `surge_type = '', surge = 0`,
		"percent surge": `surge_type = 'percent', surge = 1250`,
		"fixed surge":   `surge_type = 'fixed', surge = 75`,
	} {
		t.Run(name, func(t *testing.T) {
			apitest.WithGuestAPI(t, func(t *testing.T, c *apitest.GuestAPI) {
				c.Exec(t, `UPDATE tariffs SET `+tariff)
				c.Exec(t, `UPDATE tariffs SET per_km = 135, minimum_charge = 0, maximum_charge = 0 WHERE module_id = $1`, ordertest.ShopID)
				c.SetSettings(t, func(s *setting.Settings) { s.Checkout.FreeDeliveryOver = 5000 })
				dishes := map[string]catalog.Item{}
				for kind, edit := range stores {
					dishes[kind] = c.Item(t, c.Store(t, edit), 1000, ordertest.Unlimited, nil)
				}
				for _, forAll := range []bool{false, true} {
					c.SetSettings(t, func(s *setting.Settings) { s.Checkout.FreeDeliveryForAll = forAll })
					for kind, dish := range dishes {
						for where, to := range points {
							quote, shown := quoteDelivery(t, c, dish, to), apitest.Read[brought](t, c.Call(t, "GET", deliveryTo(dish.StoreID, to), ""))
							if diff := differs(quote, shown, c.Clock.Now()); diff != "" {
								t.Errorf("%s, %s, free for all %t: %s\nshown  %+v\nquoted %+v", kind, where, forAll, diff, shown, quote)
							}
							if forAll && shown.DeliveryCharge != 0 {
								t.Errorf("%s, %s: %v is charged, though delivery is free for all", kind, where, shown.DeliveryCharge)
							}
						}
					}
				}
			})
		})
	}
}

// deliveryQuote is what a checkout reads of a delivery.
type deliveryQuote struct {
	apitest.Quote
	DistanceKm     float64 `json:"distance_km"`
	DistanceSource string  `json:"distance_source"`
	ReadyIn        string  `json:"ready_in"`
}

// quoteDelivery quotes one unit of the item, delivered to the point now.
func quoteDelivery(t *testing.T, c *apitest.GuestAPI, item catalog.Item, to geo.Point) deliveryQuote {
	t.Helper()
	return apitest.Read[deliveryQuote](t, c.Call(t, "POST", "/checkout/quote", c.CheckoutBody(func(b map[string]any) {
		b["source"], b["line"] = "buy_now", map[string]any{"item_id": item.ID, "quantity": 1}
		address := b["address"].(map[string]any)
		address["latitude"], address["longitude"] = to.Lat, to.Lng
	})))
}

// differs names what the page would say and the quote would not.
func differs(quote deliveryQuote, shown brought, now time.Time) string {
	refused := func(code string) bool {
		return slices.ContainsFunc(quote.Problems, func(p struct{ Code, Message string }) bool { return p.Code == code })
	}
	if refused("out_of_zone") || refused("order_type") {
		if shown != (brought{DistanceSource: "none"}) {
			return "the quote refuses the address"
		}
		return ""
	}
	arrives := ""
	if !shown.EstimatedFrom.IsZero() {
		arrives = fmt.Sprintf("%.0f-%.0f", shown.EstimatedFrom.Sub(now).Minutes(), shown.EstimatedTo.Sub(now).Minutes())
	}
	switch {
	case !shown.Delivers:
		return "the quote delivers"
	case shown.DeliveryCharge != quote.Delivery:
		return "the fee"
	case shown.DistanceKm != quote.DistanceKm || shown.DistanceSource != quote.DistanceSource:
		return "the distance"
	case quote.NowAllowed && arrives != quote.ReadyIn:
		return "the arrival"
	case !quote.NowAllowed && arrives != "":
		return "an arrival is promised, and none is possible"
	}
	return ""
}

func TestStoreDelivery_API02_refusesInvalidPoints(t *testing.T) {
	apitest.WithGuestAPI(t, func(t *testing.T, c *apitest.GuestAPI) {
		store := c.Store(t, nil)
		for query, want := range map[string]struct {
			status int
			fields []string
		}{
			"":                              {422, []string{"latitude", "longitude"}},
			"?latitude=91&longitude=-181":   {422, []string{"latitude", "longitude"}},
			"?latitude=x&longitude=y":       {422, []string{"latitude", "longitude"}},
			"?latitude=NaN&longitude=NaN":   {400, []string{"latitude", "longitude"}},
			"?latitude=1&longitude=NaN":     {400, []string{"longitude"}},
			"?latitude=1&longitude=2&lat=3": {422, []string{"lat"}},
		} {
			a := c.Call(t, "GET", fmt.Sprintf("/stores/%d/delivery%s", store.ID, query), "")
			if got := a.Fields(t); a.Status != want.status || !slices.Equal(got, want.fields) {
				t.Errorf("%q: %d %q, want %d %q", query, a.Status, got, want.status, want.fields)
			}
		}
		if a := c.Call(t, "GET", "/stores/999999/delivery?latitude=1&longitude=2", ""); a.Status != 404 {
			t.Errorf("no such store: %d %s", a.Status, a.Body)
		}
	})
}

// The response is about one address: the shared cache does not keep it, a browser
// does for a moment. Of the same way the map is asked once.
func TestStoreDelivery_isCachedByBrowsersOnly(t *testing.T) {
	t.Parallel()
	fixture := ordertest.Open(t, dbtest.Open(t, db.SQLite))
	c := apitest.GuestAPIOf(t, fixture, api.Deps{Cache: api.NewCache(fixture.Clock)})
	store := c.Store(t, nil)
	for range 3 {
		a := c.Call(t, "GET", deliveryTo(store.ID, ordertest.Door), "")
		if got := a.Header.Get("Cache-Control"); a.Status != 200 || got != "private, max-age=20" {
			t.Errorf("%d, Cache-Control %q", a.Status, got)
		}
		c.Clock.Advance(time.Minute)
	}
	if asked := fixture.Roads.Asked.Load(); asked != 1 {
		t.Errorf("the map was asked %d times", asked)
	}
	apitest.Read[brought](t, c.Call(t, "GET", deliveryTo(store.ID, ordertest.FarDoor), ""))
	if asked := fixture.Roads.Asked.Load(); asked != 1 {
		t.Errorf("the map was asked about a way out of the zone")
	}
}

func TestStoreDelivery_isLimitedByAddress(t *testing.T) {
	t.Parallel()
	c := apitest.NewGuestAPI(t, dbtest.Open(t, db.SQLite), api.Deps{RateLimits: true})
	store := c.Store(t, nil)
	for range 400 {
		if c.Call(t, "GET", deliveryTo(store.ID, ordertest.Door), "").Status == http.StatusTooManyRequests {
			return
		}
	}
	t.Error("400 calls in a moment were answered")
}
