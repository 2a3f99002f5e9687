package ordertest

import (
	"context"
	"testing"

	"hawker/internal/db"
	"hawker/internal/ledger"
	"hawker/internal/money"
)

// Earn gives points to the customer who is a shopper.
func (w *Fixture) Earn(t testing.TB, shopperID int64, points money.Amount) {
	t.Helper()
	id := w.Number(t, `SELECT id FROM customers WHERE shopper_id = $1`, shopperID)
	err := db.InTx(context.Background(), w.DB, func(tx *db.Tx) error {
		return ledger.Post(context.Background(), tx, ledger.PointsEarned, ledger.Other("test", slug("points")), w.Clock.Now(),
			[]ledger.Entry{{Account: ledger.PointsIssued, Amount: points}, {Account: ledger.Points(id), Amount: -points}})
	})
	if err != nil {
		t.Fatal(err)
	}
}
