package dbtest

import (
	"context"
	"fmt"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"hawker/internal/db"
)

// PoolerConns is how many connections the pooler of a test has to PostgreSQL. They are so
// few that clients must share them.
const PoolerConns = 4

// ThroughPgBouncer starts PgBouncer in transaction mode in front of a database, and returns
// the database's address through it. The test is skipped where PgBouncer is not installed.
func ThroughPgBouncer(t testing.TB, o db.Options) db.Options {
	t.Helper()
	program, err := exec.LookPath("pgbouncer")
	if err != nil {
		if program = "/usr/sbin/pgbouncer"; !exists(program) {
			t.Skip("PgBouncer is not installed: `sudo apt-get install pgbouncer`")
		}
	}
	config, err := pgx.ParseConfig(o.URL)
	if err != nil {
		t.Fatal(err)
	}
	dir, err := os.MkdirTemp("", "hawker-pgbouncer-") // not the test's, which another user may not enter
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	as, err := unprivileged(dir)
	if err != nil {
		t.Fatal(err)
	}
	port := freePort(t)
	writeFiles(t, dir, map[string]string{
		"users": strconv.Quote(config.User) + ` ""`,
		"ini": fmt.Sprintf(`[databases]
* = host=%s port=%d
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = %d
unix_socket_dir =
auth_type = trust
auth_file = %s/users
pool_mode = transaction
default_pool_size = %d
max_client_conn = 200
log_connections = 0
log_disconnections = 0
log_stats = 0
`, config.Host, config.Port, port, dir, PoolerConns),
	})
	startPooler(t, exec.CommandContext(context.Background(), program, filepath.Join(dir, "ini")), as)
	u := url.URL{Scheme: "postgres", User: url.User(config.User), Host: net.JoinHostPort("127.0.0.1", strconv.Itoa(port)), Path: "/" + config.Database, RawQuery: "sslmode=disable"}
	o.URL, o.DirectURL = u.String(), o.URL
	waitFor(t, o.URL)
	return o
}

// startPooler runs it until the test ends.
func startPooler(t testing.TB, pooler *exec.Cmd, as *syscall.SysProcAttr) {
	t.Helper()
	pooler.SysProcAttr, pooler.Dir = as, "/"
	pooler.Stderr = t.Output()
	if err := pooler.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = pooler.Process.Kill()
		_ = pooler.Wait() // it says that it was killed
	})
}

func waitFor(t testing.TB, address string) {
	t.Helper()
	for end := time.Now().Add(10 * time.Second); !responds(address); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("PgBouncer does not respond")
		}
	}
}

func writeFiles(t testing.TB, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// freePort returns a port on which nothing listens now.
func freePort(t testing.TB) int {
	t.Helper()
	listener, err := (&net.ListenConfig{}).Listen(context.Background(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	return listener.Addr().(*net.TCPAddr).Port
}
