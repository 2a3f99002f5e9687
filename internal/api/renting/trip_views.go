package renting

import (
	"context"
	"math"

	"hawker/internal/api/view"
	"hawker/internal/maps"
	"hawker/internal/purchase"
	"hawker/internal/setting"
	"hawker/internal/trip"
)

// tripQuoteView is a quote with all of its rows, in order (M8). One with problems cannot
// be placed.
type tripQuoteView struct {
	Cart           tripCartView           `json:"cart"`
	Provider       *view.ProviderView     `json:"provider,omitempty" doc:"Absent: the cart is empty."`
	PickupAt       string                 `json:"pickup_at,omitempty" doc:"RFC 3339."`
	ReturnAt       string                 `json:"return_at,omitempty" doc:"RFC 3339."`
	Rows           []view.PriceRow        `json:"rows"`
	Coupon         *view.QuotedCouponView `json:"coupon,omitempty" doc:"Absent without a coupon_code."`
	Total          float64                `json:"total"`
	WalletBalance  float64                `json:"wallet_balance" doc:"The balance of the customer's wallet; 0 without a wallet."`
	WalletPart     float64                `json:"wallet_part" doc:"The part of the total that is paid from the wallet."`
	ToPay          float64                `json:"to_pay" doc:"The rest of the total."`
	PaymentMethods []string               `json:"payment_methods"`
	Gateways       []view.GatewayView     `json:"gateways" doc:"With digital_payment, the payment_gateway is one of them."`
	DriverLicence  *tripLicenceView       `json:"driver_licence,omitempty" doc:"Absent: the trip needs none. The trip can be placed only if the licence is waiting or approved."`
	Deposit        float64                `json:"deposit" doc:"The part of the total that is given back after the return."`
	OfflineMethods []view.OfflineOption   `json:"offline_methods" doc:"With offline_payment, the payment_gateway is the id of one of them."`
	Cancellation   tripCancelRuleView     `json:"cancellation"`
	LateReturn     tripLateRuleView       `json:"late_return"`
	Problems       []view.ProblemView     `json:"problems"`
	Digest         string                 `json:"digest"`
}

// tripCancelRuleView is what is given back of a trip that the provider has confirmed. Until
// then all is.
type tripCancelRuleView struct {
	FreeHours   int64 `json:"free_hours" doc:"A cancellation at least this many hours before the pickup gives everything back."`
	LatePercent int64 `json:"late_percent" doc:"Percent of the total without the deposit that a later cancellation gives back, until the vehicles are handed over. The deposit is given back in full."`
}

// tripLateRuleView is what a late return costs.
type tripLateRuleView struct {
	Percent      int64   `json:"percent" doc:"Percent of the hourly price without discounts that each begun hour costs; 0: a late return costs nothing."`
	GraceMinutes int64   `json:"grace_minutes" doc:"Minutes after the planned return within which a return is not late."`
	HourPrice    float64 `json:"hour_price,omitempty" doc:"The price of an hour of all vehicles when they were booked, without a tax that prices do not include. Absent: some vehicle has no such price; then the trip's price without discounts is divided by its hours, or by those of its route."`
}

// tripView is a trip as its owner sees it.
type tripView struct {
	view.PurchasePaymentView
	ID                  int64               `json:"id"`
	TripStatus          string              `json:"trip_status" enum:"pending,confirmed,ongoing,completed,canceled,refunded"`
	Module              view.ModuleView     `json:"module"`
	Provider            view.ProviderView   `json:"provider"`
	RentalType          string              `json:"rental_type" enum:"hourly,distance_wise"`
	EstimatedHours      int64               `json:"estimated_hours" doc:"Length of an hourly trip."`
	Distance            float64             `json:"distance" doc:"Length of the route, kilometres with three decimals; 0 without a destination."`
	DistanceSource      string              `json:"distance_source" enum:"route,straight"`
	PickupLocation      tripPlaceView       `json:"pickup_location"`
	DestinationLocation tripPlaceView       `json:"destination_location"`
	PickupAt            string              `json:"pickup_at" doc:"RFC 3339; shown in the provider's time zone."`
	ReturnAt            string              `json:"return_at" doc:"The planned return, RFC 3339; a late hand-over makes it later."`
	StartedAt           string              `json:"started_at,omitempty" doc:"When the vehicles were handed over, RFC 3339."`
	ReturnedAt          string              `json:"returned_at,omitempty" doc:"When the vehicles came back, RFC 3339."`
	Lines               []tripPlacedLine    `json:"lines"`
	Rows                []view.PriceRow     `json:"rows"`
	CouponCode          string              `json:"coupon_code" doc:"The code of the coupon that was used; empty: none."`
	Total               float64             `json:"total"`
	ContactPersonName   string              `json:"contact_person_name"`
	ContactPersonNumber string              `json:"contact_person_number"`
	ContactPersonEmail  string              `json:"contact_person_email"`
	Note                string              `json:"note"`
	CancelReason        string              `json:"cancel_reason"`
	Deposit             float64             `json:"deposit" doc:"The part of the total that is given back after the return."`
	DepositBack         float64             `json:"deposit_back,omitempty" doc:"The part of the deposit that was given back when the vehicles came back."`
	ExtensionHours      int64               `json:"extension_hours" doc:"Hours of the trip's extensions that are charged; return_at includes them. After a late hand-over, hours within the trip's own time are free."`
	LateHours           int64               `json:"late_hours" doc:"Hours for which the late return was charged."`
	Extensions          []tripExtensionView `json:"extensions" doc:"The extensions that extendTrip offers now; empty: none. Always empty in lists."`
	CanCancel           bool                `json:"can_cancel"`
	CancelGivesBack     float64             `json:"cancel_gives_back" doc:"The part of what was paid that a cancellation now gives back."`
	Cancellation        tripCancelRuleView  `json:"cancellation" doc:"The rule at the time of the booking. Later settings do not change it."`
	LateReturn          tripLateRuleView    `json:"late_return" doc:"The rule at the time of the booking. Later settings do not change it."`
	Photos              []view.TripPhoto    `json:"photos" doc:"Photos of the vehicles, the oldest first."`
	PhotoPhases         []string            `json:"photo_phases" doc:"Phases of which the caller may add photos now: before, after. Always empty in lists."`
	DriverLicence       *tripLicenceView    `json:"driver_licence,omitempty" doc:"Absent: the trip needs none, or is over. The vehicles are handed over once it is approved."`
	Timeline            []view.MoveView     `json:"timeline"`
	Review              *tripReviewView     `json:"review,omitempty" doc:"The customer's reviews of the vehicles. Absent for anybody else, and until the trip is completed."`
	Refunds             []view.RefundView   `json:"refunds" doc:"The oldest first."`
	CanRequestRefund    bool                `json:"can_request_refund"`
	CreatedAt           string              `json:"created_at" doc:"RFC 3339."`
	UpdatedAt           string              `json:"updated_at" doc:"RFC 3339."`
}

// tripExtensionView is one way to extend a trip.
type tripExtensionView struct {
	Hours    int64   `json:"hours"`
	ReturnAt string  `json:"return_at" doc:"RFC 3339."`
	Charge   float64 `json:"charge" doc:"The price of the extension, tax included. It is paid at the return, from the deposit first."`
}

type tripPlacedLine struct {
	ID           int64   `json:"id"`
	VehicleID    int64   `json:"vehicle_id"`
	Name         string  `json:"name"`
	ImageFullURL string  `json:"image_full_url"`
	Quantity     int64   `json:"quantity"`
	UnitPrice    float64 `json:"unit_price" doc:"The price of one vehicle for the whole trip, before discount."`
	Subtotal     float64 `json:"subtotal" doc:"The price of all vehicles of the line, before discount."`
	Discount     float64 `json:"discount" doc:"The discount of all vehicles of the line."`
	Total        float64 `json:"total" doc:"The price of the line after discount and coupon, before tax."`
}

func viewCancelRule(r setting.TripRules) tripCancelRuleView {
	return tripCancelRuleView{FreeHours: r.FreeCancelHours, LatePercent: r.LateCancelPercent}
}

func viewLateRule(r setting.TripRules, hourPrice float64) tripLateRuleView {
	return tripLateRuleView{Percent: r.LatePercent, GraceMinutes: r.LateGraceMinutes, HourPrice: hourPrice}
}

func (h *Handlers) viewTripQuote(ctx context.Context, q trip.Quote) (tripQuoteView, error) {
	b, err := view.CurrentBuilder(ctx, h.Settings, h.Catalog)
	if err != nil {
		return tripQuoteView{}, err
	}
	major := b.Money.ToMajor
	v := tripQuoteView{
		Cart: viewTripCart(b, q.Cart), Rows: view.PriceRows(b.Money, q.Rows, b.Texts), Coupon: b.QuotedCoupon(q.Coupon), Total: major(q.Total),
		WalletBalance: major(q.WalletBalance), WalletPart: major(q.WalletPart), ToPay: major(q.ToPay),
		PaymentMethods: view.NonNil(q.PaymentMethods), Gateways: view.Gateways(q.Gateways, b.Language), OfflineMethods: view.OfflineOptions(q.OfflineMethods, b.Texts), Deposit: major(q.Deposit), DriverLicence: viewTripLicence(q.Licence, b.Language), Cancellation: viewCancelRule(q.Rules), LateReturn: viewLateRule(q.Rules, major(q.HourPrice())), Problems: []view.ProblemView{}, Digest: q.Digest,
	}
	for _, p := range q.Problems {
		v.Problems = append(v.Problems, view.ProblemView{Code: p.Code, Message: b.Say(p.Message), LineID: p.LineID, Field: p.Field})
	}
	if q.Owner == nil {
		return v, nil
	}
	provider := b.Provider(q.Owner)
	v.Provider, v.PickupAt, v.ReturnAt = &provider, view.Time(q.Time.From), view.Time(q.Time.Until)
	return v, nil
}

// viewTrip returns a trip with how it may be paid.
func (h *Handlers) viewTrip(ctx context.Context, d trip.Details) (tripView, error) {
	all, err := h.viewTrips(ctx, []trip.Details{d})
	if err != nil {
		return tripView{}, err
	}
	if all[0].PurchasePaymentView, err = h.Purchases.View(ctx, d.Purchase(), cashPaid(d)); err != nil {
		return tripView{}, err
	}
	addable, err := h.Trips.PhotosToAdd(ctx, d, false)
	if err != nil {
		return tripView{}, err
	}
	all[0].PhotoPhases = view.PhotoPhases(addable)
	all[0].Extensions, err = h.viewExtensions(ctx, d)
	return all[0], err
}

func (h *Handlers) viewExtensions(ctx context.Context, d trip.Details) ([]tripExtensionView, error) {
	settings, err := h.Settings.Get(ctx)
	if err != nil {
		return nil, err
	}
	all, err := h.Trips.Extensions(ctx, d)
	views := make([]tripExtensionView, len(all))
	for n, e := range all {
		views[n] = tripExtensionView{Hours: e.Hours, ReturnAt: view.Time(e.ReturnAt), Charge: settings.Currency.Money().ToMajor(e.Charge)}
	}
	return views, err
}

func (h *Handlers) viewTrips(ctx context.Context, trips []trip.Details) ([]tripView, error) {
	b, err := view.CurrentBuilder(ctx, h.Settings, h.Catalog)
	if err != nil {
		return nil, err
	}
	settings, err := h.Settings.Get(ctx)
	if err != nil {
		return nil, err
	}
	zones, err := h.Zones.All(ctx)
	if err != nil {
		return nil, err
	}
	reviews, err := h.tripReviews(ctx, trips)
	if err != nil {
		return nil, err
	}
	payments, err := h.tripPayments(ctx, trips)
	if err != nil {
		return nil, err
	}
	licences, err := h.tripLicences(ctx, trips)
	if err != nil {
		return nil, err
	}
	views := make([]tripView, len(trips))
	for n, d := range trips {
		owner, err := h.Vehicles.AnyProvider(ctx, d.ProviderID)
		if err != nil {
			return nil, err
		}
		v := h.tripAlone(b, d, settings.Rental.TripRules)
		v.PurchasePaymentView = payments[n]
		v.Provider, v.Module = b.Provider(owner), view.Module(ctx, b.Directory, b.Directory.Module(d.ModuleID), zones)
		v.Review, v.DriverLicence = reviews[d.ID], licences[d.ID]
		views[n] = v
	}
	return views, nil
}

// tripPayments returns how trips are paid, but not how they may be.
func (h *Handlers) tripPayments(ctx context.Context, trips []trip.Details) ([]view.PurchasePaymentView, error) {
	b, err := h.Purchases.ViewBuilder(ctx)
	if err != nil {
		return nil, err
	}
	rows := make([]purchase.Row, len(trips))
	for n, d := range trips {
		rows[n] = d.Purchase()
	}
	sent, err := h.OfflinePayments.Of(ctx, rows...)
	views := make([]view.PurchasePaymentView, len(trips))
	for n, r := range rows {
		views[n] = b.View(r, cashPaid(trips[n]), sent[r.ID])
	}
	return views, err
}

// cashPaid says when cash was paid for a trip: at the pickup and at the return.
func cashPaid(d trip.Details) view.CashPaid {
	return view.CashPaid{At: d.StartedAt, AtReturn: d.PaidAtReturn(), ReturnedAt: d.ReturnedAt}
}

// tripAlone is the view of what the trip itself says.
func (h *Handlers) tripAlone(b view.Builder, d trip.Details, today setting.TripRules) tripView {
	major, rules := b.Money.ToMajor, d.Rules(today)
	v := tripView{
		ID: d.ID, TripStatus: string(d.Status), RentalType: string(d.Type), EstimatedHours: d.Hours,
		Distance: math.Round(float64(d.DistanceMetres)) / 1000, DistanceSource: maps.Distance{Straight: d.Straight}.Source(),
		PickupLocation: viewTripPlace(d.Pickup.V), DestinationLocation: viewTripPlace(d.Destination.V), PickupAt: view.UnixMilli(d.PickupAt), ReturnAt: view.UnixMilli(d.ReturnAt), StartedAt: view.OptionalTime(d.StartedAt), ReturnedAt: view.OptionalTime(d.ReturnedAt),
		Lines: []tripPlacedLine{}, Rows: view.PriceRows(b.Money, d.Rows(), b.Texts), CouponCode: d.CouponCode, Total: major(d.Total),
		ContactPersonName: d.ContactName, ContactPersonNumber: d.ContactPhone, ContactPersonEmail: d.ContactEmail, Note: d.TripNote, CancelReason: b.SayReason(d.CancelReason),
		Deposit: major(d.Deposit), DepositBack: major(d.DepositBack()), ExtensionHours: d.ExtensionHours, LateHours: d.LateHours, Extensions: []tripExtensionView{}, Photos: view.TripPhotos(d), PhotoPhases: []string{}, CanCancel: d.CanCancel(), Cancellation: viewCancelRule(rules), LateReturn: viewLateRule(rules, major(d.HourPrice())), Timeline: view.Moves(d.Moves),
		Refunds: view.Refunds(b.Money, d.Refunds, b.Language), CanRequestRefund: d.CanRequestRefund(),
		CreatedAt: view.UnixMilli(d.CreatedAt), UpdatedAt: view.UnixMilli(d.UpdatedAt),
	}
	if v.CanCancel {
		v.CancelGivesBack = major(d.GivenBack(h.Trips.Clock.Now(), today))
	}
	for _, l := range d.Lines {
		v.Lines = append(v.Lines, tripPlacedLine{
			ID: l.ID, VehicleID: l.VehicleID, Name: l.Name, ImageFullURL: view.PictureURL(b.Directory, l.Picture), Quantity: l.Quantity,
			UnitPrice: major(l.UnitPrice), Subtotal: major(l.Gross()), Discount: major(l.Discount), Total: major(l.Total),
		})
	}
	return v
}
