package zone

import (
	"context"
	"slices"
	"sync/atomic"

	"hawker/internal/clock"
	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/geo"
	"hawker/internal/recent"
)

// Service caches all zones in memory, at most recent.MaxAge old. Its results are shared:
// do not change them. Safe for concurrent use.
type Service struct {
	db     *db.DB
	recent *recent.Value[*zones]
	known  atomic.Pointer[zones] // the last that were read
}

// zones are all zones at one moment.
type zones struct {
	revision int64 // of the catalogue, or an earlier one

	active  []Zone // by id
	byID    map[int64]Zone
	regions []geo.Region // of the active ones
}

// New makes the service.
func New(d *db.DB, c clock.Clock) *Service {
	s := &Service{db: d}
	s.recent = recent.New(c, recent.MaxAge, s.refresh)
	return s
}

// refresh reads all zones. If the catalogue's revision is that of the known ones, it reads
// nothing: every change of zones or tariffs increases the revision. A catalogue without a
// revision has its zones read each time.
func (s *Service) refresh(ctx context.Context) (*zones, error) {
	revision, err := readRevision(ctx, s.db.R)
	if err != nil {
		return nil, err
	}
	if known := s.known.Load(); known != nil && known.revision == revision && revision > 0 {
		return known, nil
	}
	all, err := readAll(ctx, s.db.R)
	if err != nil {
		return nil, err
	}
	z := index(all)
	z.revision = revision
	s.known.Store(z)
	return z, nil
}

func index(all []Zone) *zones {
	z := &zones{active: []Zone{}, byID: make(map[int64]Zone, len(all))}
	for _, one := range all {
		z.byID[one.ID] = one
		if one.Active {
			z.active = append(z.active, one)
			z.regions = append(z.regions, geo.Region{ID: one.ID, Outline: one.Outline})
		}
	}
	return z
}

// All returns every active zone, by id.
func (s *Service) All(ctx context.Context) ([]Zone, error) {
	z, err := s.recent.Get(ctx)
	if err != nil {
		return nil, err
	}
	return slices.Clone(z.active), nil
}

// Lookup returns the active zones that contain p, the winner first (LOC-04, Z3). Without
// any there is no delivery.
func (s *Service) Lookup(ctx context.Context, p geo.Point) ([]Zone, error) {
	z, err := s.recent.Get(ctx)
	if err != nil {
		return nil, err
	}
	found := []Zone{}
	for _, id := range geo.Containing(p, z.regions) {
		found = append(found, z.byID[id])
	}
	return found, nil
}

// ByID returns a zone, active or not: a store may still use its time zone. An unknown id
// is errs.NotFound.
func (s *Service) ByID(ctx context.Context, id int64) (Zone, error) {
	z, err := s.recent.Get(ctx)
	if err != nil {
		return Zone{}, err
	}
	one, ok := z.byID[id]
	if !ok {
		return Zone{}, errs.New(errs.NotFound, "This zone does not exist.")
	}
	return one, nil
}

// ActiveOf returns the active zones among ids, in that order, without duplicates.
func (s *Service) ActiveOf(ctx context.Context, ids []int64) ([]Zone, error) {
	z, err := s.recent.Get(ctx)
	if err != nil {
		return nil, err
	}
	active := []Zone{}
	for i, id := range ids {
		if one, ok := z.byID[id]; ok && one.Active && !slices.Contains(ids[:i], id) {
			active = append(active, one)
		}
	}
	return active, nil
}
