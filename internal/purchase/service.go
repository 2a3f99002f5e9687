package purchase

import (
	"context"
	"errors"
	"fmt"
	"time"

	"hawker/internal/clock"
	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/jobs"
	"hawker/internal/money"
	"hawker/internal/setting"
)

// Deps is what the service is made of. The holders are set before the first purchase:
// they use the service.
type Deps struct {
	DB       *db.DB
	Clock    clock.Clock
	Settings *setting.Service
	Jobs     *jobs.Queue
	Gateways []Gateway
	Payments Payments // nil without gateways
}

// Gateway is a payment gateway that is set up.
type Gateway struct {
	ID, Title string
	// Takes reports whether it can take exactly an amount, and send it back.
	Takes func(amount money.Amount, c setting.Currency) bool
}

// Payments are the payments through gateways.
type Payments interface {
	// SendBack sends money of a purchase back through the gateway that took it.
	SendBack(ctx context.Context, tx *db.Tx, id int64, amount money.Amount, at time.Time) error
	// CheckSendBack refuses an amount that the gateway cannot send, and names the nearest one
	// of at most most.
	CheckSendBack(ctx context.Context, tx *db.Tx, id int64, amount, limit money.Amount) error
	// ClosePages ends the pages of a purchase that no longer waits for their payment.
	ClosePages(ctx context.Context, tx *db.Tx, id int64) error
	// CheckUnpaid asks the gateways whether a purchase was paid whose time to be paid has
	// ended, and closes its open pages. It calls other services, so no row may be locked.
	CheckUnpaid(ctx context.Context, id int64) error
}

// Holder is the package of a kind of purchases.
type Holder interface {
	// LockPurchase reads a purchase and locks its row until the transaction ends.
	LockPurchase(ctx context.Context, tx *db.Tx, id int64) (Row, error)
	// PurchaseChanged says that its payment has changed: to the listeners of this
	// transaction at once, to everybody else after the commit.
	PurchaseChanged(ctx context.Context, tx *db.Tx, id int64) error
	// CancelUnpaid cancels a purchase whose time to be paid has ended; errs.Conflict if it
	// ended otherwise, or was paid meanwhile.
	CancelUnpaid(ctx context.Context, id int64) error
}

// Service takes and gives back what purchases cost. Safe for concurrent use.
type Service struct {
	Deps
	holders map[Kind]Holder
}

// New makes the service and registers its jobs.
func New(d Deps) *Service {
	s := &Service{Deps: d, holders: map[Kind]Holder{}}
	jobs.HandleOutside(s.Jobs, jobs.Payments, paymentDueJob, s.endUnpaid)
	return s
}

// Hold says who holds the purchases of a kind.
func (s *Service) Hold(k Kind, h Holder) { s.holders[k] = h }

// At returns the service at another time, for purchases of the past. It shares all else.
func (s *Service) At(c clock.Clock) *Service {
	other := *s
	other.Clock = c
	return &other
}

// holderOf returns who holds a purchase.
func (s *Service) holderOf(ctx context.Context, q db.Q, id int64) (Holder, error) {
	k, err := KindOf(ctx, q, id)
	if err != nil {
		return nil, err
	}
	return s.holders[k], nil
}

// KindOf returns what a purchase is; errs.NotFound for none.
func KindOf(ctx context.Context, q db.Q, id int64) (Kind, error) {
	k, err := db.One[Kind](ctx, q, `SELECT kind FROM purchases WHERE id = $1`, id)
	if errors.Is(err, db.ErrNotFound) {
		return "", errs.New(errs.NotFound, "This order was not found.")
	}
	if err != nil {
		return "", fmt.Errorf("read a purchase: %w", err)
	}
	return k, nil
}

// Brief is what the row of an order or a trip says of both.
type Brief struct {
	ShopperID      int64
	Status         string
	PaymentMethod  string
	PaymentStatus  string
	PaymentGateway string
	PaymentDueAt   *int64 // Unix milliseconds; nil: it waits for no payment
}

// Read reads a purchase of any kind.
func Read(ctx context.Context, q db.Q, id int64) (Brief, error) {
	k, err := KindOf(ctx, q, id)
	if err != nil {
		return Brief{}, err
	}
	b, err := db.One[Brief](ctx, q, `SELECT shopper_id, status, payment_method, payment_status, payment_gateway, payment_due_at FROM `+k.table()+` WHERE id = $1`, id)
	if err != nil {
		return b, fmt.Errorf("read a purchase: %w", err)
	}
	return b, nil
}

// Insert writes what a purchase with this id is, before the purchase itself.
func Insert(ctx context.Context, tx *db.Tx, k Kind, id int64) error {
	if _, err := db.Exec(ctx, tx, `INSERT INTO purchases (id, kind) VALUES ($1, $2)`, id, k); err != nil {
		return fmt.Errorf("insert a purchase: %w", err)
	}
	return nil
}

// KindOf returns what a purchase is; errs.NotFound for none.
func (s *Service) KindOf(ctx context.Context, id int64) (Kind, error) { return KindOf(ctx, s.DB.R, id) }

// changeLocked changes a purchase while its row is locked, and says so.
func (s *Service) changeLocked(ctx context.Context, tx *db.Tx, id int64, change func(r Row, at time.Time) error) error {
	h, err := s.holderOf(ctx, tx, id)
	if err != nil {
		return err
	}
	r, err := h.LockPurchase(ctx, tx, id)
	if err != nil {
		return err
	}
	err = change(r, s.MoveTime(r))
	if errors.Is(err, errUnchanged) {
		return nil
	}
	if err != nil {
		return err
	}
	return h.PurchaseChanged(ctx, tx, id)
}

// errUnchanged is returned by a change that changed nothing.
var errUnchanged = errors.New("nothing has changed")

// ClosePages is called in the transaction of every change of a purchase that was placed
// before. It ends the pages that no longer wait for their payment.
func (s *Service) ClosePages(ctx context.Context, tx *db.Tx, id int64) error {
	if s.Payments == nil {
		return nil
	}
	return s.Payments.ClosePages(ctx, tx, id)
}

// MoveTime returns the time of a change: now, but not before the last one, which another
// instance with a faster clock may have made.
func (s *Service) MoveTime(r Row) time.Time {
	return time.UnixMilli(max(s.Clock.Now().UnixMilli(), r.UpdatedAt))
}
