package reward_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"hawker/internal/money"
	"hawker/internal/order"
)

// model is what a customer has, reckoned by somebody else.
type model struct {
	points, owed, wallet int64
	orders               []*modelOrder
}

type modelOrder struct {
	order.OrderDetails
	units, refunded int64 // units
	whole           bool
	taken           int64
}

func (o *modelOrder) total() int64  { return o.units*10 + 2 } // in major units
func (o *modelOrder) points() int64 { return o.total() }

func (m *model) earn(points int64) {
	withheld := min(m.owed, points)
	m.owed -= withheld
	m.points += points - withheld
}

// settle takes back what belongs to all refunds of an order.
func (m *model) settle(o *modelOrder) {
	refunded := o.refunded * 10
	if o.whole {
		refunded = o.total()
	}
	due := int64(math.Floor(float64(o.points())*float64(refunded)/float64(o.total())+0.5)) - o.taken
	o.taken += due
	taken := min(m.points, due)
	m.points -= taken
	m.owed += due - taken
}

// TestRewards_TRAP_W3 draws deliveries, refunds and conversions at random: balances are
// those of the model, and never below zero.
func TestRewards_TRAP_W3_agreeWithAModel(t *testing.T) {
	engines(t, func(t *testing.T, w fixture) {
		rapid.Check(t, func(d *rapid.T) {
			me, shopper := w.Customer(t)
			m := new(model)
			for range rapid.IntRange(1, 8).Draw(d, "steps") {
				w.step(t, d, m, me, shopper)
				if points, owed, wallet := w.points(t, me), w.owed(t, me), w.wallet(t, me); points != m.points || owed != m.owed || wallet != money.Amount(m.wallet) {
					d.Fatalf("%d points, %d owed, %d in the wallet; want %d, %d, %d", points, owed, wallet, m.points, m.owed, m.wallet)
				}
			}
		})
	})
}

func (w fixture) step(t *testing.T, d *rapid.T, m *model, me, shopper int64) {
	var open []*modelOrder
	for _, o := range m.orders {
		if !o.whole {
			open = append(open, o)
		}
	}
	kind := rapid.SampledFrom([]string{"deliver", "refund", "convert", "refund whole"}).Draw(d, "step")
	switch {
	case kind == "convert" && m.points > 0:
		n := rapid.Int64Range(1, m.points).Draw(d, "points")
		w.convert(t, me, n)
		m.points, m.wallet = m.points-n, m.wallet+n
	case kind == "convert":
		if _, err := w.Rewards.Convert(t.Context(), me, "none-left", 1); err == nil {
			d.Fatal("a point was converted that is not there")
		}
	case kind == "deliver" || len(open) == 0:
		units := rapid.Int64Range(1, 4).Draw(d, "units")
		o := &modelOrder{OrderDetails: w.delivered(t, shopper, units), units: units}
		m.orders = append(m.orders, o)
		m.earn(o.points())
	default:
		o := rapid.SampledFrom(open).Draw(d, "order")
		left := o.units - o.refunded
		if kind == "refund whole" || left == 0 {
			w.refund(t, o.OrderDetails, 0)
			o.whole = true
		} else {
			n := rapid.Int64Range(1, left).Draw(d, "refunded")
			w.refund(t, o.OrderDetails, n)
			o.refunded += n
		}
		m.settle(o)
	}
}
