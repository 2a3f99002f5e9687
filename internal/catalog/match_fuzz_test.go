package catalog

import (
	"context"
	"strings"
	"testing"
	"unicode/utf8"

	"hawker/internal/db"
)

// What is typed becomes an expression in each engine's own language of search:
// it must stay words, whatever was typed.
func FuzzSearchWords_BRW02(f *testing.F) {
	for _, seed := range []string{"mango", `"mango" OR x`, "NEAR(a b)", "a* -b", "col:umn", "' & !x", "\\'", "ñandú Çay", "日本 料理", "a\x00b", "\xff\xfe", "((((", "^", strings.Repeat("a ", 50)} {
		f.Add(seed)
	}
	d, err := db.Open(context.Background(), db.Options{Dir: f.TempDir()})
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { _ = d.Close() })
	err = db.InTx(context.Background(), d, func(tx *db.Tx) error {
		_, err := db.Exec(context.Background(), tx, `CREATE VIRTUAL TABLE found USING fts5(words)`)
		return err
	})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, typed string) {
		q := parse(typed)
		if len(q.words) > mostWords {
			t.Fatalf("%d words of %q", len(q.words), typed)
		}
		if q.empty() {
			return
		}
		for _, word := range q.words {
			if word == "" || !utf8.ValidString(word) || strings.ContainsAny(word, "'\"\\\x00 ") {
				t.Fatalf("word %q of %q", word, typed)
			}
		}
		if _, err := db.One[int](t.Context(), d.R, `SELECT count(*) FROM found WHERE found MATCH $1`, sqlite.expression(q.words)); err != nil {
			t.Fatalf("%q asks for %s: %v", typed, sqlite.expression(q.words), err)
		}
	})
}
