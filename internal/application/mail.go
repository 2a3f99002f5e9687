package application

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"hawker/internal/contact"
	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/jobs"
	"hawker/internal/locale"
	"hawker/internal/setting"
	"hawker/internal/translation"
)

const mailJob = "application.mail"

// mailBody names a mail: of the state in which the application was when it was planned.
type mailBody struct {
	ID    int64
	State State
}

// receivedPause is the least time between two mails that confirm an application to one
// address: anybody may type it.
const receivedPause = 24 * time.Hour

// planReceived plans the mail that an application has arrived.
func (s *Service) planReceived(ctx context.Context, tx *db.Tx, a Application) error {
	before, err := db.One[int](ctx, tx, `
		SELECT COUNT(*) FROM applications WHERE email_folded = $1 AND id <> $2 AND state <> 'sending' AND created_at > $3`,
		contact.FoldEmail(a.Email), a.ID, s.Clock.Now().Add(-receivedPause).UnixMilli())
	if err != nil || before > 0 {
		return err
	}
	a.State = Waiting
	return s.plan(ctx, tx, a)
}

// planDecided plans the mail that an application is decided.
func (s *Service) planDecided(ctx context.Context, tx *db.Tx, a Application) error {
	return s.plan(ctx, tx, a)
}

func (s *Service) plan(ctx context.Context, tx *db.Tx, a Application) error {
	return s.Jobs.Enqueue(ctx, tx, jobs.Job{Kind: mailJob, Body: mailBody{a.ID, a.State}, UniqueKey: fmt.Sprint(mailJob, ":", a.ID, ":", a.State)})
}

// sendMail is the job that sends a mail. It sends none about an application that has been
// deleted, or if mail is no longer set up.
func (s *Service) sendMail(ctx context.Context, b mailBody) error {
	if s.Mail == nil || s.Origin == "" {
		return nil
	}
	a, err := byID(ctx, s.DB.R, b.ID)
	if errors.Is(err, ErrUnknown) {
		return nil
	}
	if err != nil {
		return err
	}
	w, err := s.writer(ctx, a)
	if err != nil {
		return err
	}
	subject, text, err := w.mail(ctx, b.State)
	if err != nil {
		return err
	}
	err = s.Mail(translation.WithLanguage(ctx, a.Language), contact.Email(a.Email), subject, text)
	if errs.Is(err, errs.Invalid) { // trying again would change nothing
		s.Log.WarnContext(ctx, "a mail was refused", "application", a.ID)
		return nil
	}
	if err != nil {
		// The error may contain the message, and it is stored with the job.
		return errors.New(strings.NewReplacer(s.Tokens.Application(a.ID), "***", a.Email, "***").Replace(err.Error()))
	}
	return nil
}

// writer writes the mails of an application.
type writer struct {
	*Service
	a        Application
	business setting.Business
	zone     string
}

func (s *Service) writer(ctx context.Context, a Application) (writer, error) {
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return writer{}, err
	}
	zone, err := s.Zones.ByID(ctx, a.ZoneID)
	return writer{Service: s, a: a, business: settings.Business, zone: zone.Name}, err
}

func (w writer) say(id string) string {
	return w.Texts.Text(w.a.Language, "application_mail."+id, "name", w.a.Name, "business", w.business.Name, "store", w.a.Details.V.StoreName,
		"zone", w.zone, "reason", locale.Reason(w.a.Language, w.a.Reason), "email", w.business.Email)
}

// mail returns the mail of a state. The token is in the fragment of the URL: browsers do
// not send it to the server, so that no log contains it.
func (w writer) mail(ctx context.Context, state State) (subject, text string, err error) {
	status, desk := w.Origin+"/application#"+w.Tokens.Application(w.a.ID), w.Origin+"/desk"
	paragraphs := []string{w.say("hello")}
	switch state {
	case Approved:
		subject = w.say("approved_subject")
		paragraphs = append(paragraphs, w.say("approved_"+string(w.a.Kind)), w.say("desk")+"\n"+desk)
	case Refused:
		subject = w.say("refused_subject")
		paragraphs = append(paragraphs, w.say("refused"), w.say("again")+"\n"+status)
	default:
		subject = w.say("received_subject")
		paragraphs = append(paragraphs, w.say("received_"+string(w.a.Kind)), w.say("status")+"\n"+status)
		known, err := hasDesk(ctx, w.DB.R, w.a.Email)
		if err != nil {
			return "", "", err
		}
		if known && w.a.State == Waiting {
			paragraphs = append(paragraphs, w.say("known")+"\n"+desk)
		}
	}
	if w.business.Email != "" {
		paragraphs = append(paragraphs, w.say("questions"))
	}
	return subject, strings.Join(paragraphs, "\n\n") + "\n", nil
}
