package catalog

import (
	"context"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"hawker/internal/clock"
	"hawker/internal/db"
	"hawker/internal/recent"
)

// likesAge is how old likes may be. They are counted all at once: counting those of one
// list would take one more statement.
const likesAge = time.Minute

// likes keeps how many customers have each item on their wishlist.
type likes struct {
	now   *recent.Value[*counted]
	known atomic.Pointer[counted] // the last that were counted
	ask   chan struct{}
}

type counted struct {
	byItem map[int64]int64
	at     time.Time
}

func newLikes(d *db.DB, c clock.Clock) *likes {
	l := &likes{ask: make(chan struct{}, 1)}
	l.now = recent.New(c, likesAge, func(ctx context.Context) (*counted, error) {
		at := c.Now()
		byItem, err := countLikes(ctx, d)
		if err != nil {
			return nil, fmt.Errorf("count likes: %w", err)
		}
		next := &counted{byItem, at}
		l.known.Store(next)
		return next, nil
	})
	return l
}

// WishCounts returns how many customers have each item on their wishlist; items without
// likes are absent. Nobody may change the map. In a large town no request waits for the
// count: Run counts again.
func (s *Service) WishCounts(ctx context.Context) (map[int64]int64, error) {
	v, known := s.known.Load(), s.likes.known.Load()
	if v == nil || v.items.Len() <= smallTown || known == nil {
		c, err := s.likes.now.Get(ctx)
		if err != nil {
			return nil, err
		}
		return c.byItem, nil
	}
	if s.clock.Now().Sub(known.at).Abs() >= likesAge {
		select {
		case s.likes.ask <- struct{}{}:
		default: // Run is counting already
		}
	}
	return known.byItem, nil
}

// countAgain counts the likes of a large town, if they are too old.
func (s *Service) countAgain(ctx context.Context) {
	limited, cancel := context.WithTimeout(ctx, maxPause)
	defer cancel()
	if _, err := s.likes.now.Get(limited); err != nil && ctx.Err() == nil {
		slog.WarnContext(ctx, "the likes were not counted", "cause", err)
	}
}

func countLikes(ctx context.Context, d *db.DB) (map[int64]int64, error) {
	type row struct{ ThingID, Likes int64 }
	rows, err := manyDelayed[row](ctx, d, `SELECT thing_id, COUNT(*) AS likes FROM wishes WHERE kind = 'item' GROUP BY thing_id`)
	likes := make(map[int64]int64, len(rows))
	for _, r := range rows {
		likes[r.ThingID] = r.Likes
	}
	return likes, err
}
