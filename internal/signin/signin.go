// Package signin signs people in, from the first form to the session. Each sign-in
// method runs the same steps: begin, find, ask, create, link, verify, enter.
// docs/sign-in.md describes them and names their files. Between two calls the client
// holds a proof
// (credential.Proof) of what it has shown so far. recover.go sets a forgotten password.
package signin

import (
	"context"

	"hawker/internal/account"
	"hawker/internal/cart"
	"hawker/internal/credential"
	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/setting"
	"hawker/internal/shopper"
	"hawker/internal/tripcart"
)

// Deps are what the service needs.
type Deps struct {
	DB          *db.DB
	Settings    *setting.Service
	Credentials *credential.Service
	Accounts    *account.Service
	Shoppers    *shopper.Service
	Carts       *cart.Service
	TripCarts   *tripcart.Service
	Providers   map[string]Provider // by name; a missing one is off
}

// Service signs people in. Safe for concurrent use.
type Service struct{ Deps }

// New makes the service.
func New(d Deps) *Service { return &Service{d} }

// Result is how far a sign-in has come (AUTH-06, AUTH-11).
type Result struct {
	Token         string    // "" while a step is left
	CustomerID    int64     // who has signed in; 0 before that
	Proof         string    // token for the next step; "" at the end
	NameNeeded    bool      // ask for name and contact, then UpdateInfo
	Exists        *Existing // ask whether this is them, then UpdateInfo
	PhoneVerified bool      // no code is needed for the phone
	EmailVerified bool      // no code is needed for the e-mail
	Email, Phone  string
	Conflicts     []cart.Conflict // carts of two stores, to choose from (C1)
	DemoOTP       string          // the code that was sent; the demo only (D8)
	DeviceSecret  string          // for the device to keep, with the token
	Message       string

	phoneNeeded *errs.Error // returned instead of the result, after the commit
}

// Existing is an account that a proven contact may belong to.
type Existing struct {
	Name    string
	Picture string // file key; "": none
}

const msgSignedIn = "Logged in successfully"

// inTx runs a step of a sign-in in a transaction.
func (s *Service) inTx(ctx context.Context, step func(tx *db.Tx) (Result, error)) (result Result, err error) {
	err = db.InTx(ctx, s.DB, func(tx *db.Tx) (err error) {
		result, err = step(tx)
		return err
	})
	if err == nil && result.phoneNeeded != nil {
		err = result.phoneNeeded
	}
	if err != nil {
		return Result{}, err
	}
	return result, nil
}

// countByAddress counts a call that begins a sign-in or sign-up.
func (s *Service) countByAddress(ctx context.Context, l credential.Limit, v credential.Client) error {
	return db.InTx(ctx, s.DB, func(tx *db.Tx) error { return s.Credentials.CountByAddress(ctx, tx, l, v) })
}

func invalid(field, message string) *errs.Error {
	return errs.New(errs.Invalid, "%s", message).On(field)
}
