// Package signintest gives tests a small town with accounts. Every way to sign in is
// on, and the mails and text messages that would be sent are collected in Messages.
package signintest

import (
	"context"
	"log/slog"
	"slices"
	"testing"
	"time"

	"hawker/internal/account"
	"hawker/internal/address"
	"hawker/internal/blob"
	"hawker/internal/content"
	"hawker/internal/credential"
	"hawker/internal/db"
	"hawker/internal/idempotency"
	"hawker/internal/jobs"
	"hawker/internal/order/ordertest"
	"hawker/internal/passkey"
	"hawker/internal/review"
	"hawker/internal/secret"
	"hawker/internal/setting"
	"hawker/internal/signin"
	"hawker/internal/wishlist"
)

// Origin is the public address of the town, which passkeys are for.
const Origin = "https://shop.example"

// Deps are what a test may change before the services are made.
type Deps struct {
	Credentials credential.Deps
	Accounts    account.Deps
	SignIn      signin.Deps
}

// Services are those of one server.
type Services struct {
	Credentials *credential.Service
	Accounts    *account.Service
	SignIn      *signin.Service
}

// Fixture is a town with accounts.
type Fixture struct {
	*ordertest.Fixture
	Services
	Messages *Messages
	Hasher   *Hasher
}

// Open puts a town and accounts into an empty database, with every way to sign in
// switched on, no verification, and Messages for mails and text messages. edit, or nil,
// changes what the services are made of. Jobs run until the test ends.
func Open(t testing.TB, d *db.DB, edit func(*Deps)) *Fixture {
	t.Helper()
	w := &Fixture{Fixture: ordertest.Open(t, d), Messages: &Messages{}, Hasher: &Hasher{}}
	w.SetSettings(t, func(s *setting.Settings) {
		s.Login = setting.Login{Manual: true, OTP: true, Social: true, Google: true, Facebook: true, Apple: true}
	})
	w.Services = w.open(t, w.Jobs, edit)
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		w.Jobs.Run(ctx)
	}()
	t.Cleanup(func() {
		stop()
		<-ended
	})
	return w
}

// Instance returns the services of another server on the same database. The first
// server runs its jobs.
func (w *Fixture) Instance(t testing.TB, edit func(*Deps)) Services {
	t.Helper()
	return w.open(t, jobs.New(w.DB, w.Clock, slog.New(slog.DiscardHandler)), edit)
}

func (w *Fixture) open(t testing.TB, queue *jobs.Queue, edit func(*Deps)) Services {
	t.Helper()
	key, err := secret.Read(context.Background(), w.DB, w.Clock, credential.SecretName)
	if err != nil {
		t.Fatal(err)
	}
	files, err := blob.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = files.Close() })
	log := slog.New(slog.DiscardHandler)
	d := Deps{
		Credentials: credential.Deps{
			DB: w.DB, Clock: w.Clock, Jobs: queue, Log: log, Secret: key, Passkeys: passkey.Open(Origin), Hasher: w.Hasher, RateLimits: true,
		},
		Accounts: account.Deps{
			DB: w.DB, Clock: w.Clock, Settings: w.Settings, Jobs: queue, Log: log,
			Shoppers: w.Shoppers, Carts: w.Carts, TripCarts: w.TripCarts, Orders: w.Orders, Trips: w.Trips, Reviews: review.New(w.DB, w.Clock), Files: files,
			Erasers:  []account.Eraser{address.New(w.DB, w.Clock, w.Settings, w.Zones), wishlist.New(w.DB, w.Clock), w.Conversations, w.Uploads, w.Licences, w.Notifications, w.OfflinePayments, &idempotency.Responses{DB: w.DB, Clock: w.Clock}},
			Balances: []account.Eraser{w.Wallets, w.Rewards},
			News:     content.NewNewsletter(content.NewsletterDeps{DB: w.DB, Clock: w.Clock, Settings: w.Settings, Jobs: queue}),
			Mailer:   mailer{w.Messages}, Texter: w.Messages,
		},
		SignIn: signin.Deps{DB: w.DB, Settings: w.Settings, Shoppers: w.Shoppers, Carts: w.Carts, TripCarts: w.TripCarts},
	}
	if edit != nil {
		edit(&d)
	}
	s := Services{Credentials: credential.New(d.Credentials)}
	d.Accounts.Credentials = s.Credentials
	s.Accounts = account.New(d.Accounts)
	d.SignIn.Credentials, d.SignIn.Accounts = s.Credentials, s.Accounts
	s.SignIn = signin.New(d.SignIn)
	return s
}

// AwaitMessages waits until the jobs that send messages are done.
func (w *Fixture) AwaitMessages(t testing.TB) {
	t.Helper()
	w.Jobs.Wake()
	for deadline := time.Now().Add(20 * time.Second); time.Now().Before(deadline); time.Sleep(2 * time.Millisecond) {
		if w.Number(t, `SELECT COUNT(*) FROM jobs WHERE (kind LIKE 'account.code%' OR kind LIKE 'account.notice%') AND done_at IS NULL`) == 0 {
			return
		}
	}
	t.Fatal("messages are still waiting to be sent")
}

// Code returns the code last sent to a phone or an e-mail.
func (w *Fixture) Code(t testing.TB, to string) string {
	t.Helper()
	w.AwaitMessages(t)
	sent := w.Messages.To(to)
	if len(sent) == 0 {
		t.Fatalf("nothing was sent to %s", to)
	}
	for _, text := range slices.Backward(sent) { // the last may be a notice
		if code := sixDigits.FindString(text); code != "" {
			return code
		}
	}
	t.Fatalf("no code in %q", sent)
	return ""
}

// PassCodePause moves the clock so that another code may be sent.
func (w *Fixture) PassCodePause() { w.Clock.Advance(61 * time.Second) }

// GuestOf returns the shopper of a guest id.
func (w *Fixture) GuestOf(t testing.TB, guestID string) int64 {
	t.Helper()
	who, err := w.Shoppers.Guest(context.Background(), guestID)
	if err != nil {
		t.Fatal(err)
	}
	return who.ID
}
