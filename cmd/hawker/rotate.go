package main

import (
	"errors"
	"fmt"
	"time"

	"hawker/internal/adapter/sandbox"
	"hawker/internal/clock"
	"hawker/internal/credential"
	"hawker/internal/db"
	secrets "hawker/internal/secret"
	"hawker/internal/signedtoken"
)

// rotateCmd replaces the server's secrets while it runs.
type rotateCmd struct {
	dataFlags
	Yes    bool          `help:"Replace the secrets. Without it, the command only prints what would change."`
	Accept time.Duration `default:"1440h" help:"How long existing links stay valid; 0s ends them at once, for a secret that has leaked."`
}

const rotateText = `This creates new secrets. Every instance on the database uses them within seconds, without a restart.

  Links to orders of guests   %s
  Codes that were sent        %s
  Counted attempts            begin at zero again
  Known devices and addresses are stored again at the next sign-in
  Sessions, passwords, guest ids, newsletter links, hashes of deleted contacts
                              stay valid: they do not depend on these secrets

A rotation before this one ends here: only the secret before the new one is accepted.
`

// Validate refuses a negative duration.
func (c *rotateCmd) Validate() error {
	if c.Accept < 0 {
		return errors.New("--accept must not be negative")
	}
	return c.dataFlags.Validate()
}

func (c *rotateCmd) Run(e *env) error {
	d, err := c.openExisting(e.ctx)
	if err != nil {
		return err
	}
	defer d.Close()
	links, codes := "end at once; an order or a trip is still found by its number and phone", "end at once; people must request another"
	if c.Accept > 0 {
		links, codes = "stay valid for another "+c.Accept.String(), "stay valid"
	}
	fmt.Fprintf(e.stdout, rotateText, links, codes)
	if !c.Yes {
		fmt.Fprintln(e.stdout, "\nNothing has been changed. Add --yes to do it.")
		return exitCode(1)
	}
	now := clock.System.Now()
	err = db.InTx(e.ctx, d, func(tx *db.Tx) error {
		for _, name := range []string{credential.SecretName, signedtoken.SecretName, sandbox.SecretName} {
			if err := secrets.Rotate(e.ctx, tx, now, name, c.Accept); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(e.stdout, "\nThe secrets have been replaced.")
	return err
}
