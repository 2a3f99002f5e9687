package api_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"hawker/internal/api"
	"hawker/internal/api/apitest"
	"hawker/internal/booking/bookingtest"
	"hawker/internal/catalog"
	"hawker/internal/catalog/catalogtest"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/order/ordertest"
	"hawker/internal/setting"
)

// lists are the paths of all paged lists of the document, and the wishlist, which has no pages.
func lists() []string {
	paths := []string{"/wishlist"}
	for path, item := range api.Document(http.NewServeMux()).Paths {
		if item.Get == nil {
			continue
		}
		for _, p := range item.Get.Parameters {
			if p.Name == "limit" {
				paths = append(paths, path)
			}
		}
	}
	slices.Sort(paths)
	return paths
}

// Every list makes as many queries for 1,000 rows as for 10.
func TestLists_TRAP_L3_API06_SameCountOfQueriesForTenAndAThousandRows(t *testing.T) {
	t.Parallel()
	for _, engine := range []db.Dialect{db.SQLite, db.Postgres} {
		t.Run(fmt.Sprint(engine), func(t *testing.T) { sameCountOfQueries(t, engine) })
	}
}

func sameCountOfQueries(t *testing.T, engine db.Dialect) {
	t.Helper()
	paths := lists()
	if len(paths) < 20 {
		t.Fatalf("only %d lists: %v", len(paths), paths)
	}
	small, big := queriesByList(t, engine, paths, 10), queriesByList(t, engine, paths, 1000)
	if len(big["/vendor/items"]) < 3 {
		t.Errorf("the queries are not recorded: %q", big["/vendor/items"])
	}
	for _, path := range paths {
		// Rows of items stay in memory while nobody writes them: a list reads them once, or finds them there.
		if n := rowsOfItems(big[path]); n > 1 {
			t.Errorf("%s reads rows of items %d times", path, n)
		}
		if a, b := small[path], big[path]; len(a)-rowsOfItems(a) != len(b)-rowsOfItems(b) {
			t.Errorf("%s: %d queries for 10 rows, %d for 1,000:\n%s\n--\n%s", path, len(a), len(b), strings.Join(a, "\n"), strings.Join(b, "\n"))
		}
	}
}

func rowsOfItems(texts []string) (n int) {
	for _, text := range texts {
		if strings.HasPrefix(text, "SELECT i.id, i.slug") {
			n++
		}
	}
	return n
}

// oneHour asks for what is free in a trip of now.
const oneHour = "?trip_type=hourly&available=true"

// queriesByList calls every list of a town in which each has so many rows.
func queriesByList(t *testing.T, engine db.Dialect, paths []string, rows int) map[string][]string {
	t.Helper()
	noted, _, made := dbtest.Recorded(t, engine)
	c := apitest.NewCustomerAPI(t, noted, nil, api.Deps{})
	c.SetSettings(t, func(s *setting.Settings) {
		s.Storefront.CustomerWallet, s.Storefront.LoyaltyPoints, s.Storefront.ReferralEarning = true, true, true
	})
	town := fillLists(t, c, rows)
	for _, path := range []string{"/stores/1", "/rental/vehicles" + oneHour} {
		c.Call(t, "GET", path, "") // reads the catalogue, the vehicles and their bookings into memory, which lists share
	}
	queries := map[string][]string{}
	for _, path := range paths {
		headers := []string{"zoneid", "1", "moduleId", fmt.Sprint(ordertest.FoodID)}
		switch {
		case strings.HasPrefix(path, "/vendor/trips"), path == "/vendor/vehicle-reviews":
			headers = append(headers, apitest.Bearer(town.renter)...)
		case strings.HasPrefix(path, "/vendor"):
			headers = append(headers, apitest.Bearer(town.vendor)...)
		case strings.HasPrefix(path, "/rider"):
			headers = append(headers, apitest.Bearer(town.rider)...)
		case strings.HasPrefix(path, "/admin"):
			headers = append(headers, apitest.Bearer(town.admin)...)
		default:
			headers = append(headers, apitest.Bearer(town.customer)...)
		}
		at := strings.Replace(path, "{id}", fmt.Sprint(town.ids[strings.Split(path, "/")[1]]), 1)
		if path == "/search" {
			at += "?q=soup"
		}
		if strings.HasPrefix(path, "/rental") && strings.Contains(path, "/vehicles") && !strings.HasSuffix(path, "/reviews") {
			at += oneHour
		}
		c.Clock.Advance(3 * time.Second) // no cache has the rows of the call before
		made.Reset()
		if a := c.Call(t, "GET", at, "", headers...); a.Status != http.StatusOK {
			t.Fatalf("%s: %d %s", at, a.Status, a.Body)
		}
		queries[path] = slices.DeleteFunc(made.Texts(), ofTheBackground)
	}
	return queries
}

// ofTheBackground reports whether a query is of no list: jobs look for work and for what
// got better on wishlists, and the figures of the catalogue are read again now and then.
func ofTheBackground(text string) bool {
	return strings.Contains(text, "FROM jobs") || strings.Contains(text, "FROM wish_states") || strings.Contains(text, "FROM uploads WHERE delete_at") || strings.HasPrefix(text, "SELECT id, sold_count") || strings.HasPrefix(text, "SELECT id, rating_sum") || strings.HasPrefix(text, "SELECT id, order_count")
}

// listTown is who calls the lists, and the ids in their paths.
type listTown struct {
	customer, vendor, renter, rider, admin string
	ids                                    map[string]int64 // by the first word of the path
}

// fillLists inserts so many rows for every list.
func fillLists(t *testing.T, c *apitest.CustomerAPI, rows int) listTown {
	t.Helper()
	who := c.NewCustomer(t)
	store := c.Store(t, nil)
	item := c.Item(t, store, 1000, ordertest.Unlimited, func(i *catalog.Item) {
		i.Name, i.Recommended, i.Discount, i.SalePrice = "Soup", true, 1000, 900
	})
	c.Place(t, "key", ordertest.BuyNow(who.ShopperID, item, 1))
	c.Coupon(t, nil)
	c.FlashSale(t, item, 20, 50, nil)
	campaign := c.Campaign(t, item, 800, 50, nil)
	c.Exec(t, `INSERT INTO reviews (slug, store_id, item_id, author, rating, body, reply, created_at) VALUES ('r', $1, $2, 'A', 5, 'b', '', 1)`, store.ID, item.ID)
	c.Exec(t, `INSERT INTO addresses (customer_id, address_type, address_label, address, latitude, longitude, contact_person_name,
			contact_person_number, additional_information, house, floor, road, created_at, updated_at)
		VALUES ($1, 'home', '', 'A', $2, $3, 'A', '+12025550123', '', '', '', '', 0, 0)`, who.ID, ordertest.Door.Lat, ordertest.Door.Lng)

	numbers := fmt.Sprintf(`(WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d) SELECT i FROM n) AS n`, rows-1)
	copyRows(t, c, "stores", numbers, map[string]string{"slug": "'s' || n.i"})
	copyRows(t, c, "items", numbers, map[string]string{"slug": "'i' || n.i", "store_id": fmt.Sprint(store.ID)})
	copyRows(t, c, "reviews", numbers, map[string]string{"slug": "'r' || n.i"})
	copyRows(t, c, "coupons", numbers, map[string]string{"slug": "'c' || n.i", "code": "'C' || n.i"})
	copyRows(t, c, "campaigns", numbers, map[string]string{"slug": "'k' || n.i"})
	copyRows(t, c, "flash_sale_items", `(SELECT id FROM items WHERE id <> `+fmt.Sprint(item.ID)+`) AS n`, map[string]string{"item_id": "n.id"})
	copyRows(t, c, "addresses", numbers, nil)
	copyRows(t, c, "orders", numbers, map[string]string{"id": "r.id + n.i"})
	copyRows(t, c, "order_lines", `(SELECT id FROM orders WHERE id NOT IN (SELECT order_id FROM order_lines)) AS n`, map[string]string{"order_id": "n.id"})
	copyRows(t, c, "order_moves", `(SELECT id FROM orders WHERE id NOT IN (SELECT order_id FROM order_moves)) AS n`, map[string]string{"order_id": "n.id"})
	c.Exec(t, `INSERT INTO notifications (customer_id, event, kind, params, created_at) VALUES ($1, 'e', 'order_placed', '{}', 0)`, who.ID)
	copyRows(t, c, "notifications", numbers, map[string]string{"event": "'e' || n.i"})
	c.Exec(t, `INSERT INTO providers (slug, zone_id, pickup_zone_ids, name, description, logo, cover, address, phone, latitude, longitude, discount, tax_rate,
			rating_sum, rating_count, trip_count, past_rating_sum, past_rating_count)
		VALUES ('p', 1, '[1]', 'P', '', '', '', '', '', 0, 0, '{}', 0, 0, 0, 0, 0, 0)`)
	c.Exec(t, `INSERT INTO vehicles (slug, provider_id, category_id, name, description, brand, vehicle_type, seats, air_condition, transmission, fuel, pictures,
			hourly_price, distance_price, discount_type, discount, units, is_new, rating_sum, rating_count, trip_count, past_rating_sum, past_rating_count, created_at, revision)
		SELECT 'v', (SELECT MIN(id) FROM providers), (SELECT MIN(id) FROM categories), 'V', '', 'B', 'T', 4, TRUE, 'manual', 'Petrol', '[]',
			1000, 0, 'percent', 0, 1, FALSE, 0, 0, 0, 0, 0, 0, 1`)
	copyRows(t, c, "providers", numbers, map[string]string{"slug": "'p' || n.i"})
	copyRows(t, c, "vehicles", numbers, map[string]string{"slug": "'v' || n.i"})
	bookingtest.Trips(catalogtest.Of(t, c.DB), c.Number(t, `SELECT MIN(id) FROM providers`), ordertest.FoodID, 900_001, 1)
	c.Exec(t, `INSERT INTO bookings (trip_id, vehicle_id, units, vehicle_units, from_at, until_at, revision) SELECT 900001, MIN(id), 1, 1, 0, 9000000000000, 1 FROM vehicles`)
	c.Exec(t, `INSERT INTO booking_revision (id, revision) VALUES (1, 1)`)
	c.Exec(t, `INSERT INTO vehicle_reviews (slug, vehicle_id, provider_id, author, rating, body, reply, pictures, created_at)
		SELECT 'r', MIN(id), MIN(provider_id), 'A', 5, 'b', '', '[]', 1 FROM vehicles`)
	copyRows(t, c, "vehicle_reviews", numbers, map[string]string{"slug": "'r' || n.i"})
	copyRows(t, c, "bookings", `(SELECT id FROM vehicles WHERE id NOT IN (SELECT vehicle_id FROM bookings) AND id % 2 = 0) AS n`, map[string]string{"vehicle_id": "n.id"})
	c.Exec(t, `INSERT INTO wishes (customer_id, kind, thing_id, created_at) SELECT $1, 'item', id, 0 FROM items ORDER BY id LIMIT 500`, who.ID)
	rider := c.Rider(t, 1)
	support, withStore, withRider := fillConversations(t, c, conversing{customer: who.ID, store: store.ID, rider: rider.ID, numbers: numbers})
	return listTown{
		rider: c.SignInStaff(t, rider), customer: who.Token, vendor: c.SignInStaff(t, c.Vendor(t, store.ID)), renter: c.SignInStaff(t, c.ProviderVendor(t, c.Number(t, `SELECT MIN(id) FROM providers`))), admin: c.SignInStaff(t, c.Admin(t)),
		ids: map[string]int64{"items": item.ID, "stores": store.ID, "campaigns": campaign.ID, "flash-sales": c.Number(t, `SELECT MIN(id) FROM flash_sales`), "rental": c.Number(t, `SELECT MIN(id) FROM providers`),
			"conversations": support, "admin": support, "vendor": withStore, "rider": withRider},
	}
}

// conversing is who writes to each other, and the rows to insert besides the first.
type conversing struct {
	customer, store, rider int64
	numbers                string
}

// fillConversations inserts one conversation with support and one with the store, each of
// many messages, and one with the rider about each order. It returns one of each kind.
func fillConversations(t *testing.T, c *apitest.CustomerAPI, with conversing) (support, store, rider int64) {
	t.Helper()
	insert := `INSERT INTO conversations (customer_id, kind, last_seq, created_at, last_at, store_id, rider_id, order_id) `
	c.Exec(t, insert+`VALUES ($1, 'support', 1, 1, 1, NULL, NULL, NULL), ($1, 'store', 1, 1, 1, $2, NULL, NULL)`, with.customer, with.store)
	c.Exec(t, `UPDATE orders SET rider_id = $1, status = 'picked_up'`, with.rider)
	c.Exec(t, insert+`SELECT $1, 'rider', 0, 1, 1, NULL, $2, id FROM orders`, with.customer, with.rider)
	for _, seq := range []string{`(SELECT 0 AS i) AS n`, with.numbers} {
		c.Exec(t, `INSERT INTO messages (conversation_id, seq, sender, client_key, body, images, created_at)
			SELECT c.id, n.i + 1, 'customer', 'k' || n.i, 'b', '[]', 1 FROM conversations c, `+seq+` WHERE c.kind <> 'rider'`) //nolint:gosec // names of the test
	}
	of := func(kind string) int64 { return c.Number(t, `SELECT MIN(id) FROM conversations WHERE kind = $1`, kind) }
	return of("support"), of("store"), of("rider")
}

// copyRows copies the first row of a table for every row n of source; set replaces
// columns by expressions.
func copyRows(t *testing.T, c *apitest.CustomerAPI, table, source string, set map[string]string) {
	t.Helper()
	query := `SELECT name FROM pragma_table_info($1) WHERE name <> 'id'`
	if c.DB.Dialect == db.Postgres {
		query = `SELECT column_name FROM information_schema.columns WHERE table_schema = current_schema() AND table_name = $1 AND column_name <> 'id'`
	}
	columns, err := db.Many[string](t.Context(), c.DB.R, query, table)
	if err != nil {
		t.Fatal(err)
	}
	values := make([]string, len(columns))
	for i, column := range columns {
		values[i] = "r." + column
		if set[column] != "" {
			values[i] = set[column]
		}
	}
	if set["id"] != "" {
		columns, values = append(columns, "id"), append(values, set["id"])
	}
	c.Exec(t, fmt.Sprintf(`INSERT INTO %s (%s) SELECT %s FROM %s, (SELECT * FROM %s LIMIT 1) AS r`, //nolint:gosec // names of the test
		table, strings.Join(columns, ", "), strings.Join(values, ", "), source, table))
}
