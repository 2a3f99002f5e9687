package trip

import (
	"context"
	"fmt"

	"hawker/internal/db"
	"hawker/internal/idempotency"
	"hawker/internal/money"
	"hawker/internal/purchase"
)

// Unclaimed is a trip that somebody booked with a contact of the customer: the customer on
// another device, or a stranger. It has what the customer needs to tell.
type Unclaimed struct {
	ID           int64
	ProviderName string
	Status       Status
	Total        money.Amount
	CreatedAt    int64
	TimeZone     string // the provider's, IANA name
}

// Unclaimed returns the trips of guests with a contact of the customer, the newest first.
// They belong to nobody until the customer claims them.
func (s *Service) Unclaimed(ctx context.Context, shopperID int64, c purchase.Contacts) ([]Unclaimed, error) {
	found, err := db.Many[Unclaimed](ctx, s.DB.R, `
		SELECT o.id, p.name AS provider_name, o.status, o.total, o.created_at, z.time_zone
		FROM trips o JOIN providers p ON p.id = o.provider_id JOIN zones z ON z.id = o.zone_id
		WHERE `+purchase.Trip.Unclaimed()+` ORDER BY o.created_at DESC, o.id DESC LIMIT $4`, shopperID, c.Phone, c.Email, purchase.MaxUnclaimed)
	if err != nil {
		return nil, fmt.Errorf("list unclaimed trips: %w", err)
	}
	return found, nil
}

// Claim settles whether an unclaimed trip is the customer's.
func (s *Service) Claim(ctx context.Context, tx *db.Tx, c purchase.Claim) error {
	c.Kind = purchase.Trip
	if err := c.Decide(ctx, tx, s.Clock.Now()); err != nil || !c.Mine {
		return err
	}
	tx.AfterCommit(func() { s.changes.Changed(tripKey(c.ID)) })
	// The guest who booked it must no longer find it by their key.
	return idempotency.Delete(ctx, tx, c.ID)
}
