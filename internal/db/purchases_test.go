package db_test

import (
	"testing"

	"hawker/internal/db"
	"hawker/internal/db/dbtest"
)

// Migrations 043 and 045 give every order its purchase. What refers to payments refers to
// them afterwards too.
func TestMigrate_CHK04_O1_paymentsBelongToPurchases(t *testing.T) {
	t.Parallel()
	for _, dialect := range []db.Dialect{db.SQLite, db.Postgres} {
		t.Run(string(dialect), func(t *testing.T) {
			t.Parallel()
			d := dbtest.OpenAt(t, dbtest.Empty(t, dialect))
			if err := db.MigrateUpTo(t.Context(), d, "042"); err != nil {
				t.Fatal(err)
			}
			err := db.InTx(t.Context(), d, func(tx *db.Tx) error {
				for _, statement := range ofOldOrder {
					if _, err := db.Exec(t.Context(), tx, statement); err != nil {
						return err
					}
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			if err := db.Migrate(t.Context(), d); err != nil {
				t.Fatal(err)
			}
			got, err := db.One[string](t.Context(), d.R, `
				SELECT u.kind || '|' || c.ref || '|' || k.key || '|' || p.gateway FROM purchases u JOIN payments p ON p.purchase_id = u.id JOIN charges c ON c.payment_id = p.id
				JOIN idempotency_keys k ON k.purchase_id = u.id WHERE u.id = 70`)
			if err != nil || got != "order|ch-1|key-1|card" {
				t.Errorf("the payment of an old order is %q, %v", got, err)
			}
			err = db.InTx(t.Context(), d, func(tx *db.Tx) error {
				_, err := db.Exec(t.Context(), tx, `DELETE FROM payments`)
				return err
			})
			if err == nil {
				t.Error("a payment with a charge can be deleted")
			}
			next, err := nextPurchase(t, d)
			if err != nil || next <= 70 {
				t.Errorf("the next purchase is %d, %v", next, err)
			}
		})
	}
}

func nextPurchase(t *testing.T, d *db.DB) (id int64, err error) {
	err = db.InTx(t.Context(), d, func(tx *db.Tx) error {
		id, err = db.One[int64](t.Context(), tx, `INSERT INTO purchases (kind) VALUES ('trip') RETURNING id`)
		return err
	})
	return id, err
}

// ofOldOrder is an order that was paid by card.
var ofOldOrder = []string{
	`INSERT INTO zones (id, slug, name, time_zone, polygon, area, active) VALUES (3, 'old-town', '', 'UTC', '[]', 0, TRUE)`,
	`INSERT INTO modules (id, slug, module_type, name, description, picture, position, active) VALUES (1, 'food', 'food', '', '', '', 1, TRUE)`,
	`INSERT INTO shoppers (id, created_at) VALUES (5, 0)`,
	`INSERT INTO stores (id, slug, module_id, zone_id, name, tagline, description, logo, cover, address, phone, latitude, longitude, schedule, minimum_order, tax_rate,
		preparation_minutes, delivery_time_min, delivery_time_max, delivery, take_away, self_delivery, free_delivery, schedule_order, veg, non_veg, reviews_enabled, discount,
		featured, rating_sum, rating_count, order_count, active, search_text, created_at) VALUES
		(9, 's', 1, 3, '', '', '', '', '', '', '', 0, 0, '{}', 0, 0, 0, 0, 0, TRUE, TRUE, FALSE, FALSE, TRUE, FALSE, FALSE, TRUE, '{}', FALSE, 0, 0, 0, TRUE, '', 0)`,
	`INSERT INTO orders (id, shopper_id, module_id, store_id, zone_id, source, order_type, status, payment_method, payment_status, subtotal, discount, delivery_charge, tax, tax_included,
		additional_charge, extra_packaging, tip, total, price_rows, distance_metres, address, contact_name, contact_phone, order_note, delivery_instruction, unavailable_item_note,
		cutlery, cancel_reason, rider, created_at, updated_at) VALUES
		(70, 5, 1, 9, 3, 'cart', 'delivery', 'pending', 'digital_payment', 'paid', 100, 0, 0, 0, FALSE, 0, 0, 0, 100, '[]', 0, '{}', '', '', '', '', '', FALSE, '', '{}', 0, 0)`,
	`INSERT INTO payments (id, gateway, order_id, amount, digits, currency, bonus, bonus_key, state, url, return_url, created_at, expires_at, updated_at)
		VALUES ('p', 'card', 70, 100, 2, 'USD', 0, '', 'paid', '', '', 0, 0, 0)`,
	`INSERT INTO charges (gateway, ref, payment_id, amount, digits, currency, status, reason, created_at) VALUES ('card', 'ch-1', 'p', 100, 2, 'USD', 'accepted', '', 0)`,
	`INSERT INTO idempotency_keys (shopper_id, operation, key, body_hash, order_id, created_at) VALUES (5, 'place_order', 'key-1', '', 70, 0)`,
}
