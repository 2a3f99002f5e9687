package townexport

import (
	"context"

	"hawker/internal/coupon"
	"hawker/internal/db"
	"hawker/internal/money"
	"hawker/internal/townfile"
)

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
			MinPurchase: ex.format.AmountOrNone(r.MinPurchase), MaxDiscount: ex.format.AmountOrNone(r.MaxDiscount), Start: r.Starts, End: r.Ends,
			UseLimit: r.UseLimit, PerCustomer: r.PerCustomerLimit, FirstOrder: r.FirstOrder, PaidBy: r.PaidBy, Listed: r.Listed, Active: r.Active,
		}
		if k.Type != string(coupon.FreeDelivery) {
			k.Discount = townfile.Rebate{Type: r.DiscountType, Value: ex.format.Value(r.DiscountType, r.Discount)}
		}
		ex.town.Coupons = append(ex.town.Coupons, k)
	}
	return nil
}
