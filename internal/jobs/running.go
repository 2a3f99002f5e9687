package jobs

import (
	"fmt"
	"strings"
	"sync"
)

// runningJobs are the jobs that this instance runs, until their outcome is stored.
type runningJobs struct {
	mu  sync.Mutex
	ids map[int64]struct{}
}

func (h *runningJobs) add(jobs []claimed) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.ids == nil {
		h.ids = map[int64]struct{}{}
	}
	for _, j := range jobs {
		h.ids[j.ID] = struct{}{}
	}
}

func (h *runningJobs) drop(id int64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.ids, id)
}

// without returns the condition that excludes these jobs, for the end of a WHERE.
func (h *runningJobs) without() string {
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
