package main

import (
	"encoding/json"

	"hawker/internal/db"
	"hawker/internal/verify"
)

// verifyCmd proves what must hold and ends with 1 when something does not.
type verifyCmd struct {
	dataFlags
	JSON bool `name:"json" help:"Print the findings as JSON."`
}

func (c *verifyCmd) Run(e *env) error {
	d, err := db.Open(e.ctx, c.existing())
	if err != nil {
		return err
	}
	defer d.Close()
	report, err := verify.Run(e.ctx, d)
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
