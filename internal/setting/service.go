package setting

import (
	"context"
	"log/slog"

	"hawker/internal/bus"
	"hawker/internal/clock"
	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/recent"
)

// Topic is the topic of the bus for saved settings.
const Topic = "settings"

// Service reads and saves the settings. Safe for concurrent use.
type Service struct {
	db     *db.DB
	clock  clock.Clock
	bus    bus.Bus
	recent *recent.Value[Settings]
}

// New makes the service. Run Follow to see saves on other instances immediately.
func New(d *db.DB, c clock.Clock, b bus.Bus) *Service {
	return &Service{db: d, clock: c, bus: b, recent: recent.New(c, recent.MaxAge, func(ctx context.Context) (Settings, error) {
		return Read(ctx, d.R)
	})}
}

// Get returns the settings, at most recent.MaxAge old. Their slices are shared: do not
// change them.
func (s *Service) Get(ctx context.Context) (Settings, error) { return s.recent.Get(ctx) }

// Follow invalidates the cache after saves on other instances, until ctx ends. Run it in
// a goroutine.
func (s *Service) Follow(ctx context.Context) { s.recent.Follow(ctx, s.bus, Topic) }

// Save replaces the settings of version next.Version by next. If they have another
// version by now, it changes nothing and returns errs.Conflict.
func (s *Service) Save(ctx context.Context, next Settings) error {
	return db.InTx(ctx, s.db, func(tx *db.Tx) error {
		stored, err := Read(ctx, tx)
		if err != nil {
			return err
		}
		if stored.Version != next.Version {
			return errs.New(errs.Conflict, "Somebody else has changed the settings meanwhile. Please load them again.")
		}
		if err := Write(ctx, tx, next, s.clock.Now()); err != nil {
			return err
		}
		tx.AfterCommit(func() { s.announce(ctx) })
		return nil
	})
}

// announce sends a hint. An instance that misses it reads again within recent.MaxAge.
func (s *Service) announce(ctx context.Context) {
	s.recent.Invalidate()
	if err := s.bus.Publish(ctx, Topic, "saved"); err != nil {
		slog.WarnContext(ctx, "could not announce the new settings to other instances", "cause", err)
	}
}
