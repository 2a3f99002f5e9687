package payment_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"hawker/internal/db"
	"hawker/internal/money"
	"hawker/internal/payment"
)

// plantedBugs change a world so that it has a bug that somebody could write.
var plantedBugs = map[string]func(t *testing.T, w *world){
	"a refund is asked for under a new id at each try": func(_ *testing.T, w *world) {
		w.line.refundID = func(id string) string { return fmt.Sprint(id, "-", w.rng.Uint64()) }
	},
	"money that goes back is forgotten now and then": func(_ *testing.T, w *world) {
		w.Purchases.Payments = forgetful{w.Payments, w}
	},
	"a canceled order gives its wallet part back twice": func(t *testing.T, w *world) {
		w.Exec(t, `CREATE TRIGGER bug AFTER UPDATE OF wallet_back ON orders WHEN new.wallet_back > old.wallet_back BEGIN
			UPDATE ledger_balances SET amount = amount + 1 WHERE account LIKE 'wallet:%'; END`)
	},
	"nobody asks the gateway when no webhook comes": func(t *testing.T, w *world) {
		w.Exec(t, `CREATE TRIGGER bug AFTER INSERT ON jobs WHEN new.kind = 'payment.check' BEGIN DELETE FROM jobs WHERE id = new.id; END`)
	},
	"nobody asks the gateway about a refund that it is sending": func(t *testing.T, w *world) {
		w.Exec(t, `CREATE TRIGGER bug AFTER INSERT ON jobs WHEN new.kind = 'payment.check_refund' BEGIN DELETE FROM jobs WHERE id = new.id; END`)
	},
	"a refund that fails after it was done stays done": func(_ *testing.T, w *world) { w.line.isDeaf = true },
	"an order is not canceled when nobody pays it": func(t *testing.T, w *world) {
		w.Exec(t, `CREATE TRIGGER bug AFTER INSERT ON jobs WHEN new.kind = 'order.payment_due' BEGIN DELETE FROM jobs WHERE id = new.id; END`)
	},
	"a charge that is reported again counts as another": func(_ *testing.T, w *world) {
		w.line.chargeRef = func(ref string) string { return fmt.Sprint(ref, "-", w.rng.IntN(3)) }
	},
}

// forgetful forgets one in three.
type forgetful struct {
	*payment.Service
	world *world
}

func (f forgetful) SendBack(ctx context.Context, tx *db.Tx, orderID int64, amount money.Amount, at time.Time) error {
	if f.world.rng.IntN(3) == 0 {
		return nil
	}
	return f.Service.SendBack(ctx, tx, orderID, amount, at)
}
