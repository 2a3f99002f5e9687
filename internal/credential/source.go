package credential

import (
	"cmp"
	"context"
	"encoding/hex"
	"fmt"
	"slices"

	"hawker/internal/db"
	"hawker/internal/secret"
)

// A source stays known for as long as a session may last. Only the newest sources of
// a customer are kept.
const (
	sourceLife = sessionLife
	maxSources = 50
)

// Source is where an attempt comes from: a device that signed in to the account
// before, else a network address. Attempts are counted by it.
type Source struct {
	Key   string // "": not counted
	Known bool   // somebody signed in to this account from here before
}

// CustomerSource is the source of a customer who is signed in.
func CustomerSource(customerID int64) Source {
	return Source{Key: fmt.Sprintf("customer %d", customerID), Known: true}
}

// AddressSource is the client's network address, as one that no account knows.
func (s *Service) AddressSource(v Client) Source { return Source{Key: s.addressKey(v)} }

// FindSource returns the source of a client's attempts with an account; 0 for no
// account, which takes the same work.
func (s *Service) FindSource(ctx context.Context, q db.Q, customerID int64, v Client) (Source, error) {
	device, address := s.deviceKey(v), s.addressKey(v)
	known, err := db.Many[string](ctx, q, `SELECT key FROM known_places WHERE customer_id = $1 AND key IN ($2, $3) AND ends_at > $4`,
		customerID, device, address, s.Clock.Now().UnixMilli())
	if err != nil {
		return Source{}, fmt.Errorf("find known sources: %w", err)
	}
	if slices.Contains(known, device) {
		return Source{device, true}, nil
	}
	return Source{address, slices.Contains(known, address)}, nil
}

// RememberSource makes a client's device and address known to an account.
func (s *Service) RememberSource(ctx context.Context, tx *db.Tx, customerID int64, v Client) error {
	until := s.Clock.Now().Add(sourceLife).UnixMilli()
	for _, key := range []string{s.deviceKey(v), s.addressKey(v)} {
		if key == "" {
			continue
		}
		if _, err := db.Exec(ctx, tx, `INSERT INTO known_places (customer_id, key, ends_at) VALUES ($1, $2, $3)
			ON CONFLICT (customer_id, key) DO UPDATE SET ends_at = excluded.ends_at`, customerID, key, until); err != nil {
			return fmt.Errorf("insert known source: %w", err)
		}
	}
	_, err := db.Exec(ctx, tx, `DELETE FROM known_places WHERE customer_id = $1 AND ends_at < (
		SELECT MIN(ends_at) FROM (SELECT ends_at FROM known_places WHERE customer_id = $1 ORDER BY ends_at DESC LIMIT $2) latest)`,
		customerID, maxSources)
	if err != nil {
		return fmt.Errorf("prune known sources: %w", err)
	}
	return nil
}

// NewDeviceSecret returns a secret for a device to keep.
func NewDeviceSecret() string { return secret.NewToken() }

// KnowsDevice reports whether the device has signed in to the account before. It
// accepts the secret of before a rotation, so that a rotation makes no device new.
func (s *Service) KnowsDevice(ctx context.Context, q db.Q, customerID int64, v Client) (bool, error) {
	if v.DeviceSecret == "" {
		return false, nil
	}
	accepted := s.Secret.AcceptedFor(sourceLife)
	newest, oldest := accepted[0], accepted[len(accepted)-1]
	n, err := db.One[int64](ctx, q, `SELECT COUNT(*) FROM known_places WHERE customer_id = $1 AND key IN ($2, $3) AND ends_at > $4`,
		customerID, sourceKey(newest, "device", v.DeviceSecret), sourceKey(oldest, "device", v.DeviceSecret), s.Clock.Now().UnixMilli())
	if err != nil {
		return false, fmt.Errorf("find known device: %w", err)
	}
	return n > 0, nil
}

func (s *Service) deviceKey(v Client) string {
	return sourceKey(s.Secret.Current(), "device", v.DeviceSecret)
}

func (s *Service) addressKey(v Client) string {
	return sourceKey(s.Secret.Current(), "address", v.Address)
}

// sourceKey is a keyed hash: there are so few addresses that a plain one could be
// reversed.
func sourceKey(secret []byte, kind, value string) string {
	if value == "" {
		return ""
	}
	return hex.EncodeToString(mac(secret, "place", kind, value)[:16])
}

// previousKeys returns the keys of a client's device and address under the secret of
// before a rotation, while a code that was sent then may still be valid; else the key
// of the source.
func (s *Service) previousKeys(v Client, from Source) (device, address string) {
	accepted := s.Secret.AcceptedFor(codeLife)
	if len(accepted) == 1 {
		return from.Key, from.Key
	}
	before := accepted[1]
	return cmp.Or(sourceKey(before, "device", v.DeviceSecret), from.Key), cmp.Or(sourceKey(before, "address", v.Address), from.Key)
}
