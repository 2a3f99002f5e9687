package index

// Meanings returns the terms that a word may mean, with their levels.
func (t *Text) Meanings(word string, unfinished bool) map[string]int {
	levels := map[string]int{}
	for _, m := range t.meanings(word, unfinished) {
		levels[t.terms[m.term]] = m.level
	}
	return levels
}

// With returns the text with more documents.
func (t *Text) With(texts []string) *Text { return t.with(texts) }
