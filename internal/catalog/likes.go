package catalog

import (
	"context"
	"fmt"
	"time"

	"hawker/internal/db"
)

// likesAge is how old the numbers of likes may be. They are counted all at once,
// for one item at a time would cost every list a statement more.
const likesAge = time.Minute

// Likes answers how many customers have each item on their wishlist, by item;
// those that nobody likes are absent. Nobody may change it.
func (s *Service) Likes(ctx context.Context) (map[int64]int64, error) {
	likes, err := s.likes.Get(ctx)
	if err != nil {
		return nil, fmt.Errorf("count likes: %w", err)
	}
	return likes, nil
}

func countLikes(ctx context.Context, q db.Q) (map[int64]int64, error) {
	type row struct{ ThingID, Likes int64 }
	rows, err := db.Many[row](ctx, q, `SELECT thing_id, COUNT(*) AS likes FROM wishes WHERE kind = 'item' GROUP BY thing_id`)
	likes := make(map[int64]int64, len(rows))
	for _, r := range rows {
		likes[r.ThingID] = r.Likes
	}
	return likes, err
}
