package account

import (
	"context"
	"fmt"
	"time"

	"hawker/internal/db"
	"hawker/internal/jobs"
)

// devicesTold bounds how many mails about new devices one customer gets.
var devicesTold = limit{"new device", 10, day}

// noteSignIn stores when a customer signed in. It mails them when the device has not
// signed in to this account before, except at their first sign-in. A job sends the
// mail, so that no sign-in waits for it.
func (s *Service) noteSignIn(ctx context.Context, tx *db.Tx, c Customer, v Visitor) error {
	now := s.Clock.Now().UnixMilli()
	if _, err := db.Exec(ctx, tx, `UPDATE customers SET signed_in_at = $2 WHERE id = $1`, c.ID, now); err != nil {
		return fmt.Errorf("note sign-in: %w", err)
	}
	if c.SignedInAt == nil || !c.EmailVerified || !s.canSend(Email) {
		return nil
	}
	known, err := s.knowsDevice(ctx, tx, c.ID, v)
	if err != nil || known {
		return err
	}
	told, _, err := s.add(ctx, tx, devicesTold, fmt.Sprint(c.ID))
	if err != nil || told > devicesTold.most {
		return err
	}
	return s.Jobs.Enqueue(ctx, tx, jobs.Job{Kind: noticeJob, Body: noticeBody{CustomerID: c.ID, To: Email, What: newDevice, Device: v.Device, At: now}})
}

// knowsDevice tells whether the device has signed in to the account before. It
// accepts the secret of before a rotation, so that a rotation makes no device new.
func (s *Service) knowsDevice(ctx context.Context, q db.Q, customerID int64, v Visitor) (bool, error) {
	if v.Secret == "" {
		return false, nil
	}
	accepted := s.Secret.AcceptedFor(placeLife)
	newest, oldest := accepted[0], accepted[len(accepted)-1]
	n, err := db.One[int64](ctx, q, `SELECT COUNT(*) FROM known_places WHERE customer_id = $1 AND key IN ($2, $3) AND ends_at > $4`,
		customerID, placeKey(newest, "device", v.Secret), placeKey(oldest, "device", v.Secret), s.Clock.Now().UnixMilli())
	if err != nil {
		return false, fmt.Errorf("find known device: %w", err)
	}
	return n > 0, nil
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
