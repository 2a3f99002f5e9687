package dbtest

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"
)

// All test processes share one server. The first that needs it starts a keeper: the
// same test binary, in another process session, which runs the server. Every test
// process has a shared lock on a file until it ends. When the keeper can lock that
// file alone, twice with a pause between, it stops the server. A crashed test loses
// its lock, so the server always stops.

const (
	// serverEnv may name a running server. It is used and never stopped.
	serverEnv = "HAWKER_TEST_POSTGRES"
	keeperEnv = "HAWKER_TEST_POSTGRES_KEEPER"
	// linger is longer than the pause between the tests of two packages.
	linger = 15 * time.Second
)

// The keeper must start before a test main parses flags that it does not define.
func init() {
	dir := os.Getenv(keeperEnv)
	if dir == "" {
		return
	}
	if err := runKeeper(dir); err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	os.Exit(0)
}

// sharedServer returns the URL of the server that tests share.
var sharedServer = sync.OnceValues(func() (string, error) {
	if given := os.Getenv(serverEnv); given != "" {
		return given, nil
	}
	dir := filepath.Join(os.TempDir(), fmt.Sprintf("hawker-test-%d", os.Getuid()))
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", err
	}
	var err error
	if alive, err = lockFile(dir, "users", syscall.LOCK_SH); err != nil {
		return "", err
	}
	starting, err := lockFile(dir, "start", syscall.LOCK_EX)
	if err != nil {
		return "", err
	}
	defer starting.Close()

	running, err := os.ReadFile(filepath.Join(dir, "url"))
	if err == nil && responds(string(running)) {
		return string(running), nil
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	return startKeeper(dir)
})

// alive is the lock that this process has on the server. It is never closed. It is
// a variable because the garbage collector closes a file that is not referenced.
var alive *os.File //nolint:unused // referenced, not read

// startKeeper runs this binary as the keeper and returns what it prints first: the
// URL, or an error.
func startKeeper(dir string) (string, error) {
	self, err := os.Executable()
	if err != nil {
		return "", err
	}
	keeper := exec.CommandContext(context.Background(), self)
	keeper.Env = append(os.Environ(), keeperEnv+"="+dir)
	keeper.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	// Not the folder of the package: the go command may remove that one.
	keeper.Dir = dir
	out, err := keeper.StdoutPipe()
	if err != nil {
		return "", err
	}
	if err := keeper.Start(); err != nil {
		return "", err
	}
	said := bufio.NewScanner(out)
	var lines []string
	for said.Scan() {
		if strings.HasPrefix(said.Text(), "postgres://") {
			return said.Text(), nil
		}
		lines = append(lines, said.Text())
	}
	return "", errors.New(strings.Join(lines, "\n"))
}

// runKeeper runs the server until it has been unused for a while.
func runKeeper(dir string) error {
	server, err := StartPostgres(false)
	if err != nil {
		return err
	}
	defer func() { _ = server.Stop() }()
	urlFile := filepath.Join(dir, "url")
	if err := os.WriteFile(urlFile, []byte(server.URL), 0o644); err != nil {
		return err
	}
	fmt.Println(server.URL)

	for {
		users, err := lockFile(dir, "users", syscall.LOCK_EX)
		if err != nil {
			return err
		}
		users.Close()
		time.Sleep(linger)
		if ended, err := endUnused(dir, urlFile); ended || err != nil {
			return err
		}
	}
}

// endUnused removes the URL, unless a test uses the server. A test that starts now
// waits for the lock and then finds no URL.
func endUnused(dir, urlFile string) (bool, error) {
	starting, err := lockFile(dir, "start", syscall.LOCK_EX)
	if err != nil {
		return false, err
	}
	defer starting.Close()
	users, err := lockFile(dir, "users", syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	defer users.Close()
	return true, os.Remove(urlFile)
}

// lockFile opens a file and locks it. Closing the file, or ending the process,
// releases the lock.
func lockFile(dir, name string, how int) (*os.File, error) {
	f, err := os.OpenFile(filepath.Join(dir, name), os.O_CREATE|os.O_RDWR, 0o644)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(f.Fd()), how); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}
