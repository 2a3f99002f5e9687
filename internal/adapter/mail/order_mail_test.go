package mail_test

import (
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"hawker/internal/account"
	"hawker/internal/contact"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/jobs"
	"hawker/internal/notification"
	"hawker/internal/order"
	"hawker/internal/order/ordertest"
)

// The states of a gate.
const (
	hangs   int32 = iota // accepts a connection, and says nothing
	refuses              // closes every connection
	works                // lets everything through
)

// gate stands between the shop and its mail server.
type gate struct {
	addr  string
	state atomic.Int32
	tries atomic.Int64
}

// openGate starts a gate to a server. It ends with the test.
func openGate(t *testing.T, server string) *gate {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	g := &gate{addr: listener.Addr().String()}
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			g.tries.Add(1)
			go g.serve(conn, server)
		}
	}()
	return g
}

func (g *gate) serve(conn net.Conn, server string) {
	defer conn.Close()
	switch g.state.Load() {
	case hangs:
		_, _ = io.Copy(io.Discard, conn) // until the shop gives up
	case works:
		onward, err := net.Dial("tcp", server)
		if err != nil {
			return
		}
		defer onward.Close()
		go func() { _, _ = io.Copy(onward, conn) }()
		_, _ = io.Copy(conn, onward)
	}
}

func until(t *testing.T, what string, done func() bool) {
	t.Helper()
	for deadline := time.Now().Add(60 * time.Second); !done(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("it does not happen: %s", what)
		}
	}
}

// The whole chain from a placed order to the mail server, which hangs, refuses, and then
// works.
func TestSend_PROF06_CHK04_theMailsOfOrdersWaitForTheServerAndAreSentOnce(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		inbox := &smtpServer{}
		inbox.open(t, plain)
		g := openGate(t, inbox.addr)
		relay := server(t, inbox, "smtp://"+g.addr+"?from=shop@example.com")
		relay.Wait(2 * time.Second)
		w := ordertest.Open(t, open(t))
		connect(t, w, func(ctx context.Context, m notification.Mail) error {
			return relay.Send(ctx, account.Mail{To: contact.Email(m.To), Subject: m.Subject, Text: m.Text})
		})
		other := make(chan struct{}, 1)
		jobs.Handle(w.Jobs, "other", func(context.Context, struct{}) error { other <- struct{}{}; return nil })
		run(t, w.Jobs)
		_, me := w.Customer(t)
		w.Exec(t, `UPDATE customers SET email = 'me@example.com', email_folded = 'me@example.com', email_verified = TRUE`)
		item := w.Item(t, w.Store(t, nil), 1000, ordertest.Unlimited, nil)
		r := ordertest.BuyNow(me, item, 1)
		r.Guest = false

		first := w.Place(t, "first", r)
		until(t, "the shop waits for the server that hangs", func() bool { return g.tries.Load() == 1 })
		second := w.Place(t, "second", r)
		if err := w.Orders.Move(t.Context(), first.ID, order.Confirmed, order.ByVendor, ""); err != nil {
			t.Fatal(err)
		}
		err := db.InTx(t.Context(), w.DB, func(tx *db.Tx) error {
			return w.Jobs.Enqueue(t.Context(), tx, jobs.Job{Kind: "other", Body: struct{}{}})
		})
		if err != nil {
			t.Fatal(err)
		}
		<-other // runs while the mails wait
		if n := len(inbox.received()); n != 0 {
			t.Errorf("%d mails came through a server that hangs", n)
		}
		failed := func(tries int) bool {
			return w.Number(t, `SELECT COUNT(*) FROM jobs WHERE kind = 'notification.mail' AND last_error <> '' AND attempts >= $1`, tries) == 2
		}
		until(t, "both mails failed", func() bool { return failed(1) })
		g.state.Store(refuses)
		until(t, "both were tried again", func() bool { w.Clock.Advance(time.Minute); w.Jobs.Wake(); return failed(2) })
		g.state.Store(works)
		until(t, "both were sent", func() bool {
			w.Clock.Advance(time.Minute)
			w.Jobs.Wake()
			return w.Number(t, `SELECT COUNT(*) FROM notifications WHERE mail = 'sent'`) == 2
		})
		for range 3 { // nothing is left to be sent
			w.Clock.Advance(time.Hour)
			w.Jobs.Wake()
			time.Sleep(50 * time.Millisecond)
		}
		sent := map[int64]int{}
		for _, m := range inbox.received() {
			for _, o := range []order.OrderDetails{first, second} {
				if strings.Contains(m.text, fmt.Sprintf("/order/%d\r\n", o.ID)) {
					sent[o.ID]++
				}
			}
		}
		if len(inbox.received()) != 2 || sent[first.ID] != 1 || sent[second.ID] != 1 {
			t.Errorf("%d mails, by order %v", len(inbox.received()), sent)
		}
	})
}

// connect makes the notifications send mails, as the program does.
func connect(t *testing.T, w *ordertest.Fixture, send func(context.Context, notification.Mail) error) {
	t.Helper()
	texts, err := notification.ReadTexts(os.DirFS("../../../web/src/locales"))
	if err != nil {
		t.Fatal(err)
	}
	w.Notifications.Texts, w.Notifications.Mail, w.Notifications.Origin = texts, send, "https://shop.example"
}

// run runs the jobs of a queue until the test ends.
func run(t *testing.T, q *jobs.Queue) {
	t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() { defer close(ended); q.Run(ctx) }()
	t.Cleanup(func() { stop(); <-ended })
}
