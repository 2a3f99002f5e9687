package demo

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"hawker/internal/licence"
	"hawker/internal/trip"
)

// tripConfirmTakes is how long a new trip waits for the simulated provider, at pace 1.
const tripConfirmTakes = 12 * time.Second

// tripView has the fields of a trip that the staff read.
type tripView struct {
	ID        int64       `json:"id"`
	Status    trip.Status `json:"trip_status"`
	PickupAt  time.Time   `json:"pickup_at"`
	ReturnAt  time.Time   `json:"return_at"`
	CreatedAt time.Time   `json:"created_at"`

	ProviderID    int64  `json:"provider_id"`
	ProviderName  string `json:"provider_name"`
	AwaitsPayment bool   `json:"awaits_payment"`

	Refunded float64      `json:"refunded"`
	Refunds  []refundView `json:"refunds"`

	Licence *struct {
		ID     int64          `json:"id"`
		Status licence.Status `json:"status"`
	} `json:"driver_licence"`
}

// moveTrips confirms the new trips, checks their drivers' licences, hands the vehicles over at the time of the pickup and
// takes them back at the time of the return. Only the first depends on the pace.
func (s *Staff) moveTrips(ctx context.Context) error {
	waiting, err := s.tripPage(ctx, trip.ToConfirm, 1) // the others wait
	if err != nil {
		return err
	}
	if err := s.advanceTrips(ctx, waiting); err != nil {
		return err
	}
	for page := 1; ; page++ {
		open, err := s.tripPage(ctx, trip.Open, page)
		if err != nil {
			return err
		}
		if err := s.advanceTrips(ctx, open); err != nil {
			return err
		}
		// The next pickup is the first: what follows one to come is to come too.
		if len(open) < pageSize || open[len(open)-1].PickupAt.After(s.Clock.Now()) {
			return nil
		}
	}
}

func (s *Staff) tripPage(ctx context.Context, state trip.State, page int) ([]tripView, error) {
	var list struct{ Trips []tripView }
	path := fmt.Sprintf("/admin/trips?state=%s&limit=%d&offset=%d", state, pageSize, page)
	err := s.crew.call(ctx, dispatcher, http.MethodGet, path, nil, &list)
	return list.Trips, err
}

// advanceTrips moves the trips whose time has come. One that has changed meanwhile is read
// again in the next round.
func (s *Staff) advanceTrips(ctx context.Context, trips []tripView) error {
	for _, t := range trips {
		if err := s.checkDriver(ctx, t); err != nil && !errors.Is(err, errRefused) {
			return fmt.Errorf("check the driver of trip %d: %w", t.ID, err)
		}
		next, due := s.nextOf(t)
		if next == "" || due.After(s.Clock.Now()) {
			continue
		}
		path := fmt.Sprintf("/vendor/trips/%d/status", t.ID)
		err := s.crew.call(ctx, renterOf(t), http.MethodPost, path, map[string]any{"status": next}, nil)
		if err != nil && !errors.Is(err, errRefused) {
			return fmt.Errorf("advance trip %d: %w", t.ID, err)
		}
	}
	return nil
}

// nextOf returns where a trip goes, and when; "": nowhere.
func (s *Staff) nextOf(t tripView) (next trip.Status, due time.Time) {
	if t.AwaitsPayment {
		return "", time.Time{}
	}
	switch t.Status {
	case trip.Pending:
		return trip.Confirmed, t.CreatedAt.Add(time.Duration(float64(tripConfirmTakes) / s.Pace))
	case trip.Confirmed:
		return trip.Ongoing, t.PickupAt
	case trip.Ongoing:
		return trip.Completed, t.ReturnAt
	}
	return "", time.Time{}
}
