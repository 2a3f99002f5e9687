package catalog_test

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"

	"hawker/internal/catalog"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
)

// An instance that sees a revision sees everything that was written before it: revisions are
// counted by transactions that commit in their order, each once.
func TestRevisionsCommitInOrder(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		const writers, each = 8, 5
		d := open(t)
		var seen []int64
		var all sync.WaitGroup
		for range writers {
			all.Go(func() {
				for range each {
					err := db.InTx(t.Context(), d, func(tx *db.Tx) error {
						revision, err := catalog.NextRevision(t.Context(), tx)
						if err != nil {
							return err
						}
						_, err = db.Exec(t.Context(), tx, `INSERT INTO pages (slug, title, body) VALUES ($1, '', '')`, fmt.Sprint(revision))
						return err
					})
					if err != nil {
						t.Error(err)
					}
				}
			})
		}
		all.Go(func() { // reads what it may rely on while they write
			for range 50 {
				revision, err := db.One[int64](t.Context(), d.R, `SELECT COALESCE(MAX(revision), 0) FROM catalog_revision`)
				if err != nil {
					t.Error(err)
				}
				if n, err := db.One[int64](t.Context(), d.R, `SELECT COUNT(*) FROM pages WHERE CAST(slug AS BIGINT) <= $1`, revision); n != revision {
					t.Errorf("%d of %d revisions are seen, %v", n, revision, err)
				}
				seen = append(seen, revision)
			}
		})
		all.Wait()
		if last, err := db.One[int64](t.Context(), d.R, `SELECT revision FROM catalog_revision`); last != writers*each || !slices.IsSorted(seen) {
			t.Errorf("the last revision is %d, %v", last, err)
		}

		refused := errors.New("refused")
		err := db.InTx(t.Context(), d, func(tx *db.Tx) error {
			_, err := catalog.NextRevision(t.Context(), tx)
			return errors.Join(err, refused)
		})
		if last, _ := db.One[int64](t.Context(), d.R, `SELECT revision FROM catalog_revision`); !errors.Is(err, refused) || last != writers*each {
			t.Errorf("a transaction that failed left revision %d, %v", last, err)
		}
	})
}
