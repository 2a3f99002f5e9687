package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"hawker/internal/db"
	"hawker/internal/db/dbtest"
)

// filledTown is a demo town of one engine, filled once for all tests, which work on copies.
type filledTown struct {
	folder   string
	database db.Options
	remove   func() error
}

// filledTowns holds the filled town of each engine.
var filledTowns = map[db.Dialect]func() (*filledTown, error){
	db.SQLite:   sync.OnceValues(func() (*filledTown, error) { return fillTown(db.SQLite) }),
	db.Postgres: sync.OnceValues(func() (*filledTown, error) { return fillTown(db.Postgres) }),
}

// filled notes the filled towns, for removeFilledTowns.
var filled struct {
	sync.Mutex
	towns []*filledTown
}

// demoData returns the flags of data of a filled demo town: a copy.
func demoData(t *testing.T, engine db.Dialect) []string {
	t.Helper()
	town, err := filledTowns[engine]()
	if err != nil {
		t.Fatalf("fill the demo town: %v", err)
	}
	folder := t.TempDir()
	if err := os.CopyFS(folder, os.DirFS(town.folder)); err != nil {
		t.Fatal(err)
	}
	flags := []string{"--data", folder}
	if engine == db.Postgres {
		flags = append(flags, "--database-url", dbtest.Copy(t, town.database).URL)
	}
	return flags
}

// optionsOf returns the database of flags that demoData returned.
func optionsOf(data []string) db.Options {
	if len(data) == 2 {
		return db.Options{Dir: data[1]}
	}
	return db.Options{URL: data[3]}
}

// fillTown starts a demo town, and stops it when it serves.
func fillTown(engine db.Dialect) (*filledTown, error) {
	parent, err := os.MkdirTemp("", "hawker-filled-")
	if err != nil {
		return nil, err
	}
	town := &filledTown{folder: filepath.Join(parent, "town"), remove: func() error { return os.RemoveAll(parent) }}
	args := []string{"demo", "--addr", "127.0.0.1:0", "--drain", "0s", "--log", "error", "--staff", "off", "--data", town.folder}
	if engine == db.Postgres {
		database, drop, err := dbtest.Lasting()
		if err != nil {
			return nil, err
		}
		removeFolder := town.remove
		town.database, town.remove = database, func() error { return errors.Join(drop(), removeFolder()) }
		args = append(args, "--database-url", database.URL)
	}
	filled.Lock()
	filled.towns = append(filled.towns, town)
	filled.Unlock()
	if err := serveOnce(args); err != nil {
		return nil, err
	}
	return town, awaitClosed(town.folder)
}

// awaitClosed waits until the database of a folder is closed. A query that was canceled when
// the program ended closes its connection a moment later.
func awaitClosed(folder string) error {
	for deadline := time.Now().Add(10 * time.Second); time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		if _, err := os.Stat(filepath.Join(folder, db.File+"-shm")); errors.Is(err, fs.ErrNotExist) {
			return nil
		}
	}
	return errors.New("the database of the filled town is still open")
}

// serveOnce starts the program, and stops it when it serves.
func serveOnce(args []string) error {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var out bytes.Buffer
	ready, ended := make(chan string, 1), make(chan error, 1)
	go func() { ended <- run(ctx, args, func(string) string { return "" }, &out, ready) }()
	select {
	case <-ready:
		cancel()
		return <-ended
	case err := <-ended:
		return fmt.Errorf("it ended before it served: %w", err)
	}
}

// removeFilledTowns removes what the tests have copied.
func removeFilledTowns() error {
	filled.Lock()
	defer filled.Unlock()
	var failed []error
	for _, town := range filled.towns {
		failed = append(failed, town.remove())
	}
	return errors.Join(failed...)
}
