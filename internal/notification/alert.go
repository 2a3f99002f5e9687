package notification

import (
	"context"
	"fmt"
	"slices"
	"time"

	"hawker/internal/db"
	"hawker/internal/jobs"
	"hawker/internal/wishlist"
)

const (
	watchJob = "notification.watch"
	alertJob = "notification.alert"
	// watchEvery is how often wished things are looked at.
	watchEvery = 20 * time.Second
	alertBatch = 200 // customers of one job
	// maxLooks is how many parts of the wished things one run looks at, so that a large
	// town is not read all the time. Then a round takes a few runs.
	maxLooks = 50
	// maxChanges is after how many changes a run ends, so that it ends in time.
	maxChanges = 5000
	saveBatch  = 100 // changes of one transaction
)

// alertBody is an alert for everybody who wishes a thing, from one customer on.
type alertBody struct {
	After   int64 // the last customer who has it
	Wish    wishlist.Kind
	ThingID int64
	Kind    Kind
	Event   string
	Params  Params
}

// WatchWishes looks for wished things that have changed, and plans the alerts of those
// that are better than before. Of several instances one plans each. It looks at no more
// than maxLooks parts: the next run goes on there, and after the last one begins again.
func (s *Service) WatchWishes(ctx context.Context) error {
	for looks, found := 0, 0; looks < maxLooks && found < maxChanges; looks++ {
		after := s.looked.Load()
		changes, last, err := wishlist.Changed(ctx, s.DB.R, after, s.Clock.Now())
		if err != nil {
			return err
		}
		if err := s.saveChanges(ctx, changes); err != nil {
			return err
		}
		s.looked.Store(last)
		if last == 0 && looks > 0 {
			return nil
		}
		found += len(changes)
	}
	return nil
}

func (s *Service) saveChanges(ctx context.Context, changes []wishlist.Change) error {
	for batch := range slices.Chunk(changes, saveBatch) {
		err := db.InTx(ctx, s.DB, func(tx *db.Tx) error {
			for _, c := range batch {
				settled, err := wishlist.SaveChange(ctx, tx, c)
				if err != nil {
					return err
				}
				if !settled {
					continue
				}
				if err := s.planAlert(ctx, tx, c); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// planAlert plans the alert about a change for the better. The key of its job is the
// event: there is at most one for a thing and a day of its zone.
func (s *Service) planAlert(ctx context.Context, tx *db.Tx, c wishlist.Change) error {
	var kind Kind
	switch {
	case !c.Available:
		return nil
	case c.Kind == wishlist.Store:
		kind = StoreOpen
	case !c.WasAvailable:
		kind = ItemInStock
	case c.Price < c.Was:
		kind = ItemCheaper
	default:
		return nil
	}
	zone, err := time.LoadLocation(c.TimeZone)
	if err != nil {
		zone = time.UTC
	}
	event := fmt.Sprintf("%s:%d:%s", c.Kind, c.ThingID, s.Clock.Now().In(zone).Format(time.DateOnly))
	return s.enqueueAlert(ctx, tx, alertBody{
		Wish: c.Kind, ThingID: c.ThingID, Kind: kind, Event: event, Params: Params{
			Store: c.StoreName, StoreSlug: c.StoreSlug, Item: c.Name, ItemSlug: c.Slug, Amount: c.Price,
			ModuleID: c.ModuleID, ModuleType: c.ModuleType,
		},
	})
}

// wisher is a customer who gets an alert.
type wisher struct {
	ID, ShopperID int64
	WantsMail     bool
}

// sendAlerts is the job that writes an alert for some of those who wish the thing, and
// enqueues the job for the others. So it ends in time however many there are, and a failed
// one costs only its own batch. A repeated job writes no alert twice.
func (s *Service) sendAlerts(ctx context.Context, b alertBody) error {
	batch, err := db.Many[wisher](ctx, s.DB.R, `
		SELECT c.id, c.shopper_id, `+wantsAlertMail+` AS wants_mail
		FROM wishes w JOIN customers c ON c.id = w.customer_id LEFT JOIN notification_settings s ON s.customer_id = c.id
		WHERE w.kind = $1 AND w.thing_id = $2 AND w.customer_id > $3 AND `+wantsAlerts+` ORDER BY w.customer_id LIMIT $4`,
		b.Wish, b.ThingID, b.After, alertBatch)
	if err != nil {
		return fmt.Errorf("read who wishes a thing: %w", err)
	}
	return db.InTx(ctx, s.DB, func(tx *db.Tx) error {
		for _, w := range batch {
			if err := s.insertAlert(ctx, tx, w, b); err != nil {
				return err
			}
		}
		if len(batch) < alertBatch {
			return nil
		}
		next := b
		next.After = batch[len(batch)-1].ID
		return s.enqueueAlert(ctx, tx, next)
	})
}

func (s *Service) enqueueAlert(ctx context.Context, tx *db.Tx, b alertBody) error {
	key := alertJob + ":" + b.Event
	if b.After > 0 {
		key += fmt.Sprintf(":%d", b.After)
	}
	return s.Jobs.Enqueue(ctx, tx, jobs.Job{Kind: alertJob, UniqueKey: key, Body: b})
}

func (s *Service) insertAlert(ctx context.Context, tx *db.Tx, w wisher, b alertBody) error {
	written, err := s.insert(ctx, tx, newNotification{
		customerID: w.ID, event: b.Event, kind: b.Kind, params: b.Params, mail: w.WantsMail,
	})
	if err == nil && written {
		s.Orders.ShopperChanged(tx, w.ShopperID)
	}
	return err
}
