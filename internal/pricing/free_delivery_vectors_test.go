package pricing_test

import (
	"testing"

	"hawker/internal/money"
	"hawker/internal/pricing"
)

// freeDelivery is one case of the file that the progress towards free delivery is tested
// against: a cart in the format of the API, and how far it is from free delivery.
type freeDelivery struct {
	Digits  int          `json:"digits"`
	Over    float64      `json:"over"`
	Totals  []float64    `json:"totals"` // of the lines
	Free    bool         `json:"free"`
	Percent money.Amount `json:"percent"`
}

// freeDeliveryCarts returns carts of that total in minor units: of one line, and of three lines
// that floats do not add exactly.
func freeDeliveryCarts(total money.Amount) [][]money.Amount {
	return [][]money.Amount{{total}, {10, 20, total - 30}}
}

func TestFreeDeliveryVectorsAreFresh_CART07_PRC04(t *testing.T) {
	t.Parallel()
	var vectors []freeDelivery
	for _, digits := range []int{0, 2, 3} {
		for _, over := range []money.Amount{60, 2500, 2999, 1_000_000_000} {
			for _, total := range []money.Amount{over / 2, over - 1, over, over + 1} {
				for _, cart := range freeDeliveryCarts(total) {
					vectors = append(vectors, priceFreeDelivery(digits, over, cart))
				}
			}
		}
		// With floats these are 28.999 percent.
		vectors = append(vectors, priceFreeDelivery(digits, 100, []money.Amount{29}))
	}
	compareVectors(t, "testdata/free_delivery_vectors.json", vectors)
}

// priceFreeDelivery prices the cart with a tariff that is never zero by itself.
func priceFreeDelivery(digits int, over money.Amount, totals []money.Amount) freeDelivery {
	major := money.Currency{Digits: digits}.ToMajor
	in := pricing.Input{OrderType: pricing.Delivered, Delivery: pricing.Delivery{Min: 1, FreeOver: over}}
	v := freeDelivery{Digits: digits, Over: major(over)}
	for _, total := range totals {
		in.Lines = append(in.Lines, pricing.Line{Base: total, Quantity: 1})
		v.Totals = append(v.Totals, major(total))
	}
	q := pricing.Price(in)
	v.Free, v.Percent = q.Delivery == 0, min(q.Items()*100/over, 100)
	return v
}
