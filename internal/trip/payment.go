package trip

import (
	"context"

	"hawker/internal/db"
	"hawker/internal/purchase"
)

// ChangeMethod changes how a trip is paid that waits for its payment, for one of its owners
// (CHK-03).
func (s *Service) ChangeMethod(ctx context.Context, by purchase.Owner, c purchase.MethodChange) (Details, error) {
	if _, err := s.checkOwner(ctx, c.ID, by); err != nil {
		return Details{}, err
	}
	if err := s.Purchases.ChangeMethod(ctx, c); err != nil {
		return Details{}, err
	}
	return readDetails(ctx, s.DB.R, c.ID)
}

// LockPurchase implements purchase.Holder.
func (s *Service) LockPurchase(ctx context.Context, tx *db.Tx, id int64) (purchase.Row, error) {
	t, err := lockTrip(ctx, tx, id)
	return t.Purchase(), err
}

// PurchaseChanged implements purchase.Holder.
func (s *Service) PurchaseChanged(ctx context.Context, tx *db.Tx, id int64) error {
	return s.changed(ctx, tx, id)
}

// CancelUnpaid implements purchase.Holder.
func (s *Service) CancelUnpaid(ctx context.Context, id int64) error {
	t, err := byID(ctx, s.DB.R, id)
	if err != nil || !t.Purchase().PaymentOverdue(s.Clock.Now()) {
		return err
	}
	_, err = s.move(ctx, id, tripMove{to: Canceled, by: BySystem})
	return err
}
