package notification_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"hawker/internal/errs"
	"hawker/internal/jobs"
	"hawker/internal/notification"
	"hawker/internal/order"
	"hawker/internal/order/ordertest"
	"hawker/internal/setting"
)

// mailServer receives mails, as long as it works.
type mailServer struct {
	mu    sync.Mutex
	mails []notification.Mail
	tries int
	fails func(try int) error
}

func (m *mailServer) send(ctx context.Context, mail notification.Mail) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.tries++
	if m.fails != nil {
		if err := m.fails(m.tries); err != nil {
			return err
		}
	}
	m.mails = append(m.mails, mail)
	return ctx.Err()
}

func (m *mailServer) received() (mails []notification.Mail, tries int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return append([]notification.Mail(nil), m.mails...), m.tries
}

// waitFor waits until so many mails have been received, and a moment for one too many.
func (m *mailServer) waitFor(t *testing.T, n int) []notification.Mail {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		mails, tries := m.received()
		if len(mails) >= n {
			return mails
		}
		if time.Now().After(deadline) {
			t.Fatalf("%d of %d mails after %d tries", len(mails), n, tries)
		}
	}
}

const origin = "https://shop.example"

// withMail sets a mail server up.
func withMail(t *testing.T, s *notification.Service, m *mailServer) {
	t.Helper()
	texts, err := notification.ReadTexts(os.DirFS("../../web/src/locales"))
	if err != nil {
		t.Fatal(err)
	}
	s.Texts, s.Mail, s.Origin = texts, m.send, origin
}

// verified gives a customer a verified e-mail.
func (c customer) verified(t *testing.T, w *ordertest.Fixture) customer {
	t.Helper()
	w.Exec(t, `UPDATE customers SET email = $2, email_folded = $2, email_verified = TRUE WHERE id = $1`, c.id, fmt.Sprintf("c%d@example.com", c.id))
	return c
}

// runJobs runs the jobs of a queue until the test ends.
func runJobs(t *testing.T, q *jobs.Queue) {
	t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() { defer close(ended); q.Run(ctx) }()
	t.Cleanup(func() { stop(); <-ended })
}

func TestMail_PROF06_TRAP_M8_hasTheOrdersRowsAndALink(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		server := &mailServer{}
		withMail(t, w.Notifications, server)
		runJobs(t, w.Jobs)
		me, unproven := newCustomer(t, w).verified(t, w), newCustomer(t, w)
		store := w.Store(t, nil)
		unproven.buy(t, w, store, "key-1", order.Delivery)
		o := me.buy(t, w, store, "key-1", order.Delivery)
		mail := server.waitFor(t, 1)[0]
		if mail.To != fmt.Sprintf("c%d@example.com", me.id) || mail.Subject != store.Name+" has got your order" {
			t.Errorf("%s gets %q", mail.To, mail.Subject)
		}
		settings, err := setting.Read(t.Context(), w.DB.R)
		if err != nil {
			t.Fatal(err)
		}
		currency := settings.Currency.Money()
		for _, row := range o.PriceRows.V {
			if !strings.Contains(mail.Text, ": "+currency.Format(row.Amount)+"\n") {
				t.Errorf("the row %s is missing in\n%s", row.Code, mail.Text)
			}
		}
		for _, want := range []string{fmt.Sprintf("%s/order/%d\n", origin, o.ID), "Total: " + currency.Format(o.Total), "1 × " + o.Lines[0].Name, origin + "/settings"} {
			if !strings.Contains(mail.Text, want) {
				t.Errorf("%q is missing in\n%s", want, mail.Text)
			}
		}
		if strings.Contains(mail.Text, "{") || strings.Contains(mail.Text, "price_row") {
			t.Errorf("a text has gaps:\n%s", mail.Text)
		}
		move(t, w, o.ID, order.ByAdmin, order.Confirmed, order.Processing, order.Handover, order.PickedUp, order.Delivered)
		all := server.waitFor(t, 2)
		if all[1].Subject != "Your order from "+store.Name+" was delivered" || len(all) != 2 {
			t.Errorf("after the delivery: %+v", all)
		}
	})
}

func TestMail_PROF06_isTriedAgainUntilTheServerIsBackAndThenSentOnce(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		server := &mailServer{fails: func(try int) error {
			if try <= 2 {
				return errs.New(errs.Unavailable, "the mail server does not respond")
			}
			return nil
		}}
		withMail(t, w.Notifications, server)
		// Another instance on the same database.
		second := jobs.New(w.DB, w.Clock, slog.New(slog.DiscardHandler))
		deps := w.Notifications.Deps
		deps.Jobs = second
		other := notification.New(deps)
		other.Orders = w.Orders
		runJobs(t, w.Jobs)
		runJobs(t, second)
		me := newCustomer(t, w).verified(t, w)
		me.buy(t, w, w.Store(t, nil), "key-1", order.Delivery)
		for range 2 {
			waitUntil(t, func() bool {
				return w.Number(t, `SELECT COUNT(*) FROM notifications WHERE mail = 'due'`) == 1 && w.Number(t, `SELECT COUNT(*) FROM jobs WHERE kind = 'notification.mail' AND last_error <> ''`) == 1
			})
			w.Clock.Advance(time.Minute)
			w.Jobs.Wake()
		}
		waitUntil(t, func() bool {
			w.Clock.Advance(time.Minute)
			return w.Number(t, `SELECT COUNT(*) FROM notifications WHERE mail = 'sent'`) == 1
		})
		// The job was done, but its outcome was lost: it runs again.
		w.Exec(t, `UPDATE jobs SET done_at = NULL, given_up_at = NULL, run_at = 1, attempts = 0 WHERE kind = 'notification.mail'`)
		waitUntil(t, func() bool {
			return w.Number(t, `SELECT COUNT(*) FROM jobs WHERE kind = 'notification.mail' AND done_at IS NOT NULL`) == 1
		})
		if mails, _ := server.received(); len(mails) != 1 {
			t.Errorf("%d mails were sent", len(mails))
		}
	})
}

func waitUntil(t *testing.T, done func() bool) {
	t.Helper()
	for deadline := time.Now().Add(30 * time.Second); !done(); time.Sleep(50 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("it does not happen")
		}
	}
}

func TestMail_PROF06_isSwitchedOffInTheSettingsAndByItsOwnLink(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		server, ctx := &mailServer{}, t.Context()
		withMail(t, w.Notifications, server)
		runJobs(t, w.Jobs)
		me, store := newCustomer(t, w).verified(t, w), w.Store(t, nil)
		me.buy(t, w, store, "key-1", order.Delivery)
		link := server.waitFor(t, 1)[0].Unsubscribe
		token := w.Tokens.Unsubscribe(me.id)
		if link != fmt.Sprintf("%s/api/v1/notifications/unsubscribe?customer=%d&token=%s", origin, me.id, token) {
			t.Errorf("the link is %s", link)
		}
		for _, wrong := range []string{"", "x", w.Tokens.Unsubscribe(me.id + 1), w.Tokens.Tracking(me.id)} {
			if err := w.Notifications.Unsubscribe(ctx, me.id, wrong); !errs.Is(err, errs.NotFound) {
				t.Errorf("token %q: %v", wrong, err)
			}
		}
		for range 2 {
			if err := w.Notifications.Unsubscribe(ctx, me.id, token); err != nil {
				t.Fatal(err)
			}
		}
		me.buy(t, w, store, "key-2", order.Delivery)
		if n := w.Number(t, `SELECT COUNT(*) FROM jobs WHERE kind = 'notification.mail'`); n != 1 {
			t.Errorf("%d mails were planned", n)
		}
		if s, err := w.Notifications.SettingsOf(ctx, me.id); err != nil || s.OrderMail {
			t.Errorf("the settings are %+v, %v", s, err)
		}
		if err := w.Notifications.SaveSettings(ctx, me.id, notification.Settings{OrderMail: true, Alerts: true}); err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(w.Notifications.UseLanguage(ctx, me.id, "en"), w.Notifications.UseLanguage(ctx, me.id, "tlh")); err != nil {
			t.Fatal(err)
		}
		me.buy(t, w, store, "key-3", order.Delivery)
		server.waitFor(t, 2)
		if n := w.Number(t, `SELECT COUNT(*) FROM notification_settings WHERE language = 'en' AND order_mail`); n != 1 {
			t.Error("the language was not stored, or changed the settings")
		}
		if err := w.Notifications.SaveSettings(ctx, me.id, notification.Settings{Alerts: true}); err != nil {
			t.Fatal(err)
		}
		me.buy(t, w, store, "key-4", order.Delivery)
		if n := w.Number(t, `SELECT COUNT(*) FROM jobs WHERE kind = 'notification.mail'`); n != 2 {
			t.Errorf("after the switch in the settings %d mails were planned", n)
		}
	})
}

func TestMail_I18N01_TRAP_D31_isInTheFirstLanguageOfTheTownUntilTheCustomersIsKnown(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		server := &mailServer{}
		withMail(t, w.Notifications, server)
		runJobs(t, w.Jobs)
		w.SetSettings(t, func(s *setting.Settings) { s.Languages.Offered = []string{"ar", "en"} })
		me := newCustomer(t, w).verified(t, w)
		store := w.Store(t, nil)
		for n, known := range []struct{ signedInWith, want string }{{"", "ar"}, {"en", "en"}, {"ar", "en"}} {
			if err := w.Notifications.UseFirstLanguage(t.Context(), me.id, known.signedInWith); err != nil {
				t.Fatal(err)
			}
			me.buy(t, w, store, fmt.Sprint("key-", n), order.Delivery)
			if got := server.waitFor(t, n+1)[n].Language; got != known.want {
				t.Errorf("mail %d is in %s, want %s", n, got, known.want)
			}
		}
	})
}

// A mail in a language that is read from the right: its lines begin with the mark of
// their direction, so that names and amounts stay in their places.
func TestMail_I18N01_TRAP_D31_isInTheLanguageOfTheCustomer(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		server := &mailServer{}
		withMail(t, w.Notifications, server)
		runJobs(t, w.Jobs)
		me := newCustomer(t, w).verified(t, w)
		if err := w.Notifications.UseLanguage(t.Context(), me.id, "ar"); err != nil {
			t.Fatal(err)
		}
		store := w.Store(t, nil)
		o := me.buy(t, w, store, "key-1", order.Delivery)
		mail := server.waitFor(t, 1)[0]
		if mail.Subject != "وصل طلبك إلى "+store.Name || mail.Language != "ar" {
			t.Errorf("%s: %q", mail.Language, mail.Subject)
		}
		const mark = "\u200f"
		for _, want := range []string{
			mark + "الطلب " + fmt.Sprint(o.ID) + "\n", mark + "1 × " + o.Lines[0].Name, mark + "الإجمالي: $", "\n" + origin + "/settings\n",
		} {
			if !strings.Contains(mail.Text, want) {
				t.Errorf("%q is missing in\n%s", want, mail.Text)
			}
		}
	})
}

func TestTexts_I18N01_chooseTheFormOfANumber(t *testing.T) {
	t.Parallel()
	texts, err := notification.ReadTexts(os.DirFS("../../web/src/locales"))
	if err != nil {
		t.Fatal(err)
	}
	for points, want := range map[string]string{
		"1": "كسبت نقطة واحدة عن الطلب 7", "2": "كسبت نقطتين عن الطلب 7", "5": "كسبت 5 نقاط عن الطلب 7",
		"11": "كسبت 11 نقطة عن الطلب 7", "100": "كسبت 100 نقطة عن الطلب 7",
	} {
		if got := texts.Text("ar", "notification.points_earned", "points", points, "order", "7"); got != want {
			t.Errorf("%s: %q, want %q", points, got, want)
		}
	}
}

// Every kind has its text in the catalogue, with the placeholders that mails fill.
func TestTexts_PROF06_haveATextForEveryKind(t *testing.T) {
	t.Parallel()
	texts, err := notification.ReadTexts(os.DirFS("../../web/src/locales"))
	if err != nil {
		t.Fatal(err)
	}
	for _, kind := range notification.Kinds() {
		text := texts["en"]["notification."+string(kind)]
		filled := strings.NewReplacer("{store}", "", "{amount}", "", "{item}", "", "{order}", "", "{points, plural, one {# point} other {# points}}", "").Replace(text)
		if text == "" || strings.ContainsAny(filled, "{}") {
			t.Errorf("%s: %q", kind, text)
		}
	}
}
