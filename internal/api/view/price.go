package view

import (
	"hawker/internal/money"
	"hawker/internal/order"
	"hawker/internal/pricing"
)

// PriceRow is one named amount, which every screen shows in the same order (M8).
type PriceRow struct {
	Code   string  `json:"code" doc:"subtotal, discount, coupon_discount, delivery_charge, tax, tax_included, additional_charge, extra_packaging, tip, total; after a refund also refunded and paid"`
	Label  string  `json:"label"`
	Amount float64 `json:"amount" doc:"Major units, negative when it is taken off."`
}

// PriceRows returns the rows of a quote or an order. A row that the town has named has
// that name as its label.
func PriceRows(m money.Currency, rows []pricing.Row) []PriceRow {
	views := make([]PriceRow, len(rows))
	for i, r := range rows {
		views[i] = PriceRow{Code: string(r.Code), Label: r.Label, Amount: m.ToMajor(r.Amount)}
		if r.Name != "" {
			views[i].Label = r.Name
		}
	}
	return views
}

// PaymentView is money that was paid for an order.
type PaymentView struct {
	Method string  `json:"method" doc:"As payment_method of the order."`
	Amount float64 `json:"amount"`
	PaidAt string  `json:"paid_at,omitempty" doc:"RFC 3339."`
}

// Payments returns what was paid for an order. Cash is paid when it is delivered.
func Payments(m money.Currency, w order.OrderDetails) []PaymentView {
	if w.PaymentStatus == "unpaid" {
		return []PaymentView{}
	}
	paid := PaymentView{Method: w.PaymentMethod, Amount: m.ToMajor(w.Total)}
	for _, move := range w.Moves {
		if move.Status == order.Delivered {
			paid.PaidAt = UnixMilli(move.At)
			break
		}
	}
	return []PaymentView{paid}
}
