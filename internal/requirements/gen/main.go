// Command gen writes docs/requirements.md, from the root of the repository.
// With -check it writes nothing, and fails when the page is stale.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"hawker/internal/requirements"
)

func main() {
	check := flag.Bool("check", false, "compare the page instead of writing it")
	flag.Parse()
	if err := run(".", *check); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(root string, check bool) error {
	page, err := requirements.Generate(os.DirFS(root))
	if err != nil {
		return err
	}
	file := filepath.Join(root, requirements.Page)
	if !check {
		return os.WriteFile(file, page, 0o644)
	}
	old, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	if !bytes.Equal(old, page) {
		return errors.New(requirements.Page + " is stale: make gen")
	}
	return nil
}
