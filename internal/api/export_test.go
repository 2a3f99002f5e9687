package api

// Kept is how many answers a cache holds, and their bytes.
func (c *Cache) Kept() (answers, bytes int) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return len(c.answers), c.bytes
}
