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

// maxAge is how old cached stock, ratings and the view may be. Responses made of them
// are cached as long again in api, and nothing shown may be older than two seconds.
const maxAge = time.Second

// Service returns what a shopper looks at. It caches the rows of items until the
// catalogue's revision says that they changed, and their stock and ratings for a
// second; an order on this instance shows in the next read (StockChanged). Reviews
// are not cached. Safe for concurrent use.
type Service struct {
	db    *db.DB
	clock clock.Clock

	reader *townReader
	now    *recent.Value[*view]
	known  atomic.Pointer[view] // the last that was read
	sales  sales
	items  *cache.Cache[int64, *Item] // as of the revision of the known view
	trade  *cache.Cache[int64, trade] // at most maxAge old
	likes  *recent.Value[map[int64]int64]
}

// New makes the catalogue of a database.
func New(d *db.DB, c clock.Clock) *Service {
	s := &Service{
		db: d, clock: c, reader: &townReader{}, sales: sales{ask: make(chan struct{}, 1)},
		items: cache.New[int64](cache.Options[*Item]{Max: 16 << 20, Cost: (*Item).bytes}),
		trade: cache.New[int64](cache.Options[trade]{Max: 1 << 20, Cost: trade.bytes, MaxAge: maxAge, Clock: c}),
		likes: recent.New(c, likesAge, func(ctx context.Context) (map[int64]int64, error) { return countLikes(ctx, d.R) }),
	}
	s.now = recent.New(c, maxAge, s.refresh)
	return s
}

// PicturesFrom makes the addresses of pictures whole ones, below an origin such
// as "https://shop.example": other clients have no page to which "/media/…" could
// be relative. Call it before the first read.
func (s *Service) PicturesFrom(origin string) { s.reader.pictures = origin }

// Now is the moment an answer is about.
func (s *Service) Now() time.Time { return s.clock.Now() }

// Town is the picture of the town, at most a second old.
func (s *Service) Town(ctx context.Context) (*Town, error) {
	v, err := s.view(ctx)
	if err != nil {
		return nil, err
	}
	return v.town, nil
}

// view is the catalogue, at most a second old.
func (s *Service) view(ctx context.Context) (*view, error) { return s.now.Get(ctx) }

// StockChanged has the next list show what is left of these items. Call it after
// the commit.
func (s *Service) StockChanged(itemIDs []int64) { s.trade.Invalidate(itemIDs...) }
