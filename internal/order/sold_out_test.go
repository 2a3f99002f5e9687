package order_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"hawker/internal/catalog"
	"hawker/internal/errs"
	"hawker/internal/options"
	"hawker/internal/order"
	"hawker/internal/order/ordertest"
	"hawker/internal/stock"
)

// refuse is the move of a store that has nothing more of these lines.
func refuse(o order.OrderDetails, soldOut ...int64) order.StaffMove {
	return order.StaffMove{OrderID: o.ID, To: order.Canceled, Reason: "An item is sold out", SoldOutLines: soldOut}
}

// The units of a refused order come back, except of what its store says is sold out.
func TestCancel_ORD05_TRAP_S5_whatTheStoreHasSoldOutStaysSoldOut(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		store := w.Store(t, nil)
		kept, gone := w.Item(t, store, 1000, 10, nil), w.Item(t, store, 500, 10, nil)
		uncounted, offered := w.Item(t, store, 300, ordertest.Unlimited, nil), w.Item(t, store, 900, 10, nil)
		campaign := w.Campaign(t, offered, 600, 5, nil)
		vendor := w.Vendor(t, store.ID)
		me := w.Guest(t)
		for _, item := range []catalog.Item{kept, gone, uncounted} {
			w.Add(t, me, item, 2, options.Choice{})
		}
		placed := w.Place(t, "key-1", ordertest.Request(me))
		changed := w.Item(t, store, 400, ordertest.Unlimited, nil)
		asPlain := w.Place(t, "key-4", ordertest.BuyNow(w.Guest(t), changed, 1))
		w.Exec(t, `UPDATE items SET options = '{"variations":[{"id":1,"type":"Large","price":400}]}' WHERE id = $1`, changed.ID)
		inCampaign := w.Place(t, "key-2", ofCampaign(w.Guest(t), offered, 3))
		other := w.Place(t, "key-3", ordertest.BuyNow(w.Guest(t), kept, 1))

		lineOf := func(item catalog.Item) int64 {
			at := slices.IndexFunc(placed.Lines, func(l order.Line) bool { return l.ItemID == item.ID })
			return placed.Lines[at].ID
		}
		for name, wrong := range map[string]struct {
			who  order.Staff
			move order.StaffMove
		}{
			"of another order": {vendor, refuse(placed, lineOf(gone), other.Lines[0].ID)},
			"by an admin":      {w.Admin(t), refuse(placed, lineOf(gone))},
			"of a confirmed":   {vendor, order.StaffMove{OrderID: placed.ID, To: order.Confirmed, SoldOutLines: []int64{lineOf(gone)}}},
		} {
			if _, err := w.Orders.MoveBy(t.Context(), wrong.who, wrong.move); !errs.Is(err, errs.Invalid) || errs.All(err)[0].Field != "sold_out_lines" {
				t.Errorf("lines %s: %v", name, err)
			}
		}
		for _, m := range []order.StaffMove{
			refuse(placed, lineOf(gone), lineOf(uncounted), lineOf(gone)), refuse(inCampaign, inCampaign.Lines[0].ID), refuse(other),
			refuse(asPlain, asPlain.Lines[0].ID),
		} {
			if _, err := w.Orders.MoveBy(t.Context(), vendor, m); err != nil {
				t.Fatal(err)
			}
		}
		left, err := stock.LevelsByItem(t.Context(), w.DB.R, []int64{kept.ID, gone.ID, uncounted.ID, offered.ID})
		if err != nil {
			t.Fatal(err)
		}
		if *left[kept.ID].Left(0) != 10 || *left[gone.ID].Left(0) != 0 || left[uncounted.ID].Left(0) == nil || *left[uncounted.ID].Left(0) != 0 {
			t.Errorf("left: %v", left)
		}
		if *left[offered.ID].LeftOfCampaign(campaign.ID) != 0 || *left[offered.ID].Left(0) != 10 {
			t.Errorf("the campaign sells apart from its item: %v", left[offered.ID])
		}
		if n := w.Number(t, `SELECT COUNT(*) FROM stock WHERE item_id = $1`, changed.ID); n != 0 {
			t.Error("the item is sold in variations now, and counted without one")
		}
		if n := w.Number(t, `SELECT COUNT(*) FROM stock s WHERE quantity <> (SELECT COALESCE(SUM(delta), 0) FROM stock_moves m WHERE m.stock_id = s.id)`); n != 0 {
			t.Errorf("%d pools differ from their moves", n)
		}
	})
}

// While stores refuse orders as sold out, no shopper gets a unit that came back, and a pool
// that was not counted is opened once.
func TestCancel_TRAP_S1_TRAP_S5_nobodyGetsWhatIsSoldOut(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		const refused, shoppers = 6, 6
		store := w.Store(t, nil)
		counted, uncounted := w.Item(t, store, 1000, refused, nil), w.Item(t, store, 500, ordertest.Unlimited, nil)
		vendor := w.Vendor(t, store.ID)
		var placed []order.OrderDetails
		for n := range refused {
			me := w.Guest(t)
			w.Add(t, me, uncounted, 1, options.Choice{})
			w.Add(t, me, counted, 1, options.Choice{})
			placed = append(placed, w.Place(t, fmt.Sprint("key-", n), ordertest.Request(me)))
		}
		w.Stock(t, counted.ID, 0, 1) // agreed to, then sold out
		var late []order.Request
		for range shoppers {
			late = append(late, w.Agree(t, ordertest.BuyNow(w.Guest(t), counted, 1)))
		}
		w.Stock(t, counted.ID, 0, 0)
		_, problems := together(refused+shoppers, func(n int) (order.OrderDetails, error) {
			if n < refused {
				return w.Orders.MoveBy(t.Context(), vendor, refuse(placed[n], placed[n].Lines[0].ID, placed[n].Lines[1].ID))
			}
			return w.Orders.Place(t.Context(), "late", late[n-refused])
		})
		if err := errors.Join(problems[:refused]...); err != nil {
			t.Error(err)
		}
		for _, err := range problems[refused:] {
			if !errs.Is(err, errs.OutOfStock) {
				t.Errorf("a shopper gets a unit of a refused order: %v", err)
			}
		}
		if n := w.Number(t, `SELECT COUNT(*) FROM stock WHERE counted_since IS NOT NULL AND quantity = 0`); n != 2 {
			t.Errorf("%d of 2 pools are sold out", n)
		}
		if n := w.Number(t, `SELECT COUNT(*) FROM stock s WHERE quantity <> (SELECT SUM(delta) FROM stock_moves m WHERE m.stock_id = s.id)`); n != 0 {
			t.Errorf("%d pools differ from their moves", n)
		}
	})
}
