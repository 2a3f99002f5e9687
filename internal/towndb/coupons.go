package towndb

import (
	"cmp"
	"context"
	"fmt"

	"hawker/internal/coupon"
	"hawker/internal/db"
	"hawker/internal/money"
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
		var p parser
		starts, ends := im.couponDays(&p, k)
		kind := cmp.Or(k.Discount.Type, string(pricing.Flat)) // of a free delivery, which has none
		return []any{
			k.Slug, coupon.FoldCode(k.Code), k.Title, k.Type, idsOf(im.zoneIDs, k.Zones), idsOf(stores, k.Stores), idsOf(im.moduleIDs, k.Modules),
			kind, p.value(im.currency, kind, k.Discount.Value), p.amount(im.currency, k.MinPurchase), p.amount(im.currency, k.MaxDiscount),
			starts, ends, k.UseLimit, k.PerCustomer, k.FirstOrder, k.PaidBy, k.Listed, k.Active,
		}, p.err
	}}, im.town.Coupons)
	return err
}

// couponDays returns the first and the last date of a coupon, in its time zone.
func (im *importer) couponDays(p *parser, k townfile.Coupon) (starts, ends string) {
	zone := p.location(couponZone(im.town, k))
	return p.date(k.Start, im.now, zone), p.date(k.End, im.now, zone)
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
		var p parser
		starts, ends := im.couponDays(&p, k)
		if p.err != nil {
			return fmt.Errorf("coupon %q: %w", k.Slug, p.err)
		}
		if _, err := db.Exec(ctx, tx, `UPDATE coupons SET starts = $1, ends = $2 WHERE slug = $3`, starts, ends, k.Slug); err != nil {
			return fmt.Errorf("coupon %q: %w", k.Slug, err)
		}
	}
	return clearHashes(ctx, tx, "coupons")
}

func (ex *exporter) coupons(ctx context.Context) error {
	type row struct {
		Slug, Code, Title, CouponType string
		ZoneIDs                       db.JSON[[]int64] `db:"zone_ids"`
		StoreIDs                      db.JSON[[]int64] `db:"store_ids"`
		ModuleIDs                     db.JSON[[]int64] `db:"module_ids"`
		DiscountType                  string
		Discount                      int64
		MinPurchase, MaxDiscount      money.Amount
		Starts, Ends                  townfile.Day
		UseLimit, PerCustomerLimit    int
		FirstOrder                    bool
		PaidBy                        string
		Listed, Active                bool
	}
	rows, err := many[row](ctx, ex, `
		SELECT slug, code, title, coupon_type, zone_ids, store_ids, module_ids, discount_type, discount, min_purchase, max_discount,
			starts, ends, use_limit, per_customer_limit, first_order, paid_by, listed, active FROM coupons`)
	if err != nil || len(rows) == 0 {
		return err
	}
	slugs := map[string]map[int64]string{}
	for _, table := range []string{"zones", "stores", "modules"} {
		if slugs[table], err = ex.slugs(ctx, table); err != nil {
			return err
		}
	}
	for _, r := range rows {
		k := townfile.Coupon{
			Slug: r.Slug, Code: r.Code, Title: r.Title, Type: r.CouponType,
			Zones: slugsOf(slugs["zones"], r.ZoneIDs.V), Stores: slugsOf(slugs["stores"], r.StoreIDs.V), Modules: slugsOf(slugs["modules"], r.ModuleIDs.V),
			MinPurchase: ex.amountOrNone(r.MinPurchase), MaxDiscount: ex.amountOrNone(r.MaxDiscount), Start: r.Starts, End: r.Ends,
			UseLimit: r.UseLimit, PerCustomer: r.PerCustomerLimit, FirstOrder: r.FirstOrder, PaidBy: r.PaidBy, Listed: r.Listed, Active: r.Active,
		}
		if k.Type != string(coupon.FreeDelivery) {
			k.Discount = townfile.Rebate{Type: r.DiscountType, Value: ex.value(r.DiscountType, r.Discount)}
		}
		ex.town.Coupons = append(ex.town.Coupons, k)
	}
	return nil
}

// slugs returns the slugs of a table by id.
func (ex *exporter) slugs(ctx context.Context, table string) (map[int64]string, error) {
	rows, err := many[struct {
		ID   int64
		Slug string
	}](ctx, ex, `SELECT id, slug FROM `+table)
	slugs := make(map[int64]string, len(rows))
	for _, r := range rows {
		slugs[r.ID] = r.Slug
	}
	return slugs, err
}

// slugsOf returns the slugs of ids; nil for none.
func slugsOf(slugs map[int64]string, ids []int64) []string {
	var of []string
	for _, id := range ids {
		of = append(of, slugs[id])
	}
	return of
}
