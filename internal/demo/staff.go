package demo

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"hawker/internal/clock"
	"hawker/internal/errs"
	"hawker/internal/geo"
	"hawker/internal/order"
)

// Staff confirm, cook and ride, so that an order in the demo town arrives. They
// know nothing but the orders' own table: where a rider is follows from when
// the order was picked up, so that they go on after a restart as if nothing had
// happened, and on several instances do no harm to each other.
type Staff struct {
	Orders *order.Service
	Clock  clock.Clock
	Log    *slog.Logger
	Pace   float64 // 1 is a life of three to four minutes, 2 half of that
}

// look is how often they look around: a rider moves that often.
const look = 2 * time.Second

// hands is how many orders they see to at once; the others wait.
const hands = 200

// turn is what comes after a status, who does it, and how long that takes.
type turn struct {
	to    order.Status
	by    order.Actor
	takes time.Duration
}

// turns are the life of an order at pace 1.
var turns = map[order.Type]map[order.Status]turn{
	order.Delivery: {
		order.Pending:    {order.Confirmed, order.ByVendor, 12 * time.Second},
		order.Confirmed:  {order.Processing, order.ByVendor, 18 * time.Second},
		order.Processing: {order.Handover, order.ByVendor, 50 * time.Second},
		order.Handover:   {order.PickedUp, order.ByRider, 20 * time.Second},
		order.PickedUp:   {order.Delivered, order.ByRider, 100 * time.Second},
	},
	order.TakeAway: {
		order.Pending:    {order.Confirmed, order.ByVendor, 12 * time.Second},
		order.Confirmed:  {order.Processing, order.ByVendor, 18 * time.Second},
		order.Processing: {order.Handover, order.ByVendor, 50 * time.Second},
		order.Handover:   {order.Delivered, order.ByVendor, 60 * time.Second},
	},
}

// Run works until ctx ends.
func (s *Staff) Run(ctx context.Context) {
	every := time.NewTicker(max(time.Duration(float64(look)/s.Pace), 100*time.Millisecond))
	defer every.Stop()
	for {
		if err := s.Round(ctx); err != nil && ctx.Err() == nil {
			s.Log.WarnContext(ctx, "the demo staff stumbled", "cause", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-every.C:
		}
	}
}

// Round sees to every running order once.
func (s *Staff) Round(ctx context.Context) error {
	running, err := s.Orders.OpenOrders(ctx, hands)
	if err != nil {
		return err
	}
	for _, o := range running {
		// Somebody may be faster, as a shopper who cancels: the next look shows.
		if err := s.see(ctx, o); err != nil && !errs.Is(err, errs.Conflict) {
			return fmt.Errorf("see to order %d: %w", o.ID, err)
		}
	}
	return nil
}

// see does the next thing about an order once it is time.
func (s *Staff) see(ctx context.Context, o order.OpenOrder) error {
	next, ok := turns[o.Type][o.Status]
	if !ok {
		return nil
	}
	done := float64(s.Clock.Now().Sub(o.EnteredAt())) / float64(s.takes(o.ID, next))
	if o.Type == order.Delivery && (o.Status == order.Handover || o.Status == order.PickedUp) {
		if err := s.ride(ctx, o, done); err != nil {
			return err
		}
	}
	if done < 1 {
		return nil
	}
	return s.Orders.Move(ctx, o.ID, next.to, next.by, "")
}

// takes is how long a turn takes for an order: a fifth more or less, always the
// same for the same order.
func (s *Staff) takes(orderID int64, t turn) time.Duration {
	spread := 0.8 + 0.4*float64(orderID*7919%101)/100
	return time.Duration(float64(t.takes) * spread / s.Pace)
}

// riders are who brings orders; an order always has the same.
var riders = []order.Rider{
	{Name: "Ravi", Phone: "+12025550171", Vehicle: "Scooter"},
	{Name: "Amina", Phone: "+12025550172", Vehicle: "Bicycle"},
	{Name: "Tomas", Phone: "+12025550173", Vehicle: "Scooter"},
	{Name: "Leila", Phone: "+12025550174", Vehicle: "Motorcycle"},
	{Name: "Kofi", Phone: "+12025550175", Vehicle: "Bicycle"},
	{Name: "Mei", Phone: "+12025550176", Vehicle: "Scooter"},
}

// ride says where the order's rider is: waiting at the store, then on the way.
func (s *Staff) ride(ctx context.Context, o order.OpenOrder, done float64) error {
	t, err := s.Orders.Track(ctx, o.ID)
	if err != nil {
		return err
	}
	r := riders[o.ID%int64(len(riders))]
	r.Point = t.Store
	if o.Status == order.PickedUp {
		r.Progress = min(max(done, 0), 1)
		r.Point = along(way(t), r.Progress)
	}
	if r == t.Rider.V {
		return nil
	}
	return s.Orders.SetRider(ctx, o.ID, r)
}

// way is how the rider goes: straight where the map knows no better.
func way(t order.Tracking) []geo.Point {
	if len(t.Route) >= 2 {
		return t.Route
	}
	return []geo.Point{t.Store, t.Address.V.Point}
}

// along is the point at a share of a path's length, from 0 to 1.
func along(path []geo.Point, share float64) geo.Point {
	var length float64
	for i := 1; i < len(path); i++ {
		length += geo.Metres(path[i-1], path[i])
	}
	left := share * length
	for i := 1; i < len(path); i++ {
		a, b := path[i-1], path[i]
		leg := geo.Metres(a, b)
		if left <= leg && leg > 0 {
			f := left / leg
			return geo.Point{Lat: a.Lat + f*(b.Lat-a.Lat), Lng: a.Lng + f*(b.Lng-a.Lng)}
		}
		left -= leg
	}
	return path[len(path)-1]
}
