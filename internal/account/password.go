package account

import (
	"context"

	"hawker/internal/contact"
	"hawker/internal/credential"
	"hawker/internal/db"
)

// NewPasswordMessages are what sign-up and profile say of a new password (AUTH-05).
var NewPasswordMessages = credential.PasswordMessages{
	Missing:     "Password is required",
	Unconfirmed: "Confirm Password is required", Different: "Passwords must match",
}

// SetPassword replaces the password, "" for none, and revokes all access to the
// account: sessions, unfinished sign-ins and recoveries, known sources and passkeys. With
// a session to keep (not 0), that session and the passkeys stay.
func SetPassword(ctx context.Context, tx *db.Tx, c Customer, hash string, keepSession int64) error {
	if _, err := db.Exec(ctx, tx, `UPDATE customers SET password_hash = $1 WHERE id = $2`, hash, c.ID); err != nil {
		return err
	}
	if keepSession == 0 { // a recovery: somebody else may have added passkeys
		if err := credential.RemoveAllPasskeys(ctx, tx, c.ID); err != nil {
			return err
		}
	}
	// From now on the new password confirms who the customer is.
	if err := credential.UnconfirmSessions(ctx, tx, c.ID); err != nil {
		return err
	}
	if err := credential.DeleteResetCodes(ctx, tx, c.Contact(contact.KindEmail), c.Contact(contact.KindPhone)); err != nil {
		return err
	}
	return credential.RevokeAccess(ctx, tx, c.ID, keepSession)
}
