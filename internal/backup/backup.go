// Package backup writes the whole database and all files into one zip, and restores
// it into an empty database. The tables are from one moment, and independent of the
// engine: a backup of SQLite can be restored into PostgreSQL. The package lists the
// tables, but does not depend on what they mean.
package backup

import (
	"archive/zip"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"hawker/internal/blob"
	"hawker/internal/db"
)

const manifestName = "manifest.json"

// manifest describes a backup.
type manifest struct {
	Format  int       `json:"format"`
	Schema  int64     `json:"schema"` // the last migration of the tables
	Engine  string    `json:"engine"` // where it came from; for people
	MadeAt  time.Time `json:"made_at"`
	Version string    `json:"version"` // the binary's; for people

	LastIDs map[string]int64 `json:"last_ids"` // by table, also of deleted rows
}

const format = 1

// Write writes the database, as it is at one moment, and then the files. The shop
// can stay open meanwhile. A file that a row names is in the backup, unless it was
// replaced after the tables were read.
func Write(ctx context.Context, d *db.DB, files *blob.Store, to io.Writer, version string, now time.Time) error {
	archive := zip.NewWriter(to)
	ctx = db.Long(ctx)
	err := db.Snapshot(ctx, d, func(snapshot *db.Tx) error {
		// In the snapshot: a newer version may have migrated since the start.
		if err := db.CheckSchema(ctx, snapshot, d.Dialect); err != nil {
			return err
		}
		about := manifest{Format: format, Schema: db.LastMigration(d.Dialect), Engine: string(d.Dialect), MadeAt: now.UTC(), Version: version}
		var err error
		if about.LastIDs, err = lastIDs(ctx, snapshot, d.Dialect); err != nil {
			return err
		}
		if err := writeJSON(archive, manifestName, about); err != nil {
			return err
		}
		for _, table := range tables {
			if err := writeTable(ctx, snapshot, archive, table); err != nil {
				return fmt.Errorf("back up %s: %w", table, err)
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	if err := writeFiles(ctx, archive, files); err != nil {
		return fmt.Errorf("back up the files: %w", err)
	}
	return archive.Close()
}

// writeTable writes a line with the columns' names, then one line for each row.
func writeTable(ctx context.Context, snapshot *db.Tx, archive *zip.Writer, table string) error {
	rows, err := snapshot.QueryContext(ctx, "SELECT * FROM "+table)
	if err != nil {
		return err
	}
	defer rows.Close()
	columns, err := columnsOf(rows)
	if err != nil {
		return err
	}
	file, err := archive.Create(tableFile(table))
	if err != nil {
		return err
	}
	out := json.NewEncoder(file)
	out.SetEscapeHTML(false)
	if err := out.Encode(columns.names()); err != nil {
		return err
	}
	for rows.Next() {
		values, err := columns.scan(rows)
		if err != nil {
			return err
		}
		if err := out.Encode(values); err != nil {
			return err
		}
	}
	return rows.Err()
}

func tableFile(table string) string { return "tables/" + table + ".jsonl" }

func writeFiles(ctx context.Context, archive *zip.Writer, files *blob.Store) error {
	return files.Each(ctx, "", func(e blob.Entry) error {
		from, err := files.Open(ctx, e.Key)
		if errors.Is(err, blob.ErrNotFound) {
			return nil // deleted since the list was read
		}
		if err != nil {
			return err
		}
		defer from.Close()
		// Pictures are compressed already.
		to, err := archive.CreateHeader(&zip.FileHeader{Name: filesPrefix + e.Key, Method: zip.Store})
		if err != nil {
			return err
		}
		_, err = io.Copy(to, from)
		return err
	})
}

const filesPrefix = "files/"

func writeJSON(archive *zip.Writer, name string, v any) error {
	file, err := archive.Create(name)
	if err != nil {
		return err
	}
	return json.NewEncoder(file).Encode(v)
}

// column is what copying needs to know about a table's column.
type column struct {
	name string
	flag bool // BOOLEAN, which SQLite stores as a number
}

type columns []column

func columnsOf(rows *sql.Rows) (columns, error) {
	types, err := rows.ColumnTypes()
	if err != nil {
		return nil, err
	}
	all := make(columns, len(types))
	for i, t := range types {
		all[i] = column{name: t.Name(), flag: strings.HasPrefix(strings.ToUpper(t.DatabaseTypeName()), "BOOL")}
	}
	return all, nil
}

func (c columns) names() []string {
	names := make([]string, len(c))
	for i := range c {
		names[i] = c[i].name
	}
	return names
}

// scan reads a row as values that mean the same on both engines.
func (c columns) scan(rows *sql.Rows) ([]any, error) {
	values := make([]any, len(c))
	into := make([]any, len(c))
	for i := range values {
		into[i] = &values[i]
	}
	if err := rows.Scan(into...); err != nil {
		return nil, err
	}
	for i, v := range values {
		if text, ok := v.([]byte); ok {
			values[i] = string(text)
		}
		if n, ok := v.(int64); ok && c[i].flag {
			values[i] = n != 0
		}
	}
	return values, nil
}
