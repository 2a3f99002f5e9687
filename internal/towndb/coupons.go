package towndb

import (
	"cmp"
	"context"
	"fmt"

	"hawker/internal/coupon"
	"hawker/internal/db"
	"hawker/internal/pricing"
	"hawker/internal/townfile"
)

var couponTable = table{
	name: "coupons", file: townfile.CouponsFile,
	columns: []string{
		"slug", "code", "title", "coupon_type", "zone_ids", "store_ids", "module_ids", "discount_type", "discount", "min_purchase",
		"max_discount", "starts", "ends", "use_limit", "per_customer_limit", "first_order", "paid_by", "listed", "active",
	},
	unique: []string{"code"},
}

// coupons leaves the count of uses, which orders change, as it is.
func (im *importer) coupons(ctx context.Context) error {
	stores := make(map[string]int64, len(im.storeRefs))
	for slug, ref := range im.storeRefs {
		stores[slug] = ref.id
	}
	_, err := upsert(ctx, im, recordType[townfile.Coupon]{table: couponTable, row: func(k townfile.Coupon) ([]any, error) {
		var p townfile.Parser
		starts, ends := im.couponDays(&p, k)
		kind := cmp.Or(k.Discount.Type, string(pricing.Flat)) // of a free delivery, which has none
		return []any{
			k.Slug, coupon.FoldCode(k.Code), k.Title, k.Type, idsOf(im.zoneIDs, k.Zones), idsOf(stores, k.Stores), idsOf(im.moduleIDs, k.Modules),
			kind, p.Value(im.currency, kind, k.Discount.Value), p.Amount(im.currency, k.MinPurchase), p.Amount(im.currency, k.MaxDiscount),
			starts, ends, k.UseLimit, k.PerCustomer, k.FirstOrder, k.PaidBy, k.Listed, k.Active,
		}, p.Err
	}}, im.town.Coupons)
	return err
}

// couponDays returns the first and the last date of a coupon, in its time zone.
func (im *importer) couponDays(p *townfile.Parser, k townfile.Coupon) (starts, ends string) {
	zone := p.Location(couponZone(im.town, k))
	return p.Date(k.Start, im.now, zone), p.Date(k.End, im.now, zone)
}

// couponZone returns the name of the time zone of a coupon's days.
func couponZone(t *townfile.Town, k townfile.Coupon) string {
	var slug string
	for _, s := range t.Stores {
		if len(k.Stores) > 0 && s.Slug == k.Stores[0] {
			slug = s.Zone
		}
	}
	if len(k.Zones) > 0 {
		slug = k.Zones[0]
	}
	for _, z := range t.Zones {
		if z.Slug == slug {
			return z.TimeZone
		}
	}
	return t.Settings.Location.TimeZone
}

// idsOf returns the ids of slugs.
func idsOf(ids map[string]int64, slugs []string) db.JSON[[]int64] {
	of := db.JSON[[]int64]{V: []int64{}}
	for _, slug := range slugs {
		of.V = append(of.V, ids[slug])
	}
	return of
}

// redateCoupons makes the relative days of coupons count from now.
func (im *importer) redateCoupons(ctx context.Context, tx *db.Tx) error {
	for _, k := range im.town.Coupons {
		var p townfile.Parser
		starts, ends := im.couponDays(&p, k)
		if p.Err != nil {
			return fmt.Errorf("coupon %q: %w", k.Slug, p.Err)
		}
		if _, err := db.Exec(ctx, tx, `UPDATE coupons SET starts = $1, ends = $2 WHERE slug = $3`, starts, ends, k.Slug); err != nil {
			return fmt.Errorf("coupon %q: %w", k.Slug, err)
		}
	}
	return clearHashes(ctx, tx, "coupons")
}
