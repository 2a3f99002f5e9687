package server

import (
	"log/slog"
	"strings"
	"sync"
	"time"
)

// complaintEvery is how often the same complaint of the HTTP server is logged:
// strangers can cause some of them as often as they like.
const complaintEvery = 10 * time.Second

// complaints takes what the HTTP server writes to its log, such as that there are
// no file descriptors left for another connection.
type complaints struct {
	mu    sync.Mutex
	kinds map[string]*complaint
}

type complaint struct {
	last   time.Time
	missed int
}

func newComplaints() *complaints { return &complaints{kinds: map[string]*complaint{}} }

// Write logs a line, unless one of its kind was logged a moment ago.
func (c *complaints) Write(line []byte) (int, error) {
	text := strings.TrimSpace(string(line))
	missed, due := c.due(kindOf(text), time.Now())
	if due {
		slog.Warn("http server", "said", text, "not_repeated", missed)
	}
	return len(line), nil
}

func (c *complaints) due(kind string, now time.Time) (missed int, due bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	k := c.kinds[kind]
	if k == nil {
		k = &complaint{}
		c.kinds[kind] = k
	}
	if !k.last.IsZero() && now.Sub(k.last) < complaintEvery {
		k.missed++
		return 0, false
	}
	missed, k.last, k.missed = k.missed, now, 0
	return missed, true
}

// kindOf is what a complaint begins with, up to where it becomes particular: the
// kinds must stay few.
func kindOf(text string) string {
	words := strings.Fields(text)
	return strings.Join(words[:min(3, len(words))], " ")
}
