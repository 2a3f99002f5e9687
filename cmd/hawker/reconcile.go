package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"slices"
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
	from, to := now.AddDate(0, 0, -c.Days), now.Add(time.Minute)
	used, err := payment.GatewaysUsed(e.ctx, d.R, from, to)
	if err != nil {
		return err
	}
	if err := notSetUp(used, gateways); err != nil {
		return err
	}
	all := []payment.Difference{}
	for _, g := range gateways {
		found, err := payment.Reconcile(db.Long(e.ctx), d.R, g, from, to)
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

// gateways are those that are set up, and the sandbox of a demo that has used it.
func (c *reconcileCmd) gateways(e *env, d *db.DB) ([]payment.Gateway, error) {
	services, err := c.open()
	if err != nil {
		return nil, err
	}
	used, err := db.One[bool](e.ctx, d.R, `SELECT EXISTS (SELECT 1 FROM sandbox_pages)`)
	if err != nil || !used {
		return services.gateways, err
	}
	s, err := sandbox.New(e.ctx, sandbox.Deps{DB: d, Clock: clock.System, Jobs: jobs.New(d, clock.System, slog.Default())})
	return append(services.gateways, s), err
}

// gatewaySettings are what sets up a gateway.
var gatewaySettings = map[string]string{"stripe": "HAWKER_STRIPE_SECRET_KEY and HAWKER_STRIPE_WEBHOOK_SECRET"}

// notSetUp returns an error if a gateway that the town uses is not set up for this command:
// without its list nothing would be compared, and all would look well.
func notSetUp(used []string, gateways []payment.Gateway) error {
	var wrong []error
	for _, name := range used {
		if !slices.ContainsFunc(gateways, func(g payment.Gateway) bool { return g.Name() == name }) {
			wrong = append(wrong, fmt.Errorf("the town has payments of %s: set %s", name, cmp.Or(gatewaySettings[name], "it up")))
		}
	}
	return errors.Join(wrong...)
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
	if len(gateways) == 0 {
		fmt.Fprintf(w, "nothing to compare: no gateway is set up, and the town has no payments of the last %d days\n", c.Days)
		return nil
	}
	if len(all) == 0 {
		fmt.Fprintf(w, "no differences in %d days, with %d gateways\n", c.Days, len(gateways))
	}
	return nil
}
