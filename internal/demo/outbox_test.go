package demo_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"hawker/internal/account"
	"hawker/internal/clock"
	"hawker/internal/demo"
)

func lookAt(o *demo.Outbox, path string) (int, string) {
	w := httptest.NewRecorder()
	o.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
	return w.Code, w.Body.String()
}

func TestOutbox_TRAP_D8_showsWhatWouldHaveBeenSent(t *testing.T) {
	t.Parallel()
	o := demo.NewOutbox(clock.NewManual(time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)), true, []string{"/assets/shop.css"})
	if _, page := lookAt(o, demo.OutboxPath); !strings.Contains(page, "Nothing yet") {
		t.Errorf("an empty outbox shows\n%s", page)
	}
	if err := o.Texter().Send(t.Context(), "+12025550123", "Your code is 111222."); err != nil {
		t.Fatal(err)
	}
	if err := o.Mailer().Send(t.Context(), account.Mail{To: "a@example.com", Subject: "Code <b>", Text: "333444 <script>alert(1)</script> by http://shop.example/a#b=c."}); err != nil {
		t.Fatal(err)
	}
	status, page := lookAt(o, demo.OutboxPath)
	first, second := strings.Index(page, "333444"), strings.Index(page, "111222")
	if status != 200 || first < 0 || second < first {
		t.Errorf("%d: the newest is not the first\n%s", status, page)
	}
	for _, want := range []string{
		"&#43;12025550123", "a@example.com", "Code &lt;b&gt;", "2026-11-21T09:00:00Z", "21 Nov 2026, 09:00:00 UTC",
		`href="/assets/shop.css"`, `<a href="http://shop.example/a#b=c">http://shop.example/a#b=c</a>.</p>`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page does not contain %q", want)
		}
	}
	if strings.Contains(page, "<script>") {
		t.Error("the text of a message runs as a script")
	}
	if status, style := lookAt(o, demo.OutboxPath+"/style.css"); status != 200 || style == "" {
		t.Errorf("the status of its style is %d", status)
	}
	if status, _ := lookAt(o, demo.OutboxPath+"/else"); status != 404 {
		t.Errorf("the status of an unknown page is %d", status)
	}
}

// A server that does not show codes hides them in the outbox, too.
func TestOutbox_TRAP_D8_hidesCodes(t *testing.T) {
	t.Parallel()
	o := demo.NewOutbox(clock.System, false, nil)
	if err := o.Texter().Send(t.Context(), "+12025550123", "111222 is your code for Hawker."); err != nil {
		t.Fatal(err)
	}
	mail := account.Mail{To: "a@example.com", Subject: "Your code 333444", Text: "Follow https://shop.example/newsletter?token=s3cret or http://shop.example/#t0ken. 555666"}
	if err := o.Mailer().Send(t.Context(), mail); err != nil {
		t.Fatal(err)
	}
	_, page := lookAt(o, demo.OutboxPath)
	for _, secret := range []string{"111222", "333444", "555666", "s3cret", "t0ken"} {
		if strings.Contains(page, secret) {
			t.Errorf("the page contains %s", secret)
		}
	}
	for _, want := range []string{"&#43;12025550123", "is your code for Hawker", "https://shop.example/newsletter••••••"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page does not contain %q", want)
		}
	}
}

func TestOutbox_keepsTheNewestFew(t *testing.T) {
	t.Parallel()
	o := demo.NewOutbox(clock.System, true, nil)
	var wg sync.WaitGroup
	for n := range 300 {
		wg.Go(func() { _ = o.Texter().Send(t.Context(), "+12025550123", fmt.Sprintf("message %d", n)) })
	}
	wg.Wait()
	if err := o.Texter().Send(t.Context(), "+12025550123", "the last"); err != nil {
		t.Fatal(err)
	}
	_, page := lookAt(o, demo.OutboxPath)
	if n := strings.Count(page, "<article>"); n != 200 || !strings.Contains(page, "the last") {
		t.Errorf("%d messages are kept", n)
	}
}
