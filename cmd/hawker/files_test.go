package main

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"io"
	"mime/multipart"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"hawker/internal/blob"
	"hawker/internal/blob/blobtest"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
)

// filesIn are the flags of a town whose files are in the stand-in.
func filesIn(s3 *blobtest.S3) []string {
	return []string{"--blob-url", s3.URL, "--blob-access-key", blobtest.AccessKey, "--blob-secret-key", blobtest.SecretKey, "--blob-timeout", "1s"}
}

// fileUser is a customer with a photo and a prescription, who has a token.
type fileUser struct {
	token, photo, prescription string
}

// sendImage sends a form with an image.
func (r *running) sendImage(method, path, token string, fields map[string]string, content []byte) (int, []byte) {
	r.t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	for name, value := range fields {
		_ = form.WriteField(name, value)
	}
	part, _ := form.CreateFormFile("image", "image.png")
	_, _ = part.Write(content)
	_ = form.Close()
	q, err := http.NewRequestWithContext(r.t.Context(), method, r.url+"/api/v1"+path, &body)
	if err != nil {
		r.t.Fatal(err)
	}
	q.Header.Set("Content-Type", form.FormDataContentType())
	q.Header.Set("Authorization", "Bearer "+token)
	answer, err := http.DefaultClient.Do(q)
	if err != nil {
		r.t.Fatal(err)
	}
	defer answer.Body.Close()
	text, _ := io.ReadAll(answer.Body)
	return answer.StatusCode, text
}

const filePassword = "copper-kettle-71"

// newFileUser signs up and sends a photo and a prescription.
func (r *running) newFileUser() fileUser {
	r.t.Helper()
	r.call("POST", "/auth/sign-up", nil, map[string]any{"name": "Noor Amin", "phone": "+12025550144", "email": "noor@example.com", "password": filePassword, "confirm_password": filePassword, "tandc": true}, nil)
	var in struct{ Token string }
	r.call("POST", "/auth/login", nil, map[string]any{"login_type": "manual", "email_or_phone": "noor@example.com", "password": filePassword}, &in)
	u := fileUser{token: in.Token}
	r.addFiles(&u)
	return u
}

func (r *running) addFiles(u *fileUser) {
	r.t.Helper()
	bearer := map[string]string{"Authorization": "Bearer " + u.token}
	if status, body := r.sendImage("POST", "/customer/update-profile", u.token, map[string]string{"name": "Noor Amin"}, smallPNG()); status != 200 {
		r.t.Fatalf("photo: %d %s", status, body)
	}
	var info struct {
		Image string `json:"image_full_url"`
	}
	r.call("GET", "/customer/info", bearer, nil, &info)
	_, u.photo, _ = strings.Cut(info.Image, "/api/v1")
	status, body := r.sendImage("POST", "/uploads", u.token, map[string]string{"purpose": "prescription"}, smallPNG())
	_, id, _ := strings.Cut(string(body), `"id":"`)
	if status > 201 || len(id) < 32 {
		r.t.Fatalf("prescription: %d %s", status, body)
	}
	u.prescription = "/uploads/" + id[:32]
}

// statuses are those of the photo and of the prescription.
func (r *running) statuses(u fileUser) [2]int {
	r.t.Helper()
	photo, _ := r.try("GET", u.photo, nil, nil)
	prescription, _ := r.try("GET", u.prescription, map[string]string{"Authorization": "Bearer " + u.token}, nil)
	return [2]int{photo, prescription}
}

// inASecond waits up to a second until something holds.
func inASecond(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for end := time.Now().Add(time.Second); !holds(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Errorf("after a second: %s", what)
			return
		}
	}
}

// What is written through one instance is served by the other within a second, and what is
// erased through the other is gone on the first (PROF-03, PROF-05, ITEM-11).
func TestTwoInstancesShareTheFilesInS3_PROF03_PROF05_ITEM11(t *testing.T) {
	t.Parallel()
	s3 := blobtest.Start(t)
	o := dbtest.Migrated(t, db.Postgres)
	data := func() []string { return append(dataOf(t, o), filesIn(s3)...) }
	picture := importPicture(t, &running{t: t, data: data()}, color.Black)
	a := startCommand(t, data(), "serve")
	b := startCommand(t, data(), "serve")
	u := a.newFileUser()
	inASecond(t, "B does not serve the photo and the prescription", func() bool { return b.statuses(u) == [2]int{200, 200} })
	answer, _, _ := b.send("GET", u.photo, nil, nil)
	if c := answer.Header.Get("Cache-Control"); !strings.Contains(c, "private") || strings.Contains(c, "immutable") {
		t.Errorf("the photo has Cache-Control %q", c)
	}
	var shown []byte
	inASecond(t, "B does not serve the picture of the catalogue", func() bool {
		status, body := b.picture(picture)
		shown = body
		return status == 200
	})
	if answer := b.pictureAnswer(picture); !strings.Contains(answer.Header.Get("Cache-Control"), "s-maxage=3600") {
		t.Errorf("the picture has Cache-Control %q", answer.Header.Get("Cache-Control"))
	}
	importPicture(t, b, color.White)
	inASecond(t, "A still serves the picture that was replaced through B", func() bool {
		status, body := a.picture(picture)
		return status == 200 && !bytes.Equal(body, shown)
	})
	if out, err := a.command("verify"); err != nil {
		t.Errorf("verify: %v\n%s", err, out)
	}

	b.call("DELETE", "/customer", map[string]string{"Authorization": "Bearer " + u.token}, map[string]any{"current_password": filePassword}, nil)
	inASecond(t, "the photo's file is still there", func() bool {
		there := false
		err := s3.Open(t, s3.Options()).Each(t.Context(), "photos/", func(blob.Entry) error { there = true; return nil })
		return err == nil && !there
	})
	inASecond(t, "A still serves what was erased through B", func() bool { s := a.statuses(u); return s[0] == 404 && s[1] > 400 })
}

// smallTown is the town.json of a town without stores.
const smallTown = `{"business": {"name": "Small"}, "login": {"manual_login_status": true},
	"currency": {"code": "USD", "digits": 2, "symbol": "$", "symbol_side": "left"},
	"location": {"country": "US", "time_zone": "Indian/Maldives", "default": {"lat": 0.5, "lng": 0.5}}}`

// importPicture imports a town folder with one picture, and returns its path.
func importPicture(t *testing.T, r *running, c color.Color) string {
	t.Helper()
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "town.json"), []byte(smallTown), 0o600); err != nil {
		t.Fatal(err)
	}
	writePicture(t, filepath.Join(folder, "media", "logo", "kiosk.png"), c)
	if out, err := r.command("import", folder); err != nil {
		t.Fatalf("import: %v\n%s", err, out)
	}
	return "/media/0/logo/kiosk-480.png"
}

func writePicture(t *testing.T, file string, c color.Color) {
	t.Helper()
	picture := image.NewNRGBA(image.Rect(0, 0, 300, 300))
	for i := range 300 {
		picture.Set(i, i, c)
	}
	var out bytes.Buffer
	if err := png.Encode(&out, picture); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, out.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
}

func (r *running) pictureAnswer(path string) *http.Response {
	r.t.Helper()
	q, err := http.NewRequestWithContext(r.t.Context(), http.MethodGet, r.url+path, nil)
	if err != nil {
		r.t.Fatal(err)
	}
	answer, err := http.DefaultClient.Do(q)
	if err != nil {
		r.t.Fatal(err)
	}
	r.t.Cleanup(func() { answer.Body.Close() })
	return answer
}

func (r *running) picture(path string) (int, []byte) {
	r.t.Helper()
	answer := r.pictureAnswer(path)
	body, _ := io.ReadAll(answer.Body)
	return answer.StatusCode, body
}
