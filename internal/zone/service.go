package zone

import (
	"context"
	"slices"

	"hawker/internal/clock"
	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/geo"
	"hawker/internal/recent"
)

// Service answers from all zones at once, at most recent.MaxAge old. What it
// answers is shared: read it, do not change it. Safe for concurrent use.
type Service struct {
	recent *recent.Value[*zones]
}

// zones is every zone at one moment.
type zones struct {
	active  []Zone // by id
	byID    map[int64]Zone
	regions []geo.Region // of the active ones
}

// New makes the service.
func New(d *db.DB, c clock.Clock) *Service {
	return &Service{recent: recent.New(c, recent.MaxAge, func(ctx context.Context) (*zones, error) {
		all, err := readAll(ctx, d.R)
		if err != nil {
			return nil, err
		}
		return index(all), nil
	})}
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

// All answers every active zone, by id.
func (s *Service) All(ctx context.Context) ([]Zone, error) {
	z, err := s.recent.Get(ctx)
	if err != nil {
		return nil, err
	}
	return slices.Clone(z.active), nil
}

// Lookup answers the active zones that contain p, the winner first (LOC-04,
// Z3). An empty answer means that nobody delivers there.
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

// ByID answers a zone, also one that is no longer active: a store may still
// tell its time by it. An unknown id is errs.NotFound.
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

// Known answers the active zones among ids, in their order and each once.
func (s *Service) Known(ctx context.Context, ids []int64) ([]Zone, error) {
	z, err := s.recent.Get(ctx)
	if err != nil {
		return nil, err
	}
	known := []Zone{}
	for i, id := range ids {
		if one, ok := z.byID[id]; ok && one.Active && !slices.Contains(ids[:i], id) {
			known = append(known, one)
		}
	}
	return known, nil
}
