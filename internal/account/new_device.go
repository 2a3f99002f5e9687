package account

import (
	"context"
	"fmt"
	"time"

	"hawker/internal/contact"
	"hawker/internal/credential"
	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/jobs"
	"hawker/internal/translation"
)

// RecordSignIn records when a customer signed in. It mails them if the device has not
// signed in to this account before, except at their first sign-in. A job sends the
// mail, so that no sign-in waits for it.
func (s *Service) RecordSignIn(ctx context.Context, tx *db.Tx, c Customer, v credential.Client) error {
	now := s.Clock.Now().UnixMilli()
	if _, err := db.Exec(ctx, tx, `UPDATE customers SET signed_in_at = $2 WHERE id = $1`, c.ID, now); err != nil {
		return fmt.Errorf("write sign-in: %w", err)
	}
	if c.SignedInAt == nil || !c.EmailVerified || !s.canSend(contact.KindEmail) {
		return nil
	}
	known, err := s.Credentials.KnowsDevice(ctx, tx, c.ID, v)
	if err != nil || known {
		return err
	}
	err = s.Credentials.Count(ctx, tx, credential.NewDeviceMails, fmt.Sprint(c.ID))
	if errs.Is(err, errs.TooMany) {
		return nil
	}
	if err != nil {
		return err
	}
	return s.Jobs.Enqueue(ctx, tx, jobs.Job{Kind: noticeJob, Body: noticeBody{
		CustomerID: c.ID, To: contact.KindEmail, What: newDevice, Device: v.Device, At: now, Language: translation.Language(ctx),
	}})
}

func newDeviceText(b noticeBody, business, timeZone string) (subject, text string) {
	zone, err := time.LoadLocation(timeZone)
	if err != nil {
		zone = time.UTC
	}
	at := time.UnixMilli(b.At).In(zone)
	subject = fmt.Sprintf("New sign-in to your account at %s", business)
	text = fmt.Sprintf("Somebody has just signed in to your account at %s on a device that is new to it.\n\nDevice: %s\nTime: %s (%s)\n\n"+
		"%s If you have no password, sign in, open Settings and choose 'Sign out everywhere else'.",
		business, b.Device, at.Format("2 January 2006, 15:04"), zone, ifNotYou)
	return subject, text
}
