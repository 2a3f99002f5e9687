// Package catalogtest fills a database with a small town, row by row, for tests
// that read the catalogue.
package catalogtest

import (
	"context"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"hawker/internal/catalog"
	"hawker/internal/db"
	"hawker/internal/hours"
	"hawker/internal/stock"
)

// The town every test starts with: module Food and module Grocery, zones
// Harbour and Hill on different clocks, one category a module.
const (
	Food, Grocery   int64 = 10, 11
	Harbour, Hill   int64 = 1, 2
	Meals, Pantry   int64 = 1, 2
	HarbourTimeZone       = "Indian/Maldives" // five hours ahead of UTC, all year
	HillTimeZone          = "Asia/Kathmandu"  // 45 minutes more
)

// Noon is a Wednesday, 12:00 in Harbour: when a test's clock begins.
var Noon = time.Date(2026, 11, 18, 7, 0, 0, 0, time.UTC)

// Town is a database with a small town in it.
type Town struct {
	t testing.TB
	d *db.DB
}

// Of returns the town of a database that was filled otherwise.
func Of(t testing.TB, d *db.DB) *Town { return &Town{t: t, d: d} }

// New fills an empty database with the two zones, modules and categories.
func New(t testing.TB, d *db.DB) *Town {
	town := &Town{t: t, d: d}
	for id, zone := range map[int64]string{Harbour: HarbourTimeZone, Hill: HillTimeZone} {
		town.Insert("zones", Row{"id": id, "slug": fmt.Sprint("zone-", id), "name": fmt.Sprint("Zone ", id), "polygon": "[]", "area": float64(id), "time_zone": zone, "active": true})
	}
	for id, kind := range map[int64]string{Food: "food", Grocery: "grocery"} {
		town.Insert("modules", Row{"id": id, "slug": kind, "module_type": kind, "name": kind, "description": "", "picture": "module/" + kind, "position": id, "active": true})
		for _, zone := range []int64{Harbour, Hill} {
			town.Insert("tariffs", Row{"zone_id": zone, "module_id": id, "per_km": 100, "minimum_charge": 150 * zone, "maximum_charge": 900, "surge_type": "", "surge": 0})
		}
	}
	town.Category(catalog.Category{ID: Meals, ModuleID: Food, Slug: "meals", Name: "Meals"})
	town.Category(catalog.Category{ID: Pantry, ModuleID: Grocery, Slug: "pantry", Name: "Pantry"})
	return town
}

// Category adds a category.
func (town *Town) Category(c catalog.Category) { town.Insert("categories", RowOf(c)) }

// Store adds a store of Food in Harbour that is always open, with id and slug
// to match; edit changes what the test is about.
func (town *Town) Store(id int64, edit func(*catalog.Store)) catalog.Store {
	s := catalog.Store{
		ID: id, Slug: fmt.Sprint("store-", id), ModuleID: Food, ZoneID: Harbour, Name: fmt.Sprint("Store ", id),
		Schedule: db.JSON[hours.Schedule]{V: hours.Schedule{Always: true}}, Delivery: true, TakeAway: true, ReviewsEnabled: true,
		Veg: true, NonVeg: true, DeliveryTimeMin: 20, DeliveryTimeMax: 30, Active: true, CreatedAt: Noon.UnixMilli(),
	}
	if edit != nil {
		edit(&s)
	}
	row := RowOf(s)
	delete(row, "module_type") // its module's
	delete(row, "time_zone")   // its zone's
	row["search_text"] = catalog.SearchText(s.Name, s.Tagline)
	town.Insert("stores", row)
	return s
}

// Item adds an item of a store, at 10.00 on the module's category.
func (town *Town) Item(id int64, of catalog.Store, edit func(*catalog.Item)) catalog.Item {
	i := catalog.Item{
		ID: id, Slug: fmt.Sprint("item-", id), StoreID: of.ID, ModuleID: of.ModuleID, ZoneID: of.ZoneID, CategoryID: Meals,
		Name: fmt.Sprint("Item ", id), Price: 1000, DiscountType: "percent", Active: true, CreatedAt: Noon.UnixMilli(),
	}
	if of.ModuleID == Grocery {
		i.CategoryID = Pantry
	}
	i.SalePrice = -1
	if edit != nil {
		edit(&i)
	}
	if i.SalePrice < 0 {
		i.SalePrice = i.Price
	}
	if i.CategoryIDs.V == nil {
		i.CategoryIDs.V = []int64{i.CategoryID}
	}
	town.Insert("items", itemRow(i))
	return i
}

// Update writes items again, all in one revision.
func (town *Town) Update(items ...catalog.Item) {
	town.t.Helper()
	err := db.InTx(context.Background(), town.d, func(tx *db.Tx) error {
		revision, err := catalog.NextRevision(context.Background(), tx)
		if err != nil {
			return err
		}
		for _, i := range items {
			row := itemRow(i)
			row["revision"] = revision
			if err := update(tx, "items", row); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		town.t.Fatal(err)
	}
}

func itemRow(i catalog.Item) Row {
	row := RowOf(i)
	row["zoom"] = false // of older towns; nobody reads it
	row["search_text"] = catalog.SearchText(i.Name, append([]string{i.Brand}, i.Tags.V...)...)
	return row
}

// Stock adds a pool: of the item itself, or of a variation.
func (town *Town) Stock(itemID, variationID, quantity int64) {
	town.Insert("stock", Row{"item_id": itemID, "variation": stock.PoolOf(itemID, variationID).Variation, "quantity": quantity})
}

// Order adds an order of these items, one of each, for "people also add". Its other
// values mean nothing.
func (town *Town) Order(id int64, of catalog.Store, itemIDs ...int64) {
	town.Insert("shoppers", Row{"id": id, "created_at": 0})
	row := Row{
		"id": id, "shopper_id": id, "module_id": of.ModuleID, "store_id": of.ID, "zone_id": of.ZoneID, "source": "cart",
		"order_type": "delivery", "status": "pending", "payment_method": "cash_on_delivery", "payment_status": "unpaid",
		"tax_included": false, "cutlery": false,
	}
	for _, number := range []string{"subtotal", "discount", "delivery_charge", "tax", "additional_charge", "extra_packaging", "tip", "total", "distance_metres", "created_at", "updated_at"} {
		row[number] = 0
	}
	for _, text := range []string{"price_rows", "address", "contact_name", "contact_phone", "order_note", "delivery_instruction", "unavailable_item_note", "cancel_reason", "rider"} {
		row[text] = "{}"
	}
	town.Insert("orders", row)
	for _, item := range itemIDs {
		town.Insert("order_lines", Row{
			"order_id": id, "item_id": item, "variation": "", "name": "", "picture": "", "options": "", "quantity": 1,
			"unit_price": 0, "discount": 0, "tax": 0, "total": 0,
		})
	}
}

// Row is a table's row by column.
type Row map[string]any

// RowOf is a struct as a row, by its db tags.
func RowOf(v any) Row {
	row := Row{}
	value := reflect.ValueOf(v)
	for i := range value.NumField() {
		if column := value.Type().Field(i).Tag.Get("db"); column != "-" {
			row[column] = value.Field(i).Interface()
		}
	}
	return row
}

// Insert adds a row of any table, in a revision of its own.
func (town *Town) Insert(table string, row Row) {
	town.t.Helper()
	err := db.InTx(context.Background(), town.d, func(tx *db.Tx) error {
		revision, err := catalog.NextRevision(context.Background(), tx)
		if err != nil {
			return err
		}
		if table == "items" {
			row["revision"] = revision
		}
		if table == "reviews" {
			if err := countReview(tx, row); err != nil {
				return err
			}
		}
		return insert(tx, table, row)
	})
	if err != nil {
		town.t.Fatalf("insert into %s: %v", table, err)
	}
}

// countReview counts a review, as package review does.
func countReview(tx *db.Tx, row Row) error {
	itemID := row["item_id"]
	if itemID == nil {
		itemID = 0
	}
	_, err := db.Exec(context.Background(), tx, `
		INSERT INTO review_counts (store_id, item_id, rating, reviews) VALUES ($1, $2, $3, 1)
		ON CONFLICT (store_id, item_id, rating) DO UPDATE SET reviews = review_counts.reviews + 1`, row["store_id"], itemID, row["rating"])
	return err
}

// Exec runs a statement that changes the catalogue, as an import would: it gives all
// items the next revision.
func (town *Town) Exec(query string, args ...any) {
	town.t.Helper()
	err := db.InTx(context.Background(), town.d, func(tx *db.Tx) error {
		if _, err := db.Exec(context.Background(), tx, query, args...); err != nil {
			return err
		}
		return Stamp(tx)
	})
	if err != nil {
		town.t.Fatal(err)
	}
}

// Trade runs a statement that changes sales or ratings, without a revision.
func (town *Town) Trade(query string, args ...any) {
	town.t.Helper()
	err := db.InTx(context.Background(), town.d, func(tx *db.Tx) error {
		_, err := db.Exec(context.Background(), tx, query, args...)
		return err
	})
	if err != nil {
		town.t.Fatal(err)
	}
}

// Stamp gives the catalogue its next revision, and all items with it.
func Stamp(tx *db.Tx) error {
	revision, err := catalog.NextRevision(context.Background(), tx)
	if err != nil {
		return err
	}
	for _, table := range []string{"items", "vehicles"} {
		if _, err := db.Exec(context.Background(), tx, `UPDATE `+table+` SET revision = $1`, revision); err != nil {
			return err
		}
	}
	return nil
}

func insert(tx *db.Tx, table string, row Row) error {
	var names, marks []string
	var args []any
	for _, name := range slices.Sorted(maps.Keys(row)) { // one text a table, prepared once
		names = append(names, name)
		args = append(args, row[name])
		marks = append(marks, fmt.Sprint("$", len(args)))
	}
	query := "INSERT INTO " + table + " (" + strings.Join(names, ", ") + ") VALUES (" + strings.Join(marks, ", ") + ")"
	_, err := db.Exec(context.Background(), tx, query, args...)
	return err
}

func update(tx *db.Tx, table string, row Row) error {
	var sets []string
	var args []any
	for _, name := range slices.Sorted(maps.Keys(row)) {
		args = append(args, row[name])
		sets = append(sets, fmt.Sprint(name, " = $", len(args)))
	}
	args = append(args, row["id"])
	_, err := db.Exec(context.Background(), tx, fmt.Sprintf("UPDATE %s SET %s WHERE id = $%d", table, strings.Join(sets, ", "), len(args)), args...)
	return err
}
