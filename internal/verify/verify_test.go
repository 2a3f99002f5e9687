package verify_test

import (
	"bytes"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"hawker/internal/catalog"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/options"
	"hawker/internal/order"
	"hawker/internal/order/ordertest"
	"hawker/internal/trip/triptest"
	"hawker/internal/verify"
)

// traded returns a town with a placed, a delivered and a canceled order and a trip, all with
// a coupon, and with one order each of a flash sale and of a campaign.
func traded(t *testing.T, d *db.DB) *ordertest.Fixture {
	t.Helper()
	w := ordertest.Open(t, d)
	item := w.Item(t, w.Store(t, func(s *catalog.Store) { s.TaxRate = 1000 }), 1000, 50, ordertest.WithMenu)
	w.Coupon(t, nil)
	for n := range 3 {
		me := w.Guest(t)
		w.Add(t, me, item, 2, ordertest.Small())
		w.Add(t, me, item, 1, options.Choice{Variation: []options.ChosenGroup{ordertest.Chosen("Size", "Large")}})
		r := ordertest.Request(me)
		r.CouponCode = "WELCOME"
		placed := w.Place(t, "key-1", r)
		var err error
		switch n {
		case 1:
			for _, step := range []struct {
				to order.Status
				by order.Actor
			}{{order.Confirmed, order.ByVendor}, {order.Processing, order.ByVendor}, {order.Handover, order.ByVendor}, {order.PickedUp, order.ByRider}, {order.Delivered, order.ByRider}} {
				if err == nil {
					err = w.Orders.Move(t.Context(), placed.ID, step.to, step.by, "")
				}
			}
		case 2:
			_, err = w.Orders.Cancel(t.Context(), placed.ID, order.Owner{Token: w.Tokens.Tracking(placed.ID)}, "other")
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	offered(t, w)
	r := triptest.Request(w.Guest(t))
	r.CouponCode = "WELCOME"
	triptest.In(t, w).Book(t, "key-1", r, time.Time{})
	return w
}

// offered places an order of a flash sale and one of a campaign.
func offered(t *testing.T, w *ordertest.Fixture) {
	t.Helper()
	me, item := w.Guest(t), w.Item(t, w.Store(t, nil), 1000, ordertest.Unlimited, nil)
	w.FlashSale(t, item, 50, 5, nil)
	w.Campaign(t, item, 700, ordertest.Unlimited, nil)
	w.Place(t, "key-1", ordertest.BuyNow(me, item, 2))
	r := ordertest.BuyNow(me, item, 1)
	r.Source = order.FromCampaign
	w.Place(t, "key-2", r)
}

func run(t *testing.T, d *db.DB) verify.Report {
	t.Helper()
	report, err := verify.Run(t.Context(), d)
	if err != nil {
		t.Fatal(err)
	}
	return report
}

// runAfter returns the report of a database that these statements changed, and undoes them.
func runAfter(t *testing.T, d *db.DB, statements []string) (report verify.Report) {
	t.Helper()
	undo := errors.New("undo")
	err := db.InTx(t.Context(), d, func(tx *db.Tx) (err error) {
		for _, s := range statements {
			if _, err := db.Exec(t.Context(), tx, s); err != nil {
				return fmt.Errorf("%s: %w", s, err)
			}
		}
		if report, err = verify.RunIn(t.Context(), tx); err != nil {
			return err
		}
		return undo
	})
	if !errors.Is(err, undo) {
		t.Fatal(err)
	}
	return report
}

// broken returns the names of the checks with findings.
func broken(r verify.Report) []string {
	var names []string
	for _, c := range r.Checks {
		if len(c.Findings) > 0 {
			names = append(names, c.Name)
		}
	}
	return names
}

// An order that was placed while the pool was not counted took nothing. That is right.
func TestVerify_allowsOrdersOfUncountedStock(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		w := ordertest.Open(t, open(t))
		item := w.Item(t, w.Store(t, nil), 1000, 5, nil)
		order := func(key string) {
			me := w.Guest(t)
			w.Add(t, me, item, 2, options.Choice{})
			w.Place(t, key, ordertest.Request(me))
			w.Clock.Advance(time.Hour)
		}
		order("counted")
		w.Exec(t, `UPDATE stock SET counted_since = NULL`)
		order("unlimited")
		w.Exec(t, `UPDATE stock SET counted_since = $1`, w.Clock.Now().UnixMilli())
		w.Clock.Advance(time.Hour)
		order("counted again")
		if r := run(t, w.DB); !r.OK {
			t.Errorf("%+v", r)
		}
		left, err := db.One[int64](t.Context(), w.DB.R, `SELECT quantity FROM stock`)
		if err != nil || left != 1 {
			t.Errorf("%d are left, %v; want 1: one order of three took nothing", left, err)
		}
	})
}

func TestVerify_passesAfterOrders(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		if r := run(t, open(t)); !r.OK {
			t.Errorf("an empty database: %+v", r)
		}
		r := run(t, traded(t, open(t)).DB)
		if !r.OK || len(broken(r)) > 0 {
			t.Errorf("after trade: %+v", r)
		}
	})
}

// Each row breaks one rule by SQL, and lists the checks that must find it. Every check
// has a row that breaks it.
func TestVerify_findsEveryBrokenRule(t *testing.T) {
	t.Parallel()
	const (
		zero, booked, parts = "every transfer sums to zero", "the ledger has every order with its total", "an order's parts add up to its total"
		rows, lines         = "the rows of an order or trip add up to its total", "an order's lines add up to its parts"
		stock, taken        = "stock is the sum of its moves and not below zero", "an order took the stock of its lines, and returned it if undone"
		keys, moves         = "an idempotency key placed one order, of its own shopper", "every order has only legal moves"
		purchases           = "every order and trip is a purchase"
		offline             = "an order or trip that is paid outside of the shop has its payment"
		tripMoney           = "the ledger has every trip with its total and what was paid"
		earned              = "everybody has earned what an order or trip says"
		tripParts           = "a trip's parts add up to its total"
		tripMoves           = "every trip has only legal moves"
		tripCounts          = "the trips of providers and vehicles are counted"
		counted             = "the counts of a shopper's orders are right"
		seen                = "an order goes on after its prescription was approved"
		paid, balances      = "the ledger has what was paid for every order", "a balance is the sum of its entries"
		charges, delivered  = "money that came through a gateway is booked once", "a job handles each webhook and each refund"
		held                = `INSERT INTO charges (gateway, ref, payment_id, amount, digits, currency, status, reason, created_at) VALUES ('card', 'h', NULL, 500, 2, 'USD', 'held', '', 0)`
		page                = `INSERT INTO payments (id, gateway, purchase_id, amount, digits, currency, bonus, bonus_key, state, url, return_url, created_at, expires_at, updated_at) VALUES ('p', 'card', 2, 500, 2, 'USD', 0, '', 'paid', '', '', 0, 0, 0)`
		refunds             = "an order gave back what its refunds say"
		offers              = "an offer sold what orders took and did not return"
		coupons, uses       = "a coupon's count is the number of its uses", "an order or trip has a use of its coupon, freed if undone"
		erased, became      = "an erased account has no personal data left", "a guest who signed in became a customer"
		points, cashback    = "an order earned its points once, and gave back those of refunds", "an order's cashback was paid once, and taken back for refunds"
		converted, referred = "points became money once", "a referral was paid once, and not to oneself"
		devices             = "a device gets the notifications of the customer who is signed in on it"
		staffed             = "staff made only moves of their role and place"
		overbooked, unheld  = "no vehicle is booked beyond its units", "a trip has its vehicles until it is over"
		rented              = `INSERT INTO providers (id, slug, zone_id, pickup_zone_ids, name, description, logo, cover, address, phone, latitude, longitude, discount, tax_rate,
				rating_sum, rating_count, trip_count, past_rating_sum, past_rating_count) SELECT 9, 'p', MIN(id), '[]', 'P', '', '', '', '', '', 0, 0, '{}', 0, 0, 0, 0, 0, 0 FROM zones; ` +
			`INSERT INTO vehicles (id, slug, provider_id, category_id, name, description, brand, vehicle_type, seats, air_condition, transmission, fuel, pictures, hourly_price, distance_price,
				discount_type, discount, units, is_new, rating_sum, rating_count, trip_count, past_rating_sum, past_rating_count, created_at, revision)
				SELECT 9, 'v', 9, MIN(id), 'V', '', '', '', 4, TRUE, 'manual', '', '[]', 1000, 0, 'percent', 0, 3, FALSE, 0, 0, 0, 0, 0, 0, 1 FROM categories; ` +
			`INSERT INTO purchases (id, kind) VALUES (901, 'trip'), (902, 'trip'), (903, 'trip'); ` +
			`INSERT INTO trips (id, shopper_id, module_id, provider_id, zone_id, status, trip_type, hours, pickup, destination, pickup_at, return_at, distance_metres, route_seconds, straight,
				subtotal, discount, coupon_code, coupon_discount, tax, tax_included, additional_charge, total, price_rows, payment_method, payment_status,
				contact_name, contact_phone, contact_email, trip_note, cancel_reason, placed_from, created_at, updated_at)
				SELECT p.id, o.shopper_id, o.module_id, 9, o.zone_id, 'pending', 'hourly', 1, '{}', '{}', 0, 1, 0, 0, FALSE, 0, 0, '', 0, 0, FALSE, 0, 0, '[]', 'cash_on_delivery', 'unpaid',
				'', '', '', '', '', '', 0, 0 FROM purchases p, orders o WHERE p.id > 900 AND o.id = 1; ` +
			`INSERT INTO trip_moves (trip_id, status, actor, reason, at, staff_name) SELECT id, 'pending', 'shopper', '', 0, '' FROM purchases WHERE id > 900; `
		book = rented + `INSERT INTO bookings (trip_id, vehicle_id, units, vehicle_units, from_at, until_at, released_at, revision) VALUES `
		hire = `INSERT INTO staff (id, email, email_folded, name, phone, role, store_id, zone_id, vehicle, password_hash, active, created_at) VALUES (7, 'a', 'a', 'Sam', '', 'admin', NULL, NULL, '', '', TRUE, 0)`

		customer = `INSERT INTO customers (shopper_id, first_name, last_name, email_verified, phone_verified, password_hash, picture, interests, referral_code, created_at, erased_at)
			SELECT shopper_id, %s FROM orders WHERE id = 1`
	)
	tests := []struct {
		name, breach string
		want         []string
	}{
		{"PRC-03 a coupon that counts too many", `UPDATE coupons SET used = used + 1`, []string{coupons}},
		{"ORD-05 a coupon that was freed twice", `UPDATE coupons SET used = used - 1`, []string{coupons}},
		{"ORD-05 a use that was freed", `UPDATE coupon_uses SET freed_at = 1 WHERE purchase_id = 1`, []string{coupons, uses}},
		{"ORD-05 a use that was not freed", `UPDATE coupon_uses SET freed_at = NULL WHERE purchase_id = 3`, []string{coupons, uses}},
		{"PRC-03 a use of another amount", `UPDATE coupon_uses SET amount = amount + 1 WHERE purchase_id = 1`, []string{uses}},
		{"PRC-03 a use that is gone", `DELETE FROM coupon_uses WHERE purchase_id = 1`, []string{coupons, uses}},
		{"PRC-03 a use without a code", `UPDATE orders SET coupon_code = '' WHERE id = 1`, []string{uses}},
		{"PRC-03 a coupon's part of a line", `UPDATE order_lines SET coupon = coupon + 1 WHERE order_id = 1 AND quantity = 2`, []string{lines}},
		{"PRC-03 a coupon's row", `UPDATE orders SET price_rows = REPLACE(price_rows, 'coupon_discount', 'coupon_discuont') WHERE id = 1`, []string{rows}},
		{"PRC-07 a total that was changed", `UPDATE orders SET total = total + 1 WHERE id = 1`, []string{booked, parts, rows}},
		{"M8 a row that was changed", `UPDATE orders SET price_rows = '[{"code":"subtotal","amount":1},{"code":"total","amount":1}]' WHERE id = 1`, []string{rows}},
		{"a line that was changed", `UPDATE order_lines SET total = total + 1 WHERE order_id = 1 AND quantity = 2`, []string{lines}},
		{"a line that is gone", `DELETE FROM order_lines WHERE order_id = 1 AND quantity = 2`, []string{lines, taken}},
		{"ITEM-07 a line of another variation", `UPDATE order_lines SET variation = '7' WHERE order_id = 1`, []string{taken}},
		{"a tax that moved between lines and order", `UPDATE orders SET tax = tax - 1, delivery_charge = delivery_charge + 1 WHERE id = 1`, []string{lines, earned}},
		{"an entry without its counterpart", `INSERT INTO ledger_entries (transfer_id, account, amount) SELECT MIN(id), 'tax', 1 FROM ledger_transfers`, []string{zero, earned}},
		{"a paid order without a transfer", `UPDATE orders SET payment_status = 'paid' WHERE id = 1`, []string{booked, paid}},
		{"stock without a move", `UPDATE stock SET quantity = quantity + 1`, []string{stock}},
		{"S5 stock that came back twice", `INSERT INTO stock_moves (stock_id, delta, reason, order_id, created_at) SELECT id, 3, 'cancel', 3, 9 FROM stock`, []string{stock, taken}},
		{"an order that took more than its lines", `INSERT INTO stock_moves (stock_id, delta, reason, order_id, created_at) SELECT id, -1, 'order', 1, 9 FROM stock`, []string{stock, taken}},
		{"S1 a flash sale that sold more than orders took", `UPDATE flash_sale_items SET sold = sold + 1`, []string{offers}},
		{"S5 a flash sale that got no units back", `UPDATE order_lines SET flash_sale_item_id = (SELECT id FROM flash_sale_items) WHERE order_id = 1 AND quantity = 1`, []string{offers}},
		{"S1 a campaign that sold less than orders took", `UPDATE campaigns SET sold = 0`, []string{offers}},
		{"CHK-04 two keys of one order", `INSERT INTO idempotency_keys (shopper_id, operation, key, body_hash, purchase_id, created_at) SELECT shopper_id, 'place_order', 'key-2', '', 1, 0 FROM orders WHERE id = 1`, []string{keys}},
		{"CHK-04 a key of another order", `UPDATE idempotency_keys SET purchase_id = 999999 WHERE purchase_id = 1`, []string{keys}},
		{"CHK03 an order that began unpaid", `UPDATE orders SET payment_method = 'offline_payment' WHERE id = (SELECT MIN(id) FROM orders WHERE status = 'delivered')`, []string{offline}},
		{"CHK03 a trip that began unpaid", `UPDATE trips SET payment_method = 'offline_payment', status = 'confirmed'`, []string{tripMoves, offline}},
		{"CHK03 a trip whose money nobody has found", `UPDATE trips SET payment_method = 'offline_payment', payment_status = 'paid'`, []string{tripMoney, offline}},
		{"CHK03 a trip that is never canceled", `UPDATE trips SET payment_method = 'offline_payment', payment_due_at = 5`, []string{offline}},
		{"CHK03 a trip of which more was paid back than given back", `UPDATE trips SET paid_back = 1`, []string{offline}},
		{"O3 an order of which more cash is to be paid back than was given back", `UPDATE orders SET cash_refunded = 1 WHERE id = 1`, []string{offline}},
		{"O3 a trip of which more cash is to be paid back than was given back", `UPDATE trips SET cash_refunded = 1`, []string{offline}},
		{"a purchase that is nothing", `INSERT INTO purchases (kind) VALUES ('trip')`, []string{purchases}},
		{"an order that is a trip", `UPDATE purchases SET kind = 'trip' WHERE id = 1`, []string{purchases}},
		{"ORD-03 a status without its move", `UPDATE orders SET status = 'confirmed' WHERE id = 1`, []string{moves}},
		{"ORD-03 an illegal move", `INSERT INTO order_moves (order_id, status, actor, reason, at) VALUES (1, 'handover', 'vendor', '', 9999999999999)`, []string{moves}},
		{"PROF-05 an erased customer's order that names them", fmt.Sprintf(customer, `'', '', FALSE, FALSE, '', '', '[]', 'A', 0, 1`), []string{erased}},
		{"PROF-05 a name that stayed", fmt.Sprintf(customer, `'Asha', '', FALSE, FALSE, '', '', '[]', 'A', 0, 1`), []string{erased}},
		{"C2 a device of another customer", fmt.Sprintf(customer, `'', '', FALSE, FALSE, '', '', '[]', 'A', 0, NULL`) + `;
			INSERT INTO customers (shopper_id, first_name, last_name, email_verified, phone_verified, password_hash, picture, interests, referral_code, created_at)
				SELECT shopper_id, '', '', FALSE, FALSE, '', '', '[]', 'B', 0 FROM orders WHERE id = 2;
			INSERT INTO sessions (token_hash, customer_id, device, created_at, seen_at) SELECT 'x', MIN(id), '', 0, 0 FROM customers;
			INSERT INTO push_subscriptions (customer_id, session_id, endpoint, p256dh, auth, created_at)
				SELECT MAX(c.id), MIN(s.id), 'x', 'x', 'x', 0 FROM customers c, sessions s`, []string{devices}},
		{"CART-01 a guest merged into no account", `UPDATE shoppers SET retired_at = 1, merged_into = (SELECT shopper_id FROM orders WHERE id = 1) WHERE id = (SELECT shopper_id FROM orders WHERE id = 2)`, []string{became}},
		{"an order that is not counted", `UPDATE order_counts SET orders = 0 WHERE is_over AND shopper_id = (SELECT shopper_id FROM orders WHERE id = 2)`, []string{counted}},
		{"an order that is counted twice", `INSERT INTO order_counts (shopper_id, module_id, is_over, orders) SELECT shopper_id, module_id, TRUE, 1 FROM orders WHERE id = 1`, []string{counted}},
		{"ITEM-11 a delivery before the pharmacist's answer", `UPDATE orders SET prescription_status = 'waiting' WHERE id = 2`, []string{seen}},
		{"ITEM-11 an order whose prescription was refused", `UPDATE orders SET prescription_status = 'refused' WHERE id = 1`, []string{seen}},
		{"O3 a refund that no order gave back", `INSERT INTO refunds (order_id, status, reason, note, images, lines, amount, answer, staff_name, created_at, decided_at) VALUES (2, 'approved', '', '', '[]', '[]', 1, '', '', 0, 0)`, []string{refunds}},
		{"W1 a balance that was changed", `INSERT INTO ledger_balances (account, amount) VALUES ('wallet:1', 5)`, []string{balances}},
		{"W1 an entry without its balance", `INSERT INTO ledger_transfers (id, kind, subject, created_at) VALUES (900, 'cashback', 'test:1', 0); INSERT INTO ledger_entries (transfer_id, account, amount, balance) VALUES (900, 'wallet:1', -5, 6), (900, 'rewards', 5, NULL); INSERT INTO ledger_balances (account, amount) VALUES ('wallet:1', 5)`, []string{balances}},
		{"PRC-08 a wallet's part that nobody paid", `UPDATE orders SET wallet_part = 1 WHERE id = 2`, []string{paid}},
		{"O1 a charge that is not booked", page + `; INSERT INTO charges (gateway, ref, payment_id, amount, digits, currency, status, reason, created_at) VALUES ('card', 'r', 'p', 500, 2, 'USD', 'accepted', '', 0)`, []string{charges}},
		{"O1 a payment that nobody paid", page, []string{charges}},
		{"O3 more was sent back than refunds say", strings.Replace(page, "'paid'", "'open'", 1) + `; INSERT INTO charges (gateway, ref, payment_id, amount, digits, currency, status, reason, sent_back, created_at) VALUES ('card', 'r', 'p', 500, 2, 'USD', 'held', '', 5, 0)`, []string{charges}},
		{"O1 a held charge that is booked", held + `; INSERT INTO ledger_transfers (id, kind, subject, created_at) SELECT 901, 'payment_received', 'charge:' || id, 0 FROM charges`, []string{charges}},
		{"O1 a charge that nobody has settled", held + `; UPDATE charges SET settled_at = 1`, []string{charges}},
		{"O2 a refund that went nowhere", held + `; UPDATE charges SET sent_back = 500; INSERT INTO payment_refunds (id, charge_id, amount, status, reason, sent_as, ref, created_at, ended_at) SELECT 'r', id, 500, 'credited', '', 'r', '', 0, 0 FROM charges`, []string{charges}},
		{"O1 a webhook that no job handles", `INSERT INTO webhooks (gateway, ref, kind, body, event, received_at) VALUES ('card', 'w', '', '', '{}', 0)`, []string{delivered}},
		{"O3 money that came back without a refund", `UPDATE orders SET refunded = 1 WHERE id = 2`, []string{paid, refunds}},
		{"O3 a request of an order that waits for none", `INSERT INTO refunds (order_id, status, reason, note, images, lines, amount, answer, staff_name, created_at) VALUES (2, 'requested', '', '', '[]', '[]', 0, '', '', 0)`, []string{refunds}},
		{"O3 a refund that no trip gave back", rented + `INSERT INTO refunds (trip_id, status, reason, note, images, lines, amount, answer, staff_name, created_at, decided_at) VALUES (901, 'approved', '', '', '[]', '[]', 1, '', '', 0, 0)`, []string{refunds}},
		{"O3 a request of a trip that is not over", rented + `INSERT INTO refunds (trip_id, status, reason, note, images, lines, amount, answer, staff_name, created_at) VALUES (901, 'requested', '', '', '[]', '[]', 0, '', '', 0)`, []string{refunds}},
		{"ORD-03 a move by staff of another role", hire + `; UPDATE order_moves SET staff_id = 7, staff_name = 'Sam' WHERE status = 'delivered'`, []string{staffed}},
		{"RNT-11 a move of a trip by a vendor of another place", rented + `INSERT INTO staff (id, email, email_folded, name, phone, role, store_id, vehicle, password_hash, active, created_at) SELECT 8, 'b', 'b', 'Sam', '', 'vendor', MIN(id), '', '', TRUE, 0 FROM stores; UPDATE trip_moves SET actor = 'vendor', staff_id = 8, staff_name = 'Sam'`, []string{staffed}},
		{"ORD-03 a rider who is none", hire + `; UPDATE orders SET rider_id = 7 WHERE id = 1`, []string{staffed}},
		{"WAL-03 a delivery that decided nothing", `DELETE FROM order_rewards`, []string{points}},
		{"WAL-03 points for nothing", `UPDATE order_rewards SET points = 5`, []string{points}},
		{"W3 points that were not booked", `UPDATE order_rewards SET per_unit = 1, points = paid / unit`, []string{points}},
		{"W3 points that are owed to the customer", fmt.Sprintf(customer, `'', '', FALSE, FALSE, '', '', '[]', 'A', 0, NULL`) + `;
			UPDATE order_rewards SET customer_id = (SELECT id FROM customers), per_unit = 1, points = paid / unit, withheld = 1; INSERT INTO ledger_transfers (id, kind, subject, created_at) VALUES (900, 'points_earned', 'order_points:2', 0);
			INSERT INTO ledger_entries (transfer_id, account, amount) SELECT 900, 'points_issued', points FROM order_rewards; INSERT INTO ledger_entries (transfer_id, account, amount) SELECT 900, 'owed_points:' || customer_id, -points FROM order_rewards`, []string{points}},
		{"W3 a conversion that was not booked", fmt.Sprintf(customer, `'', '', FALSE, FALSE, '', '', '[]', 'A', 0, NULL`) + `;
			INSERT INTO point_conversions (customer_id, request_key, requested, points, amount, created_at) SELECT id, 'key', 5, 5, 5, 0 FROM customers`, []string{converted}},
		{"W3 points that were spent without a conversion", `INSERT INTO ledger_transfers (id, kind, subject, created_at) VALUES (900, 'points_spent', 'conversion:9', 0)`, []string{converted}},
		{"WAL-06 a cashback that was not paid", `UPDATE order_rewards SET cashback = 5`, []string{cashback}},
		{"W4 a referral of oneself", fmt.Sprintf(customer, `'', '', FALSE, FALSE, '', '', '[]', 'A', 0, NULL`) + `;
			INSERT INTO referrals (customer_id, referrer_id, order_id, status, reason, referrer_amount, friend_amount, created_at) SELECT id, id, 2, 'paid', '', 0, 0, 0 FROM customers`, []string{referred}},
		{"W4 a referral that nobody decided", `INSERT INTO ledger_transfers (id, kind, subject, created_at) VALUES (900, 'referral', 'referral:9', 0)`, []string{referred}},
		{"RNT-11 a photo of a trip that an order has", `INSERT INTO uploads (key, shopper_id, purpose, purchase_id, created_at) SELECT 'ph', shopper_id, 'trip_after', id, 0 FROM orders WHERE id = 1`, []string{"a trip has few photos, and nothing else has any"}},
		{"RNT-11 a licence without photos", `INSERT INTO driver_licences (shopper_id, name, number, expires_on, front, back, created_at) SELECT MIN(id), 'Asha', 'A-1', '', 'f', 'b', 0 FROM shoppers`, []string{"a driver's licence has its photos"}},
		{"RNT-11 a photo that no licence has", `INSERT INTO uploads (key, shopper_id, purpose, created_at) SELECT 'lc', shopper_id, 'licence', 0 FROM orders WHERE id = 1`, []string{"a driver's licence has its photos"}},
		{"R1 one unit more than there are", book + `(901, 9, 2, 3, 10, 20, NULL, 1), (902, 9, 1, 3, 15, 40, NULL, 1), (903, 9, 1, 3, 19, 30, NULL, 1)`, []string{overbooked}},
		{"R1 a booking that was released too late", book + `(901, 9, 2, 3, 10, 20, 15, 1), (902, 9, 2, 3, 14, 40, NULL, 1); UPDATE trips SET status = 'completed' WHERE id = 901`, []string{overbooked, tripMoves, tripCounts}},
		{"RNT-11 a canceled trip that has its vehicles", book + `(901, 9, 2, 3, 10, 20, NULL, 1); UPDATE trips SET status = 'canceled' WHERE id = 901`, []string{unheld, tripMoves}},
		{"RNT-11 a trip whose vehicles were released", book + `(901, 9, 2, 3, 10, 20, 12, 1)`, []string{unheld}},
		{"RNT-11 a trip without vehicles", rented + `INSERT INTO trip_lines (trip_id, vehicle_id, name, picture, quantity, unit_price, discount, coupon, tax, total) VALUES (901, 9, 'V', '', 2, 0, 0, 0, 0, 0)`, []string{unheld}},
		{"RNT-11 a trip that was paid without money", `UPDATE trips SET payment_status = 'paid'`, []string{tripMoney}},
		{"RNT-11 a part of a trip that was kept", `UPDATE trips SET refunded = 1, payment_status = 'paid'`, []string{tripMoney}},
		{"RNT-11 a deposit that nobody holds", `UPDATE trips SET deposit = 1, additional_charge = additional_charge - 1`, []string{tripMoney, earned}},
		{"ORD-05 D33 a trip whose use of a coupon was freed", `UPDATE coupon_uses SET freed_at = 1 WHERE purchase_id IN (SELECT id FROM trips)`, []string{coupons, uses}},
		{"ORD-05 D33 a canceled trip whose use of a coupon was not freed", `UPDATE trips SET status = 'canceled'`, []string{unheld, uses, tripMoney, earned, tripMoves}},
		{"PRC-03 D33 a trip whose use of a coupon is gone", `DELETE FROM coupon_uses WHERE purchase_id IN (SELECT id FROM trips)`, []string{coupons, uses}},
		{"PRC-03 D33 a use of a trip without a code", `UPDATE trips SET coupon_code = ''`, []string{uses}},
		{"PRC-03 D33 a coupon's row of a trip", `UPDATE trips SET price_rows = REPLACE(price_rows, 'coupon_discount', 'coupon_discuont')`, []string{rows}},
		{"M8 D33 a row of a trip that was changed", `UPDATE trips SET price_rows = '[{"code":"subtotal","amount":1},{"code":"total","amount":1}]'`, []string{rows}},
		{"RNT-11 a line of a trip with another tax", `UPDATE trip_lines SET tax = tax + 1`, []string{tripParts}},
		{"PRC-08 a wallet's part of a trip that no wallet got back", `UPDATE trips SET wallet_back = 1`, []string{tripMoney}},
		{"RNT-11 a trip with another total", `UPDATE trips SET subtotal = subtotal + 1`, []string{earned, tripParts}},
		{"RNT-11 a trip that was never confirmed", `UPDATE trips SET status = 'ongoing'`, []string{unheld, tripMoves}},
		{"R1 a vehicle that is out before its trip", `UPDATE bookings SET is_out = TRUE`, []string{unheld}},
		{"RNT-11 a trip that came back before it began", `INSERT INTO trip_moves (trip_id, status, actor, reason, at, staff_name) SELECT id, 'completed', 'admin', '', 0, '' FROM trips`, []string{tripMoves}},
		{"ORD-03 a move back in time", `UPDATE order_moves SET at = 0 WHERE status = 'delivered'`, []string{moves}},
	}
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		d := traded(t, open(t)).DB
		for _, tt := range tests {
			t.Run(tt.name, func(t *testing.T) {
				r := runAfter(t, d, strings.Split(tt.breach, "; "))
				if got := broken(r); r.OK || !slices.Equal(got, tt.want) {
					t.Errorf("found %q, want %q", got, tt.want)
				}
			})
		}
	})
}

// Each remaining contact in an erased account's order is found.
func TestVerify_PROF05_findsEachRemainingContact(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		w := traded(t, open(t))
		w.Exec(t, `UPDATE orders SET contact_name = '', contact_phone = '', contact_email = '' WHERE id = 1`)
		w.Exec(t, `UPDATE coupon_uses SET contact_phone = '' WHERE purchase_id = 1`)
		w.Exec(t, `INSERT INTO customers (shopper_id, first_name, last_name, email_verified, phone_verified, password_hash, picture, interests, referral_code, created_at, erased_at)
			SELECT shopper_id, '', '', FALSE, FALSE, '', '', '[]', 'A', 0, 1 FROM orders WHERE id = 1`)
		if r := run(t, w.DB); !r.OK {
			t.Fatalf("nothing is left, but it found %q", broken(r))
		}
		for _, column := range []string{"orders.contact_name", "orders.contact_phone", "orders.contact_email", "coupon_uses.contact_phone"} {
			table, name, _ := strings.Cut(column, ".")
			key := map[string]string{"orders": "id", "coupon_uses": "purchase_id"}[table]
			set := func(value string) {
				w.Exec(t, fmt.Sprintf(`UPDATE %s SET %s = '%s' WHERE %s = 1`, table, name, value, key))
			}
			set("x")
			if got := broken(run(t, w.DB)); !slices.Equal(got, []string{"an erased account has no personal data left"}) {
				t.Errorf("%s is left: found %q", column, got)
			}
			set("")
		}
	})
}

// A scheduled order without a job is found.
func TestVerify_D27_findsAScheduledOrderWithoutAJob(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		w := ordertest.Open(t, open(t))
		r := ordertest.BuyNow(w.Guest(t), w.Item(t, w.Store(t, nil), 1000, 10, nil), 1)
		slot := w.Clock.Now().Truncate(time.Hour).Add(24 * time.Hour)
		r.ScheduleAt = slot
		w.Place(t, "key-1", r)
		if got := run(t, w.DB); !got.OK {
			t.Errorf("while its job waits: %+v", got)
		}
		w.Exec(t, `UPDATE jobs SET given_up_at = 1`)
		if got := broken(run(t, w.DB)); !slices.Equal(got, []string{"a scheduled order will become pending"}) {
			t.Errorf("given up: found %q", got)
		}
	})
}

func TestVerify_runsTheEnginesChecks(t *testing.T) {
	t.Parallel()
	o := dbtest.Migrated(t, db.SQLite)
	w := traded(t, dbtest.OpenAt(t, o))
	unguarded(t, o, `DELETE FROM stores`)
	if got := broken(run(t, w.DB)); !slices.Contains(got, "the database file is intact") {
		t.Errorf("references to missing rows: %q", got)
	}

	p := traded(t, dbtest.Open(t, db.Postgres))
	p.Exec(t, `ALTER TABLE orders ADD CONSTRAINT unproven CHECK (total < 0) NOT VALID`)
	if got := broken(run(t, p.DB)); !slices.Equal(got, []string{"the database file is intact"}) {
		t.Errorf("a constraint that was never checked: %q", got)
	}
}

// A damaged file is a finding and does not end the checks.
func TestVerify_reportsADamagedFile(t *testing.T) {
	t.Parallel()
	o := dbtest.Migrated(t, db.SQLite)
	w, err := db.Open(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	traded(t, w)
	if err := w.Close(); err != nil { // the log is in the file now
		t.Fatal(err)
	}
	whole, err := os.ReadFile(filepath.Join(o.Dir, db.File))
	if err != nil {
		t.Fatal(err)
	}
	garbage := bytes.Repeat([]byte{0xAA}, 4096)
	for _, tt := range []struct {
		name  string
		spoil func(file []byte) []byte
		want  string
	}{
		{"pages in the middle", func(f []byte) []byte {
			for page := 8; page < len(f)/4096-8; page += 3 {
				copy(f[page*4096:], garbage)
			}
			return f
		}, "the database file is intact"},
		{"half of it is gone", func(f []byte) []byte { return f[:len(f)/8192*4096] }, "the database file is intact"},
		{"its beginning is overwritten", func(f []byte) []byte { copy(f, garbage); return f }, "the database file is intact"},
		{"an empty file", func([]byte) []byte { return nil }, "every table exists"},
	} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, db.File), tt.spoil(bytes.Clone(whole)), 0o600); err != nil {
			t.Fatal(err)
		}
		report, err := reportOf(t, db.Options{Dir: dir})
		if err != nil || report.OK || !slices.Contains(broken(report), tt.want) {
			t.Errorf("%s: %v, found %q, want %q among it", tt.name, err, broken(report), tt.want)
		}
		for _, c := range report.Checks {
			for _, f := range c.Findings {
				if f == "" || len(f) > 2000 {
					t.Errorf("%s: the finding is %q", tt.name, f)
				}
			}
		}
	}
}

// reportOf returns what the command reports.
func reportOf(t *testing.T, o db.Options) (verify.Report, error) {
	t.Helper()
	d, err := db.Open(t.Context(), o)
	if damage, ok := verify.Damage(err); ok {
		return damage, nil
	}
	if err != nil {
		return verify.Report{}, err
	}
	defer d.Close()
	return verify.Run(t.Context(), d)
}

func TestVerify_continuesWithoutATable(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		w := ordertest.Open(t, open(t))
		w.Exec(t, `DROP TABLE idempotency_keys`)
		r := run(t, w.DB)
		want := []string{"every table exists", "an idempotency key placed one order, of its own shopper"}
		if got := broken(r); !slices.Equal(got, want) || r.OK {
			t.Errorf("found %q, want %q", got, want)
		}
	})
}

// unguarded runs a statement without enforcing foreign keys.
func unguarded(t *testing.T, o db.Options, statement string) {
	t.Helper()
	file, err := sql.Open("sqlite", filepath.Join(o.Dir, db.File))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if _, err := file.ExecContext(t.Context(), statement); err != nil {
		t.Fatal(err)
	}
}

func TestReport_isReadableByPeople(t *testing.T) {
	t.Parallel()
	w := traded(t, dbtest.Open(t, db.SQLite))
	w.Exec(t, `UPDATE stock SET quantity = quantity + 1`)
	var text bytes.Buffer
	run(t, w.DB).Print(&text)
	if !strings.Contains(text.String(), "BROKEN  stock is the sum of its moves") || !strings.Contains(text.String(), "the moves sum to 44, but the quantity is 45") {
		t.Errorf("the report is\n%s", text.String())
	}
}
