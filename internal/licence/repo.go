package licence

import (
	"context"
	"fmt"

	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/shopper"
	"hawker/internal/upload"
)

const columns = `id, shopper_id, name, number, expires_on, front, back, created_at`

// ByShopper returns the licences of shoppers, by shopper. A customer without one has that of the
// guest whom they were before they signed in, the newest.
func ByShopper(ctx context.Context, q db.Q, shopperIDs ...int64) (map[int64]*Licence, error) {
	found := map[int64]*Licence{}
	if len(shopperIDs) == 0 {
		return found, nil
	}
	list, args := db.InList(shopperIDs)
	type row struct {
		Licence
		OwnerID int64 // the shopper who was asked about
	}
	rows, err := db.Many[row](ctx, q, `
		SELECT `+columns+`, shopper_id AS owner_id FROM driver_licences WHERE shopper_id IN `+list+`
		UNION ALL SELECT l.id, l.shopper_id, l.name, l.number, l.expires_on, l.front, l.back, l.created_at, g.merged_into AS owner_id
		FROM driver_licences l JOIN shoppers g ON g.id = l.shopper_id WHERE g.merged_into IN `+list+`
		ORDER BY id`, args...)
	if err != nil {
		return nil, fmt.Errorf("read licences: %w", err)
	}
	for _, r := range rows {
		if known := found[r.OwnerID]; known == nil || known.ShopperID != r.OwnerID {
			found[r.OwnerID] = &r.Licence
		}
	}
	return found, nil
}

// Find returns the licence of a shopper; nil: they have given none.
func Find(ctx context.Context, q db.Q, shopperID int64) (*Licence, error) {
	all, err := ByShopper(ctx, q, shopperID)
	return all[shopperID], err
}

// Lock locks the licence of a shopper until the transaction ends, and returns it. Whoever
// changes it, checks it or hands vehicles over for it locks it first.
func Lock(ctx context.Context, tx *db.Tx, shopperID int64) (*Licence, error) {
	_, err := db.Many[int64](ctx, tx, `SELECT id FROM driver_licences WHERE shopper_id IN `+shopper.IDs+` ORDER BY id`+tx.Dialect.Locked(), shopperID)
	if err != nil {
		return nil, fmt.Errorf("lock a licence: %w", err)
	}
	return Find(ctx, tx, shopperID)
}

// Replace writes the licence of a shopper in the place of the old one, if they had one. The
// caller has cleaned it, and locked the shopper and the old one.
func Replace(ctx context.Context, tx *db.Tx, shopperID int64, old *Licence, g Given, now int64) error {
	images := upload.KeptImages{ShopperID: shopperID, Purpose: upload.Licence, Keys: []string{g.Front, g.Back}, Field: "front"}
	if old != nil {
		images.Old = []string{old.Front, old.Back}
		if err := deleteRow(ctx, tx, old.ID); err != nil {
			return err
		}
	}
	if err := images.Save(ctx, tx, now); err != nil {
		return err
	}
	_, err := db.Exec(ctx, tx, `INSERT INTO driver_licences (shopper_id, name, number, expires_on, front, back, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
		shopperID, g.Name, g.Number, g.ExpiresOn, g.Front, g.Back, now)
	if err != nil {
		return fmt.Errorf("insert a licence: %w", err)
	}
	return nil
}

// Delete deletes a licence with its checks and photos.
func Delete(ctx context.Context, tx *db.Tx, l Licence, now int64) error {
	if err := deleteRow(ctx, tx, l.ID); err != nil {
		return err
	}
	return upload.KeptImages{ShopperID: l.ShopperID, Purpose: upload.Licence, Old: []string{l.Front, l.Back}}.Save(ctx, tx, now)
}

// deleteRow deletes a licence; its checks are deleted with it.
func deleteRow(ctx context.Context, tx *db.Tx, id int64) error {
	if _, err := db.Exec(ctx, tx, `DELETE FROM driver_licences WHERE id = $1`, id); err != nil {
		return fmt.Errorf("delete a licence: %w", err)
	}
	return nil
}

// Key names a check.
type Key struct{ LicenceID, ProviderID int64 }

// Checks returns what providers found, of these licences.
func Checks(ctx context.Context, q db.Q, licenceIDs ...int64) (map[Key]*Check, error) {
	found := map[Key]*Check{}
	if len(licenceIDs) == 0 {
		return found, nil
	}
	list, args := db.InList(licenceIDs)
	all, err := db.Many[Check](ctx, q, `
		SELECT licence_id, provider_id, status, reason, staff_id, staff_name, checked_at FROM licence_checks
		WHERE licence_id IN `+list+` ORDER BY checked_at DESC, provider_id`, args...)
	if err != nil {
		return nil, fmt.Errorf("read checks of licences: %w", err)
	}
	for _, c := range all {
		found[Key{c.LicenceID, c.ProviderID}] = &c
	}
	return found, nil
}

// Save writes what a provider found, in the place of what it found before.
func (c Check) Save(ctx context.Context, tx *db.Tx) error {
	_, err := db.Exec(ctx, tx, `
		INSERT INTO licence_checks (licence_id, provider_id, status, reason, staff_id, staff_name, checked_at) VALUES ($1, $2, $3, $4, $5, $6, $7)
		ON CONFLICT (licence_id, provider_id) DO UPDATE SET status = excluded.status, reason = excluded.reason, staff_id = excluded.staff_id,
			staff_name = excluded.staff_name, checked_at = excluded.checked_at`,
		c.LicenceID, c.ProviderID, c.Status, c.Reason, c.StaffID, c.StaffName, c.CheckedAt)
	if err != nil {
		return fmt.Errorf("save the check of a licence: %w", err)
	}
	return nil
}

// ErrChanged refuses a change of a licence that was replaced or deleted since it was seen.
var ErrChanged = errs.New(errs.Conflict, "The licence was replaced meanwhile. Please look at the new one first.")

// NamedCheck is a check with the name of the provider.
type NamedCheck struct {
	Check
	Provider string
}

// ListChecks returns what providers found of a licence, the newest first.
func ListChecks(ctx context.Context, q db.Q, licenceID int64) ([]NamedCheck, error) {
	all, err := db.Many[NamedCheck](ctx, q, `
		SELECT c.licence_id, c.provider_id, c.status, c.reason, c.staff_id, c.staff_name, c.checked_at, p.name AS provider
		FROM licence_checks c JOIN providers p ON p.id = c.provider_id WHERE c.licence_id = $1 ORDER BY c.checked_at DESC, c.provider_id`, licenceID)
	if err != nil {
		return nil, fmt.Errorf("read what providers found: %w", err)
	}
	return all, nil
}
