package reward

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"fmt"

	"hawker/internal/db"
)

// SecretName is the name of the server's secret that keys the hashes of deleted contacts. It
// is never rotated: nobody could make the hashes again. Whoever gets later ones gets the
// secret with them, so a rotation would protect nothing.
const SecretName = "referral_secret"

// rememberRewarded keeps, of a customer whose account is being deleted, hashes of the
// verified contacts, if the customer was rewarded as a friend. Others may have typed
// contacts that are not verified.
func (s *Service) rememberRewarded(ctx context.Context, tx *db.Tx, customerID int64) error {
	verified, err := db.One[struct{ Phone, EmailFolded *string }](ctx, tx, `
		SELECT CASE WHEN phone_verified THEN phone END AS phone, CASE WHEN email_verified THEN email_folded END AS email_folded
		FROM customers WHERE id = $1`, customerID)
	if err != nil {
		return fmt.Errorf("read the contacts of a customer: %w", err)
	}
	var p person
	p.add(verified.Phone, verified.EmailFolded)
	_, err = db.Exec(ctx, tx, `UPDATE referrals SET phone_key = $2, mailbox_key = $3 WHERE customer_id = $1 AND status = 'paid'`,
		customerID, first(s.phoneKeys(p)), first(s.mailboxKeys(p)))
	if err != nil {
		return fmt.Errorf("remember a rewarded customer: %w", err)
	}
	return nil
}

// rewardedBefore returns why a customer seems to have been rewarded with an account that was
// deleted since; "": they do not.
func (s *Service) rewardedBefore(ctx context.Context, q db.Q, customerID int64) (reason string, err error) {
	p, err := s.readPerson(ctx, q, customerID)
	if err != nil {
		return "", err
	}
	for column, keys := range map[string][]string{"phone_key": s.phoneKeys(p), "mailbox_key": s.mailboxKeys(p)} {
		if len(keys) == 0 {
			continue
		}
		list, args := db.InList(keys)
		n, err := db.One[int64](ctx, q, `SELECT COUNT(*) FROM referrals WHERE status = 'paid' AND `+column+` IN `+list, args...)
		if err != nil {
			return "", fmt.Errorf("look for an earlier reward: %w", err)
		}
		if n > 0 {
			return "rewarded_before", nil
		}
	}
	return "", nil
}

func (s *Service) phoneKeys(p person) []string   { return s.keys("phone", p.phones) }
func (s *Service) mailboxKeys(p person) []string { return s.keys("mailbox", p.emails) }

// keys are hashes of contacts of a kind.
func (s *Service) keys(kind string, contacts []string) []string {
	keys := make([]string, len(contacts))
	for i, c := range contacts {
		h := hmac.New(sha256.New, s.Secret.Current())
		fmt.Fprintf(h, "%s %s", kind, c)
		keys[i] = base64.RawURLEncoding.EncodeToString(h.Sum(nil))
	}
	return keys
}

// first returns the first of some keys; nil: there is none.
func first(keys []string) *string {
	if len(keys) == 0 {
		return nil
	}
	return &keys[0]
}
