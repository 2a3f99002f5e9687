package order_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hawker/internal/catalog"
	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/ledger"
	"hawker/internal/money"
	"hawker/internal/order"
	"hawker/internal/order/ordertest"
	"hawker/internal/pricing"
	"hawker/internal/purchase"
	"hawker/internal/refund"
	"hawker/internal/upload"
)

// delivered places an order of some units of one item, and brings it.
func delivered(t *testing.T, w *ordertest.Fixture, units int64, edit func(*order.Request)) order.OrderDetails {
	t.Helper()
	return deliveredAs(t, w, "key-1", units, edit)
}

func deliveredAs(t *testing.T, w *ordertest.Fixture, key string, units int64, edit func(*order.Request)) order.OrderDetails {
	t.Helper()
	store := w.Store(t, func(s *catalog.Store) { s.TaxRate = 1075 })
	r := ordertest.BuyNow(w.Guest(t), w.Item(t, store, 333, 1000, nil), units)
	if edit != nil {
		edit(&r)
	}
	o := w.Place(t, key, r)
	bring(t, w, o, order.Confirmed, order.Processing, order.Handover, order.PickedUp, order.Delivered)
	return find(t, w, o.ID)
}

func ownerOf(o order.OrderDetails) order.Owner { return order.Owner{ShopperID: o.ShopperID} }

// lineOf is some units of the order's only line.
func lineOf(o order.OrderDetails, units int64) []refund.Line {
	return []refund.Line{{LineID: o.Lines[0].ID, Quantity: units}}
}

func balanceOf(t *testing.T, w *ordertest.Fixture, o order.OrderDetails, account string) money.Amount {
	t.Helper()
	return money.Amount(w.Number(t, `
		SELECT CAST(COALESCE(SUM(e.amount), 0) AS BIGINT) FROM ledger_entries e JOIN ledger_transfers t ON t.id = e.transfer_id
		WHERE t.order_id = $1 AND e.account = $2`, o.ID, account))
}

func TestRefund_ORD04_isRequestedWithReasonNoteAndImages(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		o := delivered(t, w, 3, nil)
		ask := func(edit func(*refund.Request)) error {
			r := refund.Request{Reason: "damaged", Note: " All wet ", Lines: lineOf(o, 2)}
			edit(&r)
			_, err := w.Orders.RequestRefund(t.Context(), o.ID, ownerOf(o), r)
			return err
		}
		foreign := w.Upload(t, w.Guest(t), upload.Refund)
		for name, edit := range map[string]func(*refund.Request){
			"no reason":          func(r *refund.Request) { r.Reason = "" },
			"a long note":        func(r *refund.Request) { r.Note = strings.Repeat("x", 1001) },
			"four images":        func(r *refund.Request) { r.Images = []string{"1", "2", "3", "4"} },
			"another's image":    func(r *refund.Request) { r.Images = []string{foreign} },
			"an unknown line":    func(r *refund.Request) { r.Lines = []refund.Line{{LineID: 99999, Quantity: 1}} },
			"a line twice":       func(r *refund.Request) { r.Lines = append(lineOf(o, 1), lineOf(o, 1)...) },
			"less than one unit": func(r *refund.Request) { r.Lines = lineOf(o, 0) },
		} {
			if err := ask(edit); !errs.Is(err, errs.Invalid) {
				t.Errorf("%s: %v", name, err)
			}
		}
		if err := ask(func(r *refund.Request) { r.Lines = lineOf(o, 4) }); !errs.Is(err, errs.Conflict) {
			t.Errorf("more than were ordered: %v", err)
		}
		if _, err := w.Orders.RequestRefund(t.Context(), o.ID, order.Owner{ShopperID: w.Guest(t)}, refund.Request{Reason: "late"}); !errs.Is(err, errs.NotFound) {
			t.Errorf("TRAP_P1: by a stranger: %v", err)
		}
		image := w.Upload(t, o.ShopperID, upload.Refund)
		_, problems := together(8, func(int) (struct{}, error) {
			return struct{}{}, ask(func(r *refund.Request) { r.Images = []string{image} })
		})
		if done := countNil(problems); done != 1 {
			t.Errorf("%d of 8 requests at once were taken", done)
		}
		got := find(t, w, o.ID)
		if r := got.Refunds[0]; got.Status != order.RefundRequested || len(got.Refunds) != 1 || r.Reason != "It arrived damaged" || r.Note != "All wet" || r.Amount != 0 ||
			!slices.Equal(r.Images.V, []string{image}) || !slices.Equal(r.Lines.V, lineOf(o, 2)) {
			t.Errorf("the request: %s %+v", got.Status, got.Refunds)
		}
	})
}

func countNil(problems []error) (n int) {
	for _, err := range problems {
		if err == nil {
			n++
		}
	}
	return n
}

// Only a delivered and paid order has a refund.
func TestRefund_ORD04_TRAP_O5_onlyAfterTheDelivery(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		o := w.Place(t, "key-1", ordertest.BuyNow(w.Guest(t), w.Item(t, w.Store(t, nil), 1000, 10, nil), 1))
		admin := w.Admin(t)
		for range 2 {
			if _, err := w.Orders.RequestRefund(t.Context(), o.ID, ownerOf(o), refund.Request{Reason: "late"}); !errs.Is(err, errs.Conflict) {
				t.Errorf("requested: %v", err)
			}
			if _, err := w.Orders.DecideRefund(t.Context(), admin, refund.Decision{PurchaseID: o.ID, Approve: true, Reason: "Sorry"}); !errs.Is(err, errs.Conflict) {
				t.Errorf("approved: %v", err)
			}
			if find(t, w, o.ID).Status == order.Pending {
				bring(t, w, o, order.Canceled)
			}
		}
		for _, who := range []order.Staff{w.Vendor(t, o.StoreID), w.Rider(t, ordertest.ZoneID)} {
			if _, err := w.Orders.DecideRefund(t.Context(), who, refund.Decision{PurchaseID: o.ID, Approve: true}); !errs.Is(err, errs.NotFound) {
				t.Errorf("decided by a %s: %v", who.Actor, err)
			}
		}
	})
}

func TestRefund_ORD04_ORD05_wholeInPartAndRefused(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		w.Coupon(t, nil) // 1.00 off, paid by the shop
		o := delivered(t, w, 3, func(r *order.Request) { r.CouponCode = "WELCOME" })
		admin := w.Admin(t)
		ask := func(lines []refund.Line) {
			t.Helper()
			if _, err := w.Orders.RequestRefund(t.Context(), o.ID, ownerOf(o), refund.Request{Reason: "missing", Lines: lines}); err != nil {
				t.Fatal(err)
			}
		}
		decide := func(d refund.Decision) order.OrderDetails {
			t.Helper()
			d.PurchaseID, d.Refunded = o.ID, find(t, w, o.ID).Refunded
			got, err := w.Orders.DecideRefund(t.Context(), admin, d)
			if err != nil {
				t.Fatal(err)
			}
			return got
		}
		ask(nil)
		if _, err := w.Orders.DecideRefund(t.Context(), admin, refund.Decision{PurchaseID: o.ID}); !errs.Is(err, errs.Invalid) {
			t.Errorf("refused without a reason: %v", err)
		}
		sales := w.Number(t, `SELECT sold_count FROM items`)
		no := decide(refund.Decision{Reason: "We saw it arrive."})
		if r := no.Refunds[0]; no.Status != order.Delivered || no.Refunded != 0 || r.Status != refund.Refused || r.Answer != "We saw it arrive." || r.StaffName != admin.Name || r.DecidedAt == nil {
			t.Errorf("after the no: %s, %+v", no.Status, r)
		}
		ask(lineOf(o, 1))
		part := decide(refund.Decision{Approve: true})
		line := o.Lines[0]
		unit := line.Total.MulRatio(1, 3) + line.Tax.MulRatio(1, 3)
		if r := part.Refunds[1]; part.Status != order.Delivered || part.PaymentStatus != "paid" || part.Refunded != unit || r.Amount != unit || part.Lines[0].RefundedQuantity != 1 {
			t.Errorf("after a part: %s, %d of %d, %+v", part.Status, part.Refunded, unit, r)
		}
		if cash := balanceOf(t, w, o, ledger.Cash); cash != o.Total-unit {
			t.Errorf("%d is left in cash, want %d", cash, o.Total-unit)
		}
		if n := w.Number(t, `SELECT sold_count FROM items`); n != sales {
			t.Errorf("%d sales are counted, want %d", n, sales)
		}
		ask(nil)
		whole := decide(refund.Decision{Approve: true})
		if whole.Status != order.Refunded || whole.PaymentStatus != "refunded" || whole.Refunded != o.Total || whole.Refunds[2].Amount != o.Total-unit || whole.Lines[0].RefundedQuantity != 3 {
			t.Errorf("after the rest: %s, %d, %+v", whole.Status, whole.Refunded, whole.Refunds)
		}
		for _, account := range []string{ledger.Cash, ledger.Tax, ledger.Coupons, ledger.Store(o.StoreID), ledger.Delivery} {
			if left := balanceOf(t, w, o, account); left != 0 {
				t.Errorf("%d is left on %s", left, account)
			}
		}
		if stock, uses := w.Number(t, `SELECT quantity FROM stock`), w.Number(t, `SELECT COUNT(*) FROM coupon_uses WHERE freed_at IS NULL`); stock != 1000 || uses != 0 {
			t.Errorf("%d in stock, %d uses of the coupon", stock, uses)
		}
		if _, err := w.Orders.DecideRefund(t.Context(), admin, refund.Decision{PurchaseID: o.ID, Approve: true, Reason: "Again"}); !errs.Is(err, errs.Conflict) {
			t.Errorf("refunded twice: %v", err)
		}
	})
}

// A shopper may ask three times.
func TestRefund_ORD04_isRequestedThreeTimesAtMost(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		o, admin := delivered(t, w, 5, nil), w.Admin(t)
		for i := range 3 { // refunds that nobody asked for do not count
			d := refund.Decision{PurchaseID: o.ID, Approve: true, Lines: lineOf(o, 1), Reason: fmt.Sprint("Sorry ", i), Refunded: find(t, w, o.ID).Refunded}
			if _, err := w.Orders.DecideRefund(t.Context(), admin, d); err != nil {
				t.Fatal(err)
			}
		}
		for i := range 4 {
			_, err := w.Orders.RequestRefund(t.Context(), o.ID, ownerOf(o), refund.Request{Reason: "late"})
			if got := find(t, w, o.ID); (err == nil) != (i < 3) || i == 3 && (got.CanRequestRefund() || !errs.Is(err, errs.Conflict)) {
				t.Errorf("request %d: %v", i+1, err)
			}
			if i < 3 {
				if _, err := w.Orders.DecideRefund(t.Context(), admin, refund.Decision{PurchaseID: o.ID, Reason: "No"}); err != nil {
					t.Fatal(err)
				}
			}
		}
	})
}

// The old link of an order still opens it after its customer was deleted.
func TestRefund_ORD04_PROF05_isNotRequestedForADeletedAccount(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		o := delivered(t, w, 1, nil)
		if !find(t, w, o.ID).CanRequestRefund() {
			t.Fatal("nobody may ask")
		}
		inTx(t, w, func(tx *db.Tx) error { return w.Orders.Anonymize(t.Context(), tx, o.ShopperID) })
		_, err := w.Orders.RequestRefund(t.Context(), o.ID, order.Owner{Token: w.Tokens.Tracking(o.ID)}, refund.Request{Reason: "late", Note: "I am Asha."})
		if !errs.Is(err, errs.Conflict) || find(t, w, o.ID).CanRequestRefund() {
			t.Errorf("asked: %v", err)
		}
		if n := w.Number(t, `SELECT COUNT(*) FROM refunds`); n != 0 {
			t.Errorf("%d requests are kept", n)
		}
	})
}

// A decision that is sent twenty times at once pays once, until no unit is left: the sum is
// what the units cost, to the cent.
func TestRefund_TRAP_O1_TRAP_O3_parallelPartsPayOnceAndNeverMoreThanWasPaid(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		const units, times = 12, 20
		o, admin := delivered(t, w, units, nil), w.Admin(t)
		for round := range units + 1 {
			d := refund.Decision{PurchaseID: o.ID, Approve: true, Lines: lineOf(o, 1), Reason: "Sorry", Refunded: find(t, w, o.ID).Refunded}
			_, problems := together(times, func(int) (struct{}, error) {
				_, err := w.Orders.DecideRefund(t.Context(), admin, d)
				return struct{}{}, err
			})
			for _, err := range problems {
				if err != nil && !errs.Is(err, errs.Conflict) {
					t.Fatal(err)
				}
			}
			if done := countNil(problems); done != 1 && round < units || done > 0 && round == units {
				t.Errorf("round %d: %d of %d succeeded", round, done, times)
			}
		}
		paid := o.Lines[0].Total + o.Lines[0].Tax // of the line: the delivery is not refunded by units
		got := find(t, w, o.ID)
		if got.Refunded != paid || got.Lines[0].RefundedQuantity != units || balanceOf(t, w, o, ledger.Cash) != o.Total-paid {
			t.Errorf("%d of %d was given back", got.Refunded, paid)
		}
	})
}

// Some units are given back as asked for. The same answer once more does not give back
// the rest.
func TestRefund_TRAP_O1_anAnswerSentAgainPaysOnce(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		o, admin := delivered(t, w, 3, nil), w.Admin(t)
		if _, err := w.Orders.RequestRefund(t.Context(), o.ID, ownerOf(o), refund.Request{Reason: "missing", Lines: lineOf(o, 1)}); err != nil {
			t.Fatal(err)
		}
		yes := refund.Decision{PurchaseID: o.ID, Approve: true, Reason: "Sorry"}
		first, err := w.Orders.DecideRefund(t.Context(), admin, yes)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Orders.DecideRefund(t.Context(), admin, yes); !errs.Is(err, errs.Conflict) {
			t.Errorf("sent again: %v", err)
		}
		if yes.Refunded = first.Refunded; yes.Refunded == 0 {
			t.Error("nothing was given back")
		}
		if _, err := w.Orders.DecideRefund(t.Context(), admin, yes); !errs.Is(err, errs.Invalid) {
			t.Errorf("without an open request, and without saying what: %v", err)
		}
		if got := find(t, w, o.ID).Refunded; got != first.Refunded {
			t.Errorf("%d was given back, want %d", got, first.Refunded)
		}
	})
}

// The whole order and its parts are refunded at once: nothing is given back twice.
func TestRefund_TRAP_O3_ORD05_wholeAndPartsAtOnce(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		o, admin := delivered(t, w, 10, nil), w.Admin(t)
		giveBack := func(d refund.Decision) error {
			seen, err := w.Orders.Find(context.Background(), o.ID, ownerOf(o))
			if err != nil {
				return err
			}
			d.PurchaseID, d.Approve, d.Reason, d.Refunded = o.ID, true, "Sorry", seen.Refunded
			_, err = w.Orders.DecideRefund(context.Background(), admin, d)
			return err
		}
		together(60, func(i int) (struct{}, error) {
			switch i % 3 {
			case 0:
				return struct{}{}, giveBack(refund.Decision{Whole: true})
			case 1:
				_, err := w.Orders.RequestRefund(t.Context(), o.ID, ownerOf(o), refund.Request{Reason: "late"})
				return struct{}{}, err
			}
			return struct{}{}, giveBack(refund.Decision{Lines: lineOf(o, 1)})
		})
		if find(t, w, o.ID).Status != order.Refunded { // each whole refund met a part
			if err := giveBack(refund.Decision{Whole: true}); err != nil {
				t.Fatal(err)
			}
		}
		got := find(t, w, o.ID)
		if got.Status != order.Refunded || got.Refunded != o.Total || balanceOf(t, w, o, ledger.Cash) != 0 || w.Number(t, `SELECT quantity FROM stock`) != 1000 {
			t.Errorf("%s, %d of %d was given back", got.Status, got.Refunded, o.Total)
		}
	})
}

// A canceled order says what came back of all that was paid, as one of which a part came back.
func TestRows_ORD01_ORD05_TRAP_M8_haveAllThatCameBackOfACanceledOrder(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		item := w.Item(t, w.Store(t, nil), 1000, 50, nil)
		for _, tt := range []struct {
			name   string
			wallet money.Amount // in it
			all    bool         // the wallet pays all
		}{
			{"not paid yet", 0, false},
			{"partly from the wallet", 500, false},
			{"from the wallet", 100_000, true},
		} {
			customer, shopper := w.WithMoney(t, max(tt.wallet, 1))
			r := ordertest.BuyNow(shopper, item, 1)
			r.CustomerID, r.Guest, r.UseWallet = customer, false, tt.wallet > 0
			if tt.all {
				r.PaymentMethod = purchase.WalletPayment
			}
			o := w.Place(t, "key of "+tt.name, r)
			if _, err := w.Orders.Cancel(t.Context(), o.ID, ownerOf(o), "mistake"); err != nil {
				t.Fatal(err)
			}
			var want []pricing.Row
			if o.WalletPart > 0 {
				want = []pricing.Row{{Code: pricing.RowRefunded, Label: "price_row.refunded", Amount: -o.WalletPart}, {Code: pricing.RowPaid, Label: "price_row.paid"}}
			}
			got := find(t, w, o.ID).Rows()
			if diff := cmp.Diff(append(slices.Clip(o.Rows()), want...), got); diff != "" {
				t.Errorf("%s: %s", tt.name, diff)
			}
		}
	})
}
