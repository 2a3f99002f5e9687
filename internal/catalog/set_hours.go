package catalog

import (
	"context"
	"fmt"
	"slices"

	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/hours"
)

// maxOpenings of a day is more than any shop has.
const maxOpenings = 4

// FindStore returns a store from the database.
func (s *Service) FindStore(ctx context.Context, id int64) (Store, error) {
	return StoreByID(ctx, s.db.R, id)
}

// WeekHours are the hours of a store that its staff can change.
type WeekHours struct {
	Always bool            // day and night
	Week   []hours.Opening // not read if always
}

func (h WeekHours) equal(other WeekHours) bool {
	return h.Always == other.Always && (h.Always || slices.Equal(h.Week, other.Week))
}

// SetHours writes the hours of a store's week; none: it stays closed. Its planned
// closures stay. If the hours are no longer those that were seen, it is errs.Conflict; a
// nil seen is any.
func (s *Service) SetHours(ctx context.Context, storeID int64, next WeekHours, seen *WeekHours) error {
	if next.Always {
		next.Week = nil
	}
	if err := checkWeek(next.Week); err != nil {
		return err
	}
	return db.InTx(ctx, s.db, func(tx *db.Tx) error {
		now, err := db.One[db.JSON[hours.Schedule]](ctx, tx, `SELECT schedule FROM stores WHERE id = $1`+tx.Dialect.Locked(), storeID)
		if err != nil {
			return orNotFound(err, "store")
		}
		stored := WeekHours{now.V.Always, now.V.Week}
		if stored.equal(next) { // also if the response to the first call was lost
			return nil
		}
		if seen != nil && !stored.equal(*seen) {
			return errs.New(errs.Conflict, "Somebody else has changed the hours meanwhile. Please look at them again.").On("seen")
		}
		now.V.Always, now.V.Week = next.Always, next.Week
		if _, err := db.Exec(ctx, tx, `UPDATE stores SET schedule = $2 WHERE id = $1`, storeID, now); err != nil {
			return fmt.Errorf("write the hours: %w", err)
		}
		return nextRevisionOfHours(ctx, tx)
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
		if byDay[int(o.Day)] > maxOpenings {
			return refuse(fmt.Sprintf("A day has at most %d openings.", maxOpenings))
		}
	}
	return nil
}
