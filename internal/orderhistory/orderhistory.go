// Package orderhistory lists and counts the orders of a customer (ORD-01). It reads the rows
// that package order writes, and changes nothing.
package orderhistory

import (
	"context"
	"fmt"

	"github.com/huandu/go-sqlbuilder"

	"hawker/internal/catalog"
	"hawker/internal/db"
	"hawker/internal/order"
	"hawker/internal/parcel"
	"hawker/internal/purchase"
)

// Service lists orders. Safe for concurrent use.
type Service struct{ DB *db.DB }

// Order is an order as a list of orders shows it.
type Order struct {
	ID                 int64
	ModuleID           int64
	StoreID            int64 // 0: a parcel
	ZoneID             int64
	Type               order.Type `db:"order_type"`
	Status             order.Status
	PrescriptionStatus order.PrescriptionStatus
	purchase.Payment
	ScheduleAt *int64 // Unix milliseconds; nil: now
	CreatedAt  int64  // Unix milliseconds
	UpdatedAt  int64  // Unix milliseconds
	Parcel     db.JSON[parcel.Packages]
	Lines      []Line `db:"-"` // of a parcel its packages
}

const columns = `id, module_id, COALESCE(store_id, 0) AS store_id, zone_id, parcel, order_type, status, prescription_status, payment_method, payment_status, payment_due_at, total, schedule_at, created_at, updated_at`

// Line is a line of a listed order.
type Line struct {
	Name     string
	Quantity int64
}

// Seller returns who sells the order.
func (o Order) Seller() order.Seller {
	return order.Seller{StoreID: o.StoreID, ModuleID: o.ModuleID, ZoneID: o.ZoneID}
}

// CanCancel reports whether the shopper may cancel the order (ORD-04).
func (o Order) CanCancel() bool { return order.Order{Type: o.Type, Status: o.Status}.CanCancel() }

// AwaitsPayment reports whether the store waits for the order's payment.
func (o Order) AwaitsPayment() bool {
	return o.Awaited() && !o.Status.Over()
}

// List returns a page of a customer's orders, the newest first, and how many there are
// in all: either those under way or those that are over (ORD-01).
func (s *Service) List(ctx context.Context, shopperID int64, running bool, p catalog.Paging) (page []Order, total int, err error) {
	if page, total, err = s.ListWithoutLines(ctx, shopperID, running, p); err != nil {
		return nil, 0, err
	}
	return page, total, addLines(ctx, s.DB.R, page)
}

// ListWithoutLines is List without the lines of the orders.
func (s *Service) ListWithoutLines(ctx context.Context, shopperID int64, running bool, p catalog.Paging) (page []Order, total int, err error) {
	total, err = db.One[int](ctx, s.DB.R, `
		SELECT CAST(COALESCE(SUM(orders), 0) AS BIGINT) FROM order_counts WHERE shopper_id = $1 AND is_over = $2`, shopperID, !running)
	if err != nil {
		return nil, 0, fmt.Errorf("count orders: %w", err)
	}
	if page, err = s.page(ctx, shopperID, running, p, total); err != nil {
		return nil, 0, fmt.Errorf("list orders: %w", err)
	}
	return page, total, nil
}

// page reads the orders of a page. Their ids are found in the index orders_by_shopper
// alone, counted from the nearer end.
func (s *Service) page(ctx context.Context, shopperID int64, running bool, p catalog.Paging, total int) ([]Order, error) {
	direction, skip, size := "DESC", (p.Number-1)*p.Size, min(p.Size, total-(p.Number-1)*p.Size)
	if size <= 0 {
		return nil, nil
	}
	if fromEnd := total - skip - size; fromEnd < skip {
		direction, skip = "ASC", fromEnd
	}
	isOver := 1
	if running {
		isOver = 0
	}
	return db.Many[Order](ctx, s.DB.R, `
		SELECT `+columns+` FROM orders WHERE id IN (`+idsOfPage(direction)+`) ORDER BY created_at DESC, id DESC`,
		shopperID, isOver, size, skip)
}

// idsOfPage selects a page of ids of a customer's orders that are under way (0) or over
// (1).
func idsOfPage(direction string) string {
	return `SELECT id FROM orders WHERE shopper_id = $1 AND CASE WHEN status IN ` + order.OverStatuses + ` THEN 1 ELSE 0 END = $2
		ORDER BY created_at ` + direction + `, id ` + direction + ` LIMIT $3 OFFSET $4`
}

// Placed returns how many orders a shopper has placed, and in which modules.
func (s *Service) Placed(ctx context.Context, shopperID int64) (orders int64, modules []int64, err error) {
	counts, err := db.Many[struct{ ModuleID, Orders int64 }](ctx, s.DB.R, `
		SELECT module_id, CAST(SUM(orders) AS BIGINT) AS orders FROM order_counts WHERE shopper_id = $1 AND orders > 0
		GROUP BY module_id ORDER BY module_id`, shopperID)
	if err != nil {
		return 0, nil, fmt.Errorf("count orders: %w", err)
	}
	for _, c := range counts {
		orders += c.Orders
		modules = append(modules, c.ModuleID)
	}
	return orders, modules, nil
}

// addLines reads the lines of the orders.
func addLines(ctx context.Context, q db.Q, orders []Order) error {
	if len(orders) == 0 {
		return nil
	}
	ids, byID := make([]int64, len(orders)), make(map[int64]*Order, len(orders))
	for i := range orders {
		ids[i], byID[orders[i].ID] = orders[i].ID, &orders[i]
		if p := orders[i].Parcel.V; p.Quantity > 0 {
			orders[i].Lines = []Line{{Name: p.Category, Quantity: p.Quantity}}
		}
	}
	b := sqlbuilder.PostgreSQL.NewSelectBuilder().Select("order_id, name, quantity").From("order_lines")
	query, args := b.Where(b.In("order_id", sqlbuilder.List(ids))).OrderBy("id").Build()
	err := db.Each(ctx, q, func(scan func(...any) error) error {
		var id int64
		var line Line
		if err := scan(&id, &line.Name, &line.Quantity); err != nil {
			return err
		}
		byID[id].Lines = append(byID[id].Lines, line)
		return nil
	}, query, args...)
	if err != nil {
		return fmt.Errorf("read order lines: %w", err)
	}
	return nil
}
