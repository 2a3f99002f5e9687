// Package secret makes tokens, and stores the server's signing keys in the database, so
// that all instances sign with the same key and a restart changes nothing. A key can be
// replaced while the former one is accepted for some time.
package secret

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"hawker/internal/clock"
	"hawker/internal/db"
)

// Key is a secret of the server, and the previous one.
// Safe for concurrent use.
type Key struct {
	db    *db.DB
	clock clock.Clock
	name  string
	pair  atomic.Pointer[pair]
}

// pair is how a secret is stored.
type pair struct {
	Current   []byte
	Previous  []byte // nil: none
	RotatedAt int64  // Unix milliseconds
	Until     int64  // when Previous is not accepted any more
}

// refreshEvery is how soon every instance knows of a rotation.
const refreshEvery = 2 * time.Second

// Read returns the key stored under a name, and creates it on the first start. If
// instances start together, the first to write decides. Run Follow to see rotations.
func Read(ctx context.Context, d *db.DB, c clock.Clock, name string) (*Key, error) {
	body, err := json.Marshal(newPair())
	if err != nil {
		return nil, err
	}
	k := &Key{db: d, clock: c, name: name}
	err = db.InTx(ctx, d, func(tx *db.Tx) error {
		_, err := db.Exec(ctx, tx, `
			INSERT INTO settings (name, body, version, updated_at) VALUES ($1, $2, 1, $3)
			ON CONFLICT (name) DO NOTHING`, name, string(body), c.Now().UnixMilli())
		if err != nil {
			return err
		}
		return k.load(ctx, tx)
	})
	if err != nil {
		return nil, fmt.Errorf("store the secret %s: %w", name, err)
	}
	return k, nil
}

// Current returns the secret to sign with.
func (k *Key) Current() []byte { return k.pair.Load().Current }

// Accepted returns the secrets to check signatures with: the current one and, while it
// is accepted, the previous one.
func (k *Key) Accepted() [][]byte {
	now := k.pair.Load()
	if len(now.Previous) == 0 || k.clock.Now().UnixMilli() >= now.Until {
		return [][]byte{now.Current}
	}
	return [][]byte{now.Current, now.Previous}
}

// AcceptedFor is Accepted for signatures that are valid for this long: that long after a
// rotation none of the previous secret is left.
func (k *Key) AcceptedFor(life time.Duration) [][]byte {
	all := k.Accepted()
	if k.clock.Now().Sub(time.UnixMilli(k.pair.Load().RotatedAt)) >= life {
		return all[:1]
	}
	return all
}

// Refresh reads the key again.
func (k *Key) Refresh(ctx context.Context) error { return k.load(ctx, k.db.R) }

// Follow refreshes the key until ctx ends. While the database is out of reach the key
// stays as it is. Run it in a goroutine of its own.
func (k *Key) Follow(ctx context.Context) {
	tick := time.NewTicker(refreshEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		if err := k.Refresh(ctx); err != nil && ctx.Err() == nil {
			slog.WarnContext(ctx, "could not refresh a secret", "name", k.name, "cause", err)
		}
	}
}

func (k *Key) load(ctx context.Context, q db.Q) error {
	body, err := db.One[string](ctx, q, `SELECT body FROM settings WHERE name = $1`, k.name)
	if err != nil {
		return err
	}
	now, err := parse(body)
	if err != nil {
		return fmt.Errorf("the setting %s has no valid secret", k.name)
	}
	k.pair.Store(&now)
	return nil
}

// Rotate replaces the secret of a name. The previous one is accepted for the duration
// accept; an older one is not accepted any more. If there is no secret yet, the first
// start creates it.
func Rotate(ctx context.Context, tx *db.Tx, now time.Time, name string, accept time.Duration) error {
	body, err := db.One[string](ctx, tx, `SELECT body FROM settings WHERE name = $1`+tx.Dialect.Locked(), name)
	if errors.Is(err, db.ErrNotFound) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read the secret %s: %w", name, err)
	}
	old, err := parse(body)
	if err != nil {
		return fmt.Errorf("the setting %s has no valid secret", name)
	}
	next := pair{Current: newPair().Current, RotatedAt: now.UnixMilli()}
	if accept > 0 {
		next.Previous, next.Until = old.Current, now.Add(accept).UnixMilli()
	}
	written, err := json.Marshal(next)
	if err != nil {
		return err
	}
	if _, err := db.Exec(ctx, tx, `UPDATE settings SET body = $2, version = version + 1, updated_at = $3 WHERE name = $1`,
		name, string(written), now.UnixMilli()); err != nil {
		return fmt.Errorf("write the secret %s: %w", name, err)
	}
	return nil
}

func newPair() pair {
	return pair{Current: random(sha256.Size)}
}

var errFormat = errors.New("not a secret")

// parse also reads the older format, without a previous secret: a JSON string of base64
// without padding.
func parse(body string) (pair, error) {
	var k pair
	var text string
	if json.Unmarshal([]byte(body), &text) == nil {
		secret, err := base64.RawURLEncoding.DecodeString(text)
		if err != nil {
			return pair{}, errFormat
		}
		k.Current = secret
	} else if json.Unmarshal([]byte(body), &k) != nil {
		return pair{}, errFormat
	}
	if len(k.Current) != sha256.Size || len(k.Previous) != 0 && len(k.Previous) != sha256.Size {
		return pair{}, errFormat
	}
	return k, nil
}
