package main

import (
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"hawker/internal/db"
	"hawker/internal/db/dbtest"
)

// The drill: several instances behind a balancer, under a steady load of orders, while they
// are replaced, killed, backed up or disagree about the time. It takes minutes and depends on the speed
// of the machine, so only `make drill` runs it, with an older version of the program
// (HAWKER_DRILL_OLD). That files written through one instance are served by another, and
// erased ones are gone, is in TestTwoInstancesShareTheFilesInS3_PROF03_PROF05_ITEM11.

// guests is how many order at once.
const guests = 16

// onlyInDrill skips a test in all other runs.
func onlyInDrill(t *testing.T) {
	t.Helper()
	if os.Getenv("HAWKER_DRILL") == "" {
		t.Skip("only in `make drill`")
	}
}

// All instances are replaced one after the other, and no request fails, on connections that
// are kept alive (CHK-04).
func TestDrill_rollingUpgrade_CHK04(t *testing.T) {
	onlyInDrill(t)
	f := startFleet(t, cmp.Or(os.Getenv("HAWKER_DRILL_OLD"), os.Args[0]), 3)
	d := f.findDinner()
	begin := f.stocked(d)
	l := f.startLoad(d, guests)
	for _, i := range f.instances {
		time.Sleep(time.Second) // in the old state
		began := time.Now()
		i.stop()
		t.Logf("the instance at %s ended after %v", i.addr, time.Since(began).Round(10*time.Millisecond))
		i.binary = os.Args[0]
		i.start()
		i.awaitReady()
		time.Sleep(askEvery) // until the balancer uses it
	}
	l.end()
	f.older = false
	f.check(l, begin)
	for _, failed := range l.failures {
		t.Errorf("failed at %s: %s", failed.at.Format("05.000"), failed.what)
	}
}

// Instances are killed under load. No order is lost or made twice, and what fails is what
// the killed instance was doing (CHK-04).
func TestDrill_kills_CHK04(t *testing.T) {
	onlyInDrill(t)
	const kills, every = 12, 5 * time.Second
	f := startFleet(t, os.Args[0], 3)
	d := f.findDinner()
	begin := f.stocked(d)
	l := f.startLoad(d, guests)
	var killed []time.Time
	for range kills {
		next := time.After(every)
		i := f.instances[rand.IntN(len(f.instances))]
		time.Sleep(rand.N(every / 10)) // not in step with the load
		killed = append(killed, time.Now())
		i.kill()
		time.Sleep(every / 5)
		i.start()
		i.awaitReady()
		<-next
	}
	l.end()
	f.check(l, begin)
	late := time.Duration(0)
	for _, failed := range l.failures {
		since := sinceLast(killed, failed.at)
		if late = max(late, since); since > time.Second {
			t.Errorf("%v after a kill: %s", since, failed.what)
		}
	}
	t.Logf("%d kills; the last failure came %v after one", kills, late.Round(time.Millisecond))
}

// sinceLast returns how long ago the last of these times was.
func sinceLast(times []time.Time, now time.Time) time.Duration {
	since := time.Hour
	for _, at := range times {
		if at.Before(now) {
			since = min(since, now.Sub(at))
		}
	}
	return since
}

// The clocks of two instances differ by five minutes, and every job runs once: each mail
// arrives, and no mail twice.
func TestDrill_clocksThatDiffer(t *testing.T) {
	onlyInDrill(t)
	const mails = 200
	server := startMailServer(t)
	f := startFleet(t, os.Args[0], 2, "--smtp-url", "smtp://"+server.addr+"?from=shop@example.com", "--public-url", "http://localhost:8080")
	ahead := f.instances[1]
	ahead.stop()
	ahead.env = []string{clockAhead + "=5m"}
	ahead.start()
	ahead.awaitReady()
	for n := range mails {
		r := &running{t: t, url: "http://" + f.instances[n%2].addr}
		r.call("POST", "/newsletter", nil, map[string]any{"email": fmt.Sprintf("reader%d@example.com", n)}, nil)
	}
	s := &outage{running: f.running, d: f.town}
	done := s.clock()
	done("mails", func() bool {
		if failed := f.jobErrors(); failed != "" {
			t.Fatal(failed)
		}
		return server.readers() == mails
	})
	time.Sleep(2 * time.Second) // in which a second one would come
	for to, n := range server.counts() {
		if n != 1 {
			t.Errorf("%s got %d mails", to, n)
		}
	}
	if n := f.count(`SELECT COUNT(*) FROM jobs WHERE attempts > 1 AND unique_key NOT LIKE 'every:%'`); n > 0 {
		t.Errorf("%d jobs were tried again", n)
	}
	t.Logf("%d mails, each once", server.readers())
}

// jobErrors returns why jobs have failed.
func (f *fleet) jobErrors() string {
	f.t.Helper()
	failed, err := db.Many[string](f.t.Context(), f.town.R, `SELECT DISTINCT kind || ': ' || last_error FROM jobs WHERE last_error <> ''`)
	if err != nil {
		f.t.Fatal(err)
	}
	return strings.Join(failed, "\n")
}

// Ten instances whose pools fit serve without an error; an eleventh is refused with the sum.
func TestDrill_tenInstances(t *testing.T) {
	onlyInDrill(t)
	server, err := dbtest.StartPostgres(false)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Stop() })
	o := db.Options{URL: server.URL}
	f := startFleetOn(t, o, os.Args[0], 10, "--database-connections", "36")
	d := f.findDinner()
	begin := f.stocked(d)
	l := f.startLoad(d, guests)
	time.Sleep(20 * time.Second)
	r := &running{t: t, data: []string{"--data", t.TempDir(), "--database-url", o.URL}}
	_, err = r.command("serve", "--addr", "127.0.0.1:0", "--database-connections", "36")
	if !errors.Is(err, db.ErrConnections) || !strings.Contains(err.Error(), "12 instances may open 412") { // with the test's own pool
		t.Errorf("the eleventh: %v, want the sum", err)
	}
	t.Logf("the eleventh: %v", err)
	l.end()
	f.check(l, begin)
	for _, failed := range l.failures {
		t.Error(failed.what)
	}
}
