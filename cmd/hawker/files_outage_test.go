package main

import (
	"bytes"
	"net/http"
	"strings"
	"testing"
	"time"

	"hawker/internal/blob/blobtest"
)

// Files that hang or fail after they worked give a clear error and a line in the log, never
// a secret. An account that is erased meanwhile is gone at once, and everything works when
// the files are back (PROF-05, ITEM-11).
func TestFilesThatHangOrFail_PROF05_ITEM11(t *testing.T) {
	t.Parallel()
	s3 := blobtest.Start(t)
	var log bytes.Buffer
	process, url := startProcess(t, &log, append([]string{"--data", t.TempDir()}, filesIn(s3)...))
	r := &running{t: t, url: url}
	u := r.newFileUser()
	bearer := map[string]string{"Authorization": "Bearer " + u.token}

	for what, spoil := range map[string]func(){"hang": s3.Hang, "fail": s3.Fail} {
		spoil()
		began := time.Now()
		answer, body, err := r.send("GET", u.prescription, bearer, nil)
		if err != nil || answer.StatusCode != 503 || answer.Header.Get("Retry-After") == "" || !strings.Contains(string(body), `"code":"unavailable"`) {
			t.Errorf("%s: the prescription: %d %s, %v", what, answer.StatusCode, body, err)
		}
		if status, body := r.sendImage("POST", "/uploads", u.token, map[string]string{"purpose": "review"}, smallPNG()); status != 503 || !strings.Contains(string(body), "We cannot show or save pictures just now") {
			t.Errorf("%s: an upload: %d %s", what, status, body)
		}
		if answer := r.pictureAnswer("/media/0/logo/kiosk-480.png"); answer.StatusCode != 503 || answer.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("%s: a picture: %d %v", what, answer.StatusCode, answer.Header)
		}
		if took := time.Since(began); took > 10*time.Second {
			t.Errorf("%s: three calls took %v", what, took)
		}
		if status, _ := r.try("GET", "/config", nil, nil); status != 200 {
			t.Errorf("%s: the rest of the shop: %d", what, status)
		}
		s3.Heal()
		if got := r.statuses(u); got != [2]int{200, 200} {
			t.Errorf("%s: when the files are back: %v", what, got)
		}
	}
	r.addFiles(&u) // and they can be written again

	s3.Fail()
	r.call("DELETE", "/customer", bearer, map[string]any{"current_password": filePassword}, nil)
	s3.Heal()
	if got := r.statuses(u); got[0] != http.StatusNotFound || got[1] < 400 {
		t.Errorf("after the account was erased: %v", got)
	}
	_ = process.Process.Kill()
	_ = process.Wait()
	for _, want := range []string{`"operation":"getUpload"`, "no response within the time limit", "a picture cannot be read"} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("the log does not have %q", want)
		}
	}
	if strings.Contains(log.String(), blobtest.SecretKey) {
		t.Error("the secret key is in the log")
	}
}

// The files are checked at the start, and the program says in a sentence what is wrong.
func TestServe_checksTheFiles(t *testing.T) {
	t.Parallel()
	s3 := blobtest.Start(t)
	for _, tt := range []struct {
		name  string
		spoil func(flags []string)
		want  string
	}{
		{"there is no bucket", func(f []string) { f[1] = strings.Replace(f[1], "//town", "//none", 1) }, "the files of the town at s3://none cannot be written: there is no such bucket"},
		{"half of the keys", func(f []string) { f[5] = "" }, "HAWKER_BLOB_URL: HAWKER_BLOB_ACCESS_KEY and HAWKER_BLOB_SECRET_KEY must both be set"},
		{"another scheme", func(f []string) { f[1] = "ftp://host" }, "HAWKER_BLOB_URL: the address of the files begins with ftp://"},
		{"no scheme", func(f []string) { f[1] = "town" }, "HAWKER_BLOB_URL must begin with s3:// or file:///"},
		{"a scheme without its colon", func(f []string) { f[1] = "s3//town" }, "HAWKER_BLOB_URL must begin with s3:// or file:///"},
		{"a host for a folder", func(f []string) { f[1] = "file://srv/files" }, "HAWKER_BLOB_URL: the address of the files names the host srv"},
		{"no time", func(f []string) { f[7] = "0s" }, "--blob-timeout must be at least 1s"},
	} {
		flags := filesIn(s3)
		tt.spoil(flags)
		r := &running{t: t, data: append([]string{"--data", t.TempDir()}, flags...)}
		if out, err := r.command("serve", "--addr", "127.0.0.1:0"); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v\n%s", tt.name, err, out)
		}
	}
}
