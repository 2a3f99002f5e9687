package signin

import (
	"context"

	"hawker/internal/account"
	"hawker/internal/cart"
	"hawker/internal/credential"
	"hawker/internal/db"
)

// mergeGuest retires the guest who signs in, and merges their carts into the
// customer's. It returns the carts that could not be merged: they are of two stores or trips.
func (s *Service) mergeGuest(ctx context.Context, tx *db.Tx, c account.Customer, v credential.Client) ([]cart.Conflict, error) {
	guest, err := s.Shoppers.RetireGuest(ctx, tx, v.GuestID, c.ShopperID)
	if err != nil || guest == 0 {
		return nil, err
	}
	conflicts, err := s.Carts.Merge(ctx, tx, guest, c.ShopperID)
	if err != nil {
		return nil, err
	}
	ofTrips, err := s.TripCarts.Merge(ctx, tx, guest, c.ShopperID)
	return append(conflicts, ofTrips...), err
}

// ResolveCartConflicts resolves the conflicts that a sign-in returned: the guest's carts replace
// the account's, or are emptied (C1). A guest who became another customer is
// errs.NotFound.
func (s *Service) ResolveCartConflicts(ctx context.Context, session credential.Session, guestID string, keepGuest bool) error {
	return db.InTx(ctx, s.DB, func(tx *db.Tx) error {
		guest, err := s.Shoppers.FindMergedGuest(ctx, tx, guestID, session.ShopperID)
		if err != nil {
			return err
		}
		if err := s.Carts.ResolveConflicts(ctx, tx, guest, session.ShopperID, keepGuest); err != nil {
			return err
		}
		return s.TripCarts.ResolveConflicts(ctx, tx, guest, session.ShopperID, keepGuest)
	})
}
