package main

import (
	"context"
	"fmt"
	"time"

	"hawker/internal/db"
	"hawker/internal/ledger"
	"hawker/internal/money"
)

// fillWallets puts more money into every wallet than the load can spend.
func fillWallets(ctx context.Context, o db.Options) error {
	d, err := db.Open(ctx, o)
	if err != nil {
		return err
	}
	defer d.Close()
	const plenty money.Amount = 1_000_000_000
	return db.InTx(ctx, d, func(tx *db.Tx) error {
		ids, err := db.Many[int64](ctx, tx, `SELECT id FROM customers ORDER BY id`)
		if err != nil {
			return fmt.Errorf("list customers: %w", err)
		}
		for _, id := range ids {
			err := ledger.Post(ctx, tx, ledger.Cashback, ledger.Other("bench", id), time.Now(),
				[]ledger.Entry{{Account: ledger.Rewards, Amount: plenty}, {Account: ledger.Wallet(id), Amount: -plenty}})
			if err != nil {
				return err
			}
		}
		return nil
	})
}
