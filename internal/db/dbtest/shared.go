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

// One server serves every test process of this user at a time. The first to
// need it starts a keeper: this same test binary again, in a session of its
// own, which runs the server. Every user holds a shared lock on a file for as
// long as it lives; once the keeper can have that lock to itself and nobody
// came back for a while, it stops the server. A crashed test holds no lock, so
// nothing is left behind.

const (
	// serverEnv may name a running server, which is then used and left alone.
	serverEnv = "HAWKER_TEST_POSTGRES"
	keeperEnv = "HAWKER_TEST_POSTGRES_KEEPER"
	// linger spans the pause between one package's tests and the next's.
	linger = 15 * time.Second
)

// The keeper must take over before a test main parses flags it does not know.
func init() {
	dir := os.Getenv(keeperEnv)
	if dir == "" {
		return
	}
	if err := keep(dir); err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	os.Exit(0)
}

// sharedServer answers the URL of the server that tests share.
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
	if err == nil && answers(string(running)) {
		return string(running), nil
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	return startKeeper(dir)
})

// alive is the lock that says that this process lives. It is never closed, and
// stands here because a file that nobody holds is closed with the garbage.
var alive *os.File //nolint:unused // held, not read

// startKeeper runs this binary again as the keeper and waits for its first
// line: the URL, or what went wrong.
func startKeeper(dir string) (string, error) {
	self, err := os.Executable()
	if err != nil {
		return "", err
	}
	keeper := exec.CommandContext(context.Background(), self)
	keeper.Env = append(os.Environ(), keeperEnv+"="+dir)
	keeper.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	// Its folder must not be the package's, which the go command may remove.
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

// keep runs the server until nobody has used it for a while.
func keep(dir string) error {
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

// endUnused takes the URL away, unless somebody is using the server. Whoever
// comes now waits for the start lock and finds none.
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

// lockFile opens a file for its lock; closing it, or dying, gives it back.
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
