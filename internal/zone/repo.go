package zone

import (
	"context"
	"fmt"

	"hawker/internal/db"
	"hawker/internal/money"
	"hawker/internal/pricing"
)

func readRevision(ctx context.Context, q db.Q) (int64, error) {
	revision, err := db.One[int64](ctx, q, `SELECT COALESCE(MAX(revision), 0) FROM catalog_revision`)
	if err != nil {
		return 0, fmt.Errorf("read the revision of the catalogue: %w", err)
	}
	return revision, nil
}

// readAll reads every zone with its tariffs, by id.
func readAll(ctx context.Context, q db.Q) ([]Zone, error) {
	type row struct {
		ID       int64
		Slug     string
		Name     string
		Polygon  string
		TimeZone string
		Active   bool
	}
	rows, err := db.Many[row](ctx, q, `SELECT id, slug, name, polygon, time_zone, active FROM zones ORDER BY id`)
	if err != nil {
		return nil, fmt.Errorf("read zones: %w", err)
	}
	tariffs, err := readTariffs(ctx, q)
	if err != nil {
		return nil, err
	}
	all := make([]Zone, len(rows))
	for i, r := range rows {
		outline, err := DecodeOutline(r.Polygon)
		if err != nil {
			return nil, fmt.Errorf("read zone %q: %w", r.Slug, err)
		}
		all[i] = Zone{ID: r.ID, Slug: r.Slug, Name: r.Name, TimeZone: r.TimeZone, Outline: outline, Active: r.Active, Tariffs: tariffs[r.ID]}
	}
	return all, nil
}

// readTariffs reads all tariffs, by zone and module.
func readTariffs(ctx context.Context, q db.Q) (map[int64]map[int64]Tariff, error) {
	type row struct {
		ZoneID        int64
		ModuleID      int64
		PerKm         money.Amount
		MinimumCharge money.Amount
		MaximumCharge money.Amount
		SurgeType     pricing.Kind
		Surge         int64
	}
	rows, err := db.Many[row](ctx, q, `SELECT zone_id, module_id, per_km, minimum_charge, maximum_charge, surge_type, surge FROM tariffs`)
	if err != nil {
		return nil, fmt.Errorf("read tariffs: %w", err)
	}
	byZone := map[int64]map[int64]Tariff{}
	for _, r := range rows {
		if byZone[r.ZoneID] == nil {
			byZone[r.ZoneID] = map[int64]Tariff{}
		}
		byZone[r.ZoneID][r.ModuleID] = Tariff{
			PerKm: r.PerKm, Minimum: r.MinimumCharge, Maximum: r.MaximumCharge,
			Surge: pricing.Surge{Kind: r.SurgeType, Value: r.Surge},
		}
	}
	return byZone, nil
}
