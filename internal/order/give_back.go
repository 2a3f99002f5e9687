package order

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

// Refunder sends money of an order back through the gateway that took it.
type Refunder interface {
	SendBack(ctx context.Context, tx *db.Tx, orderID int64, amount money.Amount, at time.Time) error
}

// goesBackFrom is the account from which money is given back. At a gateway it waits in
// the clearing account until the gateway has sent it.
func (o Order) goesBackFrom() string {
	if o.PaymentMethod == DigitalPayment {
		return ledger.Clearing
	}
	return o.paidInto()
}

// reverse undoes all transfers of an order. What came from the wallet goes back there, the
// rest to where it came from, or into the wallet too.
func (s *Service) reverse(ctx context.Context, tx *db.Tx, o Order, toWallet bool, kind ledger.Kind, at time.Time) error {
	instead := map[string]string{o.paidInto(): o.goesBackFrom()}
	if toWallet {
		wallet, err := walletOf(ctx, tx, o)
		if err != nil {
			return err
		}
		instead[o.paidInto()], instead[ledger.Clearing] = wallet, wallet
	}
	entries, err := ledger.Reverse(ctx, tx, kind, o.ID, at, instead)
	if err != nil {
		return err
	}
	return s.sendBack(ctx, tx, o, entries, at)
}

// sendBack carries out what the entries of a transfer give back: it counts what went into
// the wallet, and sends what is in the clearing account.
func (s *Service) sendBack(ctx context.Context, tx *db.Tx, o Order, entries []ledger.Entry, at time.Time) error {
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
		if _, err := db.Exec(ctx, tx, `UPDATE orders SET wallet_back = wallet_back + $2 WHERE id = $1`, o.ID, intoWallet); err != nil {
			return fmt.Errorf("count what went into the wallet: %w", err)
		}
	}
	if toSend == 0 {
		return nil
	}
	return s.Refunder.SendBack(ctx, tx, o.ID, toSend, at)
}

// walletOf returns the account of the wallet of an order's shopper. A guest has none.
func walletOf(ctx context.Context, tx *db.Tx, o Order) (string, error) {
	id, err := db.One[int64](ctx, tx, `SELECT id FROM customers WHERE shopper_id = $1 AND erased_at IS NULL`, o.ShopperID)
	if errors.Is(err, db.ErrNotFound) {
		return "", errs.New(errs.Conflict, "This shopper has no wallet.").On("to_wallet")
	}
	if err != nil {
		return "", fmt.Errorf("find the wallet of an order: %w", err)
	}
	return ledger.Wallet(id), nil
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
		return nil, fmt.Errorf("find the customers of orders: %w", err)
	}
	for _, id := range ids {
		found[id] = true
	}
	return found, nil
}

// backEntries are the entries that give an amount back: to where the order's money came
// from, as far as that was not given back yet, and the rest into the wallet.
func (o Order) backEntries(ctx context.Context, tx *db.Tx, amount money.Amount, toWallet bool) ([]ledger.Entry, error) {
	fromSource := min(amount, o.ToPay()-(o.Refunded-o.WalletBack))
	if toWallet {
		fromSource = 0
	}
	entries := []ledger.Entry{{Account: o.goesBackFrom(), Amount: -fromSource}}
	if fromSource == amount {
		return entries, nil
	}
	wallet, err := walletOf(ctx, tx, o)
	return append(entries, ledger.Entry{Account: wallet, Amount: fromSource - amount}), err
}
