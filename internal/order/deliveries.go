package order

import (
	"context"
	"fmt"
	"slices"
	"time"

	"hawker/internal/catalog"
	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/geo"
	"hawker/internal/purchase"
)

// maxDeliveries bounds what a rider has accepted, as one list.
const maxDeliveries = 100

// freshOffer is how long an offer may wait before those that came later are shown first.
const freshOffer = 24 * time.Hour

// isOffered tells whether the order waits for a rider of this zone (Z4).
func (who Staff) isOffered(o Order) bool {
	return who.Actor == ByRider && o.ZoneID == who.ZoneID && o.RiderID == nil && !o.AwaitsPayment() &&
		slices.Contains(o.flow().offered, o.Status)
}

// Deliveries returns what a rider works on: a page of the offers of the own zone that wait
// for a rider (Z4), how many there are, and the deliveries that they have accepted and
// that are not over. Offers of the last day begin with the oldest. Those that nobody has
// taken for longer follow, the newest first, so that they hide none.
func (s *Service) Deliveries(ctx context.Context, who Staff, p catalog.Paging) (offers []OrderDetails, total int, own []OrderDetails, err error) {
	own, err = s.listDetails(ctx, `
		SELECT `+readColumns+` FROM orders WHERE rider_id = $1 AND `+openCondition+` ORDER BY id LIMIT $2`, who.ID, maxDeliveries)
	if err != nil {
		return nil, 0, nil, err
	}
	offered := ` FROM orders WHERE zone_id = $1 AND ` + offeredCondition
	if total, err = db.CountUpTo(ctx, s.DB.R, db.MaxCounted, `SELECT id`+offered, who.ZoneID); err != nil {
		return nil, 0, nil, fmt.Errorf("count offers: %w", err)
	}
	offers, err = s.listDetails(ctx, `
		SELECT `+readColumns+offered+`
		ORDER BY CASE WHEN updated_at >= $2 THEN 0 ELSE 1 END, CASE WHEN updated_at >= $2 THEN id ELSE -id END LIMIT $3 OFFSET $4`,
		who.ZoneID, s.Clock.Now().Add(-freshOffer).UnixMilli(), p.Size, (p.Number-1)*p.Size)
	return offers, total, own, err
}

// Accept gives an offered order to a rider, and confirms a parcel. Of several riders one
// wins (O7); for the others it is errs.Conflict. A rider who has it already gets it
// again. For a rider who has been disabled meanwhile it does not exist.
func (s *Service) Accept(ctx context.Context, who Staff, orderID int64) (OrderDetails, error) {
	err := db.InTx(ctx, s.DB, func(tx *db.Tx) error {
		if err := who.lockActive(ctx, tx); err != nil {
			return err
		}
		n, err := db.Exec(ctx, tx, `
			UPDATE orders SET rider_id = $2, rider = $3, updated_at = CASE WHEN updated_at > $4 THEN updated_at ELSE $4 END
			WHERE id = $1 AND zone_id = $5 AND `+offeredCondition,
			orderID, who.ID, db.JSON[Rider]{V: Rider{Name: who.Name, Phone: who.Phone, Vehicle: who.Vehicle}}, s.Clock.Now().UnixMilli(), who.ZoneID)
		if err != nil {
			return fmt.Errorf("accept order: %w", err)
		}
		o, err := byID(ctx, tx, orderID)
		switch {
		case err != nil:
			return err
		case n == 1:
			return s.accepted(ctx, tx, who, o)
		case o.Status.Over() || o.ZoneID != who.ZoneID && !who.delivers(o) || o.RiderID == nil:
			return errUnknown
		case !who.delivers(o):
			return errs.New(errs.Conflict, "Another rider was faster.")
		}
		return nil
	})
	if err != nil {
		return OrderDetails{}, err
	}
	return readDetails(ctx, s.DB.R, orderID)
}

// lockActive locks the row of a member until the transaction ends: to disable a rider, which
// releases what they have accepted, waits for it. A disabled one is errUnknown.
func (who Staff) lockActive(ctx context.Context, tx *db.Tx) error {
	active, err := db.One[bool](ctx, tx, `SELECT m.active FROM staff m WHERE m.id = $1`+tx.Dialect.LockedValuesOf("m"), who.ID)
	if err != nil {
		return fmt.Errorf("lock rider: %w", err)
	}
	if !active {
		return errUnknown
	}
	return nil
}

// accepted confirms an order that a rider confirms, and says that it has one.
func (s *Service) accepted(ctx context.Context, tx *db.Tx, who Staff, o Order) error {
	if !o.MayMove(Confirmed, ByRider) {
		s.notifyAfterCommit(tx, nil, orderKeys(o)...)
		return nil
	}
	m := statusMove{Order: o, to: Confirmed, by: ByRider, staff: &who, at: s.moveTime(o), service: s}
	if _, err := m.apply(ctx, tx); err != nil {
		return err
	}
	return s.orderChanged(ctx, tx, o, nil)
}

// SetPosition stores where a rider is with the orders that they have picked up, or, until
// they have one, with those that they go to get. Without either it is errs.Conflict, and
// nothing is stored (P5).
func (s *Service) SetPosition(ctx context.Context, who Staff, at geo.Point) error {
	carried, err := db.Many[Order](ctx, s.DB.R, `
		SELECT `+readColumns+` FROM orders WHERE rider_id = $1 AND `+openCondition+` AND `+carriedCondition+` ORDER BY id LIMIT $2`, who.ID, maxDeliveries)
	if err != nil {
		return fmt.Errorf("read deliveries: %w", err)
	}
	isPickedUp := func(o Order) bool { return o.Status == PickedUp }
	onTheWay := slices.ContainsFunc(carried, isPickedUp)
	stored := false
	for _, o := range carried {
		r := Rider{Name: who.Name, Phone: who.Phone, Vehicle: who.Vehicle, Point: at}
		switch {
		case isPickedUp(o):
			if r.Progress, err = s.progress(ctx, o, at); err != nil {
				return err
			}
		case onTheWay: // to a door that is not this shopper's
			if o.Rider.V.Point == (geo.Point{}) {
				continue
			}
			r.Point = geo.Point{}
		}
		switch err := s.SetRider(ctx, o.ID, who.ID, r); {
		case err == nil:
			stored = true
		case !errs.Is(err, errs.Conflict): // it is over meanwhile
			return err
		}
	}
	if !stored {
		return errs.New(errs.Conflict, "You have no order to deliver now.")
	}
	return nil
}

// progress is how much of the way of an order lies behind a point, from 0
// to 1.
func (s *Service) progress(ctx context.Context, o Order, at geo.Point) (float64, error) {
	store, err := s.storeTimes(ctx, o)
	if err != nil {
		return 0, err
	}
	from, to := store.point(), o.Door()
	path := s.Route(ctx, from, to)
	if len(path) < 2 {
		path = []geo.Point{from, to}
	}
	return geo.ShareOf(path, at), nil
}

// Route returns the way from a store or a sender to a door, empty when there is none.
func (s *Service) Route(ctx context.Context, from, to geo.Point) []geo.Point {
	path, _ := s.routes.Between(ctx, s.Maps, from, to)
	return path
}

// SetRider stores the rider of an order and their position. It is allowed to the rider
// who has accepted it, and only while they have it or go to get it (P5); otherwise it is
// errs.Conflict.
func (s *Service) SetRider(ctx context.Context, orderID, staffID int64, r Rider) error {
	return db.InTx(ctx, s.DB, func(tx *db.Tx) error {
		n, err := db.Exec(ctx, tx, `
			UPDATE orders SET rider = $2, updated_at = CASE WHEN updated_at > $3 THEN updated_at ELSE $3 END
			WHERE id = $1 AND `+carriedCondition+` AND rider_id = $4`,
			orderID, db.JSON[Rider]{V: r}, s.Clock.Now().UnixMilli(), staffID)
		if err != nil {
			return fmt.Errorf("set rider: %w", err)
		}
		if n == 0 {
			return errs.New(errs.Conflict, "You are not delivering this order.")
		}
		s.notifyAfterCommit(tx, nil, orderKey(orderID)) // no list of orders shows the rider
		return nil
	})
}

// ReleaseRider offers the deliveries that a rider has accepted and not picked up to
// others. A parcel waits for its confirmation again: until then its sender may cancel it,
// and one that nobody accepts is canceled and paid back.
func ReleaseRider(ctx context.Context, tx *db.Tx, staffID int64, at time.Time) error {
	released, err := db.Many[released](ctx, tx, `
		UPDATE orders SET rider_id = NULL, rider = '{}', status = CASE WHEN order_type = 'parcel' THEN 'pending' ELSE status END,
			updated_at = CASE WHEN updated_at > $2 THEN updated_at ELSE $2 END
		WHERE rider_id = $1 AND `+openCondition+` AND `+unacceptedCondition+` RETURNING id, status, updated_at`, staffID, at.UnixMilli())
	if err != nil {
		return fmt.Errorf("release orders: %w", err)
	}
	for _, o := range released {
		if o.Status != Pending {
			continue
		}
		if err := (Move{Status: Pending, Actor: BySystem, At: o.UpdatedAt}).Insert(ctx, tx, purchase.Order, o.ID); err != nil {
			return err
		}
	}
	return nil
}

// released is an order that has lost its rider.
type released struct {
	ID        int64
	Status    Status
	UpdatedAt int64
}
