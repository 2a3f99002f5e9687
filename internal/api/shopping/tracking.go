package shopping

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"hawker/internal/api/call"
	"hawker/internal/api/view"
	"hawker/internal/geo"
	"hawker/internal/order"
)

func (h *Handlers) registerTracking(a huma.API) {
	call.Get(a, "trackOrder", "/orders/track", h.trackOrder)
	call.Get(a, "trackPurchase", "/purchases/track", h.trackPurchase)
	huma.Register(a, call.ByOrderHolders("followOrder", http.MethodGet, "/orders/{id}/follow"), h.followOrder)
}

// trackingView has what changes while an order is on its way. It has no name, address
// or lines, so that it may be shown for an order id and a phone (ORD-02).
type trackingView struct {
	OrderID            int64            `json:"order_id"`
	OrderStatus        string           `json:"order_status"`
	OrderType          string           `json:"order_type"`
	Step               int              `json:"step" doc:"0 to 4: how far along the five-step bar; -1: canceled or failed."`
	EstimatedFrom      string           `json:"estimated_from,omitempty" doc:"RFC 3339."`
	EstimatedTo        string           `json:"estimated_to,omitempty"`
	TimeZone           string           `json:"time_zone" doc:"IANA name of the zone's time zone."`
	StorePoint         *view.PointView  `json:"store_point,omitempty" doc:"Where the store is; for a parcel, where its sender is. Only for the order's owner."`
	DestinationPoint   *view.PointView  `json:"destination_point,omitempty"`
	Rider              *riderView       `json:"rider,omitempty" doc:"Only while the rider has the order or goes to get it (P5)."`
	NoRoute            bool             `json:"no_route,omitempty" doc:"There is no way to the destination by car, on foot or by bicycle (MAP-02)."`
	Route              []view.PointView `json:"route" doc:"From the store or the sender to the destination; empty for take-away."`
	Timeline           []view.MoveView  `json:"timeline"`
	CanCancel          bool             `json:"can_cancel"`
	PrescriptionStatus string           `json:"prescription_status,omitempty" enum:"none,waiting,approved,refused" doc:"Only for the order's owner."`
	AwaitsPayment      bool             `json:"awaits_payment" doc:"The store waits until the order is paid. Only for the order's owner."`
	PaymentDueAt       string           `json:"payment_due_at,omitempty" doc:"When the order is canceled unless its shopper pays, RFC 3339. Absent: the shopper need not pay anything by then."`
	UpdatedAt          string           `json:"updated_at"`
}

type riderView struct {
	Name     string          `json:"name"`
	Vehicle  string          `json:"vehicle"`
	Point    *view.PointView `json:"point,omitempty" doc:"Where the rider is, from the way to the pickup on."`
	Progress float64         `json:"progress" doc:"0 at the store to 1 at the door."`
	view.RiderRating
}

type trackInput struct {
	ContactPhone
	OrderID int64 `query:"order_id" required:"true" minimum:"1"`
}

type trackOutput struct{ Body trackedOrderView }

// trackedOrderView is an order as somebody sees it who knows its number and phone.
type trackedOrderView struct {
	Tracking    trackingView `json:"tracking"`
	EventsToken string       `json:"events_token" doc:"A short-lived token that opens this order's events and nothing else."`
}

// viewTracking returns the tracking for the order's owner.
func viewTracking(t order.Tracking) trackingView {
	v := viewPublicTracking(t)
	v.CanCancel, v.PrescriptionStatus = t.CanCancel, string(t.PrescriptionStatus)
	v.AwaitsPayment = t.AwaitsPayment()
	v.PaymentDueAt = view.PaymentDue(v.AwaitsPayment, t.PaymentDueAt)
	v.StorePoint = pointOf(t.Store)
	v.addDelivery(t)
	return v
}

// viewFollowed returns the tracking for the receiver of the order: without its payment. For a
// parcel it does not show where the sender is, so it has no route, and no rider's point before
// the pickup.
func viewFollowed(t order.Tracking) trackingView {
	v := viewPublicTracking(t)
	v.addDelivery(t)
	if t.Type != order.Parcel {
		return v
	}
	v.Route, v.NoRoute = []view.PointView{}, false
	if v.Rider != nil && t.Status != order.PickedUp {
		v.Rider.Point = nil
	}
	return v
}

// addDelivery adds the door, the way to it and the rider.
func (v *trackingView) addDelivery(t order.Tracking) {
	if t.Type != order.TakeAway {
		v.DestinationPoint, v.Route, v.NoRoute = pointOf(t.Door()), view.Path(t.Route), t.NoRoute
	}
	if r := t.Rider.V; r != (order.Rider{}) {
		v.Rider = &riderView{Name: r.Name, Vehicle: r.Vehicle, Progress: r.Progress, RiderRating: view.RatingOf(t.RiderStars, t.RiderReviews)}
		if r.Point != (geo.Point{}) {
			v.Rider.Point = pointOf(r.Point)
		}
	}
}

func pointOf(p geo.Point) *view.PointView {
	at := view.Point(p)
	return &at
}

// viewPublicTracking returns the tracking without destination, route and rider, which
// would show where the order goes.
func viewPublicTracking(t order.Tracking) trackingView {
	v := trackingView{
		OrderID: t.ID, OrderStatus: string(t.Status), OrderType: string(t.Type), Step: t.Step(),
		EstimatedFrom: view.Time(t.From), EstimatedTo: view.Time(t.To), TimeZone: t.TimeZone, Route: []view.PointView{},
		Timeline: view.Moves(t.Moves), UpdatedAt: view.UnixMilli(t.UpdatedAt),
	}
	if t.Type != order.Parcel { // a sender has no address for everybody
		v.StorePoint = pointOf(t.Store)
	}
	return v
}

type followOutput struct {
	Body struct {
		Tracking trackingView     `json:"tracking"`
		Sold     string           `json:"sold_by" doc:"Name of the store; for a parcel, of its module."`
		Parcel   *view.ParcelView `json:"parcel,omitempty"`
		ToPay    float64          `json:"to_pay" doc:"What is paid in cash at the door; 0: nothing."`
	}
}

// followOrder returns the progress of an order, with its rider and its door, to whom its
// shopper has given the following token.
func (h *Handlers) followOrder(ctx context.Context, in *orderInput) (*followOutput, error) {
	who, err := in.Owner(ctx, in.Token)
	if err != nil {
		return nil, err
	}
	t, err := h.Orders.Follow(ctx, in.ID, who)
	if err != nil {
		return nil, err
	}
	directory, err := h.Catalog.Directory(ctx)
	if err != nil {
		return nil, err
	}
	store, err := h.Orders.Store(ctx, directory, t.Seller())
	if err != nil {
		return nil, err
	}
	settings, err := h.Settings.Get(ctx)
	if err != nil {
		return nil, err
	}
	out := new(followOutput)
	out.Body.Tracking, out.Body.Sold, out.Body.Parcel = viewFollowed(t), store.Name, view.Parcel(directory, t.Parcel.V)
	if t.DueAtDoor() {
		out.Body.ToPay = settings.Currency.Money().ToMajor(t.ToPay())
	}
	return out, nil
}

// trackOrder returns the progress of an order to anybody who knows its number and phone,
// and a token for its events (ORD-02). Names, address and lines need the order's own
// token.
func (h *Handlers) trackOrder(ctx context.Context, in *trackInput) (*trackOutput, error) {
	err := h.checkPhone(ctx, &in.ContactPhone, in.OrderID, func(phone string) error {
		return h.Orders.ByPhone(ctx, in.OrderID, phone)
	})
	if err != nil {
		return nil, err
	}
	v, err := h.trackedOrder(ctx, in.OrderID)
	return &trackOutput{Body: v}, err
}

func (h *Handlers) trackedOrder(ctx context.Context, id int64) (trackedOrderView, error) {
	t, err := h.Orders.Track(ctx, id)
	return trackedOrderView{Tracking: viewPublicTracking(t), EventsToken: h.Orders.Tokens.Events(id)}, err
}
