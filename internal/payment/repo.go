package payment

import (
	"context"
	"fmt"
	"net/url"
	"time"

	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/ledger"
)

func byID(ctx context.Context, q db.Q, id string) (Payment, error) {
	return one(ctx, q, `id = $1`, id)
}

// lockByID reads a payment and locks its row until the transaction ends.
func lockByID(ctx context.Context, tx *db.Tx, id string) (Payment, error) {
	return one(ctx, tx, `id = $1`+tx.Dialect.Locked(), id)
}

func one(ctx context.Context, q db.Q, where string, args ...any) (Payment, error) {
	p, err := db.One[Payment](ctx, q, `SELECT `+columns+` FROM payments WHERE `+where, args...)
	if err != nil {
		return p, fmt.Errorf("read a payment: %w", err)
	}
	return p, nil
}

// openPage returns the page on which a purchase can still be paid; db.ErrNotFound for
// none.
func openPage(ctx context.Context, tx *db.Tx, b Start, now time.Time) (Payment, error) {
	return one(ctx, tx, `purchase_id = $1 AND gateway = $2 AND amount = $3 AND state = 'open' AND expires_at > $4 ORDER BY created_at DESC LIMIT 1`,
		b.PurchaseID, b.Gateway, b.Amount, now.UnixMilli())
}

// openTopUp returns the open page of a customer that is like the one to begin;
// db.ErrNotFound for none. It refuses a page beyond maxTopUps. Top-ups of one customer
// wait for each other, so that parallel ones cannot go beyond it.
func openTopUp(ctx context.Context, tx *db.Tx, b Start, now time.Time) (Payment, error) {
	if _, err := ledger.LockBalance(ctx, tx, ledger.Wallet(b.CustomerID)); err != nil {
		return Payment{}, err
	}
	open, err := db.Many[Payment](ctx, tx, `SELECT `+columns+` FROM payments
		WHERE customer_id = $1 AND state = 'open' AND expires_at > $2 ORDER BY expires_at`, b.CustomerID, now.UnixMilli())
	if err != nil {
		return Payment{}, fmt.Errorf("read open top-ups: %w", err)
	}
	for _, p := range open {
		if p.Gateway == b.Gateway && p.Amount == b.Amount && p.ReturnURL == withPayment(b.ReturnURL, p.ID) && p.ExpiresAt >= now.Add(timeToPay).UnixMilli() {
			return p, nil
		}
	}
	if len(open) >= maxTopUps {
		wait := time.UnixMilli(open[0].ExpiresAt).Sub(now)
		return Payment{}, errs.New(errs.TooMany, "You have begun %d payments into your wallet. Please finish one of them, or try again later.", maxTopUps).After(wait)
	}
	return Payment{}, db.ErrNotFound
}

func (p Payment) insert(ctx context.Context, tx *db.Tx) error {
	_, err := db.Exec(ctx, tx, `INSERT INTO payments (`+columns+`) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`,
		p.ID, p.Gateway, p.PurchaseID, p.CustomerID, p.Amount, p.Digits, p.Currency, p.Bonus, p.State, p.Session, p.URL, p.ReturnURL, p.CreatedAt, p.ExpiresAt, p.UpdatedAt, p.BonusKey)
	if err != nil {
		return fmt.Errorf("insert a payment: %w", err)
	}
	return nil
}

// keepPage stores the page that the gateway has made, and returns the payment with the page
// that is stored. Begun twice at once, a payment may get two pages: only the first is stored
// and returned, because money that is paid on another is held.
func (s *Service) keepPage(ctx context.Context, id string, page Page) (p Payment, err error) {
	err = db.InTx(ctx, s.DB, func(tx *db.Tx) error {
		_, err := db.Exec(ctx, tx, `UPDATE payments SET session = $2, url = $3 WHERE id = $1 AND session IS NULL`, id, page.Session, page.URL)
		if err != nil {
			return fmt.Errorf("keep the page of a payment: %w", err)
		}
		p, err = byID(ctx, tx, id)
		return err
	})
	return p, err
}

// setState writes the state of a payment whose row is locked.
func (p Payment) setState(ctx context.Context, tx *db.Tx, to State, at time.Time) error {
	_, err := db.Exec(ctx, tx, `UPDATE payments SET state = $2, updated_at = $3 WHERE id = $1`, p.ID, to, at.UnixMilli())
	if err != nil {
		return fmt.Errorf("write the state of a payment: %w", err)
	}
	return nil
}

func chargesOf(ctx context.Context, q db.Q, paymentID string) ([]Received, error) {
	all, err := db.Many[Received](ctx, q, `SELECT `+chargeColumns+` FROM charges WHERE payment_id = $1 ORDER BY id`, paymentID)
	if err != nil {
		return nil, fmt.Errorf("read charges: %w", err)
	}
	return all, nil
}

// chargeThatPaid returns the charge that paid a purchase.
func chargeThatPaid(ctx context.Context, q db.Q, purchaseID int64) (Received, error) {
	c, err := db.One[Received](ctx, q, `
		SELECT `+chargeColumns+` FROM charges WHERE status = 'accepted' AND payment_id IN (SELECT id FROM payments WHERE purchase_id = $1)`, purchaseID)
	if err != nil {
		return c, fmt.Errorf("find the charge of a purchase: %w", err)
	}
	return c, nil
}

// insertCharge writes money that a gateway took. isNew is false if it is known already.
func insertCharge(ctx context.Context, tx *db.Tx, c Received) (id int64, isNew bool, err error) {
	ids, err := db.Many[int64](ctx, tx, `
		INSERT INTO charges (gateway, ref, payment_id, amount, digits, currency, status, reason, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (gateway, ref) DO NOTHING RETURNING id`,
		c.Gateway, c.Ref, c.PaymentID, c.Amount, c.Digits, c.Currency, c.Status, c.Reason, c.CreatedAt)
	if err != nil {
		return 0, false, fmt.Errorf("insert a charge: %w", err)
	}
	if len(ids) == 0 {
		return 0, false, nil
	}
	return ids[0], true, nil
}

// withPayment adds the id of a payment to the query of a URL of our own.
func withPayment(address, id string) string {
	u, err := url.Parse(address)
	if err != nil {
		return address
	}
	query := u.Query()
	query.Set("payment", id)
	u.RawQuery = query.Encode()
	return u.String()
}
