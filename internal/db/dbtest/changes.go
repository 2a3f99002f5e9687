package dbtest

import (
	"context"
	"testing"

	"hawker/internal/db"
)

// CountChanges returns what counts the rows that are inserted, changed or deleted in any
// table. Those of transactions that are rolled back count too.
func CountChanges(t testing.TB, d *db.DB) func() int64 {
	t.Helper()
	query := `SELECT total_changes()` // of the one connection that writes
	if d.Dialect == db.Postgres {
		query = `SELECT last_value + CAST(is_called AS INT) FROM changes`
		err := db.InTx(context.Background(), d, func(tx *db.Tx) error {
			_, err := db.Exec(context.Background(), tx, countByTriggers)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return func() int64 {
		t.Helper()
		n, err := db.One[int64](context.Background(), d.W, query)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
}

// A sequence counts in every transaction at once, without a lock.
const countByTriggers = `DO $$
	DECLARE name TEXT;
	BEGIN
		CREATE SEQUENCE changes;
		CREATE FUNCTION count_change() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM nextval(''changes''); RETURN NULL; END';
		FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' LOOP
			EXECUTE format('CREATE TRIGGER count_change AFTER INSERT OR UPDATE OR DELETE ON %I FOR EACH ROW EXECUTE FUNCTION count_change()', name);
		END LOOP;
	END $$`
