package shopping

import (
	"context"
	"time"

	"hawker/internal/api/call"
	"hawker/internal/api/view"
	"hawker/internal/hours"
	"hawker/internal/money"
	"hawker/internal/order"
	"hawker/internal/parcel"
	"hawker/internal/reward"
	"hawker/internal/translation"
)

// quoteView is a quote with all of its rows, in order (M8). One with problems cannot be
// placed.
type quoteView struct {
	Store            view.StoreView         `json:"store" doc:"A parcel has no store: the id is 0, and name and picture are those of its module."`
	Parcel           *view.ParcelView       `json:"parcel,omitempty"`
	Lines            []cartLineView         `json:"lines"`
	Rows             []view.PriceRow        `json:"rows"`
	Coupon           *view.QuotedCouponView `json:"coupon,omitempty" doc:"Absent without a coupon_code."`
	Subtotal         float64                `json:"subtotal"`
	Discount         float64                `json:"discount"`
	CouponDiscount   float64                `json:"coupon_discount"`
	DeliveryCharge   float64                `json:"delivery_charge"`
	DeliveryUnknown  bool                   `json:"delivery_unknown,omitempty" doc:"No address to deliver to was given: the delivery charge is not known yet, and no amount or row contains it."`
	Tax              float64                `json:"tax"`
	TaxIncluded      int                    `json:"tax_included" enum:"0,1"`
	AdditionalCharge float64                `json:"additional_charge"`
	ExtraPackaging   float64                `json:"extra_packaging"`
	Tip              float64                `json:"tip"`
	Total            float64                `json:"total"`
	WalletBalance    float64                `json:"wallet_balance" doc:"The balance of the customer's wallet; 0 without a wallet."`
	WalletPart       float64                `json:"wallet_part" doc:"The part of the total that is paid from the wallet."`
	ToPay            float64                `json:"to_pay" doc:"The rest of the total."`
	Earns            *earningsView          `json:"earns,omitempty" doc:"What the customer gets once the order is delivered, by the present rules. Absent: nothing, or the shopper is a guest."`
	DistanceKm       float64                `json:"distance_km"`
	DistanceSource   string                 `json:"distance_source" enum:"route,straight,none"`
	Slots            []slotDay              `json:"slots"`
	NowAllowed       bool                   `json:"now_allowed" doc:"False: only a slot can be chosen (H4)."`
	ReadyIn          string                 `json:"ready_in" doc:"A range of minutes." example:"25-35"`
	PaymentMethods   []string               `json:"payment_methods"`
	Gateways         []view.GatewayView     `json:"gateways" doc:"With digital_payment, the payment_gateway is one of them."`
	OfflineMethods   []view.OfflineOption   `json:"offline_methods" doc:"With offline_payment, the payment_gateway is the id of one of them."`
	Prescription     int                    `json:"is_prescription_required" enum:"0,1" doc:"1: an item needs a prescription, sent as prescription_images (ITEM-11)."`
	Warnings         []view.ProblemView     `json:"warnings"`
	Problems         []view.ProblemView     `json:"problems"`
	Digest           string                 `json:"digest"`
}

// earningsView has at least one of both.
type earningsView struct {
	Points   int64   `json:"points"`
	Cashback float64 `json:"cashback" doc:"What goes into the wallet, major units."`
}

type slotDay struct {
	Date  string     `json:"date" example:"2026-11-20"`
	Slots []slotView `json:"slots"`
}

type slotView struct {
	StartsAt string `json:"starts_at" doc:"RFC 3339; send this as schedule_at."`
	From     string `json:"from" doc:"HH:mm in the zone's time zone."`
	To       string `json:"to"`
}

func (h *Handlers) viewQuote(ctx context.Context, q order.Quote) (quoteView, error) {
	b, err := view.CurrentBuilder(ctx, h.Settings, h.Catalog)
	if err != nil {
		return quoteView{}, err
	}
	store := &q.Store
	if q.Packages != (parcel.Packages{}) {
		if store, err = h.Orders.Store(ctx, b.Directory, order.Seller{ModuleID: q.Store.ModuleID, ZoneID: q.Store.ZoneID}); err != nil {
			return quoteView{}, err
		}
	}
	lines, err := h.viewLines(ctx, q.Contents)
	major := b.Money.ToMajor
	v := quoteView{
		Store: b.Store(store), Parcel: quotedParcel(b, q), Lines: lines, Rows: view.PriceRows(b.Money, q.Rows, b.Texts),
		Subtotal: major(q.Subtotal), Discount: major(q.Discount), CouponDiscount: major(q.CouponDiscount), Coupon: b.QuotedCoupon(q.Coupon), DeliveryCharge: major(q.Delivery), DeliveryUnknown: q.DeliveryUnknown, Tax: major(q.Tax),
		TaxIncluded: view.Flag(q.TaxIncluded), AdditionalCharge: major(q.AdditionalCharge), ExtraPackaging: major(q.ExtraPackaging),
		Tip: major(q.Tip), Total: major(q.Total), WalletBalance: major(q.WalletBalance), WalletPart: major(q.WalletPart), ToPay: major(q.ToPay),
		DistanceKm: float64(q.Distance.Metres) / 1000, DistanceSource: "none",
		Slots: viewSlots(q.Slots, q.Store.Location()), NowAllowed: q.NowAllowed, ReadyIn: q.ReadyIn(), Prescription: view.Flag(q.Prescription),
		PaymentMethods: view.NonNil(q.PaymentMethods), Gateways: view.Gateways(q.Gateways, b.Language), OfflineMethods: view.OfflineOptions(q.OfflineMethods, b.Texts), Warnings: viewProblems(b, q.Warnings), Problems: viewProblems(b, q.Problems), Digest: q.Digest,
	}
	if q.Measured {
		v.DistanceSource = q.Distance.Source()
	}
	if err != nil {
		return v, err
	}
	v.Earns, err = h.viewEarnings(ctx, b.Money, b.Directory.Module(q.Store.ModuleID).Slug, q)
	return v, err
}

// quotedParcel is in the language of the request, as the items of a quote are. An order keeps
// the name of the records (ADR 0035).
func quotedParcel(b view.Builder, q order.Quote) *view.ParcelView {
	parcel := q.Packages
	parcel.Category = b.Texts.Name(translation.ParcelCategory, q.CategorySlug, parcel.Category)
	return view.Parcel(b.Directory, parcel)
}

// viewEarnings returns what an order would earn; nil: nothing.
func (h *Handlers) viewEarnings(ctx context.Context, m money.Currency, module string, q order.Quote) (*earningsView, error) {
	me := call.Session(ctx)
	if me.CustomerID == 0 {
		return nil, nil
	}
	e, err := h.Rewards.Forecast(ctx, me.CustomerID, reward.Planned{Total: q.Total, Module: module, TimeZone: q.Store.TimeZone})
	if err != nil || e == (reward.Earnings{}) {
		return nil, err
	}
	return &earningsView{Points: e.Points, Cashback: m.ToMajor(e.Cashback)}, nil
}

// viewSlots groups slots by day, in the zone's time (D12).
func viewSlots(slots []time.Time, zone *time.Location) []slotDay {
	days := []slotDay{}
	for _, at := range slots {
		local := at.In(zone)
		date := local.Format(time.DateOnly)
		if len(days) == 0 || days[len(days)-1].Date != date {
			days = append(days, slotDay{Date: date})
		}
		last := &days[len(days)-1]
		last.Slots = append(last.Slots, slotView{
			StartsAt: view.Time(at), From: local.Format("15:04"), To: local.Add(hours.SlotLength).Format("15:04"),
		})
	}
	return days
}
