package order

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"strconv"
	"strings"
	"time"

	"hawker/internal/clock"
	"hawker/internal/db"
	"hawker/internal/secret"
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

// NewTokens reads the secret that all instances on the database share.
func NewTokens(ctx context.Context, d *db.DB, c clock.Clock) (*Tokens, error) {
	key, err := secret.Read(ctx, d, c, secretRow)
	if err != nil {
		return nil, err
	}
	return &Tokens{secret: key, clock: c}, nil
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
