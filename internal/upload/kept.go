package upload

import (
	"context"
	"fmt"
	"slices"

	"hawker/internal/db"
	"hawker/internal/errs"
)

// KeptImages are images that something without a purchase refers to, such as a licence. They are
// kept until a later Save names them in Old.
type KeptImages struct {
	ShopperID int64 // who sent them
	Purpose   Purpose
	Keys      []string
	Old       []string // that it referred to before
	Field     string   // of the request, for the error
}

// Save keeps the images, and has the old ones deleted that are not among them. If one of
// them is not usable it is errs.Invalid, and the transaction must be rolled back.
func (k KeptImages) Save(ctx context.Context, tx *db.Tx, now int64) error {
	isOld := func(key string) bool { return slices.Contains(k.Old, key) }
	isKept := func(key string) bool { return slices.Contains(k.Keys, key) }
	if added := slices.DeleteFunc(distinct(k.Keys), isOld); len(added) > 0 {
		const nobodyElse = 0 // there is no link by which another shopper could send them
		list, args := numbered(5, added)
		n, err := db.Exec(ctx, tx, `UPDATE uploads SET delete_at = NULL WHERE `+loose(list), append([]any{k.ShopperID, k.Purpose, now, nobodyElse}, args...)...)
		if err != nil {
			return fmt.Errorf("keep uploads: %w", err)
		}
		if n != int64(len(added)) {
			return errs.New(errs.Invalid, "One of the images is no longer there. Please upload it again.").On(k.Field)
		}
	}
	if dropped := slices.DeleteFunc(distinct(k.Old), isKept); len(dropped) > 0 {
		list, args := numbered(3, dropped)
		if _, err := db.Exec(ctx, tx, `UPDATE uploads SET delete_at = $1 WHERE purpose = $2 AND key IN `+list, append([]any{now, k.Purpose}, args...)...); err != nil {
			return fmt.Errorf("drop uploads: %w", err)
		}
	}
	return nil
}

// OpenKept returns an image that is kept for a purpose. The caller has checked that it may be
// seen.
func (s *Service) OpenKept(ctx context.Context, key string, purpose Purpose) ([]byte, error) {
	return s.read(ctx, key, fileOf, func() (bool, error) {
		n, err := db.One[int64](ctx, s.DB.R, `SELECT COUNT(*) FROM uploads WHERE key = $1 AND purpose = $2 AND delete_at IS NULL`, key, purpose)
		return n > 0, err
	})
}
