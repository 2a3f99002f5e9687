package content

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"hawker/internal/clock"
	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/recent"
)

// Service reads banners and pages. Safe for concurrent use.
type Service struct {
	db      *db.DB
	clock   clock.Clock
	banners *recent.Value[[]Banner]
}

// New makes the service.
func New(d *db.DB, c clock.Clock) *Service {
	return &Service{db: d, clock: c, banners: recent.New(c, recent.MaxAge, func(ctx context.Context) ([]Banner, error) {
		return readBanners(ctx, d.R)
	})}
}

// Banners returns the banners of a module in these zones, in their order.
func (s *Service) Banners(ctx context.Context, moduleID int64, zoneIDs []int64) ([]Banner, error) {
	all, err := s.banners.Get(ctx)
	if err != nil {
		return nil, err
	}
	shown := []Banner{}
	for _, b := range all {
		if b.ModuleID == moduleID && (b.ZoneID == nil || slices.Contains(zoneIDs, *b.ZoneID)) {
			shown = append(shown, b)
		}
	}
	return shown, nil
}

// Page returns a page by its slug. An unknown one is errs.NotFound.
func (s *Service) Page(ctx context.Context, slug string) (Page, error) {
	page, err := db.One[Page](ctx, s.db.R, `SELECT slug, title, body FROM pages WHERE slug = $1`, slug)
	if errors.Is(err, db.ErrNotFound) {
		return Page{}, errs.New(errs.NotFound, "This page does not exist.").Because(err)
	}
	if err != nil {
		return Page{}, fmt.Errorf("read page: %w", err)
	}
	return page, nil
}

func readBanners(ctx context.Context, q db.Q) ([]Banner, error) {
	type row struct {
		ID       int64
		Slug     string
		ModuleID int64
		ZoneID   *int64
		Position int64
		Body     db.JSON[Body]
	}
	rows, err := db.Many[row](ctx, q, `SELECT id, slug, module_id, zone_id, position, body FROM banners ORDER BY position, id`)
	if err != nil {
		return nil, fmt.Errorf("read banners: %w", err)
	}
	banners := make([]Banner, len(rows))
	for i, r := range rows {
		banners[i] = Banner{ID: r.ID, Slug: r.Slug, ModuleID: r.ModuleID, ZoneID: r.ZoneID, Position: r.Position, Body: r.Body.V}
	}
	return banners, nil
}
