package db

import (
	"strings"
	"syscall"
	"time"
)

// unacknowledged is how long sent data may stay unacknowledged. Without it Linux
// retries for 15 minutes.
const unacknowledged = 10 * time.Second

// tcpUserTimeout is TCP_USER_TIMEOUT, which package syscall does not name.
const tcpUserTimeout = 0x12

func giveUpUnacknowledged(network, _ string, c syscall.RawConn) error {
	if !strings.HasPrefix(network, "tcp") {
		return nil
	}
	var failed error
	err := c.Control(func(fd uintptr) {
		failed = syscall.SetsockoptInt(int(fd), syscall.IPPROTO_TCP, tcpUserTimeout, int(unacknowledged.Milliseconds()))
	})
	if err != nil {
		return err
	}
	return failed
}
