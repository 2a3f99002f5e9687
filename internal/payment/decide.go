package payment

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/ledger"
	"hawker/internal/order"
	"hawker/internal/purchase"
	"hawker/internal/setting"
)

// Decision is what an admin does about money that needs a person.
type Decision struct {
	Action Action
	Note   string // how it was settled; required for Settle
}

// maxNoteLength is in characters.
const maxNoteLength = 500

var (
	errDecided     = errs.New(errs.Conflict, "This was dealt with already.")
	errNotPossible = errs.New(errs.Conflict, "This cannot be done here. Please choose another way.").On("action")
)

// check returns the decision with its note trimmed.
func (d Decision) check() (Decision, error) {
	d.Note = strings.TrimSpace(d.Note)
	if utf8.RuneCountInString(d.Note) > maxNoteLength || d.Action == Settle && d.Note == "" {
		return d, errs.New(errs.Invalid, "Please say how you settled it, in at most %d characters.", maxNoteLength).On("note")
	}
	return d, nil
}

// DecideCharge sends a held charge back through its gateway, which books it, or notes that
// it was settled elsewhere, which books nothing. Each held charge is decided once.
func (s *Service) DecideCharge(ctx context.Context, who order.Staff, id int64, d Decision) error {
	return s.decide(ctx, d, func(tx *db.Tx, d Decision, settings setting.Settings, at time.Time) error {
		to, settledAt := Returned, (*int64)(nil)
		switch d.Action {
		case SendBackCharge:
		case Settle:
			now := at.UnixMilli()
			to, settledAt = Held, &now
		default:
			return errNotPossible
		}
		charges, err := db.Many[Received](ctx, tx, `
			UPDATE charges SET status = $2, settled_at = $3 WHERE id = $1 AND status = 'held' AND settled_at IS NULL RETURNING `+chargeColumns,
			id, to, settledAt)
		if err != nil {
			return fmt.Errorf("decide about a charge: %w", err)
		}
		if len(charges) == 0 {
			return notToDecide(ctx, tx, `SELECT COUNT(*) FROM charges WHERE id = $1`, id)
		}
		if err := insertDecision(ctx, tx, d, who, id, nil, at); err != nil || d.Action == Settle {
			return err
		}
		return s.sendHeldBack(ctx, tx, charges[0], settings.Currency, at)
	})
}

// sendHeldBack books a held charge and plans its refund. The ledger has one currency, so
// other money can only be sent back at the gateway itself.
func (s *Service) sendHeldBack(ctx context.Context, tx *db.Tx, c Received, books setting.Currency, at time.Time) error {
	if c.Currency != books.Code || c.Digits != books.Digits || c.Amount <= 0 {
		return errs.New(errs.Conflict, "The shop keeps its books in %s. Please send this back at the gateway itself, and settle it here.", books.Code).On("action")
	}
	if _, err := s.gateway(c.Gateway); err != nil {
		return errNotPossible
	}
	return s.sendWholeBack(ctx, tx, c.ID, c.Gateway, c.Amount, at)
}

// DecideRefund has a failed refund sent again, puts its money into the customer's wallet,
// or notes that the shopper got it otherwise. Each failure is decided once.
func (s *Service) DecideRefund(ctx context.Context, who order.Staff, id string, d Decision) error {
	return s.decide(ctx, d, func(tx *db.Tx, d Decision, settings setting.Settings, at time.Time) error {
		to := map[Action]RefundStatus{Retry: RefundWaiting, Credit: RefundCredited, Settle: RefundSettled}[d.Action]
		if to == "" {
			return errNotPossible
		}
		n, err := db.Exec(ctx, tx, `UPDATE payment_refunds SET status = $2, ended_at = $3 WHERE id = $1 AND status = 'failed'`, id, to, at.UnixMilli())
		if err != nil {
			return fmt.Errorf("decide about a refund: %w", err)
		}
		if n == 0 {
			return notToDecide(ctx, tx, `SELECT COUNT(*) FROM payment_refunds WHERE id = $1`, id)
		}
		r, err := db.One[refundRow](ctx, tx, refundQuery+` r.id = $1`, id)
		if err != nil {
			return fmt.Errorf("read a refund: %w", err)
		}
		if err := insertDecision(ctx, tx, d, who, r.ChargeID, &id, at); err != nil {
			return err
		}
		// It locks the purchase, and so it comes before a wallet is locked.
		if err := s.tellPages(ctx, tx, r); err != nil {
			return err
		}
		if err := s.carryOut(ctx, tx, d.Action, r, settings, at); err != nil {
			return err
		}
		return s.tellReplaced(ctx, tx, r, d.Action)
	})
}

// carryOut does with the money of a failed refund what was decided.
func (s *Service) carryOut(ctx context.Context, tx *db.Tx, a Action, r refundRow, settings setting.Settings, at time.Time) error {
	switch a {
	case Retry:
		return s.retryRefund(ctx, tx, r)
	case Credit:
		return creditRefund(ctx, tx, r, settings, at)
	default:
		return ledger.Post(ctx, tx, ledger.SettledOutside, ledger.Other("payment_refund", r.ID), at,
			[]ledger.Entry{{Account: ledger.Clearing, Amount: r.Amount}, {Account: ledger.Offline, Amount: -r.Amount}})
	}
}

// replacedReasons say the shopper of a refund why they get its money in another way.
var replacedReasons = map[Action]string{
	Credit: "It could not be sent back the way you paid, so it is in your wallet instead.",
	Settle: "It could not be sent back the way you paid, so you got it in another way.",
}

// tellPages tells the open pages of what a refund is of that it has changed.
func (s *Service) tellPages(ctx context.Context, tx *db.Tx, r refundRow) error {
	id, err := r.purchaseID(ctx, tx)
	if err != nil || id == nil {
		return err
	}
	return s.Purchases.PaymentChanged(ctx, tx, *id)
}

// tellReplaced tells the shopper of a refund that they get its money in another way.
func (s *Service) tellReplaced(ctx context.Context, tx *db.Tx, r refundRow, how Action) error {
	reason := replacedReasons[how]
	if reason == "" || s.Notifications == nil {
		return nil
	}
	id, err := r.purchaseID(ctx, tx)
	if err != nil || id == nil {
		return err
	}
	return s.Notifications.RefundReplaced(ctx, tx, purchase.ReplacedRefund{PurchaseID: *id, RefundID: r.ID, Amount: r.Amount, Reason: reason})
}

// purchaseID returns what a refund is of; nil: nothing was bought with its money.
func (r refundRow) purchaseID(ctx context.Context, tx *db.Tx) (*int64, error) {
	id, err := db.One[*int64](ctx, tx, `SELECT p.purchase_id FROM payments p JOIN charges c ON c.payment_id = p.id WHERE c.id = $1`, r.ChargeID)
	if errors.Is(err, db.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read what a refund is of: %w", err)
	}
	return id, nil
}

// retryRefund plans a refund again. The gateway gets it under a new id, because it would
// answer the old one with the old failure. What it still says about the old one is ignored.
func (s *Service) retryRefund(ctx context.Context, tx *db.Tx, r refundRow) error {
	if g, err := s.gateway(r.Gateway); err != nil || !g.Takes(r.money()) {
		return errNotPossible
	}
	r.SentAs = rand.Text()
	_, err := db.Exec(ctx, tx, `UPDATE payment_refunds SET sent_as = $2, ref = '', reason = '', ended_at = NULL WHERE id = $1`, r.ID, r.SentAs)
	if err != nil {
		return fmt.Errorf("retry a refund: %w", err)
	}
	return s.enqueueRefund(ctx, tx, r.ID, r.SentAs)
}

// creditRefund puts the money of a refund into the wallet of the customer who paid. The
// gateway keeps it, and the shop with it.
func creditRefund(ctx context.Context, tx *db.Tx, r refundRow, settings setting.Settings, at time.Time) error {
	type payer struct {
		ID         int64
		PurchaseID *int64
	}
	// The row is locked, so that the account is not deleted meanwhile.
	p, err := db.One[payer](ctx, tx, `
		SELECT u.id, p.purchase_id
		FROM customers u JOIN charges c ON c.id = $1 JOIN payments p ON p.id = c.payment_id
		WHERE u.erased_at IS NULL AND (u.id = p.customer_id
			OR u.shopper_id = (SELECT o.shopper_id FROM orders o WHERE o.id = p.purchase_id UNION ALL SELECT t.shopper_id FROM trips t WHERE t.id = p.purchase_id))`+tx.Dialect.LockedOf("u"), r.ChargeID)
	switch {
	case errors.Is(err, db.ErrNotFound) || err == nil && !settings.Storefront.CustomerWallet:
		return errs.New(errs.Conflict, "This shopper has no wallet.").On("action")
	case err != nil:
		return fmt.Errorf("find the wallet of a refund: %w", err)
	}
	of := ledger.Other("payment_refund", r.ID)
	if p.PurchaseID != nil {
		of = ledger.RefundOf(*p.PurchaseID, r.ID)
	}
	return ledger.Post(ctx, tx, ledger.BackToWallet, of, at,
		[]ledger.Entry{{Account: ledger.Clearing, Amount: r.Amount}, {Account: ledger.Wallet(p.ID), Amount: -r.Amount}})
}

// decide runs a checked decision in one transaction.
func (s *Service) decide(ctx context.Context, d Decision, do func(*db.Tx, Decision, setting.Settings, time.Time) error) error {
	d, err := d.check()
	if err != nil {
		return err
	}
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return fmt.Errorf("read settings: %w", err)
	}
	return db.InTx(ctx, s.DB, func(tx *db.Tx) error { return do(tx, d, settings, s.Clock.Now()) })
}

// notToDecide is the error about money that needs no decision: it does not exist, or
// somebody was faster.
func notToDecide(ctx context.Context, tx *db.Tx, count string, id any) error {
	n, err := db.One[int64](ctx, tx, count, id)
	if err == nil && n == 0 {
		err = errs.New(errs.NotFound, "There is no such payment.")
	}
	if err == nil {
		err = errDecided
	}
	return err
}

// insertDecision writes who decided what. refundID nil: about the charge itself.
func insertDecision(ctx context.Context, tx *db.Tx, d Decision, who order.Staff, chargeID int64, refundID *string, at time.Time) error {
	_, err := db.Exec(ctx, tx, `
		INSERT INTO payment_decisions (charge_id, refund_id, decision, note, staff_id, staff_name, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7)`, chargeID, refundID, d.Action, d.Note, who.ID, who.Name, at.UnixMilli())
	if err != nil {
		return fmt.Errorf("write a decision: %w", err)
	}
	return nil
}
