package blob_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"hawker/internal/blob"
	"hawker/internal/blob/blobtest"
)

// places are the two directions of a move. later makes all files of the target so much newer
// than those of the source.
func places(t *testing.T, test func(t *testing.T, from, to *blob.Store, later func(time.Duration))) {
	t.Helper()
	for _, name := range []string{"to S3", "to a folder"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s3 := blobtest.Start(t)
			from, dir := folder(t)
			to := s3.Open(t, s3.Options())
			sign := time.Duration(-1)
			if name == "to a folder" {
				from, to, sign = to, from, 1
			}
			test(t, from, to, func(d time.Duration) { setTimes(t, dir, time.Now().Add(sign*d)) })
		})
	}
}

// setTimes gives all files of a folder a time.
func setTimes(t *testing.T, dir string, at time.Time) {
	t.Helper()
	err := filepath.WalkDir(dir, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		return os.Chtimes(name, at, at)
	})
	if err != nil {
		t.Fatal(err)
	}
}

func fill(t *testing.T, s *blob.Store, n int) (keys []string) {
	t.Helper()
	for i := range n {
		k := fmt.Sprintf("photos/%032x.jpg", i)
		put(t, s, k, "photo "+k)
		keys = append(keys, k)
	}
	return keys
}

// A move that is interrupted half way goes on when it is run again, replaces what differs,
// and deletes nothing unless it is asked to.
func TestMove_goesOnAfterAnInterruption(t *testing.T) {
	t.Parallel()
	places(t, func(t *testing.T, from, to *blob.Store, later func(time.Duration)) {
		keys := fill(t, from, 30)
		put(t, to, keys[29], "half of it") // as another program may have left it
		later(-time.Minute)
		ctx, stop := context.WithCancel(t.Context())
		m := blob.Move{From: from, To: to, Progress: func(m blob.Moved) {
			if m.Files == 10 {
				stop()
			}
		}}
		if moved, err := m.Copy(ctx); !errors.Is(err, context.Canceled) || moved.Files < 10 || moved.Files > 20 {
			t.Fatalf("interrupted: %+v, %v", moved, err)
		}
		m.Progress = nil
		began := time.Now().Add(time.Minute)
		moved, err := m.Copy(t.Context())
		if err != nil || moved.Files != 30 || moved.AllFiles != 30 || moved.Same < 10 || moved.Same > 20 || moved.Bytes != moved.AllBytes {
			t.Fatalf("run again: %+v, %v", moved, err)
		}
		if got := files(t, from, ""); !slices.Equal(got, keys) {
			t.Error("the source has changed")
		}
		for _, k := range keys {
			if got, err := to.Get(t.Context(), k, 100); string(got) != "photo "+k || err != nil {
				t.Errorf("%s is %q, %v", k, got, err)
			}
		}
		put(t, from, "photos/new.jpg", "written meanwhile")
		deleted, left, err := m.DeleteSource(t.Context(), began)
		if deleted != 30 || left != 1 || err != nil {
			t.Errorf("deleted %d, left %d, %v", deleted, left, err)
		}
		if got := files(t, from, ""); !slices.Equal(got, []string{"photos/new.jpg"}) {
			t.Errorf("left in the source: %q", got)
		}
	})
}

// What was changed at the target after a move stays when the move is run again, and the
// older file of the source may be deleted.
func TestMove_keepsWhatIsNewerAtTheTarget(t *testing.T) {
	t.Parallel()
	places(t, func(t *testing.T, from, to *blob.Store, later func(time.Duration)) {
		keys := fill(t, from, 3)
		m := blob.Move{From: from, To: to}
		if moved, err := m.Copy(t.Context()); moved.Newer != 0 || err != nil {
			t.Fatalf("first: %+v, %v", moved, err)
		}
		changed := map[string]string{keys[0]: "PHOTO " + keys[0], keys[1]: "a picture of another size"}
		for k, body := range changed {
			put(t, to, k, body)
		}
		later(time.Minute)
		if moved, err := m.Copy(t.Context()); moved.Files != 3 || moved.Same != 1 || moved.Newer != 2 || err != nil {
			t.Errorf("run again: %+v, %v", moved, err)
		}
		if deleted, left, err := m.DeleteSource(t.Context(), time.Now().Add(time.Minute)); deleted != 3 || left != 0 || err != nil {
			t.Errorf("deleted %d, left %d, %v", deleted, left, err)
		}
		for k, want := range changed {
			if got, err := to.Get(t.Context(), k, 100); string(got) != want || err != nil {
				t.Errorf("%s is %q, %v", k, got, err)
			}
		}
	})
}

// A file that is replaced while it is copied is copied again: afterwards the copy of the old
// one would look newer.
func TestMove_copiesWhatIsReplacedMeanwhile(t *testing.T) {
	t.Parallel()
	s3 := blobtest.Start(t)
	from, _ := folder(t)
	to := s3.Open(t, s3.Options())
	put(t, from, "media/a.jpg", "old")
	var once sync.Once
	s3.Before(func(r *http.Request) {
		if r.Method != http.MethodPut {
			return
		}
		once.Do(func() {
			if err := from.Put(t.Context(), "media/a.jpg", strings.NewReader("new"), 100); err != nil {
				t.Error(err)
			}
		})
	})
	if moved, err := (blob.Move{From: from, To: to}).Copy(t.Context()); moved.Files != 1 || err != nil {
		t.Errorf("%+v, %v", moved, err)
	}
	if got, err := to.Get(t.Context(), "media/a.jpg", 100); string(got) != "new" || err != nil {
		t.Errorf("the target has %q, %v", got, err)
	}
}

// A target that fails stops the move with the name of a file.
func TestMove_stopsWhenTheTargetFails(t *testing.T) {
	t.Parallel()
	s3 := blobtest.Start(t)
	from, _ := folder(t)
	fill(t, from, 5)
	m := blob.Move{From: from, To: s3.Open(t, s3.Options())}
	s3.Fail()
	if _, err := m.Copy(t.Context()); !errors.Is(err, blob.ErrUnavailable) {
		t.Errorf("Copy = %v", err)
	}
	s3.Heal()
	if moved, err := m.Copy(t.Context()); moved.Files != 5 || err != nil {
		t.Errorf("when it is back: %+v, %v", moved, err)
	}
}
