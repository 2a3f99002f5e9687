package stream

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"hawker/internal/errs"
)

// patientWriter is a client that reads all it is sent.
type patientWriter struct{ *httptest.ResponseRecorder }

func (patientWriter) SetWriteDeadline(time.Time) error { return nil }

// While the database is unavailable a stream stays open for two minutes. Then it ends,
// and its client connects again. A successful read restarts the two minutes.
func TestEvents_endAfterALongOutage(t *testing.T) {
	t.Parallel()
	away := errs.New(errs.Unavailable, "The database is away.")
	for _, tt := range []struct {
		name string
		here func(after time.Duration) bool
		want time.Duration // until the stream ends, at the next heartbeat
	}{
		{"from the beginning", func(time.Duration) bool { return false }, maxOutage + defaultHeartbeat},
		{"for good after an hour", func(after time.Duration) bool { return after <= time.Hour }, time.Hour + maxOutage + defaultHeartbeat},
		{"but for a moment each two minutes", func(after time.Duration) bool { return after%(2*time.Minute) == 0 && after <= time.Hour }, time.Hour + maxOutage + defaultHeartbeat},
	} {
		synctest.Test(t, func(t *testing.T) {
			began := time.Now()
			f := Source{hub: New(Deps{}), Read: func(context.Context) ([]byte, error) {
				if tt.here(time.Since(began)) {
					return []byte("{}"), nil
				}
				return nil, away
			}}
			w := patientWriter{httptest.NewRecorder()}
			err := f.stream(t.Context(), eventStreamWriter{w: w, control: http.NewResponseController(w)}, []byte("{}"))
			if !errors.Is(err, away) || time.Since(began) != tt.want {
				t.Errorf("%s: ended after %v with %v, want %v", tt.name, time.Since(began), err, tt.want)
			}
			if pings := strings.Count(w.Body.String(), ": ping"); pings < int(tt.want/defaultHeartbeat)-1 {
				t.Errorf("%s: %d pings kept it open", tt.name, pings)
			}
		})
	}
}
