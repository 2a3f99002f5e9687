package customer_test

import (
	"fmt"
	"slices"
	"testing"

	"hawker/internal/api/apitest"
	"hawker/internal/ledger"
	"hawker/internal/order"
	"hawker/internal/order/ordertest"
	"hawker/internal/setting"
)

// withRewards switches every reward on, and delivers an order of 22.00 to a new customer.
func withRewards(t *testing.T, c *apitest.CustomerAPI) (me apitest.Customer, orderID int64) {
	t.Helper()
	c.SetSettings(t, func(s *setting.Settings) {
		s.Storefront.LoyaltyPoints, s.Storefront.ReferralEarning, s.Storefront.CustomerWallet = true, true, true
		s.Rewards = setting.Rewards{
			Points:   setting.PointRules{PerUnit: 2, UnitFor: 100, MinToConvert: 10},
			Referral: setting.ReferralRules{Referrer: 500, Friend: 300, MinOrder: 1000},
			Cashback: []setting.CashbackOffer{{ID: "tenth", Title: "A tenth back", Percent: 1000, MaxCashback: 100, Modules: []string{"food"}}},
		}
	})
	me = c.NewCustomer(t)
	o := c.Place(t, "key-1", ordertest.BuyNow(me.ShopperID, c.Item(t, c.Store(t, nil), 1000, 9, nil), 2))
	for _, to := range []order.Status{order.Confirmed, order.Processing, order.Handover, order.PickedUp, order.Delivered} {
		if err := c.Orders.Move(t.Context(), o.ID, to, order.ByAdmin, ""); err != nil {
			t.Fatal(err)
		}
	}
	return me, o.ID
}

func convert(t *testing.T, c *apitest.CustomerAPI, me apitest.Customer, key string, points int64) apitest.Response {
	t.Helper()
	return c.Send(t, "POST", "/loyalty/convert", apitest.Fields{"points": points}, append(apitest.Bearer(me.Token), "Idempotency-Key", key)...)
}

type loyalty struct {
	Points       int64
	Worth        float64
	MinToConvert int64 `json:"least_to_convert"`
	CanConvert   bool  `json:"can_convert"`
}

func TestLoyalty_WAL03_convertsOnce(t *testing.T) {
	apitest.WithCustomerAPI(t, nil, func(t *testing.T, c *apitest.CustomerAPI) {
		me, _ := withRewards(t, c)
		if l := apitest.Read[loyalty](t, c.CallAs(t, me, "GET", "/loyalty", nil)); l != (loyalty{44, 0.44, 10, true}) {
			t.Errorf("%+v", l)
		}
		for range 2 {
			a := convert(t, c, me, "key-00001", 40)
			if a.Text(t, "message") != "Point to wallet transfer successfully." {
				t.Errorf("%s", a.Body)
			}
		}
		if a := convert(t, c, me, "key-00002", 9); a.Status != 422 {
			t.Errorf("too few: %d %s", a.Status, a.Body)
		}
		info := apitest.Read[struct {
			LoyaltyPoint  int64   `json:"loyalty_point"`
			WalletBalance float64 `json:"wallet_balance"`
		}](t, c.CallAs(t, me, "GET", "/customer/info", nil))
		if info.LoyaltyPoint != 4 || info.WalletBalance != 1.4 { // 1.00 of it is cashback
			t.Errorf("%+v", info)
		}
	})
}

func TestLoyalty_WAL03_listsWhatHappened(t *testing.T) {
	apitest.WithCustomerAPI(t, nil, func(t *testing.T, c *apitest.CustomerAPI) {
		me, orderID := withRewards(t, c)
		convert(t, c, me, "key-00001", 40)
		type list struct {
			TotalSize    int `json:"total_size"`
			Transactions []struct {
				Kind            string
				Points, Balance int64
				OrderID         int64 `json:"order_id"`
				Amount          float64
			}
		}
		earned, spent := fmt.Sprintf("{points_earned 44 44 %d 0}", orderID), "{points_spent -40 4 0 0.4}"
		for query, want := range map[string]string{
			"": "[" + spent + " " + earned + "]", "?direction=earned": "[" + earned + "]", "?direction=spent": "[" + spent + "]",
			"?limit=1&offset=2": "[" + earned + "]", "?limit=100&offset=2": "[]",
		} {
			l := apitest.Read[list](t, c.CallAs(t, me, "GET", "/loyalty/transactions"+query, nil))
			got := fmt.Sprint(l.Transactions)
			if got != want {
				t.Errorf("%s: %s, want %s", query, got, want)
			}
		}
		days := apitest.Read[struct {
			Days []struct {
				Date   string
				Points int64
			}
		}](t, c.CallAs(t, me, "GET", "/loyalty/history?days=3", nil)).Days
		if len(days) != 3 || days[2].Points != 44 || days[2].Date != "2026-11-20" || days[0].Points != 0 {
			t.Errorf("%+v", days)
		}
	})
}

func TestLoyalty_WAL03_WAL04_WAL06_areClosedWhileOff(t *testing.T) {
	apitest.WithCustomerAPI(t, nil, func(t *testing.T, c *apitest.CustomerAPI) {
		me := c.NewCustomer(t)
		for _, path := range []string{"/loyalty", "/loyalty/transactions", "/loyalty/history", "/referral", "/cashback"} {
			if a := c.CallAs(t, me, "GET", path, nil); a.Status != 403 {
				t.Errorf("%s: %d %s", path, a.Status, a.Body)
			}
		}
		if a := convert(t, c, me, "key-00001", 100); a.Status != 403 {
			t.Errorf("%d %s", a.Status, a.Body)
		}
	})
}

func TestReferral_WAL04_showsCodeAndRewards(t *testing.T) {
	apitest.WithCustomerAPI(t, nil, func(t *testing.T, c *apitest.CustomerAPI) {
		me, _ := withRewards(t, c)
		friend := c.NewCustomer(t)
		c.Exec(t, `UPDATE customers SET referred_by = $2 WHERE id = $1`, friend.ID, me.ID)
		r := apitest.Read[struct {
			RefCode  string  `json:"ref_code"`
			Link     string  `json:"link"`
			Referrer float64 `json:"referrer_reward"`
			Friend   float64 `json:"friend_reward"`
			MinOrder float64 `json:"least_order"`
			Joined   int64
			Rewarded int64
		}](t, c.CallAs(t, me, "GET", "/referral", nil))
		if r.RefCode == "" || r.Link != "/auth?mode=sign-up&ref_code="+r.RefCode || r.Referrer != 5 || r.Friend != 3 || r.MinOrder != 10 || r.Joined != 1 || r.Rewarded != 0 {
			t.Errorf("%+v", r)
		}
	})
}

func TestCashback_WAL06_listsOffers(t *testing.T) {
	apitest.WithCustomerAPI(t, nil, func(t *testing.T, c *apitest.CustomerAPI) {
		me, _ := withRewards(t, c)
		offers := apitest.Read[struct {
			Offers []struct {
				ID, Title string
				Percent   float64
				Max       float64 `json:"max_cashback"`
				Left      int64
				Names     []string `json:"module_names"`
			}
		}](t, c.CallAs(t, me, "GET", "/cashback", nil)).Offers
		if len(offers) != 1 || offers[0].Percent != 10 || offers[0].Max != 1 || offers[0].Left != -1 || !slices.Equal(offers[0].Names, []string{"Food"}) {
			t.Errorf("%+v", offers)
		}
		if got := c.Balance(t, ledger.Wallet(me.ID)); got != 100 {
			t.Errorf("%d came back", got)
		}
	})
}
