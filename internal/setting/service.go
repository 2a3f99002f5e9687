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

// Topic is where the bus says that settings were saved.
const Topic = "settings"

// Service reads and saves the settings. Safe for concurrent use.
type Service struct {
	db     *db.DB
	clock  clock.Clock
	bus    bus.Bus
	recent *recent.Value[Settings]
}

// New makes the service; run Follow beside it to hear other instances at once.
func New(d *db.DB, c clock.Clock, b bus.Bus) *Service {
	return &Service{db: d, clock: c, bus: b, recent: recent.New(c, recent.MaxAge, func(ctx context.Context) (Settings, error) {
		return Read(ctx, d.R)
	})}
}

// Get answers the settings, at most recent.MaxAge old. What it holds in slices
// is shared: read it, do not change it.
func (s *Service) Get(ctx context.Context) (Settings, error) { return s.recent.Get(ctx) }

// Follow hears of saves on other instances until ctx ends. It is for a
// goroutine of its own.
func (s *Service) Follow(ctx context.Context) { s.recent.Follow(ctx, s.bus, Topic) }

// Save replaces the settings by next, which began as a copy of those of
// next.Version. When somebody saved in between it answers errs.Conflict, and
// nothing has changed.
func (s *Service) Save(ctx context.Context, next Settings) error {
	return db.InTx(ctx, s.db, func(tx *db.Tx) error {
		stored, err := Read(ctx, tx)
		if err != nil {
			return err
		}
		if stored.Version != next.Version {
			return errs.New(errs.Conflict, "Somebody else has changed the settings meanwhile. Please look at them again.")
		}
		if err := Write(ctx, tx, next, s.clock.Now()); err != nil {
			return err
		}
		tx.AfterCommit(func() { s.announce(ctx) })
		return nil
	})
}

// announce is a hint: who misses it reads again within recent.MaxAge.
func (s *Service) announce(ctx context.Context) {
	s.recent.Forget()
	if err := s.bus.Publish(ctx, Topic, "saved"); err != nil {
		slog.WarnContext(ctx, "other instances were not told of the new settings", "cause", err)
	}
}
