package vehicle

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"hawker/internal/db"
)

const providerColumns = `p.id, p.slug, p.archived, p.zone_id, z.time_zone, p.pickup_zone_ids, p.name, p.description, p.logo, p.cover, p.address, p.phone,
	p.latitude, p.longitude, p.discount, p.tax_rate, p.rating_sum, p.rating_count, p.trip_count`

const vehicleColumns = `id, slug, archived, provider_id, category_id, (SELECT c.module_id FROM categories c WHERE c.id = category_id) AS module_id, name, description, brand, vehicle_type, seats, air_condition, transmission, fuel,
	pictures, hourly_price, distance_price, deposit, licence_free, discount_type, discount, CASE WHEN archived THEN 0 ELSE units END AS units, is_new, rating_sum, rating_count, trip_count, created_at`

func readProviders(ctx context.Context, q db.Q) ([]*Provider, error) {
	all, err := db.Many[*Provider](ctx, q, `SELECT `+providerColumns+` FROM providers p JOIN zones z ON z.id = p.zone_id`)
	if err != nil {
		return nil, fmt.Errorf("read providers: %w", err)
	}
	return all, nil
}

func readProvider(ctx context.Context, q db.Q, id int64) (*Provider, error) {
	p, err := db.One[Provider](ctx, q, `SELECT `+providerColumns+` FROM providers p JOIN zones z ON z.id = p.zone_id WHERE p.id = $1`, id)
	if errors.Is(err, db.ErrNotFound) {
		return nil, errUnknownProvider
	}
	if err != nil {
		return nil, fmt.Errorf("read a provider: %w", err)
	}
	return &p, nil
}

// readChanged reads the vehicles that were written after a revision of the catalogue.
func readChanged(ctx context.Context, q db.Q, after int64) ([]*Vehicle, error) {
	changed, err := db.Many[*Vehicle](ctx, q, `SELECT `+vehicleColumns+` FROM vehicles WHERE revision > $1`, after)
	if err != nil {
		return nil, fmt.Errorf("read vehicles: %w", err)
	}
	return changed, nil
}

// figures are the figures of trips and ratings of a vehicle. They change without a new
// revision of the catalogue. Those of providers change with them.
type figures struct{ id, ratingSum, ratingCount, tripCount int64 }

// readFigures reads the figures of all vehicles, by id.
func readFigures(ctx context.Context, q db.Q) ([]figures, error) {
	var all []figures
	var f figures
	err := db.Each(ctx, q, func(scan func(...any) error) error {
		err := scan(&f.id, &f.ratingSum, &f.ratingCount, &f.tripCount)
		all = append(all, f)
		return err
	}, `SELECT id, rating_sum, rating_count, trip_count FROM vehicles ORDER BY id`)
	if err != nil {
		return nil, fmt.Errorf("read the figures of vehicles: %w", err)
	}
	return all, nil
}

func readRevision(ctx context.Context, q db.Q) (int64, error) {
	revision, err := db.One[int64](ctx, q, `SELECT COALESCE(MAX(revision), 0) FROM catalog_revision`)
	if err != nil {
		return 0, fmt.Errorf("read the revision of the catalogue: %w", err)
	}
	return revision, nil
}

// readModulesOff reads the modules that are switched off: nothing of theirs is for rent.
func readModulesOff(ctx context.Context, q db.Q) ([]int64, error) {
	off, err := db.Many[int64](ctx, q, `SELECT id FROM modules WHERE NOT active`)
	if err != nil {
		return nil, fmt.Errorf("read the modules that are switched off: %w", err)
	}
	return off, nil
}

// Read reads vehicles with their owners, as they are now. Those of a module that is switched
// off are archived. They keep their units, so that trips that were booked before can be extended.
func Read(ctx context.Context, q db.Q, ids []int64) (map[int64]*Vehicle, error) {
	if len(ids) == 0 {
		return map[int64]*Vehicle{}, nil
	}
	list, args := db.InList(ids)
	vehicles, err := db.Many[*Vehicle](ctx, q, `SELECT `+vehicleColumns+` FROM vehicles WHERE id IN `+list, args...)
	if err != nil {
		return nil, fmt.Errorf("read vehicles: %w", err)
	}
	owners, err := db.Many[*Provider](ctx, q, `
		SELECT `+providerColumns+` FROM providers p JOIN zones z ON z.id = p.zone_id WHERE p.id IN (SELECT provider_id FROM vehicles WHERE id IN `+list+`)`, args...)
	if err != nil {
		return nil, fmt.Errorf("read the owners of vehicles: %w", err)
	}
	byID := make(map[int64]*Provider, len(owners))
	for _, p := range owners {
		byID[p.ID] = p
	}
	off, err := readModulesOff(ctx, q)
	if err != nil {
		return nil, err
	}
	found := make(map[int64]*Vehicle, len(vehicles))
	for _, v := range vehicles {
		v.Owner = byID[v.ProviderID]
		v.Archived = v.Archived || slices.Contains(off, v.ModuleID)
		found[v.ID] = v
	}
	return found, nil
}
