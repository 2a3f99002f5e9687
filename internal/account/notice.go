package account

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"hawker/internal/contact"
	"hawker/internal/db"
	"hawker/internal/jobs"
	"hawker/internal/setting"
	"hawker/internal/translation"
)

// Notice is a message about a change that somebody else may have made.
type Notice string

// The notices.
const (
	PasswordChanged Notice = "password"
	PasskeyAdded    Notice = "passkey added"
	PasskeyRemoved  Notice = "passkey removed"

	phoneChanged Notice = "phone"
	emailChanged Notice = "email"
	newDevice    Notice = "device"
)

// The kinds of jobs that send a notice. Earlier versions texted them by noticeJob, too.
const (
	noticeJob    = "account.notice"
	noticeSMSJob = "account.notice_sms"
)

// noticeBody does not contain the contact itself: that stays in the customer's row.
type noticeBody struct {
	CustomerID int64
	To         contact.Kind
	What       Notice
	Device     string // newDevice: in words
	At         int64  // newDevice: Unix milliseconds
	Language   string // of the request; the customer's own comes first
}

func contactChanged(k contact.Kind) Notice {
	if k == contact.KindPhone {
		return phoneChanged
	}
	return emailChanged
}

// Notify sends a notice to every contact that a customer had verified before the
// change. If they had verified none, PasswordChanged goes to those that they gave.
func (s *Service) Notify(ctx context.Context, tx *db.Tx, before Customer, what Notice) error {
	anyVerified := before.PhoneVerified || before.EmailVerified
	for _, k := range []contact.Kind{contact.KindPhone, contact.KindEmail} {
		addressed := before.Verified(k) || !anyVerified && what == PasswordChanged
		if !addressed || before.Contact(k) == (contact.Contact{}) || !s.canSend(k) {
			continue
		}
		kind := noticeJob
		if k == contact.KindPhone {
			kind = noticeSMSJob
		}
		if err := s.Jobs.Enqueue(ctx, tx, jobs.Job{Kind: kind, Body: noticeBody{CustomerID: before.ID, To: k, What: what, Language: translation.Language(ctx)}}); err != nil {
			return err
		}
	}
	return nil
}

// sendNotice is the job that sends a notice to one contact, unless the customer was
// erased or has no such contact any more.
func (s *Service) sendNotice(ctx context.Context, b noticeBody) error {
	c, err := s.ByID(ctx, s.DB.R, b.CustomerID)
	if errors.Is(err, ErrUnknown) {
		return nil
	}
	if err != nil {
		return err
	}
	to := c.Contact(b.To)
	if to == (contact.Contact{}) {
		return nil
	}
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return err
	}
	language, err := s.languageOf(ctx, b.CustomerID)
	if err != nil {
		return err
	}
	subject, text := noticeText(b, settings)
	return s.send(ctx, to, cmp.Or(language, b.Language), subject, text)
}

// languageOf returns the language of a customer; "": it is not known.
func (s *Service) languageOf(ctx context.Context, customerID int64) (string, error) {
	found, err := db.Many[string](ctx, s.DB.R, `SELECT language FROM notification_settings WHERE customer_id = $1`, customerID)
	if err != nil || len(found) == 0 {
		return "", err
	}
	return found[0], nil
}

func noticeText(b noticeBody, settings setting.Settings) (subject, text string) {
	business := settings.Business.Name
	if b.What == newDevice {
		return newDeviceText(b, business, settings.Location.TimeZone)
	}
	if change := map[Notice]string{PasskeyAdded: "added to", PasskeyRemoved: "removed from"}[b.What]; change != "" {
		subject = fmt.Sprintf("A passkey was %s your account at %s", change, business)
		return subject, fmt.Sprintf("A passkey has just been %s your account at %s. %s", change, business, ifNotYou)
	}
	change := map[Notice]string{
		PasswordChanged: "password", phoneChanged: "phone number", emailChanged: "e-mail address",
	}[b.What]
	subject = fmt.Sprintf("Your %s at %s has changed", change, business)
	return subject, fmt.Sprintf("The %s of your account at %s has just been changed. %s", change, business, ifNotYou)
}

// ifNotYou ends each notice.
const ifNotYou = "If it was you, there is nothing to do. If it was not, set a new password at once: " +
	"choose 'Forgot password?' where you sign in. That signs out every device and removes every passkey."
