package staff

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"time"

	"hawker/internal/clock"
	"hawker/internal/contact"
	"hawker/internal/credential"
	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/jobs"
)

// Deps are what the service needs.
type Deps struct {
	DB          *db.DB
	Clock       clock.Clock
	Jobs        *jobs.Queue
	Log         *slog.Logger
	Credentials *credential.Service

	// ReleaseRider offers the deliveries of a rider who has been disabled to others.
	ReleaseRider func(ctx context.Context, tx *db.Tx, staffID int64, at time.Time) error
}

// Service keeps the staff. Safe for concurrent use.
type Service struct{ Deps }

// New makes the service and starts the job that prunes ended sessions.
func New(d Deps) *Service {
	s := &Service{Deps: d}
	jobs.Every(s.Jobs, pruneJob, time.Hour, s.prune)
	return s
}

// MinPasswordLength is the fewest characters of a password: more than a customer's, because
// the account opens other people's orders.
const MinPasswordLength = 10

// messages are what is said of a new password.
var messages = credential.PasswordMessages{Missing: "Password is required", Unconfirmed: "Password is required", Different: "Passwords must match"}

// Add adds a member. Two accounts with one e-mail are errs.Conflict.
func (s *Service) Add(ctx context.Context, n NewMember) (Member, error) {
	email, err := n.check()
	if err != nil {
		return Member{}, err
	}
	m := Member{
		Email: string(email), Name: strings.TrimSpace(n.Name), Phone: n.Phone, Role: n.Role,
		StoreID: orNil(n.StoreID), ProviderID: orNil(n.ProviderID), ZoneID: orNil(n.ZoneID), Vehicle: n.Vehicle,
	}
	if n.Password != "" {
		if m.PasswordHash, err = s.hash(ctx, n.Password, m); err != nil {
			return Member{}, err
		}
	}
	err = db.InTx(ctx, s.DB, func(tx *db.Tx) error {
		m, err = s.AddHashed(ctx, tx, m)
		return err
	})
	return m, err
}

// AddHashed adds a member whose password is hashed already. Two accounts with one e-mail are
// errs.Conflict.
func (s *Service) AddHashed(ctx context.Context, tx *db.Tx, m Member) (Member, error) {
	m.Active, m.CreatedAt = true, s.Clock.Now().UnixMilli()
	var err error
	m.ID, err = insert(ctx, tx, m)
	if errors.Is(err, db.ErrNotFound) {
		return Member{}, errs.New(errs.Conflict, "There is a member of staff with this email already.").On("email")
	}
	if err != nil {
		return Member{}, fmt.Errorf("insert staff: %w", err)
	}
	return m, nil
}

func orNil(id int64) *int64 {
	if id == 0 {
		return nil
	}
	return &id
}

// CheckPassword returns what is wrong with a new password.
func CheckPassword(password string) errs.List {
	return slices.DeleteFunc(credential.CheckNewPassword(messages, MinPasswordLength, password, password), func(e *errs.Error) bool {
		return e.Field != "password" // it is given once
	})
}

// hash checks a new password and returns what is stored of it.
func (s *Service) hash(ctx context.Context, password string, m Member) (string, error) {
	if problems := CheckPassword(password); len(problems) > 0 {
		return "", problems
	}
	return s.Credentials.HashNewPassword(ctx, credential.Source{}, password, m.Name, m.Email, m.Phone)
}

// Find returns the member with this e-mail, or ErrUnknown.
func (s *Service) Find(ctx context.Context, email string) (Member, error) {
	parsed, ok := contact.ParseEmail(email)
	if !ok {
		return Member{}, ErrUnknown
	}
	return byEmail(ctx, s.DB.R, parsed)
}

// List returns all members, those who work now first.
func (s *Service) List(ctx context.Context) ([]Member, error) {
	all, err := db.Many[Member](ctx, s.DB.R, `SELECT `+columns+` FROM staff m ORDER BY m.active DESC, m.role, m.email_folded`)
	if err != nil {
		return nil, fmt.Errorf("list staff: %w", err)
	}
	return all, nil
}

// Exists tells whether there is any member, also a disabled one.
func (s *Service) Exists(ctx context.Context) (bool, error) {
	n, err := db.One[int](ctx, s.DB.R, `SELECT COUNT(*) FROM (SELECT id FROM staff LIMIT 1) s`)
	if err != nil {
		return false, fmt.Errorf("look for staff: %w", err)
	}
	return n > 0, nil
}

// Disable ends all sessions of a member, who can no longer sign in. Deliveries that
// they have accepted and not begun are offered to others. The row stays: moves of
// orders refer to it.
func (s *Service) Disable(ctx context.Context, email string) error {
	return s.change(ctx, email, func(tx *db.Tx, m Member) error {
		if _, err := db.Exec(ctx, tx, `UPDATE staff SET active = FALSE WHERE id = $1`, m.ID); err != nil {
			return fmt.Errorf("disable staff: %w", err)
		}
		return s.ReleaseRider(ctx, tx, m.ID, s.Clock.Now())
	})
}

// Enable lets a member who was disabled sign in again.
func (s *Service) Enable(ctx context.Context, email string) error {
	return s.change(ctx, email, func(tx *db.Tx, m Member) error {
		_, err := db.Exec(ctx, tx, `UPDATE staff SET active = TRUE WHERE id = $1`, m.ID)
		return err
	})
}

// SetPassword sets a new password and ends all sessions.
func (s *Service) SetPassword(ctx context.Context, email, password string) error {
	m, err := s.Find(ctx, email)
	if err != nil {
		return err
	}
	hash, err := s.hash(ctx, password, m)
	if err != nil {
		return err
	}
	return s.change(ctx, email, func(tx *db.Tx, m Member) error {
		_, err := db.Exec(ctx, tx, `UPDATE staff SET password_hash = $2 WHERE id = $1`, m.ID, hash)
		return err
	})
}

// change changes an account and ends its sessions, in one transaction.
func (s *Service) change(ctx context.Context, email string, f func(tx *db.Tx, m Member) error) error {
	m, err := s.Find(ctx, email)
	if err != nil {
		return err
	}
	return db.InTx(ctx, s.DB, func(tx *db.Tx) error {
		if _, err := lock(ctx, tx, m.ID); err != nil {
			return err
		}
		if err := f(tx, m); err != nil {
			return err
		}
		return revoke(ctx, tx, m.ID)
	})
}
