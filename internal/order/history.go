package order

import (
	"context"
	"fmt"

	"github.com/huandu/go-sqlbuilder"

	"hawker/internal/catalog"
	"hawker/internal/db"
)

// List returns a page of a customer's orders, the newest first, each with its
// lines, and how many there are in all: those under way, or those at their end
// (ORD-01).
func (s *Service) List(ctx context.Context, shopperID int64, running bool, p catalog.Paging) (page []Whole, total int, err error) {
	total, err = db.One[int](ctx, s.DB.R, `
		SELECT CAST(COALESCE(SUM(orders), 0) AS BIGINT) FROM order_counts WHERE shopper_id = $1 AND is_over = $2`, shopperID, !running)
	if err != nil {
		return nil, 0, fmt.Errorf("count orders: %w", err)
	}
	orders, err := s.page(ctx, shopperID, running, p, total)
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

// page reads the orders of a page. The index orders_by_shopper alone finds their
// ids, counting from the end that is nearer to them.
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

// idsOfPage selects ids of a customer's orders that are under way (0) or over (1),
// so many after so many.
func idsOfPage(direction string) string {
	return `SELECT id FROM orders WHERE shopper_id = $1 AND CASE WHEN status IN ` + overStatuses + ` THEN 1 ELSE 0 END = $2
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
