package main

import (
	"fmt"

	"hawker/internal/db"
)

// migrateCmd brings the schema to this version; serve does the same at start.
type migrateCmd struct{ dataFlags }

func (c *migrateCmd) Run(e *env) error {
	d, err := db.Open(e.ctx, c.options())
	if err != nil {
		return err
	}
	defer d.Close()
	if err := db.Migrate(e.ctx, d); err != nil {
		return err
	}
	_, err = fmt.Fprintln(e.stdout, "the database is at this version")
	return err
}
