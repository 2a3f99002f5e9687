// Package verify checks that ledger, stock, orders and the database file are
// consistent. Each check holds after any order, any cancellation and any crash, and
// returns findings where it does not. It changes nothing.
package verify

import (
	"context"
	"errors"
	"fmt"
	"io"

	"hawker/internal/db"
)

// Report is the outcome of all checks.
type Report struct {
	OK     bool     `json:"ok"`
	Checks []Result `json:"checks"`
}

// Result is the outcome of one check.
type Result struct {
	Name     string   `json:"name"`
	Findings []string `json:"findings"` // empty: it holds
}

// check is one statement about the database. It returns what breaks it, at most
// findings entries.
type check struct {
	name string
	find func(ctx context.Context, q db.Q, d db.Dialect) ([]string, error)
}

// findings bounds the entries of one check: the first few show the fault, and a broken
// table would fill the screen.
const findings = 20

// checks are run in this order.
var checks = []check{
	{"the database file is whole", engineIntegrity},
	{"every table is there", tablesThere},
	{"every transfer sums to zero", transfersBalance},
	{"every order is in the books with its total", ordersBooked},
	{"an order's parts add up to its total", partsAddUp},
	{"an order's rows add up to its total", rowsAddUp},
	{"an order's lines add up to its parts", linesAddUp},
	{"stock is the sum of its moves and not below zero", stockEquation},
	{"an order took the stock of its lines, and gave it back if undone", stockOfOrders},
	{"a key placed one order, of its own shopper", keysPlaceOnce},
	{"the counts of a shopper's orders are theirs", ordersCounted},
	{"every order went from move to legal move", movesLegal},
	{"a scheduled order will become pending", scheduledAreWaitedFor},
	{"an erased account left nothing personal", erasedIsGone},
	{"a guest who signed in became a customer", guestsWentWithTheirAccount},
}

// Run makes all checks on one snapshot, so that it may run while the town
// trades.
func Run(ctx context.Context, d *db.DB) (Report, error) {
	ctx = db.Long(ctx)
	report := Report{OK: true}
	err := db.Snapshot(ctx, d, func(snapshot *db.Tx) error {
		for _, c := range checks {
			found, err := c.make(ctx, snapshot, d.Dialect)
			if err != nil {
				return fmt.Errorf("check that %s: %w", c.name, err)
			}
			report.add(c.name, found)
		}
		return nil
	})
	if damage, ok := Damage(err); ok {
		return damage, nil
	}
	return report, err
}

// Damage is the report of a database that cannot even be opened because its file
// is broken.
func Damage(err error) (Report, bool) {
	fault, ok := errors.AsType[*db.Fault](err)
	if !ok || !fault.Damaged() {
		return Report{}, false
	}
	report := Report{OK: true}
	report.add(checks[0].name, []string{fault.Error(), fault.Help()})
	return report, true
}

func (r *Report) add(name string, found []string) {
	r.OK = r.OK && len(found) == 0
	r.Checks = append(r.Checks, Result{Name: name, Findings: append([]string{}, found...)})
}

// make makes the check. What it cannot read is what does not hold: a damaged page,
// a table that is gone. A database that went away says nothing of the kind.
func (c check) make(ctx context.Context, tx *db.Tx, d db.Dialect) ([]string, error) {
	// On PostgreSQL a failed statement spoils the transaction, the other checks too.
	if err := savepoint(ctx, tx, `SAVEPOINT before_check`); err != nil {
		return nil, err
	}
	found, err := c.find(ctx, tx, d)
	if err == nil || ctx.Err() != nil || errors.Is(err, db.ErrUnavailable) {
		return found, err
	}
	finding := fmt.Sprintf("it could not be checked: %v", err)
	if fault, ok := errors.AsType[*db.Fault](err); ok {
		finding += ". " + fault.Help()
	}
	return append(found, finding), savepoint(ctx, tx, `ROLLBACK TO SAVEPOINT before_check`)
}

func savepoint(ctx context.Context, tx *db.Tx, statement string) error {
	if tx.Dialect != db.Postgres {
		return nil
	}
	_, err := db.Exec(ctx, tx, statement)
	return err
}

// Print writes the report for a person.
func (r Report) Print(w io.Writer) {
	for _, c := range r.Checks {
		mark := "ok    "
		if len(c.Findings) > 0 {
			mark = "BROKEN"
		}
		fmt.Fprintf(w, "%s  %s\n", mark, c.Name)
		for _, f := range c.Findings {
			fmt.Fprintf(w, "        %s\n", f)
		}
	}
}
