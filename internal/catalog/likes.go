package catalog

import (
	"context"
	"fmt"
	"time"

	"hawker/internal/db"
)

// likesAge is how old likes may be. They are counted all at once: counting those of one
// list would take one more statement.
const likesAge = time.Minute

// WishCounts returns how many customers have each item on their wishlist; items without
// likes are absent. Nobody may change the map.
func (s *Service) WishCounts(ctx context.Context) (map[int64]int64, error) {
	likes, err := s.likes.Get(ctx)
	if err != nil {
		return nil, fmt.Errorf("count likes: %w", err)
	}
	return likes, nil
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
