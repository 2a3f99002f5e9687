package content_test

import (
	"context"
	"errors"
	"log/slog"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"hawker/internal/bus"
	"hawker/internal/clock"
	"hawker/internal/contact"
	"hawker/internal/content"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/errs"
	"hawker/internal/jobs"
	"hawker/internal/setting"
	"hawker/internal/translation"
)

// fixture is a newsletter that records its mails.
type fixture struct {
	*content.Newsletter
	t     *testing.T
	clock *clock.Manual

	mu   sync.Mutex
	sent map[string][]string // texts by address
	fail error
}

var morning = time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)

// newFixture returns a newsletter. Without mail it cannot send anything.
func newFixture(t *testing.T, d *db.DB, mail bool) *fixture {
	t.Helper()
	o := &fixture{t: t, clock: clock.NewManual(morning), sent: map[string][]string{}}
	queue := jobs.New(d, o.clock, slog.New(slog.DiscardHandler))
	deps := content.NewsletterDeps{DB: d, Clock: o.clock, Settings: setting.New(d, o.clock, bus.NewLocal()), Jobs: queue, Origin: "https://shop.example"}
	if mail {
		deps.Mail = o.record
	}
	o.Newsletter = content.NewNewsletter(deps)
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() { defer close(ended); queue.Run(ctx) }()
	t.Cleanup(func() { stop(); <-ended })
	return o
}

func (o *fixture) record(_ context.Context, to contact.Email, subject, text string) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.fail != nil {
		return errors.Join(o.fail, errors.New(text))
	}
	o.sent[string(to)] = append(o.sent[string(to)], subject+"\n"+text)
	return nil
}

// mails waits for the jobs, and returns the mails to an address.
func (o *fixture) mails(to string) []string {
	o.t.Helper()
	o.Jobs.Wake()
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(2 * time.Millisecond) {
		if time.Now().After(deadline) {
			o.t.Fatal("mails are still waiting")
		}
		waiting, err := db.One[int64](o.t.Context(), o.DB.R, `SELECT COUNT(*) FROM jobs WHERE done_at IS NULL AND kind = 'newsletter.confirm'`)
		if err != nil {
			o.t.Fatal(err)
		}
		if waiting == 0 {
			break
		}
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.sent[to]
}

func (o *fixture) subscribe(email string) {
	o.t.Helper()
	if err := o.Subscribe(o.t.Context(), email); err != nil {
		o.t.Fatal(err)
	}
}

// token returns the token in the link of the last mail to an address.
func (o *fixture) token(to, link string) string {
	o.t.Helper()
	all := o.mails(to)
	if len(all) == 0 {
		o.t.Fatalf("nothing was sent to %s", to)
	}
	found := regexp.MustCompile(`https://shop\.example/newsletter#` + link + `=(\S+)`).FindStringSubmatch(all[len(all)-1])
	if found == nil {
		o.t.Fatalf("no link in %q", all)
	}
	return found[1]
}

// list returns the subscribers, and whether they have confirmed.
func (o *fixture) list() map[string]bool {
	o.t.Helper()
	rows, err := db.Many[struct {
		Email     string
		Confirmed bool
	}](o.t.Context(), o.DB.R, `SELECT email, confirmed_at IS NOT NULL AS confirmed FROM subscribers`)
	if err != nil {
		o.t.Fatal(err)
	}
	all := map[string]bool{}
	for _, r := range rows {
		all[r.Email] = r.Confirmed
	}
	return all
}

func onEngines(t *testing.T, mail bool, run func(t *testing.T, o *fixture)) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) { run(t, newFixture(t, open(t), mail)) })
}

func TestSubscribe_I18N01_HDR08_theMailIsInTheLanguageOfTheRequest(t *testing.T) {
	onEngines(t, true, func(t *testing.T, o *fixture) {
		if err := o.Subscribe(translation.WithLanguage(t.Context(), "ar"), "mona@example.com"); err != nil {
			t.Fatal(err)
		}
		if mails := o.mails("mona@example.com"); len(mails) != 1 || !strings.HasPrefix(mails[0], "تأكيد اشتراكك في ") || strings.Contains(mails[0], "newsletter of") {
			t.Errorf("sent %q", mails)
		}
		if err := o.Confirm(t.Context(), o.token("mona@example.com", "confirm")); err != nil {
			t.Error(err)
		}
	})
}

func TestSubscribe_HDR08_withoutMailStoresTheAddressUnconfirmed(t *testing.T) {
	onEngines(t, false, func(t *testing.T, o *fixture) {
		for _, tt := range []struct {
			email string
			ok    bool
		}{
			{"asha@example.com", true},
			{"asha@example.com", true},
			{" ASHA@Example.com ", true},
			{"o'neil+news@mail.example.co", true},
			{"", false},
			{"asha", false},
			{"asha@", false},
			{"asha@example", false},
			{"asha@example.c", false},
			{"asha@@example.com", false},
			{"asha@example..com", false},
			{"a sha@example.com", false},
			{"asha@example.com,ben@example.com", false},
			{strings.Repeat("a", 250) + "@example.com", false},
		} {
			err := o.Subscribe(t.Context(), tt.email)
			if (err == nil) != tt.ok {
				t.Errorf("%q: %v", tt.email, err)
			}
			if e := errs.From(err); err != nil && (e.Code != errs.Invalid || e.Message != "Please insert a valid email." || e.Field != "email") {
				t.Errorf("%q: refused with %+v", tt.email, e)
			}
		}
		o.clock.Advance(30 * 24 * time.Hour)
		o.subscribe("ben@example.com")
		if err := o.Prune(t.Context()); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(map[string]bool{"asha@example.com": false, "o'neil+news@mail.example.co": false, "ben@example.com": false}, o.list()); diff != "" {
			t.Error(diff)
		}
	})
}

func TestConfirm_HDR08_worksOnce(t *testing.T) {
	onEngines(t, true, func(t *testing.T, o *fixture) {
		o.subscribe("Asha@Example.com")
		if diff := cmp.Diff(map[string]bool{"asha@example.com": false}, o.list()); diff != "" {
			t.Error(diff)
		}
		confirm, leave := o.token("asha@example.com", "confirm"), o.token("asha@example.com", "leave")
		for _, wrong := range []string{"", "x", leave, confirm + "x"} {
			if err := o.Confirm(t.Context(), wrong); !errs.Is(err, errs.NotFound) {
				t.Errorf("the token %q: %v", wrong, err)
			}
		}
		if err := o.Confirm(t.Context(), confirm); err != nil || !o.list()["asha@example.com"] {
			t.Errorf("confirmed: %v, %v", err, o.list())
		}
		if err := o.Confirm(t.Context(), confirm); !errs.Is(err, errs.NotFound) {
			t.Errorf("the link again: %v", err)
		}
		o.clock.Advance(30 * 24 * time.Hour)
		o.subscribe("asha@example.com") // known: the same result, but no mail
		if n := len(o.mails("asha@example.com")); n != 1 {
			t.Errorf("%d mails", n)
		}
		for _, wrong := range []string{"", confirm} {
			if err := o.Leave(t.Context(), wrong); !errs.Is(err, errs.NotFound) {
				t.Errorf("leaving by %q: %v", wrong, err)
			}
		}
		if err := o.Leave(t.Context(), leave); err != nil || len(o.list()) != 0 {
			t.Errorf("left: %v, %v", err, o.list())
		}
	})
}

func TestSubscribe_HDR08_sendsOneMailADay(t *testing.T) {
	onEngines(t, true, func(t *testing.T, o *fixture) {
		for range 20 {
			o.subscribe("asha@example.com")
		}
		if n := len(o.mails("asha@example.com")); n != 1 {
			t.Fatalf("%d mails", n)
		}
		first := o.token("asha@example.com", "confirm")
		o.clock.Advance(24 * time.Hour)
		o.subscribe("asha@example.com")
		if n := len(o.mails("asha@example.com")); n != 2 {
			t.Errorf("%d mails a day later", n)
		}
		if err := o.Confirm(t.Context(), first); !errs.Is(err, errs.NotFound) {
			t.Errorf("the link before the last: %v", err)
		}
		if err := o.Confirm(t.Context(), o.token("asha@example.com", "confirm")); err != nil {
			t.Errorf("the last link: %v", err)
		}
	})
}

func TestNewsletter_HDR08_prunesUnconfirmedAddressesAfterSevenDays(t *testing.T) {
	onEngines(t, true, func(t *testing.T, o *fixture) {
		o.subscribe("asha@example.com")
		confirm := o.token("asha@example.com", "confirm")
		o.clock.Advance(7*24*time.Hour + time.Second)
		if err := o.Confirm(t.Context(), confirm); !errs.Is(err, errs.NotFound) {
			t.Errorf("after seven days: %v", err)
		}
		if err := o.Prune(t.Context()); err != nil || len(o.list()) != 0 {
			t.Errorf("%v are left, %v", o.list(), err)
		}
	})
}

func TestNewsletter_storesNoTokenAndOneCopyOfAnAddress(t *testing.T) {
	onEngines(t, true, func(t *testing.T, o *fixture) {
		o.subscribe("asha@example.com")
		secrets := []string{o.token("asha@example.com", "confirm"), o.token("asha@example.com", "leave")}
		o.mu.Lock()
		o.fail = errors.New("no mail today")
		o.mu.Unlock()
		o.subscribe("ben@example.com")
		o.Jobs.Wake()
		var failed []string
		for deadline := time.Now().Add(20 * time.Second); len(failed) == 0 && time.Now().Before(deadline); time.Sleep(2 * time.Millisecond) {
			var err error
			if failed, err = db.Many[string](t.Context(), o.DB.R, `SELECT last_error FROM jobs WHERE last_error <> ''`); err != nil {
				t.Fatal(err)
			}
		}
		if len(failed) != 1 || !strings.Contains(failed[0], "no mail today") || !strings.Contains(failed[0], "#confirm=***") {
			t.Errorf("the failed job: %q", failed)
		}
		kept, err := db.Many[string](t.Context(), o.DB.R, `SELECT body FROM jobs`)
		if err != nil {
			t.Fatal(err)
		}
		hashes, err := db.Many[string](t.Context(), o.DB.R, `SELECT COALESCE(confirm_hash, '') || ' ' || COALESCE(leave_hash, '') FROM subscribers`)
		if err != nil {
			t.Fatal(err)
		}
		all := strings.Join(append(kept, hashes...), " ")
		for _, secret := range append(secrets, "asha@example.com", "ben@example.com") {
			if strings.Contains(all, secret) {
				t.Errorf("%q is stored in %s", secret, all)
			}
		}
	})
}

func TestLeave_HDR08_removesAConfirmedAddress(t *testing.T) {
	onEngines(t, true, func(t *testing.T, o *fixture) {
		o.subscribe("Asha@Example.com")
		if err := o.Confirm(t.Context(), o.token("asha@example.com", "confirm")); err != nil {
			t.Fatal(err)
		}
		o.clock.Advance(365 * 24 * time.Hour)
		if err := o.Prune(t.Context()); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(map[string]bool{"asha@example.com": true}, o.list()); diff != "" {
			t.Error(diff)
		}
		// Removed by the account when its owner deletes it.
		err := db.InTx(t.Context(), o.DB, func(tx *db.Tx) error { return o.Remove(t.Context(), tx, "ASHA@example.com") })
		if err != nil || len(o.list()) != 0 {
			t.Errorf("removed: %v, %v", o.list(), err)
		}
	})
}

// An address that was stored before mail was set up is asked to confirm, too.
func TestSubscribe_HDR08_asksToConfirmOnceMailIsSetUp(t *testing.T) {
	onEngines(t, true, func(t *testing.T, o *fixture) {
		exec(t, o.DB, `INSERT INTO subscribers (email, created_at) VALUES ('asha@example.com', 0)`)
		o.subscribe("asha@example.com")
		if err := o.Confirm(t.Context(), o.token("asha@example.com", "confirm")); err != nil || !o.list()["asha@example.com"] {
			t.Errorf("confirmed: %v, %v", err, o.list())
		}
	})
}

func TestSendLink_HDR08_isTriedOnceIfTheAddressIsRefused(t *testing.T) {
	onEngines(t, true, func(t *testing.T, o *fixture) {
		o.fail = errs.New(errs.Invalid, "no such mailbox")
		o.subscribe("asha@exmaple.com")
		o.mails("asha@exmaple.com") // waits for the job
		attempts, err := db.One[int64](t.Context(), o.DB.R, `SELECT attempts FROM jobs WHERE kind = 'newsletter.confirm' AND last_error = ''`)
		if err != nil || attempts != 1 {
			t.Errorf("tried %d times, %v", attempts, err)
		}
	})
}

// A waiting mail is not sent if mail is no longer set up, or if the address has been
// confirmed meanwhile.
func TestSendLink_HDR08_skipsAUselessLink(t *testing.T) {
	for mail, confirmed := range map[bool]string{true: "1", false: "NULL"} {
		t.Run("mail "+strconv.FormatBool(mail), func(t *testing.T) {
			onEngines(t, mail, func(t *testing.T, o *fixture) {
				exec(t, o.DB, `INSERT INTO subscribers (email, created_at, asked_at, confirmed_at, confirm_hash) VALUES ('asha@example.com', 0, 0, `+confirmed+`, 'waiting')`)
				err := db.InTx(t.Context(), o.DB, func(tx *db.Tx) error {
					return o.Jobs.Enqueue(t.Context(), tx, jobs.Job{Kind: "newsletter.confirm", Body: map[string]string{"Placeholder": "waiting"}})
				})
				if err != nil {
					t.Fatal(err)
				}
				if sent := o.mails("asha@example.com"); len(sent) != 0 {
					t.Errorf("sent %q", sent)
				}
			})
		})
	}
}
