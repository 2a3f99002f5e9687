package purchase

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/ledger"
	"hawker/internal/money"
)

// Reverse undoes all transfers of a purchase. Money that is not given back yet goes back as
// BackEntries says.
func (s *Service) Reverse(ctx context.Context, tx *db.Tx, r Row, toWallet bool, kind ledger.Kind, at time.Time) error {
	undo, err := ledger.Undo(ctx, tx, r.subject())
	if err != nil {
		return err
	}
	var entries []ledger.Entry
	var amount money.Amount
	for _, e := range undo {
		if ledger.IsWallet(e.Account) || r.isSource(e.Account) {
			amount -= e.Amount
		} else {
			entries = append(entries, e)
		}
	}
	back, err := r.backEntries(ctx, tx, undo, amount, toWallet)
	if err != nil {
		return err
	}
	entries = append(entries, back...) // also cash that came besides, such as for a late return
	if err := ledger.Post(ctx, tx, kind, r.subject(), at, entries); err != nil {
		return err
	}
	return s.SendBack(ctx, tx, r, entries, at)
}

// ErrPartTooLarge is returned for an amount that can be given back only with all the rest.
var ErrPartTooLarge = errs.New(errs.Conflict, "This amount includes a tip, or money that was paid at the return. Please choose everything.").On("amount")

// GivePart gives an amount of what was paid for a purchase back. Everybody who has earned
// from it gives the same share, except riders of their tips. What was paid in cash at the
// return of a trip that was paid otherwise stays.
func (s *Service) GivePart(ctx context.Context, tx *db.Tx, r Row, amount money.Amount, toWallet bool, kind ledger.Kind, at time.Time) error {
	undo, err := ledger.Undo(ctx, tx, r.subject())
	if err != nil {
		return err
	}
	if r.PaidFirst() {
		undo = slices.DeleteFunc(undo, func(e ledger.Entry) bool { return e.Account == ledger.Cash })
	}
	entries := ledger.Share(slices.DeleteFunc(slices.Clone(undo), func(e ledger.Entry) bool {
		return ledger.IsWallet(e.Account) || r.isSource(e.Account) || ledger.IsTip(e.Account)
	}), amount)
	var shared money.Amount
	for _, e := range entries {
		shared += e.Amount
	}
	counted, err := r.CountBack(ctx, tx, amount, at)
	if err != nil {
		return err
	}
	if !counted || shared != amount {
		return ErrPartTooLarge
	}
	back, err := r.backEntries(ctx, tx, undo, amount, toWallet)
	if err != nil {
		return err
	}
	if err := s.CheckSendBack(ctx, tx, r, back); err != nil {
		return err
	}
	entries = append(entries, back...)
	if err := ledger.Post(ctx, tx, kind, r.subject(), at, entries); err != nil {
		return err
	}
	return s.SendBack(ctx, tx, r, entries, at)
}

// CheckSendBack refuses entries that give back a part of what was paid, if the gateway cannot
// send its share exactly (M7). What it cannot send of all that is left is a payment problem.
func (s *Service) CheckSendBack(ctx context.Context, tx *db.Tx, r Row, back []ledger.Entry) error {
	intoWallet, _, toSend := givenBack(back)
	if toSend == 0 {
		return nil
	}
	limit := r.Total - r.Refunded
	if intoWallet != 0 { // the gateway has no more
		limit = toSend
	}
	return s.Payments.CheckSendBack(ctx, tx, r.ID, toSend, limit)
}

// givenBack returns what the entries of a transfer give back, by the way it goes.
func givenBack(entries []ledger.Entry) (intoWallet, inCash, toSend money.Amount) {
	for _, e := range entries {
		switch {
		case ledger.IsWallet(e.Account):
			intoWallet -= e.Amount
		case e.Account == ledger.Cash:
			inCash -= e.Amount
		case e.Account == ledger.Clearing:
			toSend -= e.Amount
		}
	}
	return intoWallet, inCash, toSend
}

// SendBack carries out what the entries of a transfer give back: it counts what went into
// the wallet, and the cash that an admin has to pay back, and sends what is in the clearing
// account.
func (s *Service) SendBack(ctx context.Context, tx *db.Tx, r Row, entries []ledger.Entry, at time.Time) error {
	intoWallet, inCash, toSend := givenBack(entries)
	if intoWallet != 0 {
		if _, err := db.Exec(ctx, tx, `UPDATE `+r.Kind.table()+` SET wallet_back = wallet_back + $2 WHERE id = $1`, r.ID, intoWallet); err != nil {
			return fmt.Errorf("count what went into the wallet: %w", err)
		}
		if err := abandon(ctx, tx, entries, at); err != nil {
			return err
		}
	}
	if inCash != 0 {
		if _, err := db.Exec(ctx, tx, `UPDATE `+r.Kind.table()+` SET cash_refunded = cash_refunded + $2 WHERE id = $1`, r.ID, inCash); err != nil {
			return fmt.Errorf("count what was given back in cash: %w", err)
		}
	}
	if toSend == 0 {
		return nil
	}
	return s.Payments.SendBack(ctx, tx, r.ID, toSend, at)
}

// abandon books away what has gone into wallets of deleted accounts. Deleting an account
// books its wallet away too, so both lock its balance, and the later one sees the other.
func abandon(ctx context.Context, tx *db.Tx, entries []ledger.Entry, at time.Time) error {
	for _, e := range entries {
		id := ledger.OwnerOf(e.Account)
		if id == 0 {
			continue
		}
		erased, err := db.One[bool](ctx, tx, `SELECT erased_at IS NOT NULL FROM customers WHERE id = $1`, id)
		if err != nil {
			return fmt.Errorf("find the owner of a wallet: %w", err)
		}
		if !erased {
			continue
		}
		if err := ledger.Abandon(ctx, tx, id, at); err != nil {
			return err
		}
	}
	return nil
}

var errNoWallet = errs.New(errs.Conflict, "This shopper has no wallet.").On("to_wallet")

// CheckWallets refuses to give money back into wallets while they are switched off.
func (s *Service) CheckWallets(ctx context.Context) error {
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return fmt.Errorf("read settings: %w", err)
	}
	if !settings.Storefront.CustomerWallet {
		return errNoWallet
	}
	return nil
}

// walletOf returns the account of the wallet of a purchase's shopper. A guest has none.
func walletOf(ctx context.Context, tx *db.Tx, r Row) (string, error) {
	id, err := db.One[int64](ctx, tx, `SELECT id FROM customers WHERE shopper_id = $1 AND erased_at IS NULL`, r.ShopperID)
	if errors.Is(err, db.ErrNotFound) {
		return "", errNoWallet
	}
	if err != nil {
		return "", fmt.Errorf("find the wallet of a shopper: %w", err)
	}
	return ledger.Wallet(id), nil
}

// BackEntries are the entries that give an amount back: to where the money came from, as
// far as that was not given back yet, and the rest into the wallets that have paid. With
// toWallet it goes into those wallets first, and then into that of the shopper. No wallet
// loses what it got (ADR 0018).
func (r Row) BackEntries(ctx context.Context, tx *db.Tx, amount money.Amount, toWallet bool) ([]ledger.Entry, error) {
	undo, err := ledger.Undo(ctx, tx, r.subject())
	if err != nil {
		return nil, err
	}
	return r.backEntries(ctx, tx, undo, amount, toWallet)
}

// backEntries are BackEntries. undo has what each account has still paid, below zero. It
// may have another wallet than the shopper's: somebody with the purchase's token has paid.
func (r Row) backEntries(ctx context.Context, tx *db.Tx, undo []ledger.Entry, amount money.Amount, toWallet bool) ([]ledger.Entry, error) {
	var entries []ledger.Entry
	give := func(account string, limit money.Amount) {
		if part := min(amount, limit); part > 0 {
			entries = append(entries, ledger.Entry{Account: account, Amount: -part})
			amount -= part
		}
	}
	if !toWallet {
		var paid money.Amount
		for _, e := range undo {
			if r.isSource(e.Account) {
				paid -= e.Amount
			}
		}
		give(r.goesBackFrom(), paid)
	}
	for _, e := range undo {
		if ledger.IsWallet(e.Account) {
			give(e.Account, -e.Amount)
		}
	}
	if amount == 0 {
		return entries, nil
	}
	wallet, err := walletOf(ctx, tx, r)
	give(wallet, amount)
	return entries, err
}

// isSource reports whether an account has the money that did not come from a wallet.
func (r Row) isSource(account string) bool {
	return account == r.PaidInto() || account == r.goesBackFrom()
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
	list, args := db.InList(shopperIDs)
	ids, err := db.Many[int64](ctx, s.DB.R, `SELECT shopper_id FROM customers WHERE erased_at IS NULL AND shopper_id IN `+list, args...)
	if err != nil {
		return nil, fmt.Errorf("find the customers among shoppers: %w", err)
	}
	for _, id := range ids {
		found[id] = true
	}
	return found, nil
}
