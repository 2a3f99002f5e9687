package catalog

import "context"

// ItemOrders lets a test ask the engine how it would walk each order.
var ItemOrders = itemOrders

// ListSQL is the statement that lists the first page of a long list.
func ListSQL(s *Service, at Place, f ItemFilter) (string, []any) {
	town, err := s.Town(context.Background())
	if err != nil {
		panic(err)
	}
	b, _ := s.narrowed(town, at, f, asListed)
	if f.Search != "" {
		b.Select("i.id", "COUNT(*) OVER () AS total")
	} else {
		b.Select("i.id")
	}
	return b.OrderBy(s.order(b, f)).SQL(limited(20, 0)).Build()
}
