package reward_test

import (
	"testing"

	"hawker/internal/money"
	"hawker/internal/reward"
	"hawker/internal/setting"
)

func TestEarnedPoints_WAL03_areForWholeUnits(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		paid          money.Amount
		unit, perUnit int64
		want          int64
	}{
		{1200, 100, 1, 12}, {1299, 100, 1, 12}, {99, 100, 5, 0}, {100, 100, 5, 5}, {12_999, 1000, 2, 24}, {7, 1, 3, 21}, {0, 100, 1, 0},
		{money.Limit, 1, 1_000_000, int64(money.Limit)},
	} {
		if got := reward.EarnedPoints(c.paid, c.unit, c.perUnit); got != c.want {
			t.Errorf("%+v: %d", c, got)
		}
	}
}

func TestWorth_WAL03_TRAP_W3_isInWholeMinorUnits(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		points, unitFor, unit int64
		converted             int64
		amount                money.Amount
	}{
		{250, 100, 100, 250, 250}, // a point is 0.01
		{103, 250, 100, 100, 40},  // 5 points are 0.02
		{4, 250, 100, 0, 0},
		{7, 30, 100, 6, 20},   // 3 points are 0.10
		{99, 50, 1, 50, 1},    // of a currency without decimals
		{9, 10, 1000, 9, 900}, // of one with three
		{500, 0, 100, 0, 0},   // they cannot be converted
	} {
		converted, amount := reward.Worth(c.points, setting.PointRules{UnitFor: c.unitFor}, c.unit)
		if converted != c.converted || amount != c.amount {
			t.Errorf("%+v: %d points are %d", c, converted, amount)
		}
	}
}

func TestTakenPoints_TRAP_W3_areInProportion(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		points          int64
		refunded, total money.Amount
		want            int64
	}{{12, 0, 1200, 0}, {12, 600, 1200, 6}, {12, 1199, 1200, 12}, {12, 1200, 1200, 12}, {10, 333, 1000, 3}, {5, 0, 0, 0}} {
		if got := reward.TakenPoints(c.points, c.refunded, c.total); got != c.want {
			t.Errorf("%+v: %d", c, got)
		}
	}
}
