package offlinepayment_test

import (
	"context"
	"fmt"
	"testing"

	"hawker/internal/catalog"
	"hawker/internal/errs"
	"hawker/internal/ledger"
	"hawker/internal/money"
	"hawker/internal/offlinepayment"
	"hawker/internal/order"
	"hawker/internal/order/ordertest"
	"hawker/internal/purchase"
	"hawker/internal/refund"
	"hawker/internal/trip"
	"hawker/internal/trip/triptest"
)

// cashOrder is a delivered order of two units, with what its refunds should come to,
// reckoned without the code under test.
type cashOrder struct {
	order.OrderDetails
	cash, wallet, repaid, refunded money.Amount // what is left of the cash; given back into the wallet; paid back; given back
}

// cashOrder places and delivers an order that is paid in cash, and in part from the wallet of
// its customer, if that has any money.
func (f *fixture) cashOrder(t *testing.T, inWallet money.Amount) *cashOrder {
	t.Helper()
	customer, shopper := f.WithMoney(t, inWallet)
	r := ordertest.BuyNow(shopper, f.item, 2)
	r.CustomerID, r.Guest, r.UseWallet = customer, false, inWallet > 0
	o := f.Place(t, "key", r)
	f.move(t, o, order.Confirmed, order.Processing, order.Handover, order.PickedUp, order.Delivered)
	return &cashOrder{OrderDetails: o, cash: o.Total - inWallet}
}

// giveBack refunds one unit or all that is left, where the money came from or into the wallet.
func (f *fixture) giveBack(t *testing.T, c *cashOrder, part, toWallet bool) {
	t.Helper()
	d := refund.Decision{PurchaseID: c.ID, Refunded: f.read(t, c.OrderDetails).Refunded, Approve: true, Whole: !part, Reason: "Sorry", ToWallet: toWallet}
	if part {
		d.Lines = []refund.Line{{LineID: c.Lines[0].ID, Quantity: 1}}
	}
	if _, err := f.Orders.DecideRefund(t.Context(), f.Admin(t), d); err != nil {
		t.Fatal(err)
	}
	back := f.read(t, c.OrderDetails).Refunded - c.refunded
	c.refunded += back
	inCash := min(back, c.cash)
	if toWallet {
		inCash = 0
	}
	c.cash -= inCash
	c.wallet += back - inCash
}

// payBack hands the cash over, if there is any to hand over.
func (f *fixture) payBack(t *testing.T, c *cashOrder) {
	t.Helper()
	seen := f.read(t, c.OrderDetails).Owing()
	problems := together(4, func() error { return f.OfflinePayments.PaidBack(context.Background(), f.admin, c.ID, seen) })
	owed := c.refunded - c.wallet - c.repaid
	if done := countNil(problems); (done == 1) != (owed > 0) || done > 1 {
		t.Errorf("%d were owed, and it was paid back %d times", owed, done)
	}
	c.repaid += owed
}

func (f *fixture) checkCash(t *testing.T, step string, c *cashOrder) {
	t.Helper()
	got, owed := f.read(t, c.OrderDetails), c.refunded-c.wallet-c.repaid
	if got.ToPayBack() != owed || got.CashToPayBack() != owed || got.CashRepaid != c.repaid || got.WalletBack != c.wallet {
		t.Errorf("%s: %d are to be paid back and %d were, %d are in the wallet; want %d, %d and %d", step, got.ToPayBack(), got.CashRepaid, got.WalletBack, owed, c.repaid, c.wallet)
	}
	if left := f.balance(t, c.OrderDetails, ledger.Cash); left != int64(c.cash) {
		t.Errorf("%s: in the ledger %d of the cash are left, want %d", step, left, c.cash)
	}
	if _, listed := f.list(t, offlinepayment.ToPayBack); (listed == 1) != (owed > 0) || listed > 1 {
		t.Errorf("%s: %d are owed, %d orders are listed", step, owed, listed)
	}
}

// Whatever is given back of an order that was paid in cash, in parts or whole, in cash or into
// the wallet: what is to be handed over is what left the ledger's cash, at each step.
func TestCash_ORD05_TRAP_O3_isPaidBackAsTheLedgerSays(t *testing.T) {
	engines(t, func(t *testing.T, f *fixture) {
		both := []bool{false, true}
		for _, inWallet := range []money.Amount{0, 700, 1500} {
			for _, partToWallet := range both {
				for _, between := range both {
					for _, restToWallet := range both {
						step := fmt.Sprintf("%d from the wallet, part to wallet %t, paid back between %t, rest to wallet %t", inWallet, partToWallet, between, restToWallet)
						c := f.cashOrder(t, inWallet)
						f.checkCash(t, step+", delivered", c)
						f.giveBack(t, c, true, partToWallet)
						f.checkCash(t, step+", a part", c)
						if between {
							f.payBack(t, c)
							f.checkCash(t, step+", paid back", c)
						}
						f.giveBack(t, c, false, restToWallet)
						f.checkCash(t, step+", the rest", c)
						f.payBack(t, c)
						f.checkCash(t, step+", at the end", c)
					}
				}
			}
		}
	})
}

// A guest has no wallet: an admin finds the order in the list, hands the cash over and says so.
func TestCash_ORD05_anAdminPaysAGuestBack(t *testing.T) {
	engines(t, func(t *testing.T, f *fixture) {
		canceled := f.Place(t, "key-1", ordertest.BuyNow(f.Guest(t), f.item, 2))
		f.move(t, canceled, order.Canceled) // was never paid
		o := f.Place(t, "key-2", ordertest.BuyNow(f.Guest(t), f.item, 2))
		f.move(t, o, order.Confirmed, order.Processing, order.Handover, order.PickedUp, order.Delivered)
		if _, err := f.Orders.DecideRefund(t.Context(), f.Admin(t), refund.Decision{PurchaseID: o.ID, Approve: true, Whole: true, Reason: "Sorry"}); err != nil {
			t.Fatal(err)
		}
		page, total := f.list(t, offlinepayment.ToPayBack)
		if total != 1 || page[0].ID != o.ID || f.read(t, o).ToPayBack() != o.Total {
			t.Errorf("to pay back: %+v, %d of %d", page, f.read(t, o).ToPayBack(), o.Total)
		}
		if err := f.OfflinePayments.PaidBack(t.Context(), f.admin, o.ID, f.read(t, o).Owing()); err != nil {
			t.Fatal(err)
		}
		if _, total := f.list(t, offlinepayment.ToPayBack); total != 0 || f.read(t, o).ToPayBack() != 0 || f.Number(t, `SELECT COUNT(*) FROM purchases WHERE repaid_by = 'Ada' AND repaid_at > 0`) != 1 {
			t.Errorf("%d are still listed", total)
		}
	})
}

// More is given back after an admin has looked: they have not paid that, so nothing counts as
// paid back. Neither does the same amount that is owed once more.
func TestCash_ORD05_TRAP_O3_onlyWhatWasSeenIsPaidBack(t *testing.T) {
	engines(t, func(t *testing.T, f *fixture) {
		c := f.cashOrder(t, 0)
		f.giveBack(t, c, true, false)
		first := f.read(t, c.OrderDetails).Owing()
		f.giveBack(t, c, false, false)
		checkSeen(t, f.OfflinePayments, c.ID, first, func() purchase.Owing { return f.read(t, c.OrderDetails).Owing() })
	})
}

// The same of a trip.
func TestCash_RNT11_TRAP_O3_onlyWhatWasSeenIsPaidBack(t *testing.T) {
	eachRental(t, func(t *testing.T, f rental) {
		d := f.Book(t, "key-1", triptest.Request(f.Guest(t)), f.Clock.Now())
		f.MoveTrip(t, d.ID, trip.Confirmed, trip.Ongoing, trip.Completed)
		first := f.Refund(t, d.ID, refund.Decision{Amount: 500}).Owing()
		f.Refund(t, d.ID, refund.Decision{Amount: 500})
		now := func() purchase.Owing { return f.ReadTrip(t, d).Owing() }
		checkSeen(t, f.OfflinePayments, d.ID, first, now)
		second := f.Refund(t, d.ID, refund.Decision{Amount: 500}).Owing()
		if second.ToPayBack != first.ToPayBack {
			t.Fatalf("%d are owed, and before %d", second.ToPayBack, first.ToPayBack)
		}
		checkSeen(t, f.OfflinePayments, d.ID, first, now)
	})
}

// checkSeen reports whether what an admin has seen before is refused, and what is owed now
// is then paid back.
func checkSeen(t *testing.T, payments *offlinepayment.Service, id int64, before purchase.Owing, now func() purchase.Owing) {
	t.Helper()
	owed := now()
	if err := payments.PaidBack(t.Context(), offlinepayment.Admin{Name: "Ada"}, id, before); !errs.Is(err, errs.Conflict) || now() != owed {
		t.Errorf("%+v was seen, %+v is owed: %v, and then %+v", before, owed, err, now())
	}
	if err := payments.PaidBack(t.Context(), offlinepayment.Admin{Name: "Ada"}, id, owed); err != nil || now().ToPayBack != 0 {
		t.Errorf("%+v is owed: %v, and then %+v", owed, err, now())
	}
}

// A trip that was paid in cash is given back whole.
func TestCash_RNT11_aRefundedTripIsPaidBack(t *testing.T) {
	eachRental(t, func(t *testing.T, f rental) {
		d := f.Book(t, "key-1", triptest.Request(f.Guest(t)), f.Clock.Now())
		f.MoveTrip(t, d.ID, trip.Confirmed, trip.Ongoing, trip.Completed, trip.Refunded)
		if list := f.listed(t, offlinepayment.ToPayBack); len(list) != 1 || list[0] != (offlinepayment.Listed{ID: d.ID, Kind: purchase.Trip}) || f.ReadTrip(t, d).CashToPayBack() != d.Total {
			t.Errorf("to pay back: %+v, %d", list, f.ReadTrip(t, d).CashToPayBack())
		}
		if err := f.OfflinePayments.PaidBack(t.Context(), f.admin, d.ID, f.ReadTrip(t, d).Owing()); err != nil || len(f.listed(t, offlinepayment.ToPayBack)) != 0 {
			t.Errorf("still listed: %v", err)
		}
	})
}

// list returns the purchases of a state.
func (f *fixture) list(t *testing.T, state offlinepayment.State) ([]offlinepayment.Listed, int) {
	t.Helper()
	page, total, err := f.OfflinePayments.List(t.Context(), state, catalog.Paging{Number: 1, Size: 10})
	if err != nil {
		t.Fatal(err)
	}
	return page, total
}
