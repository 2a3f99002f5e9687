package trip

import (
	"context"
	"fmt"
	"log/slog"
	"unicode/utf8"

	"hawker/internal/booking"
	"hawker/internal/bus"
	"hawker/internal/clock"
	"hawker/internal/coupon"
	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/jobs"
	"hawker/internal/purchase"
	"hawker/internal/setting"
	"hawker/internal/signedtoken"
	"hawker/internal/watch"
	"hawker/internal/zone"
)

// Deps is what the service is made of.
type Deps struct {
	DB        *db.DB
	Clock     clock.Clock
	Settings  *setting.Service
	Zones     *zone.Service
	Bookings  *booking.Service
	Jobs      *jobs.Queue
	Purchases *purchase.Service
	Tokens    *signedtoken.Tokens

	Bus      bus.Bus
	Log      *slog.Logger
	Listener Listener // nil: none

	RateLimits bool // bound trips that wait to be confirmed
	// VerifiesPhones: customers can verify their phones.
	VerifiesPhones bool
}

// Service quotes, places and moves trips. Safe for concurrent use.
type Service struct {
	Deps
	changes *watch.Hub
}

// New makes the service and registers its jobs.
func New(d Deps) *Service {
	s := &Service{Deps: d, changes: watch.New(d.Bus, Topic, d.Log)}
	d.Purchases.Hold(purchase.Trip, s)
	s.handleJobs()
	return s
}

// At returns the service at another time, for trips of the past. It shares all else.
func (s *Service) At(c clock.Clock) *Service {
	other := *s
	other.Clock, other.Purchases = c, s.Purchases.At(c)
	return &other
}

// Quote returns what the trip of a shopper's cart would cost and what prevents it. It
// changes nothing.
func (s *Service) Quote(ctx context.Context, r Request) (Quote, error) {
	settings, err := s.checkRequest(ctx, r)
	if err != nil {
		return Quote{}, err
	}
	active, err := s.Zones.All(ctx)
	if err != nil {
		return Quote{}, fmt.Errorf("read zones: %w", err)
	}
	q, err := s.buildQuote(ctx, s.DB.R, r, settings, active, s.Clock.Now())
	if err != nil {
		return Quote{}, err
	}
	return q, s.checkFree(ctx, &q)
}

// The longest texts of a trip, in characters. The API document has the same bounds.
const (
	maxNoteLength  = 500
	maxNameLength  = 120
	maxPhoneLength = 40
	maxEmailLength = 255
)

// checkRequest checks the bounds of a request, and that guests may buy (CHK-02). It returns
// the settings.
func (s *Service) checkRequest(ctx context.Context, r Request) (setting.Settings, error) {
	if err := r.checkBounds(); err != nil {
		return setting.Settings{}, err
	}
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return settings, fmt.Errorf("read settings: %w", err)
	}
	if r.Guest && !settings.Checkout.GuestCheckout {
		return settings, errs.New(errs.Forbidden, "Please sign in to book a trip.")
	}
	return settings, nil
}

func (r Request) checkBounds() error {
	var problems errs.List
	for _, t := range []struct {
		field, text string
		maxLength   int
	}{
		{"note", r.Note, maxNoteLength}, {"coupon_code", r.CouponCode, coupon.MaxCodeLength}, {"contact_person_name", r.Contact.Name, maxNameLength},
		{"contact_person_number", r.Contact.Phone, maxPhoneLength}, {"contact_person_email", r.Contact.Email, maxEmailLength},
	} {
		if utf8.RuneCountInString(t.text) > t.maxLength {
			problems.Add(errs.New(errs.Invalid, "This text is too long.").On(t.field))
		}
	}
	return problems.Err()
}
