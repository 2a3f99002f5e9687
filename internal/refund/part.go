package refund

import (
	"slices"

	"hawker/internal/errs"
	"hawker/internal/money"
)

// Sold is a line of an order, with what its refunds depend on.
type Sold struct {
	LineID   int64
	Name     string
	Quantity int64
	Refunded int64        // units whose price was given back
	Total    money.Amount // of all units, after discount and coupon
	Tax      money.Amount
	Coupon   money.Amount // the line's part of the coupon
}

// Part is what some units of an order cost.
type Part struct {
	Lines  []Line
	Amount money.Amount // that was paid for them
	Tax    money.Amount // in that amount
	Coupon money.Amount // what the coupon took off
}

// PartOf returns what units of an order's lines cost. All units of a line cost exactly
// what was paid for it, in however many parts they are given back.
func PartOf(lines []Sold, asked []Line, taxIncluded bool) (Part, error) {
	if err := CheckLines(lines, asked); err != nil {
		return Part{}, err
	}
	p := Part{Lines: asked}
	for _, a := range asked {
		l := lines[indexOf(lines, a)]
		tax := l.unitsOf(l.Tax, a.Quantity)
		p.Tax += tax
		p.Amount += l.unitsOf(l.Total, a.Quantity)
		if !taxIncluded {
			p.Amount += tax
		}
		p.Coupon += l.unitsOf(l.Coupon, a.Quantity)
	}
	return p, nil
}

// unitsOf is the part of an amount of the line that belongs to its next units.
func (l Sold) unitsOf(whole money.Amount, units int64) money.Amount {
	return whole.MulRatio(l.Refunded+units, l.Quantity) - whole.MulRatio(l.Refunded, l.Quantity)
}

// CheckLines refuses lines of another order, and more units than are left.
func CheckLines(lines []Sold, asked []Line) error {
	seen := map[int64]bool{}
	for _, a := range asked {
		at := indexOf(lines, a)
		switch {
		case at < 0 || seen[a.LineID] || a.Quantity < 1:
			return invalid("lines", "Please choose lines of this order, and how many of each.")
		case a.Quantity > lines[at].Quantity-lines[at].Refunded:
			return errs.New(errs.Conflict, "You cannot refund so many of %s: some have been refunded already.", lines[at].Name).On("lines")
		}
		seen[a.LineID] = true
	}
	return nil
}

func indexOf(lines []Sold, asked Line) int {
	return slices.IndexFunc(lines, func(l Sold) bool { return l.LineID == asked.LineID })
}
