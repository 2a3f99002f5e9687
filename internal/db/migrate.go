package db

import (
	"context"
	"embed"
	"fmt"
	"io/fs"
	"time"

	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
)

//go:embed migrations/*.sql
var embedded embed.FS

// Migrations returns the migrations of one engine.
func Migrations(d Dialect) fs.FS {
	sub, err := fs.Sub(embedded, "migrations")
	if err != nil {
		panic(err) // only a malformed path fails, and this one is a constant
	}
	return dialectFS{base: sub, dialect: d}
}

// Migrate updates the schema. Several instances may start at once: on PostgreSQL one
// of them migrates and the others wait.
func Migrate(ctx context.Context, d *DB) error {
	return migrate(ctx, d, Migrations(d.Dialect), lockPatience)
}

func migrate(ctx context.Context, d *DB, files fs.FS, patience time.Duration) error {
	if d.direct.URL != "" { // the lock of a migration needs a session
		direct, err := openPostgres(d.direct)
		if err != nil {
			return err
		}
		defer direct.Close()
		d = direct
	}
	ctx, cancel := d.W.bounded(Long(ctx))
	defer cancel()
	options := []goose.ProviderOption{goose.WithDisableGlobalRegistry(true)}
	engine := goose.DialectSQLite3
	if d.Dialect == Postgres {
		engine = goose.DialectPostgres
		locker, err := lock.NewPostgresSessionLocker()
		if err != nil {
			return fmt.Errorf("migrate: %w", err)
		}
		options = append(options, goose.WithSessionLocker(locker))
	}
	provider, err := goose.NewProvider(engine, d.W.conns, files, options...)
	if err != nil {
		return fmt.Errorf("read the migrations: %w", err)
	}
	if err := up(ctx, d, provider, patience); err != nil {
		return fmt.Errorf("migrate: %w", d.W.translate(err))
	}
	return nil
}
