package payment

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"hawker/internal/clock"
	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/jobs"
	"hawker/internal/locale"
	"hawker/internal/money"
	"hawker/internal/notification"
	"hawker/internal/purchase"
	"hawker/internal/setting"
)

// Deps is what the service is made of. Purchases is set before the first payment:
// they send money back through the service.
type Deps struct {
	DB            *db.DB
	Clock         clock.Clock
	Settings      *setting.Service
	Jobs          *jobs.Queue
	Purchases     *purchase.Service
	Gateways      []Gateway
	Notifications *notification.Service // tells shoppers how money came back; nil: none
	Log           *slog.Logger
}

// Service takes payments and sends money back. Safe for concurrent use.
type Service struct {
	Deps
	byName map[string]Gateway
}

// New makes the service and registers its jobs.
func New(d Deps) *Service {
	s := &Service{Deps: d, byName: map[string]Gateway{}}
	for _, g := range d.Gateways {
		s.byName[g.Name()] = g
	}
	s.handleJobs()
	return s
}

// Start is a payment to begin.
type Start struct {
	Gateway    string
	PurchaseID int64 // 0: it goes into a wallet
	CustomerID int64 // of the wallet
	Amount     money.Amount
	// Bonus returns what the shop adds in the wallet, and the id of the bonus. It is
	// called in the transaction that writes the payment; nil: nothing.
	Bonus    func(ctx context.Context, tx *db.Tx) (id string, amount money.Amount, err error)
	Title    string // what is paid, in English; the page has it in Language
	Email    string // "": unknown
	Language string
	// ReturnURL is where the shopper goes afterwards, on our own origin. The id of the
	// payment is added to its query.
	ReturnURL string
	ExpiresAt time.Time
}

// Limits of the pages of one customer's wallet. Each makes calls of its gateway.
const (
	maxTopUps = 5               // that are open
	timeToPay = 5 * time.Minute // a page that ends earlier is not returned again
)

// Begin makes a page on which the shopper pays. The page of a purchase that is still open
// is returned again, and so is one of the same payment into the same wallet.
func (s *Service) Begin(ctx context.Context, b Start) (Payment, error) {
	g, err := s.gateway(b.Gateway)
	if err != nil {
		return Payment{}, err
	}
	if err := s.checkTaken(ctx, g, b); err != nil {
		return Payment{}, err
	}
	p, err := s.reserve(ctx, b)
	if err != nil || p.URL != "" {
		return p, err
	}
	page, err := g.Open(ctx, Checkout{
		PaymentID: p.ID, Money: p.Money(), Title: locale.Sentence(b.Language, b.Title), Email: b.Email, Language: b.Language,
		ReturnURL: p.ReturnURL, ExpiresAt: time.UnixMilli(p.ExpiresAt),
	})
	if errors.Is(err, ErrRefused) {
		return Payment{}, s.refused(ctx, b, p, err)
	}
	if err != nil {
		return Payment{}, errs.New(errs.Unavailable, "The payment page cannot be opened now. Please try again, or choose another way to pay.").Because(err)
	}
	return s.keepPage(ctx, p.ID, page)
}

// gateway returns the gateway with this name.
func (s *Service) gateway(name string) (Gateway, error) {
	g, found := s.byName[name]
	if !found {
		return nil, errs.New(errs.Invalid, "This way to pay is not offered. Please choose another.").On("payment_method")
	}
	return g, nil
}

// reserve writes the payment before its gateway is called, so that no money comes for a
// payment that we do not know. It returns the payment that is open already, if there is one.
func (s *Service) reserve(ctx context.Context, b Start) (p Payment, err error) {
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return p, fmt.Errorf("read settings: %w", err)
	}
	now := s.Clock.Now()
	err = db.InTx(ctx, s.DB, func(tx *db.Tx) error {
		find := openPage
		if b.PurchaseID == 0 {
			find = openTopUp
		}
		if p, err = find(ctx, tx, b, now); err == nil || !errors.Is(err, db.ErrNotFound) {
			return err
		}
		p = b.payment(settings.Currency, now)
		if b.Bonus != nil {
			if p.BonusKey, p.Bonus, err = b.Bonus(ctx, tx); err != nil {
				return err
			}
		}
		if err := p.insert(ctx, tx); err != nil {
			return err
		}
		return s.planChecks(ctx, tx, p)
	})
	return p, err
}

// payment is a new payment.
func (b Start) payment(c setting.Currency, now time.Time) Payment {
	id := rand.Text()
	p := Payment{
		ID: id, Gateway: b.Gateway, Amount: b.Amount, Digits: c.Digits, Currency: c.Code, State: Open,
		ReturnURL: withPayment(b.ReturnURL, id), CreatedAt: now.UnixMilli(), ExpiresAt: b.ExpiresAt.UnixMilli(), UpdatedAt: now.UnixMilli(),
	}
	if b.PurchaseID != 0 {
		p.PurchaseID = &b.PurchaseID
	} else {
		p.CustomerID = &b.CustomerID
	}
	return p
}

// Find returns a payment. The caller checks who may see it.
func (s *Service) Find(ctx context.Context, id string) (Payment, error) {
	p, err := byID(ctx, s.DB.R, id)
	if errors.Is(err, db.ErrNotFound) {
		return p, errs.New(errs.NotFound, "There is no such payment.")
	}
	return p, err
}

// Charges returns the money that came for a payment, the oldest first.
func (s *Service) Charges(ctx context.Context, id string) ([]Received, error) {
	return chargesOf(ctx, s.DB.R, id)
}
