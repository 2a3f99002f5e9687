package ledger

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"hawker/internal/db"
	"hawker/internal/money"
)

// ErrInsufficient is returned for a transfer that takes more from an account than there is.
var ErrInsufficient = errors.New("the balance is too low")

// Balance returns what a customer has in an account: Wallet or Points.
func Balance(ctx context.Context, q db.Q, account string) (money.Amount, error) {
	amount, err := db.One[money.Amount](ctx, q, `SELECT amount FROM ledger_balances WHERE account = $1`, account)
	if errors.Is(err, db.ErrNotFound) {
		return 0, nil
	}
	if err != nil {
		return 0, fmt.Errorf("read a balance: %w", err)
	}
	return amount, nil
}

// LockBalance returns what is in an account, and locks it until the transaction ends.
func LockBalance(ctx context.Context, tx *db.Tx, account string) (money.Amount, error) {
	if _, err := db.Exec(ctx, tx, `INSERT INTO ledger_balances (account, amount) VALUES ($1, 0) ON CONFLICT (account) DO NOTHING`, account); err != nil {
		return 0, fmt.Errorf("insert a balance: %w", err)
	}
	amount, err := db.One[money.Amount](ctx, tx, `SELECT amount FROM ledger_balances WHERE account = $1`+tx.Dialect.Locked(), account)
	if err != nil {
		return 0, fmt.Errorf("lock a balance: %w", err)
	}
	return amount, nil
}

// Abandon books away what is in the wallet of an account that is deleted. It can be called
// again when more comes.
func Abandon(ctx context.Context, tx *db.Tx, customerID int64, at time.Time) error {
	wallet := Wallet(customerID)
	left, err := LockBalance(ctx, tx, wallet)
	if err != nil || left == 0 {
		return err
	}
	last, err := db.One[int64](ctx, tx, `SELECT MAX(id) FROM ledger_entries WHERE account = $1`, wallet)
	if err != nil {
		return fmt.Errorf("read the last entry of a wallet: %w", err)
	}
	return Post(ctx, tx, Unclaimed, Other("wallet", fmt.Sprintf("%d:%d", customerID, last)), at,
		[]Entry{{Account: wallet, Amount: left}, {Account: Abandoned, Amount: -left}})
}

// changeBalances changes the balances of the entries' accounts, in the order of their
// names, and returns the new ones. The condition, not an earlier read, refuses to go
// below zero (W1).
func changeBalances(ctx context.Context, tx *db.Tx, entries []Entry) (map[string]money.Amount, error) {
	changed := map[string]money.Amount{}
	for _, e := range entries {
		if !hasBalance(e.Account) {
			continue
		}
		after, err := changeBalance(ctx, tx, e.Account, -e.Amount)
		if err != nil {
			return nil, err
		}
		changed[e.Account] = after
	}
	return changed, nil
}

// changeBalance adds to a balance, or takes from it below zero.
func changeBalance(ctx context.Context, tx *db.Tx, account string, by money.Amount) (money.Amount, error) {
	query := `UPDATE ledger_balances SET amount = amount + $2 WHERE account = $1 AND amount + $2 >= 0 RETURNING amount`
	if by > 0 {
		query = `INSERT INTO ledger_balances (account, amount) VALUES ($1, $2)
			ON CONFLICT (account) DO UPDATE SET amount = ledger_balances.amount + excluded.amount RETURNING amount`
	}
	after, err := db.One[money.Amount](ctx, tx, query, account, by)
	if errors.Is(err, db.ErrNotFound) {
		return 0, ErrInsufficient
	}
	if err != nil {
		return 0, fmt.Errorf("change a balance: %w", err)
	}
	return after, nil
}

// merged returns the entries with one for each account, without zeros, in the order of
// the accounts.
func merged(entries []Entry) []Entry {
	sums := map[string]money.Amount{}
	for _, e := range entries {
		sums[e.Account] += e.Amount
	}
	var kept []Entry
	for account, amount := range sums {
		if amount != 0 {
			kept = append(kept, Entry{account, amount})
		}
	}
	slices.SortFunc(kept, func(a, b Entry) int { return cmp.Compare(a.Account, b.Account) })
	return kept
}

func total(entries []Entry) money.Amount {
	var sum money.Amount
	for _, e := range entries {
		sum += e.Amount
	}
	return sum
}

func insertEntries(ctx context.Context, tx *db.Tx, transferID int64, entries []Entry, balances map[string]money.Amount) error {
	rows := db.NewValues(transferID)
	for _, e := range entries {
		var after *money.Amount
		if balance, found := balances[e.Account]; found {
			after = &balance
		}
		rows.Add(e.Account, e.Amount, after)
	}
	_, err := db.Exec(ctx, tx, `INSERT INTO ledger_entries (transfer_id, account, amount, balance) VALUES `+rows.String(), rows.Args()...)
	if err != nil {
		return fmt.Errorf("insert entries: %w", err)
	}
	return nil
}
