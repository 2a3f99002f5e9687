// Package secret stores the server's signing keys in the database, so that all
// instances sign with the same key and a restart changes nothing. A key can be
// replaced while the former one is accepted for some time.
package secret

import (
	"context"
	"crypto/rand"
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

// Key is a secret of the server's, and the one that it has taken the place of.
// Safe for concurrent use.
type Key struct {
	db    *db.DB
	clock clock.Clock
	name  string
	kept  atomic.Pointer[kept]
}

// kept is how a secret is stored.
type kept struct {
	Current   []byte
	Previous  []byte // nil: none
	RotatedAt int64  // Unix milliseconds
	Until     int64  // when Previous stops being accepted
}

// refreshEvery is how soon a rotation is known to every instance.
const refreshEvery = 2 * time.Second

// Read returns the key kept under a name, and makes it on the first start. Of
// instances that start together the first to write decides. Run Follow beside
// the key to see rotations.
func Read(ctx context.Context, d *db.DB, c clock.Clock, name string) (*Key, error) {
	body, err := json.Marshal(fresh())
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
		return nil, fmt.Errorf("keep the secret %s: %w", name, err)
	}
	return k, nil
}

// Fixed is a key that no database keeps, for tests of what it signs.
func Fixed(current []byte, c clock.Clock) *Key {
	k := &Key{clock: c}
	k.kept.Store(&kept{Current: current})
	return k
}

// Current signs.
func (k *Key) Current() []byte { return k.kept.Load().Current }

// Accepted is what signatures are checked with: the current secret and, until it
// ends, the previous one.
func (k *Key) Accepted() [][]byte {
	now := k.kept.Load()
	if len(now.Previous) == 0 || k.clock.Now().UnixMilli() >= now.Until {
		return [][]byte{now.Current}
	}
	return [][]byte{now.Current, now.Previous}
}

// AcceptedFor is Accepted for what lives as long as life: what was signed by the
// previous secret has ended that long after the rotation.
func (k *Key) AcceptedFor(life time.Duration) [][]byte {
	all := k.Accepted()
	if k.clock.Now().Sub(time.UnixMilli(k.kept.Load().RotatedAt)) >= life {
		return all[:1]
	}
	return all
}

// Refresh reads the key again.
func (k *Key) Refresh(ctx context.Context) error { return k.load(ctx, k.db.R) }

// Follow refreshes the key until ctx ends. While the database does not answer the
// key stays as it is. It is for a goroutine of its own.
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
			slog.WarnContext(ctx, "a secret was not read again", "name", k.name, "cause", err)
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
		return fmt.Errorf("the setting %s is not a secret of ours", k.name)
	}
	k.kept.Store(&now)
	return nil
}

// Rotate makes a new secret under a name, and accepts the one before for a while;
// the one before that ends. With no while, it ends at once. A secret that was
// never made is left to the first start.
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
		return fmt.Errorf("the setting %s is not a secret of ours", name)
	}
	next := kept{Current: fresh().Current, RotatedAt: now.UnixMilli()}
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

func fresh() kept {
	secret := make([]byte, sha256.Size)
	rand.Read(secret) // never fails: without randomness the program ends
	return kept{Current: secret}
}

var errForm = errors.New("not a secret")

// parse reads a secret, also one as it was written before there were two: a JSON
// string of base64 without padding.
func parse(body string) (kept, error) {
	var k kept
	var text string
	if json.Unmarshal([]byte(body), &text) == nil {
		secret, err := base64.RawURLEncoding.DecodeString(text)
		if err != nil {
			return kept{}, errForm
		}
		k.Current = secret
	} else if json.Unmarshal([]byte(body), &k) != nil {
		return kept{}, errForm
	}
	if len(k.Current) != sha256.Size || len(k.Previous) != 0 && len(k.Previous) != sha256.Size {
		return kept{}, errForm
	}
	return k, nil
}
