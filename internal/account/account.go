// Package account is about customers and their accounts: profile, contacts,
// password, passkeys, notices, and erasing.
//
// It owns customers and identities. Carts and orders belong to the shopper that each
// customer is. How somebody signs in is internal/signin; what lets them in is kept by
// internal/credential. The package declares interfaces for mail, text messages and
// the phone service, and cmd/hawker passes the adapters in.
package account

import (
	"context"
	"log/slog"

	"hawker/internal/blob"
	"hawker/internal/cart"
	"hawker/internal/clock"
	"hawker/internal/content"
	"hawker/internal/credential"
	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/jobs"
	"hawker/internal/order"
	"hawker/internal/review"
	"hawker/internal/setting"
	"hawker/internal/shopper"
	"hawker/internal/trip"
	"hawker/internal/tripcart"
)

// Deps are what the service needs.
type Deps struct {
	DB          *db.DB
	Clock       clock.Clock
	Settings    *setting.Service
	Jobs        *jobs.Queue
	Log         *slog.Logger
	Credentials *credential.Service
	Shoppers    *shopper.Service
	Carts       *cart.Service
	TripCarts   *tripcart.Service
	Orders      *order.Service
	Trips       *trip.Service
	Reviews     *review.Service
	Erasers     []Eraser            // of what a customer stores
	Balances    []Eraser            // of what a customer owns: money, points
	News        *content.Newsletter // nil: there is none
	Files       *blob.Store         // of photos

	Mailer Mailer       // nil: no mail can be sent
	Texter Texter       // nil: no text message can be sent
	Phones PhoneService // nil: we send the codes to phones ourselves
}

// Eraser is a concept that stores something personal of a customer.
type Eraser interface {
	// Erase deletes all of it.
	Erase(ctx context.Context, tx *db.Tx, customerID int64) error
}

// Service looks after accounts. Safe for concurrent use.
type Service struct{ Deps }

// New makes the service and registers the jobs that send codes and notices.
func New(d Deps) *Service {
	s := &Service{Deps: d}
	jobs.HandleOutside(s.Jobs, jobs.MailCodes, credential.CodeJob, s.sendCode)
	jobs.HandleOutside(s.Jobs, jobs.SMS, credential.CodeSMSJob, s.sendCode)
	jobs.HandleOutside(s.Jobs, jobs.Mail, noticeJob, s.sendNotice)
	jobs.HandleOutside(s.Jobs, jobs.SMS, noticeSMSJob, s.sendNotice)
	return s
}

// ByID returns a customer who has not been erased; ErrUnknown otherwise.
func (s *Service) ByID(ctx context.Context, q db.Q, id int64) (Customer, error) {
	return findCustomer(ctx, q, `id = $1 AND erased_at IS NULL`, id)
}

// Customer returns the customer of a session.
func (s *Service) Customer(ctx context.Context, session credential.Session) (Customer, error) {
	return s.ByID(ctx, s.DB.R, session.CustomerID)
}

// ErrUnknown is about an account that does not exist.
var ErrUnknown = errs.New(errs.NotFound, "This account was not found.")

func invalid(field, message string) *errs.Error {
	return errs.New(errs.Invalid, "%s", message).On(field)
}
