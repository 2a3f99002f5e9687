package catalog

import (
	"context"
	"errors"
	"fmt"

	"github.com/huandu/go-sqlbuilder"

	"hawker/internal/db"
	"hawker/internal/errs"
)

// itemColumns are the columns of an Item, of a table called i.
const itemColumns = `i.id, i.slug, i.store_id, i.module_id, i.zone_id, i.category_id, i.category_ids, i.name,
	i.description, i.brand, i.unit_type, i.pictures, i.price, i.discount_type, i.discount, i.sale_price,
	i.options, i.maximum_quantity, i.available_from, i.available_to, i.schedule_order, i.veg, i.halal, i.organic,
	i.recommended, i.prescription, i.tags, i.nutritions, i.allergies, i.generic_names, i.rating_sum, i.rating_count,
	i.sold_count, i.active, i.created_at`

// storeColumns are the columns of a Store but its schedule, with what its module
// and zone say of it, from storeTables. In a module that is switched off no store is active.
const (
	storeColumns = `s.id, s.slug, s.module_id, m.module_type, s.zone_id, z.time_zone, s.name, s.tagline, s.description, s.logo,
	s.cover, s.address, s.phone, s.latitude, s.longitude, s.minimum_order, s.tax_rate, s.preparation_minutes,
	s.delivery_time_min, s.delivery_time_max, s.delivery, s.take_away, s.self_delivery, s.free_delivery, s.schedule_order,
	s.veg, s.non_veg, s.plan, s.reviews_enabled, s.discount, s.featured, s.rating_sum, s.rating_count, s.order_count,
	s.active AND m.active AS active, s.created_at`
	storeTables = ` FROM stores s JOIN modules m ON m.id = s.module_id JOIN zones z ON z.id = s.zone_id`
)

// ItemsByID reads the items among ids that are sold. Those that are not, or whose store
// or module is not active, are absent.
func ItemsByID(ctx context.Context, q db.Q, ids []int64) (map[int64]*Item, error) {
	items := make(map[int64]*Item, len(ids))
	if len(ids) == 0 {
		return items, nil
	}
	b := sqlbuilder.PostgreSQL.NewSelectBuilder().Select(itemColumns).From("items i").
		Join("stores s", "s.id = i.store_id").Join("modules m", "m.id = s.module_id")
	b.Where(b.In("i.id", sqlbuilder.List(ids)), "i.active", "s.active", "m.active")
	query, args := b.Build()
	rows, err := db.Many[*Item](ctx, q, query, args...)
	if err != nil {
		return nil, fmt.Errorf("read items: %w", err)
	}
	for _, row := range rows {
		items[row.ID] = row
	}
	return items, nil
}

// StoreByID reads a store. One that is not active is returned too, and is closed
// (OpenAt). An unknown id is errs.NotFound.
func StoreByID(ctx context.Context, q db.Q, id int64) (Store, error) {
	store, err := db.One[Store](ctx, q, `SELECT `+storeColumns+`, s.schedule`+storeTables+` WHERE s.id = $1`, id)
	return store, orNotFound(err, "store")
}

// orNotFound turns db.ErrNotFound into what a shopper is shown.
func orNotFound(err error, what string) error {
	if err == nil {
		return nil
	}
	if errors.Is(err, db.ErrNotFound) {
		return errs.New(errs.NotFound, "This %s does not exist.", what).Because(err)
	}
	return fmt.Errorf("read %s: %w", what, err)
}
