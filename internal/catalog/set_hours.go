package catalog

import (
	"context"
	"fmt"

	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/hours"
)

// mostOpenings of a day is more than any shop has.
const mostOpenings = 4

// FindStore returns a store from the database.
func (s *Service) FindStore(ctx context.Context, id int64) (Store, error) {
	return StoreByID(ctx, s.db.R, id)
}

// SetHours writes the hours of a store's week; none: it stays closed. Its planned
// closures stay.
func (s *Service) SetHours(ctx context.Context, storeID int64, always bool, week []hours.Opening) error {
	if always {
		week = nil
	}
	if err := checkWeek(week); err != nil {
		return err
	}
	return db.InTx(ctx, s.db, func(tx *db.Tx) error {
		now, err := db.One[db.JSON[hours.Schedule]](ctx, tx, `SELECT schedule FROM stores WHERE id = $1`+tx.Dialect.Locked(), storeID)
		if err != nil {
			return orNotFound(err, "store")
		}
		now.V.Always, now.V.Week = always, week
		if _, err := db.Exec(ctx, tx, `UPDATE stores SET schedule = $2 WHERE id = $1`, storeID, now); err != nil {
			return fmt.Errorf("write the hours: %w", err)
		}
		_, err = NextRevision(ctx, tx)
		return err
	})
}

func checkWeek(week []hours.Opening) error {
	refuse := func(message string) error { return errs.New(errs.Invalid, "%s", message).On("week") }
	if err := (hours.Schedule{Week: week}).Validate(); err != nil {
		return refuse("These are not opening hours.")
	}
	byDay := map[int]int{}
	for _, o := range week {
		byDay[int(o.Day)]++
		if byDay[int(o.Day)] > mostOpenings {
			return refuse(fmt.Sprintf("A day has at most %d openings.", mostOpenings))
		}
	}
	return nil
}
