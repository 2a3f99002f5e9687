package account

import (
	"context"

	"hawker/internal/db"
)

// SettleCarts ends what a sign-in could not: the guest who became this customer
// and the account held carts of two stores. The guest's stay, or the account's;
// the others go (C1). A guest who became somebody else is errs.NotFound.
func (s *Service) SettleCarts(ctx context.Context, session Session, guestID string, keepGuest bool) error {
	return db.InTx(ctx, s.DB, func(tx *db.Tx) error {
		guest, err := s.Shoppers.MergedInto(ctx, tx, guestID, session.ShopperID)
		if err != nil {
			return err
		}
		return s.Carts.Settle(ctx, tx, guest, session.ShopperID, keepGuest)
	})
}
