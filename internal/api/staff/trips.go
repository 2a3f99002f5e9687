package staff

import (
	"context"
	"net/http"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"hawker/internal/api/call"
	"hawker/internal/api/view"
	members "hawker/internal/staff"
	"hawker/internal/trip"
)

// registerTrips has the calls on trips: of admins, and of vendors of a provider.
func (h *Handlers) registerTrips(a huma.API) {
	huma.Register(a, by(call.Admins, "listAdminTrips", http.MethodGet, "/admin/trips"), h.listTrips)
	huma.Register(a, by(call.Admins, "getAdminTrip", http.MethodGet, "/admin/trips/{id}"), h.getTrip)
	huma.Register(a, by(call.Admins, "moveAdminTrip", http.MethodPost, "/admin/trips/{id}/status"), h.moveTrip)
	huma.Register(a, by(call.ProviderVendors, "listVendorTrips", http.MethodGet, "/vendor/trips"), h.listTrips)
	huma.Register(a, by(call.ProviderVendors, "getVendorTrip", http.MethodGet, "/vendor/trips/{id}"), h.getTrip)
	huma.Register(a, by(call.ProviderVendors, "moveVendorTrip", http.MethodPost, "/vendor/trips/{id}/status"), h.moveTrip)
}

// staffTripView is a trip as staff see it.
type staffTripView struct {
	ID                  int64           `json:"id"`
	TripStatus          string          `json:"trip_status" enum:"pending,confirmed,ongoing,completed,canceled,refunded"`
	NextStatuses        []string        `json:"next_statuses" doc:"To which the caller may move it."`
	ProviderID          int64           `json:"provider_id"`
	ProviderName        string          `json:"provider_name"`
	TimeZone            string          `json:"time_zone" doc:"IANA name, the provider's."`
	RentalType          string          `json:"rental_type" enum:"hourly,distance_wise"`
	EstimatedHours      int64           `json:"estimated_hours"`
	PickupLocation      string          `json:"pickup_location"`
	DestinationLocation string          `json:"destination_location"`
	PickupAt            string          `json:"pickup_at" doc:"RFC 3339."`
	ReturnAt            string          `json:"return_at" doc:"As planned, RFC 3339."`
	Lines               []staffTripLine `json:"lines"`
	Rows                []view.PriceRow `json:"rows"`
	Total               float64         `json:"total"`
	Deposit             float64         `json:"deposit" doc:"A part of the total, given back after the return."`
	LateHours           int64           `json:"late_hours" doc:"For which a return now would be charged; after the return, for which it was."`
	LateCharge          float64         `json:"late_charge" doc:"For them, tax included."`
	DueAtReturn         float64         `json:"due_at_return" doc:"What the shopper must still pay when the vehicles come back now, after the deposit."`
	PaymentMethod       string          `json:"payment_method"`
	PaymentStatus       string          `json:"payment_status" enum:"unpaid,paid,refunded"`
	AwaitsPayment       bool            `json:"awaits_payment"`
	ContactPersonName   string          `json:"contact_person_name"`
	ContactPersonNumber string          `json:"contact_person_number"`
	Note                string          `json:"note"`
	CancelReason        string          `json:"cancel_reason"`
	CreatedAt           string          `json:"created_at" doc:"RFC 3339."`
}

type staffTripLine struct {
	VehicleID int64  `json:"vehicle_id"`
	Name      string `json:"name"`
	Quantity  int64  `json:"quantity"`
}

type staffTripsInput struct {
	call.Scope
	call.Page
	State string `query:"state" enum:"new,open,waiting,past" default:"open" doc:"new: to be confirmed. waiting: for their payment."`
}

type staffTripsOutput struct {
	Body struct {
		call.Paged
		Trips []staffTripView `json:"trips" doc:"New ones: the longest waiting first. Open ones: the next pickup first. Past ones: the newest first."`
	}
}

type staffTripInput struct {
	call.Scope
	ID int64 `path:"id" minimum:"1"`
}

type staffTripOutput struct{ Body staffTripView }

type staffTripMoveInput struct {
	call.Scope
	ID   int64 `path:"id" minimum:"1"`
	Body struct {
		Status    string `json:"status" enum:"confirmed,ongoing,completed,canceled,refunded" doc:"Where the trip goes: one of its next_statuses."`
		Reason    string `json:"reason,omitempty" maxLength:"300" doc:"Required for canceled and refunded; the shopper reads it."`
		WaiveLate bool   `json:"waive_late,omitempty" doc:"With completed: do not charge for the late return."`
	}
}

// tripActors are what the roles are to a trip. Riders are nothing.
var tripActors = map[members.Role]trip.Actor{members.Vendor: trip.ByVendor, members.Admin: trip.ByAdmin}

// tripStaff returns who makes this call, as trips know them.
func tripStaff(ctx context.Context) trip.Staff {
	m := call.Member(ctx).Member
	return trip.Staff{ID: m.ID, Name: m.Name, Actor: tripActors[m.Role], ProviderID: m.Provider()}
}

// listTrips returns the trips of the vendor's provider; to an admin, of all.
func (h *Handlers) listTrips(ctx context.Context, in *staffTripsInput) (*staffTripsOutput, error) {
	trips, total, err := h.Trips.StaffList(ctx, tripStaff(ctx), trip.State(in.State), in.Paging())
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
	moved, err := h.Trips.MoveBy(ctx, tripStaff(ctx), in.ID, trip.StaffMove{To: trip.Status(in.Body.Status), Reason: in.Body.Reason, WaiveLate: in.Body.WaiveLate})
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
	currency := settings.Currency.Money()
	views := []staffTripView{}
	for _, d := range trips {
		owner, err := h.Vehicles.Provider(ctx, strconv.FormatInt(d.ProviderID, 10))
		if err != nil {
			return nil, err
		}
		v := staffTripView{
			ID: d.ID, TripStatus: string(d.Status), NextStatuses: []string{}, ProviderID: d.ProviderID, ProviderName: owner.Name, TimeZone: owner.TimeZone,
			RentalType: string(d.Type), EstimatedHours: d.Hours, PickupLocation: d.Pickup.V.Name, DestinationLocation: d.Destination.V.Name,
			PickupAt: view.UnixMilli(d.PickupAt), ReturnAt: view.UnixMilli(d.ReturnAt), Lines: []staffTripLine{}, Rows: view.PriceRows(currency, d.Rows()),
			Total: currency.ToMajor(d.Total), PaymentMethod: d.PaymentMethod, PaymentStatus: d.PaymentStatus, AwaitsPayment: d.AwaitsPayment(),
			ContactPersonName: d.ContactName, ContactPersonNumber: d.ContactPhone, Note: d.TripNote, CancelReason: d.CancelReason, CreatedAt: view.UnixMilli(d.CreatedAt),
		}
		now := h.Trips.Clock.Now()
		v.Deposit, v.LateHours, v.LateCharge = currency.ToMajor(d.Deposit), d.LateHours, currency.ToMajor(d.LateCharge)
		if hours, late := d.Late(now, settings.Rental); hours > 0 {
			v.LateHours, v.LateCharge = hours, currency.ToMajor(late.Amount)
		}
		v.DueAtReturn = currency.ToMajor(d.DueAtReturn(now, settings.Rental))
		for _, next := range d.NextMoves(tripStaff(ctx).Actor) {
			v.NextStatuses = append(v.NextStatuses, string(next))
		}
		for _, l := range d.Lines {
			v.Lines = append(v.Lines, staffTripLine{VehicleID: l.VehicleID, Name: l.Name, Quantity: l.Quantity})
		}
		views = append(views, v)
	}
	return views, nil
}
