package main

import (
	"bufio"
	"encoding/json"
	"math"
	"net/http"
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

const (
	dashboardFile = "../../deploy/grafana/dashboard.json"
	alertsFile    = "../../deploy/prometheus/alerts.yml"
)

// scrape is one response of /metrics: the values by series, such as name{label="value"}.
// Like Prometheus, it has "up".
type scrape map[string]float64

// scrape reads the metrics once. If the server does not respond, up is 0 and nothing else
// is there.
func (r *running) scrape() scrape {
	r.t.Helper()
	answer, err := http.Get(r.metrics)
	if err != nil {
		return scrape{"up": 0}
	}
	defer answer.Body.Close()
	values := scrape{"up": 1}
	for lines := bufio.NewScanner(answer.Body); lines.Scan(); {
		line := lines.Text()
		end := strings.LastIndexByte(line, ' ')
		if strings.HasPrefix(line, "#") || end < 0 {
			continue
		}
		if values[line[:end]], err = strconv.ParseFloat(line[end+1:], 64); err != nil {
			r.t.Fatalf("%q: %v", line, err)
		}
	}
	return values
}

// each calls take for the series of a name whose labels contain all of these texts.
func (s scrape) each(name string, labels []string, take func(series string, value float64)) {
	for series, value := range s {
		if strings.HasPrefix(series+"{", name+"{") && !slices.ContainsFunc(labels, func(l string) bool { return !strings.Contains(series, l) }) {
			take(series, value)
		}
	}
}

// highest returns the highest value of a name, -Inf if it is absent.
func (s scrape) highest(name string) float64 {
	found := math.Inf(-1)
	s.each(name, nil, func(_ string, v float64) { found = max(found, v) })
	return found
}

// increase returns by how much the series have grown since an earlier scrape. Like
// Prometheus, it does not see the growth of a series that was not there before.
func (s scrape) increase(before scrape, name string, labels ...string) float64 {
	sum := 0.0
	s.each(name, labels, func(series string, v float64) {
		if earlier, found := before[series]; found {
			sum += v - earlier
		}
	})
	return sum
}

// startWatched serves a new town with metrics and backups.
func startWatched(t *testing.T, engine db.Dialect, flags ...string) (r *running, o db.Options, backups string) {
	t.Helper()
	o, backups = dbtest.Migrated(t, engine), t.TempDir()
	flags = append([]string{"serve", "--metrics-addr", "127.0.0.1:0", "--backup-to", backups, "--rate-limits", "off"}, flags...)
	r = startCommand(t, dataOf(t, o), flags...)
	waitFor(t, "the first backup and the first jobs", func() bool {
		now := r.scrape()
		return !math.IsInf(now.highest("hawker_backup_age_seconds"), 1) && now.highest("hawker_jobs_since_success_seconds") >= 0
	})
	return r, o, backups
}

func waitFor(t *testing.T, what string, is func() bool) {
	t.Helper()
	for end := time.Now().Add(time.Minute); !is(); time.Sleep(50 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("waited in vain for %s", what)
		}
	}
}

var metricName = regexp.MustCompile(`\b(hawker|go|process)_[a-z_]+`)

// What the dashboard and the alerts ask for exists: a panel with a wrong name is empty,
// and an alert never fires.
func TestDashboardAndAlertsNameMetricsThatExist(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, engine db.Dialect) {
		r, _, _ := startWatched(t, engine)
		r.call("GET", "/config", nil, nil, nil)
		now := r.scrape()
		for _, file := range []string{dashboardFile, alertsFile} {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			names := metricName.FindAllString(string(text), -1)
			if len(names) < 5 {
				t.Errorf("%s names only %v", file, names)
			}
			slices.Sort(names)
			for _, name := range slices.Compact(names) {
				if math.IsInf(now.highest(name), -1) {
					t.Errorf("%s asks for %s, which is not in /metrics", file, name)
				}
			}
		}
	})
}

// Each of our metrics is on the dashboard, in a panel with a place of its own.
func TestTheDashboardShowsEveryMetric(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(dashboardFile)
	if err != nil {
		t.Fatal(err)
	}
	var board struct {
		Title  string
		Panels []struct {
			ID      int
			Type    string
			GridPos struct{ X, Y, W, H int }
			Targets []struct{ Expr string }
		}
	}
	if err := json.Unmarshal(text, &board); err != nil {
		t.Fatal(err)
	}
	ids, taken, shown := map[int]bool{}, map[[2]int]bool{}, ""
	for _, p := range board.Panels {
		if ids[p.ID] {
			t.Errorf("two panels have the id %d", p.ID)
		}
		ids[p.ID] = true
		for x := range p.GridPos.W {
			for y := range p.GridPos.H {
				cell := [2]int{p.GridPos.X + x, p.GridPos.Y + y}
				if taken[cell] || cell[0] >= 24 {
					t.Errorf("panel %d lies on another one, or outside", p.ID)
				}
				taken[cell] = true
			}
		}
		if p.Type != "row" && len(p.Targets) == 0 {
			t.Errorf("panel %d shows nothing", p.ID)
		}
		for _, target := range p.Targets {
			shown += target.Expr + "\n"
		}
	}
	r, _, _ := startWatched(t, db.SQLite)
	for series := range r.scrape() {
		name, _, _ := strings.Cut(series, "{")
		for _, end := range []string{"_sum", "_count", "_bucket"} {
			name = strings.TrimSuffix(name, end)
		}
		if strings.HasPrefix(name, "hawker_") && !strings.Contains(shown, name) {
			t.Errorf("no panel shows %s", name)
		}
	}
}

// Metrics and profiles are on their own address alone.
func TestMetricsAreNotPublic(t *testing.T) {
	t.Parallel()
	r, _, _ := startWatched(t, db.SQLite)
	for _, path := range []string{"/metrics", "/debug/pprof/", "/api/v1/metrics"} {
		answer, err := http.Get(r.url + path)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		if answer.StatusCode != http.StatusNotFound {
			t.Errorf("%s is answered with %d at the public address", path, answer.StatusCode)
		}
	}
	if r.scrape()["up"] != 1 {
		t.Error("the metrics have no address of their own")
	}
}
