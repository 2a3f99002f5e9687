package account

import (
	"context"

	"hawker/internal/contact"
	"hawker/internal/errs"
	"hawker/internal/locale"
)

// Mailer sends mail.
type Mailer interface {
	// Send returns nil once a server has accepted the mail, within seconds. If
	// trying again would change nothing the error is errs.Invalid, else
	// errs.Unavailable.
	Send(ctx context.Context, m Mail) error
}

// Mail is one message to one person, plain text.
type Mail struct {
	To      contact.Email
	Subject string
	Text    string
	// Language of the text; "": English.
	Language string
	// Unsubscribe is a URL that switches mails like this one off by a POST (RFC 8058);
	// "": they cannot be switched off.
	Unsubscribe string
}

// Texter sends text messages.
type Texter interface {
	// Send sends a text to a phone, and returns as Mailer's does.
	Send(ctx context.Context, to contact.Phone, text string) error
}

// CanVerify reports whether a contact of the kind can be verified at all.
func (s *Service) CanVerify(k contact.Kind) bool {
	if k == contact.KindPhone {
		return s.Texter != nil || s.Phones != nil
	}
	return s.Mailer != nil
}

// SendsCodes reports whether we send the codes to contacts of the kind; for phones the
// phone service may do it.
func (s *Service) SendsCodes(k contact.Kind) bool {
	if k == contact.KindPhone {
		return s.Texter != nil && s.Phones == nil
	}
	return s.Mailer != nil
}

// canSend reports whether a message can be sent to a contact of the kind.
func (s *Service) canSend(k contact.Kind) bool {
	return k == contact.KindPhone && s.Texter != nil || k == contact.KindEmail && s.Mailer != nil
}

// send sends a message, in a language. The server may have been set up differently when the job was
// created: then nothing is sent. A message that was refused for good is not an error: trying
// again would change nothing, and the owner cannot mend a mistyped address.
func (s *Service) send(ctx context.Context, to contact.Contact, language, subject, text string) error {
	language = locale.Spoken(language)
	subject, text = locale.Sentence(language, subject), locale.Sentence(language, text)
	if !s.canSend(to.Kind) {
		s.Log.WarnContext(ctx, "cannot send a message: no mail or SMS service is set up for it", "to", to.Kind)
		return nil
	}
	err := s.deliver(ctx, to, Mail{To: contact.Email(to.Value), Subject: subject, Text: locale.Lines(language, text) + "\n", Language: language}, text)
	if errs.Is(err, errs.Invalid) {
		s.Log.WarnContext(ctx, "a message was refused", "to", to.Kind)
		return nil
	}
	return err
}

// deliver sends a mail, or its text to a phone.
func (s *Service) deliver(ctx context.Context, to contact.Contact, m Mail, text string) error {
	if to.Kind == contact.KindPhone {
		return s.Texter.Send(ctx, contact.Phone(to.Value), text)
	}
	return s.Mailer.Send(ctx, m)
}
