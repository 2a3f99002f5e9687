package ledger_test

import (
	"errors"
	"testing"

	"hawker/internal/catalog"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/ledger"
)

// A balance that cannot be read is an error and never zero, and what is not written has
// not been posted.
func TestLedger_W1_aLostConnectionIsAnError(t *testing.T) {
	t.Parallel()
	d, faults := dbtest.Faulty(t)
	wallet, gift := ledger.Wallet(1), ledger.Other("test", "gift")
	if err := credit(t, d, wallet, "gift", 100); err != nil {
		t.Fatal(err)
	}
	inTx := func(call func(tx *db.Tx) error) func() error {
		return func() (err error) {
			err = errors.New("the transaction has not begun")
			_ = db.InTx(t.Context(), d, func(tx *db.Tx) error {
				err = call(tx)
				return errors.New("roll back")
			})
			return err
		}
	}
	for name, call := range map[string]func() error{
		"Balance": func() error {
			_, err := ledger.Balance(t.Context(), d.R, wallet)
			return err
		},
		"History": func() error {
			_, _, err := ledger.History(t.Context(), d.R, wallet, ledger.All, catalog.Paging{Number: 1, Size: 3})
			return err
		},
		"Steps": func() error {
			_, err := ledger.Steps(t.Context(), d.R, wallet, at)
			return err
		},
		"LockBalance": inTx(func(tx *db.Tx) error {
			_, err := ledger.LockBalance(t.Context(), tx, wallet)
			return err
		}),
		"Undo": inTx(func(tx *db.Tx) error {
			_, err := ledger.Undo(t.Context(), tx, gift)
			return err
		}),
		"Uses": inTx(func(tx *db.Tx) error {
			_, err := ledger.Uses(t.Context(), tx, gift, wallet)
			return err
		}),
		"Abandon": inTx(func(tx *db.Tx) error { return ledger.Abandon(t.Context(), tx, 1, at) }),
		"Post": inTx(func(tx *db.Tx) error {
			return ledger.Post(t.Context(), tx, ledger.Referral, gift, at,
				[]ledger.Entry{{Account: ledger.Rewards, Amount: 5}, {Account: wallet, Amount: -5}})
		}),
	} {
		for n := 1; ; n++ {
			faults.Lose(n, false)
			err := call()
			if !faults.Restore() {
				if err != nil || n == 1 {
					t.Errorf("%s with the connection: %v", name, err)
				}
				break
			}
			if err == nil {
				t.Errorf("%s without its statement %d: no error", name, n)
			}
		}
	}
}
