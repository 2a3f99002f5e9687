package main

import (
	"errors"
	"fmt"
	"time"

	"hawker/internal/clock"
	"hawker/internal/credential"
	"hawker/internal/db"
	"hawker/internal/order"
	secrets "hawker/internal/secret"
)

// rotateCmd replaces the server's secrets while it runs.
type rotateCmd struct {
	dataFlags
	Yes    bool          `help:"Do it. Without, the command says what it would do."`
	Accept time.Duration `default:"1440h" help:"How long links that were signed before stay good; 0s ends them at once, for a secret that has leaked."`
}

const rotateText = `This makes new secrets. Every instance on the database uses them within seconds, without a restart.

  Links to orders of guests   %s
  Codes under way             %s
  Counted tries               begin again at nought, once
  Known devices and addresses are learned again at the next sign-in
  Sessions, passwords, guest ids, newsletter links
                              stay as they are: no secret of the server is in them

A rotation before this one ends here: only the secret before the new one is accepted.
`

// Validate refuses what nobody can mean.
func (c *rotateCmd) Validate() error {
	if c.Accept < 0 {
		return errors.New("--accept is a time from now on")
	}
	return nil
}

func (c *rotateCmd) Run(e *env) error {
	d, err := db.Open(e.ctx, c.options())
	if err != nil {
		return err
	}
	defer d.Close()
	links, codes := "end at once; an order is still found by its number and phone", "end at once; people ask for another"
	if c.Accept > 0 {
		links, codes = "stay good for another "+c.Accept.String(), "stay good"
	}
	fmt.Fprintf(e.stdout, rotateText, links, codes)
	if !c.Yes {
		fmt.Fprintln(e.stdout, "\nNothing has been changed. Add --yes to do it.")
		return exitCode(1)
	}
	now := clock.System.Now()
	err = db.InTx(e.ctx, d, func(tx *db.Tx) error {
		for _, name := range []string{credential.SecretName, order.SecretName} {
			if err := secrets.Rotate(e.ctx, tx, now, name, c.Accept); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(e.stdout, "\nThe secrets are new.")
	return err
}
