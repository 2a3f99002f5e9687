package server

import (
	"testing"
	"time"
)

// Exhausted descriptors leave a line, and a stranger does not fill the log.
func TestComplaintsAreLoggedNowAndThen(t *testing.T) {
	t.Parallel()
	c, now := newErrorLog(), time.Unix(0, 0).Add(time.Hour)
	accept := kindOfLine("http: Accept error: accept tcp [::]:8080: accept4: too many open files; retrying in 5ms")
	handshake := func(from string) string { return kindOfLine("http: TLS handshake error from " + from + ": EOF") }
	if _, due := c.shouldLog(accept, now); !due {
		t.Error("the first is not logged")
	}
	for n := range 50 {
		if _, due := c.shouldLog(accept, now.Add(time.Duration(n)*time.Millisecond)); due {
			t.Error("logged again at once")
		}
	}
	if _, due := c.shouldLog(handshake("192.0.2.1:1"), now); !due {
		t.Error("another kind is not logged")
	}
	if _, due := c.shouldLog(handshake("192.0.2.2:7"), now); due {
		t.Error("the same kind from another address is logged at once")
	}
	if missed, due := c.shouldLog(accept, now.Add(repeatInterval)); !due || missed != 50 {
		t.Errorf("later: %t with %d that were not repeated, want 50", due, missed)
	}
}
