package application

import (
	"context"
	"errors"
	"fmt"
	"time"

	"hawker/internal/blob"
	"hawker/internal/db"
	"hawker/internal/setting"
)

const pruneJob = "application.prune"

// How long an application is kept.
const (
	sendingLife = 10 * time.Minute     // its images never arrived
	waitingLife = 180 * 24 * time.Hour // nobody decided
	decidedLife = 90 * 24 * time.Hour  // after the decision
)

// pruneBatch is how many applications one transaction deletes.
const pruneBatch = 100

// Prune deletes applications whose time has ended, with their images. The files go first:
// if that fails, the rows are still there for the next run.
func (s *Service) Prune(ctx context.Context) error {
	may, err := setting.MayDeleteFiles(ctx, s.DB.R, s.Clock.Now())
	if err != nil || !may {
		return err
	}
	for {
		ids, err := endedIDs(ctx, s.DB.R, s.Clock.Now())
		if err != nil || len(ids) == 0 {
			return err
		}
		if err := s.delete(ctx, ids); err != nil {
			return err
		}
		if len(ids) < pruneBatch {
			return nil
		}
	}
}

func endedIDs(ctx context.Context, q db.Q, now time.Time) ([]int64, error) {
	ids, err := db.Many[int64](ctx, q, `
		SELECT id FROM applications
		WHERE state = 'sending' AND created_at <= $1 OR state = 'waiting' AND created_at <= $2
			OR state IN ('approved', 'refused') AND decided_at <= $3
		ORDER BY id LIMIT $4`,
		now.Add(-sendingLife).UnixMilli(), now.Add(-waitingLife).UnixMilli(), now.Add(-decidedLife).UnixMilli(), pruneBatch)
	if err != nil {
		return nil, fmt.Errorf("find old applications: %w", err)
	}
	return ids, nil
}

func (s *Service) delete(ctx context.Context, ids []int64) error {
	images, err := imagesOf(ctx, s.DB.R, ids)
	if err != nil {
		return err
	}
	for _, of := range images {
		for _, i := range of {
			if err := s.Files.Delete(ctx, fileOf(i.Key)); err != nil && !errors.Is(err, blob.ErrNotFound) {
				return fmt.Errorf("delete an image: %w", err)
			}
		}
	}
	list, args := db.InList(ids)
	return db.InTx(ctx, s.DB, func(tx *db.Tx) error {
		for _, query := range []string{`DELETE FROM application_images WHERE application_id IN `, `DELETE FROM applications WHERE id IN `} {
			if _, err := db.Exec(ctx, tx, query+list, args...); err != nil {
				return fmt.Errorf("delete applications: %w", err)
			}
		}
		return nil
	})
}
