package order

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/geo"
	"hawker/internal/purchase"
)

const columns = `id, shopper_id, module_id, zone_id, source, order_type, status, payment_method, payment_status,
	subtotal, discount, delivery_charge, tax, tax_included, additional_charge, extra_packaging, tip, total, price_rows,
	distance_metres, address, contact_name, contact_phone, order_note, delivery_instruction, unavailable_item_note, cutlery,
	cancel_reason, rider, schedule_at, created_at, updated_at, contact_email, coupon_code, coupon_discount, coupon_delivery, payment_gateway, wallet_part, paid_at, parcel, receiver, self_delivery`

// readColumns are those that placing an order leaves empty, too.
const readColumns = columns + `, COALESCE(store_id, 0) AS store_id, rider_id, ready_at, prescription_status, refunded, payment_due_at, paid_back, wallet_back, cash_refunded, cash_repaid`

const lineColumns = `id, item_id, variation, name, picture, options, note, quantity, unit_price, discount, coupon, tax, total,
	campaign_id, flash_sale_item_id, offer, refunded_quantity, choice`

// insert writes the order, its lines, whose ids it sets, and its first move. origin is
// the hash of the network address.
func insert(ctx context.Context, tx *db.Tx, w OrderDetails, origin string) error {
	_, err := db.Exec(ctx, tx, `INSERT INTO orders (`+columns+`, placed_from, store_id) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13,
			$14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34, $35, $36, $37, $38, $39, $40, $41, $42, $43, NULLIF($44, 0))`,
		w.ID, w.ShopperID, w.ModuleID, w.ZoneID, w.Source, w.Type, w.Status, w.PaymentMethod, w.PaymentStatus,
		w.Subtotal, w.Discount, w.DeliveryCharge, w.Tax, w.TaxIncluded, w.AdditionalCharge, w.ExtraPackaging, w.Tip, w.Total,
		w.PriceRows, w.DistanceMetres, w.Address, w.ContactName, w.ContactPhone, w.OrderNote, w.DeliveryInstruction,
		w.UnavailableItemNote, w.Cutlery, w.CancelReason, w.Rider, w.ScheduleAt, w.CreatedAt, w.UpdatedAt, w.ContactEmail,
		w.CouponCode, w.CouponDiscount, w.CouponDelivery, w.PaymentGateway, w.WalletPart, w.PaidAt, w.Parcel, w.Receiver, w.SelfDelivery, origin, w.StoreID)
	if err != nil {
		return fmt.Errorf("insert order: %w", err)
	}
	if err := insertLines(ctx, tx, w.ID, w.Lines); err != nil {
		return err
	}
	return w.Moves[0].Insert(ctx, tx, purchase.Order, w.ID)
}

func insertLines(ctx context.Context, tx *db.Tx, orderID int64, lines []Line) error {
	if len(lines) == 0 { // a parcel
		return nil
	}
	rows := db.NewValues(orderID)
	for _, l := range lines {
		rows.Add(l.ItemID, l.Variation, l.Name, l.Picture, l.Options, l.Note, l.Quantity, l.UnitPrice, l.Discount, l.Coupon, l.Tax, l.Total,
			l.CampaignID, l.FlashSaleItemID, l.Offer, l.Choice)
	}
	ids, err := db.Many[int64](ctx, tx, `
		INSERT INTO order_lines (order_id, item_id, variation, name, picture, options, note, quantity, unit_price, discount, coupon, tax, total,
			campaign_id, flash_sale_item_id, offer, choice)
		VALUES `+rows.String()+` RETURNING id`, rows.Args()...)
	if err != nil {
		return fmt.Errorf("insert order lines: %w", err)
	}
	// Ids are assigned in the order of the rows, but may be returned in another order.
	slices.Sort(ids)
	for i := range lines {
		lines[i].ID = ids[i]
	}
	return nil
}

// byID reads the row of an order.
func byID(ctx context.Context, q db.Q, id int64) (Order, error) {
	return orderWhere(ctx, q, `id = $1`, id)
}

// lockOrder reads an order and locks its row until the transaction ends.
func lockOrder(ctx context.Context, tx *db.Tx, id int64) (Order, error) {
	return orderWhere(ctx, tx, `id = $1`+tx.Dialect.Locked(), id)
}

func orderWhere(ctx context.Context, q db.Q, where string, id int64) (Order, error) {
	o, err := db.One[Order](ctx, q, `SELECT `+readColumns+` FROM orders WHERE `+where, id)
	if errors.Is(err, db.ErrNotFound) {
		return o, errUnknown
	}
	if err != nil {
		return o, fmt.Errorf("read order: %w", err)
	}
	return o, nil
}

// errUnknown is returned for an order that does not exist and for one of somebody else:
// nobody learns which (P1).
var errUnknown = errs.New(errs.NotFound, "This order was not found.")

// readDetails reads an order with its lines and moves.
func readDetails(ctx context.Context, q db.Q, id int64) (OrderDetails, error) {
	o, err := byID(ctx, q, id)
	if err != nil {
		return OrderDetails{}, err
	}
	all, err := detailsOf(ctx, q, o)
	if err != nil {
		return OrderDetails{}, err
	}
	return all[0], nil
}

// detailsOf reads the lines, moves and refunds of orders, in three statements for any
// number.
func detailsOf(ctx context.Context, q db.Q, orders ...Order) ([]OrderDetails, error) {
	ids := make([]int64, len(orders))
	for i, o := range orders {
		ids[i] = o.ID
	}
	lines, err := linesOf(ctx, q, ids...)
	if err != nil {
		return nil, err
	}
	moves, err := movesOf(ctx, q, ids...)
	if err != nil {
		return nil, err
	}
	refunds, err := refundsOf(ctx, q, orders...)
	if err != nil {
		return nil, err
	}
	all := make([]OrderDetails, len(orders))
	for i, o := range orders {
		all[i] = OrderDetails{Order: o, Lines: lines[o.ID], Moves: moves[o.ID], Refunds: refunds[o.ID]}
	}
	return all, nil
}

// linesOf returns the lines of orders, by order.
func linesOf(ctx context.Context, q db.Q, ids ...int64) (map[int64][]Line, error) {
	found := map[int64][]Line{}
	if len(ids) == 0 {
		return found, nil
	}
	type row struct {
		OrderID int64
		Line
	}
	list, args := db.InList(ids)
	rows, err := db.Many[row](ctx, q, `SELECT order_id, `+lineColumns+` FROM order_lines WHERE order_id IN `+list+` ORDER BY id`, args...)
	if err != nil {
		return nil, fmt.Errorf("read order lines: %w", err)
	}
	for _, r := range rows {
		found[r.OrderID] = append(found[r.OrderID], r.Line)
	}
	return found, nil
}

// movesOf returns the moves of orders, by order.
func movesOf(ctx context.Context, q db.Q, ids ...int64) (map[int64][]Move, error) {
	return purchase.Moves[Status, Actor](ctx, q, purchase.Order, ids...)
}

// storeLocation is where a store is.
type storeLocation struct {
	ZoneID              int64
	Latitude, Longitude float64
}

func (s storeLocation) point() geo.Point { return geo.Point{Lat: s.Latitude, Lng: s.Longitude} }

// storeLocation finds the store of the cart, or of the one item. It is zero when there
// is nothing to buy.
func (p *placement) storeLocation(ctx context.Context, q db.Q) (storeLocation, error) {
	var at []storeLocation
	var err error
	if p.Source != FromCart {
		at, err = db.Many[storeLocation](ctx, q, `
			SELECT s.zone_id, s.latitude, s.longitude FROM items i JOIN stores s ON s.id = i.store_id WHERE i.id = $1`, p.Line.ItemID)
	} else {
		at, err = db.Many[storeLocation](ctx, q, `
			SELECT s.zone_id, s.latitude, s.longitude FROM carts c JOIN stores s ON s.id = c.store_id
			WHERE c.shopper_id = $1 AND c.module_id = $2`, p.ShopperID, p.ModuleID)
	}
	if err != nil {
		return storeLocation{}, fmt.Errorf("find the store: %w", err)
	}
	if len(at) == 0 {
		return storeLocation{}, nil
	}
	return at[0], nil
}
