package notification

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/jobs"
)

// Pusher sends messages to browsers, by the push services of their makers.
type Pusher interface {
	// PublicKey returns the key with which browsers subscribe, base64url.
	PublicKey() string
	// Push sends one message. errs.NotFound: the subscription has ended. errs.Invalid: the
	// message would be refused again. errs.Unavailable: it was not accepted, and may be
	// tried again, after RetryAfter. Any other error: nobody knows whether it was accepted.
	// Errors do not contain the endpoint.
	Push(ctx context.Context, to PushSubscription, m PushMessage) error
}

// PushMessage is one message to one browser.
type PushMessage struct {
	Body   []byte        // JSON for the service worker
	Topic  string        // replaces a message of the same topic that waits at the push service
	TTL    time.Duration // how long it may wait there
	Urgent bool          // also to a device that saves power
}

const (
	pushJob = "notification.push"
	// pushLife is how long after its event a notification is worth a push.
	pushLife = 4 * time.Hour
)

type pushJobBody struct{ NotificationID int64 }

// planPushes plans a notification for each device of its customer, in its transaction.
func (s *Service) planPushes(ctx context.Context, tx *db.Tx, customerID, id int64) error {
	if s.Push == nil {
		return nil
	}
	n, err := db.Exec(ctx, tx, `
		INSERT INTO pushes (notification_id, subscription_id, state)
		SELECT CAST($1 AS BIGINT), id, 'due' FROM push_subscriptions WHERE customer_id = $2`, id, customerID)
	if err != nil {
		return fmt.Errorf("plan pushes: %w", err)
	}
	if n == 0 {
		return nil
	}
	return s.Jobs.Enqueue(ctx, tx, jobs.Job{Kind: pushJob, Body: pushJobBody{id}, UniqueKey: fmt.Sprint(pushJob, ":", id)})
}

// sendPushes is the job that sends a notification to the devices of its customer, all at
// once, so that a slow push service delays other jobs only by its time limit. A device
// whose push service did not accept the message is tried again. If it is unknown whether a
// device got the message, it is not sent again.
func (s *Service) sendPushes(ctx context.Context, b pushJobBody) error {
	ids, err := db.Many[int64](ctx, s.DB.R, `SELECT id FROM pushes WHERE notification_id = $1 AND state = 'due'`, b.NotificationID)
	if err != nil {
		return fmt.Errorf("read the pushes of a notification: %w", err)
	}
	failures := make([]error, len(ids))
	var sending sync.WaitGroup
	for i, id := range ids {
		sending.Go(func() { failures[i] = s.sendPush(ctx, id) })
	}
	sending.Wait()
	return longestWait(failures)
}

// longestWait returns the error whose next try is last; nil if there is none.
func longestWait(all []error) (last error) {
	var wait time.Duration
	for _, err := range all {
		after := time.Duration(0)
		if e, ok := errors.AsType[*errs.Error](err); ok {
			after = e.RetryAfter
		}
		if err != nil && (last == nil || after > wait) {
			last, wait = err, after
		}
	}
	return last
}

// sendPush sends a push that is due. It returns an error if it is to be tried again. The
// push is claimed last: what fails before has surely sent nothing.
func (s *Service) sendPush(ctx context.Context, id int64) error {
	p, err := s.readPush(ctx, id)
	if err != nil {
		return err
	}
	if p == nil {
		_, err := s.setPush(ctx, id, "due", "dropped")
		return err
	}
	m, err := s.pushMessage(ctx, *p)
	if err != nil {
		return err
	}
	switch claimed, err := s.setPush(ctx, id, "due", "sending"); {
	case err != nil:
		return errors.Join(err, s.storePush(ctx, id, "due")) // the commit may have been done
	case !claimed:
		return nil
	}
	err = s.Push.Push(ctx, p.PushSubscription, m)
	state := pushState(err)
	switch {
	case errs.Is(err, errs.NotFound):
		s.Log.InfoContext(ctx, "a push subscription has ended", "subscription", p.SubscriptionID)
		err = s.deleteSubscription(context.WithoutCancel(ctx), p.SubscriptionID)
	case err != nil && state != "due": // trying again would change nothing, or send it twice
		s.Log.WarnContext(ctx, "a push was not accepted", "push", id, "cause", err)
		err = nil
	}
	return errors.Join(err, s.storePush(ctx, id, state))
}

// pushState returns the state of a push after an error of Pusher.
func pushState(err error) string {
	switch {
	case err == nil:
		return "sent"
	case errs.Is(err, errs.Unavailable):
		return "due"
	case errs.Is(err, errs.NotFound), errs.Is(err, errs.Invalid):
		return "dropped"
	}
	return "sending"
}

// setPush changes the state of a push, unless it has another one than from.
func (s *Service) setPush(ctx context.Context, id int64, from, to string) (changed bool, err error) {
	return s.setState(ctx, `UPDATE pushes SET state = $3 WHERE id = $1 AND state = $2`, id, from, to)
}

// storePush stores what became of a claimed push.
func (s *Service) storePush(ctx context.Context, id int64, state string) error {
	return jobs.Store(ctx, func(ctx context.Context) error {
		_, err := s.setPush(ctx, id, "sending", state)
		return err
	})
}

// pushing is a push that is being sent.
type pushing struct {
	PushSubscription
	SubscriptionID int64
	ID             int64 // of the notification
	Kind           Kind
	About
	Params    db.JSON[Params]
	CreatedAt int64
	Language  string
}

// readPush returns nil if there is nothing to send any more: push is off, the device is no longer the
// customer's, they have read the notification, it is too old, or a later one of the same
// order or trip would replace it.
func (s *Service) readPush(ctx context.Context, id int64) (*pushing, error) {
	found, err := db.Many[pushing](ctx, s.DB.R, `
		SELECT d.endpoint, d.p256dh, d.auth, d.id AS subscription_id, n.id, n.kind, n.order_id, n.trip_id, n.params, n.created_at, COALESCE(s.language, '') AS language
		FROM pushes p JOIN notifications n ON n.id = p.notification_id
		JOIN push_subscriptions d ON d.id = p.subscription_id AND d.customer_id = n.customer_id
		LEFT JOIN notification_settings s ON s.customer_id = n.customer_id
		WHERE p.id = $1 AND n.read_at IS NULL AND n.created_at > $2 AND NOT EXISTS (
			SELECT 1 FROM notifications later JOIN pushes l ON l.notification_id = later.id AND l.subscription_id = p.subscription_id
			WHERE (later.order_id = n.order_id OR later.trip_id = n.trip_id) AND later.id > n.id)`, id, s.Clock.Now().Add(-pushLife).UnixMilli())
	if err != nil {
		return nil, fmt.Errorf("read a push: %w", err)
	}
	if len(found) == 0 || s.Push == nil {
		return nil, nil
	}
	return &found[0], nil
}
