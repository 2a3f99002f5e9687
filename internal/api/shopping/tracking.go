package shopping

import (
	"context"
	"fmt"
	"sync"
	"time"

	"hawker/internal/api/call"
	"hawker/internal/api/view"
	"hawker/internal/errs"
	"hawker/internal/order"

	"github.com/danielgtaylor/huma/v2"
)

func (h *Handlers) registerTracking(a huma.API) {
	call.Get(a, "trackOrder", "/orders/track", h.trackOrder)
}

// trackingView is what moves while an order is on its way: no names, address or
// lines, so that it may also be answered for an order id and phone (ORD-02).
type trackingView struct {
	OrderID          int64            `json:"order_id"`
	OrderStatus      string           `json:"order_status"`
	OrderType        string           `json:"order_type"`
	Step             int              `json:"step" doc:"0 to 4: how far along the five-step bar; -1: canceled or failed."`
	EstimatedFrom    string           `json:"estimated_from,omitempty" doc:"RFC 3339."`
	EstimatedTo      string           `json:"estimated_to,omitempty"`
	TimeZone         string           `json:"time_zone" doc:"IANA name, the store's."`
	StorePoint       view.PointView   `json:"store_point"`
	DestinationPoint *view.PointView  `json:"destination_point,omitempty"`
	Rider            *riderView       `json:"rider,omitempty" doc:"Only while the job runs (P5)."`
	Route            []view.PointView `json:"route" doc:"From the store to the destination; empty for take-away."`
	Timeline         []moveView       `json:"timeline"`
	CanCancel        bool             `json:"can_cancel"`
	UpdatedAt        string           `json:"updated_at"`
}

type riderView struct {
	Name     string         `json:"name"`
	Vehicle  string         `json:"vehicle"`
	Point    view.PointView `json:"point"`
	Progress float64        `json:"progress" doc:"0 at the store to 1 at the door."`
}

type trackInput struct {
	call.Scope
	call.Network
	OrderID     int64  `query:"order_id" required:"true" minimum:"1"`
	HeaderPhone string `header:"X-Phone" maxLength:"40" doc:"The order's contact phone."`
	Phone       string `query:"phone" maxLength:"40" doc:"The same, as documented. One of the two is required; given twice, they must be equal."`
}

type trackOutput struct {
	Body struct {
		Tracking    trackingView `json:"tracking"`
		EventsToken string       `json:"events_token" doc:"Short-lived: opens this order's events and nothing else."`
	}
}

func viewMoves(moves []order.Move) []moveView {
	views := []moveView{}
	for _, m := range moves {
		views = append(views, moveView{Status: string(m.Status), At: view.UnixMilli(m.At)})
	}
	return views
}

// viewTracking shows all that moves to the order's owner.
func viewTracking(t order.Tracking) trackingView {
	v := viewProgress(t)
	v.CanCancel = t.CanCancel
	if t.Type == order.Delivery {
		v.DestinationPoint = &view.PointView{Lat: t.Address.V.Point.Lat, Lng: t.Address.V.Point.Lng}
		v.Route = view.Path(t.Route)
	}
	if r := t.Rider.V; r != (order.Rider{}) {
		v.Rider = &riderView{Name: r.Name, Vehicle: r.Vehicle, Point: view.Point(r.Point), Progress: r.Progress}
	}
	return v
}

// viewProgress shows how far an order is, without what leads to its door: no
// destination, no way there, no rider on it.
func viewProgress(t order.Tracking) trackingView {
	return trackingView{
		OrderID: t.ID, OrderStatus: string(t.Status), OrderType: string(t.Type), Step: t.Step(),
		EstimatedFrom: view.Time(t.From), EstimatedTo: view.Time(t.To), TimeZone: t.TimeZone, StorePoint: view.Point(t.Store), Route: []view.PointView{},
		Timeline: viewMoves(t.Moves), UpdatedAt: view.UnixMilli(t.UpdatedAt),
	}
}

// trackOrder returns what an order number and its phone may know: how far it is,
// and for a while its events (ORD-02). Names, address and lines need the token.
func (h *Handlers) trackOrder(ctx context.Context, in *trackInput) (*trackOutput, error) {
	phone, err := oneOf(in.HeaderPhone, in.Phone, "phone")
	if err != nil {
		return nil, err
	}
	if phone == "" {
		return nil, errs.New(errs.Invalid, "Phone Number is required").On("phone")
	}
	if err := h.checkPhone(ctx, in, phone); err != nil {
		return nil, err
	}
	t, err := h.Orders.Track(ctx, in.OrderID)
	if err != nil {
		return nil, err
	}
	out := new(trackOutput)
	out.Body.Tracking = viewProgress(t)
	out.Body.EventsToken = h.Orders.Tokens.Events(in.OrderID)
	return out, nil
}

// How many wrong tries in triesWindow are taken from one address: about one
// order, with one phone, and in all. Each is counted together with the address,
// so that nobody shuts out somebody at another.
const (
	triesWindow     = 10 * time.Minute
	triesPerOrder   = 10
	triesPerPhone   = 10
	triesPerAddress = 60
)

// checkPhone refuses a phone that is not the order's, and does not look when too
// many wrong ones have come before. Right ones do not count.
func (h *Handlers) checkPhone(ctx context.Context, in *trackInput, phone string) error {
	if !h.RateLimits {
		return h.Orders.ByPhone(ctx, in.OrderID, phone)
	}
	number, err := h.Orders.ReadPhone(ctx, phone)
	if err != nil {
		return err
	}
	limits := []limit{
		{fmt.Sprintf("order %d from %s", in.OrderID, in.Host()), triesPerOrder},
		{fmt.Sprintf("phone %s from %s", number, in.Host()), triesPerPhone},
		{"from " + in.Host(), triesPerAddress},
	}
	if wait := h.wrongTries.take(limits); wait > 0 {
		return errs.New(errs.TooMany, "Too many requests. Please wait a moment and try again.").After(wait)
	}
	err = h.Orders.ByPhone(ctx, in.OrderID, phone)
	if !errs.Is(err, errs.NotFound) {
		h.wrongTries.giveBack(limits)
	}
	return err
}

// limit is how many tries a key may have.
type limit struct {
	key  string
	most int
}

// tries counts wrong tries by key, in windows of triesWindow. The zero tries has
// counted none. Safe for concurrent use.
type tries struct {
	mu     sync.Mutex
	ends   time.Time // of the window
	counts map[string]int
}

// take counts a try before its outcome is known, so that many at once are
// counted too. Where a limit is reached it counts nothing and returns how long
// to wait.
func (t *tries) take(limits []limit) (wait time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	now := time.Now()
	if !now.Before(t.ends) {
		t.ends, t.counts = now.Add(triesWindow), map[string]int{}
	}
	for _, l := range limits {
		if t.counts[l.key] >= l.most {
			return t.ends.Sub(now)
		}
	}
	for _, l := range limits {
		t.counts[l.key]++
	}
	return 0
}

// giveBack takes a try back that was not wrong.
func (t *tries) giveBack(limits []limit) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, l := range limits {
		t.counts[l.key] = max(t.counts[l.key]-1, 0)
	}
}
