// Package verify checks that what the database contains is consistent: ledger, stock, orders,
// trips, payments, coupons, rewards, reviews, conversations and accounts, and the database
// itself. Each check must pass after any order, any cancellation and any crash. The package
// returns findings, and changes nothing.
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
	Findings []string `json:"findings"` // empty: it passed
}

// check is a rule about the database. find returns what breaks it, at most findings
// entries.
type check struct {
	name string
	find func(ctx context.Context, q db.Q, d db.Dialect) ([]string, error)
}

// findings is the limit of entries of one check. The first few show the fault, and a
// broken table has very many.
const findings = 20

// checks run in this order.
var checks = []check{
	{"the database file is intact", checkEngine},
	{"every table exists", checkTables},
	{"every transfer sums to zero", checkTransfers},
	{"the ledger has every order with its total", checkOrdersInLedger},
	{"the ledger has what was paid for every order", checkOrderMoney},
	{"a balance is the sum of its entries", checkBalances},
	{"an order's parts add up to its total", checkTotals},
	{"the rows of an order or trip add up to its total", checkRows},
	{"an order's lines add up to its parts", checkLines},
	{"a parcel has packages and no store, and its charge is explained", checkParcels},
	{"stock is the sum of its moves and not below zero", checkStock},
	{"an order took the stock of its lines, and returned it if undone", checkStockOfOrders},
	{"an offer sold what orders took and did not return", checkOffers},
	{"no vehicle is booked beyond its units", checkBookings},
	{"a trip has few photos, and nothing else has any", checkPhotos},
	{"a driver's licence has its photos", checkLicences},
	{"a trip has its vehicles until it is over", checkTripBookings},
	{"a coupon's count is the number of its uses", checkCoupons},
	{"an order or trip has a use of its coupon, freed if undone", checkCouponUses},
	{"an idempotency key placed one order, of its own shopper", checkKeys},
	{"every order and trip is a purchase", checkPurchases},
	{"the ledger has every trip with its total and what was paid", checkTripsInLedger},
	{"everybody has earned what an order or trip says", checkEarnings},
	{"a trip's parts add up to its total", checkTripParts},
	{"every trip has only legal moves", checkTripMoves},
	{"the trips of providers and vehicles are counted", checkTripCounts},
	{"the counts of a shopper's orders are right", checkOrderCounts},
	{"every order has only legal moves", checkMoves},
	{"staff made only moves of their role and place", checkStaff},
	{"a scheduled order will become pending", checkScheduledOrders},
	{"an order gave back what its refunds say", checkRefunds},
	{"an order or trip that is paid outside of the shop has its payment", checkOfflinePayments},
	{"money that came through a gateway is booked once", checkCharges},
	{"a job handles each webhook and each refund", checkPaymentJobs},
	{"an order earned its points once, and gave back those of refunds", checkPoints},
	{"points became money once", checkConversions},
	{"an order's cashback was paid once, and taken back for refunds", checkCashback},
	{"a referral was paid once, and not to oneself", checkReferrals},
	{"ratings are those of the town folder and of reviews", checkRatings},
	{"the kept counts of reviews are right", checkReviewCounts},
	{"only delivered orders have reviews, of what was in them", checkReviewedOrders},
	{"only completed trips have reviews, of their vehicles", checkReviewedTrips},
	{"the messages of a conversation are numbered without gaps", checkConversations},
	{"an order goes on after its prescription was approved", checkPrescriptions},
	{"an erased account has no personal data left", checkErasedAccounts},
	{"a device gets the notifications of the customer who is signed in on it", checkPushSubscriptions},
	{"a guest who signed in became a customer", checkMergedGuests},
}

// Run runs all checks on one snapshot, so the shop can stay open meanwhile.
func Run(ctx context.Context, d *db.DB) (Report, error) {
	ctx = db.Long(ctx)
	var report Report
	err := db.Snapshot(ctx, d, func(snapshot *db.Tx) (err error) {
		report, err = runIn(ctx, snapshot)
		return err
	})
	if damage, ok := Damage(err); ok {
		return damage, nil
	}
	return report, err
}

// runIn checks what a transaction sees.
func runIn(ctx context.Context, tx *db.Tx) (Report, error) {
	report := Report{OK: true}
	for _, c := range checks {
		found, err := c.run(ctx, tx, tx.Dialect)
		if err != nil {
			return Report{}, fmt.Errorf("check that %s: %w", c.name, err)
		}
		report.Add(c.name, found)
	}
	return report, nil
}

// Damage returns the report of a database that cannot be opened because its file is
// damaged.
func Damage(err error) (Report, bool) {
	fault, ok := errors.AsType[*db.Fault](err)
	if !ok || !fault.Damaged() {
		return Report{}, false
	}
	report := Report{OK: true}
	report.Add(checks[0].name, []string{fault.Error(), fault.Help()})
	return report, true
}

// Add adds the outcome of a check.
func (r *Report) Add(name string, found []string) {
	r.OK = r.OK && len(found) == 0
	r.Checks = append(r.Checks, Result{Name: name, Findings: append([]string{}, found...)})
}

// run runs the check. Data that it cannot read, such as a damaged page or a missing
// table, is a finding. An unavailable database is an error.
func (c check) run(ctx context.Context, tx *db.Tx, d db.Dialect) ([]string, error) {
	// On PostgreSQL a failed statement aborts the transaction, and with it later checks.
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
