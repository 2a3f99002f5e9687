package main

import (
	"bytes"
	"context"
	"io"
	"strings"
	"testing"
	"time"

	"hawker/internal/db"
)

// printedKeys is what `hawker keys` prints, as an environment and as a text.
func printedKeys(t *testing.T) (env map[string]string, text string) {
	t.Helper()
	var out bytes.Buffer
	if err := run(t.Context(), []string{"keys"}, func(string) string { return "" }, &out, nil); err != nil {
		t.Fatal(err)
	}
	env = map[string]string{}
	for line := range strings.Lines(out.String()) {
		if name, value, found := strings.Cut(strings.TrimSpace(line), "="); found && !strings.HasPrefix(line, "#") {
			env[name] = value
		}
	}
	return env, out.String()
}

// What `hawker keys` prints switches push on; without it push is off.
func TestKeys_PROF06_switchPushOn(t *testing.T) {
	t.Parallel()
	env, text := printedKeys(t)
	if other, _ := printedKeys(t); other["HAWKER_VAPID_KEY"] == env["HAWKER_VAPID_KEY"] || len(env) != 2 {
		t.Fatalf("the same key twice, or other lines: %s", text)
	}
	publicKey := func(flags ...string) string {
		var config struct {
			Key string `json:"push_public_key"`
		}
		startDemo(t, db.SQLite, flags...).call("GET", "/config", nil, nil, &config)
		return config.Key
	}
	if key := publicKey(); key != "" {
		t.Errorf("without a key: %s", key)
	}
	key := publicKey("--vapid-key", env["HAWKER_VAPID_KEY"], "--vapid-contact", env["HAWKER_VAPID_CONTACT"])
	if len(key) != 87 || !strings.Contains(text, key) {
		t.Errorf("the key is %q, and printed was %s", key, text)
	}
}

func TestKeys_PROF06_wrongOnesAreRefusedWithoutBeingShown(t *testing.T) {
	t.Parallel()
	env, _ := printedKeys(t)
	key := env["HAWKER_VAPID_KEY"]
	for name, flags := range map[string][]string{
		"no key":                    {"--vapid-key=hush"},
		"a contact without a key":   {"--vapid-contact=mailto:me@shop.example"},
		"neither contact nor https": {"--vapid-key", key, "--public-url=http://shop.example"},
		"no contact":                {"--vapid-key", key, "--vapid-contact=me@shop.example"},
	} {
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		args := append([]string{"serve", "--data", t.TempDir(), "--addr", "127.0.0.1:0"}, flags...)
		err := run(ctx, args, func(string) string { return "" }, io.Discard, nil)
		cancel()
		if err == nil || !strings.Contains(err.Error(), "--vapid") || strings.Contains(err.Error(), "hush") || strings.Contains(err.Error(), key) {
			t.Errorf("%s: %v", name, err)
		}
	}
	f := serverFlags{PublicURL: "https://shop.example"}
	f.VAPIDKey = secret(key)
	if p, err := f.pusher(); err != nil || p == nil {
		t.Errorf("the public URL is no contact: %v", err)
	}
}
