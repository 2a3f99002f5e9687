package review

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"hawker/internal/catalog"
	"hawker/internal/clock"
	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/shopper"
	"hawker/internal/upload"
)

// Service takes, answers and hides reviews. Safe for concurrent use.
type Service struct {
	db    *db.DB
	clock clock.Clock
}

// New makes the service.
func New(d *db.DB, c clock.Clock) *Service { return &Service{db: d, clock: c} }

// Add stores what a customer says about an order that was delivered to them: all of it,
// or nothing. An opinion that is there already, word for word, is left as it is; another
// one about the same thing is errs.Conflict.
func (s *Service) Add(ctx context.Context, r Request) error {
	if err := r.check(); err != nil {
		return err
	}
	return db.InTx(ctx, s.db, func(tx *db.Tx) error {
		if err := lockShopper(ctx, tx, r.ShopperID); err != nil {
			return err
		}
		a, err := s.prepare(ctx, tx, r)
		if err != nil {
			return err
		}
		reviews, err := a.compare(r)
		if err != nil || len(reviews) == 0 {
			return err
		}
		return a.write(ctx, tx, reviews)
	})
}

func lockShopper(ctx context.Context, tx *db.Tx, shopperID int64) error {
	if err := shopper.Lock(ctx, tx, shopperID); err != nil {
		return err
	}
	return shopper.CheckActive(ctx, tx, shopperID)
}

// addition is one call of Add.
type addition struct {
	order  reviewed
	given  []Review // that are there already
	items  []int64  // of the order
	author string
	at     int64
}

// prepare reads what the opinions are compared with. Of several calls about one order
// one goes on, and the others wait.
func (s *Service) prepare(ctx context.Context, tx *db.Tx, r Request) (addition, error) {
	o, err := lockOrder(ctx, tx, r.OrderID, r.ShopperID)
	if err != nil {
		return addition{}, err
	}
	if !o.ReviewsEnabled && (len(r.Items) > 0 || r.Store != nil) { // the rider is not the store's
		return addition{}, catalog.ErrNoReviewPlan
	}
	a := addition{order: o, at: s.clock.Now().UnixMilli()}
	if a.given, err = ofOrder(ctx, tx, r.OrderID); err != nil {
		return a, err
	}
	if a.items, err = itemsOf(ctx, tx, r.OrderID); err != nil {
		return a, err
	}
	a.author, err = authorOf(ctx, tx, r.ShopperID)
	return a, err
}

// compare returns the reviews that are new, the items' first and by id: every call locks
// their rows in this order.
func (a addition) compare(r Request) ([]Review, error) {
	var added []Review
	add := func(of Review, o Opinion, field string) error {
		for _, known := range a.given {
			if sameThing(known, of) {
				if !known.says(o) {
					return errGivenTwice.On(field)
				}
				return nil
			}
		}
		of.StoreID, of.OrderID, of.Author, of.CreatedAt = a.order.StoreID, &a.order.ID, a.author, a.at
		of.Rating, of.Body, of.Images.V = o.Rating, o.Text, o.Images
		added = append(added, of)
		return nil
	}
	for _, o := range inOrder(r.Items) {
		if !slices.Contains(a.items, o.ID) {
			return nil, errs.New(errs.Invalid, "This item is not in the order.").On("items")
		}
		if err := add(Review{ItemID: &o.ID}, o, "items"); err != nil {
			return nil, err
		}
	}
	if r.Store != nil {
		if a.order.StoreID == 0 {
			return nil, errs.New(errs.Invalid, "A parcel has no store.").On("store")
		}
		if err := add(Review{}, *r.Store, "store"); err != nil {
			return nil, err
		}
	}
	if r.Rider != nil {
		if a.order.RiderID == nil {
			return nil, errs.New(errs.Invalid, "No rider brought this order.").On("rider")
		}
		if err := add(Review{RiderID: a.order.RiderID}, *r.Rider, "rider"); err != nil {
			return nil, err
		}
	}
	return added, nil
}

// sameThing reports whether two reviews of one order are of the same item, or both of the
// store, or both of the rider.
func sameThing(x, y Review) bool {
	if x.ItemID != nil && y.ItemID != nil {
		return *x.ItemID == *y.ItemID
	}
	return x.ItemID == nil && y.ItemID == nil && (x.RiderID == nil) == (y.RiderID == nil)
}

// write stores reviews and counts their stars.
func (a addition) write(ctx context.Context, tx *db.Tx, reviews []Review) error {
	if err := lockStore(ctx, tx, a.order.StoreID); err != nil {
		return err
	}
	for _, r := range reviews {
		images := upload.Attachment{ShopperID: a.order.ShopperID, Purpose: upload.Review, PurchaseID: a.order.ID, Keys: r.Images.V, Field: r.field() + ".images"}
		if err := upload.Attach(ctx, tx, images, time.UnixMilli(a.at)); err != nil {
			return err
		}
		err := insert(ctx, tx, r)
		if errors.Is(err, db.ErrExists) {
			return errGivenTwice.On(r.field())
		}
		if err == nil {
			err = count(ctx, tx, r, 1)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// field is where the review stands in a request.
func (r Review) field() string {
	switch {
	case r.ItemID != nil:
		return "items"
	case r.RiderID != nil:
		return "rider"
	}
	return "store"
}

// OfOrder returns the reviews that the shopper has given of an order, the hidden ones
// too.
func (s *Service) OfOrder(ctx context.Context, orderID int64) ([]Review, error) {
	return ofOrder(ctx, s.db.R, orderID)
}

// Reviewed returns which of the orders have a review.
func (s *Service) Reviewed(ctx context.Context, orderIDs []int64) (map[int64]bool, error) {
	return whichReviewed(ctx, s.db.R, orderIDs)
}

// List returns a page of reviews for the staff, the newest first.
func (s *Service) List(ctx context.Context, f Filter, p Paging) (Page, error) {
	return list(ctx, s.db.R, f, p)
}

// SetHidden hides a review from everybody but its author and the admins, or shows it
// again. A hidden review does not count. The ratings that a town folder states are the
// owner's own: they stay when one of its reviews is hidden.
func (s *Service) SetHidden(ctx context.Context, staffID, reviewID int64, hidden bool) (Review, error) {
	err := db.InTx(ctx, s.db, func(tx *db.Tx) error {
		r, err := byID(ctx, tx, reviewID)
		if err != nil {
			return err
		}
		if err := lockStore(ctx, tx, r.StoreID); err != nil {
			return err
		}
		changed, err := setHidden(ctx, tx, "reviews", hiding{reviewID, staffID, hidden, s.clock.Now()})
		if err != nil || !changed {
			return err
		}
		by := int64(1)
		if hidden {
			by = -1
		}
		return count(ctx, tx, r, by)
	})
	if err != nil {
		return Review{}, err
	}
	return byID(ctx, s.db.R, reviewID)
}

// IsImagePublic reports whether an upload belongs to a review that everybody may read.
func (s *Service) IsImagePublic(ctx context.Context, key string) (bool, error) {
	return isImagePublic(ctx, s.db.R, key)
}

// Erase removes what is personal from a customer's reviews (PROF-05): name, text, images
// and the reply, which may repeat them. The stars stay, and so do all ratings.
func (s *Service) Erase(ctx context.Context, tx *db.Tx, customerID int64) error {
	_, err := db.Exec(ctx, tx, `
		UPDATE reviews SET author = '', body = '', images = '[]', reply = '', replied_at = COALESCE(replied_at, $2)
		WHERE order_id IN (SELECT o.id FROM orders o JOIN customers c ON c.shopper_id = o.shopper_id WHERE c.id = $1)`,
		customerID, s.clock.Now().UnixMilli())
	if err == nil {
		_, err = db.Exec(ctx, tx, `
			UPDATE vehicle_reviews SET author = '', body = '', images = '[]', reply = ''
			WHERE trip_id IN (SELECT t.id FROM trips t JOIN customers c ON c.shopper_id = t.shopper_id WHERE c.id = $1)`, customerID)
	}
	if err != nil {
		return fmt.Errorf("anonymize reviews: %w", err)
	}
	return upload.ExpireOfReviews(ctx, tx, customerID, s.clock.Now())
}
