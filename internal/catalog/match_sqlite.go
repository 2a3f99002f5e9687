package catalog

import (
	"strings"

	"github.com/huandu/go-sqlbuilder"
)

// sqlite finds words with FTS5, whose index of a table is TABLE_search, less
// the plural.
var sqlite = engine{
	from: func(b *sqlbuilder.SelectBuilder, table, alias, match string) {
		index := strings.TrimSuffix(table, "s") + "_search"
		// CROSS keeps the order: first the few that match, then their rows.
		b.From(index).JoinWithOption("CROSS", table+" "+alias, alias+".id = "+index+".rowid")
		b.Where(index + " MATCH " + b.Var(match))
	},
	// A word in quotes is a word, whatever FTS5 would else make of it.
	expression: func(words []string) string { return `"` + strings.Join(words, `" "`) + `"*` },
	position:   "instr",
	hide:       "+",
}
