package demo

import (
	"context"
	"fmt"
	"time"

	"hawker/internal/clock"
	"hawker/internal/db"
	"hawker/internal/geo"
	"hawker/internal/order"
	"hawker/internal/parcel"
	"hawker/internal/purchase"
)

// AddParcel gives a sample customer a parcel of three days ago, which its receiver paid at
// the door, unless they have sent one or the town carries none.
func AddParcel(ctx context.Context, d HistoryDeps) error {
	sent, err := db.One[int64](ctx, d.DB.R, `SELECT COUNT(*) FROM orders WHERE shopper_id = $1 AND order_type = $2`, d.Shopper, order.Parcel)
	if err != nil || sent > 0 {
		return err
	}
	day := clock.NewManual(d.Now.AddDate(0, 0, -3))
	orders := d.Orders.At(day)
	orders.Listener = d.Rewards.Past(day)
	r, ok, err := d.parcel(ctx)
	if err != nil || !ok {
		return err
	}
	q, err := orders.Quote(ctx, r)
	if err != nil || len(q.Problems) > 0 {
		return err
	}
	r.AcceptedTotal, r.Digest = q.Total, q.Digest
	placed, err := orders.Place(ctx, "history-parcel", r)
	if err != nil {
		return fmt.Errorf("send the sample parcel: %w", err)
	}
	for _, m := range []struct {
		to order.Status
		by order.Actor
	}{{order.Confirmed, order.ByRider}, {order.PickedUp, order.ByAdmin}, {order.Delivered, order.ByAdmin}} {
		day.Advance(9 * time.Minute)
		if err := orders.Move(ctx, placed.ID, m.to, m.by, ""); err != nil {
			return err
		}
	}
	return nil
}

// parcel is sent from the middle of town to the store; false: the town carries none.
func (d HistoryDeps) parcel(ctx context.Context) (r order.Request, ok bool, err error) {
	settings, err := d.Settings.Get(ctx)
	if err != nil {
		return r, false, err
	}
	found, err := db.Many[struct {
		ID, ModuleID        int64
		Address             string
		Latitude, Longitude float64
	}](ctx, d.DB.R, `
		SELECT c.id, c.module_id, s.address, s.latitude, s.longitude
		FROM parcel_categories c JOIN modules m ON m.id = c.module_id, stores s
		WHERE c.active AND m.active AND s.slug = $1 ORDER BY c.position, c.id LIMIT 1`, d.Store)
	if err != nil || len(found) == 0 {
		return r, false, err
	}
	f := found[0]
	return order.Request{
		ShopperID: d.Shopper, ModuleID: f.ModuleID, Source: order.FromParcel, Type: order.Parcel, PaymentMethod: purchase.CashOnDelivery,
		Address: &order.Address{Address: settings.Location.Address, Point: settings.Location.Default, Name: d.Name, Phone: d.Phone},
		Parcel: &order.ParcelRequest{CategoryID: f.ID, Quantity: 2, Payer: parcel.Receiver,
			Receiver: &order.Address{Address: f.Address, Point: geo.Point{Lat: f.Latitude, Lng: f.Longitude}, Name: "Ben Okri", Phone: "+12025550177"}},
	}, true, nil
}
