package upload

import (
	"context"
	"fmt"

	"hawker/internal/db"
)

// Photo is a photo of the vehicles of a trip.
type Photo struct {
	Key       string
	ShopperID int64   // the trip's, also of a photo that the staff have sent
	TripID    int64   `db:"purchase_id"`
	Purpose   Purpose // TripBefore or TripAfter
	ByStaff   bool
	CreatedAt int64  // Unix milliseconds
	EndedAt   *int64 // when the trip ended, Unix milliseconds; nil: it is under way
}

const photoPurposes = `('trip_before', 'trip_after')`

// AddPhoto stores a photo. insert writes its row with Photo.Insert, or refuses it.
func (s *Service) AddPhoto(ctx context.Context, content []byte, insert func(tx *db.Tx, key string) error) error {
	_, _, err := s.store(ctx, content, insert)
	return err
}

// Insert writes the row of a photo.
func (p Photo) Insert(ctx context.Context, tx *db.Tx) error {
	_, err := db.Exec(ctx, tx, `INSERT INTO uploads (key, shopper_id, purpose, purchase_id, by_staff, created_at, ended_at) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
		p.Key, p.ShopperID, p.Purpose, p.TripID, p.ByStaff, p.CreatedAt, p.EndedAt)
	if err != nil {
		return fmt.Errorf("insert a photo: %w", err)
	}
	return nil
}

// PhotosOf returns the photos of trips, the oldest first.
func PhotosOf(ctx context.Context, q db.Q, tripIDs []int64) (map[int64][]Photo, error) {
	list, args := db.List(tripIDs)
	all, err := db.Many[Photo](ctx, q, `
		SELECT key, shopper_id, purchase_id, purpose, by_staff, created_at, ended_at FROM uploads
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
