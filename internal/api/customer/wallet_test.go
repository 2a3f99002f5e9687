package customer_test

import (
	"slices"
	"testing"
	"time"

	"hawker/internal/api"
	"hawker/internal/api/apitest"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/purchase"
	"hawker/internal/setting"
	"hawker/internal/trip"
	"hawker/internal/trip/triptest"
)

func TestWallet_WAL01_RNT11_namesTheTripsThatItPaid(t *testing.T) {
	apitest.WithCustomerAPI(t, nil, func(t *testing.T, c *apitest.CustomerAPI) {
		town := triptest.In(t, c.Fixture)
		c.SetSettings(t, func(s *setting.Settings) { s.Storefront.CustomerWallet = true })
		me := c.NewCustomer(t)
		c.Credit(t, me.ID, 10_000)
		r := triptest.Request(me.ShopperID)
		r.CustomerID, r.PaymentMethod = me.ID, purchase.WalletPayment
		d := town.Book(t, "key-1", r, time.Time{})
		town.MoveTrip(t, d.ID, trip.Canceled)
		type entry struct {
			Kind    string
			TripID  int64 `json:"trip_id"`
			OrderID int64 `json:"order_id"`
			Amount  float64
		}
		got := apitest.Read[struct{ Transactions []entry }](t, c.CallAs(t, me, "GET", "/wallet/transactions", nil)).Transactions
		total := float64(d.Total) / 100
		want := []entry{{Kind: "trip_refund", TripID: d.ID, Amount: total}, {Kind: "trip", TripID: d.ID, Amount: -total}}
		if len(got) < 3 || !slices.Equal(got[:2], want) || got[2].TripID != 0 {
			t.Errorf("the history is %+v, want %+v first", got, want)
		}
	})
}

func TestAddFund_WAL01_isLimited(t *testing.T) {
	t.Parallel()
	c := apitest.NewCustomerAPI(t, dbtest.Open(t, db.SQLite), nil, api.Deps{RateLimits: true})
	c.OfferDigital()
	c.SetSettings(t, func(s *setting.Settings) { s.Storefront.CustomerWallet = true })
	me := c.NewCustomer(t)
	begin := func(amount int) apitest.Response {
		return c.CallAs(t, me, "POST", "/wallet/add-fund", apitest.Fields{"amount": amount, "payment_method": "card"})
	}
	for n := range 20 {
		want := 200
		if n >= 5 { // so many pages are open
			want = 429
		}
		if r := begin(10 + n); r.Status != want {
			t.Fatalf("payment %d: %d %s", n+1, r.Status, r.Body)
		}
	}
	if r := begin(10); r.Status != 429 {
		t.Errorf("an open page, asked for too often: %d %s", r.Status, r.Body)
	}
}
