package signintest

import (
	"testing"

	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/errs"
)

// OnEngines runs a case on both engines. edit, or nil, changes what the services are
// made of.
func OnEngines(t *testing.T, edit func(*Deps), run func(t *testing.T, w *Fixture)) {
	t.Helper()
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		run(t, Open(t, open(t), edit))
	})
}

// Done returns a function that passes a value on, and fails the test on an error.
func Done[T any](t *testing.T) func(T, error) T {
	return func(v T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

// Refused fails the test unless the error has the code.
func Refused(t *testing.T, what string, err error, code errs.Code) {
	t.Helper()
	if !errs.Is(err, code) {
		t.Errorf("%s: %v, want %s", what, err, code)
	}
}
