package order

import (
	"context"

	"github.com/huandu/go-sqlbuilder"

	"hawker/internal/catalog"
)

// CountUpTo counts the rows of a query to a limit.
func (s *Service) CountUpTo(ctx context.Context, limit int, query string, args ...any) (int, error) {
	return s.countUpTo(ctx, limit, query, args...)
}

// PastOrders is the statement that finds the newest past orders, of a store or of all.
func PastOrders(storeID int64) string {
	b := StaffFilter{State: StatePast, StoreID: storeID}.page(catalog.Paging{Size: 20, Number: 1})
	query, err := sqlbuilder.PostgreSQL.Interpolate(b.Build())
	if err != nil {
		panic(err)
	}
	return query
}
