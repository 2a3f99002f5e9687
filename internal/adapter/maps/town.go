// Package maps implements maps.Provider with the streets and places of the database, so
// that maps work without a network.
package maps

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"

	"hawker/internal/clock"
	"hawker/internal/db"
	"hawker/internal/geo"
	"hawker/internal/maps"
	"hawker/internal/recent"
	"hawker/internal/setting"
	"hawker/internal/townfile"
)

// Town is the provider that uses the tables streets and places. It caches the whole map in
// memory, and reads it again at most two seconds after an import. Safe for concurrent use.
type Town struct {
	db      *db.DB
	imports *recent.Value[int64]

	mu     sync.Mutex
	atlas  *atlas
	asOf   int64 // setting.Imports when atlas was read
	loaded bool
}

// NewTown makes the provider. The first call reads the map.
func NewTown(d *db.DB, c clock.Clock) *Town {
	return &Town{db: d, imports: recent.New(c, recent.MaxAge, func(ctx context.Context) (int64, error) {
		return setting.Imports(ctx, d.R)
	})}
}

// atlas is the cached map. It is never changed.
type atlas struct {
	features []maps.Feature
	streets  []*street
	graph    *graph
	places   []place
	bySlug   map[string]place
	quarters []place
}

// current returns the map, and reads it again after an import.
func (t *Town) current(ctx context.Context) (*atlas, error) {
	imports, err := t.imports.Get(ctx)
	if err != nil {
		return nil, err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.loaded && t.asOf == imports {
		return t.atlas, nil
	}
	read, err := readAtlas(ctx, t.db.R)
	if err != nil {
		return nil, err
	}
	t.atlas, t.asOf, t.loaded = read, imports, true
	return read, nil
}

func readAtlas(ctx context.Context, q db.Q) (*atlas, error) {
	type feature struct{ Slug, Name, Class, Geometry string }
	features, err := db.Many[feature](ctx, q, `SELECT slug, name, class, geometry FROM streets ORDER BY slug`)
	if err != nil {
		return nil, fmt.Errorf("read streets: %w", err)
	}
	places, err := db.Many[place](ctx, q, `SELECT slug, name, secondary, kind, latitude, longitude FROM places ORDER BY slug`)
	if err != nil {
		return nil, fmt.Errorf("read places: %w", err)
	}
	a := &atlas{graph: newGraph()}
	byName := map[string]*street{}
	for _, f := range features {
		a.features = append(a.features, maps.Feature{Name: f.Name, Class: f.Class, Geometry: f.Geometry})
		speeds, ok := streetClasses[f.Class]
		if !ok {
			continue
		}
		var line townfile.Geometry
		if err := json.Unmarshal([]byte(f.Geometry), &line); err != nil {
			return nil, fmt.Errorf("read street %q: %w", f.Slug, err)
		}
		a.addStreet(f.Slug, f.Name, speeds, line.Points, byName)
	}
	a.addPlaces(places)
	return a, nil
}

// addStreet adds a line to the graph and, if it has a name, to the street of that name.
func (a *atlas) addStreet(slug, name string, speeds speeds, points []geo.Point, byName map[string]*street) {
	a.graph.add(speeds, points)
	if name == "" {
		return
	}
	s, known := byName[name]
	if !known {
		s = newStreet(slug, name)
		byName[name] = s
		a.streets = append(a.streets, s)
	}
	s.add(points)
}

// Features returns every line and area of the town's map.
func (t *Town) Features(ctx context.Context) ([]maps.Feature, error) {
	a, err := t.current(ctx)
	if err != nil {
		return nil, err
	}
	return a.features, nil
}
