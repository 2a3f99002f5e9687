package order

import (
	"github.com/huandu/go-sqlbuilder"

	"hawker/internal/catalog"
)

// PastOrders is the statement that finds the newest past orders, of a store or of all.
func PastOrders(storeID int64) string {
	b := StaffFilter{State: StatePast, StoreID: storeID}.page(catalog.Paging{Size: 20, Number: 1})
	query, err := sqlbuilder.PostgreSQL.Interpolate(b.Build())
	if err != nil {
		panic(err)
	}
	return query
}
