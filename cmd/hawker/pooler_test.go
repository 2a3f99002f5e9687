package main

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"hawker/internal/db"
	"hawker/internal/db/dbtest"
)

// Two instances work through PgBouncer in transaction mode, with few connections that all
// clients share: orders, events between the instances, jobs, and the commands.
func TestThroughPgBouncerInTransactionMode(t *testing.T) {
	t.Parallel()
	direct := dbtest.Empty(t, db.Postgres)
	o := dbtest.ThroughPgBouncer(t, direct)
	data := []string{"--data", t.TempDir(), "--database-url", o.URL, "--database-direct-url", o.DirectURL}
	a := startCommand(t, data, "demo", "--staff", "off", "--rate-limits", "off")
	b := startCommand(t, data, "demo", "--staff", "off", "--rate-limits", "off")
	direct.Conns = 5 // so that its name is not that of an instance
	town := dbtest.OpenAt(t, direct)

	placeTogether(t, a.findDinner(), a, b)
	followAcross(t, a, b)
	allJobsDone(t, town)
	if names := strings.Join(clientNames(t, town), ", "); strings.Contains(names, "hawker 16") {
		t.Errorf("an instance opened its pool past PgBouncer: %s", names)
	}
	file := t.TempDir() + "/backup.zip"
	for _, args := range [][]string{{"backup", file}, {"migrate"}, {"verify"}} {
		if out, err := a.command(args...); err != nil {
			t.Errorf("%s: %v\n%s", args[0], err, out)
		}
	}
}

// placeTogether places many orders at once through all instances. None may fail.
func placeTogether(t *testing.T, d dinner, instances ...*running) {
	t.Helper()
	var failed atomic.Int64
	var wg sync.WaitGroup
	for shopper := range 4 * dbtest.PoolerConns {
		wg.Go(func() {
			for n := range 6 {
				r := instances[(shopper+n)%len(instances)]
				if _, ok := r.tryOrder(d, fmt.Sprintf("pooled-%d-%d", shopper, n)); !ok {
					failed.Add(1)
				}
			}
		})
	}
	wg.Wait()
	if n := failed.Load(); n > 0 {
		t.Errorf("%d of %d orders failed", n, 6*4*dbtest.PoolerConns)
	}
}

// followAcross watches an order on one instance and cancels it on the other. The event must
// arrive by LISTEN: a stream reads by itself only every 20 seconds.
func followAcross(t *testing.T, a, b *running) {
	t.Helper()
	p, ok := a.tryOrder(a.findDinner(), "followed")
	if !ok {
		t.Fatal("the order was not placed")
	}
	watcher := &outage{running: a, order: p}
	if !watcher.watch() {
		t.Fatal("the stream did not open")
	}
	began := time.Now()
	b.call("POST", fmt.Sprintf("/orders/%d/cancel", p.Order.ID), nil, map[string]any{"token": p.Token, "reason": "other"}, nil)
	watcher.awaitCanceled(began)
	if took := time.Since(began); took > 10*time.Second {
		t.Errorf("the event took %v", took)
	}
}

// allJobsDone waits until the periodic jobs, due once more, were done by one instance.
func allJobsDone(t *testing.T, d *db.DB) {
	t.Helper()
	s := &outage{running: &running{t: t}, d: d}
	s.write(`UPDATE jobs SET run_at = 0 WHERE unique_key LIKE 'every:%'`)
	done := s.clock()
	done("periodic jobs", func() bool {
		return s.count(`SELECT COUNT(*) FROM jobs WHERE unique_key LIKE 'every:%' AND run_at = 0`) == 0
	})
	if n := s.count(`SELECT COUNT(*) FROM jobs WHERE last_error <> ''`); n > 0 {
		t.Errorf("%d jobs failed", n)
	}
}

// clientNames are the names of the connections to a database.
func clientNames(t *testing.T, d *db.DB) []string {
	t.Helper()
	names, err := db.Many[string](t.Context(), d.R, `SELECT DISTINCT application_name FROM pg_stat_activity WHERE datname = current_database() ORDER BY 1`)
	if err != nil {
		t.Fatal(err)
	}
	return slices.Compact(names)
}
