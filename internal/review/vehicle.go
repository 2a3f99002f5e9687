package review

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/trip"
	"hawker/internal/upload"
)

// VehicleReview is what a customer said about a vehicle of a trip (RNT-11).
type VehicleReview struct {
	ID         int64
	TripID     *int64 // nil: it is from the town folder
	VehicleID  int64
	ProviderID int64
	Vehicle    string // its name
	Provider   string // its name
	Content
}

// TripRequest has the opinions of a customer about the vehicles of one trip. Those that are
// absent may follow later.
type TripRequest struct {
	TripID, ShopperID int64
	Vehicles          []Opinion
}

// WasCompleted reports whether a trip with this status can be reviewed.
func WasCompleted(s trip.Status) bool { return s == trip.Completed || s == trip.Refunded }

// VehiclesLeft returns which vehicles of a trip can still be reviewed after these reviews.
func VehiclesLeft(d trip.Details, given []VehicleReview) []int64 {
	left := []int64{}
	for _, l := range d.Lines {
		isGiven := slices.ContainsFunc(given, func(r VehicleReview) bool { return r.VehicleID == l.VehicleID })
		if WasCompleted(d.Status) && !isGiven {
			left = append(left, l.VehicleID)
		}
	}
	return left
}

var errTripNotNow = errs.New(errs.Conflict, "Only a completed trip can be reviewed.")

func (r *TripRequest) check() error {
	if len(r.Vehicles) == 0 {
		return errs.New(errs.Invalid, "Please rate something.").On("vehicles")
	}
	return checkEach(r.Vehicles, "vehicles", "Please name each vehicle once.")
}

// AddToTrip stores what a customer says about the vehicles of a trip that is over, as Add
// does of an order.
func (s *Service) AddToTrip(ctx context.Context, r TripRequest) error {
	if err := r.check(); err != nil {
		return err
	}
	return db.InTx(ctx, s.db, func(tx *db.Tx) error {
		if err := lockShopper(ctx, tx, r.ShopperID); err != nil {
			return err
		}
		t, err := lockTrip(ctx, tx, r.TripID, r.ShopperID)
		if err != nil {
			return err
		}
		added, err := compareVehicles(ctx, tx, t, r)
		if err != nil || len(added) == 0 {
			return err
		}
		return s.writeVehicles(ctx, tx, r.ShopperID, added)
	})
}

// reviewedTrip is the trip that is reviewed.
type reviewedTrip struct {
	ID, ProviderID int64
	Status         trip.Status
}

// lockTrip reads a completed trip of the shopper and locks its row until the transaction
// ends. Of somebody else's trip nobody learns whether it exists (P1).
func lockTrip(ctx context.Context, tx *db.Tx, id, shopperID int64) (reviewedTrip, error) {
	t, err := db.One[reviewedTrip](ctx, tx, `SELECT id, provider_id, status FROM trips WHERE id = $1 AND shopper_id = $2`+tx.Dialect.Locked(), id, shopperID)
	switch {
	case errors.Is(err, db.ErrNotFound):
		return t, errs.New(errs.NotFound, "This trip was not found.")
	case err != nil:
		return t, fmt.Errorf("read trip: %w", err)
	case !WasCompleted(t.Status):
		return t, errTripNotNow
	}
	return t, nil
}

// compareVehicles returns the reviews that are new, by vehicle.
func compareVehicles(ctx context.Context, tx *db.Tx, t reviewedTrip, r TripRequest) ([]VehicleReview, error) {
	known, err := ofTrips(ctx, tx, t.ID)
	if err != nil {
		return nil, err
	}
	rented, err := db.Many[int64](ctx, tx, `SELECT vehicle_id FROM trip_lines WHERE trip_id = $1`, t.ID)
	if err != nil {
		return nil, fmt.Errorf("read trip lines: %w", err)
	}
	var added []VehicleReview
	for _, o := range inOrder(r.Vehicles) {
		if !slices.Contains(rented, o.ID) {
			return nil, errs.New(errs.Invalid, "This vehicle is not in the trip.").On("vehicles")
		}
		at := slices.IndexFunc(known[t.ID], func(k VehicleReview) bool { return k.VehicleID == o.ID })
		switch {
		case at < 0:
			content := Content{Rating: o.Rating, Body: o.Text, Images: db.JSON[[]string]{V: o.Images}}
			added = append(added, VehicleReview{TripID: &t.ID, VehicleID: o.ID, ProviderID: t.ProviderID, Content: content})
		case !known[t.ID][at].says(o):
			return nil, errGivenTwice.On("vehicles")
		}
	}
	return added, nil
}

// writeVehicles stores reviews and counts their stars.
func (s *Service) writeVehicles(ctx context.Context, tx *db.Tx, shopperID int64, added []VehicleReview) error {
	author, err := authorOf(ctx, tx, shopperID)
	if err != nil {
		return err
	}
	at := s.clock.Now()
	for _, r := range added {
		r.Author, r.CreatedAt = author, at.UnixMilli()
		if err := insertVehicle(ctx, tx, r); err != nil {
			return err
		}
		images := upload.Attachment{ShopperID: shopperID, Purpose: upload.Review, PurchaseID: *r.TripID, Keys: r.Images.V, Field: "vehicles.images"}
		if err := upload.Attach(ctx, tx, images, at); err != nil {
			return err
		}
		if err := countVehicle(ctx, tx, r, 1); err != nil {
			return err
		}
	}
	return nil
}

func insertVehicle(ctx context.Context, tx *db.Tx, r VehicleReview) error {
	// With the time in its slug, a review that another instance has exported does not take
	// the name of one of this instance.
	slug := fmt.Sprintf("trip-%d-vehicle-%d-%d", *r.TripID, r.VehicleID, r.CreatedAt)
	_, err := db.Exec(ctx, tx, `
		INSERT INTO vehicle_reviews (slug, vehicle_id, provider_id, trip_id, author, rating, body, images, pictures, reply, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, '[]', '', $9)`,
		slug, r.VehicleID, r.ProviderID, r.TripID, r.Author, r.Rating, r.Body, r.Images, r.CreatedAt)
	if err != nil {
		return fmt.Errorf("insert the review of a vehicle: %w", err)
	}
	return nil
}

// countVehicle adds the stars of a review to its provider and its vehicle (by 1), or takes
// them away (by -1). The provider's row is locked first: it stands before all of its
// vehicles. Those from the town folder are in the ratings that it states.
func countVehicle(ctx context.Context, tx *db.Tx, r VehicleReview, by int64) error {
	if r.TripID == nil {
		return nil
	}
	for _, of := range []struct {
		table string
		id    int64
	}{{"providers", r.ProviderID}, {"vehicles", r.VehicleID}} {
		_, err := db.Exec(ctx, tx, `UPDATE `+of.table+` SET rating_sum = rating_sum + $2, rating_count = rating_count + $3 WHERE id = $1`, of.id, by*int64(r.Rating), by)
		if err != nil {
			return fmt.Errorf("count the stars of a vehicle: %w", err)
		}
	}
	return nil
}

const vehicleColumns = `r.id, r.trip_id, r.vehicle_id, r.provider_id, v.name AS vehicle, p.name AS provider,
	r.author, r.rating, r.body, r.images, r.pictures, r.reply, r.replied_at, r.hidden_at, r.created_at
	FROM vehicle_reviews r JOIN vehicles v ON v.id = r.vehicle_id JOIN providers p ON p.id = r.provider_id`

// OfTrips returns the reviews that customers have given of trips, by trip, the hidden ones
// too.
func (s *Service) OfTrips(ctx context.Context, tripIDs ...int64) (map[int64][]VehicleReview, error) {
	return ofTrips(ctx, s.db.R, tripIDs...)
}

func ofTrips(ctx context.Context, q db.Q, tripIDs ...int64) (map[int64][]VehicleReview, error) {
	found := map[int64][]VehicleReview{}
	if len(tripIDs) == 0 {
		return found, nil
	}
	in, args := db.InList(tripIDs)
	all, err := db.Many[VehicleReview](ctx, q, `SELECT `+vehicleColumns+` WHERE r.trip_id IN `+in+` ORDER BY r.id`, args...)
	if err != nil {
		return nil, fmt.Errorf("read the reviews of trips: %w", err)
	}
	for _, r := range all {
		found[*r.TripID] = append(found[*r.TripID], r)
	}
	return found, nil
}

// VehicleFilter narrows a list of the staff. Zero values narrow nothing.
type VehicleFilter struct {
	ProviderID int64
	Unanswered bool
	Hidden     bool // those that are hidden alone; otherwise those that are shown
}

// where is the condition of the list, with its parameters.
func (f VehicleFilter) where() (where string, args []any) {
	where = `r.hidden_at IS ` + map[bool]string{false: `NULL`, true: `NOT NULL`}[f.Hidden]
	if f.Unanswered { // of a deleted account nothing is left to answer
		where += ` AND r.reply = '' AND r.author <> ''`
	}
	if f.ProviderID != 0 {
		where, args = where+` AND r.provider_id = $1`, append(args, f.ProviderID)
	}
	return where, args
}

// ListVehicles returns a page of the reviews of vehicles for the staff, and how many there
// are, at most db.MaxCounted.
func (s *Service) ListVehicles(ctx context.Context, f VehicleFilter, p Paging) ([]VehicleReview, int, error) {
	where, args := f.where()
	total, err := db.CountUpTo(ctx, s.db.R, db.MaxCounted, `SELECT r.id FROM vehicle_reviews r WHERE `+where, args...)
	if err != nil {
		return nil, 0, fmt.Errorf("count the reviews of vehicles: %w", err)
	}
	bounds := fmt.Sprintf(` LIMIT $%d OFFSET $%d`, len(args)+1, len(args)+2)
	all, err := db.Many[VehicleReview](ctx, s.db.R,
		`SELECT `+vehicleColumns+` WHERE `+where+` ORDER BY r.created_at DESC, r.id DESC`+bounds, append(args, p.Size, (p.Number-1)*p.Size)...)
	if err != nil {
		return nil, 0, fmt.Errorf("list the reviews of vehicles: %w", err)
	}
	return all, total, nil
}

// SetVehicleHidden hides a review of a vehicle, or shows it again, as SetHidden does.
func (s *Service) SetVehicleHidden(ctx context.Context, staffID, reviewID int64, hidden bool) (VehicleReview, error) {
	err := db.InTx(ctx, s.db, func(tx *db.Tx) error {
		r, err := vehicleByID(ctx, tx, reviewID)
		if err != nil {
			return err
		}
		changed, err := setHidden(ctx, tx, "vehicle_reviews", hiding{reviewID, staffID, hidden, s.clock.Now()})
		if err != nil || !changed {
			return err
		}
		by := int64(1)
		if hidden {
			by = -1
		}
		return countVehicle(ctx, tx, r, by)
	})
	if err != nil {
		return VehicleReview{}, err
	}
	return vehicleByID(ctx, s.db.R, reviewID)
}

func vehicleByID(ctx context.Context, q db.Q, id int64) (VehicleReview, error) {
	r, err := db.One[VehicleReview](ctx, q, `SELECT `+vehicleColumns+` WHERE r.id = $1`, id)
	if errors.Is(err, db.ErrNotFound) {
		return r, errUnknown
	}
	if err != nil {
		return r, fmt.Errorf("read the review of a vehicle: %w", err)
	}
	return r, nil
}
