package blob_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"hawker/internal/blob"
	"hawker/internal/blob/blobtest"
)

// places are the two directions of a move.
func places(t *testing.T, test func(t *testing.T, from, to *blob.Store)) {
	t.Helper()
	for _, name := range []string{"to S3", "to a folder"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s3 := blobtest.Start(t)
			from, _ := folder(t)
			to := s3.Open(t, s3.Options())
			if name == "to a folder" {
				from, to = to, from
			}
			test(t, from, to)
		})
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
	places(t, func(t *testing.T, from, to *blob.Store) {
		keys := fill(t, from, 30)
		put(t, to, keys[29], "half of it") // as another program may have left it
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
