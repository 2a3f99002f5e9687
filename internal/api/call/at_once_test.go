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
		op := huma.Operation{OperationID: "send", Method: http.MethodPost, Path: "/send", Middlewares: call.AtOnce(a, 4, 2)}
		huma.Register(a, op, func(context.Context, *call.ScopeInput) (*struct{}, error) {
			<-goOn
			return nil, nil
		})
		statuses := make(chan int, 9)
		send := func(address string) {
			w := httptest.NewRecorder()
			r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, call.Prefix+"/send", http.NoBody)
			r.RemoteAddr = address + ":1"
			mux.ServeHTTP(w, r)
			if w.Code == http.StatusServiceUnavailable && w.Header().Get("Retry-After") != "5" {
				t.Errorf("Retry-After %q", w.Header().Get("Retry-After"))
			}
			statuses <- w.Code
		}
		for range 3 {
			go send("192.0.2.1")
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
		for _, address := range []string{"192.0.2.2", "192.0.2.2", "192.0.2.3"} { // the last waits for a turn of all
			go send(address)
		}
		synctest.Wait()
		if len(statuses) != 0 {
			t.Errorf("others are refused while one address has its turns: %d", <-statuses)
		}
		close(goOn)
		for range 5 {
			if got := <-statuses; got != http.StatusNoContent {
				t.Errorf("one that had its turn: %d", got)
			}
		}
	})
}
