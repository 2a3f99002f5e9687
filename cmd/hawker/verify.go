package main

import (
	"encoding/json"

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
	return verify.Run(e.ctx, d)
}
