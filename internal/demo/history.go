package demo

import (
	"context"
	"errors"
	"fmt"
	"time"

	"hawker/internal/cart"
	"hawker/internal/clock"
	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/order"
	"hawker/internal/purchase"
	"hawker/internal/refund"
	"hawker/internal/reward"
	"hawker/internal/setting"
)

// HistoryDeps are what the past orders of a sample customer need.
type HistoryDeps struct {
	DB       *db.DB
	Orders   *order.Service
	Settings *setting.Service
	Rewards  *reward.Service
	Now      time.Time
	Shopper  int64       // the customer's
	Name     string      // of the customer
	Phone    string      // of the customer
	Store    string      // slug of a store that never closes
	Decider  order.Staff // decides the refunds
}

// pastOrder is an order of some days ago, and what came of it.
type pastOrder struct {
	days    int
	refund  *refund.Request // nil: none was asked for
	part    bool            // of it: one unit of two
	decided *refund.Decision
}

// pastOrders show a refund in every state.
var pastOrders = []pastOrder{
	{days: 12},
	{days: 9, refund: &refund.Request{Reason: "late", Note: "It came an hour late and cold."}, decided: &refund.Decision{Approve: true, Reason: "We are sorry: the kitchen had lost your order."}},
	{days: 6, refund: &refund.Request{Reason: "missing", Note: "One of two was missing."}, part: true, decided: &refund.Decision{Approve: true, Reason: "We are sorry that this happened."}},
	{days: 4, refund: &refund.Request{Reason: "wrong", Note: "I wanted the other one."}, decided: &refund.Decision{Reason: "The store has checked it: this is what was ordered."}},
	{days: 1, refund: &refund.Request{Reason: "quality", Note: "It tasted of nothing."}, part: true},
}

// AddHistory gives a sample customer past orders, unless they have orders. The last
// refund is left for a person to decide.
func AddHistory(ctx context.Context, d HistoryDeps) error {
	placed, err := db.One[int64](ctx, d.DB.R, `SELECT COUNT(*) FROM orders WHERE shopper_id = $1`, d.Shopper)
	if err != nil || placed > 0 {
		return err
	}
	for _, p := range pastOrders {
		err := d.add(ctx, p)
		if errs.Is(err, errs.Conflict) { // another instance starts too, and has done it
			return nil
		}
		if err != nil {
			return fmt.Errorf("add an order of %d days ago: %w", p.days, err)
		}
	}
	return nil
}

// add places an order, delivers it and decides its refund, all on its day.
func (d HistoryDeps) add(ctx context.Context, p pastOrder) error {
	day := clock.NewManual(d.Now.AddDate(0, 0, -p.days))
	orders := d.Orders.At(day)
	orders.Listener = d.Rewards.Past(day)
	o, err := d.place(ctx, orders, p.days)
	if err != nil {
		return err
	}
	for _, to := range []order.Status{order.Confirmed, order.Processing, order.Handover, order.PickedUp, order.Delivered} {
		day.Advance(6 * time.Minute)
		if err := orders.Move(ctx, o.ID, to, order.ByAdmin, ""); err != nil {
			return err
		}
	}
	if p.refund == nil {
		return nil
	}
	request := *p.refund
	if p.part {
		request.Lines = []refund.Line{{LineID: o.Lines[0].ID, Quantity: 1}}
	}
	day.Advance(20 * time.Minute)
	if _, err := orders.RequestRefund(ctx, o.ID, order.Owner{ShopperID: d.Shopper}, request); err != nil || p.decided == nil {
		return err
	}
	decision := *p.decided
	decision.PurchaseID = o.ID
	day.Advance(40 * time.Minute)
	_, err = orders.DecideRefund(ctx, d.Decider, decision)
	return err
}

// place orders two units of the store's first item that can be ordered as it is.
func (d HistoryDeps) place(ctx context.Context, orders *order.Service, days int) (order.OrderDetails, error) {
	settings, err := d.Settings.Get(ctx)
	if err != nil {
		return order.OrderDetails{}, err
	}
	items, err := db.Many[struct{ ID, ModuleID int64 }](ctx, d.DB.R,
		`SELECT items.id, items.module_id FROM items JOIN stores ON stores.id = items.store_id WHERE stores.slug = $1 ORDER BY items.id`, d.Store)
	if err != nil {
		return order.OrderDetails{}, err
	}
	for _, item := range items {
		r := order.Request{
			ShopperID: d.Shopper, ModuleID: item.ModuleID, Source: order.BuyNow, Type: order.Delivery, PaymentMethod: purchase.CashOnDelivery,
			Address: &order.Address{Address: settings.Location.Address, Point: settings.Location.Default, Name: d.Name, Phone: d.Phone},
			Line:    cart.NewLine{ItemID: item.ID, Quantity: 2},
		}
		q, err := orders.Quote(ctx, r)
		if errs.Is(err, errs.Invalid) { // it has options to choose from
			continue
		}
		if err != nil {
			return order.OrderDetails{}, err
		}
		if len(q.Problems) > 0 {
			continue
		}
		r.AcceptedTotal, r.Digest = q.Total, q.Digest
		return orders.Place(ctx, fmt.Sprint("history-", days), r)
	}
	return order.OrderDetails{}, errors.New("no item can be ordered")
}
