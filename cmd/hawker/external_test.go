package main

import (
	"context"
	"io"
	"strings"
	"testing"
	"time"

	"hawker/internal/db"
)

// Contradictions are reported before anything is opened, all at once, and without their
// secrets.
func TestExternalServices_TRAP_D8_contradictionsAreRefused(t *testing.T) {
	t.Parallel()
	const smtp = "--smtp-url=smtp://user:hunter2secret@127.0.0.1:2525?from=shop@example.com"
	tests := []struct {
		name string
		args []string
		want []string
	}{
		{"codes shown with a mail server", []string{"demo", "--show-codes=on", smtp}, []string{"--show-codes"}},
		{"codes shown with an SMS gateway", []string{"demo", "--show-codes=on", "--sms-url=http://127.0.0.1/{phone}/{text}"}, []string{"--show-codes"}},
		{"codes shown with Google", []string{"demo", "--show-codes=on", "--oidc-google-client-id=me"}, []string{"--show-codes"}},
		{"a flag of the demo only", []string{"serve", "--show-codes=on"}, []string{"unknown flag --show-codes"}},
		{"half of Facebook", []string{"serve", "--facebook-app-id=1"}, []string{"--facebook-app-secret"}},
		{"the other half", []string{"serve", "--facebook-app-secret=hunter2secret"}, []string{"--facebook-app-id"}},
		{"a body without a gateway", []string{"serve", "--sms-body={text}"}, []string{"--sms-url"}},
		{"a gateway without the text", []string{"serve", "--sms-url=http://127.0.0.1/{phone}"}, []string{"{text}"}},
		{"an invalid mail server, and half of Facebook", []string{"serve", "--smtp-url=hunter2secret", "--facebook-app-id=1"}, []string{"mail", "--facebook-app-secret"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
			defer cancel()
			args := append(tt.args, "--data", t.TempDir(), "--addr", "127.0.0.1:0")
			err := run(ctx, args, func(string) string { return "" }, io.Discard, nil)
			if err == nil {
				t.Fatal("it started")
			}
			for _, want := range tt.want {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("the error is %q, without %s", err, want)
				}
			}
			if strings.Contains(err.Error(), "hunter2secret") {
				t.Errorf("the error contains a secret: %v", err)
			}
		})
	}
}

// With a real service, no response contains a code (D8).
func TestExternalServices_TRAP_D8_realOnesHideTheCodes(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, engine db.Dialect) {
		sent := func(flags ...string) string {
			r := startDemo(t, engine, flags...)
			var in signIn
			r.call("POST", "/auth/login", nil, map[string]any{"login_type": "otp", "phone": "+12025550199"}, &in)
			return in.DemoOTP
		}
		if code := sent(); len(code) != 6 {
			t.Errorf("the demo shows %q for a code", code)
		}
		if code := sent("--smtp-url=smtp://127.0.0.1:2525?from=shop@example.com"); code != "" {
			t.Errorf("a town with a mail server shows the code %q", code)
		}
	})
}
