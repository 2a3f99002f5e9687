package trip

import (
	"context"
	"fmt"
	"time"

	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/jobs"
	"hawker/internal/ordertoken"
)

// waitingCondition is true for a trip that waits to be confirmed and costs nothing yet.
const waitingCondition = `status = 'pending' AND payment_status = 'unpaid'`

// checkWaiting refuses a trip if its shopper, phone or network address has enough waiting
// trips. It locks what it counts by, so that parallel trips cannot pass together.
func (p *placement) checkWaiting(ctx context.Context, tx *db.Tx) error {
	if !p.RateLimits {
		return nil
	}
	names := []string{fmt.Sprint("waiting trips of shopper ", p.ShopperID), "waiting trips of phone " + p.phone}
	from := p.Tokens.OriginHash(p.From)
	if from != "" {
		names = append(names, "waiting trips from "+from)
	}
	if err := db.Lock(ctx, tx, names...); err != nil {
		return err
	}
	for _, limit := range []struct {
		most      int64
		condition string
		of        any
	}{
		{p.settings.Limits.WaitingPerShopper, `shopper_id = $1`, p.ShopperID},
		{p.settings.Limits.WaitingPerPhone, `contact_phone = $1`, p.phone},
	} {
		n, err := countWaiting(ctx, tx, limit.condition, limit.of)
		if err != nil {
			return err
		}
		if limit.most > 0 && n >= limit.most {
			return errs.New(errs.OrderLimit, "%d of your trips wait to be confirmed. Please wait until one is, or cancel one, and then book again.", n)
		}
	}
	return p.checkOrigin(ctx, tx, from)
}

// checkOrigin refuses a trip if enough trips of the last hour, from the same network
// address, wait.
func (p *placement) checkOrigin(ctx context.Context, tx *db.Tx, from string) error {
	most := p.settings.Limits.WaitingPerAddress
	if from == "" || most == 0 {
		return nil
	}
	since := p.Clock.Now().Add(-ordertoken.OriginLife).UnixMilli()
	n, err := countWaiting(ctx, tx, `placed_from = $1 AND placed_from <> '' AND created_at > $2`, from, since)
	if err != nil || n < most {
		return err
	}
	return errs.New(errs.OrderLimit, "Many trips from your network wait to be confirmed. Please try again in a few minutes.").After(5 * time.Minute)
}

func countWaiting(ctx context.Context, tx *db.Tx, condition string, args ...any) (int64, error) {
	n, err := db.One[int64](ctx, tx, `SELECT COUNT(*) FROM trips WHERE `+waitingCondition+` AND `+condition, args...)
	if err != nil {
		return 0, fmt.Errorf("count waiting trips: %w", err)
	}
	return n, nil
}

// pruneJob is the kind of the job that clears origins.
const pruneJob = "trip.prune"

func (s *Service) handleJobs() {
	jobs.Every(s.Jobs, pruneJob, time.Hour, s.clearOrigins)
}

// clearOrigins deletes the hashes of network addresses from old trips.
func (s *Service) clearOrigins(ctx context.Context) error {
	return db.InTx(ctx, s.DB, func(tx *db.Tx) error {
		_, err := db.Exec(ctx, tx, `UPDATE trips SET placed_from = '' WHERE placed_from <> '' AND created_at <= $1`,
			s.Clock.Now().Add(-ordertoken.OriginLife).UnixMilli())
		return err
	})
}
