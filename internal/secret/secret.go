// Package secret keeps what the server alone knows, so that all instances on
// one database sign with the same key and a restart changes nothing.
package secret

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"strconv"
	"strings"

	"hawker/internal/clock"
	"hawker/internal/db"
)

// Read answers the 32 bytes kept under a name, and makes them on the first
// start. Of instances that start together the first to write decides.
func Read(ctx context.Context, d *db.DB, c clock.Clock, name string) ([]byte, error) {
	fresh := make([]byte, sha256.Size)
	rand.Read(fresh) // never fails: without randomness the program ends
	var kept string
	err := db.InTx(ctx, d, func(tx *db.Tx) error {
		_, err := db.Exec(ctx, tx, `
			INSERT INTO settings (name, body, version, updated_at) VALUES ($1, $2, 1, $3)
			ON CONFLICT (name) DO NOTHING`,
			name, strconv.Quote(base64.RawURLEncoding.EncodeToString(fresh)), c.Now().UnixMilli())
		if err != nil {
			return err
		}
		kept, err = db.One[string](ctx, tx, `SELECT body FROM settings WHERE name = $1`, name)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("keep the secret %s: %w", name, err)
	}
	secret, err := base64.RawURLEncoding.DecodeString(strings.Trim(kept, `"`))
	if err != nil || len(secret) != sha256.Size {
		return nil, fmt.Errorf("the setting %s is not a secret of ours", name)
	}
	return secret, nil
}
