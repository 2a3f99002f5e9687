package dbtest

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"syscall"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib" // registers the driver "pgx"
)

// Server is a temporary PostgreSQL. It listens on a socket in its temporary folder.
type Server struct {
	URL string // of the database postgres; another name in its path is another database

	dir       string
	args, env []string // of the server's process
	process   *exec.Cmd
	ended     chan struct{}
}

// StartPostgres starts an empty server. Without durable it does not wait for the
// disk. That is faster, but wrong for measurements.
func StartPostgres(durable bool) (*Server, error) {
	initdb, err := findProgram("initdb")
	if err != nil {
		return nil, err
	}
	postgres, err := findProgram("postgres")
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "hawker-postgres-")
	if err != nil {
		return nil, err
	}
	s := newServer(dir, postgres, durable)
	if err := s.create(initdb); err != nil {
		return nil, errors.Join(err, s.Stop())
	}
	return s, nil
}

// PID returns the id of the server's process.
func (s *Server) PID() int { return s.process.Process.Pid }

func newServer(dir, postgres string, durable bool) *Server {
	return &Server{URL: socketURL(dir), dir: dir, env: append(os.Environ(), memory(durable)...), args: append([]string{postgres, "-D", filepath.Join(dir, "data"), "-k", dir,
		"-c", "listen_addresses=", "-c", "max_connections=400", "-c", "shared_buffers=64MB"}, disk(durable)...)}
}

// create fills the folder by a program such as initdb, and starts the server.
func (s *Server) create(program string, args ...string) error {
	as, err := unprivileged(s.dir)
	if err != nil {
		return err
	}
	if len(args) == 0 { // text is ordered by its bytes, as in SQLite
		args = []string{"-U", "postgres", "--auth=trust", "--no-sync", "-E", "UTF8", "--locale=C"}
	}
	create := exec.CommandContext(context.Background(), program, append([]string{"-D", filepath.Join(s.dir, "data")}, args...)...)
	create.Dir, create.SysProcAttr = s.dir, as
	if out, err := create.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", filepath.Base(program), err, out)
	}
	return s.Start()
}

// Start starts the server again after Halt.
func (s *Server) Start() error {
	as, err := unprivileged(s.dir)
	if err != nil {
		return err
	}
	log, err := os.OpenFile(filepath.Join(s.dir, "log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer log.Close()
	s.process = exec.CommandContext(context.Background(), s.args[0], s.args[1:]...)
	s.process.Dir, s.process.Env, s.process.SysProcAttr = s.dir, s.env, as
	s.process.Stdout, s.process.Stderr = log, log
	if err := s.process.Start(); err != nil {
		return err
	}
	process, ended := s.process, make(chan struct{})
	s.ended = ended
	go func() {
		defer close(ended)
		_ = process.Wait() // its log says how it ended
	}()
	return s.waitUntilReady()
}

// memory lets the server take memory in pages of 2 MB. Each connection is a process, and most
// end soon: the Go tests need a tenth less time. Other C libraries than glibc ignore it.
func memory(durable bool) []string {
	if durable {
		return nil
	}
	return []string{"GLIBC_TUNABLES=glibc.malloc.hugetlb=1"}
}

func disk(durable bool) []string {
	if durable {
		return nil
	}
	// A vacuum by itself would change the statistics of databases that are kept from test to test.
	return []string{"-c", "fsync=off", "-c", "synchronous_commit=off", "-c", "full_page_writes=off", "-c", "autovacuum=off"}
}

// waitUntilReady waits until the server responds.
func (s *Server) waitUntilReady() error {
	pool, err := sql.Open("pgx", s.URL)
	if err != nil {
		return err
	}
	defer pool.Close()
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	for {
		if err = pool.PingContext(ctx); err == nil {
			return nil
		}
		select {
		case <-time.After(20 * time.Millisecond):
		case <-s.ended:
			return s.withLog(errors.New("the server ended"))
		case <-ctx.Done():
			return s.withLog(err)
		}
	}
}

// withLog adds the server's log to the error.
func (s *Server) withLog(err error) error {
	log, _ := os.ReadFile(filepath.Join(s.dir, "log"))
	return fmt.Errorf("start PostgreSQL: %w\n%s", err, log)
}

// Halt ends the server at once.
func (s *Server) Halt() {
	if s.process != nil && s.process.Process != nil {
		_ = s.process.Process.Signal(syscall.SIGQUIT) // fails when it has ended already
		<-s.ended
	}
}

// Stop ends the server at once and removes its folder.
func (s *Server) Stop() error {
	s.Halt()
	return os.RemoveAll(s.dir)
}

func socketURL(dir string) string {
	u := url.URL{Scheme: "postgres", User: url.User("postgres"), Path: "/postgres", RawQuery: url.Values{"host": {dir}}.Encode()}
	return u.String()
}

// findProgram finds a program of PostgreSQL in PATH or where Debian puts it, the
// newest version first.
func findProgram(name string) (string, error) {
	if path, err := exec.LookPath(name); err == nil {
		return path, nil
	}
	found, err := filepath.Glob("/usr/lib/postgresql/*/bin/" + name)
	if err != nil || len(found) == 0 {
		return "", fmt.Errorf("%s is missing: install PostgreSQL with `sudo apt-get install postgresql` or `brew install postgresql`", name)
	}
	slices.Sort(found)
	return found[len(found)-1], nil
}

// unprivileged returns the user to run as. It is another user if we are root, because
// PostgreSQL refuses root. The folder then belongs to that user.
func unprivileged(dir string) (*syscall.SysProcAttr, error) {
	if os.Getuid() != 0 {
		return nil, nil
	}
	who, err := user.Lookup("postgres")
	if err != nil {
		if who, err = user.Lookup("nobody"); err != nil {
			return nil, fmt.Errorf("PostgreSQL refuses root and there is no user to run it as: %w", err)
		}
	}
	uid, uidErr := strconv.ParseUint(who.Uid, 10, 32)
	gid, gidErr := strconv.ParseUint(who.Gid, 10, 32)
	if err := errors.Join(uidErr, gidErr, os.Chown(dir, int(uid), int(gid)), os.Chmod(dir, 0o755)); err != nil {
		return nil, err
	}
	return &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}}, nil
}
