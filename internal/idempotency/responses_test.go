package idempotency_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	sdk "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"

	"hawker/internal/clock"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/errs"
	"hawker/internal/idempotency"
)

// kept is a new store of responses and a call.
func kept(t *testing.T, d *db.DB) (*idempotency.Responses, idempotency.Call) {
	t.Helper()
	return &idempotency.Responses{DB: d, Clock: clock.NewManual(time.UnixMilli(1_000_000))},
		idempotency.Call{Caller: "customer 5", Operation: "payOrder", Subject: idempotency.PurchaseSubject("17"), Key: "key-1", BodyHash: "a"}
}

// do makes a call, and reports whether it ran.
func do(t *testing.T, r *idempotency.Responses, c idempotency.Call, response idempotency.Response) (got idempotency.Response, ran bool, err error) {
	t.Helper()
	got, err = r.Do(t.Context(), c, func() idempotency.Response {
		ran = true
		return response
	})
	return got, ran, err
}

// change changes rows, as another call or instance does.
func change(t *testing.T, r *idempotency.Responses, query string) {
	t.Helper()
	if err := db.InTx(t.Context(), r.DB, func(tx *db.Tx) error {
		_, err := db.Exec(t.Context(), tx, query)
		return err
	}); err != nil {
		t.Error(err)
	}
}

func TestResponses_TRAP_O1_theSameCallIsMadeOnce(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		r, c := kept(t, open(t))
		first := idempotency.Response{Status: 200, Body: "first"}
		if got, ran, err := do(t, r, c, first); err != nil || !ran || got != first {
			t.Fatalf("the first: %+v, ran %t, %v", got, ran, err)
		}
		if got, ran, err := do(t, r, c, idempotency.Response{Status: 200, Body: "second"}); err != nil || ran || got != first {
			t.Errorf("the same again: %+v, ran %t, %v", got, ran, err)
		}
		otherBody := c
		otherBody.BodyHash = "b"
		if _, ran, err := do(t, r, otherBody, first); ran || !errs.Is(err, errs.Conflict) || errs.From(err).Field != "Idempotency-Key" {
			t.Errorf("another body: ran %t, %v", ran, err)
		}
		for name, edit := range map[string]func(*idempotency.Call){
			"another caller":    func(c *idempotency.Call) { c.Caller = "customer 6" },
			"another operation": func(c *idempotency.Call) { c.Operation = "cancelOrder" },
			"another order":     func(c *idempotency.Call) { c.Subject = idempotency.PurchaseSubject("18") },
			"another key":       func(c *idempotency.Call) { c.Key = "key-2" },
		} {
			other := c
			edit(&other)
			if _, ran, err := do(t, r, other, first); err != nil || !ran {
				t.Errorf("%s: ran %t, %v", name, ran, err)
			}
		}
		if err := idempotency.Prune(t.Context(), r.DB, r.Clock.Now().Add(25*time.Hour)); err != nil {
			t.Fatal(err)
		}
		if _, ran, err := do(t, r, c, first); err != nil || !ran {
			t.Errorf("a day later: ran %t, %v", ran, err)
		}
	})
}

func TestResponses_TRAP_O1_manyAtOnceRunOnce(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		r, c := kept(t, open(t))
		var runs atomic.Int64
		var all sync.WaitGroup
		for range 24 {
			all.Go(func() {
				got, err := r.Do(t.Context(), c, func() idempotency.Response {
					time.Sleep(50 * time.Millisecond)
					return idempotency.Response{Status: 200, Body: fmt.Sprint("run ", runs.Add(1))}
				})
				if err != nil || got.Body != "run 1" {
					t.Errorf("%+v, %v", got, err)
				}
			})
		}
		all.Wait()
		if n := runs.Load(); n != 1 {
			t.Errorf("it ran %d times", n)
		}
	})
}

func TestResponses_TRAP_O1_whatFailedRunsAgain(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		r, c := kept(t, open(t))
		for _, status := range []int{409, 422, 500, 503} {
			if _, ran, err := do(t, r, c, idempotency.Response{Status: status}); err != nil || !ran {
				t.Errorf("before %d: ran %t, %v", status, ran, err)
			}
		}
		func() {
			defer func() { _ = recover() }()
			_, _ = r.Do(t.Context(), c, func() idempotency.Response { panic("on purpose") })
		}()
		if got, ran, err := do(t, r, c, idempotency.Response{Status: 201}); err != nil || !ran || got.Status != 201 {
			t.Errorf("after a panic: %+v, ran %t, %v", got, ran, err)
		}
	})
}

// An instance that ends while it makes a call leaves the claim of the key.
func TestResponses_TRAP_O1_aLostCallBlocksItsKeyForAMinute(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		r, c := kept(t, open(t))
		change(t, r, `INSERT INTO kept_responses (caller, operation, subject, key, body_hash, status, body, claim_ends_at, created_at)
			VALUES ('customer 5', 'payOrder', 'purchase 17', 'key-1', 'a', 0, '', `+r.DB.Dialect.Now()+` + 60000, 0)`)
		ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
		defer cancel()
		_, err := r.Do(ctx, c, func() idempotency.Response {
			t.Error("it ran twice at once")
			return idempotency.Response{}
		})
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("while the claim lasts: %v", err)
		}
		change(t, r, `UPDATE kept_responses SET claim_ends_at = `+r.DB.Dialect.Now())
		got, err := r.Do(t.Context(), c, func() idempotency.Response {
			change(t, r, `UPDATE kept_responses SET claim_ends_at = claim_ends_at + 1`) // another one has taken it over
			return idempotency.Response{Status: 200, Body: "late"}
		})
		if err != nil || got.Body != "late" {
			t.Errorf("after the claim: %+v, %v", got, err)
		}
		if n, err := db.One[int64](t.Context(), r.DB.R, `SELECT COUNT(*) FROM kept_responses WHERE status = 0`); err != nil || n != 1 {
			t.Errorf("the response of a lost claim was kept: %d, %v", n, err)
		}
	})
}

// Claims of many waiting calls would keep the one writer of SQLite busy.
func TestResponses_TRAP_O1_aWaitingCallOnlyReads(t *testing.T) {
	t.Parallel()
	dbtest.EachEngine(t, func(t *testing.T, engine db.Dialect) {
		spans := tracetest.NewInMemoryExporter()
		o := dbtest.Migrated(t, engine)
		o.Spans = sdk.NewTracerProvider(sdk.WithSyncer(spans))
		r, c := kept(t, dbtest.OpenAt(t, o))
		_, _, err := do(t, r, c, idempotency.Response{Status: 200, Body: "first"})
		if err != nil {
			t.Fatal(err)
		}
		change(t, r, `UPDATE kept_responses SET status = 0, claim_ends_at = `+r.DB.Dialect.Now()+` + 60000`)
		time.AfterFunc(350*time.Millisecond, func() { change(t, r, `UPDATE kept_responses SET status = 200`) })
		traced, span := o.Spans.Tracer("test").Start(t.Context(), "call")
		got, err := r.Do(traced, c, func() idempotency.Response { return idempotency.Response{} })
		span.End()
		if err != nil || got.Body != "first" {
			t.Errorf("%+v, %v", got, err)
		}
		count := map[string]int{}
		for _, s := range spans.GetSpans() {
			count[s.Name]++
		}
		if count["INSERT"] != 1 || count["SELECT"] < 3 {
			t.Errorf("statements: %v", count)
		}
	})
}

func TestResponses_TRAP_O1_aCallThatLastsIsRefused(t *testing.T) {
	t.Parallel()
	r, c := kept(t, dbtest.Open(t, db.SQLite))
	_, err := r.Do(t.Context(), c, func() idempotency.Response {
		_, _, err := do(t, r, c, idempotency.Response{})
		if !errs.Is(err, errs.Conflict) || errs.From(err).Field != "Idempotency-Key" || errs.From(err).RetryAfter <= 0 {
			t.Errorf("meanwhile: %v", err)
		}
		return idempotency.Response{Status: 200}
	})
	if err != nil {
		t.Error(err)
	}
}
