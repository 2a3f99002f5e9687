package staff

import (
	"context"
	"errors"
	"fmt"

	"hawker/internal/contact"
	"hawker/internal/db"
)

const columns = `m.id, m.email, m.name, m.phone, m.role, m.store_id, m.provider_id, m.zone_id, m.vehicle, m.password_hash, m.active, m.created_at, m.signed_in_at, m.rating_sum, m.rating_count`

// byEmail returns the member with this e-mail, or ErrUnknown.
func byEmail(ctx context.Context, q db.Q, email contact.Email) (Member, error) {
	return one(ctx, q, `SELECT `+columns+` FROM staff m WHERE m.email_folded = $1`, email.Folded())
}

// lock reads a member and locks the row until the transaction ends.
func lock(ctx context.Context, tx *db.Tx, id int64) (Member, error) {
	return one(ctx, tx, `SELECT `+columns+` FROM staff m WHERE m.id = $1`+tx.Dialect.Locked(), id)
}

func one(ctx context.Context, q db.Q, query string, args ...any) (Member, error) {
	found, err := db.One[Member](ctx, q, query, args...)
	if errors.Is(err, db.ErrNotFound) {
		return Member{}, ErrUnknown
	}
	if err != nil {
		return Member{}, fmt.Errorf("read staff: %w", err)
	}
	return found, nil
}

// insert adds a member and returns the id, or db.ErrNotFound if the e-mail is taken.
func insert(ctx context.Context, tx *db.Tx, m Member) (id int64, err error) {
	return db.One[int64](ctx, tx, `
		INSERT INTO staff (email, email_folded, name, phone, role, store_id, provider_id, zone_id, vehicle, password_hash, active, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) ON CONFLICT DO NOTHING RETURNING id`,
		m.Email, contact.FoldEmail(m.Email), m.Name, m.Phone, m.Role, m.StoreID, m.ProviderID, m.ZoneID, m.Vehicle, m.PasswordHash, m.Active, m.CreatedAt)
}
