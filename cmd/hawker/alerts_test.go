package main

import (
	"context"
	"fmt"
	"math"
	"net"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"hawker/internal/db"
	"hawker/internal/db/dbtest"
)

// alert is a rule of the file. holds computes its expression from two scrapes, by hand: an
// engine of PromQL would be the largest dependency of all.
type alert struct {
	expr  string
	holds func(before, now scrape) bool
}

const responses = "hawker_http_responses_total"

var alerts = map[string]alert{
	"HawkerDown": {
		`up{job="hawker"} == 0 or hawker_ready == 0`,
		func(_, now scrape) bool { return now["up"] == 0 || now["hawker_ready"] == 0 },
	},
	"HawkerErrors": {
		`sum(rate(hawker_http_responses_total{class="5xx"}[5m])) / sum(rate(hawker_http_responses_total[5m])) > 0.02`,
		func(before, now scrape) bool {
			return now.increase(before, responses, `class="5xx"`)/now.increase(before, responses) > 0.02
		},
	},
	"HawkerSlow": {
		`histogram_quantile(0.99, sum by (le) (rate(hawker_http_request_seconds_bucket[5m]))) > 1`,
		func(before, now scrape) bool { return now.quantile(before, 0.99) > 1 },
	},
	"HawkerJobsStuck": {
		`max by (kind) (hawker_jobs_oldest_due_seconds) > 60 or max by (kind) (hawker_jobs_retrying) > 10 or sum by (kind) (increase(hawker_jobs_total{outcome="given_up"}[1h])) > 0`,
		func(before, now scrape) bool {
			return now.highest("hawker_jobs_oldest_due_seconds") > 60 || now.highest("hawker_jobs_retrying") > 10 ||
				now.increase(before, "hawker_jobs_total", `outcome="given_up"`) > 0
		},
	},
	"HawkerBackupOld": {
		`min(hawker_backup_age_seconds) > 2 * max(hawker_backup_every_seconds) or absent(hawker_backup_age_seconds)`,
		func(_, now scrape) bool {
			age, found := now["hawker_backup_age_seconds"]
			return age > 2*now["hawker_backup_every_seconds"] || !found
		},
	},
}

// quantile is histogram_quantile of the requests between two scrapes: it interpolates in
// the bucket that has the quantile.
func (s scrape) quantile(before scrape, q float64) float64 {
	const bucket = "hawker_http_request_seconds_bucket"
	bound := regexp.MustCompile(`le="([^"]+)"`)
	counts := map[float64]float64{}
	s.each(bucket, nil, func(series string, v float64) {
		if earlier, found := before[series]; found {
			le, _ := strconv.ParseFloat(bound.FindStringSubmatch(series)[1], 64)
			counts[le] += v - earlier
		}
	})
	rank, below, last := q*counts[math.Inf(1)], 0.0, 0.0
	var bounds []float64
	for le := range counts {
		bounds = append(bounds, le)
	}
	slices.Sort(bounds)
	for _, le := range bounds {
		if counts[le] >= rank && counts[le] > below {
			return last + (min(le, 10)-last)*(rank-below)/(counts[le]-below)
		}
		below, last = counts[le], le
	}
	return math.NaN()
}

// The test computes what the file says.
func TestAlertsAreThoseOfTheFile(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(alertsFile)
	if err != nil {
		t.Fatal(err)
	}
	rules := regexp.MustCompile(`- alert: (\w+)\n +expr: (.+)\n +for: \d+m\n`).FindAllStringSubmatch(string(text), -1)
	if len(rules) != len(alerts) || strings.Count(string(text), "- alert:") != len(alerts) {
		t.Errorf("the file has %d rules, this test %d", len(rules), len(alerts))
	}
	page, err := os.ReadFile("../../docs/operate.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, rule := range rules {
		if alerts[rule[1]].expr != rule[2] {
			t.Errorf("%s is\n%s\nin the file, and\n%s\nin this test", rule[1], rule[2], alerts[rule[1]].expr)
		}
		if !strings.Contains(string(page), "`"+rule[1]+"`") {
			t.Errorf("docs/operate.md does not say what to do about %s", rule[1])
		}
	}
}

// watched is a server whose alerts are caused. It has a mail server that never responds.
type watched struct {
	*running
	db      *db.DB // a second one on the same file
	backups string
	hole    net.Listener
}

// No alert holds while all is well. Each holds once its cause is there.
func TestAlertsHoldOnceCaused(t *testing.T) {
	t.Parallel()
	hole := startHole(t)
	r, o, backups := startWatched(t, db.SQLite, "--database-timeout", "2s", "--public-url", "http://shop.example",
		"--smtp-url", "smtp://"+hole.Addr().String()+"?from=shop@example.com")
	w := &watched{running: r, db: dbtest.OpenAt(t, o), backups: backups, hole: hole}
	w.visit()
	w.waitUntilReady()
	before := w.scrape()
	w.visit()
	now := w.waitUntilReady()
	for name, a := range alerts {
		if a.holds(before, now) {
			t.Errorf("%s holds while all is well", name)
		}
	}
	for _, c := range []struct {
		name  string
		cause func()
	}{
		{"HawkerSlow", w.slowDatabase},
		{"HawkerErrors", w.stuckDatabase},
		{"HawkerJobsStuck", w.giveUpJob},
		{"HawkerJobsStuck", w.hangMails},
		{"HawkerBackupOld", w.loseBackups},
		{"HawkerDown", w.end},
	} {
		before := w.waitUntilReady()
		if alerts[c.name].holds(before, before) {
			t.Errorf("%s holds before its cause", c.name)
		}
		c.cause()
		waitFor(t, c.name, func() bool { return alerts[c.name].holds(before, w.scrape()) })
	}
}

// waitUntilReady returns a scrape of a server that is ready. It may not be for a moment, after
// its start or on a machine that stalls: HawkerDown waits for two minutes.
func (w *watched) waitUntilReady() (now scrape) {
	w.t.Helper()
	waitFor(w.t, "readiness", func() bool {
		now = w.scrape()
		return !alerts["HawkerDown"].holds(now, now)
	})
	return now
}

func (w *watched) visit() {
	for range 20 {
		w.call("GET", "/config", nil, nil, nil)
	}
	w.guest()
}

func (w *watched) guest() int {
	answer, _, err := w.send("POST", "/auth/guest", nil, map[string]any{})
	if err != nil {
		w.t.Fatal(err)
	}
	return answer.StatusCode
}

// lock locks the writer of the database until the returned function is called.
func (w *watched) lock() (unlock func()) {
	locked, release, ended := make(chan struct{}), make(chan struct{}), make(chan error, 1)
	go func() {
		ended <- db.InTx(db.Long(context.Background()), w.db, func(*db.Tx) error {
			close(locked)
			<-release
			return nil
		})
	}()
	<-locked
	return func() {
		close(release)
		if err := <-ended; err != nil {
			w.t.Error(err)
		}
	}
}

// slowDatabase makes a write wait for longer than a second.
func (w *watched) slowDatabase() {
	unlock := w.lock()
	timer := time.AfterFunc(1300*time.Millisecond, unlock)
	defer timer.Stop()
	if status := w.guest(); status > 299 {
		w.t.Errorf("the slow request failed with %d", status)
	}
}

// stuckDatabase makes a write fail.
func (w *watched) stuckDatabase() {
	unlock := w.lock()
	defer unlock()
	if status := w.guest(); status != 503 {
		w.t.Errorf("a write without a database is answered with %d", status)
	}
}

// giveUpJob adds a job that fails at its only attempt.
func (w *watched) giveUpJob() {
	w.exec(`INSERT INTO jobs (kind, body, run_at, attempts, max_attempts, last_error, created_at) VALUES ('order.release', 'x', 0, 0, 1, '', 0)`)
}

// hangMails lets more mails hang than may be sent at once, and dates back the others.
func (w *watched) hangMails() {
	for n := range 12 {
		w.call("POST", "/newsletter", nil, map[string]any{"email": fmt.Sprintf("reader%d@example.com", n)}, nil)
	}
	w.exec(`UPDATE jobs SET run_at = run_at - 600000 WHERE kind = 'newsletter.confirm' AND locked_until IS NULL`)
}

// loseBackups is a disk that is no longer there.
func (w *watched) loseBackups() {
	if err := os.RemoveAll(w.backups); err != nil {
		w.t.Error(err)
	}
}

func (w *watched) end() {
	w.hole.Close() // else the stop waits for the mails
	if err := w.stop(); err != nil {
		w.t.Error(err)
	}
}

func (w *watched) exec(query string) {
	err := db.InTx(w.t.Context(), w.db, func(tx *db.Tx) error {
		_, err := db.Exec(w.t.Context(), tx, query)
		return err
	})
	if err != nil {
		w.t.Error(err)
	}
}

// hole accepts connections and never responds. Closing it closes them.
type hole struct {
	net.Listener
	conns chan net.Conn
}

func startHole(t *testing.T) hole {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	h := hole{listener, make(chan net.Conn, 100)}
	t.Cleanup(func() { h.Close() })
	go func() {
		defer close(h.conns)
		for {
			c, err := listener.Accept()
			if err != nil {
				return
			}
			h.conns <- c
		}
	}()
	return h
}

// Close implements net.Listener.
func (h hole) Close() error {
	err := h.Listener.Close()
	for c := range h.conns {
		c.Close()
	}
	return err
}

// An instance that has lost its database responds, but is not ready.
func TestHawkerDownHoldsWithoutADatabase(t *testing.T) {
	t.Parallel()
	proxy := dbtest.Through(t, dbtest.Migrated(t, db.Postgres))
	r := startCommand(t, dataOf(t, proxy.Options), "serve", "--metrics-addr", "127.0.0.1:0", "--database-timeout", "1s")
	holds := func() bool { return alerts["HawkerDown"].holds(nil, r.scrape()) }
	waitFor(t, "the instance to be ready", func() bool { return !holds() })
	proxy.Drop()
	waitFor(t, "HawkerDown", func() bool { return holds() && r.scrape()["up"] == 1 })
	proxy.Forward()
	waitFor(t, "the end of HawkerDown", func() bool { return !holds() })
}

// After a restart the age is that of what the folder has. Half a backup does not count.
func TestTheAgeOfABackupComesFromTheFolder(t *testing.T) {
	t.Parallel()
	f := backupMetrics{folder: t.TempDir()}
	if age, _ := f.newest(); !math.IsInf(age, 1) {
		t.Errorf("without a backup its age is %v", age)
	}
	now := time.Now()
	for name, size := range map[string]int{
		backupPrefix + now.Add(-50*time.Hour).UTC().Format(backupTime) + backupEnd:    10,
		backupPrefix + now.Add(-26*time.Hour).UTC().Format(backupTime) + encryptedEnd: 20,
		backupPrefix + now.Add(-2*time.Hour).UTC().Format(backupTime) + backupEnd:     0,
		".hawker-backup-12345": 30,
		"hawker-today.zip":     40,
	} {
		if err := os.WriteFile(f.folder+"/"+name, make([]byte, size), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if age, size := f.newest(); math.Abs(age-26*3600) > 60 || size != 20 {
		t.Errorf("the newest backup is %v s old and has %v bytes, want 93600 and 20", age, size)
	}
}
