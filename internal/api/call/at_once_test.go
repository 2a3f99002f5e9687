package call_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"testing"
	"testing/synctest"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"hawker/internal/api/call"
)

func TestAtOnce_REG01_theOthersWait(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		mux := http.NewServeMux()
		a := call.NewAPI(mux)
		goOn := make(chan struct{})
		op := huma.Operation{OperationID: "send", Method: http.MethodPost, Path: "/send", Middlewares: call.AtOnce(a, 2)}
		huma.Register(a, op, func(context.Context, *call.ScopeInput) (*struct{}, error) {
			<-goOn
			return nil, nil
		})
		statuses := make(chan int, 9)
		send := func() {
			w := httptest.NewRecorder()
			mux.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodPost, call.Prefix+"/send", http.NoBody))
			if w.Code == http.StatusServiceUnavailable && w.Header().Get("Retry-After") != "5" {
				t.Errorf("Retry-After %q", w.Header().Get("Retry-After"))
			}
			statuses <- w.Code
		}
		for range 3 {
			go send()
		}
		time.Sleep(4 * time.Second)
		synctest.Wait()
		if len(statuses) != 0 {
			t.Fatalf("the third was not made to wait: %d", <-statuses)
		}
		time.Sleep(time.Second)
		if got := <-statuses; got != http.StatusServiceUnavailable {
			t.Errorf("the third, after its wait: %d", got)
		}
		go send()
		synctest.Wait()
		close(goOn)
		for range 3 {
			if got := <-statuses; got != http.StatusNoContent {
				t.Errorf("one that had its turn: %d", got)
			}
		}
	})
}
