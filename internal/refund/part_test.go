package refund_test

import (
	"testing"

	"hawker/internal/errs"
	"hawker/internal/money"
	"hawker/internal/refund"
)

// soup is three units of 3.33, with 1.00 off by a coupon, and a tax of 10.75 %.
var soup = refund.Sold{LineID: 7, Name: "Soup", Quantity: 3, Total: 899, Tax: 97, Coupon: 100}

// However a line is given back in parts, they add up to what was paid for it.
func TestPartOf_TRAP_O3_partsAddUpToTheLine(t *testing.T) {
	t.Parallel()
	for _, parts := range [][]int64{{3}, {1, 2}, {2, 1}, {1, 1, 1}} {
		for _, taxIncluded := range []bool{false, true} {
			line, amount, tax, coupon := soup, money.Amount(0), money.Amount(0), money.Amount(0)
			for _, units := range parts {
				p, err := refund.PartOf([]refund.Sold{line}, []refund.Line{{LineID: 7, Quantity: units}}, taxIncluded)
				if err != nil {
					t.Fatal(err)
				}
				amount, tax, coupon = amount+p.Amount, tax+p.Tax, coupon+p.Coupon
				line.Refunded += units
			}
			paid := soup.Total
			if !taxIncluded {
				paid += soup.Tax
			}
			if amount != paid || tax != soup.Tax || coupon != soup.Coupon {
				t.Errorf("%v, tax included %t: %d with a tax of %d and %d off, want %d, %d and %d", parts, taxIncluded, amount, tax, coupon, paid, soup.Tax, soup.Coupon)
			}
		}
	}
}

func TestCheckLines_ORD04(t *testing.T) {
	t.Parallel()
	half := soup
	half.Refunded = 2
	for _, tt := range []struct {
		name  string
		asked []refund.Line
		want  errs.Code // "": none
	}{
		{"nothing", nil, ""},
		{"the unit that is left", []refund.Line{{LineID: 7, Quantity: 1}}, ""},
		{"more than is left", []refund.Line{{LineID: 7, Quantity: 2}}, errs.Conflict},
		{"no unit", []refund.Line{{LineID: 7, Quantity: 0}}, errs.Invalid},
		{"a line twice", []refund.Line{{LineID: 7, Quantity: 1}, {LineID: 7, Quantity: 1}}, errs.Invalid},
		{"a line of another order", []refund.Line{{LineID: 8, Quantity: 1}}, errs.Invalid},
	} {
		p, errPart := refund.PartOf([]refund.Sold{half}, tt.asked, false)
		for _, err := range []error{refund.CheckLines([]refund.Sold{half}, tt.asked), errPart} {
			if tt.want == "" && err != nil || tt.want != "" && !errs.Is(err, tt.want) {
				t.Errorf("%s: %v", tt.name, err)
			}
		}
		if tt.want != "" && p.Amount != 0 {
			t.Errorf("%s: %d would be given back", tt.name, p.Amount)
		}
	}
}
