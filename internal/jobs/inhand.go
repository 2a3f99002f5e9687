package jobs

import (
	"fmt"
	"strings"
	"sync"
)

// inHand are the jobs that this instance is running, until their outcome is stored.
type inHand struct {
	mu  sync.Mutex
	ids map[int64]struct{}
}

func (h *inHand) add(jobs []claimed) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.ids == nil {
		h.ids = map[int64]struct{}{}
	}
	for _, j := range jobs {
		h.ids[j.ID] = struct{}{}
	}
}

func (h *inHand) drop(id int64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.ids, id)
}

// without is the condition that excludes them, for the end of a WHERE.
func (h *inHand) without() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	if len(h.ids) == 0 {
		return ""
	}
	var ids []string
	for id := range h.ids {
		ids = append(ids, fmt.Sprint(id))
	}
	return " AND id NOT IN (" + strings.Join(ids, ", ") + ")"
}
