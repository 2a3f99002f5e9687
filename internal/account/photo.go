package account

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"regexp"
	"time"

	"hawker/internal/blob"
	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/picture"
	"hawker/internal/secret"
)

// MaxPhotoBytes is how large an uploaded photo may be (PROF-03).
const MaxPhotoBytes = 2 << 20

// maxPortraitBytes is more than a portrait takes.
const maxPortraitBytes = 1 << 20

// deleteTime is how long a customer waits at most until an old photo is deleted.
const deleteTime = 3 * time.Second

// photoKey is 128 random bits: anybody who knows it may see the photo.
var photoKey = regexp.MustCompile(`^[0-9a-f]{32}$`)

func photoFile(key string) string { return "photos/" + key + ".jpg" }

// Photo returns a customer's photo, a JPEG, by its key; errs.NotFound if there is
// none.
func (s *Service) Photo(ctx context.Context, key string) ([]byte, error) {
	unknown := errs.New(errs.NotFound, "This picture was not found.")
	if !photoKey.MatchString(key) {
		return nil, unknown
	}
	// The row decides, not the file: a file that could not be deleted is not shown.
	n, err := db.One[int64](ctx, s.DB.R, `SELECT COUNT(*) FROM customers WHERE picture = $1 AND picture <> ''`, key)
	if err != nil {
		return nil, fmt.Errorf("find a photo: %w", err)
	}
	if n == 0 {
		return nil, unknown
	}
	content, err := s.Files.Get(ctx, photoFile(key), maxPortraitBytes)
	if errors.Is(err, blob.ErrNotFound) {
		return nil, unknown
	}
	return content, err
}

// makePortrait returns what is stored of a photo, or why it is refused (PROF-03).
func makePortrait(ctx context.Context, content []byte) ([]byte, error) {
	if len(content) > MaxPhotoBytes {
		return nil, errs.New(errs.TooLarge, "The picture may have at most %d MB.", MaxPhotoBytes>>20).On("image")
	}
	made, err := picture.Portrait(ctx, content)
	return made, picture.Problem(err, "image")
}

// savePhoto stores a portrait under a new key.
func (s *Service) savePhoto(ctx context.Context, content []byte) (key string, err error) {
	key = secret.NewKey()
	if err := s.Files.Put(ctx, photoFile(key), bytes.NewReader(content), maxPortraitBytes); err != nil {
		return "", fmt.Errorf("save photo: %w", err)
	}
	return key, nil
}

// deletePhoto deletes a photo that no customer has any more; "" is none. If that fails,
// package fileowner deletes it later.
func (s *Service) deletePhoto(ctx context.Context, key string) {
	if key == "" {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), deleteTime)
	defer cancel()
	if err := s.Files.Delete(ctx, photoFile(key)); err != nil && !errors.Is(err, blob.ErrNotFound) {
		s.Log.WarnContext(ctx, "could not delete an old photo", "cause", err)
	}
}

// setPhoto gives a customer another photo, and deletes the previous one after the
// commit.
func (s *Service) setPhoto(ctx context.Context, tx *db.Tx, c Customer, key string) error {
	if _, err := db.Exec(ctx, tx, `UPDATE customers SET picture = $2 WHERE id = $1`, c.ID, key); err != nil {
		return fmt.Errorf("write photo: %w", err)
	}
	tx.AfterCommit(func() { s.deletePhoto(ctx, c.Picture) })
	return nil
}
