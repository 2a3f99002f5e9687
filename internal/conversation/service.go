package conversation

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"hawker/internal/bus"
	"hawker/internal/catalog"
	"hawker/internal/clock"
	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/jobs"
	"hawker/internal/notification"
	"hawker/internal/setting"
	"hawker/internal/watch"
)

// Deps is what the service is made of.
type Deps struct {
	DB            *db.DB
	Clock         clock.Clock
	Settings      *setting.Service
	Jobs          *jobs.Queue
	Bus           bus.Bus
	Notifications *notification.Service
	Log           *slog.Logger
}

// Service keeps conversations. Safe for concurrent use.
type Service struct {
	Deps
	changes *watch.Hub
}

// New makes the service and registers its jobs. Call Run too.
func New(d Deps) *Service {
	s := &Service{Deps: d, changes: watch.New(d.Bus, Topic, d.Log)}
	jobs.Handle(d.Jobs, noticeJob, s.sendNotice)
	jobs.Every(d.Jobs, pruneJob, time.Hour, s.Prune)
	return s
}

// At returns the service at another time, for what happened before.
func (s *Service) At(c clock.Clock) *Service {
	at := *s
	at.Clock = c
	return &at
}

// Start is whom a customer wants to talk to.
type Start struct {
	With                Kind
	StoreID, ProviderID int64
	OrderID, TripID     int64 // whose store, rider or provider is meant
}

// Start returns the conversation of a customer with somebody, and begins it if there is
// none.
func (s *Service) Start(ctx context.Context, p Party, n Start) (found Conversation, err error) {
	err = db.InTx(ctx, s.DB, func(tx *db.Tx) error {
		c, err := s.resolve(ctx, tx, p, n)
		if err != nil {
			return err
		}
		id, err := s.findOrInsert(ctx, tx, p, c)
		if err == nil {
			found, err = find(ctx, tx, p, id, s.Clock.Now())
		}
		return err
	})
	return found, err
}

// resolve finds the store, the provider or the rider that is meant.
func (s *Service) resolve(ctx context.Context, q db.Q, p Party, n Start) (Conversation, error) {
	c := Conversation{CustomerID: p.CustomerID, Kind: n.With}
	one := func(into **int64, what, query string, args ...any) error {
		id, err := db.One[int64](ctx, q, query, args...)
		if errors.Is(err, db.ErrNotFound) {
			return errs.New(errs.NotFound, "This %s was not found.", what)
		}
		*into = &id
		return err
	}
	switch {
	case n.With == Support:
		return c, nil
	case n.With == Store && n.OrderID != 0:
		return c, one(&c.StoreID, "order", `SELECT store_id FROM orders WHERE id = $1 AND shopper_id = $2 AND store_id IS NOT NULL`, n.OrderID, p.ShopperID)
	case n.With == Store:
		return c, one(&c.StoreID, "store", `SELECT id FROM stores WHERE id = $1 AND active`, n.StoreID)
	case n.With == Provider && n.TripID != 0:
		return c, one(&c.ProviderID, "trip", `SELECT provider_id FROM trips WHERE id = $1 AND shopper_id = $2`, n.TripID, p.ShopperID)
	case n.With == Provider:
		return c, one(&c.ProviderID, "provider", `SELECT id FROM providers WHERE id = $1 AND NOT archived`, n.ProviderID)
	case n.With == Rider:
		if err := one(&c.OrderID, "order", `SELECT id FROM orders WHERE id = $1 AND shopper_id = $2`, n.OrderID, p.ShopperID); err != nil {
			return c, err
		}
		err := one(&c.RiderID, "rider", `SELECT rider_id FROM orders WHERE id = $1 AND rider_id IS NOT NULL`, n.OrderID)
		if errs.Is(err, errs.NotFound) {
			err = errs.New(errs.Conflict, "No rider has accepted this order yet.")
		}
		return c, err
	}
	return c, errs.New(errs.Invalid, "Please say whom you want to write to.").On("with")
}

// theOne is the condition that finds the conversation with the same people.
const theOne = `customer_id = $1 AND kind = $2 AND COALESCE(store_id, 0) = $3 AND COALESCE(provider_id, 0) = $4 AND COALESCE(rider_id, 0) = $5 AND COALESCE(order_id, 0) = $6`

func (s *Service) findOrInsert(ctx context.Context, tx *db.Tx, p Party, c Conversation) (int64, error) {
	who := []any{c.CustomerID, c.Kind, orZero(c.StoreID), orZero(c.ProviderID), orZero(c.RiderID), orZero(c.OrderID)}
	ids, err := db.Many[int64](ctx, tx, `SELECT id FROM conversations WHERE `+theOne, who...)
	if err != nil {
		return 0, fmt.Errorf("look for a conversation: %w", err)
	}
	if len(ids) > 0 {
		return ids[0], nil
	}
	now := s.Clock.Now()
	begun, err := db.One[int](ctx, tx, `SELECT COUNT(*) FROM conversations WHERE customer_id = $1 AND created_at > $2`, p.CustomerID, now.Add(-beginningWindow).UnixMilli())
	if err != nil {
		return 0, fmt.Errorf("count new conversations: %w", err)
	}
	if begun >= maxBeginnings {
		return 0, errs.New(errs.TooMany, "You have begun very many conversations. Please try again later.").After(beginningWindow)
	}
	_, err = db.Exec(ctx, tx, `
		INSERT INTO conversations (customer_id, kind, store_id, provider_id, rider_id, order_id, created_at, last_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $7) ON CONFLICT DO NOTHING`, c.CustomerID, c.Kind, c.StoreID, c.ProviderID, c.RiderID, c.OrderID, now.UnixMilli())
	if err != nil {
		return 0, fmt.Errorf("insert a conversation: %w", err)
	}
	return db.One[int64](ctx, tx, `SELECT id FROM conversations WHERE `+theOne, who...)
}

// Find returns a conversation to a party that takes part in it. For anybody else it does
// not exist (P1).
func (s *Service) Find(ctx context.Context, p Party, id int64) (Conversation, error) {
	return find(ctx, s.DB.R, p, id, s.Clock.Now())
}

// List returns a page of the conversations of a party that have messages, the newest first,
// and how many there are.
func (s *Service) List(ctx context.Context, p Party, f Filter, page catalog.Paging) ([]Conversation, int, error) {
	return list(ctx, s.DB.R, p, f, page, s.Clock.Now())
}

// Messages returns messages of a conversation in the order of their numbers, and whether
// there are more in the direction of the range.
func (s *Service) Messages(ctx context.Context, p Party, id int64, r Range) (c Conversation, page []Message, more bool, err error) {
	if c, err = s.Find(ctx, p, id); err != nil {
		return c, nil, false, err
	}
	page, more, err = messages(ctx, s.DB.R, id, r)
	return c, page, more, err
}

// Send stores a message. Sent again under the same client key, it is stored once and
// returned again.
func (s *Service) Send(ctx context.Context, p Party, n NewMessage) (sent Message, err error) {
	if err := n.check(); err != nil {
		// Of a conversation of others nobody learns anything, not even by a wrong request.
		if _, unseen := s.Find(ctx, p, n.ConversationID); unseen != nil {
			return Message{}, unseen
		}
		return Message{}, err
	}
	err = db.InTx(ctx, s.DB, func(tx *db.Tx) error {
		c, err := lock(ctx, tx, p, n.ConversationID, s.Clock.Now())
		if err != nil {
			return err
		}
		before, err := byClientKey(ctx, tx, c.ID, p.Side(), n.ClientKey)
		if err != nil {
			return err
		}
		if before != nil {
			sent = *before
			return n.checkSame(sent)
		}
		sent, err = s.sendNew(ctx, tx, p, c, n)
		return err
	})
	return sent, err
}

// checkSame refuses another message under a key that was used.
func (n NewMessage) checkSame(m Message) error {
	if m.Body != n.Text || !sameImages(m.Images.V, n.Images) || orZero(m.PurchaseID) != n.PurchaseID {
		return errOtherText
	}
	return nil
}

// sendNew stores a message that was not sent before. The row of the conversation is locked.
func (s *Service) sendNew(ctx context.Context, tx *db.Tx, p Party, c Conversation, n NewMessage) (Message, error) {
	if state := c.StateFor(p); state != Open {
		return Message{}, errs.New(errs.Conflict, "%s", refusals[state])
	}
	if err := s.checkRate(ctx, tx, p); err != nil {
		return Message{}, err
	}
	if n.PurchaseID != 0 {
		about, err := isAbout(ctx, tx, c, n.PurchaseID)
		if err != nil {
			return Message{}, err
		}
		if !about {
			return Message{}, errs.New(errs.NotFound, "What this message is about was not found.")
		}
	}
	if err := s.attach(ctx, tx, p, c, n.Images); err != nil {
		return Message{}, err
	}
	// Never before the last message, also where another instance has another clock.
	at := max(s.Clock.Now().UnixMilli(), c.LastAt)
	m, err := insert(ctx, tx, c, p, n, at)
	if err == nil && p.Side() == Staff {
		err = s.planNotice(ctx, tx, c.ID, c.CustomerRead)
	}
	s.wake(tx, c)
	return m, err
}

func (s *Service) checkRate(ctx context.Context, q db.Q, p Party) error {
	sent, err := sentSince(ctx, q, p, s.Clock.Now().Add(-rateWindow))
	if err != nil {
		return fmt.Errorf("count messages: %w", err)
	}
	limit := customerRate
	if p.Side() == Staff {
		limit = staffRate
	}
	if sent >= limit {
		return errTooFast
	}
	return nil
}
