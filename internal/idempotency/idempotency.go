// Package idempotency remembers which order or trip a key has placed, so that a request
// that is sent twice places one (CHK-04). It gives them their ids. Of other calls that pay or
// move money it keeps the responses.
package idempotency

import (
	"context"
	"errors"
	"fmt"
	"time"

	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/purchase"
)

// Key is an Idempotency-Key as a shopper sent it.
type Key struct {
	ShopperID int64
	Kind      purchase.Kind // the same key may be used for another kind
	Value     string
	BodyHash  string // of the request
}

// operation is what the key is for, as the database has it.
func (k Key) operation() string { return "place_" + string(k.Kind) }

// Find looks for the purchase that the key has placed: for the shopper, or for a guest who
// signed in as them before the response arrived. Another request of theirs under the same
// key is errs.Conflict.
func Find(ctx context.Context, q db.Q, k Key) (id int64, known bool, err error) {
	type stored struct {
		BodyHash   string
		PurchaseID int64
	}
	found, err := db.One[stored](ctx, q, `
		SELECT body_hash, purchase_id FROM idempotency_keys
		WHERE operation = $2 AND key = $3 AND (shopper_id = $1 OR body_hash = $4)
		AND shopper_id IN (SELECT CAST($1 AS BIGINT) UNION ALL SELECT id FROM shoppers WHERE merged_into = $1)
		ORDER BY shopper_id = $1 DESC LIMIT 1`, k.ShopperID, k.operation(), k.Value, k.BodyHash)
	switch {
	case errors.Is(err, db.ErrNotFound):
		return 0, false, nil
	case err != nil:
		return 0, false, fmt.Errorf("look up the key: %w", err)
	case found.BodyHash != k.BodyHash:
		return 0, false, errs.New(errs.Conflict, "This Idempotency-Key has placed another %s.", k.Kind).On("Idempotency-Key")
	}
	return found.PurchaseID, true, nil
}

// FindPlaced reads the purchase that the key has placed.
func FindPlaced[P any](ctx context.Context, q db.Q, k Key, read func(ctx context.Context, q db.Q, id int64) (P, error)) (placed P, known bool, err error) {
	id, known, err := Find(ctx, q, k)
	if err != nil || !known {
		return placed, false, err
	}
	placed, err = read(ctx, q, id)
	return placed, true, err
}

// nextID is the id of the next purchase. A key is written before its purchase and refers
// to it. On PostgreSQL the id is reserved by the sequence; on SQLite nobody else can
// write at the same time.
var nextID = map[db.Dialect]string{
	db.SQLite:   `(SELECT COALESCE(MAX(seq), 0) + 1 FROM sqlite_sequence WHERE name = 'purchases')`,
	db.Postgres: `nextval(pg_get_serial_sequence('purchases', 'id'))`,
}

// ErrTaken says that another call with this key came first.
var ErrTaken = errors.New("the key has placed a purchase")

// Take writes the key and returns the id of its future purchase. It must be the first
// statement of the transaction: of two calls with one key the second waits here, before
// it reads a cart that the first one empties.
func Take(ctx context.Context, tx *db.Tx, k Key, at time.Time) (id int64, err error) {
	id, err = db.One[int64](ctx, tx, `
		INSERT INTO idempotency_keys (shopper_id, operation, key, body_hash, purchase_id, created_at)
		VALUES ($1, $2, $3, $4, `+nextID[tx.Dialect]+`, $5) ON CONFLICT DO NOTHING RETURNING purchase_id`,
		k.ShopperID, k.operation(), k.Value, k.BodyHash, at.UnixMilli())
	if errors.Is(err, db.ErrNotFound) {
		return 0, ErrTaken
	}
	if err != nil {
		return 0, fmt.Errorf("take the key: %w", err)
	}
	return id, purchase.Insert(ctx, tx, k.Kind, id)
}

// Delete deletes the key of a purchase: nobody finds it by the key any more.
func Delete(ctx context.Context, tx *db.Tx, id int64) error {
	if _, err := db.Exec(ctx, tx, `DELETE FROM idempotency_keys WHERE purchase_id = $1`, id); err != nil {
		return fmt.Errorf("delete the key of a purchase: %w", err)
	}
	return nil
}

// life is how long a key returns its purchase or its response.
const life = 24 * time.Hour

// Prune deletes old keys.
func Prune(ctx context.Context, d *db.DB, now time.Time) error {
	before := now.Add(-life).UnixMilli()
	return errors.Join(db.Prune(ctx, d, "idempotency_keys", `created_at < $1`, before), db.Prune(ctx, d, "kept_responses", `created_at < $1`, before))
}
