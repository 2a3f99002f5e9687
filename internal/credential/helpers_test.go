package credential_test

import (
	"testing"

	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/errs"
	"hawker/internal/signin/signintest"
)

const (
	asha     = signintest.Asha
	phone    = signintest.Phone
	password = signintest.Password
)

// onEngines runs a case on both engines. edit, or nil, changes what the services are made
// of.
func onEngines(t *testing.T, edit func(*signintest.Deps), run func(t *testing.T, w *signintest.Desk)) {
	t.Helper()
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		run(t, signintest.Open(t, open(t), edit))
	})
}

// done fails the test unless err is nil.
func done[T any](t *testing.T) func(T, error) T {
	return func(v T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

func refused(t *testing.T, what string, err error, code errs.Code) {
	t.Helper()
	if !errs.Is(err, code) {
		t.Errorf("%s: %v, want %s", what, err, code)
	}
}
