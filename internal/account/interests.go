package account

import (
	"context"
	"fmt"
	"slices"

	"github.com/huandu/go-sqlbuilder"

	"hawker/internal/credential"
	"hawker/internal/db"
	"hawker/internal/errs"
)

const maxInterests = 100

// SetInterests replaces the categories that a customer is interested in (LOC-10).
// One that does not exist is errs.Invalid, and nothing is changed.
func (s *Service) SetInterests(ctx context.Context, session credential.Session, categoryIDs []int64) error {
	ids := slices.Compact(slices.Sorted(slices.Values(categoryIDs)))
	if len(ids) > maxInterests {
		return invalid("interest", fmt.Sprintf("Please choose at most %d categories.", maxInterests))
	}
	return db.InTx(ctx, s.DB, func(tx *db.Tx) error {
		if err := checkCategories(ctx, tx, ids); err != nil {
			return err
		}
		if ids == nil {
			ids = []int64{}
		}
		n, err := db.Exec(ctx, tx, `UPDATE customers SET interests = $2 WHERE id = $1 AND erased_at IS NULL`, session.CustomerID, db.JSON[[]int64]{V: ids})
		if err == nil && n == 0 {
			err = ErrUnknown
		}
		return err
	})
}

func checkCategories(ctx context.Context, q db.Q, ids []int64) error {
	if len(ids) == 0 {
		return nil
	}
	b := sqlbuilder.PostgreSQL.NewSelectBuilder().Select("COUNT(*)").From("categories")
	query, args := b.Where(b.In("id", sqlbuilder.List(ids))).Build()
	found, err := db.One[int](ctx, q, query, args...)
	if err == nil && found < len(ids) {
		err = errs.New(errs.Invalid, "One of these categories does not exist any more.").On("interest")
	}
	return err
}
