package shopping

import (
	"cmp"
	"context"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"hawker/internal/api/call"
	"hawker/internal/api/view"
	"hawker/internal/catalog"
	"hawker/internal/coupon"
	"hawker/internal/money"
	"hawker/internal/pricing"
	"hawker/internal/translation"
	"hawker/internal/zone"
)

func (h *Handlers) registerCoupons(a huma.API) {
	huma.Register(a, call.ByShoppers("listCoupons", http.MethodGet, "/coupons"), h.listCoupons)
}

// couponView is a coupon as shoppers see it.
type couponView struct {
	Code         string            `json:"code"`
	Title        string            `json:"title"`
	CouponType   string            `json:"coupon_type" enum:"zone_wise,store_wise,free_delivery,default"`
	Discount     float64           `json:"discount" doc:"Percent or major units; 0 for free_delivery."`
	DiscountType string            `json:"discount_type" enum:"percent,amount"`
	MinPurchase  float64           `json:"min_purchase" doc:"Major units. The subtotal before discounts must reach it (D19)."`
	MaxDiscount  float64           `json:"max_discount" doc:"The most that a percentage takes off, major units; 0: no cap."`
	ZoneIDs      []int64           `json:"zoneId" doc:"Zones in which the coupon can be used; empty: every zone."`
	Data         []int64           `json:"data" doc:"Stores at which the coupon can be used; empty: every store."`
	Stores       []couponStoreView `json:"stores" doc:"The stores of data from which can be ordered here."`
	FirstOrder   bool              `json:"first_order" doc:"Only for the first order of a shopper."`
	Limit        int64             `json:"limit" doc:"How often a customer may use it; 0: no limit."`
	StartDate    string            `json:"start_date,omitempty" doc:"The first day, in the zone's time zone." example:"2026-11-20"`
	ExpireDate   string            `json:"expire_date,omitempty" doc:"The last day, in the zone's time zone." example:"2026-11-27"`
	StartsAt     string            `json:"starts_at,omitempty" doc:"RFC 3339: when start_date begins."`
	EndsAt       string            `json:"ends_at,omitempty" doc:"RFC 3339: when expire_date is over."`
	Usable       bool              `json:"usable" doc:"The coupon can be used here and now, if the purchase reaches min_purchase."`
	ReasonCode   string            `json:"reason_code,omitempty" enum:"not_begun,expired,used_up,first_order_only,used_by_you"`
	Reason       string            `json:"reason,omitempty" doc:"Why the coupon cannot be used, in words."`
}

type couponStoreView struct {
	ID   int64  `json:"id"`
	Slug string `json:"slug"`
	Name string `json:"name"`
}

type listCouponsInput struct {
	call.Scope
	call.GuestQuery
	call.Page
	StoreID    int64 `query:"store_id" minimum:"0" doc:"Only coupons that can be used at this store."`
	ProviderID int64 `query:"provider_id" minimum:"0" doc:"Only coupons that can be used for a trip with this provider."`
}

type listCouponsOutput struct {
	Body struct {
		call.Paged
		TimeZone string       `json:"time_zone" doc:"IANA name of the time zone in which the dates are read."`
		Coupons  []couponView `json:"coupons" doc:"Coupons that can be used come first."`
	}
}

// listCoupons lists the coupons of the zone and the module, or of a store (WAL-05).
func (h *Handlers) listCoupons(ctx context.Context, in *listCouponsInput) (*listCouponsOutput, error) {
	where, err := h.couponScope(ctx, in)
	if err != nil {
		return nil, err
	}
	if where.Shopper, err = h.couponShopper(ctx, in); err != nil {
		return nil, err
	}
	coupons, total, err := h.Coupons.List(ctx, where, in.Paging())
	if err != nil {
		return nil, err
	}
	settings, err := h.Settings.Get(ctx)
	if err != nil {
		return nil, err
	}
	directory, err := h.Catalog.Directory(ctx)
	if err != nil {
		return nil, err
	}
	out := new(listCouponsOutput)
	out.Body.Paged, out.Body.TimeZone, out.Body.Coupons = in.Of(total), where.TimeZone.String(), []couponView{}
	for _, c := range coupons {
		out.Body.Coupons = append(out.Body.Coupons, viewCoupon(ctx, settings.Currency.Money(), directory, where, c))
	}
	return out, nil
}

// couponScope returns the place that the list is for: a store, a provider, else the zones and the
// module of the headers.
func (h *Handlers) couponScope(ctx context.Context, in *listCouponsInput) (coupon.Where, error) {
	directory, err := h.Catalog.Directory(ctx)
	if err != nil {
		return coupon.Where{}, err
	}
	if in.StoreID != 0 {
		store, err := directory.Store(strconv.FormatInt(in.StoreID, 10))
		if err != nil {
			return coupon.Where{}, err
		}
		return coupon.Where{
			ModuleID: store.ModuleID, ZoneIDs: []int64{store.ZoneID}, TimeZone: store.Location(),
			HasStore: func(id int64) bool { return id == store.ID },
		}, nil
	}
	if in.ProviderID != 0 {
		owner, err := h.Vehicles.Provider(ctx, strconv.FormatInt(in.ProviderID, 10))
		if err != nil {
			return coupon.Where{}, err
		}
		return coupon.Where{
			ModuleID: in.ModuleID(), ZoneIDs: []int64{owner.ZoneID}, TimeZone: catalog.Location(owner.TimeZone), NoStore: true,
			HasStore: func(int64) bool { return false },
		}, nil
	}
	zones, location, err := h.zonesHere(ctx, &in.Scope)
	if err != nil {
		return coupon.Where{}, err
	}
	ids := make([]int64, len(zones))
	for i, z := range zones {
		ids[i] = z.ID
	}
	module := directory.Module(in.ModuleID()).Type
	return coupon.Where{
		ModuleID: in.ModuleID(), ZoneIDs: ids, TimeZone: location, NoStore: module == "parcel" || module == "rental",
		HasStore: func(id int64) bool {
			store, err := directory.Store(strconv.FormatInt(id, 10))
			return err == nil && store.Active && store.ModuleID == in.ModuleID() && slices.Contains(ids, store.ZoneID)
		},
	}, nil
}

// zonesHere returns the zones of the headers, else those of the town's default location
// (D26), and the time zone of the first of them.
func (h *Handlers) zonesHere(ctx context.Context, at *call.Scope) (zones []zone.Zone, location *time.Location, err error) {
	settings, err := h.Settings.Get(ctx)
	if err != nil {
		return nil, nil, err
	}
	if len(at.ZoneIDs()) > 0 {
		zones, err = h.Zones.ActiveOf(ctx, at.ZoneIDs())
	} else {
		zones, err = h.Zones.Lookup(ctx, settings.Location.Default)
	}
	name := settings.Location.TimeZone
	if len(zones) > 0 {
		name = zones[0].TimeZone
	}
	return zones, catalog.Location(name), err
}

// couponShopper returns who asks. The phone of a guest is not known before the checkout.
func (h *Handlers) couponShopper(ctx context.Context, in *listCouponsInput) (who coupon.Shopper, err error) {
	asking, err := in.Shopper(ctx, h.Shoppers, in.GuestID)
	if err != nil {
		return who, err
	}
	who.ID = asking.ID
	if session := call.Session(ctx); session.CustomerID != 0 {
		customer, err := h.Accounts.Customer(ctx, session)
		if err != nil {
			return who, err
		}
		if customer.Phone != nil && customer.PhoneVerified {
			who.Phone = *customer.Phone
		}
	}
	who.OrderedBefore, err = h.Orders.Purchases.BoughtBefore(ctx, who)
	return who, err
}

func viewCoupon(ctx context.Context, currency money.Currency, directory *catalog.Directory, where coupon.Where, c coupon.Listed) couponView {
	texts := directory.Texts(ctx)
	v := couponView{
		Code: c.Code, Title: cmp.Or(texts.Of(translation.Coupon, c.Slug).Title, c.Title), CouponType: string(c.Type), DiscountType: string(c.DiscountType),
		MinPurchase: currency.ToMajor(c.MinPurchase), MaxDiscount: currency.ToMajor(c.MaxDiscount),
		ZoneIDs: c.ZoneIDs.V, Data: c.StoreIDs.V, Stores: []couponStoreView{},
		FirstOrder: c.FirstOrder, Limit: c.PerCustomerLimit, StartDate: c.Starts, ExpireDate: c.Ends,
		StartsAt: view.Time(c.StartsAt(where.TimeZone)), EndsAt: view.Time(c.EndsAt(where.TimeZone)),
		Usable: c.Refusal.Code == "", ReasonCode: string(c.Refusal.Code), Reason: call.Say(ctx, c.Refusal.Message),
	}
	switch {
	case c.Type == coupon.FreeDelivery:
	case c.DiscountType == pricing.Percent:
		v.Discount = money.Rate(c.Discount).Percent()
	default:
		v.Discount = currency.ToMajor(money.Amount(c.Discount))
	}
	for _, id := range c.StoreIDs.V {
		if store, err := directory.Store(strconv.FormatInt(id, 10)); err == nil && where.HasStore(id) {
			v.Stores = append(v.Stores, couponStoreView{ID: store.ID, Slug: store.Slug, Name: texts.Name(translation.Store, store.Slug, store.Name)})
		}
	}
	return v
}
