package purchase

import (
	"context"
	"errors"
	"fmt"
	"time"

	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/ledger"
	"hawker/internal/money"
)

// Reverse undoes all transfers of a purchase. What came from a wallet goes back there, the
// rest to where it came from, or into the shopper's wallet too. A wallet never loses: what
// it got beyond its part, the source has left to give.
func (s *Service) Reverse(ctx context.Context, tx *db.Tx, r Row, toWallet bool, kind ledger.Kind, at time.Time) error {
	entries, err := ledger.Undo(ctx, tx, r.subject())
	if err != nil {
		return err
	}
	from := r.goesBackFrom()
	if toWallet {
		if from, err = walletOf(ctx, tx, r); err != nil {
			return err
		}
	}
	for i, e := range entries {
		if e.Account == r.PaidInto() || toWallet && e.Account == ledger.Clearing || ledger.IsWallet(e.Account) && e.Amount > 0 {
			entries[i].Account = from
		}
	}
	if err := ledger.Post(ctx, tx, kind, r.subject(), at, entries); err != nil {
		return err
	}
	return s.SendBack(ctx, tx, r, entries, at)
}

// SendBack carries out what the entries of a transfer give back: it counts what went into
// the wallet, and sends what is in the clearing account.
func (s *Service) SendBack(ctx context.Context, tx *db.Tx, r Row, entries []ledger.Entry, at time.Time) error {
	var intoWallet, toSend money.Amount
	for _, e := range entries {
		switch {
		case ledger.IsWallet(e.Account):
			intoWallet -= e.Amount
		case e.Account == ledger.Clearing:
			toSend -= e.Amount
		}
	}
	if intoWallet != 0 {
		if _, err := db.Exec(ctx, tx, `UPDATE `+r.Kind.table()+` SET wallet_back = wallet_back + $2 WHERE id = $1`, r.ID, intoWallet); err != nil {
			return fmt.Errorf("count what went into the wallet: %w", err)
		}
	}
	if toSend == 0 {
		return nil
	}
	return s.Payments.SendBack(ctx, tx, r.ID, toSend, at)
}

// walletOf returns the account of the wallet of a purchase's shopper. A guest has none.
func walletOf(ctx context.Context, tx *db.Tx, r Row) (string, error) {
	id, err := db.One[int64](ctx, tx, `SELECT id FROM customers WHERE shopper_id = $1 AND erased_at IS NULL`, r.ShopperID)
	if errors.Is(err, db.ErrNotFound) {
		return "", errs.New(errs.Conflict, "This shopper has no wallet.").On("to_wallet")
	}
	if err != nil {
		return "", fmt.Errorf("find the wallet of a shopper: %w", err)
	}
	return ledger.Wallet(id), nil
}

// BackEntries are the entries that give an amount back: to where the money came from, as
// far as that was not given back yet, and the rest into the wallet.
func (r Row) BackEntries(ctx context.Context, tx *db.Tx, amount money.Amount, toWallet bool) ([]ledger.Entry, error) {
	fromSource := min(amount, r.ToPay()-(r.Refunded-r.WalletBack))
	if toWallet {
		fromSource = 0
	}
	entries := []ledger.Entry{{Account: r.goesBackFrom(), Amount: -fromSource}}
	if fromSource == amount {
		return entries, nil
	}
	wallet, err := walletOf(ctx, tx, r)
	return append(entries, ledger.Entry{Account: wallet, Amount: fromSource - amount}), err
}

// CountBack counts money that was given back. The database refuses more than was paid:
// counted is false.
func (r Row) CountBack(ctx context.Context, tx *db.Tx, amount money.Amount, at time.Time) (counted bool, err error) {
	n, err := db.Exec(ctx, tx, `
		UPDATE `+r.Kind.table()+` SET refunded = refunded + $2, updated_at = $3 WHERE id = $1 AND refunded + $2 <= total`, r.ID, amount, at.UnixMilli())
	if err != nil {
		return false, fmt.Errorf("count what was given back: %w", err)
	}
	return n > 0, nil
}

// Customers returns which of the shoppers have an account.
func (s *Service) Customers(ctx context.Context, shopperIDs []int64) (map[int64]bool, error) {
	found := map[int64]bool{}
	if len(shopperIDs) == 0 {
		return found, nil
	}
	list, args := db.List(shopperIDs)
	ids, err := db.Many[int64](ctx, s.DB.R, `SELECT shopper_id FROM customers WHERE erased_at IS NULL AND shopper_id IN `+list, args...)
	if err != nil {
		return nil, fmt.Errorf("find the customers among shoppers: %w", err)
	}
	for _, id := range ids {
		found[id] = true
	}
	return found, nil
}
