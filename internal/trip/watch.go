package trip

import (
	"context"
	"strconv"

	"hawker/internal/db"
	"hawker/internal/licence"
)

// Topic is the bus topic of changed trips.
const Topic = "trip"

// Listener is called in the transaction of every change of a trip, and of its licence.
type Listener interface {
	TripChanged(ctx context.Context, tx *db.Tx, tripID int64) error
	// LicenceRefused is called when a provider has refused the licence of a trip's driver.
	LicenceRefused(ctx context.Context, tx *db.Tx, tripID int64, found licence.Check) error
}

func tripKey(id int64) string { return strconv.FormatInt(id, 10) }

// Watch returns a channel that gets a value when the trip may have changed, on this
// instance or another. It needs Run.
func (s *Service) Watch(tripID int64) (changed <-chan struct{}, cancel func()) {
	return s.changes.Watch(tripKey(tripID))
}

// Run publishes which trips changed here, and reads which changed elsewhere, until ctx
// ends. Call it in a goroutine of its own.
func (s *Service) Run(ctx context.Context) { s.changes.Run(ctx) }

// changed says that a trip has changed: to the listener in this transaction, to everybody
// else after the commit.
func (s *Service) changed(ctx context.Context, tx *db.Tx, tripID int64) error {
	tx.AfterCommit(func() { s.changes.Changed(tripKey(tripID)) })
	if err := s.Purchases.ClosePages(ctx, tx, tripID); err != nil {
		return err
	}
	if s.Listener == nil {
		return nil
	}
	return s.Listener.TripChanged(ctx, tx, tripID)
}
