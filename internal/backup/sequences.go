package backup

import (
	"context"
	"fmt"
	"slices"

	"hawker/internal/db"
)

// The ids of rows that were lost with the database must not be used again: their owners
// still hold links that were signed for the id of an order, a trip, an application or a
// customer, and the restored town accepts the same signatures. So new rows begin this far
// above the ids in the backup. A town must have grown by half since then, and by 10,000
// rows, to use one of them again. The numbers of orders stay short enough to be read.
const minGap = 10_000

func gapAfter(last int64) int64 { return max(minGap, last/2) }

// numberedTables lists the tables whose ids the engine generates, and the last id of each.
var numberedTables = map[db.Dialect]string{
	db.SQLite: `
		SELECT m.name, COALESCE(s.seq, 0) AS last FROM sqlite_master m LEFT JOIN sqlite_sequence s ON s.name = m.name
		WHERE m.type = 'table' AND m.sql LIKE '%AUTOINCREMENT%'`,
	db.Postgres: `
		SELECT c.relname AS name, COALESCE(pg_sequence_last_value(pg_get_serial_sequence(c.relname, 'id')), 0) AS last
		FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
		WHERE a.attname = 'id' AND a.attidentity <> '' AND c.relkind = 'r' AND c.relnamespace = CAST(current_schema() AS regnamespace)`,
}

// lastIDs returns the last generated id of each table, also if its row was deleted.
func lastIDs(ctx context.Context, q db.Q, engine db.Dialect) (map[string]int64, error) {
	all, err := db.Many[struct {
		Name string
		Last int64
	}](ctx, q, numberedTables[engine])
	if err != nil {
		return nil, fmt.Errorf("read the last ids: %w", err)
	}
	last := map[string]int64{}
	for _, t := range all {
		if slices.Contains(tables, t.Name) {
			last[t.Name] = t.Last
		}
	}
	return last, nil
}

// restartSequences makes the database number new rows above those of the backup. backedUp
// are the last ids in its manifest; older backups have none.
func restartSequences(ctx context.Context, tx *db.Tx, backedUp map[string]int64) error {
	numbered, err := lastIDs(ctx, tx, tx.Dialect)
	if err != nil {
		return err
	}
	for table := range numbered {
		highest, err := db.One[int64](ctx, tx, "SELECT COALESCE(MAX(id), 0) FROM "+table)
		if err != nil {
			return err
		}
		last := max(highest, backedUp[table])
		if err := setLastID(ctx, tx, table, last+gapAfter(last)); err != nil {
			return fmt.Errorf("restart the ids of %s: %w", table, err)
		}
	}
	return nil
}

func setLastID(ctx context.Context, tx *db.Tx, table string, last int64) error {
	if tx.Dialect == db.Postgres {
		_, err := db.One[int64](ctx, tx, `SELECT setval(pg_get_serial_sequence($1, 'id'), $2)`, table, last)
		return err
	}
	if _, err := db.Exec(ctx, tx, `DELETE FROM sqlite_sequence WHERE name = $1`, table); err != nil {
		return err
	}
	_, err := db.Exec(ctx, tx, `INSERT INTO sqlite_sequence (name, seq) VALUES ($1, $2)`, table, last)
	return err
}
