package notification

import (
	"context"
	"crypto/ecdh"
	"encoding/base64"
	"fmt"
	"net/netip"
	"net/url"
	"strings"

	"hawker/internal/credential"
	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/shopper"
)

// PushSubscription is how one browser is reached (RFC 8030, RFC 8291). The endpoint is a
// secret: it is in no log and in no error.
type PushSubscription struct {
	Endpoint string
	P256dh   string // the browser's key, base64url
	Auth     string // its secret, base64url
}

const (
	// maxDevices is how many devices of a customer get pushes.
	maxDevices  = 10
	maxEndpoint = 1000
	authBytes   = 16
)

var errPushOff = errs.New(errs.NotFound, "This shop sends no notifications to devices.")

// PushKey returns the key with which browsers subscribe; "" if push is off.
func (s *Service) PushKey() string {
	if s.Push == nil {
		return ""
	}
	return s.Push.PublicKey()
}

// HasDevice reports whether the device of a session gets pushes.
func (s *Service) HasDevice(ctx context.Context, session credential.Session) (bool, error) {
	n, err := db.One[int64](ctx, s.DB.R, `SELECT COUNT(*) FROM push_subscriptions WHERE session_id = $1`, session.ID)
	if err != nil {
		return false, fmt.Errorf("look for a push subscription: %w", err)
	}
	return n > 0 && s.Push != nil, nil
}

// SubscribeDevice stores the push subscription of a session, in place of the one that it
// had. An endpoint belongs to the last customer who subscribed it. Of more than ten
// devices of a customer the oldest is removed.
func (s *Service) SubscribeDevice(ctx context.Context, session credential.Session, d PushSubscription) error {
	if s.Push == nil {
		return errPushOff
	}
	d, err := checkSubscription(d)
	if err != nil {
		return err
	}
	return db.InTx(ctx, s.DB, func(tx *db.Tx) error {
		if err := shopper.LockCustomer(ctx, tx, session.CustomerID); err != nil {
			return err
		}
		if err := credential.LockSession(ctx, tx, session); err != nil {
			return err
		}
		return s.storeSubscription(ctx, tx, session, d)
	})
}

func (s *Service) storeSubscription(ctx context.Context, tx *db.Tx, session credential.Session, d PushSubscription) error {
	// The row of another session is deleted, not changed: what was planned for its customer
	// must not be sent to this one.
	_, err := db.Exec(ctx, tx, `DELETE FROM push_subscriptions WHERE session_id = $1 AND endpoint <> $2 OR endpoint = $2 AND session_id <> $1`,
		session.ID, d.Endpoint)
	if err != nil {
		return fmt.Errorf("delete former push subscriptions: %w", err)
	}
	_, err = db.Exec(ctx, tx, `
		INSERT INTO push_subscriptions (customer_id, session_id, endpoint, p256dh, auth, created_at) VALUES ($1, $2, $3, $4, $5, $6)
		ON CONFLICT (endpoint) DO UPDATE SET customer_id = excluded.customer_id, session_id = excluded.session_id, p256dh = excluded.p256dh, auth = excluded.auth`,
		session.CustomerID, session.ID, d.Endpoint, d.P256dh, d.Auth, s.Clock.Now().UnixMilli())
	if err != nil {
		return fmt.Errorf("insert a push subscription: %w", err)
	}
	_, err = db.Exec(ctx, tx, `
		DELETE FROM push_subscriptions WHERE customer_id = $1 AND id NOT IN (
			SELECT id FROM push_subscriptions WHERE customer_id = $1 ORDER BY id DESC LIMIT $2)`, session.CustomerID, maxDevices)
	if err != nil {
		return fmt.Errorf("delete the oldest push subscriptions: %w", err)
	}
	return nil
}

// UnsubscribeDevice deletes the push subscription of a session. One that has none is no
// error.
func (s *Service) UnsubscribeDevice(ctx context.Context, session credential.Session) error {
	return s.deleteSubscriptions(ctx, `session_id = $1`, session.ID)
}

func (s *Service) deleteSubscription(ctx context.Context, id int64) error {
	return s.deleteSubscriptions(ctx, `id = $1`, id)
}

func (s *Service) deleteSubscriptions(ctx context.Context, where string, id int64) error {
	return db.InTx(ctx, s.DB, func(tx *db.Tx) error {
		if _, err := db.Exec(ctx, tx, `DELETE FROM push_subscriptions WHERE `+where, id); err != nil {
			return fmt.Errorf("delete a push subscription: %w", err)
		}
		return nil
	})
}

// checkSubscription refuses what no browser sends, and returns the keys in one spelling.
func checkSubscription(d PushSubscription) (PushSubscription, error) {
	if !isPushEndpoint(d.Endpoint) {
		return d, errs.New(errs.Invalid, "This is not the address of a push service.").On("endpoint")
	}
	key, err := decodeKey(d.P256dh)
	if err == nil {
		_, err = ecdh.P256().NewPublicKey(key)
	}
	if err != nil {
		return d, errs.New(errs.Invalid, "This is not the key of a browser.").On("keys.p256dh")
	}
	secret, err := decodeKey(d.Auth)
	if err != nil || len(secret) != authBytes {
		return d, errs.New(errs.Invalid, "This is not the secret of a browser.").On("keys.auth")
	}
	d.P256dh, d.Auth = base64.RawURLEncoding.EncodeToString(key), base64.RawURLEncoding.EncodeToString(secret)
	return d, nil
}

// decodeKey accepts base64url with and without padding.
func decodeKey(text string) ([]byte, error) {
	return base64.RawURLEncoding.Strict().DecodeString(strings.TrimRight(text, "="))
}

// isPushEndpoint reports whether the address of a stranger may be called: https on its
// port, at a public name. What the name resolves to is checked at each call (see
// internal/adapter/push).
func isPushEndpoint(endpoint string) bool {
	for _, r := range endpoint {
		if r <= ' ' || r > '~' {
			return false
		}
	}
	u, err := url.Parse(endpoint)
	return err == nil && len(endpoint) <= maxEndpoint && u.Scheme == "https" && u.User == nil && u.Fragment == "" && u.Opaque == "" &&
		(u.Port() == "" || u.Port() == "443") && !strings.HasSuffix(u.Host, ":") && isPublicName(u.Hostname())
}

// localNames are the ends of names that mean this machine or network (RFC 6761, 6762, 8375).
var localNames = []string{".localhost", ".local", ".internal", ".home.arpa", ".lan", ".test", ".invalid", ".onion"}

// isPublicName reports whether a host is a name, in no spelling an address, and not one
// of the own network.
func isPublicName(host string) bool {
	host = "." + strings.ToLower(strings.TrimSuffix(host, "."))
	if _, err := netip.ParseAddr(host[1:]); err == nil || strings.ContainsAny(host, ":%[]") || strings.Contains(host, "..") {
		return false
	}
	for _, end := range localNames {
		if strings.HasSuffix(host, end) {
			return false
		}
	}
	last := host[strings.LastIndex(host, ".")+1:]
	return strings.Count(host, ".") > 1 && last != "" && last[0] >= 'a' && last[0] <= 'z'
}
