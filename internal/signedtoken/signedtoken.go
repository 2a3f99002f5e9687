// Package signedtoken makes and checks tokens that are signed and not stored: those that open
// an order, a trip or an application, the one that switches off the mails of a customer, and
// the distance of a quote.
package signedtoken

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

// Tokens makes and checks the tokens. Each is an HMAC with the secret of the server, so that an
// order always has the same one.
type Tokens struct {
	key   *secret.Key
	clock clock.Clock
}

// SecretName is the name of the secret.
const SecretName = "order_token_secret"

// New reads the secret, which all instances on the database share.
func New(ctx context.Context, d *db.DB, c clock.Clock) (*Tokens, error) {
	key, err := secret.Read(ctx, d, c, SecretName)
	if err != nil {
		return nil, err
	}
	return &Tokens{key: key, clock: c}, nil
}

// Follow reads the secret again after a rotation, until ctx ends. Call it in a
// goroutine of its own.
func (t *Tokens) Follow(ctx context.Context) { t.key.Follow(ctx) }

// TrackingLife is how long a tracking token is valid after the last move of an order or a
// trip that is over. Until then it is always valid. The caller that checks a token
// knows the moves.
const TrackingLife = 30 * 24 * time.Hour

// Tracking returns the token that reads, watches and cancels an order or a trip (P1).
func (t *Tokens) Tracking(orderID int64) string {
	return mac(t.key.Current(), "tracking", orderID, "")
}

// eventsLife is enough to open the stream, and to open it again after a tunnel. After
// that the phone number is asked for again.
const eventsLife = 30 * time.Minute

// Events returns a token that watches an order for a while and allows nothing else
// (ORD-02).
func (t *Tokens) Events(orderID int64) string {
	until := strconv.FormatInt(t.clock.Now().Add(eventsLife).Unix(), 36)
	return until + "." + mac(t.key.Current(), "events", orderID, until)
}

// Following returns the token with which the shopper lets somebody follow an order.
func (t *Tokens) Following(orderID int64) string {
	return mac(t.key.Current(), "following", orderID, "")
}

// MayFollow reports whether the token is the order's following token.
func (t *Tokens) MayFollow(orderID int64, token string) bool {
	return t.signed(token, "following", orderID, "")
}

// Owns reports whether the token is the order's tracking token.
func (t *Tokens) Owns(orderID int64, token string) bool {
	return t.signed(token, "tracking", orderID, "")
}

// MayWatch reports whether the token opens the events of the order: its tracking token,
// or an events token that has not expired.
func (t *Tokens) MayWatch(orderID int64, token string) bool {
	if t.Owns(orderID, token) {
		return true
	}
	until, signature, _ := strings.Cut(token, ".")
	if !t.signed(signature, "events", orderID, until) {
		return false
	}
	end, err := strconv.ParseInt(until, 36, 64)
	return err == nil && t.clock.Now().Unix() < end
}

// signed reports whether the signature was made with one of the accepted secrets.
func (t *Tokens) signed(signature, purpose string, orderID int64, extra string) bool {
	found := false
	for _, secret := range t.key.Accepted() {
		found = same(signature, mac(secret, purpose, orderID, extra)) || found
	}
	return found
}

// Unsubscribe returns the token that switches off the mails of a customer.
func (t *Tokens) Unsubscribe(customerID int64) string {
	return mac(t.key.Current(), "unsubscribe", customerID, "")
}

// MayUnsubscribe reports whether the token switches off the mails of the customer.
func (t *Tokens) MayUnsubscribe(customerID int64, token string) bool {
	return t.signed(token, "unsubscribe", customerID, "")
}

// Application returns the token with which an applicant reads their application.
func (t *Tokens) Application(id int64) string {
	return strconv.FormatInt(id, 36) + "." + mac(t.key.Current(), "application", id, "")
}

// ApplicationOf returns the application of a token; false for a token that we never made.
func (t *Tokens) ApplicationOf(token string) (id int64, ok bool) {
	number, signature, _ := strings.Cut(token, ".")
	id, err := strconv.ParseInt(number, 36, 64)
	return id, t.signed(signature, "application", id, "") && err == nil
}

// OriginLife is how long an order or a trip keeps the hash of its network address.
const OriginLife = time.Hour

// OriginHash returns what is stored for the network address of a request; "" for none.
func (t *Tokens) OriginHash(address string) string {
	if address == "" {
		return ""
	}
	return mac(t.key.Current(), "origin", 0, address)[:22]
}

func mac(secret []byte, purpose string, orderID int64, extra string) string {
	h := hmac.New(sha256.New, secret)
	fmt.Fprintf(h, "%s %d %s", purpose, orderID, extra)
	return encode(h.Sum(nil))
}

// same compares in constant time, so that its duration does not tell where two tokens
// differ.
func same(a, b string) bool { return hmac.Equal([]byte(a), []byte(b)) }

func encode(b []byte) string { return base64.RawURLEncoding.EncodeToString(b) }
