// Package reward gives customers something back for delivered orders: points, which they
// convert into money of their wallet, cashback, and a reward for bringing friends.
//
// It owns what each order has earned, the conversions and the referrals. What an order
// earns is decided once, in the transaction in which it is delivered, by the rules of that
// time. A refund takes points and cashback back in proportion. Points and money are booked
// in the ledger, never in the same transfer.
package reward

import (
	"time"

	"hawker/internal/money"
	"hawker/internal/setting"
)

// orderRewards is what an order has earned its customer.
type orderRewards struct {
	OrderID         int64
	CustomerID      *int64       // nil: a guest, or somebody whose account was deleted
	Paid            money.Amount // the order's total
	Unit            int64        // minor units of a unit of the currency
	PerUnit         int64        // points for each unit
	Points          int64        // that were earned
	Withheld        int64        // of them, for points that were owed
	PointsTaken     int64        // back, for refunds
	PointsOwed      int64        // of those taken: what was spent already
	CashbackOffer   string       // its id; "": none
	Cashback        money.Amount // put into the wallet
	CashbackTaken   money.Amount // back, for refunds
	CashbackMissing money.Amount // of that taken: what was spent already
	CreatedAt       int64        // Unix milliseconds
}

// Conversion is points that a customer made into money.
type Conversion struct {
	ID        int64
	Requested int64
	Points    int64 // as many of those requested as give whole minor units
	Amount    money.Amount
}

// EarnedPoints returns the points for what was paid: so many for each whole unit of the
// currency.
func EarnedPoints(paid money.Amount, unit, perUnit int64) int64 {
	return int64((paid / money.Amount(unit)).MulRatio(perUnit, 1)) // bounded
}

// TakenPoints returns how many of an order's points all its refunds take back: in
// proportion, and all of them if all was refunded.
func TakenPoints(points int64, refunded, total money.Amount) int64 {
	return int64(TakenCashback(money.Amount(points), refunded, total))
}

// TakenCashback is the same for cashback.
func TakenCashback(cashback, refunded, total money.Amount) money.Amount {
	if total == 0 {
		return 0
	}
	return cashback.MulRatio(int64(refunded), int64(total))
}

// Worth returns how many of some points can be converted, and into what: as many as give
// whole minor units. unit is how many of those a unit of the currency has.
func Worth(points int64, rules setting.PointRules, unit int64) (converted int64, amount money.Amount) {
	if rules.UnitFor <= 0 {
		return 0, 0
	}
	common := divisor(rules.UnitFor, unit)
	step, worth := rules.UnitFor/common, unit/common
	steps := min(points/step, int64(money.Limit)/worth)
	return steps * step, money.Amount(steps * worth)
}

// MinConvertible returns how many points can be converted at least.
func MinConvertible(rules setting.PointRules, unit int64) int64 {
	if rules.UnitFor <= 0 {
		return 0
	}
	return max(rules.MinToConvert, rules.UnitFor/divisor(rules.UnitFor, unit))
}

// divisor returns the greatest common divisor of positive numbers.
func divisor(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// cashbackOf returns what an offer gives back of an order's total.
func cashbackOf(o setting.CashbackOffer, paid money.Amount) money.Amount {
	if paid < o.MinPurchase {
		return 0
	}
	if o.Percent == 0 {
		return min(o.Amount, paid)
	}
	amount := paid.Percent(o.Percent)
	if o.MaxCashback > 0 {
		amount = min(amount, o.MaxCashback)
	}
	return min(amount, paid)
}

// runs reports whether an offer holds at a time, in a time zone.
func runs(o setting.CashbackOffer, at time.Time, zone *time.Location) bool {
	day := at.In(zone).Format(time.DateOnly)
	return o.Starts <= day && (o.Ends == "" || day <= o.Ends)
}
