package order

import (
	"context"
	"fmt"

	"github.com/huandu/go-sqlbuilder"

	"hawker/internal/catalog"
	"hawker/internal/db"
)

// List answers a page of a customer's orders, the newest first, each with its
// lines, and how many there are in all: those under way, or those at their end
// (ORD-01).
func (s *Service) List(ctx context.Context, shopperID int64, running bool, p catalog.Paging) (page []Whole, total int, err error) {
	where := ` FROM orders WHERE shopper_id = $1 AND status IN ` + overStatuses
	if running {
		where = ` FROM orders WHERE shopper_id = $1 AND status NOT IN ` + overStatuses
	}
	if total, err = db.One[int](ctx, s.DB.R, `SELECT COUNT(*)`+where, shopperID); err != nil {
		return nil, 0, fmt.Errorf("count orders: %w", err)
	}
	orders, err := db.Many[Order](ctx, s.DB.R, `SELECT `+columns+where+` ORDER BY created_at DESC, id DESC LIMIT $2 OFFSET $3`,
		shopperID, p.Size, (p.Number-1)*p.Size)
	if err != nil {
		return nil, 0, fmt.Errorf("list orders: %w", err)
	}
	lines, err := linesOf(ctx, s.DB.R, orders)
	if err != nil {
		return nil, 0, err
	}
	for _, o := range orders {
		page = append(page, Whole{Order: o, Lines: lines[o.ID]})
	}
	return page, total, nil
}

// Placed answers how many orders a shopper has placed, and in which modules.
func (s *Service) Placed(ctx context.Context, shopperID int64) (orders int64, modules []int64, err error) {
	counts, err := db.Many[struct{ ModuleID, Orders int64 }](ctx, s.DB.R, `
		SELECT module_id, COUNT(*) AS orders FROM orders WHERE shopper_id = $1 GROUP BY module_id ORDER BY module_id`, shopperID)
	if err != nil {
		return 0, nil, fmt.Errorf("count orders: %w", err)
	}
	for _, c := range counts {
		orders += c.Orders
		modules = append(modules, c.ModuleID)
	}
	return orders, modules, nil
}

// linesOf reads the lines of orders, by order.
func linesOf(ctx context.Context, q db.Q, orders []Order) (map[int64][]Line, error) {
	if len(orders) == 0 {
		return nil, nil
	}
	ids := make([]int64, len(orders))
	for i, o := range orders {
		ids[i] = o.ID
	}
	type row struct {
		OrderID int64
		Line
	}
	b := sqlbuilder.PostgreSQL.NewSelectBuilder().Select("order_id", lineColumns).From("order_lines")
	query, args := b.Where(b.In("order_id", sqlbuilder.List(ids))).OrderBy("id").Build()
	rows, err := db.Many[row](ctx, q, query, args...)
	if err != nil {
		return nil, fmt.Errorf("read order lines: %w", err)
	}
	lines := make(map[int64][]Line, len(orders))
	for _, r := range rows {
		lines[r.OrderID] = append(lines[r.OrderID], r.Line)
	}
	return lines, nil
}
