package notification_test

import (
	"context"
	"crypto/ecdh"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"hawker/internal/credential"
	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/jobs"
	"hawker/internal/notification"
	"hawker/internal/order"
	"hawker/internal/order/ordertest"
)

// pushServices receive messages, as long as they work. They stand in for the client of
// internal/adapter/push, whose tests have real ones.
type pushServices struct {
	mu    sync.Mutex
	got   map[string][]message // by endpoint
	tries int
	fails func(try int, endpoint string) error
}

// message is what a device shows, and how it was sent.
type message struct {
	notification.PushMessage
	Title, Text, Link, Tag, Lang string
}

func (*pushServices) PublicKey() string { return "public" }

func (s *pushServices) Push(_ context.Context, to notification.PushSubscription, m notification.PushMessage) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.tries++
	if s.fails != nil {
		if err := s.fails(s.tries, to.Endpoint); err != nil {
			return err
		}
	}
	shown := message{PushMessage: m}
	if err := json.Unmarshal(m.Body, &shown); err != nil {
		return err
	}
	if s.got == nil {
		s.got = map[string][]message{}
	}
	s.got[to.Endpoint] = append(s.got[to.Endpoint], shown)
	return nil
}

func (s *pushServices) received(endpoint string) []message {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.got[endpoint])
}

func (s *pushServices) tried() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.tries
}

func (s *pushServices) setFailure(fails func(try int, endpoint string) error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.fails = fails
}

// withPush sets push up.
func withPush(t *testing.T, s *notification.Service) *pushServices {
	t.Helper()
	texts, err := notification.ReadTexts(os.DirFS("../../web/src/locales"))
	if err != nil {
		t.Fatal(err)
	}
	services := &pushServices{}
	s.Texts, s.Push = texts, services
	return services
}

// browser is the push subscription of a new browser.
func browser(t *testing.T, endpoint string) notification.PushSubscription {
	t.Helper()
	key, err := ecdh.P256().GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	secret := make([]byte, 16)
	rand.Read(secret)
	encode := base64.RawURLEncoding.EncodeToString
	return notification.PushSubscription{Endpoint: endpoint, P256dh: encode(key.PublicKey().Bytes()), Auth: encode(secret)}
}

// signIn is a new session of a customer.
func (c customer) signIn(t *testing.T, w *ordertest.Fixture) credential.Session {
	t.Helper()
	now := w.Clock.Now().UnixMilli()
	w.Exec(t, `INSERT INTO sessions (token_hash, customer_id, device, created_at, seen_at) VALUES ($1, $2, '', $3, $3)`, rand.Text(), c.id, now)
	id := w.Number(t, `SELECT MAX(id) FROM sessions WHERE customer_id = $1`, c.id)
	return credential.Session{ID: id, CustomerID: c.id, ShopperID: c.shopperID}
}

// subscribe signs in on a device and subscribes it. Returns its endpoint.
func (c customer) subscribe(t *testing.T, w *ordertest.Fixture, name string) string {
	t.Helper()
	endpoint := "https://push.example.com/" + name
	if err := w.Notifications.SubscribeDevice(t.Context(), c.signIn(t, w), browser(t, endpoint)); err != nil {
		t.Fatal(err)
	}
	return endpoint
}

// settled waits until every push was sent or dropped, and every job is done.
func settled(t *testing.T, w *ordertest.Fixture) {
	t.Helper()
	waitUntil(t, func() bool {
		return w.Number(t, `SELECT COUNT(*) FROM jobs WHERE kind = 'notification.push' AND done_at IS NULL AND given_up_at IS NULL`) == 0
	})
}

func TestPush_PROF06_tellsEveryDeviceWhatTheBellTells(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		services := withPush(t, w.Notifications)
		runJobs(t, w.Jobs)
		me, other := newCustomer(t, w), newCustomer(t, w)
		devices := []string{me.subscribe(t, w, "phone"), me.subscribe(t, w, "laptop")}
		stranger := other.subscribe(t, w, "stranger")
		store := w.Store(t, nil)
		o := me.buy(t, w, store, "key-1", order.Delivery)
		if err := w.Orders.Move(t.Context(), o.ID, order.Confirmed, order.ByVendor, ""); err != nil {
			t.Fatal(err)
		}
		settled(t, w)
		move(t, w, o.ID, order.ByVendor, order.Canceled)
		settled(t, w)
		for _, device := range devices {
			got := services.received(device)
			if len(got) != 2 { // and nothing about the order that they placed themselves
				t.Fatalf("%s: %+v", device, got)
			}
			first, second := got[0], got[1]
			if first.Title != store.Name+" has accepted your order" || first.Text != fmt.Sprint("Order ", o.ID) || first.Lang != "en" || first.Link != fmt.Sprint("/order/", o.ID) {
				t.Errorf("%+v", first)
			}
			if second.Title != "Your order from "+store.Name+" was canceled" || second.Text != "Reason: Sold out" {
				t.Errorf("%+v", second)
			}
			if first.Tag != second.Tag || first.Topic != second.Topic || len(first.Topic) != 32 || strings.Contains(first.Topic, "order") {
				t.Errorf("a later status does not replace an older: %+v, %+v", first, second)
			}
			if !first.Urgent || first.TTL != 4*time.Hour {
				t.Errorf("urgent %v, for %s", first.Urgent, first.TTL)
			}
		}
		if services.received(devices[0])[0].Topic == services.received(devices[1])[0].Topic {
			t.Error("the push service can see that two devices have one order")
		}
		if got := services.received(stranger); len(got) != 0 {
			t.Errorf("another customer got %+v", got)
		}
	})
}

func TestPush_I18N01_PROF06_isInTheLanguageOfTheCustomer(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		services := withPush(t, w.Notifications)
		runJobs(t, w.Jobs)
		me := newCustomer(t, w)
		if err := w.Notifications.UseLanguage(t.Context(), me.id, "ar"); err != nil {
			t.Fatal(err)
		}
		device, o := me.subscribe(t, w, "phone"), me.buy(t, w, w.Store(t, nil), "key-1", order.Delivery)
		if err := w.Orders.Move(t.Context(), o.ID, order.Canceled, order.ByVendor, "It was not paid in time."); err != nil {
			t.Fatal(err)
		}
		settled(t, w)
		if got := services.received(device); len(got) != 1 || got[0].Lang != "ar" || got[0].Text != "السبب: لم يُدفع في الوقت المحدد." {
			t.Errorf("%+v", got)
		}
	})
}

func TestPush_PROF06_isTriedAgainUntilTheServiceIsBackAndThenSentOnce(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		services := withPush(t, w.Notifications)
		services.setFailure(func(try int, endpoint string) error {
			if try <= 2 && strings.HasSuffix(endpoint, "phone") {
				return errs.New(errs.Unavailable, "busy").After(3 * time.Minute)
			}
			return nil
		})
		// Another instance on the same database.
		second := jobs.New(w.DB, w.Clock, slog.New(slog.DiscardHandler))
		deps := w.Notifications.Deps
		deps.Jobs = second
		other := notification.New(deps)
		other.Orders = w.Orders
		runJobs(t, w.Jobs)
		runJobs(t, second)
		me := newCustomer(t, w)
		phone := me.subscribe(t, w, "phone")
		o := me.buy(t, w, w.Store(t, nil), "key-1", order.Delivery)
		move(t, w, o.ID, order.ByVendor, order.Confirmed)
		failed := func() bool {
			return w.Number(t, `SELECT COUNT(*) FROM pushes WHERE state = 'due'`) == 1 &&
				w.Number(t, `SELECT COUNT(*) FROM jobs WHERE kind = 'notification.push' AND last_error <> '' AND locked_until IS NULL AND run_at > $1`, w.Clock.Now().UnixMilli()) == 1
		}
		for range 2 {
			waitUntil(t, failed)
			if n := w.Number(t, `SELECT COUNT(*) FROM jobs WHERE kind = 'notification.push' AND run_at >= $1`, w.Clock.Now().Add(3*time.Minute).UnixMilli()); n != 1 {
				t.Error("it does not wait as long as the service wants")
			}
			w.Clock.Advance(4 * time.Minute)
			w.Jobs.Wake()
		}
		settled(t, w)
		// The job was done, but its outcome was lost: it runs again, on both.
		for range 3 {
			w.Exec(t, `UPDATE jobs SET done_at = NULL, run_at = 1, attempts = 0 WHERE kind = 'notification.push'`)
			settled(t, w)
		}
		if got := services.received(phone); len(got) != 1 || services.tried() != 3 {
			t.Errorf("%d were sent in %d tries", len(got), services.tried())
		}
	})
}

func TestPush_PROF06_isNotRepeatedWhenItMayHaveArrivedOrWasRefused(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		services := withPush(t, w.Notifications)
		services.setFailure(func(_ int, endpoint string) error {
			switch {
			case strings.HasSuffix(endpoint, "silent"):
				return errors.New("no response")
			case strings.HasSuffix(endpoint, "refused"):
				return errs.New(errs.Invalid, "too large")
			case strings.HasSuffix(endpoint, "gone"):
				return errs.New(errs.NotFound, "gone")
			}
			return nil
		})
		runJobs(t, w.Jobs)
		me := newCustomer(t, w)
		for _, name := range []string{"silent", "refused", "gone"} {
			me.subscribe(t, w, name)
		}
		works := me.subscribe(t, w, "works")
		o := me.buy(t, w, w.Store(t, nil), "key-1", order.Delivery)
		move(t, w, o.ID, order.ByVendor, order.Confirmed)
		settled(t, w)
		if got := services.received(works); len(got) != 1 || services.tried() != 4 {
			t.Errorf("%d were sent in %d tries", len(got), services.tried())
		}
		if n := w.Number(t, `SELECT COUNT(*) FROM push_subscriptions WHERE endpoint LIKE '%gone'`); n != 0 {
			t.Error("a subscription that has ended is still there")
		}
		if n := w.Number(t, `SELECT COUNT(*) FROM push_subscriptions`); n != 3 {
			t.Errorf("%d subscriptions are left", n)
		}
		move(t, w, o.ID, order.ByVendor, order.Canceled)
		settled(t, w)
		if got := services.received(works); len(got) != 2 || services.tried() != 7 {
			t.Errorf("the next: %d were sent in %d tries", len(got), services.tried())
		}
	})
}

func TestPush_PROF06_leavesOutWhatIsNoLongerNews(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		services := withPush(t, w.Notifications)
		me := newCustomer(t, w)
		phone := me.subscribe(t, w, "phone")
		store := w.Store(t, nil)
		replaced, read, old := me.buy(t, w, store, "key-1", order.Delivery), me.buy(t, w, store, "key-2", order.Delivery), me.buy(t, w, store, "key-3", order.Delivery)
		move(t, w, old.ID, order.ByVendor, order.Confirmed)
		w.Clock.Advance(4 * time.Hour)
		move(t, w, replaced.ID, order.ByVendor, order.Confirmed, order.Canceled)
		move(t, w, read.ID, order.ByVendor, order.Confirmed)
		w.Exec(t, `UPDATE notifications SET read_at = 1 WHERE order_id = $1`, read.ID)
		runJobs(t, w.Jobs)
		settled(t, w)
		got := services.received(phone)
		if len(got) != 1 || !strings.HasSuffix(got[0].Title, "was canceled") {
			t.Errorf("%+v", got)
		}
	})
}

func TestPush_PROF06_C2_goesToWhoIsSignedInOnTheDevice(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		services := withPush(t, w.Notifications)
		me, other := newCustomer(t, w), newCustomer(t, w)
		store := w.Store(t, nil)
		confirm := func(who customer, key string) {
			t.Helper()
			move(t, w, who.buy(t, w, store, key, order.Delivery).ID, order.ByVendor, order.Confirmed)
		}
		endpoint := me.subscribe(t, w, "shared")
		confirm(me, "key-1") // planned for me, and not sent yet
		other.subscribe(t, w, "shared")
		confirm(me, "key-2")
		runJobs(t, w.Jobs)
		settled(t, w)
		if got := services.received(endpoint); len(got) != 0 {
			t.Errorf("the second customer got %+v of the first", got)
		}
		confirm(other, "key-1")
		settled(t, w)
		if got := services.received(endpoint); len(got) != 1 {
			t.Errorf("the second customer got %+v", got)
		}
		w.Exec(t, `DELETE FROM sessions WHERE customer_id = $1`, other.id)
		confirm(other, "key-2")
		settled(t, w)
		if got := services.received(endpoint); len(got) != 1 || w.Number(t, `SELECT COUNT(*) FROM push_subscriptions`) != 0 {
			t.Errorf("after the session had ended: %+v", got)
		}
	})
}

func TestSubscribeDevice_PROF06_keepsOneForASessionAndTenForACustomer(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		ctx, me := t.Context(), newCustomer(t, w)
		session := me.signIn(t, w)
		if err := w.Notifications.SubscribeDevice(ctx, session, browser(t, "https://push.example.com/1")); !errs.Is(err, errs.NotFound) {
			t.Errorf("where push is off: %v", err)
		}
		withPush(t, w.Notifications)
		has := func() bool {
			t.Helper()
			has, err := w.Notifications.HasDevice(ctx, session)
			if err != nil {
				t.Fatal(err)
			}
			return has
		}
		for _, endpoint := range []string{"https://push.example.com/1", "https://push.example.com/1", "https://push.example.com/2"} {
			if err := w.Notifications.SubscribeDevice(ctx, session, browser(t, endpoint)); err != nil || !has() {
				t.Fatalf("%s: %v", endpoint, err)
			}
		}
		if n := w.Number(t, `SELECT COUNT(*) FROM push_subscriptions`); n != 1 {
			t.Errorf("the session has %d", n)
		}
		for i := range 9 {
			me.subscribe(t, w, fmt.Sprint("device-", i))
		}
		if !has() {
			t.Error("the first of ten is gone")
		}
		me.subscribe(t, w, "device-10")
		if n := w.Number(t, `SELECT COUNT(*) FROM push_subscriptions WHERE customer_id = $1`, me.id); n != 10 || has() {
			t.Errorf("%d devices, the oldest is there: %v", n, has())
		}
		for range 2 {
			if err := w.Notifications.UnsubscribeDevice(ctx, session); err != nil {
				t.Fatal(err)
			}
		}
		if err := db.InTx(ctx, w.DB, func(tx *db.Tx) error { return w.Notifications.Erase(ctx, tx, me.id) }); err != nil {
			t.Fatal(err)
		}
		if n := w.Number(t, `SELECT COUNT(*) FROM push_subscriptions`); n != 0 {
			t.Errorf("%d devices are left of an erased account", n)
		}
		w.Exec(t, `DELETE FROM sessions WHERE id = $1`, session.ID)
		if err := w.Notifications.SubscribeDevice(ctx, session, browser(t, "https://push.example.com/1")); !errs.Is(err, errs.Unauthorized) {
			t.Errorf("a session that has ended: %v", err)
		}
	})
}

func TestSubscribeDevice_PROF06_refusesWhatNoBrowserSends(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		withPush(t, w.Notifications)
		session := newCustomer(t, w).signIn(t, w)
		good := browser(t, "https://push.example.com/1")
		refuses := func(field string, d notification.PushSubscription) {
			t.Helper()
			err := w.Notifications.SubscribeDevice(t.Context(), session, d)
			if e, ok := errors.AsType[*errs.Error](err); !ok || e.Code != errs.Invalid || e.Field != field || strings.Contains(err.Error(), "://") {
				t.Errorf("%+v: %v", d, err)
			}
		}
		for _, endpoint := range []string{
			"", "push.example.com", "http://push.example.com/1", "ftp://push.example.com/1", "file:///etc/passwd", "https:push.example.com", "https:///1",
			"https://push.example.com:80/1", "https://push.example.com:8443/1", "https://push.example.com:/1",
			"https://me:secret@push.example.com/1", "https://push.example.com/1#x", "https://push.example.com/ 1", "https://push.example.com/\n1", "https://push.éxample.com/1",
			"https://localhost/1", "https://localhost./1", "https://app.localhost/1", "https://intranet/1", "https://printer.local/1", "https://db.internal/1", "https://router.lan/1",
			"https://127.0.0.1/1", "https://127.1/1", "https://2130706433/1", "https://0x7f.0.0.1/1", "https://0x7f000001/1", "https://017700000001/1", "https://8.8.8.8/1",
			"https://[::1]/1", "https://[::ffff:127.0.0.1]/1", "https://[fe80::1%25eth0]/1", "https://169.254.169.254/latest/meta-data", "https://push..com/1",
			"https://push.example.com/" + strings.Repeat("x", 1000),
		} {
			d := good
			d.Endpoint = endpoint
			refuses("endpoint", d)
		}
		point, err := base64.RawURLEncoding.DecodeString(good.P256dh)
		if err != nil {
			t.Fatal(err)
		}
		point[40]++ // off the curve
		for _, key := range []string{"", "x", good.Auth, good.P256dh[:80], strings.Repeat("A", 87), base64.RawURLEncoding.EncodeToString(point)} {
			d := good
			d.P256dh = key
			refuses("keys.p256dh", d)
		}
		for _, secret := range []string{"", "x", good.P256dh, good.Auth[:20], good.Auth + "AAAA"} {
			d := good
			d.Auth = secret
			refuses("keys.auth", d)
		}
		good.P256dh, good.Auth = good.P256dh+"=", good.Auth+"==" // as some browsers write them
		for _, endpoint := range []string{"https://push.example.com/1", "https://PUSH.example.com:443/1?x=y", "https://push.example.com./1"} {
			good.Endpoint = endpoint
			if err := w.Notifications.SubscribeDevice(t.Context(), session, good); err != nil {
				t.Errorf("%s: %v", endpoint, err)
			}
		}
	})
}
