package account

import (
	"context"
	"errors"
	"fmt"

	"hawker/internal/contact"
	"hawker/internal/db"
	"hawker/internal/jobs"
	"hawker/internal/setting"
)

// notice is something that a customer is told because it may not have been them.
type notice string

const (
	passwordChanged notice = "password"
	phoneChanged    notice = "phone"
	emailChanged    notice = "email"
	newDevice       notice = "device"
	passkeyAdded    notice = "passkey added"
	passkeyRemoved  notice = "passkey removed"
)

const noticeJob = "account.notice"

// noticeBody says who is told what, and not where: contacts stay in one place.
type noticeBody struct {
	CustomerID int64
	To         Kind
	What       notice
	Device     string // newDevice: in words
	At         int64  // newDevice: Unix milliseconds
}

// contactChanged is the notice of a new contact of the kind.
func contactChanged(k Kind) notice {
	if k == Phone {
		return phoneChanged
	}
	return emailChanged
}

// notify tells a customer, as they were before the change, at every contact that
// they have verified. Where they have verified none, a new password is told at
// those that they gave.
func (s *Service) notify(ctx context.Context, tx *db.Tx, c Customer, what notice) error {
	kinds := []Kind{Phone, Email}
	proven := c.PhoneVerified || c.EmailVerified
	for _, k := range kinds {
		told := c.verified(k) || !proven && what == passwordChanged
		if !told || c.contact(k) == (Contact{}) || !s.canSend(k) {
			continue
		}
		if err := s.Jobs.Enqueue(ctx, tx, jobs.Job{Kind: noticeJob, Body: noticeBody{CustomerID: c.ID, To: k, What: what}}); err != nil {
			return err
		}
	}
	return nil
}

// sendNotice tells one contact. A customer who is gone, or has the contact no
// longer, is told nothing.
func (s *Service) sendNotice(ctx context.Context, b noticeBody) error {
	c, err := s.ByID(ctx, s.DB.R, b.CustomerID)
	if errors.Is(err, errUnknown) {
		return nil
	}
	if err != nil {
		return err
	}
	to := c.contact(b.To)
	if to == (Contact{}) {
		return nil
	}
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return err
	}
	subject, text := noticeText(b, settings)
	return s.message(ctx, to, subject, text)
}

func noticeText(b noticeBody, settings setting.Settings) (subject, text string) {
	business := settings.Business.Name
	if b.What == newDevice {
		return newDeviceText(b, business, settings.Location.TimeZone)
	}
	if change := map[notice]string{passkeyAdded: "added to", passkeyRemoved: "removed from"}[b.What]; change != "" {
		subject = fmt.Sprintf("A passkey was %s your account at %s", change, business)
		return subject, fmt.Sprintf("A passkey has just been %s your account at %s. ", change, business) + ifNotYou
	}
	change := map[notice]string{
		passwordChanged: "password", phoneChanged: "phone number", emailChanged: "e-mail address",
	}[b.What]
	subject = fmt.Sprintf("Your %s at %s has changed", change, business)
	return subject, fmt.Sprintf("The %s of your account at %s has just been changed. ", change, business) + ifNotYou
}

// ifNotYou ends each notice.
const ifNotYou = "If it was you, there is nothing to do. If it was not, set a new password at once: " +
	"choose 'Forgot password?' where you sign in. That signs out every device and removes every passkey."

// canSend tells whether a message can leave for a contact of the kind.
func (s *Service) canSend(k Kind) bool {
	return k == Phone && s.Texter != nil || k == Email && s.Mailer != nil
}

// message hands a message to who brings it. Where the way was taken away since it
// was asked for, nothing is sent.
func (s *Service) message(ctx context.Context, to Contact, subject, text string) error {
	switch {
	case !s.canSend(to.Kind):
		s.Log.WarnContext(ctx, "a message could not be sent: no way to send it", "to", to.Kind)
		return nil
	case to.Kind == Phone:
		return s.Texter.Send(ctx, contact.Phone(to.Value), text)
	}
	return s.Mailer.Send(ctx, Mail{To: contact.Email(to.Value), Subject: subject, Text: text + "\n"})
}
