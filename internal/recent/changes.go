package recent

// mostChanges bounds how many things Changes tells apart.
const mostChanges = 4096

// Changes notes which things changed, so that what was read of one before is
// not kept after. It is used under its owner's lock.
type Changes struct {
	count int64
	floor int64           // what happened up to here is told apart no longer
	last  map[int64]int64 // the count at a thing's last change
}

// Count is how often something changed. Take it before reading.
func (c *Changes) Count() int64 { return c.count }

// Note says that the things of these ids have changed.
func (c *Changes) Note(ids []int64) {
	c.count++
	if len(c.last) >= mostChanges {
		c.last, c.floor = nil, c.count
	}
	if c.last == nil {
		c.last = map[int64]int64{}
	}
	for _, id := range ids {
		c.last[id] = c.count
	}
}

// NoteAll says that everything has changed.
func (c *Changes) NoteAll() {
	c.count++
	c.last, c.floor = nil, c.count
}

// Since tells whether one of the things changed after Count said count. It may
// say so of one that did not when the reading took very long.
func (c *Changes) Since(count int64, ids ...int64) bool {
	if count == c.count {
		return false
	}
	if count < c.floor {
		return true
	}
	for _, id := range ids {
		if c.last[id] > count {
			return true
		}
	}
	return false
}
