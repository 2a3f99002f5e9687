package dbtest

import (
	"context"
	"fmt"
	"strings"

	"hawker/internal/db"
)

// prepareRestore gives a new database the function kept.restore, which makes its rows and sequences as they are now.
// The function returns how many rows it has deleted, or NULL if the database cannot be restored: a test has changed its
// schema, has analyzed a table, or has left a lock of its session.
func prepareRestore(ctx context.Context, o db.Options) error {
	d, err := db.Open(ctx, o)
	if err != nil {
		return err
	}
	defer d.Close()
	tables, err := db.Many[string](ctx, d.R, `SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename`)
	if err != nil {
		return err
	}
	var copies, restores strings.Builder
	for _, table := range tables {
		hasRows, err := db.One[bool](ctx, d.R, fmt.Sprintf(`SELECT EXISTS (SELECT 1 FROM %q)`, table))
		if err != nil {
			return err
		}
		if hasRows {
			fmt.Fprintf(&copies, copyTable, table)
			fmt.Fprintf(&restores, restoreTable, table)
		} else {
			fmt.Fprintf(&restores, emptyTable, table)
		}
	}
	return db.InTx(ctx, d, func(tx *db.Tx) error {
		_, err := db.Exec(ctx, tx, fmt.Sprintf(setUpRestore, copies.String(), restores.String()))
		return err
	})
}

const (
	copyTable  = "CREATE TABLE kept.%q AS TABLE public.%[1]q;\n"
	emptyTable = `
		IF EXISTS (SELECT 1 FROM public.%q) THEN
			DELETE FROM public.%[1]q;
			GET DIAGNOSTICS n = ROW_COUNT;
			deleted := deleted + n;
		END IF;`
	// Rows are compared as text, because values of JSON cannot be compared.
	restoreTable = `
		IF EXISTS (
			(SELECT r::text FROM public.%q r EXCEPT ALL SELECT r::text FROM kept.%[1]q r) UNION ALL
			(SELECT r::text FROM kept.%[1]q r EXCEPT ALL SELECT r::text FROM public.%[1]q r)
		) THEN
			DELETE FROM public.%[1]q;
			INSERT INTO public.%[1]q OVERRIDING SYSTEM VALUE TABLE kept.%[1]q;
		END IF;`
	// Without triggers, as on a replica, rows that may not be deleted are, and in any sequence.
	setUpRestore = `DO $setup$ BEGIN
		CREATE SCHEMA kept;
		%s
		CREATE TABLE kept.sequences AS SELECT seqrelid, seqstart, pg_sequence_last_value(seqrelid) AS last FROM pg_sequence;
		CREATE TABLE kept.statistics AS SELECT oid, reltuples FROM pg_class WHERE relnamespace = 'public'::regnamespace;
		CREATE TABLE kept.schema_changes (tag TEXT);
		CREATE FUNCTION kept.note_change() RETURNS event_trigger LANGUAGE plpgsql AS $note$ BEGIN
			INSERT INTO kept.schema_changes VALUES (tg_tag);
		END $note$;
		CREATE FUNCTION kept.restore() RETURNS BIGINT LANGUAGE plpgsql SET session_replication_role = replica AS $restore$
		DECLARE
			n BIGINT;
			deleted BIGINT := 0;
		BEGIN
			IF EXISTS (SELECT 1 FROM kept.schema_changes)
				OR EXISTS (SELECT 1 FROM kept.statistics k JOIN pg_class c ON c.oid = k.oid WHERE c.reltuples <> k.reltuples)
				OR EXISTS (SELECT 1 FROM pg_locks JOIN pg_database ON oid = database WHERE locktype = 'advisory' AND datname = current_database()) THEN
				RETURN NULL;
			END IF;
			%s
			PERFORM setval(seqrelid, COALESCE(last, seqstart), last IS NOT NULL)
				FROM kept.sequences WHERE pg_sequence_last_value(seqrelid) IS DISTINCT FROM last;
			RETURN deleted;
		END $restore$;
		CREATE EVENT TRIGGER note_change ON ddl_command_end EXECUTE FUNCTION kept.note_change();
	END $setup$`
)
