// Package idempotency remembers which order a key has placed, so that a request that is
// sent twice places one order (CHK-04).
package idempotency

import (
	"context"
	"errors"
	"fmt"
	"time"

	"hawker/internal/db"
	"hawker/internal/errs"
)

// Key is an Idempotency-Key as a shopper sent it.
type Key struct {
	ShopperID int64
	Value     string
	BodyHash  string // of the request
}

// operation is what a key is for: the same key may be used for another operation.
const operation = "place_order"

// Find looks for the order that the key has placed: for the shopper, or for a guest who
// signed in as them before the response arrived. Another request of theirs under the same
// key is errs.Conflict.
func Find(ctx context.Context, q db.Q, k Key) (orderID int64, known bool, err error) {
	type stored struct {
		BodyHash string
		OrderID  int64
	}
	found, err := db.One[stored](ctx, q, `
		SELECT body_hash, order_id FROM idempotency_keys
		WHERE operation = $2 AND key = $3 AND (shopper_id = $1 OR body_hash = $4)
		AND shopper_id IN (SELECT CAST($1 AS BIGINT) UNION ALL SELECT id FROM shoppers WHERE merged_into = $1)
		ORDER BY shopper_id = $1 DESC LIMIT 1`, k.ShopperID, operation, k.Value, k.BodyHash)
	switch {
	case errors.Is(err, db.ErrNotFound):
		return 0, false, nil
	case err != nil:
		return 0, false, fmt.Errorf("look up the key: %w", err)
	case found.BodyHash != k.BodyHash:
		return 0, false, errs.New(errs.Conflict, "This Idempotency-Key has placed another order.").On("Idempotency-Key")
	}
	return found.OrderID, true, nil
}

// nextOrder is the id of the next order. A key is written before its order and refers
// to it. On PostgreSQL the id is reserved by the sequence; on SQLite nobody else can
// write at the same time.
var nextOrder = map[db.Dialect]string{
	db.SQLite:   `(SELECT COALESCE(MAX(seq), 0) + 1 FROM sqlite_sequence WHERE name = 'orders')`,
	db.Postgres: `nextval(pg_get_serial_sequence('orders', 'id'))`,
}

// ErrTaken says that another call with this key came first.
var ErrTaken = errors.New("the key has placed an order")

// Take writes the key and returns the id of its future order. It must be the first
// statement of the transaction: of two calls with one key the second waits here, before
// it reads a cart that the first one empties.
func Take(ctx context.Context, tx *db.Tx, k Key, at time.Time) (orderID int64, err error) {
	orderID, err = db.One[int64](ctx, tx, `
		INSERT INTO idempotency_keys (shopper_id, operation, key, body_hash, order_id, created_at)
		VALUES ($1, $2, $3, $4, `+nextOrder[tx.Dialect]+`, $5) ON CONFLICT DO NOTHING RETURNING order_id`,
		k.ShopperID, operation, k.Value, k.BodyHash, at.UnixMilli())
	if errors.Is(err, db.ErrNotFound) {
		return 0, ErrTaken
	}
	if err != nil {
		return 0, fmt.Errorf("take the key: %w", err)
	}
	return orderID, nil
}

// Forget deletes the key of an order: nobody finds the order by it any more.
func Forget(ctx context.Context, tx *db.Tx, orderID int64) error {
	if _, err := db.Exec(ctx, tx, `DELETE FROM idempotency_keys WHERE order_id = $1`, orderID); err != nil {
		return fmt.Errorf("forget the key of an order: %w", err)
	}
	return nil
}

// life is how long a key returns its order.
const life = 24 * time.Hour

// Prune deletes old keys.
func Prune(ctx context.Context, d *db.DB, now time.Time) error {
	return db.Prune(ctx, d, "idempotency_keys", `created_at < $1`, now.Add(-life).UnixMilli())
}
