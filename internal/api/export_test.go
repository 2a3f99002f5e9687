package api

// Kept is how many answers a cache holds, and their bytes.
func (c *Cache) Kept() (answers, bytes int) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return len(c.answers), c.bytes
}

// Showing is how many answers a cache holds, and how many it finds by item.
func (c *Cache) Showing() (answers, showing int) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	for _, list := range c.showing {
		showing += len(list)
	}
	return len(c.answers), showing
}
