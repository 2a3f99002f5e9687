package verify

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"hawker/internal/db"
	"hawker/internal/ledger"
	"hawker/internal/money"
	"hawker/internal/purchase"
)

// accounts are what each account has earned, the opposite of its entries. What the shop
// pays, such as for a coupon, is below zero.
type accounts map[string]money.Amount

// sale is what the accounts earn from a purchase, according to its columns.
type sale struct {
	id     int64
	placed accounts // what was earned when it was placed, without a coupon
	since  accounts // what was earned and given back since, without a coupon
	seller string   // the account that pays for the coupon, if the shop does not
	undone bool     // all was given back
	shared bool     // a part was given back, by everybody who has earned

	coupon, couponBack money.Amount // what the coupon took off, and of it what the shop got back

	// countsAs are accounts that are counted as others by now. Versions differ in the account
	// that gets the tip of a delivered order, and in those that keep a part of a trip that was
	// canceled late.
	countsAs map[string]string
}

// pageOfSales reads the next purchases of a kind, in the order of their ids.
type pageOfSales func(ctx context.Context, q db.Q, after int64) ([]sale, error)

// checkEarnings: everybody has earned from an order and a trip what its columns say: the
// store or the provider, the tax, the delivery, the charges, the tip and the coupon.
func checkEarnings(ctx context.Context, q db.Q, _ db.Dialect) ([]string, error) {
	orders, err := checkEarningsOf(ctx, q, purchase.Order, readSoldOrders)
	if err != nil {
		return nil, err
	}
	trips, err := checkEarningsOf(ctx, q, purchase.Trip, readSoldTrips)
	return append(orders, trips...), err
}

func checkEarningsOf(ctx context.Context, q db.Q, k purchase.Kind, next pageOfSales) ([]string, error) {
	var found []string
	for after := int64(0); len(found) < findings; {
		sales, err := next(ctx, q, after)
		if err != nil || len(sales) == 0 {
			return found, err
		}
		last := sales[len(sales)-1].id
		placed, now, err := readEarned(ctx, q, k, after, last)
		if err != nil {
			return found, err
		}
		for _, s := range sales {
			for _, problem := range s.problems(placed[s.id], now[s.id]) {
				found = append(found, fmt.Sprintf("%s %d: %s", k, s.id, problem))
			}
		}
		after = last
	}
	return found[:findings], nil
}

// problems compares the sale with what the ledger has.
func (s sale) problems(placed, now accounts) []string {
	want := maps.Clone(s.placed)
	_, shopPays := placed[ledger.Coupons]
	if shopPays {
		want[ledger.Coupons] -= s.coupon
	} else {
		want[s.seller] -= s.coupon
	}
	found := differences("when it was placed, %s should have earned %d, but earned %d", want, placed, false)
	for account, amount := range s.since {
		want[account] += amount
	}
	if shopPays {
		want[ledger.Coupons] += s.couponBack
		want[s.seller] -= s.couponBack
	}
	if s.undone {
		want = accounts{}
	}
	return append(found, differences("by now, %s should have earned %d, but has earned %d", s.counted(want), s.counted(now), s.shared)...)
}

// counted returns the accounts after those that are counted as others.
func (s sale) counted(all accounts) accounts {
	sums := accounts{}
	for account, amount := range all {
		if other, found := s.countsAs[account]; found {
			account = other
		}
		sums[account] += amount
	}
	return sums
}

// differences formats each account that has another amount than it should. After a shared
// refund an account may have less: versions differ in how they round the shares.
func differences(format string, want, got accounts, shared bool) (found []string) {
	both := maps.Clone(want)
	maps.Copy(both, got)
	for _, account := range slices.Sorted(maps.Keys(both)) {
		w, g := want[account], got[account]
		isShare := shared && min(w, 0) <= g && g <= max(w, 0)
		if w != g && !isShare {
			found = append(found, fmt.Sprintf(format, account, w, g))
		}
	}
	return found
}

// earners is the condition of entries e of those who earn: not of the shopper's money.
const earners = `e.account NOT IN ('receivable', 'cash', 'offline', 'clearing') AND e.account NOT LIKE 'wallet:%' AND e.account NOT LIKE 'gateway:%'`

// readEarned returns what the ledger has for the purchases after one id up to another: when
// they were placed, and by now.
func readEarned(ctx context.Context, q db.Q, k purchase.Kind, after, last int64) (placed, now map[int64]accounts, err error) {
	type row struct {
		ID       int64
		IsPlaced bool
		Account  string
		Amount   money.Amount
	}
	of := `ledger_transfers t ON t.order_id = p.id`
	if k == purchase.Trip {
		of = `ledger_transfers t ON t.subject = 'trip:' || p.id`
	}
	rows, err := db.Many[row](ctx, q, `
		SELECT p.id, t.kind = $3 AS is_placed, e.account, -CAST(SUM(e.amount) AS BIGINT) AS amount
		FROM purchases p JOIN `+of+` JOIN ledger_entries e ON e.transfer_id = t.id
		WHERE p.id > $1 AND p.id <= $2 AND `+earners+` GROUP BY p.id, t.kind = $3, e.account`, after, last, k.Event("placed"))
	placed, now = map[int64]accounts{}, map[int64]accounts{}
	add := func(to map[int64]accounts, r row) {
		if to[r.ID] == nil {
			to[r.ID] = accounts{}
		}
		to[r.ID][r.Account] += r.Amount
	}
	for _, r := range rows {
		if r.IsPlaced {
			add(placed, r)
		}
		add(now, r)
	}
	return placed, now, err
}
