package staff_test

import (
	"fmt"
	"net/http"
	"slices"
	"sync"
	"testing"

	"hawker/internal/api/apitest"
	"hawker/internal/errs"
	"hawker/internal/offer"
	"hawker/internal/order"
	"hawker/internal/order/ordertest"
	"hawker/internal/verify"
)

type stockList struct {
	TotalSize int `json:"total_size"`
	Items     []struct {
		ID    int64
		Name  string
		Pools []struct {
			VariationID int64 `json:"variation_id"`
			Name        string
			Stock       *int64
		}
		Campaigns []struct {
			ID    int64
			Title string
			Stock *int64
		}
	}
}

func TestVendor_CHK04_listsTheItemsOfTheStoreWithTheirStock(t *testing.T) {
	withPlace(t, func(t *testing.T, p *place) {
		list := func(query string) stockList {
			t.Helper()
			return apitest.Read[stockList](t, p.AsStaff(t, p.vendor, "GET", "/vendor/items"+query, nil))
		}
		goods := p.Item(t, p.store, 500, ordertest.Unlimited, ordertest.WithVariations)
		p.Stock(t, goods.ID, 2, 4)
		p.Item(t, p.Store(t, nil), 500, 10, nil) // of another store
		p.Exec(t, `UPDATE items SET name = 'Shirt', search_text = 'shirt blue' WHERE id = $1`, goods.ID)
		all := list("")
		if all.TotalSize != 2 || all.Items[0].ID != p.item.ID || *all.Items[0].Pools[0].Stock != 500 {
			t.Errorf("all: %+v", all)
		}
		if pools := all.Items[1].Pools; len(pools) != 2 || pools[0].Stock != nil || pools[1].Name != "Small-Blue" || *pools[1].Stock != 4 {
			t.Errorf("of variations: %+v", pools)
		}
		if found := list("?search=Blue+SHI"); found.TotalSize != 1 || found.Items[0].Name != "Shirt" {
			t.Errorf("found: %+v", found)
		}
		if none := list("?search=%25"); none.TotalSize != 2 { // a sign is no word
			t.Errorf("by a sign: %+v", none)
		}
		if second := list("?limit=1&offset=2"); second.TotalSize != 2 || len(second.Items) != 1 || second.Items[0].Name != "Shirt" {
			t.Errorf("the second page: %+v", second)
		}
	})
}

// A campaign sells from units of its own: "Sold out" of the item does not stop it.
func TestVendor_CHK04_BRW07_stopsACampaignOfAnItem(t *testing.T) {
	withPlace(t, func(t *testing.T, p *place) {
		campaign := p.Campaign(t, p.item, 700, ordertest.Unlimited, nil)
		p.Campaign(t, p.item, 700, 5, func(c *offer.Campaign) { c.FirstDay, c.LastDay = "2026-11-01", "2026-11-02" })
		other := p.Item(t, p.Store(t, nil), 500, 10, nil)
		others := p.Campaign(t, other, 400, 5, nil)
		path := fmt.Sprintf("/vendor/items/%d/stock", p.item.ID)
		seen := func() stockList {
			return apitest.Read[stockList](t, p.AsStaff(t, p.vendor, "GET", "/vendor/items", nil))
		}
		before := seen().Items[0]
		if len(before.Campaigns) != 1 || before.Campaigns[0].ID != campaign.ID || before.Campaigns[0].Title != "Burger week" || before.Campaigns[0].Stock != nil {
			t.Fatalf("%+v", before)
		}
		for name, body := range map[string]apitest.Fields{
			"of another item":  {"stock": 0, "campaign_id": others.ID},
			"of nothing":       {"stock": 0, "campaign_id": 9999},
			"with a variation": {"stock": 0, "campaign_id": campaign.ID, "variation_id": 1},
		} {
			if got := p.AsStaff(t, p.vendor, "PUT", path, body); got.Status != 422 || !slices.Equal(got.Fields(t), []string{"campaign_id"}) {
				t.Errorf("a campaign %s: %d %s", name, got.Status, got.Body)
			}
		}
		foreign := p.AsStaff(t, p.vendor, "PUT", fmt.Sprintf("/vendor/items/%d/stock", other.ID), apitest.Fields{"stock": 0, "campaign_id": others.ID})
		if foreign.Status != 404 {
			t.Errorf("of another store: %d %s", foreign.Status, foreign.Body)
		}
		request := ordertest.BuyNow(p.Guest(t), p.item, 1)
		request.Source = order.FromCampaign
		agreed := p.Agree(t, request)
		if got := p.AsStaff(t, p.vendor, "PUT", path, apitest.Fields{"stock": 0, "campaign_id": campaign.ID}); got.Status != 200 {
			t.Fatalf("%d %s", got.Status, got.Body)
		}
		after := seen().Items[0]
		if *after.Campaigns[0].Stock != 0 || *after.Pools[0].Stock != *before.Pools[0].Stock {
			t.Errorf("afterwards: %+v", after)
		}
		if _, err := p.Orders.Place(t.Context(), "late", agreed); !errs.Is(err, errs.OutOfStock) {
			t.Errorf("an order of the campaign: %v", err)
		}
		if r, err := verify.Run(t.Context(), p.DB); err != nil || !r.OK {
			t.Errorf("%v %+v", err, r)
		}
	})
}

func TestVendor_ORD05_refusesAnOrderWhoseItemIsSoldOut(t *testing.T) {
	withPlace(t, func(t *testing.T, p *place) {
		placed := p.order(t, order.TakeAway)
		body := apitest.Fields{"status": "canceled", "reason": "An item is sold out", "sold_out_lines": []int64{placed.Lines[0].ID}}
		refuse := func(who, role string) apitest.Response {
			return p.AsStaff(t, who, "POST", fmt.Sprintf("/%s/orders/%d/status", role, placed.ID), body)
		}
		if got := refuse(p.admin, "admin"); got.Status != 422 || !slices.Equal(got.Fields(t), []string{"sold_out_lines"}) {
			t.Errorf("an admin: %d %s", got.Status, got.Body)
		}
		if got := apitest.Read[seen](t, refuse(p.vendor, "vendor")); got.OrderStatus != "canceled" {
			t.Errorf("%+v", got)
		}
		if left := p.Number(t, `SELECT quantity FROM stock WHERE item_id = $1`, p.item.ID); left != 0 {
			t.Errorf("%d are left", left)
		}
	})
}

// A vendor who has seen a number changes it while shoppers order: no unit is lost, and
// none is sold twice.
func TestVendor_TRAP_S1_countsWhileShoppersOrder(t *testing.T) {
	withPlace(t, func(t *testing.T, p *place) {
		item := p.Item(t, p.store, 1000, 6, nil)
		path := fmt.Sprintf("/vendor/items/%d/stock", item.ID)
		left := func() int64 { return p.Number(t, `SELECT quantity FROM stock WHERE item_id = $1`, item.ID) }
		p.Place(t, "first", ordertest.BuyNow(p.Guest(t), item, 1))
		late := p.AsStaff(t, p.vendor, "PUT", path, apitest.Fields{"stock": 16, "expected_stock": 6})
		if late.Status != http.StatusConflict || left() != 5 {
			t.Fatalf("after an order: %d %s, %d are left", late.Status, late.Body, left())
		}
		unlimited := p.AsStaff(t, p.vendor, "PUT", path, apitest.Fields{"stock": 6, "expected_uncounted": true})
		if unlimited.Status != http.StatusConflict || !slices.Equal(unlimited.Fields(t), []string{"expected_uncounted"}) || left() != 5 {
			t.Fatalf("after a colleague has counted: %d %s, %d are left", unlimited.Status, unlimited.Body, left())
		}
		const shoppers = 8
		requests := make([]func() error, shoppers)
		for n := range requests {
			r := p.Agree(t, ordertest.BuyNow(p.Guest(t), item, 1))
			requests[n] = func() error { _, err := p.Orders.Place(t.Context(), fmt.Sprint("key-", n), r); return err }
		}
		var sold, added int64
		var mu sync.Mutex
		var all sync.WaitGroup
		for _, place := range requests {
			all.Go(func() {
				err := place()
				mu.Lock()
				defer mu.Unlock()
				if err == nil {
					sold++
				} else if !errs.Is(err, errs.OutOfStock) {
					t.Errorf("an order: %v", err)
				}
			})
		}
		all.Go(func() { // three deliveries of 2 units each, again until they are counted
			for added < 6 {
				seen := left()
				got := p.AsStaff(t, p.vendor, "PUT", path, apitest.Fields{"stock": seen + 2, "expected_stock": seen})
				if got.Status == http.StatusOK {
					added += 2
				} else if got.Status != http.StatusConflict {
					t.Errorf("the count: %d %s", got.Status, got.Body)
					return
				}
			}
		})
		all.Wait()
		if now := left(); now != 5+added-sold {
			t.Errorf("5 and %d came, %d were sold, and %d are left", added, sold, now)
		}
		if r, err := verify.Run(t.Context(), p.DB); err != nil || !r.OK {
			t.Errorf("%v %+v", err, r)
		}
	})
}
