package staff

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"hawker/internal/api/call"
	"hawker/internal/api/view"
	"hawker/internal/locale"
	"hawker/internal/money"
	"hawker/internal/offlinepayment"
	"hawker/internal/purchase"
	"hawker/internal/setting"
	members "hawker/internal/staff"
	"hawker/internal/translation"
	"hawker/internal/trip"
	"hawker/internal/vehicle"
)

// registerTrips has the calls on trips: of admins, and of vendors of a provider.
func (h *Handlers) registerTrips(a huma.API) {
	huma.Register(a, by(call.Admins, "listAdminTrips", http.MethodGet, "/admin/trips"), h.listAdminTrips)
	huma.Register(a, by(call.Admins, "getAdminTrip", http.MethodGet, "/admin/trips/{id}"), h.getTrip)
	huma.Register(a, by(call.Admins, "moveAdminTrip", http.MethodPost, "/admin/trips/{id}/status"), h.moveTrip)
	huma.Register(a, by(call.ProviderVendors, "listVendorTrips", http.MethodGet, "/vendor/trips"), h.listVendorTrips)
	huma.Register(a, by(call.ProviderVendors, "getVendorTrip", http.MethodGet, "/vendor/trips/{id}"), h.getTrip)
	huma.Register(a, by(call.ProviderVendors, "moveVendorTrip", http.MethodPost, "/vendor/trips/{id}/status"), h.moveTrip)
}

// staffTripView is a trip as staff see it.
type staffTripView struct {
	ID                  int64                    `json:"id"`
	TripStatus          string                   `json:"trip_status" enum:"pending,confirmed,ongoing,completed,canceled,refunded"`
	NextStatuses        []string                 `json:"next_statuses" doc:"Statuses to which the caller may move the trip."`
	ProviderID          int64                    `json:"provider_id"`
	ProviderName        string                   `json:"provider_name"`
	TimeZone            string                   `json:"time_zone" doc:"IANA name of the provider's time zone."`
	RentalType          string                   `json:"rental_type" enum:"hourly,distance_wise"`
	EstimatedHours      int64                    `json:"estimated_hours" doc:"Length of an hourly trip."`
	Distance            float64                  `json:"distance" doc:"Length of the route, in km."`
	PickupLocation      string                   `json:"pickup_location" doc:"For a vendor, this and the destination are empty once the trip is over."`
	DestinationLocation string                   `json:"destination_location"`
	PickupAt            string                   `json:"pickup_at" doc:"RFC 3339."`
	ReturnAt            string                   `json:"return_at" doc:"The planned return, RFC 3339; a late hand-over makes it later."`
	StartedAt           string                   `json:"started_at,omitempty" doc:"When the vehicles were handed over, RFC 3339."`
	ReturnedAt          string                   `json:"returned_at,omitempty" doc:"When the vehicles came back, RFC 3339."`
	Lines               []staffTripLine          `json:"lines"`
	Rows                []view.PriceRow          `json:"rows"`
	Total               float64                  `json:"total"`
	PaymentMethod       string                   `json:"payment_method"`
	Deposit             float64                  `json:"deposit" doc:"The part of the total that is given back after the return."`
	LateHours           int64                    `json:"late_hours" doc:"Late hours that a return now would be charged for. After the return: that it was charged for."`
	LateCharge          float64                  `json:"late_charge" doc:"The charge for these hours, tax included."`
	DueAtReturn         float64                  `json:"due_at_return" doc:"What the shopper must still pay if the vehicles come back now, after the deposit."`
	DepositBackNow      *depositBackView         `json:"deposit_back_now,omitempty" doc:"What of the deposit is given back if the vehicles come back now; absent: nothing."`
	DepositBackWaived   *depositBackView         `json:"deposit_back_waived,omitempty" doc:"The same with waive_late."`
	GatewayTitle        string                   `json:"gateway_title,omitempty" doc:"The gateway's name for shoppers, if the trip is paid through one."`
	PaymentStatus       string                   `json:"payment_status" enum:"unpaid,paid,refunded"`
	AwaitsPayment       bool                     `json:"awaits_payment"`
	OfflinePayment      *view.OfflinePaymentView `json:"offline_payment,omitempty" doc:"Present if the trip is paid outside of the shop; for admins only."`
	ToPayBack           float64                  `json:"to_pay_back,omitempty" doc:"What an admin must still pay back to the shopper: cash, and what was paid outside of the shop. For admins only."`
	CashToPayBack       float64                  `json:"cash_to_pay_back,omitempty" doc:"The part of to_pay_back that is cash."`
	Refunds             []view.RefundView        `json:"refunds" doc:"The oldest first; without images for vendors."`
	Refunded            float64                  `json:"refunded" doc:"What was given back so far, including a deposit."`
	ToRefund            float64                  `json:"to_refund" doc:"What can still be given back with decideTripRefund; 0: nothing."`
	HasWallet           bool                     `json:"has_wallet,omitempty" doc:"The shopper has a wallet for a refund; for admins only."`
	ContactPersonName   string                   `json:"contact_person_name" doc:"For a vendor, the name and the number are empty once the trip is over."`
	ContactPersonNumber string                   `json:"contact_person_number"`
	Note                string                   `json:"note"`
	CancelReason        string                   `json:"cancel_reason"`
	Photos              []view.TripPhoto         `json:"photos" doc:"Photos of the vehicles, the oldest first."`
	PhotoPhases         []string                 `json:"photo_phases" doc:"Phases of which the caller may add photos now: before, after."`
	DriverLicence       *staffLicenceView        `json:"driver_licence,omitempty" doc:"The licence of the driver. The vehicles are handed over once it is approved. Absent: the trip needs none, or is over."`
	Timeline            []staffHistoryView       `json:"timeline" doc:"The oldest first."`
	CreatedAt           string                   `json:"created_at" doc:"RFC 3339."`
}

type depositBackView struct {
	InCash float64 `json:"in_cash" doc:"The provider hands it back."`
	ByShop float64 `json:"by_shop" doc:"It goes back in the way it was paid."`
}

type staffTripLine struct {
	VehicleID int64  `json:"vehicle_id"`
	Name      string `json:"name"`
	Quantity  int64  `json:"quantity"`
}

type staffTripsInput struct {
	call.Scope
	call.Page
	State string `query:"state" enum:"new,open,waiting,refund,past" default:"open" doc:"new: to be confirmed. waiting: to be paid. refund: a refund is requested."`
}

type adminTripsInput struct {
	call.Scope
	call.Page
	State  string `query:"state" enum:"new,open,waiting,refund,past" default:"open" doc:"As for vendors."`
	Number int64  `query:"number" minimum:"1" doc:"The trip with this number, in the state."`
	Phone  string `header:"X-Phone" maxLength:"40" doc:"Trips with this contact phone, in the state. A header, so that no URL contains it."`
}

type staffTripsOutput struct {
	Body struct {
		call.Paged
		Trips []staffTripView `json:"trips" doc:"New ones: the longest waiting first. Open ones: the next pickup first. Refunds: the longest waiting first. Past ones: the newest first."`
	}
}

type staffTripInput struct {
	call.Scope
	ID int64 `path:"id" minimum:"1"`
}

type staffTripOutput struct{ Body staffTripView }

type staffTripMoveInput struct {
	call.Scope
	call.KeyHeader
	ID   int64 `path:"id" minimum:"1"`
	Body struct {
		Status     string   `json:"status" enum:"confirmed,ongoing,completed,canceled" doc:"The next status: one of next_statuses."`
		Reason     string   `json:"reason,omitempty" maxLength:"300" doc:"Required for canceled; the shopper reads it."`
		WaiveLate  bool     `json:"waive_late,omitempty" doc:"With completed: the late return is not charged."`
		LateCharge *float64 `json:"late_charge,omitempty" minimum:"0" doc:"With completed: the late_charge that the caller has seen. If it has risen, the trip is not completed."`
	}
}

// tripActors are what the roles are to a trip. Riders are nothing.
var tripActors = map[members.Role]trip.Actor{members.Vendor: trip.ByVendor, members.Admin: trip.ByAdmin}

// tripStaff returns who makes this call, as trips know them.
func tripStaff(ctx context.Context) trip.Staff {
	m := call.Member(ctx).Member
	return trip.Staff{ID: m.ID, Name: m.Name, Actor: tripActors[m.Role], ProviderID: m.Provider()}
}

// listAdminTrips returns the trips of all providers.
func (h *Handlers) listAdminTrips(ctx context.Context, in *adminTripsInput) (*staffTripsOutput, error) {
	return h.listTrips(ctx, trip.StaffFilter{State: trip.State(in.State), TripID: in.Number, Phone: in.Phone}, in.Page)
}

// listVendorTrips returns the trips of the vendor's provider.
func (h *Handlers) listVendorTrips(ctx context.Context, in *staffTripsInput) (*staffTripsOutput, error) {
	return h.listTrips(ctx, trip.StaffFilter{State: trip.State(in.State)}, in.Page)
}

func (h *Handlers) listTrips(ctx context.Context, f trip.StaffFilter, in call.Page) (*staffTripsOutput, error) {
	trips, total, err := h.Trips.StaffList(ctx, tripStaff(ctx), f, in.Paging())
	if err != nil {
		return nil, err
	}
	out := new(staffTripsOutput)
	out.Body.Paged = in.Of(total)
	out.Body.Trips, err = h.viewTrips(ctx, trips)
	return out, err
}

func (h *Handlers) getTrip(ctx context.Context, in *staffTripInput) (*staffTripOutput, error) {
	found, err := h.Trips.FindForStaff(ctx, tripStaff(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	return h.tripResponse(ctx, found)
}

// moveTrip moves a trip, as far as the table of moves allows the caller.
func (h *Handlers) moveTrip(ctx context.Context, in *staffTripMoveInput) (*staffTripOutput, error) {
	settings, err := h.Settings.Get(ctx)
	if err != nil {
		return nil, err
	}
	asked := trip.StaffMove{To: trip.Status(in.Body.Status), Reason: in.Body.Reason, WaiveLate: in.Body.WaiveLate}
	if asked.LateCharge, err = call.ReadOptionalAmount(settings.Currency.Money(), in.Body.LateCharge, "late_charge"); err != nil {
		return nil, err
	}
	moved, err := h.Trips.MoveBy(ctx, tripStaff(ctx), in.ID, asked)
	if err != nil {
		return nil, err
	}
	return h.tripResponse(ctx, moved)
}

func (h *Handlers) tripResponse(ctx context.Context, d trip.Details) (*staffTripOutput, error) {
	views, err := h.viewTrips(ctx, []trip.Details{d})
	if err != nil {
		return nil, err
	}
	return &staffTripOutput{Body: views[0]}, nil
}

func (h *Handlers) viewTrips(ctx context.Context, trips []trip.Details) ([]staffTripView, error) {
	settings, err := h.Settings.Get(ctx)
	if err != nil {
		return nil, err
	}
	sent, err := h.tripPayments(ctx, trips)
	if err != nil {
		return nil, err
	}
	licences, err := h.Trips.Licences(ctx, trip.Rows(trips)...)
	if err != nil {
		return nil, err
	}
	shoppers := make([]int64, len(trips))
	for i, d := range trips {
		shoppers[i] = d.ShopperID
	}
	wallets, err := h.withWallets(ctx, who(ctx), settings, shoppers)
	if err != nil {
		return nil, err
	}
	views := []staffTripView{}
	for _, d := range trips {
		owner, err := h.Vehicles.AnyProvider(ctx, d.ProviderID)
		if err != nil {
			return nil, err
		}
		b := tripBuilder{Details: d, by: tripStaff(ctx).Actor, owner: owner, gateways: h.Orders.Purchases.Gateways, money: settings.Currency.Money(), methods: settings.Payments, payment: sent[d.ID], rules: settings.Rental.TripRules, now: h.Trips.Clock.Now(), language: translation.Language(ctx)}
		v := b.view()
		addable, err := h.Trips.PhotosToAdd(ctx, d, true)
		if err != nil {
			return nil, err
		}
		v.PhotoPhases, v.HasWallet = view.PhotoPhases(addable), wallets[d.ShopperID]
		if state, needed := licences[d.ID]; needed {
			v.addLicence(d.Trip, state, b.language)
		}
		views = append(views, v)
	}
	return views, nil
}

// tripBuilder builds the view of one trip for one member of staff.
type tripBuilder struct {
	trip.Details
	by       trip.Actor
	owner    *vehicle.Provider
	gateways []purchase.Gateway
	money    money.Currency
	rules    setting.TripRules // of the settings
	now      time.Time
	payment  *offlinepayment.Payment // that the shopper has sent
	methods  setting.Payments
	language string // of the response
}

func (b tripBuilder) view() staffTripView {
	v := staffTripView{
		ID: b.ID, TripStatus: string(b.Status), NextStatuses: []string{}, ProviderID: b.ProviderID, ProviderName: b.owner.Name, TimeZone: b.owner.TimeZone,
		RentalType: string(b.Type), EstimatedHours: b.Hours, Distance: float64(b.DistanceMetres) / 1000,
		PickupAt: view.UnixMilli(b.PickupAt), ReturnAt: view.UnixMilli(b.ReturnAt), StartedAt: view.OptionalTime(b.StartedAt), ReturnedAt: view.OptionalTime(b.ReturnedAt),
		Lines: []staffTripLine{}, Rows: view.PriceRows(b.money, b.Rows(), translation.Reader{}), Total: b.money.ToMajor(b.Total),
		PaymentMethod: b.PaymentMethod, PaymentStatus: b.PaymentStatus, AwaitsPayment: b.AwaitsPayment(),
		Note: b.TripNote, CancelReason: locale.Reason(b.language, b.CancelReason), Photos: view.TripPhotos(b.Details), Timeline: []staffHistoryView{}, CreatedAt: view.UnixMilli(b.CreatedAt),
	}
	v.Deposit, v.LateHours, v.LateCharge = b.money.ToMajor(b.Deposit), b.LateHours, b.money.ToMajor(b.LateCharge)
	if hours, late := b.Late(b.now, b.rules); hours > 0 {
		v.LateHours, v.LateCharge = hours, b.money.ToMajor(late.Amount)
	}
	v.DueAtReturn = b.money.ToMajor(b.DueAtReturn(b.now, b.rules))
	v.DepositBackNow, v.DepositBackWaived = b.depositBack(false), b.depositBack(true)
	for _, g := range b.gateways {
		if b.PaymentMethod == purchase.DigitalPayment && g.ID == b.PaymentGateway {
			v.GatewayTitle = g.Title
		}
	}
	v.Refunds, v.Refunded, v.ToRefund = view.Refunds(b.money, b.Refunds, b.language), b.money.ToMajor(b.Refunded), b.money.ToMajor(b.ToRefund())
	if b.by != trip.ByAdmin {
		view.HideImages(v.Refunds)
	}
	if b.by == trip.ByAdmin || !b.Status.Over() {
		v.ContactPersonName, v.ContactPersonNumber = b.ContactName, b.ContactPhone
		v.PickupLocation, v.DestinationLocation = b.Pickup.V.Name, b.Destination.V.Name
	}
	if b.by == trip.ByAdmin {
		v.OfflinePayment, v.ToPayBack = view.OfflinePayment(b.Purchase(), b.payment, b.methods, translation.Reader{}, b.language), b.money.ToMajor(b.ToPayBack())
		v.CashToPayBack = b.money.ToMajor(b.CashToPayBack())
	}
	for _, next := range b.NextMoves(b.by) {
		v.NextStatuses = append(v.NextStatuses, string(next))
	}
	for _, l := range b.Lines {
		v.Lines = append(v.Lines, staffTripLine{VehicleID: l.VehicleID, Name: l.Name, Quantity: l.Quantity})
	}
	for _, m := range b.Moves {
		v.Timeline = append(v.Timeline, staffHistoryView{
			Status: string(m.Status), At: view.UnixMilli(m.At), Actor: string(m.Actor), Name: m.StaffName, Reason: locale.Reason(b.language, m.Reason),
		})
	}
	return v
}

// depositBack returns what is given back of the deposit now; nil: nothing.
func (b tripBuilder) depositBack(waiveLate bool) *depositBackView {
	back := b.DepositBackAt(b.now, b.rules, waiveLate)
	if back == (trip.DepositBackAt{}) {
		return nil
	}
	return &depositBackView{InCash: b.money.ToMajor(back.InCash), ByShop: b.money.ToMajor(back.Other)}
}

// tripPayments returns what shoppers have sent about their payments of trips, by trip.
func (h *Handlers) tripPayments(ctx context.Context, trips []trip.Details) (map[int64]*offlinepayment.Payment, error) {
	rows := make([]purchase.Row, len(trips))
	for i, d := range trips {
		rows[i] = d.Purchase()
	}
	return h.OfflinePayments.Of(ctx, rows...)
}
