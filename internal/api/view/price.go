package view

import (
	"hawker/internal/money"
	"hawker/internal/pricing"
	"hawker/internal/translation"
)

// PriceRow is one named amount, which every screen shows in the same order (M8).
type PriceRow struct {
	Code   string  `json:"code" doc:"subtotal, discount, coupon_discount, delivery_charge, delivery_surge, tax, tax_included, additional_charge, extra_packaging, tip, total; after a refund also refunded and paid"`
	Label  string  `json:"label"`
	Amount float64 `json:"amount" doc:"Major units; negative if it is taken off."`
}

// PriceRows returns the rows of a quote or an order. A row that the town has named has
// that name as its label, in the reader's language.
func PriceRows(m money.Currency, rows []pricing.Row, texts translation.Reader) []PriceRow {
	views := make([]PriceRow, len(rows))
	for i, r := range rows {
		views[i] = PriceRow{Code: string(r.Code), Label: r.Label, Amount: m.ToMajor(r.Amount)}
		if r.Name != "" {
			views[i].Label = texts.Setting(r.Name)
		}
	}
	return views
}
