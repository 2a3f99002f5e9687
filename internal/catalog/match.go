package catalog

import (
	"slices"
	"strings"

	"github.com/huandu/go-sqlbuilder"

	"hawker/internal/db"
)

// Search finds what holds every word that was typed; the last may be unfinished.
// It orders by where the words stand, so that both engines answer alike:
//
//	0  the name is what was typed
//	1  the name begins with it
//	2  the name has all the words
//	3  they are found elsewhere: brand, tags, category, store

// lastInName is the last place at which all words stand in the name.
const lastInName = 2

// mostWords bounds a search: a hundred one-letter words are no question.
const mostWords = 8

// engine is what differs between the engines in finding words.
type engine struct {
	// from narrows b, which selects from a table under an alias, to the rows
	// that match, a query that expression made.
	from       func(b *sqlbuilder.SelectBuilder, table, alias, match string)
	expression func(words []string) string
	position   string // the function position(text, part), from 1; 0: not in it
	hide       string // before a column: no index of it is used
}

func engineOf(d db.Dialect) engine {
	if d == db.Postgres {
		return postgres
	}
	return sqlite
}

// query is what was typed, in words.
type query struct{ words []string }

func parse(typed string) query {
	w := words(typed)
	return query{words: w[:min(len(w), mostWords)]}
}

// empty tells that nothing can be looked for: nothing was typed, or no word.
func (q query) empty() bool { return len(q.words) == 0 }

func (q query) text() string { return strings.Join(q.words, " ") }

// rank is the SQL of the place of a row of alias, from 0, the best, to 3.
func (q query) rank(b *sqlbuilder.SelectBuilder, e engine, alias string) string {
	text := alias + ".search_text"
	at := func(haystack, needle string) string { return e.position + "(" + haystack + ", " + b.Var(needle) + ")" }
	ofName := make([]string, len(q.words))
	for i, word := range q.words {
		if i < len(q.words)-1 {
			word += " "
		}
		found := at("' ' || "+text, " "+word)
		ofName[i] = found + " BETWEEN 1 AND " + e.position + "(" + text + ", '" + nameEnd + "')"
	}
	return "CASE WHEN " + at(text, q.text()+" "+nameEnd) + " = 1 THEN 0 WHEN " + at(text, q.text()) + " = 1 THEN 1 WHEN " +
		strings.Join(ofName, " AND ") + " THEN 2 ELSE 3 END"
}

// within asks, without an index, for the rows of alias that match.
func (q query) within(b *sqlbuilder.SelectBuilder, e engine, alias string) string {
	text := "' ' || " + alias + ".search_text || ' '"
	found := make([]string, len(q.words))
	for i, word := range q.words {
		if i < len(q.words)-1 {
			word += " "
		}
		found[i] = e.position + "(" + text + ", " + b.Var(" "+word) + ") > 0"
	}
	return b.And(found...)
}

// inName tells whether a folded name holds all the words, the last as it begins.
func (q query) inName(name string) bool {
	names := strings.Fields(name)
	for i, word := range q.words {
		found := slices.Contains(names, word)
		if i == len(q.words)-1 {
			found = slices.ContainsFunc(names, func(n string) bool { return strings.HasPrefix(n, word) })
		}
		if !found {
			return false
		}
	}
	return !q.empty()
}
