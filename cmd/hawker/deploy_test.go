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
	for _, name := range []string{"hawker.service", "Dockerfile", "compose.yaml", "rollback.yaml"} {
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

// The service can write the scheduled backups where the handbook puts them.
func TestDeployUnit_hasAFolderForBackups(t *testing.T) {
	t.Parallel()
	for file, want := range map[string]string{
		filepath.Join(deployFolder, "hawker.service"): `(?m)^StateDirectory=hawker hawker/backups$`,
		"../../docs/operate.md":                       `(?m)^    HAWKER_BACKUP_TO=/var/lib/hawker/backups$`,
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

// The instances and all commands of compose read the settings of one file, which is in neither
// git nor the image.
func TestCompose_readsTheSettingsOfAFile(t *testing.T) {
	t.Parallel()
	for file, want := range map[string]string{
		filepath.Join(deployFolder, "compose.yaml"): `(?ms)^x-hawker: &hawker$.*^  env_file: \[\{ path: hawker\.env, required: false \}\]$.*^services:$`,
		"../../.gitignore":                          `(?m)^/deploy/hawker\.env$`,
		"../../.dockerignore":                       `(?m)^deploy/hawker\.env$`,
		"../../docs/operate.md":                     "`deploy/hawker\\.env`",
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

// A rollback starts what the unit and the compose file start, on a folder, a database and files
// of its own.
func TestRollback_startsTheSameOnDataOfItsOwn(t *testing.T) {
	t.Parallel()
	read := func(name string) string {
		text, err := os.ReadFile(filepath.Join(deployFolder, name))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	start := regexp.MustCompile(`(?m)^ExecStart=.*$`).FindString(read("hawker.service"))
	dropIn := "    ExecStart=\n    " + strings.Replace(start, "--data /var/lib/hawker", "--data /var/lib/hawker/before", 1) + "\n"
	if handbook := read("../docs/operate.md"); start == "" || !strings.Contains(handbook, dropIn) {
		t.Errorf("docs/operate.md does not have the lines\n%s", dropIn)
	}
	rollback := read("rollback.yaml")
	for setting, own := range map[string]*strings.Replacer{
		"HAWKER_DATABASE_URL": strings.NewReplacer("@database/hawker?", "@database/before?"),
		"HAWKER_BLOB_URL":     strings.NewReplacer("s3://hawker?", "s3://hawker/before?"),
	} {
		line := regexp.MustCompile(` ` + setting + `: .*\n`).FindString(read("compose.yaml"))
		if want := own.Replace(line); want == line || !strings.Contains(rollback, want) {
			t.Errorf("rollback.yaml does not have the line\n%s", want)
		}
	}
	for _, instance := range regexp.MustCompile(`(?m)^  (hawker-\d):`).FindAllStringSubmatch(read("compose.yaml"), -1) {
		if !strings.Contains(rollback, "\n  "+instance[1]+": *before\n") {
			t.Errorf("rollback.yaml does not have %s", instance[1])
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
