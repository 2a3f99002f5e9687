package order_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"hawker/internal/errs"
	"hawker/internal/ledger"
	"hawker/internal/money"
	"hawker/internal/order"
	"hawker/internal/order/ordertest"
	"hawker/internal/refund"
	"hawker/internal/setting"
	"hawker/internal/verify"
)

// giveBack has an admin give money of an order back, who has looked at it just now.
func giveBack(t *testing.T, w *ordertest.Fixture, id int64, d refund.Decision) (order.OrderDetails, error) {
	t.Helper()
	d.PurchaseID, d.Approve, d.Reason, d.Refunded = id, true, "Sorry", find(t, w, id).Refunded
	return w.Orders.DecideRefund(t.Context(), w.Admin(t), d)
}

func checkBooks(t *testing.T, w *ordertest.Fixture) {
	t.Helper()
	if r, err := verify.Run(t.Context(), w.DB); err != nil || !r.OK {
		t.Errorf("%v %+v", err, r)
	}
}

// In whichever amounts and units an order is given back, the sum is what was paid, and
// everybody is where they were before it.
func TestRefund_TRAP_O3_ORD05_amountsAndUnitsAddUp(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		w.SetSettings(t, func(s *setting.Settings) { s.Checkout.RiderTips = true })
		for seed := range uint64(6) {
			r := rand.New(rand.NewPCG(seed, 3))
			o := deliveredAs(t, w, fmt.Sprint("key-", seed), 4, func(q *order.Request) { q.Tip = money.Amount(150 * (seed % 2)) })
			given := money.Amount(0)
			for range 4 {
				d := refund.Decision{Amount: 1 + money.Amount(r.Int64N(int64(o.Total-o.Tip-given)/2))}
				if r.IntN(3) == 0 {
					d = refund.Decision{Lines: lineOf(o, 1)}
				}
				got, err := giveBack(t, w, o.ID, d)
				if errs.Is(err, errs.Conflict) { // the tip stays with everything
					continue
				}
				if err != nil || got.Status != order.Delivered && got.Refunded != o.Total {
					t.Fatalf("seed %d: %s, %d of %d, %v", seed, got.Status, got.Refunded, o.Total, err)
				}
				for _, account := range []string{ledger.Tax, ledger.Delivery, ledger.Store(o.StoreID)} {
					if left := balanceOf(t, w, o, account); left > 0 { // what is owed is below zero
						t.Errorf("seed %d: %s has given %d more than it earned", seed, account, left)
					}
				}
				if given = got.Refunded; given == o.Total {
					break
				}
			}
			checkBooks(t, w)
			if given < o.Total {
				if _, err := giveBack(t, w, o.ID, refund.Decision{Whole: true}); err != nil {
					t.Fatal(err)
				}
			}
			got, sum := find(t, w, o.ID), money.Amount(0)
			for _, each := range got.Refunds {
				sum += each.Amount
			}
			if got.Status != order.Refunded || sum != o.Total {
				t.Errorf("seed %d: %s, %d of %d was given back", seed, got.Status, sum, o.Total)
			}
			for _, account := range []string{ledger.Cash, ledger.Tax, ledger.Delivery, ledger.Tips, ledger.Store(o.StoreID)} {
				if left := balanceOf(t, w, o, account); left != 0 {
					t.Errorf("seed %d: %s has %d", seed, account, left)
				}
			}
		}
		checkBooks(t, w)
	})
}

// An amount is taken from all who earned from the order, except the rider's tip.
func TestRefund_ORD04_anAmountIsSharedByWhoEarned(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		w.SetSettings(t, func(s *setting.Settings) { s.Checkout.RiderTips = true })
		o := delivered(t, w, 3, func(r *order.Request) { r.Tip = 200 })
		half := (o.Total - o.Tip) / 2
		before := map[string]money.Amount{}
		for _, account := range []string{ledger.Tax, ledger.Delivery, ledger.Store(o.StoreID)} {
			before[account] = balanceOf(t, w, o, account)
		}
		got, err := giveBack(t, w, o.ID, refund.Decision{Amount: half})
		if err != nil || got.Status != order.Delivered || !got.Refunds[0].ByAmount || got.Refunds[0].Amount != half || len(got.Refunds[0].Lines.V) != 0 {
			t.Fatalf("%+v, %v", got.Refunds, err)
		}
		for account, all := range before {
			if left := balanceOf(t, w, o, account); left-all/2 < -1 || left-all/2 > 1 {
				t.Errorf("%s has %d of %d, want the half", account, left, all)
			}
		}
		if tip := balanceOf(t, w, o, ledger.Tips); tip != -200 {
			t.Errorf("of the tip %d is left", tip)
		}
		for _, tt := range []struct {
			name string
			refund.Decision
			want errs.Code
		}{
			{"more than is left", refund.Decision{Amount: o.Total - half + 1}, errs.Conflict},
			{"a part of the tip", refund.Decision{Amount: o.Total - half - 1}, errs.Conflict},
			{"an amount and units", refund.Decision{Amount: 5, Lines: lineOf(o, 1)}, errs.Invalid},
		} {
			if _, err := giveBack(t, w, o.ID, tt.Decision); !errs.Is(err, tt.want) {
				t.Errorf("%s: %v", tt.name, err)
			}
		}
		if got, err := giveBack(t, w, o.ID, refund.Decision{Amount: o.Total - half}); err != nil || got.Status != order.Refunded {
			t.Errorf("all that is left: %s, %v", got.Status, err)
		}
		checkBooks(t, w)
	})
}

// What was asked for as a part of the lines may be answered with an amount.
func TestRefund_ORD04_anAmountInsteadOfWhatWasAskedFor(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		o := delivered(t, w, 3, nil)
		if _, err := w.Orders.RequestRefund(t.Context(), o.ID, ownerOf(o), refund.Request{Reason: "quality", Lines: lineOf(o, 2)}); err != nil {
			t.Fatal(err)
		}
		got, err := giveBack(t, w, o.ID, refund.Decision{Amount: 100})
		if err != nil || got.Status != order.Delivered || got.Refunded != 100 || got.Lines[0].RefundedQuantity != 0 || !got.CanRequestRefund() {
			t.Errorf("%s, %d, %d units, %v", got.Status, got.Refunded, got.Lines[0].RefundedQuantity, err)
		}
		checkBooks(t, w)
	})
}

// Units that cost more than an amount has left are not given back: not the others either.
func TestRefund_TRAP_O3_unitsAfterALargeAmount(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		o := delivered(t, w, 10, nil)
		if _, err := giveBack(t, w, o.ID, refund.Decision{Amount: o.Total - 100}); err != nil {
			t.Fatal(err)
		}
		if _, err := giveBack(t, w, o.ID, refund.Decision{Lines: lineOf(o, 1)}); !errs.Is(err, errs.Conflict) {
			t.Errorf("a unit of 3.33 when 1.00 is left: %v", err)
		}
		if got := find(t, w, o.ID); got.Status != order.Delivered || got.Lines[0].RefundedQuantity != 0 {
			t.Errorf("%s, %d units", got.Status, got.Lines[0].RefundedQuantity)
		}
		checkBooks(t, w)
	})
}

// A parcel has no lines: an amount of it, or everything.
func TestRefund_ORD04_PCL01_ofAParcelInPart(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		documents := w.OfferParcels(t)
		r := w.Agree(t, ordertest.Parcel(w.Guest(t), documents))
		placed, err := w.Orders.Place(t.Context(), "key-1", r)
		if err != nil {
			t.Fatal(err)
		}
		id := placed.ID
		bring(t, w, placed, order.Confirmed, order.PickedUp, order.Delivered)
		got, err := giveBack(t, w, id, refund.Decision{Amount: 120})
		if err != nil || got.Status != order.Delivered || got.Refunded != 120 {
			t.Fatalf("%s, %d, %v", got.Status, got.Refunded, err)
		}
		if got, err = giveBack(t, w, id, refund.Decision{Whole: true}); err != nil || got.Status != order.Refunded || got.Refunded != got.Total {
			t.Errorf("%s, %d of %d, %v", got.Status, got.Refunded, got.Total, err)
		}
		checkBooks(t, w)
	})
}
