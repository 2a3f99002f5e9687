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

	"hawker/internal/api/apitest"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/townfile"
	"hawker/internal/townmedia"
)

// running is a running server.
type running struct {
	t    *testing.T
	url  string
	data []string // the flags of its data
	stop func() error

	older   bool   // it is an older version, whose responses our document does not describe
	metrics string // the address of its metrics, if it has --metrics-addr
}

// startDemo serves the demo town, filled before.
func startDemo(t *testing.T, engine db.Dialect, flags ...string) *running {
	t.Helper()
	return startCommand(t, demoData(t, engine), append([]string{"demo"}, flags...)...)
}

// startNewDemo serves the demo town on a new database, like an owner.
func startNewDemo(t *testing.T, engine db.Dialect, flags ...string) *running {
	t.Helper()
	return startCommand(t, dataOf(t, dbtest.Empty(t, engine)), append([]string{"demo"}, flags...)...)
}

func startCommand(t *testing.T, data []string, args ...string) *running {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	ready, ended := make(chan string, 1), make(chan error, 1)
	var out bytes.Buffer // complete when the server is ready
	args = slices.Concat(args[:1], []string{"--addr", "127.0.0.1:0", "--drain", "0s", "--log", "error"}, args[1:], data)
	go func() { ended <- run(ctx, args, func(string) string { return "" }, &out, ready) }()
	r := &running{t: t, data: data, stop: func() error { cancel(); return <-ended }}
	select {
	case r.url = <-ready:
		_, rest, _ := strings.Cut(out.String(), "serves its metrics at ")
		r.metrics, _, _ = strings.Cut(rest, "\n")
	case err := <-ended:
		t.Fatalf("%v ended: %v", args, err)
	}
	stopped := false
	stop := r.stop
	r.stop = func() error {
		if stopped {
			return nil
		}
		stopped = true
		return stop()
	}
	t.Cleanup(func() {
		if err := r.stop(); err != nil {
			t.Errorf("stop: %v", err)
		}
	})
	return r
}

// command runs another command on the same data, and returns what it printed.
func (r *running) command(args ...string) (string, error) {
	var out bytes.Buffer
	err := run(r.t.Context(), append(args, r.data...), func(string) string { return "" }, &out, nil)
	return out.String(), err
}

// call calls the API and decodes the response. A status above 299 fails the test.
func (r *running) call(method, path string, header map[string]string, body, into any) {
	r.t.Helper()
	status, text := r.try(method, path, header, body)
	if status > 299 {
		r.t.Fatalf("%s %s: %d: %s", method, path, status, text)
	}
	if into == nil {
		return
	}
	if err := json.Unmarshal(text, into); err != nil {
		r.t.Fatalf("%s %s: %s: %v", method, path, text, err)
	}
}

func (r *running) try(method, path string, header map[string]string, body any) (int, []byte) {
	r.t.Helper()
	answer, out, err := r.send(method, path, header, body)
	if err != nil {
		r.t.Fatal(err)
	}
	if !r.older {
		apitest.Published().Check(r.t, method, "/api/v1"+path, answer.StatusCode, answer.Header, out)
	}
	return answer.StatusCode, out
}

// attempt calls a server that may be down. It returns false unless the call succeeds.
func (r *running) attempt(method, path, key string, body, into any) bool {
	header := map[string]string{}
	if key != "" {
		header["Idempotency-Key"] = key
	}
	return r.attemptWith(method, path, header, body, into)
}

// attemptWith is attempt with any headers. into nil: the response is not read.
func (r *running) attemptWith(method, path string, header map[string]string, body, into any) bool {
	answer, out, err := r.send(method, path, header, body)
	return err == nil && answer.StatusCode < 300 && (into == nil || json.Unmarshal(out, into) == nil)
}

func (r *running) send(method, path string, header map[string]string, body any) (*http.Response, []byte, error) {
	var text []byte
	if body != nil {
		text, _ = json.Marshal(body) // maps of simple values always encode
	}
	call, err := http.NewRequestWithContext(r.t.Context(), method, r.url+"/api/v1"+path, bytes.NewReader(text))
	if err != nil {
		return nil, nil, err
	}
	call.Header.Set("moduleId", "10")
	if body != nil {
		call.Header.Set("Content-Type", "application/json")
	}
	for name, value := range header {
		call.Header.Set(name, value)
	}
	answer, err := http.DefaultClient.Do(call)
	if err != nil {
		return nil, nil, err
	}
	defer answer.Body.Close()
	out, err := io.ReadAll(answer.Body)
	return answer, out, err
}

// dinner is a dish without required options, at an open store.
type dinner struct {
	item, store int64
	address     map[string]any
}

func (r *running) findDinner() dinner {
	r.t.Helper()
	var stores struct {
		Stores []struct {
			ID                  int64
			Latitude, Longitude float64
		}
	}
	r.call("GET", "/stores?open_now=true&type=delivery&limit=100", nil, nil, &stores)
	for _, store := range stores.Stores {
		var list struct {
			Items []struct {
				ID             int64
				AvailableNow   bool             `json:"available_now"`
				Stock          *int64           `json:"stock"`
				FoodVariations []map[string]any `json:"food_variations"`
			}
		}
		r.call("GET", fmt.Sprintf("/items?store_id=%d&limit=100", store.ID), nil, nil, &list)
		for _, i := range list.Items {
			if i.AvailableNow && len(i.FoodVariations) == 0 && i.Stock == nil {
				return dinner{item: i.ID, store: store.ID, address: map[string]any{
					"address": "7 Test Lane", "latitude": store.Latitude, "longitude": store.Longitude,
					"contact_person_name": "Asha Rao", "contact_person_number": "+12025550123",
				}}
			}
		}
	}
	r.t.Fatal("there is no dish to order")
	return dinner{}
}

// placed is a placed order, with its tracking token.
type placed struct {
	Order struct {
		ID     int64   `json:"id"`
		Status string  `json:"order_status"`
		Total  float64 `json:"total"`
	} `json:"order"`
	Token string `json:"tracking_token"`
}

// order creates a guest, and quotes and places an order.
func (r *running) order(d dinner, key string) placed {
	r.t.Helper()
	var guest struct {
		ID string `json:"guest_id"`
	}
	r.call("POST", "/auth/guest", nil, map[string]any{}, &guest)
	var lines []struct {
		ID    int64
		Total float64
	}
	r.call("POST", "/cart", nil, map[string]any{"guest_id": guest.ID, "item_id": d.item, "quantity": 5}, &lines)
	body := map[string]any{"guest_id": guest.ID, "source": "cart", "order_type": "delivery", "payment_method": "cash_on_delivery", "address": d.address}
	var quote struct {
		Total    float64
		Digest   string
		Problems []struct{ Message string }
	}
	r.call("POST", "/checkout/quote", nil, body, &quote)
	if len(quote.Problems) > 0 {
		r.t.Fatalf("the quote has problems: %v", quote.Problems)
	}
	body["accepted_total"], body["quote_digest"] = quote.Total, quote.Digest
	var p placed
	r.call("POST", "/orders", map[string]string{"Idempotency-Key": key}, body, &p)
	if p.Order.Total != quote.Total {
		r.t.Errorf("quoted %v, ordered at %v", quote.Total, p.Order.Total)
	}
	return p
}

func engines(t *testing.T, test func(t *testing.T, engine db.Dialect)) {
	for _, engine := range []db.Dialect{db.SQLite, db.Postgres} {
		t.Run(string(engine), func(t *testing.T) {
			t.Parallel()
			test(t, engine)
		})
	}
}

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
