package notification_test

import (
	"log/slog"
	"sync"
	"testing"
	"time"

	"hawker/internal/catalog"
	"hawker/internal/hours"
	"hawker/internal/jobs"
	"hawker/internal/notification"
	"hawker/internal/order/ordertest"
	"hawker/internal/wishlist"
)

// look looks at wished things once, and waits for the alerts.
func look(t *testing.T, w *ordertest.Fixture) {
	t.Helper()
	if err := w.Notifications.WatchWishes(t.Context()); err != nil {
		t.Fatal(err)
	}
	w.Jobs.Wake()
	waitUntil(t, func() bool {
		return w.Number(t, `SELECT COUNT(*) FROM jobs WHERE kind = 'notification.alert' AND done_at IS NULL`) == 0
	})
}

func (c customer) wish(t *testing.T, w *ordertest.Fixture, kind wishlist.Kind, id int64) {
	t.Helper()
	if err := wishlist.New(w.DB, w.Clock).Add(t.Context(), c.id, kind, id); err != nil {
		t.Fatal(err)
	}
}

func TestWatchWishes_WISH01_tellsOfItemsThatAreBackOrCheaper(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		runJobs(t, w.Jobs)
		store := w.Store(t, nil)
		item := w.Item(t, store, 1000, 0, nil) // sold out
		other := w.Item(t, store, 1000, 9, nil)
		me, friend, nobody := newCustomer(t, w), newCustomer(t, w), newCustomer(t, w)
		me.wish(t, w, wishlist.Item, item.ID)
		friend.wish(t, w, wishlist.Item, item.ID)
		nobody.wish(t, w, wishlist.Item, other.ID)
		look(t, w)
		expect(t, "nothing has changed", me.told(t, w))

		w.Exec(t, `UPDATE stock SET quantity = 5 WHERE item_id = $1`, item.ID)
		look(t, w)
		look(t, w)
		expect(t, "back in stock", me.told(t, w), "item_in_stock*")
		expect(t, "for everybody who wishes it", friend.told(t, w), "item_in_stock*")
		expect(t, "and nobody else", nobody.told(t, w))

		w.Exec(t, `UPDATE items SET sale_price = 800 WHERE id = $1`, item.ID)
		look(t, w)
		expect(t, "one alert for a thing and a day", me.told(t, w), "item_in_stock*")
		w.Clock.Advance(24 * time.Hour)
		w.Exec(t, `UPDATE items SET sale_price = 700 WHERE id = $1`, item.ID)
		look(t, w)
		expect(t, "cheaper on the next day", me.told(t, w), "item_in_stock*", "item_cheaper*")
		page, _, err := w.Notifications.List(t.Context(), me.id, catalog.Paging{Size: 1, Number: 1})
		if p := page[0].Params.V; err != nil || p.Item != item.Name || p.Amount != 700 || p.StoreSlug != store.Slug || p.ModuleType != "food" {
			t.Errorf("it says what it costs now: %+v, %v", page[0], err)
		}

		w.Clock.Advance(24 * time.Hour)
		w.Exec(t, `UPDATE items SET sale_price = 1200 WHERE id = $1`, item.ID)
		look(t, w)
		w.Exec(t, `UPDATE stock SET quantity = 0 WHERE item_id = $1`, item.ID)
		w.Exec(t, `UPDATE items SET sale_price = 100 WHERE id = $1`, item.ID)
		look(t, w)
		expect(t, "dearer, sold out, and cheap where nobody can buy it", me.told(t, w), "item_in_stock*", "item_cheaper*")
	})
}

func TestWatchWishes_WISH01_TRAP_H6_tellsOfAStoreThatIsOpenAgainAfterAClosure(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		runJobs(t, w.Jobs)
		now := w.Clock.Now()
		schedule := hours.Schedule{Always: true, Closures: []hours.Closure{{From: now.Add(time.Hour), To: now.Add(50 * time.Hour)}}}
		store := w.Store(t, func(s *catalog.Store) { s.Schedule.V = schedule })
		me := newCustomer(t, w)
		me.wish(t, w, wishlist.Store, store.ID)
		look(t, w)
		w.Clock.Advance(2 * time.Hour)
		look(t, w)
		expect(t, "closed", me.told(t, w))
		w.Clock.Advance(49 * time.Hour)
		look(t, w)
		look(t, w)
		expect(t, "open again", me.told(t, w), "store_open*")
		w.Clock.Advance(24 * time.Hour)
		w.Exec(t, `UPDATE stores SET active = FALSE WHERE id = $1`, store.ID)
		look(t, w)
		w.Exec(t, `UPDATE stores SET active = TRUE WHERE id = $1`, store.ID)
		look(t, w)
		expect(t, "switched off and on", me.told(t, w), "store_open*", "store_open*")
	})
}

// All prices change at once, such as by an import. One look finds all of them.
func TestWatchWishes_WISH01_tellsOfManyChangesAtOnce(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		const all = 250
		store, me := w.Store(t, nil), newCustomer(t, w)
		for range all {
			me.wish(t, w, wishlist.Item, w.Item(t, store, 1000, 9, nil).ID)
		}
		w.Exec(t, `UPDATE items SET sale_price = 900`)
		if err := w.Notifications.WatchWishes(t.Context()); err != nil {
			t.Fatal(err)
		}
		if n := w.Number(t, `SELECT COUNT(*) FROM jobs WHERE kind = 'notification.alert'`); n != all {
			t.Errorf("%d alerts were planned, want %d", n, all)
		}
	})
}

// One run looks at some of the things of a large town, and the next run goes on there.
func TestWatchWishes_WISH01_goesOnWhereTheLastRunEnded(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		first, last := w.Item(t, w.Store(t, nil), 1000, 9, nil), w.Item(t, w.Store(t, nil), 1000, 9, nil)
		me := newCustomer(t, w)
		me.wish(t, w, wishlist.Item, first.ID)
		w.Exec(t, `INSERT INTO wish_states (kind, thing_id, price, available)
			WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50000) SELECT 'item', 1000000 + i, 1, TRUE FROM n`)
		me.wish(t, w, wishlist.Item, last.ID)
		w.Exec(t, `UPDATE items SET sale_price = 900`)
		// No job runs, so that the periodic one does not look, too.
		planned := func(after string, want int64) {
			t.Helper()
			if err := w.Notifications.WatchWishes(t.Context()); err != nil {
				t.Fatal(err)
			}
			if n := w.Number(t, `SELECT COUNT(*) FROM jobs WHERE kind = 'notification.alert'`); n != want {
				t.Errorf("after %s %d alerts are planned, want %d", after, n, want)
			}
		}
		planned("the first run", 1)
		planned("the second run", 2)
		w.Clock.Advance(24 * time.Hour)
		w.Exec(t, `UPDATE items SET sale_price = 800`)
		planned("the first run of the next round", 3)
		planned("its second run", 4)
	})
}

// Many wish the same thing. Each job tells some, and the next one goes on after them: one
// that fails begins with its own customers, not with the first.
func TestWatchWishes_WISH01_tellsEverybodyHoweverMany(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		runJobs(t, w.Jobs)
		item := w.Item(t, w.Store(t, nil), 1000, 9, nil)
		newCustomer(t, w).wish(t, w, wishlist.Item, item.ID)
		const others = 400
		w.Exec(t, `INSERT INTO shoppers (id, created_at)
			WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < $1) SELECT 1000000 + i, 0 FROM n`, others)
		w.Exec(t, `INSERT INTO customers (id, shopper_id, first_name, last_name, email_verified, phone_verified, password_hash, picture, interests, referral_code, created_at)
			SELECT id, id, '', '', FALSE, FALSE, '', '', '[]', 'many-' || id, 0 FROM shoppers WHERE id > 1000000`)
		w.Exec(t, `INSERT INTO wishes (customer_id, kind, thing_id, created_at) SELECT id, 'item', $1, 0 FROM customers WHERE id > 1000000`, item.ID)
		w.Exec(t, `UPDATE items SET sale_price = 900 WHERE id = $1`, item.ID)
		look(t, w)
		told := w.Number(t, `SELECT COUNT(DISTINCT customer_id) FROM notifications WHERE kind = 'item_cheaper'`)
		jobs := w.Number(t, `SELECT COUNT(*) FROM jobs WHERE kind = 'notification.alert' AND attempts = 1`)
		if told != others+1 || jobs != 3 { // 200, 200 and 1
			t.Errorf("%d customers were told by %d jobs", told, jobs)
		}
	})
}

// Two instances look at the same time, many times.
func TestWatchWishes_WISH01_tellsOnceHoweverManyLook(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		second := jobs.New(w.DB, w.Clock, slog.New(slog.DiscardHandler))
		deps := w.Notifications.Deps
		deps.Jobs = second
		other := notification.New(deps)
		other.Orders = w.Orders
		item := w.Item(t, w.Store(t, nil), 1000, 9, nil)
		var all []customer
		for range 5 {
			c := newCustomer(t, w)
			c.wish(t, w, wishlist.Item, item.ID)
			all = append(all, c)
		}
		w.Exec(t, `UPDATE items SET sale_price = 900 WHERE id = $1`, item.ID)
		var looks sync.WaitGroup
		for i := range 12 {
			from := []*notification.Service{w.Notifications, other}[i%2]
			looks.Go(func() {
				if err := from.WatchWishes(t.Context()); err != nil {
					t.Error(err)
				}
			})
		}
		looks.Wait()
		runJobs(t, w.Jobs)
		runJobs(t, second)
		look(t, w)
		w.Exec(t, `UPDATE jobs SET done_at = NULL, given_up_at = NULL, run_at = 1, attempts = 0 WHERE kind = 'notification.alert'`)
		look(t, w)
		for _, c := range all {
			expect(t, "of many looks", c.told(t, w), "item_cheaper*")
		}
	})
}

func TestWatchWishes_PROF06_obeysTheSwitches(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		server := &mailServer{}
		withMail(t, w.Notifications, server)
		runJobs(t, w.Jobs)
		store := w.Store(t, nil)
		item := w.Item(t, store, 1000, 9, nil)
		off, bell, mail := newCustomer(t, w).verified(t, w), newCustomer(t, w).verified(t, w), newCustomer(t, w).verified(t, w)
		for c, s := range map[customer]notification.Settings{off: {AlertMail: true}, bell: {Alerts: true}, mail: {Alerts: true, AlertMail: true}} {
			c.wish(t, w, wishlist.Item, item.ID)
			if err := w.Notifications.SaveSettings(t.Context(), c.id, s); err != nil {
				t.Fatal(err)
			}
		}
		w.Exec(t, `UPDATE items SET sale_price = 900 WHERE id = $1`, item.ID)
		look(t, w)
		got := server.waitFor(t, 1)
		expect(t, "switched off", off.told(t, w))
		expect(t, "in the bell", bell.told(t, w), "item_cheaper*")
		expect(t, "in the bell and by mail", mail.told(t, w), "item_cheaper*")
		if len(got) != 1 || got[0].Subject != item.Name+" from "+store.Name+" costs only $9.00 now" {
			t.Errorf("the mails are %+v", got)
		}
	})
}
