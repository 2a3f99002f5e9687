package dbtest

import (
	"fmt"
	"os/exec"
	"testing"

	"hawker/internal/db"
)

func TestDropLeftBehind_severalProcessesAtOnce(t *testing.T) {
	ended := exec.CommandContext(t.Context(), "true")
	if err := ended.Run(); err != nil {
		t.Fatal(err)
	}
	for n := range 3 {
		if err := createAs(fmt.Sprintf("%s%d_%d", keptPrefix, ended.Process.Pid, n), "template0"); err != nil {
			t.Fatal(err)
		}
	}
	errs := make(chan error)
	for range 4 {
		go func() { errs <- dropLeftBehind() }()
	}
	for range 4 {
		if err := <-errs; err != nil {
			t.Error(err)
		}
	}
	pool, err := admin()
	if err != nil {
		t.Fatal(err)
	}
	left, err := db.One[int](t.Context(), db.NewPool(pool), `SELECT COUNT(*) FROM pg_database WHERE starts_with(datname, $1)`,
		fmt.Sprintf("%s%d_", keptPrefix, ended.Process.Pid))
	if err != nil || left != 0 {
		t.Errorf("%d databases are left: %v", left, err)
	}
}
