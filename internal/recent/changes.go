package recent

// maxChanges is how many ids Changes records.
const maxChanges = 4096

// Changes records which ids have changed, so that a cache does not store what was read
// before the change. Its owner locks it.
type Changes struct {
	count int64
	floor int64           // the ids of changes up to this count are no longer recorded
	last  map[int64]int64 // the count at the last change, by id
}

// Count returns the number of changes. Call it before you read the data.
func (c *Changes) Count() int64 { return c.count }

// Record records that these ids have changed.
func (c *Changes) Record(ids []int64) {
	c.count++
	if len(c.last) >= maxChanges {
		c.last, c.floor = nil, c.count
	}
	if c.last == nil {
		c.last = map[int64]int64{}
	}
	for _, id := range ids {
		c.last[id] = c.count
	}
}

// Since reports whether one of the ids has changed since Count returned count. After
// very many changes it may return true for ids that have not changed.
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
