package notification

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"hawker/internal/catalog"
	"hawker/internal/clock"
	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/jobs"
	"hawker/internal/order"
	"hawker/internal/setting"
	"hawker/internal/signedtoken"
	"hawker/internal/trip"
	"hawker/internal/wishlist"
)

// Deps is what the service is made of.
type Deps struct {
	DB       *db.DB
	Clock    clock.Clock
	Jobs     *jobs.Queue
	Settings *setting.Service
	Tokens   *signedtoken.Tokens
	Log      *slog.Logger
	Texts    Texts // the texts of mails and pushes
	// Mail sends a mail, and returns as account.Mailer does; nil: mail is not set up.
	Mail func(ctx context.Context, m Mail) error
	// Push sends to devices; nil: push is off.
	Push Pusher
	// Origin is the shop's public scheme and host, for links; "": unknown, and no mail is sent.
	Origin string
}

// Service writes and lists notifications. Safe for concurrent use.
type Service struct {
	Deps
	// Orders has the streams by which a customer hears of news. It is set after both are
	// made, because orders call this service.
	Orders *order.Service
	// Trips has the trips that mails are about. It is set later, as Orders is.
	Trips *trip.Service

	looked atomic.Int64 // up to which state WatchWishes has looked in this round
}

const (
	pruneJob = "notification.prune"
	// life is how long a notification is kept.
	life = 90 * 24 * time.Hour
)

// New makes the service and registers its jobs.
func New(d Deps) *Service {
	s := &Service{Deps: d}
	jobs.HandleOutside(d.Jobs, jobs.Mail, mailJob, s.sendMail)
	jobs.HandleOutside(d.Jobs, jobs.Push, pushJob, s.sendPushes)
	jobs.Handle(d.Jobs, alertJob, s.sendAlerts)
	jobs.Every(d.Jobs, watchJob, watchEvery, s.WatchWishes)
	jobs.Every(d.Jobs, pruneJob, time.Hour, s.Prune)
	return s
}

// List returns a page of a customer's notifications, the newest first, and how many
// there are.
func (s *Service) List(ctx context.Context, customerID int64, p catalog.Paging) (page []Notification, total int, err error) {
	total, err = db.One[int](ctx, s.DB.R, `SELECT COUNT(*) FROM notifications WHERE customer_id = $1`, customerID)
	if err != nil {
		return nil, 0, fmt.Errorf("count notifications: %w", err)
	}
	page, err = db.Many[Notification](ctx, s.DB.R, `
		SELECT id, kind, order_id, trip_id, params, created_at, read_at FROM notifications WHERE customer_id = $1
		ORDER BY id DESC LIMIT $2 OFFSET $3`, customerID, p.Size, (p.Number-1)*p.Size)
	if err != nil {
		return nil, 0, fmt.Errorf("list notifications: %w", err)
	}
	return page, total, nil
}

// News is what the bell shows.
type News struct {
	Unread int   // how many are not read
	Latest int64 // the id of the newest; 0: none
}

// News returns what the bell of a customer shows.
func (s *Service) News(ctx context.Context, customerID int64) (News, error) {
	n, err := db.One[News](ctx, s.DB.R, `
		SELECT (SELECT COUNT(*) FROM notifications WHERE customer_id = $1 AND read_at IS NULL) AS unread,
			(SELECT COALESCE(MAX(id), 0) FROM notifications WHERE customer_id = $1) AS latest`, customerID)
	if err != nil {
		return n, fmt.Errorf("count unread notifications: %w", err)
	}
	return n, nil
}

// MaxRead is how many notifications one call may name.
const MaxRead = 100

// Read says which notifications a customer has read: some, and all up to one.
type Read struct {
	CustomerID, ShopperID int64
	IDs                   []int64
	UpTo                  int64 // 0: those of IDs alone
}

// MarkRead marks notifications of a customer as read. Those of others, and those that
// are read, stay as they are.
func (s *Service) MarkRead(ctx context.Context, r Read) error {
	if len(r.IDs) == 0 && r.UpTo == 0 || len(r.IDs) > MaxRead {
		return errs.New(errs.Invalid, "Please name up to %d notifications, or the last of all.", MaxRead).On("ids")
	}
	list, args := db.InList(append(r.IDs, r.UpTo))
	return db.InTx(ctx, s.DB, func(tx *db.Tx) error {
		n := len(args)
		changed, err := db.Exec(ctx, tx, fmt.Sprintf(`
			UPDATE notifications SET read_at = $%d WHERE customer_id = $%d AND read_at IS NULL AND (id <= $%d OR id IN %s)`, n+1, n+2, n, list),
			append(args, s.Clock.Now().UnixMilli(), r.CustomerID)...)
		if err != nil {
			return fmt.Errorf("mark notifications as read: %w", err)
		}
		if changed > 0 {
			s.Orders.ShopperChanged(tx, r.ShopperID) // the customer's other devices
		}
		return nil
	})
}

// Prune deletes old notifications, and what WatchWishes no longer needs.
func (s *Service) Prune(ctx context.Context) error {
	return errors.Join(
		db.Prune(ctx, s.DB, "notifications", `created_at <= $1`, s.Clock.Now().Add(-life).UnixMilli()),
		wishlist.PruneStates(ctx, s.DB),
	)
}

// Erase deletes all notifications of a customer, their settings and devices (PROF-05).
func (s *Service) Erase(ctx context.Context, tx *db.Tx, customerID int64) error {
	for _, table := range []string{"notifications", "notification_settings", "push_subscriptions"} {
		if _, err := db.Exec(ctx, tx, `DELETE FROM `+table+` WHERE customer_id = $1`, customerID); err != nil {
			return fmt.Errorf("erase notifications: %w", err)
		}
	}
	return nil
}
