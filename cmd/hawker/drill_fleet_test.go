package main

import (
	"bufio"
	"net"
	"net/http"
	"os"
	"os/exec"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"hawker/internal/blob/blobtest"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
)

// fleet is a demo town that several instances serve behind a balancer, as processes of
// their own. They share a PostgreSQL and a stand-in for S3.
type fleet struct {
	*running // through the balancer

	town      *db.DB
	instances []*instance
	balancer  *balancer
}

// instance is one process, which can end and start again at the same address.
type instance struct {
	t       *testing.T
	binary  string
	addr    string
	args    []string
	env     []string
	process *exec.Cmd
}

// startFleet starts so many instances of a program. Their flags are added to those that all
// of them have.
func startFleet(t *testing.T, binary string, n int, flags ...string) *fleet {
	t.Helper()
	return startFleetOn(t, dbtest.Empty(t, db.Postgres), binary, n, flags...)
}

func startFleetOn(t *testing.T, o db.Options, binary string, n int, flags ...string) *fleet {
	t.Helper()
	data := append(dataOf(t, o), filesIn(blobtest.Start(t))...)
	fillDemo(t, binary, data)
	f := &fleet{town: dbtest.OpenAt(t, db.Options{URL: o.URL, Conns: 4})}
	var addrs []string
	for range n {
		i := &instance{t: t, binary: binary, addr: freeAddr(t), args: slices.Concat(data, flags)}
		f.instances, addrs = append(f.instances, i), append(addrs, i.addr)
	}
	for _, i := range f.instances {
		i.start()
	}
	for _, i := range f.instances {
		i.awaitReady()
	}
	f.balancer = startBalancer(t, addrs)
	f.running = &running{t: t, url: f.balancer.url, data: data, older: binary != os.Args[0]}
	return f
}

// fillDemo fills an empty database with the demo town.
func fillDemo(t *testing.T, binary string, data []string) {
	t.Helper()
	i := &instance{t: t, binary: binary, args: append([]string{"--staff", "off"}, data...)}
	out := i.run("demo", "127.0.0.1:0")
	for lines := bufio.NewScanner(out); lines.Scan(); {
		if _, addr, found := strings.Cut(lines.Text(), "serving at http://"); found {
			i.addr = addr
			break
		}
	}
	i.awaitReady()
	i.stop()
}

func freeAddr(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	return listener.Addr().String()
}

// start starts the process at its address.
func (i *instance) start() { i.run("serve", i.addr) }

// run starts a command of the program, and returns what it prints.
func (i *instance) run(command, addr string) *os.File {
	i.t.Helper()
	read, write, err := os.Pipe()
	if err != nil {
		i.t.Fatal(err)
	}
	args := append([]string{command, "--addr", addr, "--rate-limits", "off", "--log", "error"}, i.args...)
	process := exec.CommandContext(i.t.Context(), i.binary, args...)
	process.Env = slices.Concat(os.Environ(), asHawker, i.env)
	process.Stdout, process.Stderr = write, i.t.Output()
	if err := process.Start(); err != nil {
		i.t.Fatal(err)
	}
	write.Close()
	i.process = process
	i.t.Cleanup(func() {
		_ = process.Process.Kill()
		_ = process.Wait() // it says that it was killed, or was waited for before
		read.Close()
	})
	return read
}

// awaitReady waits until the instance says that it is ready.
func (i *instance) awaitReady() {
	i.t.Helper()
	for end := time.Now().Add(time.Minute); !isReady(i.addr); time.Sleep(100 * time.Millisecond) {
		if time.Now().After(end) {
			i.t.Fatalf("the instance at %s is not ready", i.addr)
		}
	}
}

func isReady(addr string) bool {
	client := http.Client{Timeout: time.Second}
	answer, err := client.Get("http://" + addr + "/readyz")
	if err != nil {
		return false
	}
	answer.Body.Close()
	return answer.StatusCode == http.StatusOK
}

// stop ends the process as an owner does, and waits for it.
func (i *instance) stop() {
	i.t.Helper()
	if err := i.process.Process.Signal(syscall.SIGTERM); err != nil {
		i.t.Error(err)
	}
	if err := i.process.Wait(); err != nil {
		i.t.Errorf("the instance at %s ended: %v", i.addr, err)
	}
}

// kill ends it at once.
func (i *instance) kill() {
	_ = i.process.Process.Kill()
	_ = i.process.Wait() // it says that it was killed
}
