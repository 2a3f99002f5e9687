package trip

import (
	"context"
	"fmt"
	"slices"
	"time"

	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/purchase"
	"hawker/internal/upload"
)

// maxPhotos is how many photos the shopper, and the staff, may add before a trip, and after.
const maxPhotos = 6

// Photos of before may be added until so long after the hand-over, those of after until so
// long after the return.
const (
	beforeOpen = time.Hour
	afterOpen  = 24 * time.Hour
)

// PhotoPurposes returns which photos may be added to the trip now, unless the shop takes
// none.
func (t Trip) PhotoPurposes(now time.Time) []upload.Purpose {
	until := func(from *int64, open time.Duration) bool {
		return from != nil && now.Before(time.UnixMilli(*from).Add(open))
	}
	var open []upload.Purpose
	if t.Status == Confirmed || until(t.StartedAt, beforeOpen) {
		open = append(open, upload.TripBefore)
	}
	if t.Status == Ongoing || until(t.ReturnedAt, afterOpen) {
		open = append(open, upload.TripAfter)
	}
	return open
}

// PhotosToAdd returns which photos may be added to a trip now, by the staff or by its
// shopper.
func (s *Service) PhotosToAdd(ctx context.Context, d Details, byStaff bool) ([]upload.Purpose, error) {
	settings, err := s.Settings.Get(ctx)
	if err != nil || !settings.Rental.Photos {
		return nil, err
	}
	return slices.DeleteFunc(d.PhotoPurposes(s.Clock.Now()), func(p upload.Purpose) bool { return d.countPhotos(p, byStaff) >= maxPhotos }), nil
}

func (d Details) countPhotos(purpose upload.Purpose, byStaff bool) (count int) {
	for _, p := range d.Photos {
		if p.Purpose == purpose && p.ByStaff == byStaff {
			count++
		}
	}
	return count
}

// AddPhoto adds a photo that an owner of the trip has sent, and that is stored.
func (s *Service) AddPhoto(ctx context.Context, tx *db.Tx, by purchase.Owner, tripID int64, p upload.Photo) error {
	return s.addPhoto(ctx, tx, tripID, p, func(t Trip) bool { return t.ShopperID == by.ShopperID || s.Tokens.Owns(tripID, by.Token) })
}

// AddPhotoBy is AddPhoto for a member of staff.
func (s *Service) AddPhotoBy(ctx context.Context, tx *db.Tx, who Staff, tripID int64, p upload.Photo) error {
	p.ByStaff = true
	return s.addPhoto(ctx, tx, tripID, p, who.sees)
}

func (s *Service) addPhoto(ctx context.Context, tx *db.Tx, tripID int64, p upload.Photo, sees func(Trip) bool) error {
	t, err := lockTrip(ctx, tx, tripID)
	if err != nil {
		return err
	}
	if !sees(t) {
		return errUnknown
	}
	all, err := detailsOf(ctx, tx, []Trip{t})
	if err != nil {
		return err
	}
	open, err := s.PhotosToAdd(ctx, all[0], p.ByStaff)
	if err != nil {
		return err
	}
	if !slices.Contains(open, p.Purpose) || t.isAnonymous() {
		return errs.New(errs.Conflict, "No more of these photos can be added to this trip.")
	}
	p.TripID, p.CreatedAt = t.ID, s.Clock.Now().UnixMilli()
	if t.Status.Over() {
		p.EndedAt = &t.UpdatedAt
	}
	if err := p.Attach(ctx, tx); err != nil {
		return fmt.Errorf("add a photo to trip %d: %w", t.ID, err)
	}
	tx.AfterCommit(func() { s.changes.Changed(tripKey(t.ID)) })
	return nil
}
