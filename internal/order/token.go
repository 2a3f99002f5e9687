package order

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"strconv"
	"strings"
	"time"

	"hawker/internal/clock"
	"hawker/internal/db"
)

// Tokens makes and checks the tokens that stand for an order. They are never
// stored: each is an HMAC under the server's secret, so that the same order has
// the same token whoever asks again.
type Tokens struct {
	secret []byte
	clock  clock.Clock
}

// secretRow is where all instances on one database find the secret.
const secretRow = "order_token_secret"

// NewTokens reads the secret, and makes it on the first start. Of instances
// that start together the first to write it decides.
func NewTokens(ctx context.Context, d *db.DB, c clock.Clock) (*Tokens, error) {
	secret := make([]byte, sha256.Size)
	rand.Read(secret)
	var kept string
	err := db.InTx(ctx, d, func(tx *db.Tx) error {
		_, err := db.Exec(ctx, tx, `
			INSERT INTO settings (name, body, version, updated_at) VALUES ($1, $2, 1, $3)
			ON CONFLICT (name) DO NOTHING`,
			secretRow, strconv.Quote(encode(secret)), c.Now().UnixMilli())
		if err != nil {
			return err
		}
		kept, err = db.One[string](ctx, tx, `SELECT body FROM settings WHERE name = $1`, secretRow)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("keep the token secret: %w", err)
	}
	secret, err = base64.RawURLEncoding.DecodeString(strings.Trim(kept, `"`))
	if err != nil || len(secret) != sha256.Size {
		return nil, fmt.Errorf("the setting %s is not a secret of ours", secretRow)
	}
	return &Tokens{secret: secret, clock: c}, nil
}

// Tracking is the token that reads, watches and cancels an order (P1).
func (t *Tokens) Tracking(orderID int64) string {
	return t.mac("tracking", orderID, "")
}

// eventsLife is long enough to open the stream, and to open it again after a
// tunnel; whoever wants more asks with the phone number again.
const eventsLife = 30 * time.Minute

// Events is a token that watches an order for a while and does nothing else
// (ORD-02).
func (t *Tokens) Events(orderID int64) string {
	until := strconv.FormatInt(t.clock.Now().Add(eventsLife).Unix(), 36)
	return until + "." + t.mac("events", orderID, until)
}

// Owns tells whether the token is the order's tracking token.
func (t *Tokens) Owns(orderID int64, token string) bool {
	return same(token, t.Tracking(orderID))
}

// MayWatch tells whether the token opens the order's events: its tracking token
// does, and an events token until it ends.
func (t *Tokens) MayWatch(orderID int64, token string) bool {
	if t.Owns(orderID, token) {
		return true
	}
	until, mac, _ := strings.Cut(token, ".")
	if !same(mac, t.mac("events", orderID, until)) {
		return false
	}
	end, err := strconv.ParseInt(until, 36, 64)
	return err == nil && t.clock.Now().Unix() < end
}

func (t *Tokens) mac(purpose string, orderID int64, extra string) string {
	h := hmac.New(sha256.New, t.secret)
	fmt.Fprintf(h, "%s %d %s", purpose, orderID, extra)
	return encode(h.Sum(nil))
}

// same compares in constant time: how long it takes says nothing of where two
// tokens differ.
func same(a, b string) bool { return hmac.Equal([]byte(a), []byte(b)) }

func encode(b []byte) string { return base64.RawURLEncoding.EncodeToString(b) }
