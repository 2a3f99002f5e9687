package call_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"hawker/internal/api/call"
	"hawker/internal/clock"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/idempotency"
)

type keyedInput struct {
	call.KeyHeader
	ID   int64 `path:"id"`
	Body struct{ A, B int }
}

type keyedOutput struct {
	Body struct {
		Run int `json:"run"`
	}
}

// A client that goes away, as on a train, does not stop the call: the same request sent
// again gets its response. Spaces and the order of fields make no other request.
func TestKeyed_TRAP_O1_aClientThatHasGoneGetsTheResponseLater(t *testing.T) {
	t.Parallel()
	mux, runs := http.NewServeMux(), 0
	ctx, leave := context.WithTimeout(t.Context(), time.Minute)
	a := call.NewAPI(mux)
	a.UseMiddleware(call.Keyed{Responses: &idempotency.Responses{DB: dbtest.Open(t, db.SQLite), Clock: clock.System}, Owns: func(int64, string) bool { return true }}.Middleware(a))
	huma.Register(a, call.ByOrderHolders("pay", http.MethodPost, "/orders/{id}/pay"), func(ctx context.Context, _ *keyedInput) (*keyedOutput, error) {
		runs++
		leave()
		if _, limited := ctx.Deadline(); ctx.Err() != nil || !limited {
			t.Errorf("the call ends with its client, or never: %v", ctx.Err())
		}
		out := new(keyedOutput)
		out.Body.Run = runs
		return out, nil
	})
	pay := func(ctx context.Context, body string) (int, string) {
		r := httptest.NewRequestWithContext(ctx, http.MethodPost, call.Prefix+"/orders/17/pay", strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Idempotency-Key", "attempt-1")
		r.Header.Set("X-Order-Token", "token")
		w := httptest.NewRecorder()
		mux.ServeHTTP(w, r)
		return w.Code, strings.TrimSpace(w.Body.String())
	}
	pay(ctx, `{"A":1,"B":2}`)
	ctx, leave = context.WithTimeout(t.Context(), time.Minute)
	if status, body := pay(ctx, `{ "B": 2, "A": 1 }`); status != 200 || body != `{"run":1}` {
		t.Errorf("asked again: %d %s", status, body)
	}
	if status, body := pay(ctx, `{"A":1,"B":3}`); status != 409 {
		t.Errorf("another body: %d %s", status, body)
	}
	leave()
}
