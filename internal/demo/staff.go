package demo

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"time"

	"hawker/internal/clock"
	"hawker/internal/conversation"
	"hawker/internal/geo"
	"hawker/internal/order"
	"hawker/internal/staff"
)

// Staff simulates vendors and riders, so that orders in the demo town arrive and trips begin
// and end. They have accounts and use the calls of the staff, like people. They keep no state
// of their own: the position of a rider is computed from the time when the order was picked
// up. So they continue after a restart, and can run on several instances at once. They leave
// alone an order that a person has accepted.
type Staff struct {
	StaffDeps
	crew crew
}

// StaffDeps are what the simulated staff need.
type StaffDeps struct {
	API      http.Handler // the calls of the API
	Accounts *staff.Service
	// Conversations tells who waits for an answer; nil: messages are not answered.
	Conversations *conversation.Service
	Route         func(ctx context.Context, from, to geo.Point) []geo.Point // along the streets
	Clock         clock.Clock
	Log           *slog.Logger
	Pace          float64 // 1: an order takes three to four minutes; 2: half of that
}

// NewStaff returns the staff. Call Run too.
func NewStaff(d StaffDeps) *Staff {
	return &Staff{StaffDeps: d, crew: crew{accounts: d.Accounts, api: d.API}}
}

// interval is the time between two rounds. A rider moves in every round.
const interval = 2 * time.Second

// minInterval is the shortest interval, at a high pace: each round reads all open orders.
const minInterval = 250 * time.Millisecond

// maxOrders is how many orders are processed at once. The others wait. They are read in
// pages.
const (
	maxOrders = 200
	pageSize  = 100
)

// step is what follows a status, who does it, and how long that takes.
type step struct {
	to    order.Status
	by    order.Actor
	takes time.Duration
}

// steps are all steps of an order, at pace 1.
var steps = map[order.Type]map[order.Status]step{
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
	order.Parcel: {
		order.Pending:   {order.Confirmed, order.ByRider, 12 * time.Second},
		order.Confirmed: {order.PickedUp, order.ByRider, 40 * time.Second},
		order.PickedUp:  {order.Delivered, order.ByRider, 100 * time.Second},
	},
}

// ridden are the statuses in which a rider has the order, or goes to get it.
var ridden = map[order.Type][]order.Status{
	order.Delivery: {order.Handover, order.PickedUp},
	order.Parcel:   {order.Confirmed, order.PickedUp},
}

// Run runs a round at every interval until ctx ends.
func (s *Staff) Run(ctx context.Context) {
	every := time.NewTicker(max(time.Duration(float64(interval)/s.Pace), minInterval))
	defer every.Stop()
	var answered time.Time
	for {
		// At a high pace orders move many times a second; nobody waits for an answer that way,
		// and looking for questions costs twice as much as looking for orders.
		round := s.moveOrders
		if now := s.Clock.Now(); now.Sub(answered) >= time.Second {
			round, answered = s.Round, now
		}
		if err := round(ctx); err != nil && ctx.Err() == nil {
			s.Log.WarnContext(ctx, "a round of the demo staff failed", "cause", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-every.C:
		}
	}
}

// orderView has the fields of an order that the staff read.
type orderView struct {
	ID                 int64                    `json:"id"`
	Status             order.Status             `json:"order_status"`
	Type               order.Type               `json:"order_type"`
	SelfDelivery       bool                     `json:"self_delivery"`
	PrescriptionStatus order.PrescriptionStatus `json:"prescription_status"`
	Lines              []struct {
		Name string `json:"name"`
	} `json:"lines"`
	Store      storeView  `json:"store"`
	DistanceKm float64    `json:"distance_km"`
	Address    *placeView `json:"address"`
	Receiver   *struct {
		Address placeView `json:"address"`
	} `json:"receiver"`
	Rider *struct {
		Phone string `json:"phone"`
	} `json:"rider"`
	AwaitsPayment bool      `json:"awaits_payment"`
	StatusAt      time.Time `json:"status_at"`
	Refunded      float64   `json:"refunded"`

	Refunds []refundView `json:"refunds"`
}

type placeView struct {
	Point geo.Point `json:"point"`
}

// way returns where an order is picked up and brought; false: it has no address any more.
func (o orderView) way() (from, to geo.Point, ok bool) {
	switch {
	case o.Address == nil:
		return from, to, false
	case o.Receiver != nil:
		return o.Address.Point, o.Receiver.Address.Point, true
	}
	return o.Store.Point, o.Address.Point, true
}

// storeView has the fields of a store that they read.
type storeView struct {
	ID     int64     `json:"id"`
	ZoneID int64     `json:"zone_id"`
	Name   string    `json:"name"`
	Point  geo.Point `json:"point"`
}

// Round moves the trips and orders that are due, and answers the messages, refunds and reviews that
// have waited long enough.
func (s *Staff) Round(ctx context.Context) error {
	if err := s.answerMessages(ctx); err != nil {
		return err
	}
	if err := s.answerRefunds(ctx); err != nil {
		return err
	}
	if err := s.answerPayments(ctx); err != nil {
		return err
	}
	if err := s.answerReviews(ctx); err != nil {
		return err
	}
	if err := s.moveTrips(ctx); err != nil {
		return err
	}
	return s.moveOrders(ctx)
}

// moveOrders moves the open orders whose time has come.
func (s *Staff) moveOrders(ctx context.Context) error {
	running, err := s.list(ctx, "open")
	if err != nil {
		return err
	}
	busy := busyRiders(running)
	for _, o := range running {
		// The order may have changed meanwhile, for example been canceled. The next round
		// reads it again.
		if err := s.advance(ctx, o, busy); err != nil && !errors.Is(err, errRefused) {
			return fmt.Errorf("advance order %d: %w", o.ID, err)
		}
	}
	return nil
}

// list returns the orders of a state.
func (s *Staff) list(ctx context.Context, state string) (all []orderView, err error) {
	for page := 1; len(all) < maxOrders; page++ {
		var list struct{ Orders []orderView }
		path := fmt.Sprintf("/admin/orders?state=%s&limit=%d&offset=%d", state, pageSize, page)
		if err := s.crew.call(ctx, dispatcher, http.MethodGet, path, nil, &list); err != nil {
			return nil, err
		}
		all = append(all, list.Orders...)
		if len(list.Orders) < pageSize {
			break
		}
	}
	return all, nil
}

// advance moves an order's rider, and its status once the time has come.
func (s *Staff) advance(ctx context.Context, o orderView, busy map[string]bool) error {
	next, ok := steps[o.Type][o.Status]
	if !ok {
		return nil
	}
	by := cookOf(o.Store)
	done := float64(s.Clock.Now().Sub(o.StatusAt)) / float64(s.duration(o.ID, next))
	if o.AwaitsPayment {
		return nil
	}
	if o.PrescriptionStatus == order.PrescriptionWaiting {
		return s.readPrescription(ctx, o, done)
	}
	if o.Type == order.Parcel && o.Status == order.Pending && done >= 1 { // who accepts it confirms it
		_, err := s.riderOf(ctx, o, busy)
		return err
	}
	if !o.SelfDelivery && slices.Contains(ridden[o.Type], o.Status) {
		rider, err := s.riderOf(ctx, o, busy)
		if err != nil {
			return err
		}
		if err := s.moveRider(ctx, o, rider, done); err != nil {
			return err
		}
		by = rider
	}
	if done < 1 {
		return nil
	}
	path := fmt.Sprintf("/%s/orders/%d/status", by.Role, o.ID)
	return s.crew.call(ctx, by, http.MethodPost, path, map[string]any{"status": next.to}, nil)
}

// duration returns how long a step of an order takes, up to a fifth more or less. It
// is always the same for the same order.
func (s *Staff) duration(orderID int64, next step) time.Duration {
	spread := 0.8 + 0.4*float64(orderID*7919%101)/100
	return time.Duration(float64(next.takes) * spread / s.Pace)
}

// busyRiders are the phones of those who have an order.
func busyRiders(orders []orderView) map[string]bool {
	busy := map[string]bool{}
	for _, o := range orders {
		if o.Rider != nil {
			busy[o.Rider.Phone] = true
		}
	}
	return busy
}

// riderOf returns who brings an order. The first who is free in the store's zone accepts
// it, beginning with the order's own number. A rider has one order at a time.
func (s *Staff) riderOf(ctx context.Context, o orderView, busy map[string]bool) (staff.NewMember, error) {
	if o.Rider != nil {
		number, ours := numberOf(o.Store.ZoneID, o.Rider.Phone)
		if !ours {
			return staff.NewMember{}, errRefused
		}
		return riderOf(o.Store.ZoneID, number), nil
	}
	for i := range maxRiders {
		rider := riderOf(o.Store.ZoneID, i)
		if i < len(riderNames) { // not always the same one
			rider = riderOf(o.Store.ZoneID, int((o.ID+int64(i))%int64(len(riderNames))))
		}
		if busy[rider.Phone] {
			continue
		}
		busy[rider.Phone] = true
		return rider, s.crew.call(ctx, rider, http.MethodPost, fmt.Sprintf("/rider/orders/%d/accept", o.ID), nil, nil)
	}
	return staff.NewMember{}, errRefused // until one is free
}

// moveRider sets the rider's position: where the order is picked up, then on the route.
func (s *Staff) moveRider(ctx context.Context, o orderView, rider staff.NewMember, done float64) error {
	at, to, ok := o.way()
	if !ok {
		return errRefused
	}
	if o.Status == order.PickedUp {
		path := s.Route(ctx, at, to)
		if len(path) < 2 { // straight, where the map knows no better
			path = []geo.Point{at, to}
		}
		at = along(path, min(max(done, 0), 1))
	}
	return s.crew.call(ctx, rider, http.MethodPost, "/rider/position", map[string]any{"latitude": at.Lat, "longitude": at.Lng}, nil)
}

// along returns the point at a share, from 0 to 1, of a path's length.
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
