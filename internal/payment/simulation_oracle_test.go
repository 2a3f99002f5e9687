package payment_test

import (
	"fmt"
	"testing"

	"hawker/internal/db"
	"hawker/internal/ledger"
	"hawker/internal/money"
	"hawker/internal/order"
	"hawker/internal/payment"
	"hawker/internal/purchase"
	"hawker/internal/verify"
)

// problems compares what the shop says with what the gateway has, and with what every
// order should have cost its shopper.
func (w *world) problems(t *testing.T) (found []string) {
	t.Helper()
	found = append(w.failed, w.takenBack(t)...)
	report, err := verify.Run(w.ctx, w.DB)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range report.Checks {
		for _, f := range c.Findings {
			found = append(found, c.Name+": "+f)
		}
	}
	at := w.atGateway(t)
	payments, err := db.Many[payment.Payment](w.ctx, w.DB.R, `SELECT id, gateway, purchase_id, customer_id, amount, bonus, state FROM payments`)
	if err != nil {
		t.Fatal(err)
	}
	credited := w.credited(t)
	ofOrder, wallets := map[int64]money.Amount{}, map[int64]money.Amount{}
	for _, p := range payments {
		switch {
		case p.PurchaseID != nil:
			ofOrder[*p.PurchaseID] += at[p.ID]
		case at[p.ID] == 0:
		case at[p.ID]-credited[p.ID] != p.Amount:
			found = append(found, fmt.Sprintf("of a top-up of %d the gateway has %d", p.Amount, at[p.ID]))
		default:
			wallets[*p.CustomerID] += at[p.ID] + p.Bonus
		}
		if !p.State.Ended() {
			found = append(found, fmt.Sprintf("payment %s is still %s", p.ID, p.State))
		}
	}
	if n := w.Number(t, `SELECT COUNT(*) FROM payment_refunds WHERE status NOT IN ('done', 'credited')`); n != 0 {
		found = append(found, fmt.Sprintf("%d refunds are not done", n))
	}
	orders, wrong := w.costs(t, ofOrder)
	found = append(found, wrong...)
	for _, c := range w.people {
		want := wallets[c.id]
		for _, o := range orders {
			if o.ShopperID == c.shopperID {
				want -= o.fromWallet
			}
		}
		if got := w.balance(t, c); got != want {
			found = append(found, fmt.Sprintf("the wallet of customer %d should have %d, but has %d", c.id, want, got))
		}
	}
	return found
}

// takenBack lists the orders for which money that was given back into a wallet was taken
// out of it again: a wallet pays for an order, and from then on only gains by it.
func (w *world) takenBack(t *testing.T) (found []string) {
	t.Helper()
	ids, err := db.Many[int64](w.ctx, w.DB.R, `
		SELECT DISTINCT t.order_id FROM ledger_transfers t JOIN ledger_entries e ON e.transfer_id = t.id
		WHERE e.account LIKE 'wallet:%' AND e.amount > 0 AND t.order_id IS NOT NULL AND t.kind NOT IN ($1, $2)`, ledger.WalletPart, ledger.OrderPaid)
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range ids {
		found = append(found, fmt.Sprintf("what was given back for order %d was taken out of the wallet again", id))
	}
	return found
}

// credited is what of each payment could not be sent back, and went into the wallet.
func (w *world) credited(t *testing.T) map[string]money.Amount {
	t.Helper()
	type row struct {
		ID     string
		Amount money.Amount
	}
	rows, err := db.Many[row](w.ctx, w.DB.R, `
		SELECT c.payment_id AS id, CAST(SUM(r.amount) AS BIGINT) AS amount FROM payment_refunds r JOIN charges c ON c.id = r.charge_id
		WHERE r.status = 'credited' GROUP BY c.payment_id`)
	if err != nil {
		t.Fatal(err)
	}
	sums := map[string]money.Amount{}
	for _, r := range rows {
		sums[r.ID] = r.Amount
	}
	return sums
}

// atGateway is what the gateway has of each payment: what it took, less what it gave back.
func (w *world) atGateway(t *testing.T) map[string]money.Amount {
	t.Helper()
	at, payments := map[string]money.Amount{}, map[string]string{}
	err := w.Gateway.List(w.ctx, w.Clock.Now(), w.Clock.Now(), func(r payment.Record) error {
		if r.Charge != nil {
			at[r.PaymentID] += r.Charge.Money.Amount
			payments[r.Charge.Ref] = r.PaymentID
			return nil
		}
		at[payments[r.Refund.Charge]] -= r.Refund.Money.Amount
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return at
}

// cost is what an order took from the wallet of its shopper.
type cost struct {
	order.Order
	fromWallet money.Amount
}

// costs says of each order what its shopper paid: by card, as the gateway has it, by
// wallet and in cash. Together it is what the order cost.
func (w *world) costs(t *testing.T, byCard map[int64]money.Amount) (list []cost, found []string) {
	t.Helper()
	for _, id := range w.orders {
		o, err := w.Orders.FindForStaff(w.ctx, w.admin, id)
		if err != nil {
			t.Fatal(err)
		}
		if o.AwaitsPayment() && o.PaymentDueAt != nil {
			found = append(found, fmt.Sprintf("order %d still waits for its payment", id))
		}
		c := cost{Order: o.Order}
		total, inCash := w.whole(o), money.Amount(0)
		switch {
		case o.PaymentMethod == purchase.CashOnDelivery && o.PaymentStatus == "paid":
			inCash = o.ToPay() - (o.Refunded - o.WalletBack)
		case o.PaymentMethod == purchase.CashOnDelivery && o.Status == order.Refunded:
			inCash = o.WalletBack - o.WalletPart
		}
		c.fromWallet = total - inCash - byCard[id]
		list = append(list, c)
	}
	return list, found
}

// whole is what an order has cost its shopper in the end.
func (w *world) whole(o order.OrderDetails) money.Amount {
	switch {
	case o.Status == order.Canceled, o.Status == order.Failed, o.Status == order.Refunded:
		return 0
	case o.PaymentStatus == "paid":
		return o.Total - o.Refunded
	}
	return o.WalletPart // the rest is paid at the door
}
