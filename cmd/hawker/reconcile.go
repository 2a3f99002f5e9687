package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"time"

	"hawker/internal/adapter/sandbox"
	"hawker/internal/clock"
	"hawker/internal/db"
	"hawker/internal/jobs"
	"hawker/internal/payment"
)

// reconcileCmd compares what payment gateways list with what the shop has, and exits with 1
// if they differ.
type reconcileCmd struct {
	dataFlags
	externalFlags
	Days int  `default:"7" help:"How many days back."`
	JSON bool `name:"json" help:"Print the differences as JSON."`
}

// Validate checks the flags.
func (c *reconcileCmd) Validate() error {
	if c.Days < 1 || c.Days > 366 {
		return errors.New("--days must be 1 to 366")
	}
	return c.dataFlags.Validate()
}

func (c *reconcileCmd) Run(e *env) (err error) {
	d, err := c.openExisting(e.ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, d.Close()) }()
	gateways, err := c.gateways(e, d)
	if err != nil {
		return err
	}
	now := clock.System.Now()
	all := []payment.Difference{}
	for _, g := range gateways {
		found, err := payment.Reconcile(db.Long(e.ctx), d.R, g, now.AddDate(0, 0, -c.Days), now.Add(time.Minute))
		if err != nil {
			return err
		}
		all = append(all, found...)
	}
	if err := c.print(e.stdout, gateways, all); err != nil || len(all) == 0 {
		return err
	}
	return exitCode(1)
}

// gateways are those that are set up; in a demo that has none, the sandbox.
func (c *reconcileCmd) gateways(e *env, d *db.DB) ([]payment.Gateway, error) {
	services, err := c.open()
	if err != nil || len(services.gateways) > 0 {
		return services.gateways, err
	}
	used, err := db.One[bool](e.ctx, d.R, `SELECT EXISTS (SELECT 1 FROM sandbox_pages)`)
	if err != nil || !used {
		return nil, err
	}
	s, err := sandbox.New(e.ctx, sandbox.Deps{DB: d, Clock: clock.System, Jobs: jobs.New(d, clock.System, slog.Default())})
	return []payment.Gateway{s}, err
}

func (c *reconcileCmd) print(w io.Writer, gateways []payment.Gateway, all []payment.Difference) error {
	if c.JSON {
		out := json.NewEncoder(w)
		out.SetIndent("", "  ")
		return out.Encode(all)
	}
	for _, d := range all {
		fmt.Fprintln(w, d)
	}
	if len(all) == 0 {
		fmt.Fprintf(w, "no differences in %d days, with %d gateways\n", c.Days, len(gateways))
	}
	return nil
}
