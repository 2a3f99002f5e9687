package db

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strconv"
	"strings"
)

// ErrNewer is returned for a database that a newer version has migrated. This version
// does not know its tables, so it must not even read them: a backup would leave out
// what it does not know.
var ErrNewer = errors.New("the database is newer than this version of hawker")

// ErrOlder is returned for a database that is not migrated yet.
var ErrOlder = errors.New("the database is older than this version of hawker")

// LastMigration returns the number of the last migration of this version.
func LastMigration(d Dialect) int64 { return lastOf(Migrations(d)) }

func lastOf(files fs.FS) int64 {
	names, _ := fs.Glob(files, "*.sql") // fails only for a malformed pattern
	var last int64
	for _, name := range names {
		number, _, _ := strings.Cut(path.Base(name), "_")
		if n, err := strconv.ParseInt(number, 10, 64); err == nil {
			last = max(last, n)
		}
	}
	return last
}

// checkOpened returns an error if the schema is newer than this version, or if there is
// none where one must exist.
func checkOpened(ctx context.Context, d *DB, mustExist bool) error {
	err := CheckSchema(ctx, d.R, d.Dialect)
	switch {
	case errors.Is(err, errNoSchema) && !mustExist, errors.Is(err, ErrOlder):
		return nil
	}
	return err
}

// CheckSchema returns ErrNewer or ErrOlder if the schema is not that of this version.
func CheckSchema(ctx context.Context, q Q, d Dialect) error {
	known := LastMigration(d)
	found, err := schemaOf(ctx, q, d)
	switch {
	case err != nil:
		return err
	case found == 0:
		return errNoSchema
	case found > known:
		return fmt.Errorf("%w: its schema is %d, and this version knows %d. Use the newer version, or restore a backup from before the upgrade", ErrNewer, found, known)
	case found < known:
		return fmt.Errorf("%w: its schema is %d, and this version has %d. Run `hawker migrate`, or use the older version", ErrOlder, found, known)
	}
	return nil
}

var errNoSchema = errors.New("there is no town in this database")

// schemaOf returns the number of the last migration that ran, or 0.
func schemaOf(ctx context.Context, q Q, d Dialect) (int64, error) {
	exists := `SELECT COUNT(*) FROM sqlite_master WHERE name = 'goose_db_version'`
	if d == Postgres {
		exists = `SELECT COUNT(*) FROM pg_class WHERE oid = to_regclass('goose_db_version')`
	}
	n, err := One[int64](ctx, q, exists)
	if err != nil || n == 0 {
		return 0, err
	}
	version, err := One[int64](ctx, q, `SELECT COALESCE(MAX(version_id), 0) FROM goose_db_version`)
	if err != nil {
		return 0, fmt.Errorf("read the schema's version: %w", err)
	}
	return version, nil
}
