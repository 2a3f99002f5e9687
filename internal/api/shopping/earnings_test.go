package shopping_test

import (
	"testing"

	"hawker/internal/api/apitest"
	"hawker/internal/setting"
)

type earnings struct {
	Points   int64
	Cashback float64
}

// earns returns what a quote says of an item; nil: nothing.
func earns(t *testing.T, a apitest.Response) *earnings {
	t.Helper()
	return apitest.Read[struct{ Earns *earnings }](t, a).Earns
}

// A quote tells a customer what the order gives back. A guest earns nothing.
func TestQuote_WAL03_WAL06_tellsCustomersWhatTheOrderEarns(t *testing.T) {
	apitest.WithCustomerAPI(t, nil, func(t *testing.T, c *apitest.CustomerAPI) {
		item := c.Item(t, c.Store(t, nil), 1000, 9, nil)
		me := c.NewCustomer(t)
		quote := func(body string, headers ...string) *earnings {
			return earns(t, c.Call(t, "POST", "/checkout/quote", body, headers...))
		}
		body := c.CheckoutBody(apitest.BuyNow(item, 2))
		if got := quote(body, apitest.Bearer(me.Token)...); got != nil {
			t.Errorf("without rewards: %+v", got)
		}
		c.SetSettings(t, func(s *setting.Settings) {
			s.Storefront.LoyaltyPoints, s.Storefront.CustomerWallet = true, true
			s.Rewards.Points.PerUnit = 2
			s.Rewards.Cashback = []setting.CashbackOffer{{ID: "tenth", Percent: 1000, Modules: []string{"food"}}}
		})
		if got := quote(body, apitest.Bearer(me.Token)...); got == nil || *got != (earnings{44, 2.2}) {
			t.Errorf("a customer: %+v", got)
		}
		if got := quote(body); got != nil {
			t.Errorf("a guest: %+v", got)
		}
	})
}
