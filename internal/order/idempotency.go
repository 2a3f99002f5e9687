package order

import (
	"context"
	"errors"
	"fmt"
	"time"

	"hawker/internal/db"
	"hawker/internal/errs"
)

// operation is what a key is for: the same key may be used for another operation.
const operation = "place_order"

// findPlaced looks for the order that the key has placed: for the shopper, or for a
// guest who signed in as them before the response arrived. Another request of theirs
// under the same key is errs.Conflict.
func (p *placement) findPlaced(ctx context.Context, q db.Q) (orderID int64, known bool, err error) {
	type stored struct {
		BodyHash string
		OrderID  int64
	}
	k, err := db.One[stored](ctx, q, `
		SELECT body_hash, order_id FROM idempotency_keys
		WHERE operation = $2 AND key = $3 AND (shopper_id = $1 OR body_hash = $4)
		AND shopper_id IN (SELECT CAST($1 AS BIGINT) UNION ALL SELECT id FROM shoppers WHERE merged_into = $1)
		ORDER BY shopper_id = $1 DESC LIMIT 1`, p.ShopperID, operation, p.key, p.hash)
	switch {
	case errors.Is(err, db.ErrNotFound):
		return 0, false, nil
	case err != nil:
		return 0, false, fmt.Errorf("look up the key: %w", err)
	case k.BodyHash != p.hash:
		return 0, false, errs.New(errs.Conflict, "This Idempotency-Key has placed another order.").On("Idempotency-Key")
	}
	return k.OrderID, true, nil
}

// nextOrder is the id of the next order. A key is written before its order and refers
// to it. On PostgreSQL the id is reserved by the sequence; on SQLite nobody else can
// write at the same time.
var nextOrder = map[db.Dialect]string{
	db.SQLite:   `(SELECT COALESCE(MAX(seq), 0) + 1 FROM sqlite_sequence WHERE name = 'orders')`,
	db.Postgres: `nextval(pg_get_serial_sequence('orders', 'id'))`,
}

// insertKey writes the key and returns the id of its future order. It is the first
// statement of the transaction: of two calls with one key the second waits here, before
// it reads a cart that the first one empties.
func (p *placement) insertKey(ctx context.Context, tx *db.Tx, at time.Time) (orderID int64, err error) {
	orderID, err = db.One[int64](ctx, tx, `
		INSERT INTO idempotency_keys (shopper_id, operation, key, body_hash, order_id, created_at)
		VALUES ($1, $2, $3, $4, `+nextOrder[tx.Dialect]+`, $5) ON CONFLICT DO NOTHING RETURNING order_id`,
		p.ShopperID, operation, p.key, p.hash, at.UnixMilli())
	if errors.Is(err, db.ErrNotFound) {
		return 0, errKeyTaken
	}
	if err != nil {
		return 0, fmt.Errorf("take the key: %w", err)
	}
	return orderID, nil
}

// keyLife is how long a key returns its order.
const keyLife = 24 * time.Hour

// PruneKeys deletes old keys.
func (s *Service) PruneKeys(ctx context.Context) error {
	return db.Prune(ctx, s.DB, "idempotency_keys", `created_at < $1`, s.Clock.Now().Add(-keyLife).UnixMilli())
}
