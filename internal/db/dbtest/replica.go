package dbtest

import (
	"errors"
	"os"
	"testing"
)

// WithReplica starts a PostgreSQL and a streaming replica of it, which end with the test.
func WithReplica(t testing.TB) (primary, replica *Server) {
	t.Helper()
	primary, err := StartPostgres(false)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = primary.Stop() })
	if replica, err = startReplica(primary); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = replica.Stop() })
	return primary, replica
}

func startReplica(of *Server) (*Server, error) {
	program, err := findProgram("pg_basebackup")
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "hawker-replica-")
	if err != nil {
		return nil, err
	}
	s := newServer(dir, of.args[0], false)
	if err := s.create(program, "-h", of.dir, "-U", "postgres", "--write-recovery-conf", "--checkpoint=fast", "--no-sync"); err != nil {
		return nil, errors.Join(err, s.Stop())
	}
	return s, nil
}
