package db_test

import (
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hawker/internal/db"
	"hawker/internal/db/dbtest"
)

// column is a column with its type, named in the same way on both engines.
type column struct {
	TableName, ColumnName, Kind string
	Nullable                    bool
}

const sqliteColumns = `
	SELECT t.name AS table_name, c.name AS column_name, c.type AS kind, c."notnull" = 0 AND c.pk = 0 AS nullable
	FROM pragma_table_list t JOIN pragma_table_info(t.name) c
	WHERE t.schema = 'main' AND t.type = 'table' AND t.name NOT LIKE 'sqlite%'`

const postgresColumns = `
	SELECT table_name, column_name, data_type AS kind, is_nullable = 'YES' AS nullable
	FROM information_schema.columns WHERE table_schema = 'public'`

// unique is a unique key, also a primary key: an upsert may name it.
type unique struct{ TableName, ColumnNames string }

const sqliteUniques = `
	SELECT t.name AS table_name, (SELECT group_concat(name, ',') FROM (SELECT name FROM pragma_index_info(i.name) ORDER BY name)) AS column_names
	FROM pragma_table_list t JOIN pragma_index_list(t.name) i
	WHERE t.schema = 'main' AND t.type = 'table' AND t.name NOT LIKE 'sqlite%' AND i."unique"
	UNION SELECT t.name, c.name FROM pragma_table_list t JOIN pragma_table_info(t.name) c
	WHERE t.schema = 'main' AND t.type = 'table' AND t.name NOT LIKE 'sqlite%' AND c.pk = 1
	AND (SELECT count(*) FROM pragma_table_info(t.name) WHERE pk > 0) = 1`

const postgresUniques = `
	SELECT t.relname AS table_name, (SELECT string_agg(a.attname, ',' ORDER BY a.attname) FROM pg_attribute a
		WHERE a.attrelid = t.oid AND a.attnum = ANY (i.indkey)) AS column_names
	FROM pg_index i JOIN pg_class t ON t.oid = i.indrelid JOIN pg_namespace n ON n.oid = t.relnamespace
	WHERE n.nspname = 'public' AND i.indisunique`

func TestBothEnginesHaveOneSchema(t *testing.T) {
	t.Parallel()
	sqlite, postgres := dbtest.Open(t, db.SQLite), dbtest.Open(t, db.Postgres)

	lite, pg := columns(t, sqlite, sqliteColumns), columns(t, postgres, postgresColumns)
	if diff := cmp.Diff(sorted(lite), sorted(pg)); diff != "" {
		t.Errorf("columns (-SQLite +PostgreSQL):\n%s", diff)
	}
	if len(lite) < 50 {
		t.Errorf("only %d columns were compared", len(lite))
	}
	uniqueLite, uniquePg := ownRows(t, sqlite, sqliteUniques, unique.table), ownRows(t, postgres, postgresUniques, unique.table)
	if diff := cmp.Diff(sorted(uniqueLite), sorted(uniquePg)); diff != "" {
		t.Errorf("unique keys (-SQLite +PostgreSQL):\n%s", diff)
	}
}

// kinds groups the engines' type names.
var kinds = map[string]string{
	"BIGINT": "integer", "INTEGER": "integer", "TEXT": "text", "BOOLEAN": "flag", "DOUBLE PRECISION": "float", "BYTEA": "bytes", "BLOB": "bytes",
}

func kindOf(t *testing.T, engineType string) string {
	t.Helper()
	kind, ok := kinds[strings.ToUpper(engineType)]
	if !ok {
		t.Errorf("type %s is not one that both engines have: add it to kinds or choose another", engineType)
	}
	return kind
}

func (c column) table() string { return c.TableName }
func (u unique) table() string { return u.TableName }

func columns(t *testing.T, d *db.DB, query string) []column {
	t.Helper()
	all := ownRows(t, d, query, column.table)
	for i, c := range all {
		all[i].Kind = kindOf(t, c.Kind)
	}
	return all
}

// ownRows reads rows about our tables, without those of goose.
func ownRows[T any](t *testing.T, d *db.DB, query string, table func(T) string) []T {
	t.Helper()
	rows, err := db.Many[T](t.Context(), d.R, query)
	if err != nil {
		t.Fatal(err)
	}
	return slices.DeleteFunc(rows, func(row T) bool {
		return table(row) == "goose_db_version"
	})
}

func sorted[T column | unique](rows []T) []T {
	slices.SortFunc(rows, func(a, b T) int { return strings.Compare(key(a), key(b)) })
	return rows
}

func key[T column | unique](row T) string {
	switch r := any(row).(type) {
	case column:
		return r.TableName + "." + r.ColumnName
	case unique:
		return r.TableName + "." + r.ColumnNames
	}
	return ""
}

// Instances that start together migrate once. Migrating again changes nothing.
func TestInstancesStartTogether(t *testing.T) {
	t.Parallel()
	for _, dialect := range []db.Dialect{db.SQLite, db.Postgres} {
		t.Run(string(dialect), func(t *testing.T) {
			t.Parallel()
			o := dbtest.Empty(t, dialect)
			instances := []*db.DB{dbtest.OpenAt(t, o), dbtest.OpenAt(t, o), dbtest.OpenAt(t, o)}
			if dialect == db.SQLite {
				instances = instances[:1] // only one program may use the folder
			}
			var wg sync.WaitGroup
			for _, d := range instances {
				wg.Go(func() {
					if err := db.Migrate(t.Context(), d); err != nil {
						t.Error(err)
					}
				})
			}
			wg.Wait()
			if err := db.Migrate(t.Context(), instances[0]); err != nil {
				t.Errorf("migrate again: %v", err)
			}
			if _, err := db.Many[int64](t.Context(), instances[0].R, `SELECT id FROM jobs`); err != nil {
				t.Error(err)
			}
		})
	}
}

// reference is a column that refers to another row, by its name or a foreign key.
type reference struct{ TableName, ColumnName string }

// Without an index that begins with the column, deleting a row, or finding what
// refers to it, reads a whole table.
func TestReferencesHaveAnIndex(t *testing.T) {
	t.Parallel()
	// These refer to rows that are never deleted while the shop is open, or are no foreign
	// key, and no query finds rows by them. An index would only make writing slower.
	without := []reference{
		{"tariffs", "module_id"}, {"categories", "parent_id"}, {"banners", "module_id"}, {"campaigns", "module_id"}, {"flash_sales", "module_id"}, {"banners", "zone_id"}, {"stores", "zone_id"}, {"items", "zone_id"}, {"items", "category_id"}, {"items", "module_id"},
		{"carts", "module_id"}, {"carts", "store_id"}, {"cart_lines", "item_id"}, {"trip_carts", "module_id"}, {"trip_cart_lines", "vehicle_id"}, {"trips", "module_id"}, {"trips", "zone_id"}, {"orders", "module_id"}, {"orders", "zone_id"},
		{"order_counts", "module_id"}, {"wishes", "thing_id"}, {"wish_states", "thing_id"}, {"vehicles", "provider_id"}, {"vehicles", "category_id"}, {"providers", "zone_id"}, {"pushes", "subscription_id"},
	}
	d := dbtest.Open(t, db.SQLite)
	all, err := db.Many[reference](t.Context(), d.R, `
		SELECT t.name AS table_name, c.name AS column_name FROM pragma_table_list t JOIN pragma_table_info(t.name) c
		WHERE t.schema = 'main' AND t.type = 'table' AND t.name NOT LIKE 'sqlite%' AND t.name NOT LIKE '%_fts%' AND t.name <> 'goose_db_version'
		AND (c.name LIKE '%\_id' ESCAPE '\' OR EXISTS (SELECT 1 FROM pragma_foreign_key_list(t.name) f WHERE f."from" = c.name))
		ORDER BY 1, 2`)
	if err != nil {
		t.Fatal(err)
	}
	indexed, err := db.Many[reference](t.Context(), d.R, `
		SELECT t.name AS table_name, x.name AS column_name
		FROM pragma_table_list t JOIN pragma_index_list(t.name) i JOIN pragma_index_info(i.name) x
		WHERE t.schema = 'main' AND t.type = 'table' AND x.seqno = 0`)
	if err != nil {
		t.Fatal(err)
	}
	if len(all) < 25 {
		t.Errorf("only %d references were found", len(all))
	}
	for _, r := range all {
		if !slices.Contains(indexed, r) && !slices.Contains(without, r) {
			t.Errorf("%s.%s has no index", r.TableName, r.ColumnName)
		}
	}
	for _, r := range without {
		if slices.Contains(indexed, r) || !slices.Contains(all, r) {
			t.Errorf("%s.%s needs no exception", r.TableName, r.ColumnName)
		}
	}
}
