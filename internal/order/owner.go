package order

import (
	"context"
	"errors"
	"fmt"

	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/purchase"
	"hawker/internal/signedtoken"
)

// Owner is the caller of an order: its customer, or somebody with its tracking token (P1).
type Owner = purchase.Owner

// errTokenEnded is returned for the right token after its life.
var errTokenEnded = errs.New(errs.LinkEnded, "This link has ended: an order can be opened by it until 30 days after it is done.")

// Access is what somebody may see of an order.
type Access int

// The accesses, each with all of those before it.
const (
	SeesProgress Access = iota + 1 // the status and the times
	SeesDelivery                   // the rider and the door, for the receiver
	OwnsOrder                      // all
)

// isShown is the condition of an order that is shown without a sign-in, to somebody who has a
// token or knows its phone: until 30 days after it is done. $3 is shownSince.
const isShown = `(status NOT IN ` + OverStatuses + `
	OR EXISTS (SELECT 1 FROM order_moves m WHERE m.order_id = orders.id AND m.at > $3))`

// shownSince returns the time after which an order that is over must have moved to be shown.
func (s *Service) shownSince() int64 {
	return s.Clock.Now().Add(-signedtoken.TrackingLife).UnixMilli()
}

// WatchAccess tells what somebody may see of an order. For a token after its life it is
// errTokenEnded, and for anybody else errUnknown.
func (s *Service) WatchAccess(ctx context.Context, orderID int64, o Owner) (Access, error) {
	row, err := db.One[struct{ Mine, Open bool }](ctx, s.DB.R, `
		SELECT shopper_id = $2 AS mine, `+isShown+` AS open FROM orders WHERE id = $1`, orderID, o.ShopperID, s.shownSince())
	owns, follows, watches := s.Tokens.Owns(orderID, o.Token), s.Tokens.MayFollow(orderID, o.Token), s.Tokens.MayWatch(orderID, o.Token)
	switch {
	case errors.Is(err, db.ErrNotFound):
		return 0, errUnknown
	case err != nil:
		return 0, fmt.Errorf("find the owner of an order: %w", err)
	case row.Mine:
		return OwnsOrder, nil
	case (owns || follows || watches) && !row.Open:
		return 0, errTokenEnded
	case owns:
		return OwnsOrder, nil
	case follows:
		return SeesDelivery, nil
	case watches:
		return SeesProgress, nil
	}
	return 0, errUnknown
}

// checkOwner returns nil for an owner of the order alone.
func (s *Service) checkOwner(ctx context.Context, orderID int64, o Owner) error {
	access, err := s.WatchAccess(ctx, orderID, o)
	if err == nil && access < OwnsOrder {
		return errUnknown
	}
	return err
}

// Follow returns the progress of an order, with its rider and door, to an owner or to somebody
// who may follow it.
func (s *Service) Follow(ctx context.Context, orderID int64, by Owner) (Tracking, error) {
	access, err := s.WatchAccess(ctx, orderID, by)
	if err == nil && access < SeesDelivery {
		err = errUnknown
	}
	if err != nil {
		return Tracking{}, err
	}
	return s.Track(ctx, orderID)
}

// Find returns an order to an owner of it. For anybody else it does not exist.
func (s *Service) Find(ctx context.Context, orderID int64, by Owner) (OrderDetails, error) {
	if err := s.checkOwner(ctx, orderID, by); err != nil {
		return OrderDetails{}, err
	}
	return readDetails(ctx, s.DB.R, orderID)
}

// Running reports whether an order of the shopper is under way.
func (s *Service) Running(ctx context.Context, q db.Q, shopperID int64) (bool, error) {
	n, err := db.One[int64](ctx, q, `SELECT COUNT(*) FROM orders WHERE shopper_id = $1 AND status NOT IN `+OverStatuses, shopperID)
	if err != nil {
		return false, fmt.Errorf("look for running orders: %w", err)
	}
	return n > 0, nil
}

// isAnonymous reports whether the account of the order's shopper was deleted, which leaves no
// contact. Nothing is added to such an order.
func (o Order) isAnonymous() bool { return o.ContactName == "" && o.ContactPhone == "" }

// Anonymize removes what is personal from a shopper's orders (PROF-05): contact, address
// and what they wrote. Lines and amounts stay.
func (s *Service) Anonymize(ctx context.Context, tx *db.Tx, shopperID int64) error {
	_, err := db.Exec(ctx, tx, `
		UPDATE orders SET contact_name = '', contact_phone = '', contact_email = '', address = $2, receiver = $2,
			order_note = '', delivery_instruction = '', unavailable_item_note = '', placed_from = ''
		WHERE shopper_id = $1`, shopperID, db.JSON[Address]{})
	if err != nil {
		return fmt.Errorf("anonymize orders: %w", err)
	}
	if _, err := db.Exec(ctx, tx, `
		UPDATE order_lines SET note = '' WHERE note <> '' AND order_id IN (SELECT id FROM orders WHERE shopper_id = $1)`, shopperID); err != nil {
		return fmt.Errorf("clear notes of lines: %w", err)
	}
	return nil
}
