// Command pgserver runs a temporary PostgreSQL and prints its URL. It stops the
// server when its standard input ends, so the server cannot outlive the tests that
// started it.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"hawker/internal/db/dbtest"
)

func main() {
	durable := flag.Bool("durable", false, "wait for the disk as in production, for measurements")
	flag.Parse()
	if err := run(*durable); err != nil {
		fmt.Fprintln(os.Stderr, "pgserver:", err)
		os.Exit(1)
	}
}

func run(durable bool) error {
	stop := make(chan os.Signal, 1)
	signal.Notify(stop, os.Interrupt, syscall.SIGTERM)

	server, err := dbtest.StartPostgres(durable)
	if err != nil {
		return err
	}
	fmt.Println(server.URL)

	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_, _ = io.Copy(io.Discard, os.Stdin) // after an error the input has ended, too
	}()
	select {
	case <-ended:
	case <-stop:
	}
	return server.Stop()
}
