package account

import (
	"cmp"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"

	"hawker/internal/db"
)

// A place stays known for as long as a session may last. Of one customer so many
// are kept, the latest.
const (
	placeLife       = sessionLife
	placesPerPerson = 50
)

// place is where a try comes from, as tries are counted and wait.
type place struct {
	key   string // "": not counted
	known bool   // somebody signed in to this account from here before
}

// placeOf finds the place that a visitor tries an account from, with 0 for no
// account, in the same work: their device where it signed in to the account
// before, else their network address.
func (s *Service) placeOf(ctx context.Context, q db.Q, customerID int64, v Visitor) (place, error) {
	device, address := s.deviceKey(v), s.addressKey(v)
	known, err := db.Many[string](ctx, q, `SELECT key FROM known_places WHERE customer_id = $1 AND key IN ($2, $3) AND ends_at > $4`,
		customerID, device, address, s.Clock.Now().UnixMilli())
	if err != nil {
		return place{}, fmt.Errorf("find known places: %w", err)
	}
	if slices.Contains(known, device) {
		return place{device, true}, nil
	}
	return place{address, slices.Contains(known, address)}, nil
}

// placeOfContact is placeOf for the account that a contact is proven to belong to.
// An unproven contact knows no place: a stranger could have put it on an account
// of their own, and would know as many places as they like.
func (s *Service) placeOfContact(ctx context.Context, q db.Q, who Contact, v Visitor) (place, error) {
	c, err := ofContact(ctx, q, who, "")
	if err != nil && !errors.Is(err, errUnknown) {
		return place{}, err
	}
	if !c.verified(who.Kind) {
		c.ID = 0
	}
	return s.placeOf(ctx, q, c.ID, v)
}

// remember notes that a customer has signed in from a place.
func (s *Service) remember(ctx context.Context, tx *db.Tx, customerID int64, v Visitor) error {
	until := s.Clock.Now().Add(placeLife).UnixMilli()
	for _, key := range []string{s.deviceKey(v), s.addressKey(v)} {
		if key == "" {
			continue
		}
		if _, err := db.Exec(ctx, tx, `INSERT INTO known_places (customer_id, key, ends_at) VALUES ($1, $2, $3)
			ON CONFLICT (customer_id, key) DO UPDATE SET ends_at = excluded.ends_at`, customerID, key, until); err != nil {
			return fmt.Errorf("insert known place: %w", err)
		}
	}
	_, err := db.Exec(ctx, tx, `DELETE FROM known_places WHERE customer_id = $1 AND ends_at < (
		SELECT MIN(ends_at) FROM (SELECT ends_at FROM known_places WHERE customer_id = $1 ORDER BY ends_at DESC LIMIT $2) latest)`,
		customerID, placesPerPerson)
	if err != nil {
		return fmt.Errorf("prune known places: %w", err)
	}
	return nil
}

// deviceKey and addressKey are what is kept of a place: of addresses there are so
// few that only a keyed hash hides them.
func (s *Service) deviceKey(v Visitor) string  { return s.placeKey("device", v.Secret) }
func (s *Service) addressKey(v Visitor) string { return s.placeKey("address", v.Address) }

func (s *Service) placeKey(what, which string) string {
	return placeKey(s.Secret.Current(), what, which)
}

func placeKey(secret []byte, what, which string) string {
	if which == "" {
		return ""
	}
	return hex.EncodeToString(mac(secret, "place", what, which)[:16])
}

// keysBefore are the keys that a visitor's device and address had under the secret
// of before, while a code may still be under way that was asked for then; else the
// key of at.
func (s *Service) keysBefore(v Visitor, at place) (device, address string) {
	accepted := s.Secret.AcceptedFor(codeLife)
	if len(accepted) == 1 {
		return at.key, at.key
	}
	before := accepted[1]
	return cmp.Or(placeKey(before, "device", v.Secret), at.key), cmp.Or(placeKey(before, "address", v.Address), at.key)
}

// queueAt is the place that somebody waits at to hash a password, where floods
// are refused.
func (s *Service) queueAt(at place) place {
	if !s.RateLimits {
		return place{}
	}
	return at
}

// place is where a customer tries something from who is signed in.
func (c Customer) place() place { return place{key: fmt.Sprintf("customer %d", c.ID), known: true} }
