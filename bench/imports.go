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

// importRate exports the town that a server has filled, and imports it into an
// empty database: how many items a second, with all that belongs to them.
func importRate(ctx context.Context, from, fromURL, intoURL string) (float64, error) {
	work, err := os.MkdirTemp("", "hawker-bench-import-")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(work)
	folder, data := filepath.Join(work, "town"), filepath.Join(work, "data")
	if err := hawker(ctx, from, fromURL, "export", folder); err != nil {
		return 0, err
	}
	items, err := os.ReadFile(filepath.Join(folder, "items.jsonl"))
	if err != nil {
		return 0, err
	}
	began := time.Now()
	if err := hawker(ctx, data, intoURL, "import", folder); err != nil {
		return 0, err
	}
	return float64(bytes.Count(items, []byte("\n"))) / time.Since(began).Seconds(), nil
}

// hawker runs one of its commands to the end.
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
