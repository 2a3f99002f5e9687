package main

import (
	"bufio"
	"context"
	"database/sql"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib"

	"hawker/internal/db/dbtest"
)

// process is a server that is measured.
type process struct {
	cmd  *exec.Cmd
	url  string
	took time.Duration // from start to answering
}

var address = regexp.MustCompile(`http://[0-9.:]+`)

// start runs a program and waits until it prints its address.
func start(ctx context.Context, name string, args ...string) (*process, error) {
	began := time.Now()
	p := &process{cmd: exec.CommandContext(ctx, name, args...)}
	p.cmd.Stderr = os.Stderr
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := p.cmd.Start(); err != nil {
		return nil, err
	}
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if p.url = address.FindString(lines.Text()); p.url != "" {
			p.took = time.Since(began)
			go func() { _, _ = io.Copy(io.Discard, out) }()
			return p, nil
		}
	}
	return nil, fmt.Errorf("%s ended before it answered: %w", name, p.cmd.Wait())
}

func startPlain(ctx context.Context) (*process, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	return start(ctx, self, "-plain")
}

func startHawker(ctx context.Context, data, databaseURL string, scale int) (*process, error) {
	args := []string{"demo", "--addr", "127.0.0.1:0", "--data", data, "--rate-limits", "off", "--drain", "0s", "--staff", "off",
		"--scale", strconv.Itoa(scale)}
	if databaseURL != "" {
		args = append(args, "--database-url", databaseURL)
	}
	return start(ctx, "bin/hawker", args...)
}

func (p *process) stop() {
	_ = p.cmd.Process.Signal(syscall.SIGTERM)
	_ = p.cmd.Wait()
}

// memory is the resident memory of a process, in bytes.
type memory struct {
	all       int64
	anonymous int64 // its own; the rest are pages of files, the binary's above all
}

// String writes it in megabytes.
func (m memory) String() string {
	return fmt.Sprintf("%d MB, of which %d MB anonymous", m.all>>20, m.anonymous>>20)
}

func (p *process) memory() memory {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.cmd.Process.Pid))
	if err != nil {
		return memory{}
	}
	sizes := map[string]int64{}
	for line := range strings.Lines(string(status)) {
		if name, rest, found := strings.Cut(line, ":"); found && strings.HasSuffix(line, " kB\n") {
			kilobytes, _ := strconv.ParseInt(strings.Fields(rest)[0], 10, 64)
			sizes[name] = kilobytes << 10
		}
	}
	return memory{all: sizes["VmRSS"], anonymous: sizes["RssAnon"]}
}

// cpu returns the CPU time that the process has used.
func (p *process) cpu() time.Duration { return cpuTime(p.cmd.Process.Pid, 13, 14) }

// cpuOf returns the CPU time that a PostgreSQL server has used, with all its
// backends, including those that have ended.
func cpuOf(server *dbtest.Server) time.Duration {
	if server == nil {
		return 0
	}
	sum := cpuTime(server.PID(), 13, 14, 15, 16)
	for _, backend := range childrenOf(server.PID()) {
		sum += cpuTime(backend, 13, 14)
	}
	return sum
}

// cpuTime adds up fields of /proc/PID/stat that count ticks, numbered from 0.
// There are 100 ticks a second on every Linux that we know.
func cpuTime(pid int, fields ...int) (sum time.Duration) {
	values := statOf(pid)
	for _, field := range fields {
		if field < len(values) {
			ticks, _ := strconv.ParseInt(values[field], 10, 64)
			sum += time.Duration(ticks) * 10 * time.Millisecond
		}
	}
	return sum
}

// statOf returns the fields of /proc/PID/stat. The second one, the program's name,
// may contain blanks.
func statOf(pid int) []string {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return nil
	}
	name, rest, _ := strings.Cut(string(text), ") ")
	return append([]string{name, ""}, strings.Fields(rest)...)
}

func childrenOf(pid int) (children []int) {
	all, _ := filepath.Glob("/proc/[0-9]*")
	for _, folder := range all {
		child, _ := strconv.Atoi(filepath.Base(folder))
		if values := statOf(child); len(values) > 3 && values[3] == strconv.Itoa(pid) {
			children = append(children, child)
		}
	}
	return children
}

// servePlain serves the baseline: net/http and two kilobytes of JSON.
func servePlain() error {
	body := []byte(`{"text":"` + strings.Repeat("x", 2000) + `"}`)
	listener, err := (&net.ListenConfig{}).Listen(context.Background(), "tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	fmt.Printf("http://%s\n", listener.Addr())
	return http.Serve(listener, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(body)
	}))
}

// otherDatabase creates a second database on the same server.
func otherDatabase(ctx context.Context, databaseURL, name string) (string, error) {
	pool, err := sql.Open("pgx", databaseURL)
	if err != nil {
		return "", err
	}
	defer pool.Close()
	if _, err := pool.ExecContext(ctx, "CREATE DATABASE "+name); err != nil {
		return "", err
	}
	u, err := url.Parse(databaseURL)
	if err != nil {
		return "", err
	}
	u.Path = "/" + name
	return u.String(), nil
}
