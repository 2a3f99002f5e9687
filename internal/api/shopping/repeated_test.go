package shopping_test

import (
	"fmt"
	"strings"
	"testing"

	"hawker/internal/api/apitest"
	"hawker/internal/db/dbtest"
	"hawker/internal/ledger"
	"hawker/internal/order"
	"hawker/internal/order/ordertest"
	"hawker/internal/purchase"
	"hawker/internal/setting"
)

// withWaitingOrder runs a case with a customer's order that waits to be paid, and with enough
// money in the wallet.
func withWaitingOrder(t *testing.T, run func(t *testing.T, c *apitest.CustomerAPI, who apitest.Customer, o order.OrderDetails)) {
	t.Helper()
	apitest.WithCustomerAPI(t, nil, func(t *testing.T, c *apitest.CustomerAPI) {
		c.OfferDigital()
		c.SetSettings(t, func(s *setting.Settings) { s.Storefront.CustomerWallet = true })
		who := c.NewCustomer(t)
		c.Credit(t, who.ID, 100_000)
		r := ordertest.BuyNow(who.ShopperID, c.Item(t, c.Store(t, nil), 1000, 5, nil), 1)
		r.CustomerID, r.PaymentMethod, r.PaymentGateway = who.ID, purchase.DigitalPayment, "card"
		run(t, c, who, c.Place(t, "key-1", r))
	})
}

const fromWallet = `{"payment_method":"wallet"}`

// key is the header with a key.
func key(value string) []string { return []string{"Idempotency-Key", value} }

func TestPayOrder_TRAP_O1_aRepeatedCallGetsTheFirstResponse(t *testing.T) {
	withWaitingOrder(t, func(t *testing.T, c *apitest.CustomerAPI, who apitest.Customer, o order.OrderDetails) {
		path := fmt.Sprintf("/orders/%d/payment", o.ID)
		pay := func(body string, headers ...string) apitest.Response {
			t.Helper()
			return c.Call(t, "POST", path, body, append(apitest.Bearer(who.Token), headers...)...)
		}
		answers := concurrently(t, c.GuestAPI, 8, func(int) (string, string, string, []string) {
			return "POST", path, fromWallet, append(apitest.Bearer(who.Token), key("attempt-1")...)
		})
		for _, a := range answers {
			if a.Status != 200 || a.Body != answers[0].Body || !strings.Contains(a.Body, `"payment_status":"paid"`) {
				t.Errorf("at once: %d %.300s", a.Status, a.Body)
			}
		}
		if left := c.Balance(t, ledger.Wallet(who.ID)); left != 100_000-o.Total {
			t.Errorf("%d are left, of %d", left, 100_000-o.Total)
		}
		if a := pay(`{ "payment_gateway": "", "payment_method": "wallet" }`, key("attempt-1")...); a.Status != 409 || a.Fields(t)[0] != "Idempotency-Key" {
			t.Errorf("another body: %d %s", a.Status, a.Body)
		}
		for what, headers := range map[string][]string{"another key": key("attempt-2"), "no key": nil} {
			if a := pay(fromWallet, headers...); a.Status != 409 || !strings.Contains(a.Body, "paid already") {
				t.Errorf("%s: %d %s", what, a.Status, a.Body)
			}
		}
		if c.Number(t, `SELECT COUNT(*) FROM kept_responses`) != 1 {
			t.Error("a refusal is kept")
		}
		if a := pay(fromWallet, key(strings.Repeat("k", 129))...); a.Status != 422 {
			t.Errorf("a long key: %d %s", a.Status, a.Body)
		}
		other := c.NewCustomer(t)
		if a := c.Call(t, "POST", path, fromWallet, append(apitest.Bearer(other.Token), key("attempt-1")...)...); a.Status != 404 {
			t.Errorf("TRAP_P1 another customer with the key: %d %s", a.Status, a.Body)
		}
	})
}

func TestPayOrder_TRAP_O1_aRefusalIsTriedAgain(t *testing.T) {
	withWaitingOrder(t, func(t *testing.T, c *apitest.CustomerAPI, who apitest.Customer, o order.OrderDetails) {
		pay := func() apitest.Response {
			return c.Call(t, "POST", fmt.Sprintf("/orders/%d/payment", o.ID), fromWallet, append(apitest.Bearer(who.Token), key("attempt-1")...)...)
		}
		c.Credit(t, who.ID, -100_000)
		if a := pay(); a.Status < 400 || a.Status >= 500 {
			t.Fatalf("without money: %d %s", a.Status, a.Body)
		}
		c.Credit(t, who.ID, 100_000)
		if a := pay(); a.Status != 200 {
			t.Errorf("with money, the same key: %d %s", a.Status, a.Body)
		}
	})
}

func TestCancelOrder_TRAP_O1_TRAP_P1_theHolderOfATokenIsACaller(t *testing.T) {
	apitest.WithGuestAPI(t, func(t *testing.T, c *apitest.GuestAPI) {
		placed := c.BuyNew(t)
		cancel := func(token string) apitest.Response {
			return c.Call(t, "POST", fmt.Sprintf("/orders/%d/cancel", placed.Order.ID), `{"reason":"mistake"}`, append(key("attempt-1"), "X-Order-Token", token)...)
		}
		first := cancel(placed.TrackingToken)
		if again := cancel(placed.TrackingToken); first.Status != 200 || again.Status != 200 || again.Body != first.Body {
			t.Errorf("%d, then %d %s", first.Status, again.Status, again.Body)
		}
		if subject := c.Number(t, `SELECT COUNT(*) FROM kept_responses WHERE subject = $1`, fmt.Sprint("purchase ", placed.Order.ID)); subject != 1 {
			t.Error("its subject is not the purchase")
		}
	})
}

// Anybody may send an invented token: it must not cost the database a write.
func TestCancelOrder_TRAP_O1_TRAP_P1_anInventedTokenWritesNothing(t *testing.T) {
	apitest.WithGuestAPI(t, func(t *testing.T, c *apitest.GuestAPI) {
		placed := c.BuyNew(t)
		changes := dbtest.CountChanges(t, c.DB)
		before := changes()
		for _, id := range []int64{placed.Order.ID, placed.Order.ID + 1} {
			a := c.Call(t, "POST", fmt.Sprintf("/orders/%d/cancel", id), `{"reason":"mistake"}`, append(key("attempt-1"), "X-Order-Token", placed.TrackingToken+"x")...)
			if a.Status != 404 {
				t.Errorf("order %d: %d %s", id, a.Status, a.Body)
			}
		}
		if n := changes() - before; n != 0 {
			t.Errorf("%d rows were written", n)
		}
	})
}
