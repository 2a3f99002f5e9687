package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// docs/security.md names a test for each of the 70 lines of ASVS 5.0, level 1, or says why
// the line does not apply. The named tests must exist.
func TestSecurityPage_namesTestsThatExist(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../docs/security.md")
	if err != nil {
		t.Fatal(err)
	}
	written := testNames(t)
	lines := regexp.MustCompile(`(?m)^\| (\d+\.\d+\.\d+) \|[^|]*\|([^|]*)\|([^|]*)\|$`).FindAllStringSubmatch(string(page), -1)
	if len(lines) != 70 {
		t.Errorf("%d lines of level 1, want 70", len(lines))
	}
	for _, line := range lines {
		id, how, proof := line[1], line[2], line[3]
		if strings.TrimSpace(proof) == "" && !strings.Contains(how, "does not apply") && !strings.Contains(how, "the proxy's") && !strings.Contains(how, "above") {
			t.Errorf("%s has neither a test nor a reason", id)
		}
		for _, quoted := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(proof, -1) {
			if name := quoted[1]; !strings.HasPrefix(name, "make ") && !strings.Contains(written, name) {
				t.Errorf("%s names a test that does not exist: %s", id, name)
			}
		}
		if unnamed := regexp.MustCompile(`\b[A-Z]{5,}\b`).FindString(regexp.MustCompile("`[^`]+`").ReplaceAllString(proof, "")); unnamed != "" {
			t.Errorf("%s: %s is not a test", id, unnamed)
		}
	}
}

// testNames returns the text of all test files.
func testNames(t *testing.T) string {
	t.Helper()
	var all strings.Builder
	for _, root := range []string{"..", "../../internal", "../../web/src", "../../e2e/tests"} {
		err := filepath.WalkDir(root, func(path string, _ fs.DirEntry, err error) error {
			if err != nil || !isTest(path) {
				return err
			}
			text, err := os.ReadFile(path)
			all.Write(text)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return all.String()
}

func isTest(path string) bool {
	for _, end := range []string{"_test.go", ".test.ts", ".test.tsx", ".spec.ts"} {
		if strings.HasSuffix(path, end) {
			return true
		}
	}
	return false
}
