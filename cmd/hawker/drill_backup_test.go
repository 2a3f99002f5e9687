package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"hawker/internal/db"
	"hawker/internal/db/dbtest"
)

// A town is backed up every minute for ten minutes while it trades. Each backup restores,
// with the orders of its minute, and a damaged one names the file.
func TestDrill_backups(t *testing.T) {
	onlyInDrill(t)
	const backups, every = 10, time.Minute
	folder := t.TempDir()
	f := startFleet(t, os.Args[0], 2)
	d := f.findDinner()
	begin := f.stocked(d)
	writer := f.instances[0]
	writer.stop()
	writer.args = append(writer.args, "--backup-to", folder, "--backup-every", every.String(), "--backup-keep", "20")
	writer.start()
	writer.awaitReady()
	l := f.startLoad(d, 2)
	written := func() []string {
		names, err := filepath.Glob(filepath.Join(folder, "hawker-*.zip"))
		if err != nil {
			t.Fatal(err)
		}
		return names
	}
	for end := time.Now().Add((backups + 2) * every); len(written()) < backups && time.Now().Before(end); {
		time.Sleep(time.Second)
	}
	l.end()
	f.check(l, begin)
	names := written()
	if len(names) < backups {
		t.Fatalf("%d backups in %v, want %d", len(names), (backups+2)*every, backups)
	}
	orders := int64(-1)
	for _, name := range names {
		town := dbtest.OpenAt(t, restoreAndVerify(t, db.SQLite, name))
		restored, err := db.One[int64](t.Context(), town.R, `SELECT COUNT(*) FROM orders`)
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%s has %d orders", filepath.Base(name), restored)
		if restored <= orders {
			t.Errorf("it has %d orders, the one before %d", restored, orders)
		}
		orders = restored
	}
	damaged := names[len(names)-1]
	content, err := os.ReadFile(damaged)
	if err != nil {
		t.Fatal(err)
	}
	content[len(content)/2] ^= 0xff
	if err := os.WriteFile(damaged, content, 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := (&running{t: t, data: []string{"--data", t.TempDir()}}).command("restore", damaged)
	if err == nil || !strings.Contains(err.Error(), "damaged") {
		t.Errorf("the damaged backup: %v\n%s", err, out)
	}
	t.Logf("the damaged one: %v", err)
}
