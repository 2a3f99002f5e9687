package fileowner_test

import (
	"bytes"
	"log/slog"
	"slices"
	"testing"
	"time"

	"hawker/internal/backup"
	"hawker/internal/blob"
	"hawker/internal/clock"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
)

// A town that is restored with the files of a newer database has no rows for the newest of
// them. They stay for a week, also if the backup has a step of a run.
func TestPrune_waitsAfterARestore(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		source, target := open(t), open(t)
		files, err := blob.Open(t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = files.Close() })
		fill(t, source)
		put(t, files, theTown()...)
		started := newPruner(source, clock.NewManual(time.Now()), files, slog.DiscardHandler)
		if err := started.Prune(t.Context()); err != nil { // its steps are in the backup
			t.Fatal(err)
		}
		var packed bytes.Buffer
		if err := backup.Write(t.Context(), source, files, &packed, "test", time.Now()); err != nil {
			t.Fatal(err)
		}
		newest := "uploads/" + id(22) + ".jpg"
		put(t, files, newest)

		restored := clock.NewManual(time.Now().Add(49 * time.Hour)) // the file is two days old
		archive, err := backup.Open(bytes.NewReader(packed.Bytes()), int64(packed.Len()))
		if err != nil {
			t.Fatal(err)
		}
		if err := backup.Restore(t.Context(), target, files, archive, restored.Now()); err != nil {
			t.Fatal(err)
		}
		p := newPruner(target, restored, files, slog.DiscardHandler)
		for _, tt := range []struct {
			pause time.Duration
			want  bool
		}{{0, true}, {6 * 24 * time.Hour, true}, {25 * time.Hour, false}} {
			restored.Advance(tt.pause)
			prune(t, p)
			if there := slices.Contains(keysOf(t, files), newest); there != tt.want {
				t.Errorf("at %v the file is there: %t, want %t", restored.Now(), there, tt.want)
			}
		}
	})
}
