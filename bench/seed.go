package main

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"hawker/internal/db"
)

// regular is the customer with many orders.
const regular = "regular@example.com"

// seed is the customers and orders of a town. They are written directly into the
// temporary database of the run.
type seed struct{ customers, orders int }

// series counts from 1 to $1 on both engines.
const series = `WITH RECURSIVE series (n) AS (SELECT CAST(1 AS BIGINT) UNION ALL SELECT n + 1 FROM series WHERE n < $1) `

// plant creates the customers and their orders, a tenth of them the regular's, and
// returns the number of items in the town.
func (s seed) plant(ctx context.Context, o db.Options) (items int, err error) {
	ctx = db.Long(ctx)
	d, err := db.Open(ctx, o)
	if err != nil {
		return 0, err
	}
	defer d.Close()
	if items, err = db.One[int](ctx, d.R, `SELECT COUNT(*) FROM items`); err != nil {
		return 0, err
	}
	now := time.Now().UnixMilli()
	steps := []struct {
		name, text string
		args       []any
	}{
		{"shoppers", series + `INSERT INTO shoppers (guest_hash, created_at) SELECT 'bench-' || CAST(n AS TEXT), 0 FROM series`, []any{s.customers}},
		{"customers", `INSERT INTO customers (shopper_id, first_name, last_name, email_verified, phone_verified, password_hash, picture, interests, referral_code, created_at)
			SELECT id, 'Asha', 'Rao', FALSE, FALSE, '', '', '[]', guest_hash, 0 FROM shoppers WHERE guest_hash LIKE 'bench-%'`, nil},
		{"orders", series + `, first (id) AS (SELECT MIN(id) FROM shoppers WHERE guest_hash LIKE 'bench-%')
			INSERT INTO orders (shopper_id, module_id, store_id, zone_id, source, order_type, status, payment_method, payment_status, subtotal,
				discount, delivery_charge, tax, tax_included, additional_charge, extra_packaging, tip, total, price_rows, distance_metres, address,
				contact_name, contact_phone, order_note, delivery_instruction, unavailable_item_note, cutlery, cancel_reason, rider, created_at, updated_at)
			SELECT CASE WHEN n % 10 = 0 THEN (SELECT shopper_id FROM customers WHERE email = $2) ELSE (SELECT id FROM first) + n % $3 END,
				t.module_id, t.id, t.zone_id, 'cart', 'delivery', 'delivered', 'cash_on_delivery', 'paid', 1000,
				0, 200, 0, FALSE, 0, 0, 0, 1200, '[{"code":"subtotal","amount":1000},{"code":"delivery","amount":200},{"code":"total","amount":1200}]', 900, '{"name":"Asha Rao","phone":"+12025550123"}',
				'Asha Rao', '', '', '', '', FALSE, '', '{}', $4 - n * 60000, $4 - n * 60000
			FROM series JOIN (SELECT id, module_id, zone_id, ROW_NUMBER() OVER (ORDER BY id) AS place FROM stores) t ON t.place = 1 + n % (SELECT COUNT(*) FROM stores)`,
			[]any{s.orders, regular, s.customers, now}},
		{"order lines", `INSERT INTO order_lines (order_id, item_id, variation, name, picture, options, quantity, unit_price, discount, tax, total)
			SELECT o.id, i.id, '', i.name, '', '', 1, 1000, 0, 0, 1000
			FROM orders o JOIN (SELECT store_id, MIN(id) AS id FROM items GROUP BY store_id) f ON f.store_id = o.store_id JOIN items i ON i.id = f.id
			WHERE NOT EXISTS (SELECT 1 FROM order_lines l WHERE l.order_id = o.id)`, nil},
		{"moves", `INSERT INTO order_moves (order_id, status, actor, reason, at) SELECT id, status, 'rider', '', updated_at FROM orders o
			WHERE NOT EXISTS (SELECT 1 FROM order_moves m WHERE m.order_id = o.id)`, nil},
	}
	for _, step := range steps {
		err := db.InTx(ctx, d, func(tx *db.Tx) error {
			_, err := db.Exec(ctx, tx, step.text, step.args...)
			return err
		})
		if err != nil {
			return 0, fmt.Errorf("%s: %w", step.name, err)
		}
	}
	return items, settle(ctx, o)
}

// settle does what PostgreSQL's autovacuum would do within minutes.
func settle(ctx context.Context, o db.Options) error {
	if o.URL == "" {
		return nil
	}
	pool, err := sql.Open("pgx", o.URL)
	if err != nil {
		return err
	}
	defer pool.Close()
	_, err = pool.ExecContext(ctx, "VACUUM ANALYZE")
	return err
}
