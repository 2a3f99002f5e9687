package main

import (
	"bufio"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"hawker/internal/db"
	"hawker/internal/db/dbtest"
)

// backWithin is how soon everything must work again after the database does.
const backWithin = 30 * time.Second

// callTime is short, so that the test takes seconds. HAWKER_TEST_CALL_TIME=15s measures
// the default of production.
func callTime() string {
	if given := os.Getenv("HAWKER_TEST_CALL_TIME"); given != "" {
		return given
	}
	return "1s"
}

// The database stops responding: the connections stay open, but lose everything. When it
// works again, so does every loop, and nothing is lost or done twice.
func TestRecoversFromAnUnresponsiveDatabase(t *testing.T) {
	t.Parallel()
	for name, recover := range map[string]func(*dbtest.Proxy){
		"the same connections work again":              (*dbtest.Proxy).Forward,
		"the old connections stay dead, new ones work": (*dbtest.Proxy).Failover,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := dbtest.Empty(t, db.Postgres)
			proxy := dbtest.Through(t, o)
			data := []string{"--data", t.TempDir(), "--database-url", proxy.Options.URL}
			filled := startCommand(t, data, "demo", "--staff", "off") // with the usual time: its transactions are long
			d := filled.findDinner()
			if err := filled.stop(); err != nil {
				t.Fatal(err)
			}
			r := startCommand(t, data, "demo", "--staff", "off", "--rate-limits", "off", "--database-timeout", callTime())
			s := &outage{running: r, d: dbtest.OpenAt(t, o)}
			s.prepare(d)
			proxy.Drop()
			s.during()
			recover(proxy)
			s.after()
		})
	}
}

// outage is an outage of the database, and what must survive it.
type outage struct {
	*running
	d      *db.DB      // not through the proxy
	events chan string // the order's status, from its stream
	order  placed      // watched
	body   map[string]any
	jobs   int64 // written during the outage
}

const outageKey = "outage-1"

// prepare places and watches an order, and quotes another one. On a busy machine a call
// may exceed the short time without an outage: then it is made again.
func (s *outage) prepare(d dinner) {
	s.t.Helper()
	works := s.clock()
	works("the first order", func() (ok bool) { s.order, ok = s.tryOrder(d, "watched-1"); return ok })
	works("watching it", s.watch)
	if status := <-s.events; status != "pending" {
		s.t.Fatalf("the stream begins with %q", status)
	}
	works("a quote", func() bool { return s.quote(d) })
	works("/readyz", s.isReady)
}

// clock returns a function that waits until something works. All of them together may take
// backWithin.
func (s *outage) clock() func(what string, isTrue func() bool) {
	began := time.Now()
	return func(what string, isTrue func() bool) {
		s.t.Helper()
		for !isTrue() {
			if time.Since(began) > backWithin {
				s.t.Fatalf("%s does not work after %v", what, backWithin)
			}
			time.Sleep(20 * time.Millisecond)
		}
		s.t.Logf("%-20s %v", what, time.Since(began).Round(10*time.Millisecond))
	}
}

func (s *outage) isReady() bool {
	status, _ := s.ask("/readyz")
	return status == http.StatusOK
}

// quote sets the body of an order that is quoted and can be placed.
func (s *outage) quote(d dinner) bool {
	var guest struct {
		ID string `json:"guest_id"`
	}
	if !s.attempt("POST", "/auth/guest", "", map[string]any{}, &guest) {
		return false
	}
	body := map[string]any{"source": "buy_now", "order_type": "delivery", "payment_method": "cash_on_delivery", "address": d.address,
		"line": map[string]any{"item_id": d.item, "quantity": 5}, "guest_id": guest.ID}
	var quote struct {
		Total  float64
		Digest string
	}
	if !s.attempt("POST", "/checkout/quote", "", body, &quote) {
		return false
	}
	body["accepted_total"], body["quote_digest"] = quote.Total, quote.Digest
	s.body = body
	return true
}

// watch reads the order's events, if their stream opens.
func (s *outage) watch() bool {
	s.t.Helper()
	r, err := http.NewRequestWithContext(s.t.Context(), "GET", fmt.Sprintf("%s/api/v1/orders/%d/events?token=%s", s.url, s.order.Order.ID, s.order.Token), nil)
	if err != nil {
		s.t.Fatal(err)
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		s.t.Fatal(err)
	}
	if answer.StatusCode != http.StatusOK {
		answer.Body.Close()
		return false
	}
	s.t.Cleanup(func() { answer.Body.Close() })
	s.events = make(chan string, 16)
	go func() {
		defer close(s.events)
		for lines := bufio.NewScanner(answer.Body); lines.Scan(); {
			if _, rest, found := strings.Cut(lines.Text(), `"order_status":"`); found {
				status, _, _ := strings.Cut(rest, `"`)
				s.events <- status
			}
		}
	}()
	return true
}

func (s *outage) ask(path string) (int, string) {
	s.t.Helper()
	answer, err := http.Get(s.url + path)
	if err != nil {
		s.t.Fatal(err)
	}
	defer answer.Body.Close()
	text, _ := io.ReadAll(answer.Body)
	return answer.StatusCode, string(text)
}

// during checks that calls get a 503 with Retry-After, and adds jobs.
func (s *outage) during() {
	s.t.Helper()
	answer, text, err := s.send("POST", "/orders", map[string]string{"Idempotency-Key": outageKey}, s.body)
	if err != nil || answer.StatusCode != http.StatusServiceUnavailable || answer.Header.Get("Retry-After") == "" {
		s.t.Errorf("placing returned %v, %v: %s", answer, err, text)
	}
	if status, text := s.ask("/readyz"); status != http.StatusServiceUnavailable || !strings.Contains(text, "database") {
		s.t.Errorf("/readyz returned %d: %s", status, text)
	}
	if status, _ := s.ask("/healthz"); status != http.StatusOK {
		s.t.Errorf("/healthz returned %d", status)
	}
	for range 6 { // more than there are workers
		s.write(`INSERT INTO jobs (kind, body, run_at, attempts, max_attempts, last_error, created_at) VALUES ('account.code', '{"ID":0}', 0, 0, 6, '', 0)`)
		s.jobs++
	}
	s.write(`UPDATE jobs SET run_at = 0 WHERE unique_key LIKE 'every:%'`)
}

// after waits for every loop, and checks that nothing was lost or done twice.
func (s *outage) after() {
	s.t.Helper()
	began, back := time.Now(), s.clock()
	var again placed
	back("placing", func() bool { return s.attempt("POST", "/orders", outageKey, s.body, &again) })
	back("/readyz", s.isReady)
	back("jobs", func() bool {
		return s.count(`SELECT COUNT(*) FROM jobs WHERE kind = 'account.code' AND body = '{"ID":0}' AND done_at IS NOT NULL`) == s.jobs
	})
	back("periodic work", func() bool {
		return s.count(`SELECT COUNT(*) FROM jobs WHERE unique_key LIKE 'every:%' AND run_at = 0`) == 0
	})
	// Published by this instance, received by LISTEN, sent by the open stream.
	back("canceling", func() bool {
		return s.attempt("POST", fmt.Sprintf("/orders/%d/cancel", s.order.Order.ID), "", map[string]any{"token": s.order.Token, "reason": "other"}, &struct{}{})
	})
	s.awaitCanceled(began)

	if s.attempt("POST", "/orders", outageKey, s.body, &again); again.Order.ID == 0 {
		s.t.Error("the order is missing")
	}
	if n := s.count(fmt.Sprint("SELECT COUNT(*) FROM orders WHERE id >= ", s.order.Order.ID)); n != 2 {
		s.t.Errorf("there are %d orders, want 2", n)
	}
	if out, err := s.command("verify"); err != nil {
		s.t.Errorf("verify: %v\n%s", err, out)
	}
}

func (s *outage) awaitCanceled(began time.Time) {
	s.t.Helper()
	late := time.After(time.Until(began.Add(backWithin)))
	for {
		select {
		case status, open := <-s.events:
			if !open {
				s.t.Fatal("the stream has ended")
			}
			if status == "canceled" {
				s.t.Logf("%-20s %v", "stream and hints", time.Since(began).Round(10*time.Millisecond))
				return
			}
		case <-late:
			s.t.Fatal("the stream did not send the cancellation")
		}
	}
}

func (s *outage) write(query string) {
	s.t.Helper()
	err := db.InTx(s.t.Context(), s.d, func(tx *db.Tx) error {
		_, err := db.Exec(s.t.Context(), tx, query)
		return err
	})
	if err != nil {
		s.t.Fatal(err)
	}
}

func (s *outage) count(query string) int64 {
	s.t.Helper()
	n, err := db.One[int64](s.t.Context(), s.d.R, query)
	if err != nil {
		s.t.Fatal(err)
	}
	return n
}
