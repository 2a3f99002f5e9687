package catalog

import (
	"context"

	"github.com/huandu/go-sqlbuilder"
)

// part is one of the four that a customer's recommendations consist of: what is
// recommended, what is of their interests.
type part struct{ recommended, liked bool }

// parts stand one after the other, each in the order of what sells (LOC-10).
var parts = []part{{true, true}, {true, false}, {false, true}, {false, false}}

// personal reads a page of recommendations to somebody who likes these shelves.
// It goes from part to part, each of which walks the index of everybody's list:
// sorting by interests would read all there is for every customer anew.
func (s *Service) personal(ctx context.Context, p Paging, liked []int64, narrowed func() *sqlbuilder.SelectBuilder) ([]int64, error) {
	page, skip := []int64{}, (p.Number-1)*p.Size
	for _, one := range parts {
		found, err := s.ids(ctx, one.of(narrowed(), liked), itemOrders[Popular], p.Size-len(page), skip)
		if err != nil {
			return nil, err
		}
		page = append(page, found...)
		if len(page) == p.Size {
			break
		}
		if len(found) > 0 || skip == 0 { // its end is reached
			skip = 0
			continue
		}
		all, err := s.total(ctx, one.of(narrowed(), liked))
		if err != nil {
			return nil, err
		}
		skip -= all
	}
	return page, nil
}

// of narrows a selection to the part.
func (one part) of(b *sqlbuilder.SelectBuilder, liked []int64) *sqlbuilder.SelectBuilder {
	recommended, of := "i.recommended = FALSE", b.NotIn("i.category_id", sqlbuilder.List(liked))
	if one.recommended {
		recommended = "i.recommended = TRUE"
	}
	if one.liked {
		of = b.In("i.category_id", sqlbuilder.List(liked))
	}
	return b.Where(recommended, of)
}
