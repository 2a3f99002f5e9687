// Package ordertest fills a database with a tiny town for tests of carts and
// orders: two square zones, two modules, and stores that never close. A test adds
// the items that it is about.
package ordertest

import (
	"context"
	"fmt"
	"regexp"
	"sync/atomic"
	"testing"
	"time"

	"hawker/internal/catalog"
	"hawker/internal/catalog/catalogtest"
	"hawker/internal/db"
	"hawker/internal/geo"
	"hawker/internal/hours"
	"hawker/internal/money"
	"hawker/internal/stock"
)

// The town's fixed numbers.
const (
	ZoneID    = 1
	FarZoneID = 2 // touches the first one in the east
	FoodID    = 10
	ShopID    = 11 // ecommerce
	TimeZone  = "Indian/Maldives"
)

// The town's places: the store, a door 1 km to the north of it in the same
// zone, and a door in the other zone.
var (
	StorePoint = geo.Point{Lat: -11.40, Lng: 65.20}
	Door       = geo.Point{Lat: -11.391017, Lng: 65.20}
	FarDoor    = geo.Point{Lat: -11.40, Lng: 65.35}
)

// Now is a Friday noon in the town.
var Now = time.Date(2026, time.November, 20, 7, 0, 0, 0, time.UTC)

// Town is a database with a town in it.
type Town struct {
	DB *db.DB
}

// New builds the zones, the modules and their tariffs: 1.00 a kilometre, 2.00 at
// least, 9.00 at most.
func New(t testing.TB, d *db.DB) *Town {
	t.Helper()
	w := &Town{DB: d}
	w.Exec(t, `INSERT INTO zones (id, slug, name, polygon, area, time_zone, active) VALUES
		(1, 'harbour', 'Harbour', '[[65.1,-11.5],[65.3,-11.5],[65.3,-11.3],[65.1,-11.3],[65.1,-11.5]]', 4e8, $1, TRUE),
		(2, 'east', 'East', '[[65.3,-11.5],[65.5,-11.5],[65.5,-11.3],[65.3,-11.3],[65.3,-11.5]]', 4e8, $1, TRUE)`, TimeZone)
	w.Exec(t, `INSERT INTO modules (id, slug, module_type, name, description, picture, position, active) VALUES
		(10, 'food', 'food', 'Food', '', 'module/food', 1, TRUE),
		(11, 'shop', 'ecommerce', 'Shop', '', 'module/shop', 2, TRUE)`)
	w.Exec(t, `INSERT INTO tariffs (zone_id, module_id, per_km, minimum_charge, maximum_charge, surge_type, surge) VALUES
		(1, 10, 100, 200, 900, '', 0), (1, 11, 100, 200, 900, '', 0), (2, 10, 100, 200, 900, '', 0)`)
	w.Exec(t, `INSERT INTO categories (id, slug, module_id, name, picture, featured, position) VALUES
		(1, 'meals', 10, 'Meals', '', FALSE, 1), (2, 'goods', 11, 'Goods', '', FALSE, 1)`)
	return w
}

// Exec runs any statement.
func (w *Town) Exec(t testing.TB, query string, args ...any) {
	t.Helper()
	err := db.InTx(context.Background(), w.DB, func(tx *db.Tx) error {
		if _, err := db.Exec(context.Background(), tx, query, args...); err != nil {
			return err
		}
		return stamp(tx, query)
	})
	if err != nil {
		t.Fatalf("%v\n%s", err, query)
	}
}

// writesCatalog finds the statements that change what shoppers are shown.
var writesCatalog = regexp.MustCompile(`^\s*(INSERT INTO|UPDATE|DELETE FROM) (zones|modules|tariffs|categories|stores|items|media|campaigns|flash_sales|flash_sale_items)\b`)

// stamp raises the revision of the catalogue after such a statement, as an import does.
func stamp(tx *db.Tx, query string) error {
	if !writesCatalog.MatchString(query) {
		return nil
	}
	return catalogtest.Stamp(tx)
}

// Number reads one number, such as a count of rows.
func (w *Town) Number(t testing.TB, query string, args ...any) int64 {
	t.Helper()
	n, err := db.One[int64](context.Background(), w.DB.R, query, args...)
	if err != nil {
		t.Fatalf("%v\n%s", err, query)
	}
	return n
}

var slugs atomic.Int64

func slug(kind string) string { return fmt.Sprintf("%s-%d", kind, slugs.Add(1)) }

// Store builds a store of the food module in the first zone, always open, that
// delivers and lets fetch, without tax. edit changes what the test is about.
func (w *Town) Store(t testing.TB, edit func(*catalog.Store)) catalog.Store {
	t.Helper()
	s := catalog.Store{
		Slug: slug("store"), ModuleID: FoodID, ModuleType: "food", ZoneID: ZoneID, TimeZone: TimeZone, Name: "Corner Kitchen",
		Address: "1 Harbour Road", Phone: "+12025550101", Latitude: StorePoint.Lat, Longitude: StorePoint.Lng,
		Schedule: db.JSON[hours.Schedule]{V: hours.Schedule{Always: true}}, PreparationMinutes: 15,
		DeliveryTimeMin: 20, DeliveryTimeMax: 30, Delivery: true, TakeAway: true, ScheduleOrder: true, Active: true,
	}
	if edit != nil {
		edit(&s)
	}
	s.ID = w.insert(t, `INSERT INTO stores (slug, module_id, zone_id, name, tagline, description, logo, cover, address, phone,
			latitude, longitude, schedule, minimum_order, tax_rate, preparation_minutes, delivery_time_min, delivery_time_max,
			delivery, take_away, self_delivery, free_delivery, schedule_order, veg, non_veg, reviews_enabled, discount, featured,
			rating_sum, rating_count, order_count, active, search_text, created_at)
		VALUES ($1, $2, $3, $4, '', '', '', '', $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19,
			FALSE, FALSE, TRUE, $20, FALSE, 0, 0, 0, $21, '', 0) RETURNING id`,
		s.Slug, s.ModuleID, s.ZoneID, s.Name, s.Address, s.Phone, s.Latitude, s.Longitude, s.Schedule, s.MinimumOrder, s.TaxRate,
		s.PreparationMinutes, s.DeliveryTimeMin, s.DeliveryTimeMax, s.Delivery, s.TakeAway, s.SelfDelivery, s.FreeDelivery,
		s.ScheduleOrder, s.Discount, s.Active)
	return s
}

// Unlimited is the stock of an item that is not counted.
const Unlimited = -1

// Item builds an item of the store with so many units in stock. edit changes what the
// test is about.
func (w *Town) Item(t testing.TB, store catalog.Store, price money.Amount, stock int64, edit func(*catalog.Item)) catalog.Item {
	t.Helper()
	i := catalog.Item{
		Slug: slug("item"), StoreID: store.ID, ModuleID: store.ModuleID, ZoneID: store.ZoneID, CategoryID: 1, Name: "Mint burger",
		Pictures: db.JSON[[]string]{V: []string{"item/burger-mint"}}, Price: price, DiscountType: "percent", Active: true,
	}
	if edit != nil {
		edit(&i)
	}
	i.ID = w.insert(t, `INSERT INTO items (slug, store_id, module_id, zone_id, category_id, category_ids, name, description, brand,
			unit_type, pictures, zoom, price, discount_type, discount, sale_price, options, maximum_quantity, available_from,
			available_to, schedule_order, veg, halal, organic, recommended, prescription, tags, nutritions, allergies,
			generic_names, rating_sum, rating_count, sold_count, active, search_text, created_at)
		VALUES ($1, $2, $3, $4, $5, '[]', $6, '', '', '', $7, FALSE, $8, $9, $10, $8, $11, $12, $13, $14, $15, FALSE, FALSE,
			FALSE, FALSE, $17, '[]', '[]', '[]', '[]', 0, 0, 0, $16, '', 0) RETURNING id`,
		i.Slug, i.StoreID, i.ModuleID, i.ZoneID, i.CategoryID, i.Name, i.Pictures, i.Price, i.DiscountType, i.Discount,
		i.Options, i.MaximumQuantity, i.AvailableFrom, i.AvailableTo, i.ScheduleOrder, i.Active, i.Prescription)
	if stock != Unlimited {
		w.Stock(t, i.ID, 0, stock)
	}
	return i
}

// Stock counts the pool of an item, or of one of its variations.
func (w *Town) Stock(t testing.TB, itemID, variationID, quantity int64) {
	t.Helper()
	w.count(t, stock.PoolOf(itemID, variationID), quantity)
}

func (w *Town) insert(t testing.TB, query string, args ...any) (id int64) {
	t.Helper()
	err := db.InTx(context.Background(), w.DB, func(tx *db.Tx) (err error) {
		if id, err = db.One[int64](context.Background(), tx, query, args...); err != nil {
			return err
		}
		return stamp(tx, query)
	})
	if err != nil {
		t.Fatalf("%v\n%s", err, query)
	}
	return id
}

// Customer makes an account without a name, and its shopper.
func (w *Town) Customer(t testing.TB) (id, shopperID int64) {
	t.Helper()
	shopperID = w.insert(t, `INSERT INTO shoppers (created_at) VALUES (0) RETURNING id`)
	id = w.insert(t, `INSERT INTO customers (shopper_id, first_name, last_name, email_verified, phone_verified, password_hash, picture,
			interests, referral_code, created_at)
		VALUES ($1, '', '', FALSE, FALSE, '', '', '[]', $2, 0) RETURNING id`, shopperID, slug("ref"))
	return id, shopperID
}
