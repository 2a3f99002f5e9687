package api_test

import (
	"database/sql"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"hawker/internal/signin/signintest"
)

// owned names, for each table with rows of shoppers, the column that leads to the
// shopper: a shopper's id, or the id of a row in the named table.
var owned = map[string]struct{ column, table string }{
	"shoppers": {"id", ""}, "customers": {"shopper_id", ""}, "carts": {"shopper_id", ""}, "trip_carts": {"shopper_id", ""}, "trip_cart_lines": {"cart_id", "trip_carts"}, "orders": {"shopper_id", ""}, "trips": {"shopper_id", ""}, "trip_lines": {"trip_id", "trips"}, "trip_moves": {"trip_id", "trips"}, "bookings": {"trip_id", "trips"}, "not_mine": {"shopper_id", ""}, "uploads": {"shopper_id", ""}, "driver_licences": {"shopper_id", ""}, "licence_checks": {"licence_id", "driver_licences"}, "order_counts": {"shopper_id", ""}, "idempotency_keys": {"shopper_id", ""},
	"cart_lines": {"cart_id", "carts"}, "order_lines": {"order_id", "orders"}, "order_moves": {"order_id", "orders"}, "refunds": {"order_id", "orders"}, "offline_payments": {"purchase_id", "orders"}, "reviews": {"order_id", "orders"}, "vehicle_reviews": {"trip_id", "trips"}, "coupon_uses": {"purchase_id", "orders"}, "ledger_transfers": {"order_id", "orders"},
	"ledger_entries": {"transfer_id", "ledger_transfers"},
	"sessions":       {"customer_id", "customers"}, "identities": {"customer_id", "customers"}, "passkeys": {"customer_id", "customers"}, "proofs": {"customer_id", "customers"}, "known_places": {"customer_id", "customers"},
	"addresses": {"customer_id", "customers"}, "wishes": {"customer_id", "customers"}, "notifications": {"customer_id", "customers"}, "notification_settings": {"customer_id", "customers"}, "push_subscriptions": {"customer_id", "customers"}, "pushes": {"notification_id", "notifications"},
	"order_rewards": {"order_id", "orders"}, "point_conversions": {"customer_id", "customers"}, "referrals": {"customer_id", "customers"},
	"conversations": {"customer_id", "customers"}, "messages": {"conversation_id", "conversations"},
	"payments": {"customer_id", "customers"}, "charges": {"payment_id", "payments"}, "payment_refunds": {"charge_id", "charges"}, "payment_decisions": {"charge_id", "charges"},
}

// ownedByOrder are those whose rows belong to an order where that column is empty.
var ownedByOrder = []string{"payments"}

// common are the tables of the town.
var common = []string{
	"settings", "zones", "modules", "tariffs", "categories", "stores", "items", "stock", "stock_moves", "review_counts", "campaigns", "flash_sales", "flash_sale_items", "banners", "pages",
	"subscribers", "streets", "places", "media", "providers", "vehicles", "booking_revision", "jobs", "former_slugs", "catalog_revision", "codes", "throttles",
	"imported", "import_undo", "parcel_categories", "parcel_instructions", "translations", "coupons", "wish_states", "staff", "staff_sessions", "applications", "application_images", "ledger_balances", "webhooks",
	"sandbox_pages", "sandbox_charges", "sandbox_refunds", "purchases", "kept_responses",
}

// belongings are all rows of everybody, by shopper. A guest who signed in is who
// they became, and so is one whose order asks a customer whether it is theirs.
func belongings(t *testing.T, c *accessAPI) map[string][]string {
	t.Helper()
	dump := map[string][]map[string]string{}
	for table := range owned {
		dump[table] = signintest.Rows(t, c.DB, table)
	}
	became := map[string]string{}
	for _, s := range dump["shoppers"] {
		if into := s["merged_into"]; into != "<nil>" && into != "" {
			became[s["id"]] = into
		}
	}
	maps.Copy(became, c.strangers)
	ownerOf := func(table string, row map[string]string) string {
		for {
			by := owned[table]
			if table == "ledger_transfers" && row[by.column] == "<nil>" && !strings.HasPrefix(row["subject"], "trip:") {
				by.column, by.table, row = "id", "customers", customerOf(dump["ledger_entries"], row["id"])
			}
			if slices.Contains(ownedByOrder, table) && row[by.column] == "<nil>" {
				by.column, by.table = "purchase_id", "orders"
			}
			if table == "refunds" && row[by.column] == "<nil>" {
				by.column, by.table = "trip_id", "trips"
			}
			key := row[by.column]
			if id, ofConversion := strings.CutPrefix(row["subject"], "conversion:"); ofConversion && table == "ledger_transfers" {
				by.table, key = "point_conversions", id
			}
			if id, ofTrip := strings.CutPrefix(row["subject"], "trip:"); ofTrip && table == "ledger_transfers" {
				by.table, key = "trips", id
			}
			hasKey := func(r map[string]string) bool { return r["id"] == key }
			if by.column == "purchase_id" && slices.ContainsFunc(dump["trips"], hasKey) {
				by.table = "trips"
			}
			if by.table == "" {
				if into := became[row[by.column]]; into != "" {
					return into
				}
				return row[by.column]
			}
			at := slices.IndexFunc(dump[by.table], hasKey)
			if at < 0 {
				return "nobody"
			}
			table, row = by.table, dump[by.table][at]
		}
	}
	all := map[string][]string{}
	for table, rows := range dump {
		for _, row := range rows {
			owner := ownerOf(table, row)
			all[owner] = append(all[owner], fmt.Sprint(table, row))
		}
	}
	for _, rows := range all {
		slices.Sort(rows)
	}
	return all
}

// customerOf names the customer whose wallet or points a transfer changes, as a row with
// their id.
func customerOf(entries []map[string]string, transfer string) map[string]string {
	for _, e := range entries {
		kind, id, found := strings.Cut(e["account"], ":")
		if e["transfer_id"] == transfer && found && slices.Contains([]string{"wallet", "points", "owed_points"}, kind) {
			return map[string]string{"id": id}
		}
	}
	return map[string]string{"id": "nobody"}
}

// ownedText is all that the owned tables hold, as one text.
func ownedText(t *testing.T, c *accessAPI) string {
	t.Helper()
	var text strings.Builder
	for _, table := range slices.Sorted(maps.Keys(owned)) {
		writeRows(t, &text, c, table)
	}
	return text.String()
}

func writeRows(t *testing.T, text *strings.Builder, c *accessAPI, table string) {
	t.Helper()
	rows, err := c.DB.R.QueryContext(t.Context(), fmt.Sprintf(`SELECT * FROM %q`, table))
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		t.Fatal(err)
	}
	values, into := make([]sql.RawBytes, len(columns)), make([]any, len(columns))
	for i := range values {
		into[i] = &values[i]
	}
	for rows.Next() {
		if err := rows.Scan(into...); err != nil {
			t.Fatal(err)
		}
		for _, value := range values {
			text.WriteString(strconv.Itoa(len(value)) + strconv.FormatBool(value == nil))
			text.Write(value)
		}
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
}
