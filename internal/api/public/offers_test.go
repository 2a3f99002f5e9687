package public_test

import (
	"fmt"
	"io"
	"net/http"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"hawker/internal/api/apitest"
	"hawker/internal/catalog"
	"hawker/internal/catalog/catalogtest"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
)

// offersAPI is the API of a town with two stores and offers. It is noon in the town,
// 12:00 in Indian/Maldives.
func offersAPI(t *testing.T, d *db.DB) *apitest.PublicAPI {
	t.Helper()
	f := apitest.NewPublicAPI(t, d)
	near := f.Store(1, nil)
	closed := f.Store(2, func(s *catalog.Store) { s.Schedule.V.Always = false })
	far := f.Store(3, func(s *catalog.Store) { s.ZoneID = catalogtest.Harbour + 1 })
	for id, store := range map[int64]catalog.Store{1: near, 2: near, 3: closed, 4: far} {
		f.Item(id, store, func(i *catalog.Item) { i.Discount, i.SalePrice = 1000, 900 })
	}
	return f
}

func campaignRow(id int64, kind string, edit catalogtest.Row) catalogtest.Row {
	row := catalogtest.Row{
		"id": id, "slug": fmt.Sprint("campaign-", id), "kind": kind, "module_id": catalogtest.Food, "title": fmt.Sprint("Campaign ", id), "description": "", "picture": "",
		"zone_ids": "[]", "store_ids": "[]", "price": 0, "maximum": 0, "first_day": "2026-11-18", "last_day": "2026-11-19", "daily_from": "", "daily_to": "", "position": id, "active": true,
	}
	for column, value := range edit {
		row[column] = value
	}
	return row
}

func flashSale(f *apitest.PublicAPI, id int64, begins, ends string, units int64, items ...int64) {
	f.Insert("flash_sales", catalogtest.Row{"id": id, "slug": fmt.Sprint("sale-", id), "module_id": catalogtest.Food, "title": fmt.Sprint("Sale ", id), "zone_ids": "[]", "begins": begins, "ends": ends, "active": true})
	for n, item := range items {
		f.Insert("flash_sale_items", catalogtest.Row{"flash_sale_id": id, "item_id": item, "discount_type": "percent", "discount": 5000, "units": units, "position": n + 1, "active": true})
	}
}

// titles are the titles of a list.
func titles(list any) []string {
	all := []string{}
	for _, one := range list.([]any) {
		all = append(all, one.(map[string]any)["title"].(string))
	}
	return all
}

func TestCampaigns_BRW07_TRAP_D12_listsWhatRunsOrBeginsSoon(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		f := offersAPI(t, open(t))
		for _, row := range []catalogtest.Row{
			campaignRow(1, "basic", catalogtest.Row{"store_ids": "[1,2,3]"}),
			campaignRow(2, "item", catalogtest.Row{"item_id": int64(1), "price": 600, "maximum": 3, "daily_from": "12:00", "daily_to": "14:00"}),
			campaignRow(3, "item", catalogtest.Row{"item_id": int64(4), "price": 600}), // sold in another zone
			campaignRow(4, "basic", catalogtest.Row{"store_ids": "[1]", "zone_ids": fmt.Sprintf("[%d]", catalogtest.Harbour+1)}),
			campaignRow(5, "basic", catalogtest.Row{"store_ids": "[1]", "last_day": "2026-11-17", "first_day": "2026-11-17"}),
			campaignRow(6, "basic", catalogtest.Row{"store_ids": "[1]", "first_day": "2026-11-19"}),
			campaignRow(7, "basic", catalogtest.Row{"store_ids": "[1]", "first_day": "2026-11-20", "last_day": "2026-11-20"}),
			campaignRow(8, "basic", catalogtest.Row{"store_ids": "[1]", "active": false}),
			campaignRow(9, "basic", catalogtest.Row{"store_ids": "[1]", "module_id": catalogtest.Grocery}),
			campaignRow(10, "basic", catalogtest.Row{"store_ids": "[3]"}), // its store is in another zone
			campaignRow(11, "basic", catalogtest.Row{"store_ids": "[5]"}), // its store is not active
		} {
			f.Insert("campaigns", row)
		}
		f.Insert("stock", catalogtest.Row{"item_id": 1, "variation": "campaign-2", "quantity": 7})
		f.Store(5, func(s *catalog.Store) { s.Active = false })
		f.ExpireCaches()

		all := f.Read(t, "/campaigns")
		if diff := cmp.Diff([]string{"Campaign 1", "Campaign 2", "Campaign 6"}, titles(all["campaigns"])); diff != "" || all["total_size"] != 3.0 || all["now"] != "2026-11-18T07:00:03.000Z" {
			t.Error(diff, all["total_size"], all["now"])
		}
		if got := titles(f.Read(t, "/campaigns?type=item")["campaigns"]); len(got) != 1 {
			t.Errorf("item campaigns %v", got)
		}
		if got := titles(f.Read(t, "/campaigns?limit=1&offset=2")["campaigns"]); len(got) != 1 || got[0] != "Campaign 2" {
			t.Errorf("the second page %v", got)
		}
		later := all["campaigns"].([]any)[2].(map[string]any)
		if later["running"] != false || later["time_zone"] != "Indian/Maldives" || later["begins_at"] != "2026-11-18T19:00:00Z" || later["ends_at"] != "2026-11-19T19:00:00Z" {
			t.Errorf("one that begins at midnight: %v", later)
		}
		item := all["campaigns"].([]any)[1].(map[string]any)["item"].(map[string]any)
		for field, want := range map[string]any{
			"price": 6.0, "sale_price": 6.0, "discount": 0.0, "badge_discount": 0.0, "stock": 7.0, "maximum_cart_quantity": 3.0,
			"available_date_starts": "2026-11-18", "available_date_ends": "2026-11-19", "available_time_starts": "12:00", "available_time_ends": "14:00", "available_now": true,
		} {
			if item[field] != want {
				t.Errorf("%s of the campaign item is %v, want %v", field, item[field], want)
			}
		}
		if c := item["campaign"].(map[string]any); c["usual_price"] != 10.0 || c["running"] != true || c["ends_at"] != "2026-11-18T09:00:00Z" {
			t.Errorf("its campaign %v", c)
		}

		// After its hours it is not available, and begins again tomorrow.
		f.Clock.Advance(2 * time.Hour)
		item = f.Read(t, "/items/item-1?campaign=1")
		if c := item["campaign"].(map[string]any); item["available_now"] != false || c["running"] != false || c["begins_at"] != "2026-11-19T07:00:00Z" {
			t.Errorf("after its hours: %v %v", item["available_now"], c)
		}
		if plain := f.Read(t, "/items/item-1"); plain["price"] != 10.0 || plain["available_date_starts"] != nil || plain["campaign"] != nil {
			t.Errorf("the item itself: %v", plain)
		}
		// Without a campaign, or after its last day, such a link shows the item itself.
		f.Clock.Advance(48 * time.Hour)
		for _, id := range []string{"item-1", "item-2"} {
			if diff := cmp.Diff(f.Read(t, "/items/"+id), f.Read(t, "/items/"+id+"?campaign=1")); diff != "" {
				t.Errorf("%s without a campaign:\n%s", id, diff)
			}
		}
	})
}

// It is noon: the hours of the campaign hold, those of the item do not.
func TestItem_ITEM09_ofACampaignNamesTheHoursThatAreMissed(t *testing.T) {
	t.Parallel()
	f := apitest.NewPublicAPI(t, dbtest.Open(t, db.SQLite))
	f.Item(1, f.Store(1, nil), func(i *catalog.Item) { i.AvailableFrom, i.AvailableTo = "07:00", "11:00" })
	f.Insert("campaigns", campaignRow(1, "item", catalogtest.Row{"item_id": int64(1), "price": 600, "daily_from": "11:30", "daily_to": "12:30"}))
	f.ExpireCaches()
	item := f.Read(t, "/items/item-1?campaign=1")
	if item["available_now"] != false || item["available_time_starts"] != "07:00" || item["available_time_ends"] != "11:00" {
		t.Errorf("available now %v, from %v to %v", item["available_now"], item["available_time_starts"], item["available_time_ends"])
	}
	if c := item["campaign"].(map[string]any); c["running"] != true {
		t.Errorf("its campaign %v", c)
	}
}

func TestCampaign_BRW07_hasItsStoresOrItsItem(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		f := offersAPI(t, open(t))
		f.Insert("campaigns", campaignRow(1, "basic", catalogtest.Row{"store_ids": "[3,2,1]"}))
		f.Insert("campaigns", campaignRow(2, "item", catalogtest.Row{"item_id": int64(1), "price": 600}))
		f.Insert("campaigns", campaignRow(3, "basic", catalogtest.Row{"store_ids": "[1]", "first_day": "2026-11-01", "last_day": "2026-11-02"}))
		f.ExpireCaches()
		stores := func(path string) (names []string) {
			for _, s := range f.Read(t, path)["stores"].([]any) {
				names = append(names, s.(map[string]any)["name"].(string))
			}
			return names
		}
		for _, id := range []string{"1", "campaign-1"} { // open ones first; that of another zone is not shown
			if diff := cmp.Diff([]string{"Store 1", "Store 2"}, stores("/campaigns/"+id)); diff != "" {
				t.Error(id, diff)
			}
		}
		if diff := cmp.Diff([]string{"Store 2"}, stores("/campaigns/1?limit=1&offset=2")); diff != "" {
			t.Error(diff)
		}
		of := f.Read(t, "/campaigns/2")
		if of["item"].(map[string]any)["price"] != 6.0 || len(of["stores"].([]any)) != 0 {
			t.Errorf("an item campaign %v", of)
		}
		if over := f.Read(t, "/campaigns/campaign-3"); over["running"] != false || over["begins_at"] != "" {
			t.Errorf("one that is over: %v", over)
		}
		if status, _ := ask(t, f, "/campaigns/nothing"); status != http.StatusNotFound {
			t.Errorf("an unknown one: %d", status)
		}
	})
}

// What belongs to a module that is switched off has no page, as its stores and items have none.
func TestOffers_BRW03_BRW07_LOC06_LOC13_ofASwitchedOffModuleHaveNoPage(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		f := offersAPI(t, open(t))
		f.Insert("campaigns", campaignRow(1, "basic", catalogtest.Row{"store_ids": "[1]"}))
		flashSale(f, 1, "2026-11-18T11:00:00", "2026-11-18T12:30:00", 20, 1)
		f.Category(catalog.Category{ID: 5, ModuleID: catalogtest.Grocery, Slug: "old", Name: "Old", Archived: true})
		pages := []string{"/categories/1", "/categories/meals", "/campaigns/1", "/campaigns/campaign-1", "/flash-sales/1", "/flash-sales/sale-1"}
		statuses := func() (all []int) {
			f.ExpireCaches()
			for _, path := range append(pages, "/categories/5", "/categories/old") {
				status, _ := ask(t, f, path)
				all = append(all, status)
			}
			return all
		}
		if diff := cmp.Diff([]int{200, 200, 200, 200, 200, 200, 404, 404}, statuses()); diff != "" {
			t.Errorf("while the module is switched on: %s", diff)
		}
		f.Exec(`UPDATE modules SET active = FALSE WHERE id = 10`)
		if diff := cmp.Diff([]int{404, 404, 404, 404, 404, 404, 404, 404}, statuses()); diff != "" {
			t.Errorf("when it is switched off: %s", diff)
		}
	})
}

// The price of a running flash sale stands wherever the item does, until its last
// second, and while units are left (M10).
func TestFlashSale_BRW07_TRAP_M10_changesThePriceEverywhere(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		f := offersAPI(t, open(t))
		flashSale(f, 1, "2026-11-18T11:00:00", "2026-11-18T12:30:00", 20, 2, 1, 4)
		flashSale(f, 2, "2026-11-18T20:00:00", "2026-11-18T21:00:00", 20, 3)
		flashSale(f, 3, "2026-11-19T11:00:00", "2026-11-19T12:00:00", 20, 3) // begins within a day too, and is not the next
		f.ExpireCaches()

		list := f.Read(t, "/flash-sales")
		if diff := cmp.Diff([]string{"Sale 1", "Sale 2"}, titles(list["flash_sales"])); diff != "" || list["now"] != "2026-11-18T07:00:03.000Z" {
			t.Error(diff, list["now"])
		}
		sale := list["flash_sales"].([]any)[0].(map[string]any)
		if sale["running"] != true || sale["ends_at"] != "2026-11-18T07:30:00Z" || sale["total_size"] != 2.0 {
			t.Errorf("the running sale: %v %v %v", sale["running"], sale["ends_at"], sale["total_size"])
		}
		first := sale["items"].([]any)[0].(map[string]any)
		if first["name"] != "Item 2" || first["flash_sale"].(map[string]any)["units_left"] != 20.0 {
			t.Errorf("its first item: %v", first)
		}
		if page := f.Read(t, "/flash-sales/sale-1?limit=1&offset=2"); page["items"].([]any)[0].(map[string]any)["name"] != "Item 1" {
			t.Errorf("its second page: %v", page)
		}

		price := func() (all []float64) {
			for _, path := range []string{"/items/1", "/items?store_id=1", "/items/discounted", "/items/popular", "/search?q=item+1", "/flash-sales/1"} {
				answer := f.Read(t, path)
				items, listed := answer["items"].([]any)
				if !listed {
					items = []any{map[string]any(answer)}
				}
				for _, i := range items {
					if i := i.(map[string]any); i["id"] == 1.0 {
						all = append(all, i["sale_price"].(float64))
					}
				}
			}
			return all
		}
		if diff := cmp.Diff([]float64{5, 5, 5, 5, 5, 5}, price()); diff != "" {
			t.Errorf("while it runs: %s", diff)
		}
		f.Trade(`UPDATE flash_sale_items SET sold = 20 WHERE item_id = 1`)
		f.StockChanged(1)
		if diff := cmp.Diff([]float64{9, 9, 9, 9, 9, 9}, price()); diff != "" {
			t.Errorf("sold out: %s", diff)
		}
		if left := f.Read(t, "/items/1")["flash_sale"].(map[string]any)["units_left"]; left != 0.0 {
			t.Errorf("%v left", left)
		}
		f.Trade(`UPDATE flash_sale_items SET sold = 19 WHERE item_id = 1`)
		f.Clock.Advance(30*time.Minute - 3*time.Second - time.Second)
		if diff := cmp.Diff([]float64{5, 5, 5, 5, 5, 5}, price()); diff != "" {
			t.Errorf("in its last second: %s", diff)
		}
		f.Clock.Advance(time.Second)
		if diff := cmp.Diff([]float64{9, 9, 9, 9, 9, 9}, price()); diff != "" {
			t.Errorf("when it is over: %s", diff)
		}
		if got := titles(f.Read(t, "/flash-sales")["flash_sales"]); len(got) != 1 || got[0] != "Sale 2" {
			t.Errorf("sales %v", got)
		}
		usual := f.Read(t, "/items/1")
		if usual["flash_sale"] != nil {
			t.Errorf("the item: %v", usual["flash_sale"])
		}
	})
}

// No running sale is missing, also beside those that have items in another zone alone.
func TestFlashSales_BRW07_API06_listsAllThatRunHere(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		f := offersAPI(t, open(t))
		for id, item := range []int64{4, 4, 4, 1, 1, 2, 3} { // 4 is sold in another zone
			flashSale(f, int64(id+1), fmt.Sprintf("2026-11-18T11:0%d:00", id), "2026-11-18T12:30:00", 20, item)
		}
		flashSale(f, 8, "2026-11-18T20:00:00", "2026-11-18T21:00:00", 20, 4)
		flashSale(f, 9, "2026-11-18T21:00:00", "2026-11-18T22:00:00", 20, 1)
		f.ExpireCaches()
		list := f.Read(t, "/flash-sales?limit=1")
		if diff := cmp.Diff([]string{"Sale 4", "Sale 5", "Sale 6", "Sale 7", "Sale 9"}, titles(list["flash_sales"])); diff != "" || list["total_size"] != 5.0 {
			t.Error(diff, list["total_size"])
		}
	})
}

// What an item will cost after the sale is in its answer, so that an open page can show
// it at once.
func TestFlashSale_BRW07_saysTheUsualPrice(t *testing.T) {
	t.Parallel()
	f := offersAPI(t, dbtest.Open(t, db.SQLite))
	flashSale(f, 1, "2026-11-18T11:00:00", "2026-11-18T12:30:00", 20, 1)
	f.ExpireCaches()
	item := f.Read(t, "/items/1")
	sale := item["flash_sale"].(map[string]any)
	if item["discount"] != 50.0 || item["badge_discount"] != 50.0 || sale["usual_discount"] != 10.0 || sale["usual_discount_type"] != "percent" ||
		sale["usual_sale_price"] != 9.0 || sale["usual_badge_discount"] != 10.0 || sale["units"] != 20.0 {
		t.Errorf("item %v, sale %v", item["discount"], sale)
	}
}

func ask(t *testing.T, f *apitest.PublicAPI, path string) (status int, body string) {
	t.Helper()
	answer := f.Get(t, path)
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode, string(text)
}
