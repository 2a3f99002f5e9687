package blob

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"math"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"
)

// Move copies all files from one store into another. It may be interrupted and run again:
// files that are there already are only compared. Neither a folder nor S3 ever has half of
// a file that Put was writing, so a file there that differs is another version of it, and
// the newer one counts.
type Move struct {
	From, To *Store
	// Progress is called after each file.
	Progress func(Moved)
}

// Moved says how far a move is.
type Moved struct {
	Files, Bytes       int64 // done
	AllFiles, AllBytes int64 // when the move began
	Same               int64 // of Files, those that were there already
	Newer              int64 // of Files, those that differ there and are newer, and stay
}

// found is what a target has of a file, before it is copied.
type found int

const (
	foundOther found = iota // nothing, or an older version
	foundSame
	foundNewer
)

// moveWorkers is how many files are copied at once. Each has a buffer of partSize.
const moveWorkers = 4

// Copy copies every file, and compares the hash of each with what is then stored. It
// deletes nothing.
func (m Move) Copy(ctx context.Context) (Moved, error) {
	var all Moved
	err := m.From.Each(ctx, "", func(e Entry) error {
		all.AllFiles, all.AllBytes = all.AllFiles+1, all.AllBytes+e.Size
		return nil
	})
	if err != nil {
		return all, fmt.Errorf("list the files of %s: %w", m.From, err)
	}
	var progress sync.Mutex
	work, ctx := errgroup.WithContext(ctx)
	work.SetLimit(moveWorkers)
	err = m.From.Each(ctx, "", func(e Entry) error {
		work.Go(func() error {
			there, err := m.copyFile(ctx, e)
			if err != nil {
				return fmt.Errorf("move %s: %w", e.Key, err)
			}
			progress.Lock()
			defer progress.Unlock()
			all.Files, all.Bytes = all.Files+1, all.Bytes+e.Size
			switch there {
			case foundSame:
				all.Same++
			case foundNewer:
				all.Newer++
			case foundOther:
			}
			if m.Progress != nil {
				m.Progress(all)
			}
			return nil
		})
		return ctx.Err()
	})
	if failed := work.Wait(); failed != nil {
		err = failed // the list has only failed because of it
	}
	return all, err
}

// copyFile copies a file unless it is there already, or is newer there. A file that was
// deleted since the list was read is left out.
func (m Move) copyFile(ctx context.Context, e Entry) (found, error) {
	there, err := m.find(ctx, e)
	if err != nil || there != foundOther {
		return there, err
	}
	for {
		copied, err := m.write(ctx, e.Key)
		if err != nil {
			return foundOther, ignoreMissing(err)
		}
		// What replaced the file meanwhile would look older than its copy ever after.
		now, err := m.From.Stat(ctx, e.Key)
		if err != nil || now.ModTime.Equal(copied) {
			return foundOther, ignoreMissing(err)
		}
	}
}

func ignoreMissing(err error) error {
	if errors.Is(err, ErrNotFound) {
		return nil
	}
	return err
}

// find compares a file with what the target has of it.
func (m Move) find(ctx context.Context, e Entry) (found, error) {
	there, err := m.To.Stat(ctx, e.Key)
	if err != nil {
		return foundOther, ignoreMissing(err)
	}
	if there.Size == e.Size {
		if same, err := m.sameHash(ctx, e.Key); err != nil {
			return foundOther, err
		} else if same {
			return foundSame, nil
		}
	}
	if newer(there, e) {
		return foundNewer, nil
	}
	return foundOther, nil
}

// newer reports whether a file of the target is newer than that of the source. S3 gives
// whole seconds.
func newer(there, e Entry) bool { return there.ModTime.After(e.ModTime.Add(time.Second)) }

// write writes a file into the target and compares what is then stored. It returns the time
// of the file in the source.
func (m Move) write(ctx context.Context, key string) (time.Time, error) {
	from, err := m.From.Open(ctx, key)
	if err != nil {
		return time.Time{}, err
	}
	defer from.Close()
	read := sha256.New()
	if err := m.To.Put(ctx, key, io.TeeReader(from, read), math.MaxInt64); err != nil {
		return time.Time{}, err
	}
	if err := m.To.Sync(key); err != nil {
		return time.Time{}, err
	}
	stored, err := hashOf(ctx, m.To, key)
	if err != nil {
		return time.Time{}, err
	}
	if !bytes.Equal(stored, read.Sum(nil)) {
		return time.Time{}, fmt.Errorf("%s has stored something else than what was sent", m.To)
	}
	return from.ModTime, nil
}

// sameHash reports whether both have the same file. One that was deleted meanwhile needs
// no copy.
func (m Move) sameHash(ctx context.Context, key string) (bool, error) {
	from, err := hashOf(ctx, m.From, key)
	if errors.Is(err, ErrNotFound) {
		return true, nil
	}
	if err != nil {
		return false, err
	}
	to, err := hashOf(ctx, m.To, key)
	if errors.Is(err, ErrNotFound) {
		return false, nil
	}
	return bytes.Equal(from, to), err
}

func hashOf(ctx context.Context, s *Store, key string) ([]byte, error) {
	f, err := s.Open(ctx, key)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, f); err != nil {
		return nil, err
	}
	return sum.Sum(nil), nil
}

// DeleteSource deletes the files of the source that a complete Copy has compared: those
// that are older than its start, and are in the target, there perhaps newer. It returns how
// many it has deleted and left.
func (m Move) DeleteSource(ctx context.Context, began time.Time) (deleted, left int64, err error) {
	err = m.From.Each(ctx, "", func(e Entry) error {
		there, err := m.To.Stat(ctx, e.Key)
		if err != nil && !errors.Is(err, ErrNotFound) {
			return err
		}
		if err != nil || there.Size != e.Size && !newer(there, e) || !e.ModTime.Before(began) {
			left++
			return nil
		}
		if err := m.From.Delete(ctx, e.Key); err != nil && !errors.Is(err, ErrNotFound) {
			return err
		}
		deleted++
		return nil
	})
	return deleted, left, err
}
