package catalog

import (
	"context"
	"sync/atomic"
	"time"

	"hawker/internal/cache"
	"hawker/internal/clock"
	"hawker/internal/db"
	"hawker/internal/recent"
)

// maxJustSold is how many items with a stock that has just changed are remembered.
const maxJustSold = 20_000

// maxAge is how old cached stock, ratings and the view may be. Responses made of them
// are cached as long again in api, and nothing shown may be older than two seconds.
const maxAge = time.Second

// Service reads the catalogue. It caches the rows of items until the revision of the
// catalogue says that they changed, and their stock and ratings for a second; after an
// order on this instance the next read shows the new stock (StockChanged). Reviews are
// not cached. Safe for concurrent use.
type Service struct {
	db    *db.DB
	clock clock.Clock

	reader *directoryReader
	now    *recent.Value[*view]
	known  atomic.Pointer[view] // the last that was read
	sales  sales
	items  *cache.Cache[int64, *Item]          // as of the revision of the known view
	trade  *cache.Cache[int64, stockAndRating] // at most maxAge old
	sold   *cache.Cache[int64, struct{}]       // whose stock has just changed here, so that a replica may not have it yet

	delayed atomic.Bool // the known view is that of a replica

	likes *likes
}

// New makes the service.
func New(d *db.DB, c clock.Clock) *Service {
	s := &Service{
		db: d, clock: c, reader: &directoryReader{}, sales: sales{ask: make(chan struct{}, 1)},
		items: cache.New[int64](cache.Options[*Item]{Max: 16 << 20, Cost: (*Item).bytes}),
		trade: cache.New[int64](cache.Options[stockAndRating]{Max: 1 << 20, Cost: stockAndRating.bytes, MaxAge: maxAge, Clock: c}),
		sold:  cache.New[int64](cache.Options[struct{}]{Max: maxJustSold, MaxAge: 2 * db.MaxDelay, Clock: c}),
		likes: newLikes(d, c),
	}
	s.now = recent.New(c, maxAge, s.refresh)
	return s
}

// PicturesFrom makes the addresses of pictures absolute, below an origin such as
// "https://shop.example": other clients cannot resolve "/media/…". Call it before the
// first read.
func (s *Service) PicturesFrom(origin string) { s.reader.pictures = origin }

// Now is the time of the clock that lists use.
func (s *Service) Now() time.Time { return s.clock.Now() }

// Directory returns the directory, at most a second old.
func (s *Service) Directory(ctx context.Context) (*Directory, error) {
	v, err := s.view(ctx)
	if err != nil {
		return nil, err
	}
	return v.directory, nil
}

// view returns the catalogue, at most a second old.
func (s *Service) view(ctx context.Context) (*view, error) { return s.now.Get(ctx) }

// StockChanged makes the next list read the stock of these items. Call it after the
// commit.
func (s *Service) StockChanged(itemIDs []int64) {
	for _, id := range itemIDs {
		s.sold.Put(id, struct{}{})
	}
	s.trade.Invalidate(itemIDs...)
}

// CacheStats returns how the caches of rows are used, by name.
func (s *Service) CacheStats() map[string]cache.Stats {
	return map[string]cache.Stats{"items": s.items.Stats(), "stock": s.trade.Stats()}
}
