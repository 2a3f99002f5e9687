package upload

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"time"

	"hawker/internal/blob"
	"hawker/internal/clock"
	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/jobs"
	"hawker/internal/picture"
	"hawker/internal/secret"
	"hawker/internal/setting"
	"hawker/internal/shopper"
)

// Deps is what the service is made of.
type Deps struct {
	DB       *db.DB
	Clock    clock.Clock
	Settings *setting.Service
	Jobs     *jobs.Queue
	Files    *blob.Store
}

// Service stores and returns images. Safe for concurrent use.
type Service struct{ Deps }

const pruneJob = "upload.prune"

// New makes the service and starts the job that deletes old images.
func New(d Deps) *Service {
	s := &Service{d}
	jobs.Every(d.Jobs, pruneJob, 10*time.Minute, s.Prune)
	return s
}

// Add stores an image for a shopper and returns its key.
func (s *Service) Add(ctx context.Context, shopperID int64, purpose Purpose, content []byte) (key string, err error) {
	key, image, err := s.store(ctx, content, func(tx *db.Tx, key string) error { return s.insert(ctx, tx, key, shopperID, purpose) })
	if err != nil {
		return "", err
	}
	if purpose == Review {
		return key, s.putThumbnail(ctx, key, image)
	}
	return key, nil
}

// store encodes an image again and stores it under a new key, after insert has written its
// row.
func (s *Service) store(ctx context.Context, content []byte, insert func(tx *db.Tx, key string) error) (key string, image []byte, err error) {
	if image, err = Encode(ctx, content, "image"); err != nil {
		return "", nil, err
	}
	key = secret.NewKey()
	// The row comes first, so that the file is deleted with it.
	if err := db.InTx(ctx, s.DB, func(tx *db.Tx) error { return insert(tx, key) }); err != nil {
		return "", nil, err
	}
	if err := s.Files.Put(ctx, fileOf(key), bytes.NewReader(image), MaxStored); err != nil {
		return "", nil, errors.Join(fmt.Errorf("store an image: %w", err), s.deleteRow(ctx, key))
	}
	return key, image, nil
}

// deleteRow deletes the row of an image that could not be stored. It would count as one of
// the shopper's unused images.
func (s *Service) deleteRow(ctx context.Context, key string) error {
	ctx = context.WithoutCancel(ctx)
	return db.InTx(ctx, s.DB, func(tx *db.Tx) error { return deleteRow(ctx, tx, key) })
}

// Encode returns what is stored of an image, a JPEG without metadata. The error names the
// field of the form.
func Encode(ctx context.Context, content []byte, field string) ([]byte, error) {
	if len(content) > MaxBytes {
		return nil, errs.New(errs.TooLarge, "The picture may have at most %d MB.", MaxBytes>>20).On(field)
	}
	image, err := picture.Photo(ctx, content)
	if err != nil {
		return nil, picture.Problem(err, field)
	}
	return image, nil
}

// putThumbnail stores the small form of an image, for lists of reviews.
func (s *Service) putThumbnail(ctx context.Context, key string, image []byte) error {
	small, err := picture.Thumbnail(ctx, image)
	if err != nil {
		return picture.Problem(err, "image")
	}
	if err := s.Files.Put(ctx, thumbnailOf(key), bytes.NewReader(small), MaxStored); err != nil {
		return fmt.Errorf("store a small image: %w", err)
	}
	return nil
}

// insert writes the row of an image, unless the shopper has too many already.
func (s *Service) insert(ctx context.Context, tx *db.Tx, key string, shopperID int64, purpose Purpose) error {
	if err := shopper.Lock(ctx, tx, shopperID); err != nil {
		return err
	}
	if err := shopper.CheckActive(ctx, tx, shopperID); err != nil {
		return err
	}
	loose, err := countLoose(ctx, tx, shopperID)
	if err != nil {
		return err
	}
	if loose >= maxLoose {
		return errs.New(errs.TooMany, "You have uploaded many images that are not used. Please try again tomorrow.").On("image").After(looseLife)
	}
	return insert(ctx, tx, key, shopperID, purpose, s.Clock.Now())
}

// Open returns an image, a JPEG, to the shopper who sent it. For anybody else it does not
// exist (P1).
func (s *Service) Open(ctx context.Context, key string, shopperID int64) ([]byte, error) {
	return s.read(ctx, key, fileOf, func() (bool, error) { return ownedBy(ctx, s.DB.R, key, shopperID, s.Clock.Now()) })
}

// OpenAttached returns an image that is attached to an order or a trip, if check has no
// error for it. An image that the caller may not see does not exist.
func (s *Service) OpenAttached(ctx context.Context, key string, check func(Attached) error) ([]byte, error) {
	return s.read(ctx, key, fileOf, func() (bool, error) {
		to, err := findAttached(ctx, s.DB.R, key, s.Clock.Now())
		if err == nil {
			err = check(to)
		}
		if errs.Is(err, errs.NotFound) {
			return false, nil
		}
		return err == nil, err
	})
}

// OpenPublic returns an image, or its small form, to anybody. For an image that isPublic
// denies, it is the same as for one that does not exist.
func (s *Service) OpenPublic(ctx context.Context, key string, small bool, isPublic func(ctx context.Context, key string) (bool, error)) ([]byte, error) {
	file := fileOf
	if small {
		file = thumbnailOf
	}
	return s.read(ctx, key, file, func() (bool, error) { return isPublic(ctx, key) })
}

// read returns a file of an image if it may be seen.
func (s *Service) read(ctx context.Context, key string, file func(key string) string, visible func() (bool, error)) ([]byte, error) {
	if !ValidKey(key) {
		return nil, errUnknown
	}
	ok, err := visible()
	if err != nil {
		return nil, fmt.Errorf("find an image: %w", err)
	}
	if !ok {
		return nil, errUnknown
	}
	content, err := s.Files.Get(ctx, file(key), MaxStored)
	if errors.Is(err, blob.ErrNotFound) {
		return nil, errUnknown
	}
	return content, err
}

// pruneBatch is how many images Prune reads at a time.
const pruneBatch = 200

// Prune deletes images whose time has ended. The file goes first: if that fails, the row
// is still there for the next run.
func (s *Service) Prune(ctx context.Context) error {
	may, err := setting.MayDeleteFiles(ctx, s.DB.R, s.Clock.Now())
	if err != nil || !may {
		return err
	}
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return fmt.Errorf("read settings: %w", err)
	}
	for {
		ended, err := endedKeys(ctx, s.DB.R, s.Clock.Now(), settings.Limits.PrescriptionLife())
		if err != nil {
			return fmt.Errorf("find old images: %w", err)
		}
		for _, key := range ended {
			if err := s.delete(ctx, key); err != nil {
				return err
			}
		}
		if len(ended) < pruneBatch {
			return nil
		}
	}
}

// delete deletes an image and its row. Each row goes with its own files: where they are far
// away, a run may end before it has deleted many.
func (s *Service) delete(ctx context.Context, key string) error {
	for _, file := range []string{fileOf(key), thumbnailOf(key)} {
		if err := s.Files.Delete(ctx, file); err != nil && !errors.Is(err, blob.ErrNotFound) {
			return fmt.Errorf("delete an image: %w", err)
		}
	}
	return db.InTx(ctx, s.DB, func(tx *db.Tx) error { return deleteRow(ctx, tx, key) })
}

// Erase has all images of a customer deleted by the next Prune; until then nobody sees
// them (PROF-05).
func (s *Service) Erase(ctx context.Context, tx *db.Tx, customerID int64) error {
	return expireAll(ctx, tx, customerID, s.Clock.Now())
}
