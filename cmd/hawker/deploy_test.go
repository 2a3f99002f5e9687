package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

const deployFolder = "../../deploy"

// The files in deploy name only flags and variables that serve has.
func TestDeployFilesNameFlagsOfServe(t *testing.T) {
	t.Parallel()
	var help bytes.Buffer
	func() {
		defer func() { _ = recover() }() // help ends the program
		_ = run(t.Context(), []string{"serve", "--help"}, func(string) string { return "" }, &help, nil)
	}()
	named := regexp.MustCompile(`HAWKER_[A-Z_]+|(?:serve|"serve",) .*`)
	flag := regexp.MustCompile(`--([a-z-]+)`)
	found := 0
	for _, name := range []string{"hawker.service", "Dockerfile", "compose.yaml"} {
		text, err := os.ReadFile(filepath.Join(deployFolder, name))
		if err != nil {
			t.Fatal(err)
		}
		for _, part := range named.FindAllString(string(text), -1) {
			var flags []string
			if variable, ok := strings.CutPrefix(part, "HAWKER_"); ok {
				flags = append(flags, strings.ToLower(strings.ReplaceAll(variable, "_", "-")))
			}
			for _, match := range flag.FindAllStringSubmatch(part, -1) {
				flags = append(flags, match[1])
			}
			for _, f := range flags {
				if found++; !strings.Contains(help.String(), "--"+f) {
					t.Errorf("%s names --%s, which serve does not have", name, f)
				}
			}
		}
	}
	if found < 10 {
		t.Errorf("only %d flags were found", found)
	}
}

// While two versions run side by side, each has only the files of its own pages. So the site of
// Caddy keeps a visitor on one instance, in the words of Caddy 2.6, which Debian installs.
func TestDeploySite_keepsAVisitorOnOneInstance(t *testing.T) {
	t.Parallel()
	const cookie = "hawker_instance"
	for file, want := range map[string]string{
		filepath.Join(deployFolder, "Caddyfile"): `(?m)^\s*lb_policy cookie ` + cookie + `$`,
		"../../docs/operate.md":                  `(?m)^\*\*A visitor stays on one instance\.\*\*.*` + "`" + cookie + "`",
	} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !regexp.MustCompile(want).Match(text) {
			t.Errorf("%s does not match %s", file, want)
		}
	}
}

// systemd accepts the unit, and rates it as well protected.
func TestDeployUnitIsAccepted(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("systemd-analyze"); err != nil {
		t.Skip("systemd is not installed")
	}
	text, err := os.ReadFile(filepath.Join(deployFolder, "hawker.service"))
	if err != nil {
		t.Fatal(err)
	}
	unit := filepath.Join(t.TempDir(), "hawker.service")
	installed := strings.ReplaceAll(string(text), "/usr/local/bin/hawker", "/bin/true") // which exists
	if err := os.WriteFile(unit, []byte(installed), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"verify", unit}, {"security", "--offline=true", "--threshold=20", unit}} {
		out, err := exec.CommandContext(t.Context(), "systemd-analyze", args...).CombinedOutput()
		if err != nil || args[0] == "verify" && len(bytes.TrimSpace(out)) > 0 {
			t.Errorf("systemd-analyze %s: %v\n%s", args[0], err, out)
		}
	}
}
