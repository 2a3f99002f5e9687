package main

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"hawker/internal/db"
	"hawker/internal/db/dbtest"
)

// Nobody finds a secret in the database, a backup or the log: no password, code, token or
// guest id (AUTH-10).
func TestNoSecretIsKept_AUTH10_PERM02(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, engine db.Dialect) {
		dir := t.TempDir()
		data := []string{"--data", dir}
		var database string
		if engine == db.Postgres {
			database = dbtest.Empty(t, engine).URL
			data = append(data, "--database-url", database)
		}
		var log bytes.Buffer
		process, url := startProcess(t, &log, data, "--log", "debug")
		before := readAll(t, dir, database)
		who := &secretUser{running: &running{t: t, url: url, data: data}, known: map[string]string{}}
		who.doEverything()

		archive := filepath.Join(t.TempDir(), "backup.zip")
		if out, err := who.command("backup", archive); err != nil {
			t.Fatalf("backup: %v\n%s", err, out)
		}
		after := readAll(t, dir, database)
		if err := process.Process.Signal(os.Interrupt); err != nil {
			t.Fatal(err)
		}
		_ = process.Wait() // afterwards the log is complete
		if len(who.known) < 20 || log.Len() == 0 {
			t.Fatalf("%d secrets and %d bytes of log: too few for a proof", len(who.known), log.Len())
		}
		checkRequestLines(t, log.String())
		for place, text := range map[string]string{"the database": after, "the backup": unzipped(t, archive), "the log": log.String()} {
			for what, secret := range who.known {
				if contains(text, secret) && !contains(before, secret) {
					t.Errorf("%s contains %s", place, what)
				}
			}
		}
	})
}

// checkRequestLines checks that the log has a line for each request, with the pattern of
// its route and never its path.
func checkRequestLines(t *testing.T, log string) {
	t.Helper()
	routes := map[string]bool{}
	for text := range strings.Lines(log) {
		var line struct {
			Msg, Method, Route string
			Status             int
			Took               float64
			RequestID          string `json:"request_id"`
		}
		if err := json.Unmarshal([]byte(text), &line); err != nil || line.Msg != "request" {
			continue
		}
		if line.Method == "" || line.Route == "" || line.Status < 100 || line.Took <= 0 || line.RequestID == "" {
			t.Errorf("the line of a request lacks a part: %s", text)
		}
		routes[line.Route] = true
	}
	if !routes["/api/v1/auth/login"] || !routes["/api/v1/orders"] {
		t.Errorf("the routes of the log are %v", routes)
	}
}

// contains reports whether a text contains the secret. Six digits are part of many
// numbers, so they only count without a digit, letter or point beside them.
func contains(text, secret string) bool {
	if found := strings.Contains(text, secret); !found || len(secret) > 6 {
		return found
	}
	return regexp.MustCompile(`(^|[^0-9A-Za-z.+-])` + secret + `($|[^0-9A-Za-z.]|\.($|[^0-9]))`).MatchString(text)
}

// secretUser uses an account in every way, and records every secret that it gets.
type secretUser struct {
	*running
	known map[string]string // secrets by name
}

func (s *secretUser) record(what, secret string) string {
	if secret == "" {
		s.t.Fatalf("there is no %s", what)
	}
	s.known[what] = secret
	return secret
}

// signIn is the response to a step of a sign-in.
type signIn struct {
	Token   string
	Proof   string
	DemoOTP string `json:"demo_otp"`
}

func (s *secretUser) post(path string, body map[string]any) (got signIn) {
	s.t.Helper()
	s.call("POST", path, nil, body, &got)
	return got
}

func (s *secretUser) doEverything() {
	d := s.findDinner()
	s.record("the tracking token", s.order(d, "secrets-1").Token)
	s.signUp()
	s.signInByCode()
	s.recover()
}

func (s *secretUser) signUp() {
	var guest struct {
		ID string `json:"guest_id"`
	}
	s.call("POST", "/auth/guest", nil, map[string]any{}, &guest)
	password := s.record("the password", "saffron-Kettle-93")
	up := s.post("/auth/sign-up", map[string]any{
		"name": "Noor Haddad", "email": "noor@example.com", "phone": "+12025550171", "tandc": true,
		"password": password, "confirm_password": password, "guest_id": s.record("the guest's id", guest.ID),
	})
	s.record("the token of the sign-up", up.Token)
	in := s.post("/auth/login", map[string]any{"login_type": "manual", "email_or_phone": "noor@example.com", "password": password})
	s.record("the token of the sign-in", in.Token)
	for i := range 3 {
		wrong := s.record(fmt.Sprintf("the wrong password %d", i), fmt.Sprintf("not-the-password-%d", i))
		s.try("POST", "/auth/login", nil, map[string]any{"login_type": "manual", "email_or_phone": "noor@example.com", "password": wrong})
	}
	s.call("POST", "/auth/logout", map[string]string{"Authorization": "Bearer " + in.Token}, map[string]any{}, nil)
	s.try("GET", "/customer/info", map[string]string{"Authorization": "Bearer " + in.Token}, nil)
}

func (s *secretUser) signInByCode() {
	for i := range 5 {
		phone := fmt.Sprintf("+1202555018%d", i)
		sent := s.post("/auth/login", map[string]any{"login_type": "otp", "phone": phone})
		code := s.record(fmt.Sprintf("the code for phone %d", i), sent.DemoOTP)
		step := s.post("/auth/verify-phone", map[string]any{"login_type": "otp", "verification_type": "phone", "phone": phone, "otp": code})
		s.record(fmt.Sprintf("the proof of phone %d", i), step.Proof)
		in := s.post("/auth/update-info", map[string]any{"proof": step.Proof, "name": "Ada Quist", "email": fmt.Sprintf("ada%d@example.com", i)})
		s.record(fmt.Sprintf("the token of phone %d", i), in.Token)
	}
}

func (s *secretUser) recover() {
	sent := s.post("/auth/forgot-password", map[string]any{"email": "noor@example.com", "verification_method": "email"})
	code := s.record("the code of the forgotten password", sent.DemoOTP)
	s.call("POST", "/auth/verify-token", nil, map[string]any{"email": "noor@example.com", "reset_token": code}, nil)
	password := s.record("the new password", "Cardamom.tide.58")
	s.call("PUT", "/auth/reset-password", nil, map[string]any{"email": "noor@example.com", "reset_token": code, "password": password, "confirm_password": password}, nil)
	in := s.post("/auth/login", map[string]any{"login_type": "manual", "email_or_phone": "noor@example.com", "password": password})
	s.record("the token after the new password", in.Token)
}

// readAll returns everything that the town stores: its files and, on PostgreSQL, every row
// of every table.
func readAll(t *testing.T, dir, database string) string {
	t.Helper()
	var all strings.Builder
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := os.ReadFile(path)
		all.Write(content)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if database == "" {
		return all.String()
	}
	d, err := db.Open(t.Context(), db.Options{Dir: dir, URL: database})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	tables, err := db.Many[string](t.Context(), d.R, `SELECT table_name FROM information_schema.tables WHERE table_schema = current_schema()`)
	if err != nil {
		t.Fatal(err)
	}
	for _, table := range tables {
		rows, err := db.Many[string](t.Context(), d.R, `SELECT CAST(row_to_json(x) AS TEXT) FROM `+table+` x`)
		if err != nil {
			t.Fatal(err)
		}
		all.WriteString(strings.Join(rows, "\n"))
	}
	return all.String()
}

func unzipped(t *testing.T, file string) string {
	t.Helper()
	archive, err := zip.OpenReader(file)
	if err != nil {
		t.Fatal(err)
	}
	defer archive.Close()
	var all strings.Builder
	for _, f := range archive.File {
		content, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.Copy(&all, content); err != nil {
			t.Fatal(err)
		}
		content.Close()
	}
	return all.String()
}

// The search must find a secret that is there.
func TestSecretsAreSearchedFor_AUTH10(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		`{"code":"123456"}`: true, `123456`: true, `Your code is 123456. Keep it.`: true, `123456.7`: false, "code 123456\n": true,
		`65.123456`: false, `1234567`: false, `0123456`: false, `id 12345`: false,
	} {
		if got := contains(text, "123456"); got != want {
			t.Errorf("contains(%q) is %v", text, got)
		}
	}
	body, _ := json.Marshal(map[string]string{"token": "abcdefghij"})
	if !contains(string(body), "abcdefghij") {
		t.Error("a token in a document is not found")
	}
}
