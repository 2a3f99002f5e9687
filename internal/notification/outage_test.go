package notification_test

import (
	"testing"
	"time"

	"hawker/internal/db/dbtest"
	"hawker/internal/errs"
	"hawker/internal/order"
	"hawker/internal/order/ordertest"
)

// outage is when the database is lost.
type outage struct {
	name        string
	at          string // in the statement
	afterCommit bool
	// inCall: the loss is planned during the call of the other service, which fails then.
	inCall, failing bool
}

// each runs a test with every outage of these, in one town.
func each(t *testing.T, all []outage, run func(t *testing.T, w *ordertest.Fixture, faults *dbtest.Faults, o outage)) {
	t.Helper()
	d, faults := dbtest.Faulty(t)
	w := ordertest.Open(t, d)
	for _, o := range all {
		t.Run(o.name, func(t *testing.T) { run(t, w, faults, o) })
	}
}

// during plans the loss in a call of another service, and returns its error.
func (o outage) during(faults *dbtest.Faults, try int) error {
	if !o.inCall || try > 1 {
		return nil
	}
	faults.LoseAt(o.at, o.afterCommit)
	if o.failing {
		return errs.New(errs.Unavailable, "it does not respond either")
	}
	return nil
}

// passes runs the jobs while the database is lost and comes back.
func (o outage) passes(t *testing.T, w *ordertest.Fixture, faults *dbtest.Faults) {
	t.Helper()
	if !o.inCall {
		faults.LoseAt(o.at, o.afterCommit)
	}
	runJobs(t, w.Jobs)
	for deadline := time.Now().Add(20 * time.Second); !faults.Restore(); time.Sleep(100 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("the database was not lost")
		}
	}
	time.Sleep(100 * time.Millisecond) // the next poll of the queue
}

func TestMail_PROF06_isSentOnceWhenTheDatabaseGoesAway(t *testing.T) {
	t.Parallel()
	each(t, []outage{
		{name: "while it is composed", at: "SELECT c.shopper_id, c.email"},
		{name: "while it is claimed", at: "UPDATE notifications SET mail"},
		{name: "after it was claimed", at: "UPDATE notifications SET mail", afterCommit: true},
		{name: "after it was sent", at: "UPDATE notifications SET mail", inCall: true},
		{name: "when the mail server fails", at: "UPDATE notifications SET mail", inCall: true, failing: true},
	}, func(t *testing.T, w *ordertest.Fixture, faults *dbtest.Faults, o outage) {
		server := &mailServer{fails: func(try int) error { return o.during(faults, try) }}
		withMail(t, w.Notifications, server)
		me := newCustomer(t, w).verified(t, w)
		me.buy(t, w, w.Store(t, nil), "key-1", order.Delivery)
		o.passes(t, w, faults)
		waitUntil(t, func() bool {
			w.Clock.Advance(time.Minute)
			return w.Number(t, `SELECT COUNT(*) FROM notifications WHERE customer_id = $1 AND mail = 'sent'`, me.id) == 1
		})
		if mails, _ := server.received(); len(mails) != 1 {
			t.Errorf("%d mails were sent", len(mails))
		}
	})
}

func TestPush_PROF06_isSentOnceWhenTheDatabaseGoesAway(t *testing.T) {
	t.Parallel()
	each(t, []outage{
		{name: "while it is composed", at: "SELECT d.endpoint"},
		{name: "while it is claimed", at: "UPDATE pushes SET state"},
		{name: "after it was claimed", at: "UPDATE pushes SET state", afterCommit: true},
		{name: "after it was sent", at: "UPDATE pushes SET state", inCall: true},
		{name: "when the push service fails", at: "UPDATE pushes SET state", inCall: true, failing: true},
	}, func(t *testing.T, w *ordertest.Fixture, faults *dbtest.Faults, o outage) {
		services := withPush(t, w.Notifications)
		services.setFailure(func(try int, _ string) error { return o.during(faults, try) })
		me := newCustomer(t, w)
		phone := me.subscribe(t, w, "phone")
		bought := me.buy(t, w, w.Store(t, nil), "key-1", order.Delivery)
		move(t, w, bought.ID, order.ByVendor, order.Confirmed)
		o.passes(t, w, faults)
		waitUntil(t, func() bool {
			w.Clock.Advance(time.Minute)
			return w.Number(t, `SELECT COUNT(*) FROM pushes p JOIN notifications n ON n.id = p.notification_id WHERE n.customer_id = $1 AND p.state = 'sent'`, me.id) == 1
		})
		if got := services.received(phone); len(got) != 1 {
			t.Errorf("%d were sent", len(got))
		}
	})
}
