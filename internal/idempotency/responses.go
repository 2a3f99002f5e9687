package idempotency

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"hawker/internal/clock"
	"hawker/internal/db"
	"hawker/internal/errs"
)

// Call is a call that pays or moves money, with its Idempotency-Key.
type Call struct {
	Caller    string // such as customer 5
	Operation string
	Subject   string // such as PurchaseSubject; "": none
	Key       string
	BodyHash  string
}

// Response is what a call has responded.
type Response struct {
	Status int
	Body   string
}

func (r Response) isSuccess() bool { return r.Status >= 200 && r.Status < 300 }

// Responses keeps the responses of calls for a day: the same call sent again gets the first
// one, and has no effect (O1). Safe for concurrent use, also by several instances.
type Responses struct {
	DB    *db.DB
	Clock clock.Clock
}

const (
	claimLife    = time.Minute            // longer than any request lasts
	waitLimit    = 5 * time.Second        // of a call that waits for the first one
	pollInterval = 100 * time.Millisecond // how often it looks
	storeTime    = 5 * time.Second
)

var (
	errOtherBody = errs.New(errs.Conflict, "This Idempotency-Key was used for another request.").On("Idempotency-Key")
	errRunning   = errs.New(errs.Conflict, "The same request is still running. Please try again in a moment.").On("Idempotency-Key").After(waitLimit)
)

// Do returns the response that was kept for the call. Without one it runs the call, and keeps
// a success. A refusal is not kept, because the same call may succeed later. While another
// one with the key runs, it waits. Another body is errs.Conflict.
func (r *Responses) Do(ctx context.Context, c Call, run func() Response) (Response, error) {
	timeout := time.After(waitLimit)
	for {
		claim, kept, err := r.claim(ctx, c)
		switch {
		case err != nil:
			return Response{}, err
		case claim != 0:
			return r.runClaimed(ctx, c, claim, run), nil
		case kept.Status != 0:
			return kept, nil
		}
		kept, err = r.await(ctx, c, timeout)
		if err != nil || kept.Status != 0 {
			return kept, err
		}
	}
}

// await waits for the call that has the key, and returns its response. Status is 0 if the key
// may be claimed again. It only reads: claims would wait for the one writer of SQLite.
func (r *Responses) await(ctx context.Context, c Call, timeout <-chan time.Time) (Response, error) {
	for {
		select {
		case <-ctx.Done():
			return Response{}, ctx.Err()
		case <-timeout:
			return Response{}, errRunning
		case <-time.After(pollInterval):
		}
		found, err := db.Many[Response](ctx, r.DB.R, `
			SELECT status, body FROM kept_responses
			WHERE `+byCall+` AND body_hash = $5 AND (status <> 0 OR claim_ends_at > `+r.DB.Dialect.Now()+`)`,
			c.Caller, c.Operation, c.Subject, c.Key, c.BodyHash)
		switch {
		case err != nil:
			return Response{}, fmt.Errorf("wait for a response: %w", err)
		case len(found) == 0:
			return Response{}, nil
		case found[0].Status != 0:
			return found[0], nil
		}
	}
}

// claim claims the key if it is free, or if the claim of a lost call has ended. It returns the
// end of the claim, which identifies it. If another call has the key, claim is 0 and kept is
// its response; Status 0: it still runs.
func (r *Responses) claim(ctx context.Context, c Call) (claim int64, kept Response, err error) {
	type row struct {
		BodyHash string
		Status   int
		Body     string
	}
	err = db.InTx(ctx, r.DB, func(tx *db.Tx) error {
		now := tx.Dialect.Now()
		claimed, err := db.Many[int64](ctx, tx, `
			INSERT INTO kept_responses (caller, operation, subject, key, body_hash, status, body, claim_ends_at, created_at)
			VALUES ($1, $2, $3, $4, $5, 0, '', `+now+` + $6, $7)
			ON CONFLICT (caller, operation, subject, key) DO UPDATE SET claim_ends_at = excluded.claim_ends_at
			WHERE kept_responses.status = 0 AND kept_responses.body_hash = excluded.body_hash AND kept_responses.claim_ends_at <= `+now+`
			RETURNING claim_ends_at`,
			c.Caller, c.Operation, c.Subject, c.Key, c.BodyHash, claimLife.Milliseconds(), r.Clock.Now().UnixMilli())
		if err != nil {
			return fmt.Errorf("claim the key of a call: %w", err)
		}
		if len(claimed) > 0 {
			claim = claimed[0]
			return nil
		}
		found, err := db.One[row](ctx, tx, `SELECT body_hash, status, body FROM kept_responses WHERE `+byCall, c.Caller, c.Operation, c.Subject, c.Key)
		if err != nil {
			return fmt.Errorf("look for a kept response: %w", err)
		}
		if found.BodyHash != c.BodyHash {
			return errOtherBody
		}
		kept = Response{Status: found.Status, Body: found.Body}
		return nil
	})
	return claim, kept, err
}

const byCall = `caller = $1 AND operation = $2 AND subject = $3 AND key = $4`

// runClaimed runs a call, and keeps its response or gives the key up, also after a panic.
func (r *Responses) runClaimed(ctx context.Context, c Call, claim int64, run func() Response) (got Response) {
	defer func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), storeTime)
		defer cancel()
		if err := r.settle(ctx, c, claim, got); err != nil {
			slog.ErrorContext(ctx, "could not keep a response", "operation", c.Operation, "cause", err)
		}
	}()
	return run()
}

// settle keeps a success, and deletes the claim of every other response. A claim that has been
// lost changes nothing.
func (r *Responses) settle(ctx context.Context, c Call, claim int64, got Response) error {
	return db.InTx(ctx, r.DB, func(tx *db.Tx) error {
		args := []any{c.Caller, c.Operation, c.Subject, c.Key, claim}
		query := `DELETE FROM kept_responses WHERE ` + byCall + ` AND claim_ends_at = $5 AND status = 0`
		if got.isSuccess() {
			query = `UPDATE kept_responses SET status = $6, body = $7 WHERE ` + byCall + ` AND claim_ends_at = $5 AND status = 0`
			args = append(args, got.Status, got.Body)
		}
		_, err := db.Exec(ctx, tx, query, args...)
		return err
	})
}

// Erase deletes the responses that a customer got, and those about their orders and trips
// that others got, such as the staff (PROF-05).
func (r *Responses) Erase(ctx context.Context, tx *db.Tx, customerID int64) error {
	if _, err := db.Exec(ctx, tx, `DELETE FROM kept_responses WHERE caller = $1`, CustomerCaller(customerID)); err != nil {
		return fmt.Errorf("erase a customer's kept responses: %w", err)
	}
	const own = `shopper_id = (SELECT shopper_id FROM customers WHERE id = $1)`
	_, err := db.Exec(ctx, tx, `
		DELETE FROM kept_responses WHERE subject IN (
			SELECT $2 || CAST(id AS TEXT) FROM orders WHERE `+own+` UNION ALL SELECT $2 || CAST(id AS TEXT) FROM trips WHERE `+own+`)`,
		customerID, purchaseSubject)
	if err != nil {
		return fmt.Errorf("erase kept responses of a customer's purchases: %w", err)
	}
	return nil
}

const purchaseSubject = "purchase "

// PurchaseSubject is the Subject of calls about an order or a trip. The number alone could be
// that of something else, such as a charge.
func PurchaseSubject(id string) string { return purchaseSubject + id }

// CustomerCaller is the Caller of a customer's calls.
func CustomerCaller(id int64) string { return fmt.Sprint("customer ", id) }
