package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/townfile"
	"hawker/internal/townmedia"
)

// The main journey on the whole program: a guest orders, follows the order until it is
// delivered, and the ledger is right.
func TestOrderDinner_API01_CHK01_ORD02_ORD03(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, engine db.Dialect) {
		r := startNewDemo(t, engine, "--pace", "200")
		p := r.order(r.findDinner(), "dinner-for-one")

		events, err := http.Get(fmt.Sprintf("%s/api/v1/orders/%d/events?token=%s", r.url, p.Order.ID, p.Token))
		if err != nil {
			t.Fatal(err)
		}
		defer events.Body.Close()
		if kind := events.Header.Get("Content-Type"); !strings.HasPrefix(kind, "text/event-stream") {
			t.Fatalf("the content type of events is %s", kind)
		}
		seen := followUntilDelivered(t, events.Body)
		for _, status := range []string{"confirmed", "processing", "handover", "picked_up", "delivered"} {
			if !seen[status] {
				t.Errorf("never saw the order %s: %v", status, seen)
			}
		}
		if out, err := r.command("verify"); err != nil {
			t.Errorf("verify: %v\n%s", err, out)
		}
	})
}

// followUntilDelivered reads events until the order is delivered.
func followUntilDelivered(t *testing.T, body io.ReadCloser) map[string]bool {
	t.Helper()
	late := time.AfterFunc(time.Minute, func() { body.Close() })
	defer late.Stop()
	seen := map[string]bool{}
	for lines := bufio.NewScanner(body); lines.Scan(); {
		data, found := strings.CutPrefix(lines.Text(), "data:")
		if !found {
			continue
		}
		var state struct {
			Status   string                    `json:"order_status"`
			Timeline []struct{ Status string } `json:"timeline"`
		}
		if err := json.Unmarshal([]byte(data), &state); err != nil {
			t.Fatalf("event %s: %v", data, err)
		}
		for _, move := range state.Timeline {
			seen[move.Status] = true
		}
		if state.Status == "delivered" {
			return seen
		}
	}
	return seen
}

// A backup during orders is a snapshot of one moment: after a restore its ledger is right.
func TestBackupWhileTrading(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, engine db.Dialect) {
		r := startDemo(t, engine, "--staff", "off", "--rate-limits", "off")
		d := r.findDinner()
		done := make(chan struct{})
		trading := make(chan int, 1)
		go func() {
			n := 0
			defer func() { trading <- n }() // also if an order fails the test
			for {
				select {
				case <-done:
					return
				default:
					r.order(d, fmt.Sprintf("while-backing-up-%d", n))
					n++
				}
			}
		}()
		file := filepath.Join(t.TempDir(), "backup.zip")
		out, err := r.command("backup", file)
		close(done)
		if n := <-trading; n == 0 {
			t.Error("no order was placed meanwhile")
		}
		if err != nil {
			t.Fatalf("backup: %v\n%s", err, out)
		}

		elsewhere := &running{t: t, data: dataOf(t, dbtest.Empty(t, engine))}
		if out, err := elsewhere.command("restore", file); err != nil {
			t.Fatalf("restore: %v\n%s", err, out)
		}
		if out, err := elsewhere.command("verify"); err != nil {
			t.Errorf("verify: %v\n%s", err, out)
		}
	})
}

// shrinkPictures puts the smallest form of most pictures in the place of the larger ones: an
// import decodes all of them, which takes ten seconds. Some of each kind stay as they are.
func shrinkPictures(t *testing.T, media string) {
	t.Helper()
	index, err := townmedia.ReadIndex(os.DirFS(media))
	if err != nil || len(index) == 0 {
		t.Fatalf("%d pictures in %s: %v", len(index), media, err)
	}
	kept := map[string]int{} // by folder
	for _, key := range slices.Sorted(maps.Keys(index)) {
		if folder := path.Dir(key); kept[folder] < 3 {
			kept[folder]++
			continue
		}
		forms := index[key].Files(key) // the smallest is the first
		small, err := os.ReadFile(filepath.Join(media, forms[0]))
		if err != nil {
			t.Fatal(err)
		}
		for _, larger := range forms[1:] {
			if err := os.WriteFile(filepath.Join(media, larger), small, 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// The demo continues with its own folder and refuses another town.
func TestDemoKnowsItsFolder(t *testing.T) {
	t.Parallel()
	r := startNewDemo(t, db.SQLite)
	if err := r.stop(); err != nil {
		t.Fatal(err)
	}
	again := startCommand(t, r.data, "demo")
	var stores struct {
		Total int `json:"total_size"`
	}
	again.call("GET", "/stores", nil, nil, &stores)
	if stores.Total == 0 {
		t.Error("the town is gone")
	}

	exported := filepath.Join(t.TempDir(), "town")
	if out, err := again.command("export", exported); err != nil {
		t.Fatalf("export: %v\n%s", err, out)
	}
	shrinkPictures(t, filepath.Join(exported, townmedia.Folder))
	own := &running{t: t, data: []string{"--data", t.TempDir()}}
	if out, err := own.command("import", exported); err != nil {
		t.Fatalf("import: %v\n%s", err, out)
	}
	for _, file := range []string{townfile.BannersFile, townfile.TranslationsFile} {
		if err := os.Remove(filepath.Join(exported, file)); err != nil {
			t.Fatal(err)
		}
	}
	out, err := own.command("import", "--check", "--prune", exported)
	if err != nil || !strings.Contains(out, townfile.BannersFile) || !strings.Contains(out, "nothing was written") {
		t.Errorf("the check printed %q, %v", out, err)
	}
	if out, err := own.command("demo", "--addr", "127.0.0.1:0"); err == nil || !strings.Contains(err.Error(), "not the demo") {
		t.Errorf("the demo accepted another town: %v\n%s", err, out)
	}
}

// A demo that starts again has its samples already.
func TestDemo_addsItsSamplesOnce(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, engine db.Dialect) {
		data := demoData(t, engine)
		d := dbtest.OpenAt(t, optionsOf(data))
		count := func() (rows []int64) {
			for _, table := range []string{"customers", "staff", "orders", "trips", "messages", "applications", "application_images"} {
				n, err := db.One[int64](t.Context(), d.R, `SELECT COUNT(*) FROM `+table)
				if err != nil || n == 0 {
					t.Fatalf("%d %s, %v", n, table, err)
				}
				rows = append(rows, n)
			}
			return rows
		}
		before := count()
		startCommand(t, data, "demo", "--staff", "off")
		if after := count(); !slices.Equal(before, after) {
			t.Errorf("before the second start %v, after it %v", before, after)
		}
	})
}

// A server that is stopping tells its load balancer first.
func TestDrain(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	ready, ended := make(chan string, 1), make(chan error, 1)
	var out bytes.Buffer // complete when the server is ready
	args := append([]string{"demo", "--addr", "127.0.0.1:0", "--drain", "2s", "--log", "error"}, demoData(t, db.SQLite)...)
	go func() { ended <- run(ctx, args, func(string) string { return "" }, &out, ready) }()
	url := <-ready
	cancel()
	deadline := time.Now().Add(2 * time.Second)
	for {
		answer, err := http.Get(url + "/readyz")
		if err != nil {
			t.Fatalf("it does not respond while draining: %v", err)
		}
		answer.Body.Close()
		if answer.StatusCode == http.StatusServiceUnavailable {
			break
		}
		if time.Now().After(deadline) {
			t.Fatal("/readyz did not change")
		}
	}
	if err := <-ended; err != nil {
		t.Errorf("it ended with %v", err)
	}
}

// A folder with half of an export is not imported.
func TestImport_refusesAnInterruptedExport(t *testing.T) {
	t.Parallel()
	folder := emptyTown(t)
	staged := filepath.Join(folder, ".export")
	if err := errors.Join(os.Mkdir(staged, 0o700), os.WriteFile(filepath.Join(staged, ".export.json"), []byte("{}"), 0o600)); err != nil {
		t.Fatal(err)
	}
	r := &running{t: t, data: []string{"--data", t.TempDir()}}
	if out, err := r.command("import", folder); err == nil || !strings.Contains(err.Error(), "was interrupted") {
		t.Errorf("%v\n%s", err, out)
	}
}

func TestCommandsSayWhatIsWrong(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, args, want string }{
		{"two mistakes at once", "serve --addr nowhere --public-url ftp://x", "public URL"},
		{"an unknown flag", "serve --colour red", "unknown flag"},
		{"an unknown value", "serve --rate-limits maybe", "must be one of"},
		{"a pool that is too small", "serve --database-connections 1", "at least 4"},
		{"a proxy that is no address", "serve --trusted-proxies proxy.example", "neither an address nor a network"},
		{"a negative drain", "serve --drain=-1s", "must not be negative"},
		{"no live views", "serve --streams 0", "--streams must be at least 1"},
		{"a call longer than a request", "serve --database-timeout 16s", "at most 15s"},
		{"a call without time", "demo --database-timeout 0s", "above 0s"},
		{"files that move without time", "files move --from . --to x --blob-timeout 0s", "at least 1s"},
		{"backups without a pause", "serve --backup-every 0s", "at least 1s"},
		{"a wrong rule for backups", "serve --backup-keep 7x", "7x"},
		{"an import of nothing", "import", "name the town folder"},
		{"an undo of a folder", "import --undo .", "--undo needs no folder"},
		{"an undo that prunes", "import --undo --prune", "not for --undo"},
		{"a wrong public key", "backup --backup-key age1x x.zip", "malformed recipient"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			err := run(t.Context(), strings.Fields(tt.args), func(string) string { return "" }, io.Discard, nil)
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want %q in it", err, tt.want)
			}
		})
	}
	env := func(name string) string { return map[string]string{"HAWKER_ADDR": "not-an-address"}[name] }
	if err := run(t.Context(), []string{"serve"}, env, io.Discard, nil); err == nil || !strings.Contains(err.Error(), "not-an-address") {
		t.Errorf("the environment was not read: %v", err)
	}
}
