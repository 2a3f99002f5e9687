package trip

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"hawker/internal/catalog"
	"hawker/internal/contact"
	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/purchase"
	"hawker/internal/signedtoken"
)

// errTokenEnded is returned for the right token after its life.
var errTokenEnded = errs.New(errs.LinkEnded, "This link has ended: a trip can be opened by it until 30 days after it is done.")

// checkOwner returns the trip to an owner of it: its shopper, or somebody with its token
// while that is valid. For anybody else it does not exist (P1).
func (s *Service) checkOwner(ctx context.Context, tripID int64, o purchase.Owner) (Trip, error) {
	t, err := byID(ctx, s.DB.R, tripID)
	if err != nil {
		return Trip{}, err
	}
	switch {
	case t.ShopperID == o.ShopperID:
		return t, nil
	case !s.Tokens.Owns(tripID, o.Token):
		return Trip{}, errUnknown
	}
	shown, err := s.isShown(ctx, t)
	if err == nil && !shown {
		err = errTokenEnded
	}
	if err != nil {
		return Trip{}, err
	}
	return t, nil
}

// isShown reports whether a trip is shown without a sign-in: until 30 days after the last
// news of it.
func (s *Service) isShown(ctx context.Context, t Trip) (bool, error) {
	if !t.Status.Over() {
		return true, nil
	}
	now := s.Clock.Now()
	news, err := db.One[int64](ctx, s.DB.R, `
		SELECT MAX(at) FROM (
			SELECT MAX(at) AS at FROM trip_moves WHERE trip_id = $1
			UNION ALL SELECT MAX(COALESCE(decided_at, $2)) FROM refunds WHERE trip_id = $1
		) AS news`, t.ID, now.UnixMilli())
	if err != nil {
		return false, fmt.Errorf("read the last news of a trip: %w", err)
	}
	return now.Before(time.UnixMilli(news).Add(signedtoken.TrackingLife)), nil
}

// Find returns a trip to an owner of it.
func (s *Service) Find(ctx context.Context, tripID int64, by purchase.Owner) (Details, error) {
	if _, err := s.checkOwner(ctx, tripID, by); err != nil {
		return Details{}, err
	}
	return readDetails(ctx, s.DB.R, tripID)
}

// ByPhone returns the trip if it has this contact phone (D29), as long as its link would open
// it. A wrong phone and an unknown trip have the same error. The caller must not show all of
// it: a phone does not prove who the caller is.
func (s *Service) ByPhone(ctx context.Context, tripID int64, phone string) (Details, error) {
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return Details{}, fmt.Errorf("read settings: %w", err)
	}
	number, ok := contact.ParsePhone(phone, settings.Location.Country)
	if !ok {
		return Details{}, errUnknown
	}
	t, err := tripWhere(ctx, s.DB.R, `id = $1 AND contact_phone = $2`, tripID, string(number))
	if err != nil {
		return Details{}, err
	}
	if shown, err := s.isShown(ctx, t); err != nil || !shown {
		return Details{}, cmp.Or(err, error(errUnknown))
	}
	return detailsOfOne(ctx, s.DB.R, t)
}

// List returns a page of a shopper's trips, the newest first, and how many there are in
// all: either those under way or those that are over.
func (s *Service) List(ctx context.Context, shopperID int64, running bool, p catalog.Paging) ([]Details, int, error) {
	where := `shopper_id = $1 AND status IN ` + overStatuses
	if running {
		where = `shopper_id = $1 AND status NOT IN ` + overStatuses
	}
	return s.page(ctx, where, `created_at DESC, id DESC`, p, shopperID)
}

// Running reports whether a trip of the shopper is under way.
func (s *Service) Running(ctx context.Context, q db.Q, shopperID int64) (bool, error) {
	n, err := db.One[int64](ctx, q, `SELECT COUNT(*) FROM trips WHERE shopper_id = $1 AND status NOT IN `+overStatuses, shopperID)
	if err != nil {
		return false, fmt.Errorf("look for running trips: %w", err)
	}
	return n > 0, nil
}

// isAnonymous reports whether the account of the trip's shopper was deleted, which leaves no
// contact. Nothing is added to such a trip.
func (t Trip) isAnonymous() bool { return t.ContactName == "" && t.ContactPhone == "" }

// Anonymize removes what is personal from a shopper's trips (PROF-05): contact, places and
// what they wrote. Lines and amounts stay.
func (s *Service) Anonymize(ctx context.Context, tx *db.Tx, shopperID int64) error {
	_, err := db.Exec(ctx, tx, `
		UPDATE trips SET contact_name = '', contact_phone = '', contact_email = '', pickup = '{}', destination = '{}', trip_note = '', placed_from = ''
		WHERE shopper_id = $1`, shopperID)
	if err != nil {
		return fmt.Errorf("anonymize trips: %w", err)
	}
	return nil
}
