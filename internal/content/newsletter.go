package content

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"hawker/internal/clock"
	"hawker/internal/contact"
	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/jobs"
	"hawker/internal/locale"
	"hawker/internal/secret"
	"hawker/internal/setting"
	"hawker/internal/translation"
)

// NewsletterDeps are the dependencies of the newsletter.
type NewsletterDeps struct {
	DB       *db.DB
	Clock    clock.Clock
	Settings *setting.Service
	Jobs     *jobs.Queue
	// Mail sends a mail, whose language is in the context; nil: mail is not set up.
	Mail func(ctx context.Context, to contact.Email, subject, text string) error
	// Origin is the shop's public scheme and host, for links; "": unknown.
	Origin string
}

// Newsletter stores the subscribers to the news of the business. If mail is set up,
// they confirm by a link in a mail. Safe for concurrent use.
type Newsletter struct{ NewsletterDeps }

// NewNewsletter makes the service and registers its jobs.
func NewNewsletter(d NewsletterDeps) *Newsletter {
	n := &Newsletter{d}
	jobs.HandleOutside(d.Jobs, jobs.Mail, confirmJob, n.sendLink)
	jobs.Every(d.Jobs, pruneJob, time.Hour, n.prune)
	return n
}

const (
	confirmJob = "newsletter.confirm"
	pruneJob   = "newsletter.prune"

	linkLife  = 7 * 24 * time.Hour // of the link to confirm
	linkPause = 24 * time.Hour     // between two mails to one address
)

// linkBody identifies a subscriber by a placeholder, so that no address is stored with
// the jobs. When the mail has been sent, the token replaces the placeholder.
type linkBody struct{ Placeholder, Language string }

var errLink = errs.New(errs.NotFound, "This link has been used already, or it has ended.")

// Confirms reports whether an address is confirmed by a link in a mail.
func (n *Newsletter) Confirms() bool { return n.Mail != nil && n.Origin != "" }

// Subscribe stores an address (HDR-08), folded, and sends it a link to confirm. It
// sends at most one a day, and none to a confirmed address. The result is the same
// whether the address was known or not.
func (n *Newsletter) Subscribe(ctx context.Context, email string) error {
	parsed, ok := contact.ParseEmail(email)
	if !ok {
		return errs.New(errs.Invalid, "Please insert a valid email.").On("email")
	}
	email = parsed.Folded()
	err := db.InTx(ctx, n.DB, func(tx *db.Tx) error {
		if n.Confirms() {
			return n.requestConfirmation(ctx, tx, email)
		}
		_, err := db.Exec(ctx, tx, `INSERT INTO subscribers (email, created_at) VALUES ($1, $2) ON CONFLICT (email) DO NOTHING`,
			email, n.Clock.Now().UnixMilli())
		return err
	})
	if err != nil {
		return fmt.Errorf("subscribe: %w", err)
	}
	return nil
}

func (n *Newsletter) requestConfirmation(ctx context.Context, tx *db.Tx, email string) error {
	now, placeholder := n.Clock.Now(), secret.NewToken()
	asked, err := db.Exec(ctx, tx, `
		INSERT INTO subscribers (email, created_at, asked_at, confirm_hash) VALUES ($1, $2, $2, $3)
		ON CONFLICT (email) DO UPDATE SET asked_at = excluded.asked_at, confirm_hash = excluded.confirm_hash
		WHERE subscribers.confirmed_at IS NULL AND (subscribers.asked_at IS NULL OR subscribers.asked_at <= $4)`,
		email, now.UnixMilli(), placeholder, now.Add(-linkPause).UnixMilli())
	if err != nil || asked == 0 {
		return err
	}
	return n.Jobs.Enqueue(ctx, tx, jobs.Job{Kind: confirmJob, Body: linkBody{placeholder, translation.Language(ctx)}})
}

// prune deletes addresses that were not confirmed in time.
func (n *Newsletter) prune(ctx context.Context) error {
	return db.Prune(ctx, n.DB, "subscribers", `confirmed_at IS NULL AND asked_at <= $1`, n.Clock.Now().Add(-linkLife).UnixMilli())
}

// sendLink mails the links. It creates their tokens, and stores their hashes after the
// mail was sent. A repeated job sends other tokens.
func (n *Newsletter) sendLink(ctx context.Context, b linkBody) error {
	email, err := db.One[string](ctx, n.DB.R, `SELECT email FROM subscribers WHERE confirm_hash = $1 AND confirmed_at IS NULL`, b.Placeholder)
	if errors.Is(err, db.ErrNotFound) || err == nil && !n.Confirms() {
		return nil // the subscriber was removed, or mail is no longer set up
	}
	if err != nil {
		return fmt.Errorf("read subscriber: %w", err)
	}
	settings, err := n.Settings.Get(ctx)
	if err != nil {
		return err
	}
	confirm, leave := secret.NewToken(), secret.NewToken()
	language := locale.Spoken(b.Language)
	subject := locale.Sentence(language, fmt.Sprintf("Confirm your subscription to %s", settings.Business.Name))
	text := locale.Lines(language, locale.Sentence(language, n.linkText(settings.Business.Name, confirm, leave)))
	err = n.Mail(translation.WithLanguage(ctx, language), contact.Email(email), subject, text)
	if errs.Is(err, errs.Invalid) { // trying again would change nothing
		slog.WarnContext(ctx, "the mail to confirm a subscription was refused")
		return nil
	}
	if err != nil {
		// The error may contain the message, and it is stored with the job.
		return errors.New(strings.NewReplacer(confirm, "***", leave, "***", email, "***").Replace(err.Error()))
	}
	return db.InTx(ctx, n.DB, func(tx *db.Tx) error {
		_, err := db.Exec(ctx, tx, `UPDATE subscribers SET confirm_hash = $2, confirm_until = $3, leave_hash = $4 WHERE confirm_hash = $1`,
			b.Placeholder, secret.HashToken(confirm), n.Clock.Now().Add(linkLife).UnixMilli(), secret.HashToken(leave))
		return err
	})
}

// linkText returns the mail. The tokens are in the fragment of the URL. Browsers do not
// send it to the server, so that no log contains them.
func (n *Newsletter) linkText(business, confirm, leave string) string {
	return fmt.Sprintf(`Somebody asked for the news of %s to be sent to this address.

If it was you, please confirm it here. The link works once, for 7 days:
%s/newsletter#confirm=%s

If it was not, do nothing: without your confirmation we send nothing else.

To leave our list, now or later:
%[2]s/newsletter#leave=%[4]s
`, business, n.Origin, confirm, leave)
}

// Confirm confirms the address to which the token was sent.
func (n *Newsletter) Confirm(ctx context.Context, token string) error {
	now := n.Clock.Now().UnixMilli()
	return n.change(ctx, `UPDATE subscribers SET confirmed_at = $2, confirm_hash = NULL WHERE confirm_hash = $1 AND confirm_until > $2`,
		secret.HashToken(token), now)
}

// Leave removes the address to which the token was sent.
func (n *Newsletter) Leave(ctx context.Context, token string) error {
	return n.change(ctx, `DELETE FROM subscribers WHERE leave_hash = $1`, secret.HashToken(token))
}

// change runs a statement, and returns errLink if it changes no row.
func (n *Newsletter) change(ctx context.Context, query string, args ...any) error {
	return db.InTx(ctx, n.DB, func(tx *db.Tx) error {
		found, err := db.Exec(ctx, tx, query, args...)
		if err == nil && found == 0 {
			return errLink
		}
		return err
	})
}

// Remove removes an address.
func (n *Newsletter) Remove(ctx context.Context, tx *db.Tx, email string) error {
	if _, err := db.Exec(ctx, tx, `DELETE FROM subscribers WHERE email = $1`, contact.FoldEmail(email)); err != nil {
		return fmt.Errorf("remove subscriber: %w", err)
	}
	return nil
}
