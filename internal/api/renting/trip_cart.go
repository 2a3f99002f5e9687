package renting

import (
	"context"
	"errors"
	"math"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"hawker/internal/api/call"
	"hawker/internal/api/view"
	"hawker/internal/errs"
	"hawker/internal/geo"
	"hawker/internal/pricing"
	"hawker/internal/tripcart"
)

// registerTripCart has the calls on a shopper's trip cart, one for each rental module.
// Every call returns the whole cart (RNT-10).
func (h *Handlers) registerTripCart(a huma.API) {
	huma.Register(a, call.ByShoppers("getTripCart", http.MethodGet, "/rental/cart"), h.getTripCart)
	huma.Register(a, call.ByShoppers("postTripCart", http.MethodPost, "/rental/cart"), h.postTripCart)
	huma.Register(a, withConflicts(a, call.ByShoppers("putTripCart", http.MethodPut, "/rental/cart")), h.putTripCart)
	huma.Register(a, call.ByShoppers("deleteTripCart", http.MethodDelete, "/rental/cart"), h.deleteTripCart)
	huma.Register(a, call.ByShoppers("deleteTripCartItems", http.MethodDelete, "/rental/cart/items"), h.deleteTripCartItems)
	huma.Register(a, withConflicts(a, call.ByShoppers("putTripCartUser", http.MethodPut, "/rental/cart/user/{user_id}")), h.putTripCartUser)
}

// TripPayload is what a request says of the trip; what is absent stays as it is. Distance
// and destination time are those that the client showed: the server measures the route
// itself (C5). The cart refuses too many hours with a sentence that is translated.
type TripPayload struct {
	GuestID             string         `json:"guest_id,omitempty" maxLength:"128"`
	RentalType          string         `json:"rental_type,omitempty" enum:"hourly,distance_wise,distance"`
	EstimatedHours      *float64       `json:"estimated_hours,omitempty" minimum:"0" maximum:"1000000" doc:"Length of an hourly trip; rounded up (D2), from 1 to 8760."`
	PickupLocation      *tripPlaceView `json:"pickup_location,omitempty"`
	DestinationLocation *tripPlaceView `json:"destination_location,omitempty"`
	PickupTime          *string        `json:"pickup_time,omitempty" maxLength:"40" doc:"When the trip begins, in the provider's time zone; empty or in the past: now." example:"2026-01-31 3:30 PM"`
	DestinationTime     float64        `json:"destination_time,omitempty" doc:"Not used."`
	Distance            float64        `json:"distance,omitempty" doc:"Not used."`
}

// tripPlaceView is a place of a trip. Without a point, a pickup is at the point in force.
type tripPlaceView struct {
	LocationName string   `json:"location_name" maxLength:"300"`
	Lat          *float64 `json:"lat,omitempty" minimum:"-90" maximum:"90"`
	Lng          *float64 `json:"lng,omitempty" minimum:"-180" maximum:"180"`
}

// tripCartView is a trip cart.
type tripCartView struct {
	UserData *tripUserDataView `json:"user_data,omitempty" doc:"The trip. Absent: the cart is empty."`
	Carts    []tripLineView    `json:"carts"`
	Rows     []view.PriceRow   `json:"rows" doc:"The rows of the price. Empty: the cart is empty."`
	Total    float64           `json:"total" doc:"Major units."`
	Quantity int64             `json:"quantity" doc:"Number of vehicles of all lines."`
}

type tripUserDataView struct {
	ID                  int64         `json:"id"`
	RentalType          string        `json:"rental_type" enum:"hourly,distance_wise"`
	TripType            string        `json:"trip_type" enum:"hourly,distance_wise" doc:"The rental_type under its other documented name."`
	EstimatedHours      int64         `json:"estimated_hours"`
	Distance            float64       `json:"distance" doc:"Length of the route, kilometres with three decimals; 0 without a destination."`
	DistanceSource      string        `json:"distance_source" enum:"route,straight"`
	PickupLocation      tripPlaceView `json:"pickup_location"`
	DestinationLocation tripPlaceView `json:"destination_location"`
	PickupTime          string        `json:"pickup_time" doc:"When the trip begins, in the provider's time zone; empty: now." example:"2026-01-31 3:30 PM"`
	DestinationTime     int64         `json:"destination_time" doc:"Whole hours of the route, rounded down. They do not change the price (RNT-08)."`
}

type tripLineView struct {
	ID            int64                    `json:"id"`
	Quantity      int64                    `json:"quantity"`
	Vehicle       view.VehicleView         `json:"vehicle"`
	Provider      view.VehicleProviderView `json:"provider"`
	OriginalPrice float64                  `json:"original_price" doc:"The price of the line without discount, major units."`
	Price         float64                  `json:"price" doc:"The price of the line after discount and before tax."`
	Rate          float64                  `json:"rate" doc:"The present price of an hour or a kilometre of one vehicle, by the type of the trip. A discount in percent is taken off it; a discount of an amount is not."`
	RateWhenAdded float64                  `json:"rate_when_added" doc:"The rate when the vehicle was added, or when the rental_type was changed (CART-08)."`
	Problems      []view.ProblemView       `json:"problems" doc:"Why the vehicle cannot be booked at any time: unavailable, trip_other_provider or trip_other_type. Empty in the list of a conflict."`
	Warnings      []view.ProblemView       `json:"warnings" doc:"What the shopper should see before booking; it prevents nothing. price_changed: the rate has risen."`

	BadgeDiscount     float64 `json:"badge_discount" doc:"The discount that the line got, the vehicle's own or the provider's: percent, or major units off the line; 0: none (PRC-02)."`
	BadgeDiscountType string  `json:"badge_discount_type" enum:"percent,amount"`
}

type tripCartInput struct {
	call.Scope
	call.GuestQuery
}

type tripCartOutput struct{ Body tripCartView }

type postTripCartInput struct {
	call.Scope
	call.GuestHeader
	Body struct {
		TripPayload
		VehicleID  int64   `json:"vehicle_id" minimum:"1"`
		Quantity   int64   `json:"quantity" minimum:"1" maximum:"1000"`
		Price      float64 `json:"price,omitempty" doc:"The rate that the shopper has seen, for an hour or a kilometre of one vehicle. It is only compared (C5)."`
		ClearOther bool    `json:"clear_other,omitempty" doc:"Empties the cart first, in the same transaction."`
	}
}

type putTripCartInput struct {
	call.Scope
	call.GuestHeader
	Body struct {
		TripPayload
		CartID   int64 `json:"cart_id" minimum:"1" doc:"The id of the line."`
		Quantity int64 `json:"quantity" minimum:"1" maximum:"1000"`
	}
}

type putTripCartUserInput struct {
	call.Scope
	call.GuestHeader
	UserID int64 `path:"user_id" minimum:"1" doc:"The id in user_data."`
	Body   struct {
		TripPayload
		UserID int64 `json:"userId,omitempty" doc:"Ignored; the path has it."`
	}
}

type deleteTripCartInput struct {
	call.Scope
	call.GuestQuery
	VehicleID  int64  `query:"vehicle_id" minimum:"0" doc:"A vehicle that is added to the emptied cart, in the same transaction."`
	Quantity   int64  `query:"quantity" minimum:"1" maximum:"1000" default:"1"`
	PickupTime string `query:"pickup_time" maxLength:"40"`
	RentalType string `query:"rental_type" enum:"hourly,distance_wise,distance"`
}

type deleteTripCartItemsInput struct {
	call.Scope
	call.GuestQuery
	CartID  int64   `query:"cart_id" minimum:"0" doc:"The line to remove; cart_ids removes several."`
	CartIDs []int64 `query:"cart_ids" maxItems:"50"`
}

func (h *Handlers) getTripCart(ctx context.Context, in *tripCartInput) (*tripCartOutput, error) {
	who, err := in.Shopper(ctx, h.Shoppers, in.GuestID)
	if err != nil {
		return nil, err
	}
	return h.tripCartOutput(ctx)(h.TripCarts.Read(ctx, who.ID, in.ModuleID()))
}

func (h *Handlers) postTripCart(ctx context.Context, in *postTripCartInput) (*tripCartOutput, error) {
	who, err := in.Shopper(ctx, h.Shoppers, in.Body.GuestID)
	if err != nil {
		return nil, err
	}
	trip, err := in.Body.wanted(in.Point())
	if err != nil {
		return nil, err
	}
	settings, err := h.Settings.Get(ctx)
	if err != nil {
		return nil, err
	}
	// An invalid price counts as not sent.
	shown, _ := settings.Currency.Money().FromFloat(in.Body.Price)
	return h.tripCartOutput(ctx)(h.TripCarts.Add(ctx, who.ID, in.ModuleID(), tripcart.NewLine{
		VehicleID: in.Body.VehicleID, Quantity: in.Body.Quantity, Trip: trip, Clear: in.Body.ClearOther, Shown: shown,
	}))
}

func (h *Handlers) putTripCart(ctx context.Context, in *putTripCartInput) (*tripCartOutput, error) {
	who, err := in.Shopper(ctx, h.Shoppers, in.Body.GuestID)
	if err != nil {
		return nil, err
	}
	trip, err := in.Body.wanted(in.Point())
	if err != nil {
		return nil, err
	}
	return h.tripCartOutput(ctx)(h.TripCarts.Update(ctx, who.ID, in.ModuleID(), in.Body.CartID, in.Body.Quantity, trip))
}

func (h *Handlers) putTripCartUser(ctx context.Context, in *putTripCartUserInput) (*tripCartOutput, error) {
	who, err := in.Shopper(ctx, h.Shoppers, in.Body.GuestID)
	if err != nil {
		return nil, err
	}
	trip, err := in.Body.wanted(in.Point())
	if err != nil {
		return nil, err
	}
	return h.tripCartOutput(ctx)(h.TripCarts.ChangeTrip(ctx, who.ID, in.ModuleID(), in.UserID, trip))
}

func (h *Handlers) deleteTripCart(ctx context.Context, in *deleteTripCartInput) (*tripCartOutput, error) {
	who, err := in.Shopper(ctx, h.Shoppers, in.GuestID)
	if err != nil {
		return nil, err
	}
	if in.VehicleID == 0 {
		return h.tripCartOutput(ctx)(h.TripCarts.Clear(ctx, who.ID, in.ModuleID()))
	}
	trip := tripcart.Wanted{PickupTime: &in.PickupTime, Type: readTripType(in.RentalType)}
	return h.tripCartOutput(ctx)(h.TripCarts.Add(ctx, who.ID, in.ModuleID(), tripcart.NewLine{VehicleID: in.VehicleID, Quantity: in.Quantity, Trip: trip, Clear: true}))
}

func (h *Handlers) deleteTripCartItems(ctx context.Context, in *deleteTripCartItemsInput) (*tripCartOutput, error) {
	who, err := in.Shopper(ctx, h.Shoppers, in.GuestID)
	if err != nil {
		return nil, err
	}
	ids := in.CartIDs
	if in.CartID != 0 {
		ids = append(ids, in.CartID)
	}
	if len(ids) == 0 {
		return nil, errs.New(errs.Invalid, "Please name what to remove.").On("cart_id")
	}
	return h.tripCartOutput(ctx)(h.TripCarts.Remove(ctx, who.ID, in.ModuleID(), ids))
}

// wanted reads a trip. at is the point in force, or nil.
func (p TripPayload) wanted(at *geo.Point) (w tripcart.Wanted, err error) {
	w = tripcart.Wanted{Type: readTripType(p.RentalType), PickupTime: p.PickupTime}
	if p.EstimatedHours != nil {
		w.Hours = new(int64(math.Ceil(*p.EstimatedHours)))
	}
	if w.Pickup, err = readTripPlace(p.PickupLocation, at, "pickup_location"); err != nil {
		return w, err
	}
	w.Destination, err = readTripPlace(p.DestinationLocation, nil, "destination_location")
	return w, err
}

func readTripType(text string) *pricing.TripType {
	switch text {
	case "":
		return nil
	case string(pricing.Hourly):
		return new(pricing.Hourly)
	}
	return new(pricing.ByDistance)
}

// readTripPlace reads a place, whose point is usual if it has none.
func readTripPlace(p *tripPlaceView, usual *geo.Point, field string) (*tripcart.Place, error) {
	switch {
	case p == nil:
		return nil, nil
	case p.Lat != nil && p.Lng != nil:
		return &tripcart.Place{Name: p.LocationName, Point: geo.Point{Lat: *p.Lat, Lng: *p.Lng}}, nil
	case p.LocationName == "":
		return &tripcart.Place{}, nil
	case usual == nil:
		return nil, errs.New(errs.Invalid, "Please choose the place on the map.").On(field)
	}
	return &tripcart.Place{Name: p.LocationName, Point: *usual}, nil
}

// tripConflicts are the lines because of which a change of trip is refused. The response is
// a JSON array of them (RNT-10).
type tripConflicts []tripLineView

func (tripConflicts) Error() string { return "some vehicles of the trip are not rented this way" }

// GetStatus makes it the response.
func (tripConflicts) GetStatus() int { return http.StatusConflict }

// withConflicts documents that list.
func withConflicts(a huma.API, op huma.Operation) huma.Operation {
	return call.WithConflictList[tripLineView](a, op, "The lines that are not rented this way (RNT-06), or another conflict.")
}

// tripCartOutput returns a function that renders a cart or an error.
func (h *Handlers) tripCartOutput(ctx context.Context) func(tripcart.Cart, error) (*tripCartOutput, error) {
	return func(c tripcart.Cart, err error) (*tripCartOutput, error) {
		conflict, conflicting := errors.AsType[*tripcart.ConflictError](err)
		if err != nil && !conflicting {
			return nil, err
		}
		b, err := view.CurrentBuilder(ctx, h.Settings, h.Catalog)
		if err != nil {
			return nil, err
		}
		if conflicting {
			return nil, tripConflicts(viewTripLines(b, conflict.Lines))
		}
		return &tripCartOutput{Body: viewTripCart(b, c)}, nil
	}
}
