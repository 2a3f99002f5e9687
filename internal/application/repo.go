package application

import (
	"context"
	"errors"
	"fmt"

	"hawker/internal/contact"
	"hawker/internal/db"
	"hawker/internal/secret"
)

const columns = `a.id, a.kind, a.state, a.name, a.email, a.phone, a.password_hash, a.zone_id, a.module_id, a.details, a.language,
	a.created_at, a.decided_at, a.decided_by, a.reason, a.store_id, a.staff_id`

// byID returns an application that has been received.
func byID(ctx context.Context, q db.Q, id int64) (Application, error) {
	return one(ctx, q, `SELECT `+columns+` FROM applications a WHERE a.id = $1 AND a.state <> 'sending'`, id)
}

// lock is byID, and locks the row until the transaction ends.
func lock(ctx context.Context, tx *db.Tx, id int64) (Application, error) {
	return one(ctx, tx, `SELECT `+columns+` FROM applications a WHERE a.id = $1 AND a.state <> 'sending'`+tx.Dialect.Locked(), id)
}

func one(ctx context.Context, q db.Q, query string, args ...any) (Application, error) {
	found, err := db.One[Application](ctx, q, query, args...)
	if errors.Is(err, db.ErrNotFound) {
		return Application{}, ErrUnknown
	}
	if err != nil {
		return Application{}, fmt.Errorf("read an application: %w", err)
	}
	return found, nil
}

// byRequest returns the application that was sent with a request key.
func byRequest(ctx context.Context, tx *db.Tx, key string) ([]Application, error) {
	hash := secret.HashToken(key)
	if err := db.Lock(ctx, tx, "application "+hash); err != nil {
		return nil, err
	}
	found, err := db.Many[Application](ctx, tx, `SELECT `+columns+` FROM applications a WHERE a.request_hash = $1`, hash)
	if err != nil {
		return nil, fmt.Errorf("read an application: %w", err)
	}
	return found, nil
}

// checkRoom refuses another application if too many wait.
func checkRoom(ctx context.Context, tx *db.Tx) error {
	waiting, err := db.One[int](ctx, tx, `
		SELECT COUNT(*) FROM (SELECT id FROM applications WHERE state IN ('sending', 'waiting') LIMIT $1) a`, maxWaiting)
	if err != nil {
		return fmt.Errorf("count applications: %w", err)
	}
	if waiting >= maxWaiting {
		return errMany
	}
	return nil
}

func insert(ctx context.Context, tx *db.Tx, a Application, requestKey string) (id int64, err error) {
	id, err = db.One[int64](ctx, tx, `
		INSERT INTO applications (kind, state, request_hash, name, email, email_folded, phone, password_hash, zone_id, module_id, details, language, created_at, reason)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, '') RETURNING id`,
		a.Kind, a.State, secret.HashToken(requestKey), a.Name, a.Email, contact.FoldEmail(a.Email), a.Phone, a.PasswordHash, a.ZoneID, a.ModuleID,
		a.Details, a.Language, a.CreatedAt)
	if err != nil {
		return 0, fmt.Errorf("insert an application: %w", err)
	}
	return id, nil
}

func insertImages(ctx context.Context, tx *db.Tx, images []Image) error {
	for _, i := range images {
		if _, err := db.Exec(ctx, tx, `INSERT INTO application_images (key, application_id, field) VALUES ($1, $2, $3)`, i.Key, i.ApplicationID, i.Field); err != nil {
			return fmt.Errorf("insert an image: %w", err)
		}
	}
	return nil
}

func setWaiting(ctx context.Context, tx *db.Tx, id int64) (changed bool, err error) {
	n, err := db.Exec(ctx, tx, `UPDATE applications SET state = 'waiting' WHERE id = $1 AND state = 'sending'`, id)
	if err != nil {
		return false, fmt.Errorf("receive an application: %w", err)
	}
	return n > 0, nil
}

// deleteUnsent deletes an application that is still received, with the rows of its images.
func deleteUnsent(ctx context.Context, tx *db.Tx, id int64) error {
	for _, query := range []string{
		`DELETE FROM application_images WHERE application_id IN (SELECT id FROM applications WHERE id = $1 AND state = 'sending')`,
		`DELETE FROM applications WHERE id = $1 AND state = 'sending'`,
	} {
		if _, err := db.Exec(ctx, tx, query, id); err != nil {
			return fmt.Errorf("delete an application that was not received: %w", err)
		}
	}
	return nil
}

// setDecided writes the decision. The password is no longer needed here.
func setDecided(ctx context.Context, tx *db.Tx, a Application) error {
	_, err := db.Exec(ctx, tx, `
		UPDATE applications SET state = $2, decided_at = $3, decided_by = $4, reason = $5, store_id = $6, staff_id = $7, password_hash = '' WHERE id = $1`,
		a.ID, a.State, a.DecidedAt, a.DecidedBy, a.Reason, a.StoreID, a.StaffID)
	if err != nil {
		return fmt.Errorf("decide an application: %w", err)
	}
	return nil
}

// imagesOf returns the images of applications, by application.
func imagesOf(ctx context.Context, q db.Q, ids []int64) (map[int64][]Image, error) {
	list, args := db.InList(ids)
	all, err := db.Many[Image](ctx, q, `SELECT key, application_id, field FROM application_images WHERE application_id IN `+list+` ORDER BY field`, args...)
	if err != nil {
		return nil, fmt.Errorf("read images: %w", err)
	}
	found := map[int64][]Image{}
	for _, i := range all {
		found[i.ApplicationID] = append(found[i.ApplicationID], i)
	}
	return found, nil
}
