package catalog

import (
	"context"
	"fmt"
	"strings"
	"time"

	"hawker/internal/db"
	"hawker/internal/geo"
	"hawker/internal/hours"
	"hawker/internal/link"
	"hawker/internal/money"
	"hawker/internal/picture"
)

// NewStore is a store that joins the town (REG-01). It has no opening hours yet, so it is
// closed.
type NewStore struct {
	ModuleID, ZoneID  int64
	Name, Description string
	Address, Phone    string
	Point             geo.Point
	MinimumOrder      money.Amount
	TaxRate           money.Rate
	DeliveryTimeMin   int64 // minutes
	DeliveryTimeMax   int64
	Plan              string // its id; "": none
	Reviews           bool   // the plan has them
	Logo, Cover       NewPicture
}

// NewPicture is a picture whose files are stored.
type NewPicture struct {
	Key, Hash string
	Zoom      bool
	Kind      picture.Kind
}

// AddStore adds a store with its pictures, and returns its id and slug.
func AddStore(ctx context.Context, tx *db.Tx, s NewStore, now time.Time) (id int64, slug string, err error) {
	for _, p := range []NewPicture{s.Logo, s.Cover} {
		if _, err := db.Exec(ctx, tx, `INSERT INTO media (key, hash, zoom, kind) VALUES ($1, $2, $3, $4)`, p.Key, p.Hash, p.Zoom, p.Kind); err != nil {
			return 0, "", fmt.Errorf("insert picture: %w", err)
		}
	}
	if slug, err = freeStoreSlug(ctx, tx, s.Name); err != nil {
		return 0, "", err
	}
	id, err = db.One[int64](ctx, tx, `
		INSERT INTO stores (slug, module_id, zone_id, name, tagline, description, logo, cover, address, phone, latitude, longitude,
			schedule, minimum_order, tax_rate, preparation_minutes, delivery_time_min, delivery_time_max, plan, reviews_enabled,
			delivery, take_away, self_delivery, free_delivery, schedule_order, veg, non_veg, discount, featured,
			rating_sum, rating_count, order_count, active, search_text, created_at)
		VALUES ($1, $2, $3, $4, '', $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $15, $16, $17, $18,
			TRUE, TRUE, FALSE, FALSE, TRUE, FALSE, FALSE, '{}', FALSE, 0, 0, 0, TRUE, $19, $20) RETURNING id`,
		slug, s.ModuleID, s.ZoneID, s.Name, s.Description, s.Logo.Key, s.Cover.Key, s.Address, s.Phone, s.Point.Lat, s.Point.Lng,
		db.JSON[hours.Schedule]{}, s.MinimumOrder, s.TaxRate, s.DeliveryTimeMin, s.DeliveryTimeMax, s.Plan, s.Reviews,
		SearchText(s.Name), now.UnixMilli())
	if err != nil {
		return 0, "", fmt.Errorf("insert store: %w", err)
	}
	_, err = NextRevision(ctx, tx)
	return id, slug, err
}

// maxSlugLength is that of a new store; a number may follow.
const maxSlugLength = 60

// freeStoreSlug returns a slug made of a name that no store has or had, that no path of the
// API ends with, and that is no number. The lock keeps two stores of one name apart.
func freeStoreSlug(ctx context.Context, tx *db.Tx, name string) (string, error) {
	if err := db.Lock(ctx, tx, "stores.slug"); err != nil {
		return "", err
	}
	base := slugOf(name)
	taken, err := db.Many[string](ctx, tx, `
		SELECT slug FROM stores WHERE slug = $1 OR slug LIKE $2
		UNION SELECT slug FROM former_slugs WHERE kind = 'store' AND (slug = $1 OR slug LIKE $2)`, base, base+"-%")
	if err != nil {
		return "", fmt.Errorf("look for slugs: %w", err)
	}
	known := map[string]bool{}
	for _, slug := range taken {
		known[slug] = true
	}
	slug := base
	for n := 2; known[slug] || link.IsReserved(slug) || link.IsNumber(slug); n++ {
		slug = fmt.Sprint(base, "-", n)
	}
	return slug, nil
}

// slugOf returns the small Latin letters and digits of a name. One without any is "store".
func slugOf(name string) string {
	bare := strings.Map(func(r rune) rune {
		if r == ' ' || 'a' <= r && r <= 'z' || '0' <= r && r <= '9' {
			return r
		}
		return -1
	}, Fold(name))
	slug := strings.Join(strings.Fields(bare), "-")
	if len(slug) > maxSlugLength {
		slug = strings.Trim(slug[:maxSlugLength], "-")
	}
	if slug == "" {
		return "store"
	}
	return slug
}
