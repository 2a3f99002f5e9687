// Package account is about customers: how they sign up, sign in, prove a phone or
// an e-mail, change their details and delete their account.
//
// It owns customers, sessions, identities, passkeys, codes, proofs and throttles.
// Carts and orders are not among them: they belong to the shopper that each
// customer is. The package knows no HTTP, mail server or social provider. It
// declares interfaces for those, and cmd/hawker passes the adapters in.
package account

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"

	"hawker/internal/blob"
	"hawker/internal/cart"
	"hawker/internal/clock"
	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/jobs"
	"hawker/internal/order"
	"hawker/internal/passkey"
	"hawker/internal/secret"
	"hawker/internal/setting"
)

// Customer is somebody with an account.
type Customer struct {
	ID            int64
	ShopperID     int64
	FirstName     string // "" until they said it
	LastName      string
	Email         *string // as typed; nil: none
	Phone         *string // E.164 (D6); nil: none
	EmailVerified bool
	PhoneVerified bool
	PasswordHash  string           // "": signs in without one
	Picture       string           // file key; "": none
	Interests     db.JSON[[]int64] // category ids (LOC-10)
	ReferralCode  string
	CreatedAt     int64  // Unix milliseconds
	SignedInAt    *int64 // when they last signed in; nil: never
	ErasedAt      *int64 // nil: here
}

const columns = `id, shopper_id, first_name, last_name, email, phone, email_verified, phone_verified,
	password_hash, picture, interests, referral_code, created_at, signed_in_at, erased_at`

// Name is the whole name.
func (c Customer) Name() string { return strings.TrimSpace(c.FirstName + " " + c.LastName) }

// Shoppers is what accounts need of shoppers.
type Shoppers interface {
	// ForCustomer makes the shopper that a new customer is.
	ForCustomer(ctx context.Context, tx *db.Tx) (int64, error)
	// Retire ends a guest who signed in as the shopper into, and answers the
	// guest's shopper, 0 when there is no such guest any more.
	Retire(ctx context.Context, tx *db.Tx, guestID string, into int64) (int64, error)
	// End holds the shopper that a customer is, and retires them: nothing of theirs
	// begins any more.
	End(ctx context.Context, tx *db.Tx, id int64) error
	// MergedInto finds the guest who held the secret and has become the shopper
	// into; anybody else is errs.NotFound.
	MergedInto(ctx context.Context, q db.Q, guestID string, into int64) (int64, error)
}

// Carts is what accounts need of carts.
type Carts interface {
	// Merge brings the carts of one shopper to another (CART-01, C1): quantities
	// add up within stock and limits, and nothing is lost. A cart of another store
	// than the other's of its module stays where it is, and is answered.
	Merge(ctx context.Context, tx *db.Tx, from, into int64) ([]cart.Conflict, error)
	// Settle ends such a conflict: the lines of from take the place of those of
	// into where keepFrom says so, else they go.
	Settle(ctx context.Context, tx *db.Tx, from, into int64, keepFrom bool) error
	// Discard empties all carts of a shopper.
	Discard(ctx context.Context, tx *db.Tx, shopperID int64) error
}

// Orders is what accounts need of orders.
type Orders interface {
	// Attach gives a shopper the orders with one of the contacts that they placed as
	// a guest who has signed in as them (P4).
	Attach(ctx context.Context, tx *db.Tx, shopperID int64, c order.Contacts) error
	// Claim takes their answer about an order that somebody else placed with one.
	Claim(ctx context.Context, tx *db.Tx, in order.Claim) error
	// Running tells whether an order of the shopper's is under way.
	Running(ctx context.Context, q db.Q, shopperID int64) (bool, error)
	// Forget takes what is personal off a shopper's orders (PROF-05).
	Forget(ctx context.Context, tx *db.Tx, shopperID int64) error
}

// Eraser is a concept that keeps something personal of a customer.
type Eraser interface {
	// Erase removes all of it.
	Erase(ctx context.Context, tx *db.Tx, customerID int64) error
}

// Newsletter is what accounts need of the newsletter.
type Newsletter interface {
	// Remove takes an address off the list.
	Remove(ctx context.Context, tx *db.Tx, email string) error
}

// Deps are what accounts are made of.
type Deps struct {
	DB       *db.DB
	Clock    clock.Clock
	Settings *setting.Service
	Jobs     *jobs.Queue
	Log      *slog.Logger
	Secret   *secret.Key // the server's own; codes and throttles are keyed by it
	Shoppers Shoppers
	Carts    Carts
	Orders   Orders
	Erasers  []Eraser
	News     Newsletter  // nil: there is none
	Files    *blob.Store // of photos

	Mailer    Mailer              // nil: no mail leaves
	Texter    Texter              // nil: no text message leaves
	Phones    PhoneService        // nil: we send the codes ourselves
	Providers map[string]Provider // by name; without one, it is off
	Passkeys  *passkey.Site       // nil: browsers have none at the public address

	RateLimits bool // count by address too
	ShowCodes  bool // answer the codes that were sent: the demo only (D8)
}

// SecretName is under what name the server keeps the secret of accounts.
const SecretName = "account_secret"

// Service signs people in and looks after their accounts. Safe for concurrent
// use.
type Service struct {
	Deps
	passwords *passwords
}

// New makes the service and says who does its jobs.
func New(d Deps) *Service {
	s := &Service{Deps: d, passwords: newPasswords()}
	s.handleJobs()
	return s
}

// ByID reads a customer who has not been erased; errs.NotFound otherwise.
func (s *Service) ByID(ctx context.Context, q db.Q, id int64) (Customer, error) {
	return one(ctx, q, `id = $1 AND erased_at IS NULL`, id)
}

// Customer reads whose session it is.
func (s *Service) Customer(ctx context.Context, session Session) (Customer, error) {
	return s.ByID(ctx, s.DB.R, session.CustomerID)
}

var errUnknown = errs.New(errs.NotFound, "This account was not found.")

// one reads the customer that the condition is true of.
func one(ctx context.Context, q db.Q, where string, args ...any) (Customer, error) {
	c, err := db.One[Customer](ctx, q, `SELECT `+columns+` FROM customers WHERE `+where, args...)
	if errors.Is(err, db.ErrNotFound) {
		return Customer{}, errUnknown
	}
	if err != nil {
		return Customer{}, fmt.Errorf("read customer: %w", err)
	}
	return c, nil
}
