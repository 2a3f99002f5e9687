package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
)

// Every package has one comment, of two to eight lines, that says what it is for.
func TestPackages_haveOneComment(t *testing.T) {
	t.Parallel()
	files := goFiles(t, "bench", "cmd", "internal", "web/embed.go")
	if len(files) < 50 {
		t.Fatalf("only %d packages were found", len(files))
	}
	for dir, names := range files {
		var docs []*ast.CommentGroup
		var name string
		for _, file := range names {
			parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ParseComments|parser.PackageClauseOnly)
			if err != nil {
				t.Fatal(err)
			}
			name = parsed.Name.Name
			if parsed.Doc != nil {
				docs = append(docs, parsed.Doc)
			}
		}
		if len(docs) != 1 {
			t.Errorf("%s has %d package comments, want 1", dir, len(docs))
			continue
		}
		checkPackageDoc(t, dir, name, docs[0])
	}
}

func checkPackageDoc(t *testing.T, dir, name string, doc *ast.CommentGroup) {
	t.Helper()
	start := "Package " + name + " "
	if name == "main" {
		start = "Command " + filepath.Base(dir) + " "
	}
	if text := doc.Text(); !strings.HasPrefix(text, start) {
		t.Errorf("the comment of %s begins with %.40q, want %q", dir, text, start)
	}
	if lines := len(doc.List); lines < 2 || lines > 8 {
		t.Errorf("the comment of %s has %d lines, want 2 to 8", dir, lines)
	}
}

// goFiles returns the Go files below some folders, without tests, by their folder.
func goFiles(t *testing.T, below ...string) map[string][]string {
	t.Helper()
	files := map[string][]string{}
	for _, start := range below {
		err := filepath.WalkDir(filepath.Join(root, start), func(path string, entry fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			if entry.IsDir() && (entry.Name() == "node_modules" || entry.Name() == "testdata") {
				return filepath.SkipDir
			}
			if strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go") {
				files[filepath.Dir(path)] = append(files[filepath.Dir(path)], path)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return files
}
