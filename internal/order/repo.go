package order

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/geo"
)

const columns = `id, shopper_id, module_id, store_id, zone_id, source, order_type, status, payment_method, payment_status,
	subtotal, discount, delivery_charge, tax, tax_included, additional_charge, extra_packaging, tip, total, price_rows,
	distance_metres, address, contact_name, contact_phone, order_note, delivery_instruction, unavailable_item_note, cutlery,
	cancel_reason, rider, schedule_at, created_at, updated_at, contact_email`

const lineColumns = `id, item_id, variation, name, picture, options, note, quantity, unit_price, discount, tax, total`

// insert writes the order and where it came from, its lines, whose ids it fills in,
// and its first move.
func insert(ctx context.Context, tx *db.Tx, w Whole, origin string) error {
	_, err := db.Exec(ctx, tx, `INSERT INTO orders (`+columns+`, placed_from) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13,
			$14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34, $35)`,
		w.ID, w.ShopperID, w.ModuleID, w.StoreID, w.ZoneID, w.Source, w.Type, w.Status, w.PaymentMethod, w.PaymentStatus,
		w.Subtotal, w.Discount, w.DeliveryCharge, w.Tax, w.TaxIncluded, w.AdditionalCharge, w.ExtraPackaging, w.Tip, w.Total,
		w.PriceRows, w.DistanceMetres, w.Address, w.ContactName, w.ContactPhone, w.OrderNote, w.DeliveryInstruction,
		w.UnavailableItemNote, w.Cutlery, w.CancelReason, w.Rider, w.ScheduleAt, w.CreatedAt, w.UpdatedAt, w.ContactEmail, origin)
	if err != nil {
		return fmt.Errorf("insert order: %w", err)
	}
	if err := insertLines(ctx, tx, w.ID, w.Lines); err != nil {
		return err
	}
	return insertMove(ctx, tx, w.ID, w.Moves[0])
}

func insertLines(ctx context.Context, tx *db.Tx, orderID int64, lines []Line) error {
	rows := values{args: []any{orderID}}
	for _, l := range lines {
		rows.add("$1", l.ItemID, l.Variation, l.Name, l.Picture, l.Options, l.Note, l.Quantity, l.UnitPrice, l.Discount, l.Tax, l.Total)
	}
	ids, err := db.Many[int64](ctx, tx, `
		INSERT INTO order_lines (order_id, item_id, variation, name, picture, options, note, quantity, unit_price, discount, tax, total)
		VALUES `+rows.String()+` RETURNING id`, rows.args...)
	if err != nil {
		return fmt.Errorf("insert order lines: %w", err)
	}
	// Ids are handed out in the order of the rows, but may be answered in another.
	slices.Sort(ids)
	for i := range lines {
		lines[i].ID = ids[i]
	}
	return nil
}

func insertMove(ctx context.Context, tx *db.Tx, orderID int64, m Move) error {
	_, err := db.Exec(ctx, tx, `INSERT INTO order_moves (order_id, status, actor, reason, at) VALUES ($1, $2, $3, $4, $5)`,
		orderID, m.Status, m.Actor, m.Reason, m.At)
	if err != nil {
		return fmt.Errorf("stamp order: %w", err)
	}
	return nil
}

// pool is a stock and how much of it goes out.
type pool struct {
	ID        int64
	ItemID    int64
	Variation string
	Quantity  int64
}

// takeStock lets the database compare and subtract in one statement a pool:
// reading first would let two shoppers both buy the last one (S1). Everybody
// takes pools in the same sequence, so that no two can deadlock.
func takeStock(ctx context.Context, tx *db.Tx, orderID int64, q Quote, at time.Time) error {
	pools := q.pools()
	if len(pools) == 0 {
		return nil
	}
	for i := range pools {
		p := &pools[i]
		id, err := db.One[int64](ctx, tx, `
			UPDATE stock SET quantity = quantity - $3 WHERE item_id = $1 AND variation = $2 AND quantity >= $3 RETURNING id`,
			p.ItemID, p.Variation, p.Quantity)
		if errors.Is(err, db.ErrNotFound) {
			return q.told(errs.New(errs.OutOfStock, "Out of Stock"))
		}
		if err != nil {
			return fmt.Errorf("take stock: %w", err)
		}
		p.ID, p.Quantity = id, -p.Quantity
	}
	return noteStock(ctx, tx, orderID, "order", pools, at)
}

// pools are what the lines take, the sum of each (S3), in the sequence in which
// they are taken.
func (q *Quote) pools() []pool {
	var pools []pool
	for _, l := range q.Lines {
		if l.Draw().Stock == nil {
			continue
		}
		at := slices.IndexFunc(pools, func(p pool) bool { return p.ItemID == l.Item.ID && p.Variation == l.Pool() })
		if at < 0 {
			at, pools = len(pools), append(pools, pool{ItemID: l.Item.ID, Variation: l.Pool()})
		}
		pools[at].Quantity += l.Quantity
	}
	slices.SortFunc(pools, func(a, b pool) int {
		return cmp.Or(cmp.Compare(a.ItemID, b.ItemID), cmp.Compare(a.Variation, b.Variation))
	})
	return pools
}

// returnStock gives back what the order took.
func returnStock(ctx context.Context, tx *db.Tx, orderID int64, at time.Time) ([]pool, error) {
	pools, err := db.Many[pool](ctx, tx, `
		SELECT s.id, s.item_id, s.variation, CAST(-SUM(m.delta) AS BIGINT) AS quantity
		FROM stock_moves m JOIN stock s ON s.id = m.stock_id
		WHERE m.order_id = $1 GROUP BY s.id, s.item_id, s.variation ORDER BY s.item_id, s.variation`, orderID)
	if err != nil {
		return nil, fmt.Errorf("read stock moves: %w", err)
	}
	if len(pools) == 0 {
		return nil, nil
	}
	for _, p := range pools {
		if _, err := db.Exec(ctx, tx, `UPDATE stock SET quantity = quantity + $2 WHERE id = $1`, p.ID, p.Quantity); err != nil {
			return nil, fmt.Errorf("return stock: %w", err)
		}
	}
	return pools, noteStock(ctx, tx, orderID, "cancel", pools, at)
}

// noteStock writes the moves that a stock's quantity is the sum of.
func noteStock(ctx context.Context, tx *db.Tx, orderID int64, reason string, pools []pool, at time.Time) error {
	rows := values{args: []any{reason, orderID, at.UnixMilli()}}
	for _, p := range pools {
		rows.add("$1, $2, $3", p.ID, p.Quantity)
	}
	_, err := db.Exec(ctx, tx, `INSERT INTO stock_moves (reason, order_id, created_at, stock_id, delta) VALUES `+rows.String(), rows.args...)
	if err != nil {
		return fmt.Errorf("note stock moves: %w", err)
	}
	return nil
}

// values is the rows of one INSERT.
type values struct {
	text strings.Builder
	args []any
}

// add adds a row: columns that all rows share, then its own.
func (v *values) add(shared string, own ...any) {
	if v.text.Len() > 0 {
		v.text.WriteString(", ")
	}
	v.text.WriteString("(" + shared)
	for _, arg := range own {
		v.args = append(v.args, arg)
		fmt.Fprintf(&v.text, ", $%d", len(v.args))
	}
	v.text.WriteByte(')')
}

func (v *values) String() string { return v.text.String() }

// byID reads an order's own row.
func byID(ctx context.Context, q db.Q, id int64) (Order, error) {
	o, err := db.One[Order](ctx, q, `SELECT `+columns+` FROM orders WHERE id = $1`, id)
	if errors.Is(err, db.ErrNotFound) {
		return o, errUnknown
	}
	if err != nil {
		return o, fmt.Errorf("read order: %w", err)
	}
	return o, nil
}

// errUnknown is the answer about an order that does not exist and about one that
// is somebody else's: nobody learns which (P1).
var errUnknown = errs.New(errs.NotFound, "This order was not found.")

// whole reads an order with its lines and moves.
func whole(ctx context.Context, q db.Q, id int64) (w Whole, err error) {
	if w.Order, err = byID(ctx, q, id); err != nil {
		return w, err
	}
	w.Lines, err = db.Many[Line](ctx, q, `
		SELECT `+lineColumns+` FROM order_lines WHERE order_id = $1 ORDER BY id`, id)
	if err != nil {
		return w, fmt.Errorf("read order lines: %w", err)
	}
	w.Moves, err = moves(ctx, q, id)
	return w, err
}

func moves(ctx context.Context, q db.Q, id int64) ([]Move, error) {
	all, err := db.Many[Move](ctx, q, `SELECT status, actor, reason, at FROM order_moves WHERE order_id = $1 ORDER BY id`, id)
	if err != nil {
		return nil, fmt.Errorf("read order moves: %w", err)
	}
	return all, nil
}

// site is where a store is.
type site struct {
	ZoneID              int64
	Latitude, Longitude float64
}

func (s site) point() geo.Point { return geo.Point{Lat: s.Latitude, Lng: s.Longitude} }

// site is where the store of what is to be bought is, the zero site when there
// is nothing to buy.
func (p *placing) site(ctx context.Context, q db.Q) (site, error) {
	var at []site
	var err error
	if p.Source == BuyNow {
		at, err = db.Many[site](ctx, q, `
			SELECT s.zone_id, s.latitude, s.longitude FROM items i JOIN stores s ON s.id = i.store_id WHERE i.id = $1`, p.Line.ItemID)
	} else {
		at, err = db.Many[site](ctx, q, `
			SELECT s.zone_id, s.latitude, s.longitude FROM carts c JOIN stores s ON s.id = c.store_id
			WHERE c.shopper_id = $1 AND c.module_id = $2`, p.ShopperID, p.ModuleID)
	}
	if err != nil {
		return site{}, fmt.Errorf("find the store: %w", err)
	}
	if len(at) == 0 {
		return site{}, nil
	}
	return at[0], nil
}
