package account

import (
	"context"
	"fmt"

	"hawker/internal/credential"
	"hawker/internal/db"
)

// LockByIdentity returns the customer who is this person at a provider, and locks the
// row; ErrUnknown for none.
func LockByIdentity(ctx context.Context, tx *db.Tx, id credential.Identity) (Customer, error) {
	return findCustomer(ctx, tx, `id = (SELECT customer_id FROM identities WHERE provider = $1 AND subject = $2) AND erased_at IS NULL`+tx.Dialect.Locked(),
		id.Provider, id.Subject)
}

// LinkIdentity stores that a customer is this person at a provider. It refuses an
// identity that another customer got at the same moment.
func (s *Service) LinkIdentity(ctx context.Context, tx *db.Tx, customerID int64, id credential.Identity) error {
	linked, err := db.Exec(ctx, tx, `
		INSERT INTO identities (customer_id, provider, subject, created_at) VALUES ($1, $2, $3, $4)
		ON CONFLICT (provider, subject) DO UPDATE SET subject = excluded.subject WHERE identities.customer_id = excluded.customer_id`,
		customerID, id.Provider, id.Subject, s.Clock.Now().UnixMilli())
	if err != nil {
		return fmt.Errorf("insert identity: %w", err)
	}
	if linked == 0 {
		return errSameMoment
	}
	return nil
}

func deleteIdentities(ctx context.Context, tx *db.Tx, customerID int64) error {
	if _, err := db.Exec(ctx, tx, `DELETE FROM identities WHERE customer_id = $1`, customerID); err != nil {
		return fmt.Errorf("delete identities: %w", err)
	}
	return nil
}
