package trip

import (
	"context"
	"fmt"

	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/ledger"
	"hawker/internal/money"
	"hawker/internal/purchase"
	"hawker/internal/refund"
	"hawker/internal/upload"
)

var (
	errNotCompleted = errs.New(errs.Conflict, "Only a completed trip can be refunded.")
	errNotAsked     = errs.New(errs.Conflict, "No refund of this trip was requested.")
	errNoLines      = errs.New(errs.Invalid, "A trip has no lines to give back. Please choose an amount or everything.").On("lines")
)

// ToRefund is what is left of what a completed trip has cost in the end.
func (t Trip) ToRefund() money.Amount {
	if t.Status != Completed || t.PaymentStatus != purchase.Paid {
		return 0
	}
	return t.end().Paid()
}

// CanRequestRefund reports whether the shopper may ask for money back.
func (d Details) CanRequestRefund() bool {
	for _, r := range d.Refunds {
		if r.Status == refund.Requested {
			return false
		}
	}
	return d.ToRefund() > 0 && !d.isAnonymous() && refund.MayAsk(d.Refunds)
}

// RequestRefund asks for money back for one of the owners of a completed trip (ORD-04, D33).
func (s *Service) RequestRefund(ctx context.Context, tripID int64, by purchase.Owner, r refund.Request) (Details, error) {
	if _, err := s.checkOwner(ctx, tripID, by); err != nil {
		return Details{}, err
	}
	r, err := r.Checked(purchase.Trip)
	switch {
	case err != nil:
		return Details{}, err
	case len(r.Lines) > 0:
		return Details{}, errNoLines
	}
	err = db.InTx(ctx, s.DB, func(tx *db.Tx) error {
		t, err := lockTrip(ctx, tx, tripID)
		if err != nil {
			return err
		}
		if err := s.keepRequest(ctx, tx, t, r); err != nil {
			return err
		}
		return s.changed(ctx, tx, t.ID)
	})
	if err != nil {
		return Details{}, err
	}
	return readDetails(ctx, s.DB.R, tripID)
}

// keepRequest writes what the shopper of a trip that is locked asks for.
func (s *Service) keepRequest(ctx context.Context, tx *db.Tx, t Trip, r refund.Request) error {
	d, err := readDetails(ctx, tx, t.ID)
	if err != nil {
		return err
	}
	if !d.CanRequestRefund() {
		return errs.New(errs.Conflict, "A refund of this trip can't be requested now. Please contact the provider.")
	}
	at := s.Purchases.MoveTime(t.Purchase())
	images := upload.Attachment{ShopperID: t.ShopperID, SenderID: r.SenderID, Purpose: upload.Refund, PurchaseID: t.ID, Keys: r.Images, Field: "images"}
	if err := upload.Attach(ctx, tx, images, at); err != nil {
		return err
	}
	if _, err := refund.Insert(ctx, tx, purchase.Trip, t.ID, r, at); err != nil {
		return err
	}
	return t.touch(ctx, tx, at.UnixMilli())
}

// touch notes when the trip was last changed.
func (t Trip) touch(ctx context.Context, tx *db.Tx, at int64) error {
	if _, err := db.Exec(ctx, tx, `UPDATE trips SET updated_at = $2 WHERE id = $1`, t.ID, at); err != nil {
		return fmt.Errorf("note the change of a trip: %w", err)
	}
	return nil
}

// DecideRefund takes an admin's answer. Yes gives back an amount or everything that is left
// of a completed trip; then the trip is refunded, and its coupon comes back (ORD-05). All
// that was given back never exceeds what was paid (O3).
func (s *Service) DecideRefund(ctx context.Context, who Staff, d refund.Decision) (Details, error) {
	d, err := d.Checked(ctx, s.Purchases)
	switch {
	case err != nil:
		return Details{}, err
	case who.Actor != ByAdmin:
		return Details{}, errUnknown
	case len(d.Lines) > 0:
		return Details{}, errNoLines
	}
	err = db.InTx(ctx, s.DB, func(tx *db.Tx) error {
		t, err := lockTrip(ctx, tx, d.PurchaseID)
		if err != nil {
			return err
		}
		m := tripMove{Trip: t, to: Refunded, by: who.Actor, staff: &who, reason: d.Reason, at: s.Purchases.MoveTime(t.Purchase()), toWallet: d.ToWallet}
		if err := s.decideRefund(ctx, tx, m, d); err != nil {
			return err
		}
		return s.changed(ctx, tx, t.ID)
	})
	if err != nil {
		return Details{}, err
	}
	return readDetails(ctx, s.DB.R, d.PurchaseID)
}

// decideRefund carries a decision out on a trip that is locked.
func (s *Service) decideRefund(ctx context.Context, tx *db.Tx, m tripMove, d refund.Decision) error {
	if m.Status != Completed || m.PaymentStatus != purchase.Paid {
		return errNotCompleted
	}
	if err := d.CheckSeen(ctx, tx, purchase.Trip, m.Refunded); err != nil {
		return err
	}
	if !d.Approve {
		return s.refuseRefund(ctx, tx, m)
	}
	r, err := d.FindOrInsert(ctx, tx, purchase.Trip, m.at)
	if err != nil {
		return err
	}
	_, amount := d.Part(nil)
	switch left := m.ToRefund(); {
	case left <= 0:
		return refund.ErrNothingLeft
	case amount > left:
		return refund.ErrTooMuch
	case amount > 0 && amount < left:
		return s.giveAmount(ctx, tx, m, r.ID, amount)
	default:
		if err := m.answer().Approve(ctx, tx, purchase.Trip, m.ID, refund.Given{Amount: left}); err != nil {
			return err
		}
		return s.apply(ctx, tx, m)
	}
}

// giveAmount gives an amount back. The trip stays completed.
func (s *Service) giveAmount(ctx context.Context, tx *db.Tx, m tripMove, refundID int64, amount money.Amount) error {
	if err := s.Purchases.GivePart(ctx, tx, m.Purchase(), amount, m.toWallet, ledger.Refund(refundID), m.at); err != nil {
		return err
	}
	if err := m.answer().Approve(ctx, tx, purchase.Trip, m.ID, refund.Given{Amount: amount, ByAmount: true}); err != nil {
		return err
	}
	return upload.PurchaseEnded(ctx, tx, m.ID, m.at)
}

func (s *Service) refuseRefund(ctx context.Context, tx *db.Tx, m tripMove) error {
	asked, err := m.answer().Refuse(ctx, tx, purchase.Trip, m.ID)
	switch {
	case err != nil:
		return err
	case !asked:
		return errNotAsked
	}
	if err := upload.PurchaseEnded(ctx, tx, m.ID, m.at); err != nil {
		return err
	}
	return m.touch(ctx, tx, m.at.UnixMilli())
}

// answer is what is stored of the decision about a refund.
func (m tripMove) answer() refund.Answer {
	return refund.Answer{Reason: m.reason, StaffID: &m.staff.ID, StaffName: m.staff.Name, At: m.at}
}

// refundsOf returns the refunds of trips, by trip. It reads nothing if none of them can
// have one.
func refundsOf(ctx context.Context, q db.Q, trips []Trip) (map[int64][]refund.Refund, error) {
	var ids []int64
	for _, t := range trips {
		if t.Status == Completed || t.Status == Refunded {
			ids = append(ids, t.ID)
		}
	}
	return refund.ByPurchase(ctx, q, purchase.Trip, ids...)
}
