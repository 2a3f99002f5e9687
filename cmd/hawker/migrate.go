package main

import (
	"fmt"

	"hawker/internal/db"
)

// migrateCmd migrates the schema of a town to this version. serve does the same when it
// starts.
type migrateCmd struct{ dataFlags }

func (c *migrateCmd) Run(e *env) error {
	d, err := db.Open(e.ctx, c.existing())
	if err != nil {
		return err
	}
	defer d.Close()
	if err := db.Migrate(e.ctx, d); err != nil {
		return err
	}
	_, err = fmt.Fprintln(e.stdout, "the database has the schema of this version")
	return err
}
