package upload

import (
	"context"
	"errors"
	"fmt"

	"hawker/internal/db"
)

// Photo is a photo of the vehicles of a trip.
type Photo struct {
	Key       string
	TripID    int64   `db:"purchase_id"`
	Purpose   Purpose // TripBefore or TripAfter
	ByStaff   bool
	CreatedAt int64  // Unix milliseconds
	EndedAt   *int64 // when the trip ended, Unix milliseconds; nil: it is under way
}

const photoPurposes = `('trip_before', 'trip_after')`

// AddPhoto stores a photo for the shopper of a trip. attach adds it to the trip with
// Photo.Attach, or refuses it: only then the photo is listed, and can be fetched at once.
func (s *Service) AddPhoto(ctx context.Context, content []byte, shopperID int64, purpose Purpose, attach func(tx *db.Tx, key string) error) error {
	key, _, err := s.store(ctx, content, func(tx *db.Tx, key string) error {
		return insert(ctx, tx, key, shopperID, purpose, s.Clock.Now())
	})
	if err != nil {
		return err
	}
	if err := db.InTx(ctx, s.DB, func(tx *db.Tx) error { return attach(tx, key) }); err != nil {
		return errors.Join(err, s.delete(ctx, key))
	}
	return nil
}

// Attach adds a photo that AddPhoto has stored to its trip.
func (p Photo) Attach(ctx context.Context, tx *db.Tx) error {
	n, err := db.Exec(ctx, tx, `UPDATE uploads SET purchase_id = $2, by_staff = $3, created_at = $4, ended_at = $5, delete_at = NULL WHERE key = $1 AND purchase_id IS NULL`,
		p.Key, p.TripID, p.ByStaff, p.CreatedAt, p.EndedAt)
	if err == nil && n != 1 {
		err = errUnknown
	}
	if err != nil {
		return fmt.Errorf("attach a photo: %w", err)
	}
	return nil
}

// PhotosOf returns the photos of trips, the oldest first.
func PhotosOf(ctx context.Context, q db.Q, tripIDs []int64) (map[int64][]Photo, error) {
	list, args := db.InList(tripIDs)
	all, err := db.Many[Photo](ctx, q, `
		SELECT key, purchase_id, purpose, by_staff, created_at, ended_at FROM uploads
		WHERE purpose IN `+photoPurposes+` AND delete_at IS NULL AND purchase_id IN `+list+` ORDER BY created_at, key`, args...)
	if err != nil {
		return nil, fmt.Errorf("read photos: %w", err)
	}
	found := map[int64][]Photo{}
	for _, p := range all {
		found[p.TripID] = append(found[p.TripID], p)
	}
	return found, nil
}

// OpenPhoto returns a photo of a trip, a JPEG. The caller has checked that the trip may be
// seen; an image of anything else does not exist.
func (s *Service) OpenPhoto(ctx context.Context, key string, tripID int64) ([]byte, error) {
	return s.read(ctx, key, fileOf, func() (bool, error) {
		n, err := db.One[int64](ctx, s.DB.R, `
			SELECT COUNT(*) FROM uploads WHERE key = $1 AND purchase_id = $2 AND purpose IN `+photoPurposes+` AND delete_at IS NULL`, key, tripID)
		return n > 0, err
	})
}
