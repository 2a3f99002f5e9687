package main

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"hawker/internal/db"
	"hawker/internal/demo"
	"hawker/internal/fileowner"
	"hawker/internal/verify"
)

// verifyCmd runs all checks, and exits with 1 if one of them fails.
type verifyCmd struct {
	dataFlags
	JSON bool `name:"json" help:"Print the findings as JSON."`
}

func (c *verifyCmd) Run(e *env) error {
	report, err := c.report(e)
	if err != nil {
		return err
	}
	if c.JSON {
		out := json.NewEncoder(e.stdout)
		out.SetIndent("", "  ")
		err = out.Encode(report)
	} else {
		report.Print(e.stdout)
	}
	if err == nil && !report.OK {
		err = exitCode(1)
	}
	return err
}

// report returns the report, also for a file that is so damaged that it cannot be opened.
func (c *verifyCmd) report(e *env) (verify.Report, error) {
	d, err := c.openExisting(e.ctx)
	if damage, ok := verify.Damage(err); ok {
		return damage, nil
	}
	if err != nil {
		return verify.Report{}, err
	}
	defer d.Close()
	report, err := verify.Run(e.ctx, d)
	if err == nil {
		c.checkFiles(e.ctx, d, &report)
	}
	return report, err
}

// checkFiles compares the files with the rows. Files that cannot be reached are a finding.
func (c *verifyCmd) checkFiles(ctx context.Context, d *db.DB, report *verify.Report) {
	found, err := c.compareFiles(ctx, d)
	if err != nil {
		found.Missing = append(found.Missing, fmt.Sprintf("it could not be checked: %v", err))
	}
	report.Add("the files that rows name are there", found.Missing)
	report.Add("private files belong to a row", found.Orphans)
}

func (c *verifyCmd) compareFiles(ctx context.Context, d *db.DB) (fileowner.Checks, error) {
	files, err := c.openFiles(ctx)
	if err != nil {
		return fileowner.Checks{}, err
	}
	defer files.Close()
	return fileowner.Verify(ctx, d, files, demo.Media(), time.Now())
}
