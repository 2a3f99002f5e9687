package catalog

import (
	"context"

	"hawker/internal/db"
)

// What this file reads may be as old as a replica.

// manyDelayed is db.Many where a delay is allowed.
func manyDelayed[T any](ctx context.Context, d *db.DB, query string, args ...any) (rows []T, err error) {
	err = d.ReadDelayed(ctx, func(ctx context.Context, q db.Q) error {
		rows, err = db.Many[T](ctx, q, query, args...)
		return err
	})
	return rows, err
}

// readRows reads rows of items, from the primary while the view comes from there.
func (s *Service) readRows(ctx context.Context, directory *Directory, ids []int64) (rows map[int64]*Item, err error) {
	if !s.delayed.Load() {
		return directory.readItems(ctx, s.db.R, ids)
	}
	err = s.db.ReadDelayed(ctx, func(ctx context.Context, q db.Q) error {
		rows, err = directory.readItems(ctx, q, ids)
		return err
	})
	return rows, err
}

// readTrade reads stock and ratings. A shopper who has just ordered here must see what is
// left, so stock that has changed on this instance comes from the primary for a while.
func (s *Service) readTrade(ctx context.Context, directory *Directory, ids []int64) (now map[int64]stockAndRating, err error) {
	for _, id := range ids {
		if _, changed := s.sold.Get(id); changed {
			return readTrade(ctx, s.db.R, directory, ids)
		}
	}
	err = s.db.ReadDelayed(ctx, func(ctx context.Context, q db.Q) error {
		now, err = readTrade(ctx, q, directory, ids)
		return err
	})
	return now, err
}
