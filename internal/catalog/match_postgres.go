package catalog

import (
	"strings"

	"github.com/huandu/go-sqlbuilder"
)

// postgres finds words with the GIN index on this very expression.
var postgres = engine{
	from: func(b *sqlbuilder.SelectBuilder, table, alias, match string) {
		b.From(table + " " + alias)
		b.Where("to_tsvector('simple', " + alias + ".search_text) @@ CAST(" + b.Var(match) + " AS tsquery)")
	},
	// A word in quotes is a word, whatever a tsquery would else make of it.
	expression: func(words []string) string { return `'` + strings.Join(words, `' & '`) + `':*` },
	position:   "strpos",
	hide:       "", // its statistics choose well, and a sign would blind them
}
