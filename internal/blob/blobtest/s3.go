// Package blobtest starts a stand-in for S3, for tests. The stand-in can be made to refuse
// requests or to hang, and to work again.
package blobtest

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"

	"hawker/internal/blob"
)

// The keys of the stand-in, which accepts any.
const (
	AccessKey = "test-access-key"
	SecretKey = "test-secret-key"
)

// S3 is a stand-in that can fail.
type S3 struct {
	URL      string // of the bucket, for the setting
	Requests atomic.Int64
	works    http.Handler
	fault    atomic.Pointer[http.HandlerFunc]
}

// Start starts a stand-in with an empty bucket. It ends with the test.
func Start(t testing.TB) *S3 {
	t.Helper()
	memory := s3mem.New()
	if err := memory.CreateBucket("town"); err != nil {
		t.Fatal(err)
	}
	fake := gofakes3.New(memory, gofakes3.WithLogger(gofakes3.DiscardLog())).Server()
	s := &S3{works: fake}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.Requests.Add(1)
		if fault := s.fault.Load(); fault != nil {
			(*fault)(w, r)
			return
		}
		s.works.ServeHTTP(w, r)
	}))
	t.Cleanup(func() {
		server.CloseClientConnections() // also those that hang
		server.Close()
	})
	s.URL = "s3://town?endpoint=" + server.URL
	return s
}

// Options are those of a store in the stand-in.
func (s *S3) Options() blob.Options {
	return blob.Options{URL: s.URL, AccessKey: AccessKey, SecretKey: SecretKey}
}

// Open opens a store in the stand-in.
func (s *S3) Open(t testing.TB, o blob.Options) *blob.Store {
	t.Helper()
	store, err := blob.OpenURL(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	})
	return store
}

// Fail makes every request fail, until Heal.
func (s *S3) Fail() { s.FailAfter(0) }

// FailAfter is Fail, but some more requests succeed before.
func (s *S3) FailAfter(requests int64) {
	last := s.Requests.Load() + requests
	s.answer(func(w http.ResponseWriter, r *http.Request) {
		if s.Requests.Load() <= last {
			s.works.ServeHTTP(w, r)
			return
		}
		http.Error(w, `<Error><Code>AccessDenied</Code><Message>no</Message></Error>`, http.StatusForbidden)
	})
}

// Hang makes every request wait, until Heal or until the client gives up.
func (s *S3) Hang() {
	s.answer(func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body) // only then the server notices that the client is gone
		<-r.Context().Done()
	})
}

// Before calls do before each request is answered, until Heal.
func (s *S3) Before(do func(*http.Request)) {
	s.answer(func(w http.ResponseWriter, r *http.Request) {
		do(r)
		s.works.ServeHTTP(w, r)
	})
}

// Heal makes requests succeed again.
func (s *S3) Heal() { s.fault.Store(nil) }

func (s *S3) answer(f http.HandlerFunc) { s.fault.Store(&f) }
