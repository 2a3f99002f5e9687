package server

import (
	"log/slog"
	"strings"
	"sync"
	"time"
)

// repeatInterval is how often lines of one kind are logged, because clients can cause
// some of them as often as they like.
const repeatInterval = 10 * time.Second

// errorLog logs the lines of the HTTP server's error log, such as that there are no file
// descriptors left for another connection.
type errorLog struct {
	mu    sync.Mutex
	kinds map[string]*lineKind
}

type lineKind struct {
	last   time.Time
	missed int
}

func newErrorLog() *errorLog { return &errorLog{kinds: map[string]*lineKind{}} }

// Write logs a line, unless one of its kind was logged within repeatInterval.
func (c *errorLog) Write(line []byte) (int, error) {
	text := strings.TrimSpace(string(line))
	missed, due := c.shouldLog(kindOfLine(text), time.Now())
	if due {
		slog.Warn("http server", "said", text, "not_repeated", missed)
	}
	return len(line), nil
}

func (c *errorLog) shouldLog(kind string, now time.Time) (missed int, due bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	k := c.kinds[kind]
	if k == nil {
		k = &lineKind{}
		c.kinds[kind] = k
	}
	if !k.last.IsZero() && now.Sub(k.last) < repeatInterval {
		k.missed++
		return 0, false
	}
	missed, k.last, k.missed = k.missed, now, 0
	return missed, true
}

// kindOfLine returns the first words of a line. What follows differs, and the kinds must
// stay few.
func kindOfLine(text string) string {
	words := strings.Fields(text)
	return strings.Join(words[:min(3, len(words))], " ")
}
