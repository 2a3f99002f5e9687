package order

import (
	"context"
	"fmt"
	"slices"
	"time"

	"hawker/internal/catalog"
	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/parcel"
	"hawker/internal/purchase"
)

// Purchase is what package purchase must know about the order.
func (o Order) Purchase() purchase.Row {
	return purchase.Row{
		Kind: purchase.Order, ID: o.ID, Payment: o.Payment, ShopperID: o.ShopperID, CreatedAt: o.CreatedAt, UpdatedAt: o.UpdatedAt,
		Over: o.Status.Over(), ReturnsMoney: o.Status.returnsMoney(),
	}
}

// AwaitsPayment reports whether the store waits for the order's payment.
func (o Order) AwaitsPayment() bool { return o.Purchase().AwaitsPayment() }

// DueAtDoor reports whether who gets the order must still pay it in cash.
func (o Order) DueAtDoor() bool {
	return o.PaymentMethod == purchase.CashOnDelivery && o.PaymentStatus == purchase.Unpaid && !o.Status.Over() && o.Parcel.V.Payer != parcel.Sender
}

// returnsMoney reports whether what was paid for an order with this status goes back.
func (s Status) returnsMoney() bool { return slices.Contains([]Status{Canceled, Failed, Refunded}, s) }

// checkMayConfirm refuses to confirm an order whose prescription nobody has approved, or
// that is not paid yet although it should be.
func (o Order) checkMayConfirm(to Status) error {
	switch {
	case to != Confirmed:
		return nil
	case o.PrescriptionStatus == PrescriptionWaiting:
		return errs.New(errs.Conflict, "The prescription must be approved first.")
	case o.AwaitsPayment():
		return errs.New(errs.Conflict, "The order must be paid first.")
	}
	return nil
}

// ChangeMethod changes how an order is paid that waits for its payment, for one of its
// owners (CHK-03). The store must still take it: it begins once it is paid (H5).
func (s *Service) ChangeMethod(ctx context.Context, by Owner, c purchase.MethodChange) (OrderDetails, error) {
	if err := s.checkOwner(ctx, c.ID, by); err != nil {
		return OrderDetails{}, err
	}
	if err := s.checkStillTaken(ctx, c.ID); err != nil {
		return OrderDetails{}, err
	}
	if err := s.Purchases.ChangeMethod(ctx, c); err != nil {
		return OrderDetails{}, err
	}
	return readDetails(ctx, s.DB.R, c.ID)
}

// checkStillTaken refuses to have an order paid that its store no longer takes for its time.
func (s *Service) checkStillTaken(ctx context.Context, id int64) error {
	o, err := byID(ctx, s.DB.R, id)
	if err != nil || o.StoreID == 0 || !o.AwaitsPayment() || o.PaymentDueAt == nil {
		return err
	}
	store, err := catalog.StoreByID(ctx, s.DB.R, o.StoreID)
	if err != nil {
		return fmt.Errorf("read the store: %w", err)
	}
	now := s.Clock.Now()
	switch {
	case o.ScheduleAt == nil && !takesNow(&store, now):
		return errs.New(errs.Conflict, "%s takes no more orders for now. Please cancel this order, and order again for another time.", store.Name)
	case o.ScheduleAt != nil && !hasSlot(&store, time.UnixMilli(*o.ScheduleAt), now):
		return errs.New(errs.Conflict, "The time of this order is no longer available. Please cancel it, and order again for another time.")
	}
	return nil
}

// LockPurchase implements purchase.Holder.
func (s *Service) LockPurchase(ctx context.Context, tx *db.Tx, id int64) (purchase.Row, error) {
	o, err := lockOrder(ctx, tx, id)
	return o.Purchase(), err
}

// PurchaseChanged implements purchase.Holder.
func (s *Service) PurchaseChanged(ctx context.Context, tx *db.Tx, id int64) error {
	o, err := byID(ctx, tx, id)
	if err != nil {
		return err
	}
	return s.orderChanged(ctx, tx, o, nil)
}

// CancelUnpaid implements purchase.Holder.
func (s *Service) CancelUnpaid(ctx context.Context, id int64) error {
	o, err := byID(ctx, s.DB.R, id)
	if err != nil || !o.Purchase().PaymentOverdue(s.Clock.Now()) {
		return err
	}
	return s.move(ctx, id, statusMove{to: Canceled, by: BySystem, reason: "It was not paid in time."})
}

// checkOverdue refuses to cancel, for its age, an order that was paid or confirmed in time.
func (m statusMove) checkOverdue() error {
	if m.by != BySystem || m.to != Canceled || m.Purchase().PaymentOverdue(m.at) || m.unconfirmed(m.unconfirmedSince) {
		return nil
	}
	return purchase.ErrNotOverdue
}
