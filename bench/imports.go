package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

// imported has the durations of two imports of a town: its records first, then
// the same with its pictures.
type imported struct {
	items, pictures       int
	records, withPictures time.Duration
}

// importTown exports the town that a server has filled, and imports it into an
// empty database.
func importTown(ctx context.Context, from, fromURL, intoURL string) (in imported, err error) {
	work, err := os.MkdirTemp("", "hawker-bench-import-")
	if err != nil {
		return in, err
	}
	defer os.RemoveAll(work)
	folder, data := filepath.Join(work, "town"), filepath.Join(work, "data")
	if err := hawker(ctx, from, fromURL, "export", folder); err != nil {
		return in, err
	}
	lines, err := os.ReadFile(filepath.Join(folder, "items.jsonl"))
	if err != nil {
		return in, err
	}
	in.items = bytes.Count(lines, []byte("\n"))
	media, aside := filepath.Join(folder, "media"), filepath.Join(work, "media")
	if in.pictures, err = countFiles(media); err != nil {
		return in, err
	}
	if err := os.Rename(media, aside); err != nil {
		return in, err
	}
	if in.records, err = timed(func() error { return hawker(ctx, data, intoURL, "import", folder) }); err != nil {
		return in, err
	}
	if err := os.Rename(aside, media); err != nil {
		return in, err
	}
	in.withPictures, err = timed(func() error { return hawker(ctx, data, intoURL, "import", folder) })
	return in, err
}

func timed(do func() error) (time.Duration, error) {
	began := time.Now()
	err := do()
	return time.Since(began), err
}

func countFiles(folder string) (int, error) {
	n := 0
	err := filepath.WalkDir(folder, func(_ string, entry os.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			n++
		}
		return err
	})
	return n, err
}

// String returns the items a second, including the search index.
func (in imported) String() string {
	return fmt.Sprintf("%.0f items a second, from the files to the search index; the same again with its %d pictures in %v",
		float64(in.items)/in.records.Seconds(), in.pictures, in.withPictures.Round(10*time.Millisecond))
}

// hawker runs a command of the binary.
func hawker(ctx context.Context, data, databaseURL, command string, args ...string) error {
	args = append([]string{command, "--data", data}, args...)
	if databaseURL != "" {
		args = append(args, "--database-url", databaseURL)
	}
	if said, err := exec.CommandContext(ctx, "bin/hawker", args...).CombinedOutput(); err != nil {
		return fmt.Errorf("hawker %s: %w\n%s", command, err, said)
	}
	return nil
}
