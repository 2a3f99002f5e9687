package catalog

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync/atomic"
	"time"

	"hawker/internal/catalog/index"
	"hawker/internal/db"
)

// refresh returns the present catalogue. It reads what was written since the known
// view, and nothing if nothing was written. One goroutine refreshes at a time; the
// others use the view that they have.
func (s *Service) refresh(ctx context.Context) (v *view, err error) {
	err = s.db.ReadDelayed(ctx, func(ctx context.Context, q db.Q) error {
		v, err = s.refreshFrom(ctx, q)
		return err
	})
	return v, err
}

// refreshFrom reads all of a refresh from one database: the rows of an older one must not
// be taken for those of a newer revision.
func (s *Service) refreshFrom(ctx context.Context, q db.Q) (*view, error) {
	present, err := readRevision(ctx, q)
	if err != nil {
		return nil, err
	}
	known, started := s.known.Load(), s.clock.Now()
	if err := s.readRowsLike(q, known, present); err != nil {
		return nil, err
	}
	v := known
	if known == nil || known.revision != present {
		if v, err = s.read(ctx, q, known, present); err != nil {
			return nil, err
		}
	}
	if known == nil {
		s.sales.due = started.Add(maxAge)
	} else if v, err = s.withSales(ctx, q, v); err != nil {
		return nil, err
	}
	s.known.Store(v)
	if known != nil && known.directory.itemsTranslated != v.directory.itemsTranslated {
		s.items.InvalidateAll() // requests of the earlier view may have read some meanwhile, without translations
	}
	return v, nil
}

// readRowsLike decides where the rows of items are read: where the view comes from. After a
// view of the primary, a replica that is behind could return rows that are older than the
// view, and nothing would invalidate them. So a replica is used again once it has the
// revision that is known.
func (s *Service) readRowsLike(q db.Q, known *view, present revision) error {
	replica := q != db.Q(s.db.R)
	if replica && known != nil && present.Total < known.revision.Total {
		return db.ErrBehind
	}
	s.delayed.Store(replica)
	return nil
}

// read reads what has changed since the known view: the hours of stores, or the directory
// and the items of later revisions.
func (s *Service) read(ctx context.Context, q db.Q, known *view, present revision) (*view, error) {
	if known != nil && present.isOnlyHoursAfter(known.revision) {
		directory, err := s.reader.readHours(ctx, q, known.directory)
		if err != nil {
			return nil, err
		}
		return newView(present, directory, known.items), nil
	}
	directory, err := s.reader.read(ctx, q)
	if err != nil {
		return nil, err
	}
	items, err := s.readItems(ctx, q, known)
	if err != nil {
		return nil, err
	}
	return newView(present, directory, items), nil
}

// readItems reads all items the first time, and when the known view has no revision.
func (s *Service) readItems(ctx context.Context, q db.Q, known *view) (*index.Snapshot, error) {
	if known != nil && known.revision.Total > 0 {
		changed, gone, ok, err := readChangedItems(ctx, q, known.revision.Total)
		if err != nil {
			return nil, err
		}
		if ok {
			s.items.Invalidate(slices.Concat(gone, idsOf(changed))...)
			return known.items.With(changed, gone), nil
		}
	}
	s.items.InvalidateAll()
	all, err := readAllItems(ctx, q)
	if err != nil {
		return nil, err
	}
	return index.Build(all), nil
}

func idsOf(items []index.Item) []int64 {
	ids := make([]int64, len(items))
	for n, i := range items {
		ids[n] = i.ID
	}
	return ids
}

// Sales and ratings raise no revision, so their figures are read all at once. Those of a
// small town are read each second, in a request; those of a larger one in Run, so seldom
// that reading takes a hundredth of the time.
const (
	smallTown  = 5000 // items
	tradeShare = 100
	maxPause   = 30 * time.Second // than that takes no reading
)

// sales keeps the figures of sales and ratings current.
type sales struct {
	due  time.Time // under the turn to refresh
	ask  chan struct{}
	read atomic.Pointer[figures] // by Run, for the next refresh
}

// figures are what sales and ratings change.
type figures struct {
	items  []index.ItemFigures
	stores []storeFigures
	next   time.Time // when to read again
}

// withSales returns the view with new figures of sales and ratings, if they are due.
func (s *Service) withSales(ctx context.Context, q db.Q, v *view) (*view, error) {
	if read := s.sales.read.Swap(nil); read != nil {
		s.sales.due = read.next
		return v.withFigures(read), nil
	}
	if s.clock.Now().Before(s.sales.due) {
		return v, nil
	}
	if v.items.Len() > smallTown {
		select {
		case s.sales.ask <- struct{}{}:
		default: // Run is reading already
		}
		return v, nil
	}
	read, err := s.readFigures(ctx, q)
	if err != nil {
		return nil, err
	}
	s.sales.due = read.next
	return v.withFigures(read), nil
}

func (s *Service) readFigures(ctx context.Context, q db.Q) (*figures, error) {
	started := s.clock.Now()
	items, err := readItemFigures(ctx, q)
	if err != nil {
		return nil, err
	}
	stores, err := readStoreFigures(ctx, q)
	if err != nil {
		return nil, err
	}
	now := s.clock.Now()
	return &figures{items, stores, now.Add(max(maxAge, tradeShare*now.Sub(started)))}, nil
}

// withFigures returns the same view when the figures have not changed.
func (v *view) withFigures(f *figures) *view {
	items, directory := v.items.WithFigures(f.items), withRows(v.directory, f.stores)
	if items == v.items && directory == v.directory {
		return v
	}
	next := &view{revision: v.revision, directory: directory, items: items, sold: v.sold, popular: popularItems(items), byStore: v.byStore}
	next.available.known.Store(v.available.known.Load())
	next.open.known.Store(v.open.known.Load())
	next.discounts.known.Store(v.discounts.known.Load())
	next.free.known.Store(v.free.known.Load())
	return next
}

// readFiguresOfSales reads the figures of a large town.
func (s *Service) readFiguresOfSales(ctx context.Context) (read *figures, err error) {
	ctx, cancel := context.WithTimeout(ctx, maxPause)
	defer cancel()
	err = s.db.ReadDelayed(ctx, func(ctx context.Context, q db.Q) error {
		read, err = s.readFigures(ctx, q)
		return err
	})
	return read, err
}

// readAgain is how long Run waits after the first read has failed.
const readAgain = time.Second

// Ready returns an error until the catalogue has been read once. The first read of a
// large town may take longer than a request may.
func (s *Service) Ready(context.Context) error {
	if s.known.Load() == nil {
		return errors.New("the catalogue is being read for the first time")
	}
	return nil
}

// readFirst reads the catalogue, and retries until it succeeds.
func (s *Service) readFirst(ctx context.Context) {
	for {
		_, err := s.view(ctx)
		if err == nil || ctx.Err() != nil {
			return
		}
		slog.WarnContext(ctx, "the catalogue was not read, trying again", "cause", err)
		select {
		case <-ctx.Done():
		case <-time.After(readAgain):
		}
	}
}

// Run reads the catalogue before the first request, and then the sales and the likes of a
// large town, until ctx ends.
func (s *Service) Run(ctx context.Context) {
	s.readFirst(ctx)
	s.countAgain(ctx)
	for {
		select {
		case <-ctx.Done():
			return
		case <-s.likes.ask:
			s.countAgain(ctx)
		case <-s.sales.ask:
			s.readSales(ctx)
		}
	}
}

// readSales reads the figures of a large town for the next refresh.
func (s *Service) readSales(ctx context.Context) {
	read, err := s.readFiguresOfSales(ctx)
	if err != nil {
		if ctx.Err() == nil {
			slog.WarnContext(ctx, "the figures of sales were not read", "cause", err)
		}
		return
	}
	if known := s.known.Load(); known != nil {
		read.items = known.items.Changed(read.items)
	}
	s.sales.read.Store(read)
}
