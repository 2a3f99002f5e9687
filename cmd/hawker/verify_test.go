package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/verify"
)

// The output is JSON, also if the file is so damaged that it cannot be opened, or that a
// check cannot read its tables.
func TestVerify_JSONOfADamagedFile(t *testing.T) {
	t.Parallel()
	whole, err := os.ReadFile(filepath.Join(dbtest.Migrated(t, db.SQLite).Dir, db.File))
	if err != nil {
		t.Fatal(err)
	}
	garbage := bytes.Repeat([]byte{0xAA}, 4096)
	for _, tt := range []struct {
		name  string
		spoil func(file []byte)
		ok    bool
	}{
		{"nothing is damaged", func([]byte) {}, true},
		{"its beginning is overwritten", func(f []byte) { copy(f, garbage) }, false},
		{"pages in the middle", func(f []byte) {
			for page := 8; page < len(f)/4096-8; page += 3 {
				copy(f[page*4096:], garbage)
			}
		}, false},
	} {
		dir, file := t.TempDir(), bytes.Clone(whole)
		tt.spoil(file)
		if err := os.WriteFile(filepath.Join(dir, db.File), file, 0o600); err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		err := run(t.Context(), []string{"verify", "--json", "--data", dir}, func(string) string { return "" }, &out, nil)
		if code := exitCode(0); tt.ok && err != nil || !tt.ok && (!errors.As(err, &code) || code != 1) {
			t.Errorf("%s: exits with %v", tt.name, err)
		}
		var report verify.Report
		in := json.NewDecoder(&out)
		if err := in.Decode(&report); err != nil || in.More() {
			t.Errorf("%s: not one JSON document: %v", tt.name, err)
		}
		found := 0
		for _, c := range report.Checks {
			found += len(c.Findings)
		}
		if report.OK != tt.ok || len(report.Checks) == 0 || (found == 0) != tt.ok {
			t.Errorf("%s: ok %t, %d checks, %d findings", tt.name, report.OK, len(report.Checks), found)
		}
	}
}
