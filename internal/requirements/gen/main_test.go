package main

import (
	"os"
	"path/filepath"
	"testing"
)

func TestRun_checkFailsUntilThePageIsWritten(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		file := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("docs/requirements.txt", "# Cart\nC1 The cart is kept.\n")
	write("docs/requirements.md", "old")
	write("cart_test.go", "func TestCart_TRAP_C1(t *testing.T) {\n")

	if err := run(root, true); err == nil || err.Error() != "docs/requirements.md is stale: make gen" {
		t.Errorf("before: %v", err)
	}
	if err := run(root, false); err != nil {
		t.Fatal(err)
	}
	if err := run(root, true); err != nil {
		t.Errorf("after: %v", err)
	}
	write("cart_test.go", "func TestCart_TRAP_C1_renamed(t *testing.T) {\n")
	if err := run(root, true); err == nil {
		t.Error("a renamed test was not noticed")
	}
}
