package order

import (
	"context"
	"errors"
	"fmt"
	"time"

	"hawker/internal/db"
	"hawker/internal/errs"
)

// operation is what a key is for: the same key may be used for another.
const operation = "place_order"

// placedBefore looks for the order that the key has placed: for the shopper, or for
// a guest who signed in as them while the answer was missing. Another request of
// theirs under the same key is errs.Conflict.
func (p *placing) placedBefore(ctx context.Context, q db.Q) (orderID int64, known bool, err error) {
	type kept struct {
		BodyHash string
		OrderID  int64
	}
	k, err := db.One[kept](ctx, q, `
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

// nextOrder is the number of the next order. A key is written before its order,
// and names it: on PostgreSQL the number is drawn for good, on SQLite nobody
// else can write meanwhile.
var nextOrder = map[db.Dialect]string{
	db.SQLite:   `(SELECT COALESCE(MAX(seq), 0) + 1 FROM sqlite_sequence WHERE name = 'orders')`,
	db.Postgres: `nextval(pg_get_serial_sequence('orders', 'id'))`,
}

// takeKey writes the key and answers the number of its order to be. It is the
// first statement of the transaction, so that of two calls with one key the
// second waits here, before it has looked at a cart that the first may empty.
func (p *placing) takeKey(ctx context.Context, tx *db.Tx, at time.Time) (orderID int64, err error) {
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

// retention is how long the answer to a key is remembered.
const retention = 24 * time.Hour

// PruneKeys deletes keys that are older than a day.
func (s *Service) PruneKeys(ctx context.Context) error {
	return db.Prune(ctx, s.DB, "idempotency_keys", `created_at < $1`, s.Clock.Now().Add(-retention).UnixMilli())
}
