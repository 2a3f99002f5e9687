package order

import (
	"context"
	"fmt"
	"time"

	"hawker/internal/coupon"
	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/ledger"
	"hawker/internal/parcel"
	"hawker/internal/purchase"
	"hawker/internal/refund"
	"hawker/internal/sales"
	"hawker/internal/upload"
)

// CancelReasons are the reasons a shopper chooses from (ORD-04).
var CancelReasons = purchase.Reasons{
	{ID: "changed_mind", Text: "I changed my mind"},
	{ID: "mistake", Text: "I ordered by mistake"},
	{ID: "wrong_address", Text: "The address is wrong"},
	{ID: "too_long", Text: "It takes too long"},
	{ID: "other", Text: "Another reason"},
}

// Cancel cancels an order for one of its owners. After the store has confirmed it is
// errs.Conflict (ORD-04).
func (s *Service) Cancel(ctx context.Context, orderID int64, by Owner, reason string) (OrderDetails, error) {
	if err := s.checkOwner(ctx, orderID, by); err != nil {
		return OrderDetails{}, err
	}
	reason, err := CancelReasons.TextOf(reason)
	if err != nil {
		return OrderDetails{}, err
	}
	if err := s.Move(ctx, orderID, Canceled, ByShopper, reason); err != nil {
		return OrderDetails{}, err
	}
	return readDetails(ctx, s.DB.R, orderID)
}

// Move changes the status of an order, with a time and its effects: a canceled or
// refunded order returns its stock and its coupon (ORD-05), cash is paid at the door. A move that the
// actor may not make, or that somebody else was faster with, is errs.Conflict and
// changes nothing (O5).
func (s *Service) Move(ctx context.Context, orderID int64, to Status, by Actor, reason string) error {
	return s.move(ctx, orderID, statusMove{to: to, by: by, reason: reason})
}

// move makes a move of which only the order and the time are missing.
func (s *Service) move(ctx context.Context, orderID int64, m statusMove) error {
	return db.InTx(ctx, s.DB, func(tx *db.Tx) error {
		o, err := lockOrder(ctx, tx, orderID) // its payment may arrive at the same time
		if err != nil {
			return err
		}
		if err := m.staff.checkMove(o); err != nil {
			return err
		}
		if !o.MayMove(m.to, m.by) {
			return errs.New(errs.Conflict, "The order is %s already.", statusWords[o.Status])
		}
		if err := o.checkMayConfirm(m.to); err != nil {
			return err
		}
		m.Order, m.at, m.service = o, s.moveTime(o), s
		if err := m.checkOverdue(); err != nil {
			return err
		}
		items, err := m.apply(ctx, tx)
		if err != nil {
			return err
		}
		return s.orderChanged(ctx, tx, o, items)
	})
}

// statusWords are the statuses as a shopper reads them.
var statusWords = map[Status]string{
	Scheduled: "scheduled", Pending: "waiting", Confirmed: "confirmed", Processing: "being prepared", Handover: "ready",
	PickedUp: "on its way", Delivered: "delivered", Canceled: "canceled", Failed: "failed",
	RefundRequested: "waiting for its refund", Refunded: "refunded",
}

// moveTime returns the time of a move: now, but not before the last one, which another
// instance with a faster clock may have made.
func (s *Service) moveTime(o Order) time.Time { return s.Purchases.MoveTime(o.Purchase()) }

// statusMove is one move of an order.
type statusMove struct {
	Order
	to      Status
	by      Actor
	staff   *Staff // who of the staff; nil: nobody
	reason  string
	refund  *refund.Request // of a shopper who asks for one
	readyIn time.Duration   // from now, as the store says; 0: not said
	at      time.Time

	soldOutLines []int64 // of which the store has no more, each once

	unconfirmedSince time.Time // cancels an order that has been without news since then; zero: does not

	service  *Service
	toWallet bool // all that is refunded goes into the wallet
}

// stamp is the move as the timeline keeps it.
func (m statusMove) stamp() Move {
	stamp := Move{Status: m.to, Actor: m.by, Reason: m.reason, At: m.at.UnixMilli()}
	if m.staff != nil {
		stamp.StaffID, stamp.StaffName = &m.staff.ID, m.staff.Name
	}
	return stamp
}

// riderID is the rider who makes the move: it must still be theirs then; nil: nobody.
func (m statusMove) riderID() *int64 {
	if m.staff == nil || m.by != ByRider {
		return nil
	}
	return &m.staff.ID
}

// readyAt is when the order will be ready, as far as the store has said.
func (m statusMove) readyAt() *int64 {
	if m.readyIn == 0 {
		return m.ReadyAt
	}
	at := m.at.Add(m.readyIn).UnixMilli()
	return &at
}

// apply returns the items whose stock has changed.
func (m statusMove) apply(ctx context.Context, tx *db.Tx) ([]int64, error) {
	if err := m.updateStatus(ctx, tx); err != nil {
		return nil, err
	}
	if err := m.stamp().Insert(ctx, tx, purchase.Order, m.ID); err != nil {
		return nil, err
	}
	if err := m.postToLedger(ctx, tx); err != nil {
		return nil, err
	}
	if err := m.applyRefund(ctx, tx); err != nil {
		return nil, err
	}
	if m.to.Over() {
		if err := upload.PurchaseEnded(ctx, tx, m.ID, m.at); err != nil {
			return nil, err
		}
	}
	if m.to == Delivered && m.Status != RefundRequested {
		if err := m.tipRider(ctx, tx); err != nil {
			return nil, err
		}
		return nil, sales.Count(ctx, tx, m.ID, m.StoreID, m.at)
	}
	if !m.to.returnsStock() {
		return nil, nil
	}
	if err := coupon.Free(ctx, tx, m.ID, m.at); err != nil {
		return nil, err
	}
	return m.returnGoods(ctx, tx)
}

// updateStatus changes the status if it and the payment are still as they were read: of
// several moves at the same time one succeeds (S5). The position of the rider is deleted
// once the order is over (P5).
func (m statusMove) updateStatus(ctx context.Context, tx *db.Tx) error {
	cancelReason := m.CancelReason
	if m.to == Canceled {
		cancelReason = m.reason
	}
	n, err := db.Exec(ctx, tx, `
		UPDATE orders SET status = $3, payment_status = $4, rider = CASE WHEN $5 THEN '{}' ELSE rider END,
			cancel_reason = $6, updated_at = $7, ready_at = $8, payment_due_at = CASE WHEN $5 THEN NULL ELSE payment_due_at END
		WHERE id = $1 AND status = $2 AND payment_status = $10 AND (CAST($9 AS BIGINT) IS NULL OR rider_id = $9)`,
		m.ID, m.Status, m.to, m.paymentStatus(), m.to.Over(), cancelReason, m.at.UnixMilli(), m.readyAt(), m.riderID(), m.PaymentStatus)
	if err != nil {
		return fmt.Errorf("move order: %w", err)
	}
	if n == 0 {
		return errs.New(errs.Conflict, "The order has just changed. Please look again.")
	}
	return nil
}

func (m statusMove) paymentStatus() string {
	switch {
	case m.takesCash():
		return "paid"
	case m.to == Refunded, m.to.returnsMoney() && m.PaymentStatus == "paid":
		return "refunded"
	}
	return m.PaymentStatus
}

// takesCash reports whether the order is paid in cash with this move: by the sender of a
// parcel when it is picked up, by anybody else at the end.
func (m statusMove) takesCash() bool {
	if m.PaymentMethod != purchase.CashOnDelivery || m.PaymentStatus != purchase.Unpaid {
		return false
	}
	return m.to == Delivered || m.to == PickedUp && m.Parcel.V.Payer == parcel.Sender
}

// postToLedger posts the transfer that belongs to the new status.
func (m statusMove) postToLedger(ctx context.Context, tx *db.Tx) error {
	switch m.to {
	case PickedUp, Delivered:
		if !m.takesCash() {
			return nil
		}
		return ledger.Post(ctx, tx, ledger.OrderPaid, ledger.Order(m.ID), m.at, purchase.PaidEntries(m.PaidInto(), m.ToPay()))
	case Canceled:
		return m.service.Purchases.Reverse(ctx, tx, m.Purchase(), false, ledger.OrderCanceled, m.at)
	case Failed:
		return m.service.Purchases.Reverse(ctx, tx, m.Purchase(), false, ledger.OrderFailed, m.at)
	case Refunded:
		return m.service.Purchases.Reverse(ctx, tx, m.Purchase(), m.toWallet, ledger.OrderRefunded, m.at)
	}
	return nil
}

// tipRider moves the tip of a delivered order to its rider.
func (m statusMove) tipRider(ctx context.Context, tx *db.Tx) error {
	if m.RiderID == nil || m.Tip == 0 {
		return nil
	}
	return ledger.Post(ctx, tx, ledger.RiderTipped, ledger.Order(m.ID), m.at, []ledger.Entry{
		{Account: ledger.Tips, Amount: m.Tip}, {Account: ledger.Rider(*m.RiderID), Amount: -m.Tip},
	})
}
