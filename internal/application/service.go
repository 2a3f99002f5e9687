package application

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"hawker/internal/blob"
	"hawker/internal/catalog"
	"hawker/internal/clock"
	"hawker/internal/contact"
	"hawker/internal/credential"
	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/jobs"
	"hawker/internal/notification"
	"hawker/internal/secret"
	"hawker/internal/setting"
	"hawker/internal/signedtoken"
	"hawker/internal/staff"
	"hawker/internal/upload"
	"hawker/internal/zone"
)

// Deps are what the service needs.
type Deps struct {
	DB          *db.DB
	Clock       clock.Clock
	Settings    *setting.Service
	Jobs        *jobs.Queue
	Log         *slog.Logger
	Zones       *zone.Service
	Catalog     *catalog.Service
	Staff       *staff.Service
	Credentials *credential.Service
	Tokens      *signedtoken.Tokens
	Files       *blob.Store
	Texts       notification.Texts
	// Mail sends a mail; nil: mail is not set up.
	Mail func(ctx context.Context, to contact.Email, subject, text string) error
	// Origin is the shop's public scheme and host, for links; "": unknown.
	Origin string
}

// Service keeps the applications. Safe for concurrent use.
type Service struct{ Deps }

// NewService makes the service, and starts the jobs that send mails and prune.
func NewService(d Deps) *Service {
	s := &Service{d}
	jobs.HandleOutside(d.Jobs, jobs.Mail, mailJob, s.sendMail)
	jobs.Every(d.Jobs, pruneJob, 10*time.Minute, s.Prune)
	return s
}

// maxWaiting bounds what strangers can store: more than a town reads in a month.
const maxWaiting = 500

// ErrClosed is returned where no applications are taken.
var ErrClosed = errs.New(errs.Forbidden, "We take no applications at the moment.")

var (
	errMany  = errs.New(errs.TooMany, "Many applications are waiting just now. Please try again in a few days.").After(24 * time.Hour)
	errTwice = errs.New(errs.Conflict, "Your application is still being received. Please try again in a minute.").After(time.Minute)
)

// WhileOpen returns the settings of a town that takes applications of this kind, else
// ErrClosed.
func (s *Service) WhileOpen(ctx context.Context, k Kind) (setting.Settings, error) {
	settings, err := s.Settings.Get(ctx)
	if err == nil && (k == Store && !settings.Joining.Stores || k == Rider && !settings.Joining.Riders) {
		err = ErrClosed
	}
	return settings, err
}

// Apply stores an application and returns its token. Sent twice with one request key, it is
// one application. Whether the e-mail or the phone is known here changes nothing: the staff
// see it, and strangers learn nothing.
func (s *Service) Apply(ctx context.Context, n New) (token string, err error) {
	settings, err := s.WhileOpen(ctx, n.Kind)
	if err != nil {
		return "", err
	}
	if n, err = s.check(ctx, n, settings); err != nil {
		return "", err
	}
	if n.Images, err = encode(ctx, n.Images); err != nil {
		return "", err
	}
	hash, err := s.Credentials.HashNewPassword(ctx, s.Credentials.AddressSource(n.Client), n.Password, n.Name, n.Email, n.Phone)
	if err != nil {
		return "", err
	}
	a, isNew, err := s.begin(ctx, n, hash)
	if err != nil {
		return "", err
	}
	if isNew {
		if err := s.finish(ctx, a, n.Images); err != nil {
			return "", errors.Join(err, s.discard(ctx, a.ID))
		}
	}
	return s.Tokens.Application(a.ID), nil
}

// WasSent reports whether an application with this request key was sent.
func (s *Service) WasSent(ctx context.Context, requestKey string) (bool, error) {
	sent, err := db.One[bool](ctx, s.DB.R, `SELECT EXISTS (SELECT 1 FROM applications WHERE request_hash = $1)`, secret.HashToken(requestKey))
	if err != nil {
		return false, fmt.Errorf("look for an application: %w", err)
	}
	return sent, nil
}

// encode encodes the images again, and leaves out those that were not sent.
func encode(ctx context.Context, images []NewImage) ([]NewImage, error) {
	var encoded []NewImage
	var wrong errs.List
	for _, i := range images {
		if len(i.Content) == 0 {
			continue
		}
		content, err := upload.Encode(ctx, i.Content, i.Field)
		if err != nil {
			wrong = append(wrong, errs.All(err)...)
			continue
		}
		encoded = append(encoded, NewImage{Field: i.Field, Content: content})
	}
	return encoded, wrong.Err()
}

// begin inserts an application without its images. Of one that was sent before, isNew is
// false.
func (s *Service) begin(ctx context.Context, n New, passwordHash string) (a Application, isNew bool, err error) {
	a = Application{
		Kind: n.Kind, State: Sending, Name: n.Name, Email: n.Email, Phone: n.Phone, PasswordHash: passwordHash,
		ZoneID: n.ZoneID, Details: db.JSON[Details]{V: n.Details}, Language: n.Language, CreatedAt: s.Clock.Now().UnixMilli(),
	}
	if n.Kind == Store {
		a.ModuleID = &n.ModuleID
	}
	err = db.InTx(ctx, s.DB, func(tx *db.Tx) error {
		known, err := byRequest(ctx, tx, n.RequestKey)
		if err != nil {
			return err
		}
		if isNew = len(known) == 0; !isNew {
			a = known[0]
			if a.State == Sending {
				return errTwice
			}
			return nil
		}
		if err := checkRoom(ctx, tx); err != nil {
			return err
		}
		a.ID, err = insert(ctx, tx, a, n.RequestKey)
		return err
	})
	return a, isNew, err
}

// finish stores the images. Then the application waits. Their rows come first, so that the
// files are deleted with them.
func (s *Service) finish(ctx context.Context, a Application, images []NewImage) error {
	rows := make([]Image, len(images))
	for n, i := range images {
		rows[n] = Image{Key: secret.NewKey(), ApplicationID: a.ID, Field: i.Field}
	}
	if err := db.InTx(ctx, s.DB, func(tx *db.Tx) error { return insertImages(ctx, tx, rows) }); err != nil {
		return err
	}
	for n, row := range rows {
		if err := s.Files.Put(ctx, fileOf(row.Key), bytes.NewReader(images[n].Content), upload.MaxStored); err != nil {
			return fmt.Errorf("store an image of an application: %w", err)
		}
	}
	return db.InTx(ctx, s.DB, func(tx *db.Tx) error {
		changed, err := setWaiting(ctx, tx, a.ID)
		if err != nil {
			return err
		}
		if !changed { // so slow that it has been pruned
			return errTwice
		}
		return s.planReceived(ctx, tx, a)
	})
}

// discard deletes an application whose images could not be stored, so that it can be sent
// again at once. Files without a row are deleted later (package fileowner).
func (s *Service) discard(ctx context.Context, id int64) error {
	ctx = context.WithoutCancel(ctx)
	return db.InTx(ctx, s.DB, func(tx *db.Tx) error { return deleteUnsent(ctx, tx, id) })
}

// fileOf returns the name of an image's file.
func fileOf(key string) string { return "applications/" + key + ".jpg" }

// Find returns the application of a token.
func (s *Service) Find(ctx context.Context, token string) (Application, error) {
	id, ok := s.Tokens.ApplicationOf(token)
	if !ok {
		return Application{}, ErrUnknown
	}
	return byID(ctx, s.DB.R, id)
}
