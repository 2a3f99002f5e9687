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

	dir     string
	process *exec.Cmd
	ended   chan struct{}
}

// StartPostgres starts an empty server. Without durable it does not wait for the
// disk. That is faster, but wrong for measurements.
func StartPostgres(durable bool) (*Server, error) {
	initdb, err := binary("initdb")
	if err != nil {
		return nil, err
	}
	postgres, err := binary("postgres")
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "hawker-postgres-")
	if err != nil {
		return nil, err
	}
	s := &Server{URL: socketURL(dir), dir: dir, ended: make(chan struct{})}
	if err := s.start(initdb, postgres, durable); err != nil {
		return nil, errors.Join(err, s.Stop())
	}
	return s, nil
}

// PID returns the id of the server's process.
func (s *Server) PID() int { return s.process.Process.Pid }

func (s *Server) start(initdb, postgres string, durable bool) error {
	as, err := unprivileged(s.dir)
	if err != nil {
		return err
	}
	data := filepath.Join(s.dir, "data")
	// Text is ordered by its bytes, as in SQLite.
	create := exec.CommandContext(context.Background(), initdb, "-D", data, "-U", "postgres", "--auth=trust", "--no-sync", "-E", "UTF8", "--locale=C")
	create.Dir, create.SysProcAttr = s.dir, as
	if out, err := create.CombinedOutput(); err != nil {
		return fmt.Errorf("initdb: %w\n%s", err, out)
	}
	log, err := os.Create(filepath.Join(s.dir, "log"))
	if err != nil {
		return err
	}
	defer log.Close()

	s.process = exec.CommandContext(context.Background(), postgres, append([]string{"-D", data, "-k", s.dir,
		"-c", "listen_addresses=", "-c", "max_connections=400", "-c", "shared_buffers=64MB"}, disk(durable)...)...)
	s.process.Dir, s.process.SysProcAttr = s.dir, as
	s.process.Stdout, s.process.Stderr = log, log
	if err := s.process.Start(); err != nil {
		return err
	}
	go func() {
		defer close(s.ended)
		_ = s.process.Wait() // its log says how it ended
	}()
	return s.waitUntilReady()
}

func disk(durable bool) []string {
	if durable {
		return nil
	}
	return []string{"-c", "fsync=off", "-c", "synchronous_commit=off", "-c", "full_page_writes=off"}
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

// Stop ends the server at once and removes its folder.
func (s *Server) Stop() error {
	if s.process != nil && s.process.Process != nil {
		_ = s.process.Process.Signal(syscall.SIGQUIT) // fails when it has ended already
		<-s.ended
	}
	return os.RemoveAll(s.dir)
}

func socketURL(dir string) string {
	u := url.URL{Scheme: "postgres", User: url.User("postgres"), Path: "/postgres", RawQuery: url.Values{"host": {dir}}.Encode()}
	return u.String()
}

// binary finds a program of PostgreSQL in PATH or where Debian puts it, the
// newest version first.
func binary(name string) (string, error) {
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
