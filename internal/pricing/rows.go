package pricing

import (
	"slices"

	"hawker/internal/money"
)

// Code names a price row, in the API and in an order's stored rows.
type Code string

// The codes of price rows, in the order in which they are shown.
const (
	RowSubtotal         Code = "subtotal"
	RowDiscount         Code = "discount"
	RowCoupon           Code = "coupon_discount"
	RowDelivery         Code = "delivery_charge" // without the surge
	RowDeliverySurge    Code = "delivery_surge"
	RowTax              Code = "tax"
	RowTaxIncluded      Code = "tax_included" // for information: it is inside the other rows
	RowAdditionalCharge Code = "additional_charge"
	RowExtraPackaging   Code = "extra_packaging"
	RowTip              Code = "tip"
	RowDeposit          Code = "deposit" // of a trip: given back after the return
	RowTotal            Code = "total"
	RowWallet           Code = "wallet"   // what the wallet pays of the total
	RowToPay            Code = "to_pay"   // the rest of it
	RowRefunded         Code = "refunded" // what was given back of what was paid
	RowPaid             Code = "paid"     // what is left of that

	// What a trip adds to its total.
	RowExtension    Code = "extension"
	RowExtensionTax Code = "extension_tax" // for information: it is inside the extension
	RowLateReturn   Code = "late_return"
	RowLateTax      Code = "late_tax"     // for information: it is inside the late return
	RowDepositUsed  Code = "deposit_used" // what of the deposit paid the extension and the late return
	RowDepositBack  Code = "deposit_back" // the rest of it
	RowAtReturn     Code = "at_return"    // what is still to be paid, when the vehicles come back

	// What carrying a parcel costs, in the place of a subtotal.
	RowParcelBase     Code = "parcel_base"
	RowParcelDistance Code = "parcel_distance"
	RowParcelMinimum  Code = "parcel_minimum" // what base and distance lack of the minimum
	RowParcelFurther  Code = "parcel_further" // packages after the first
	RowParcelSurge    Code = "parcel_surge"
)

// Row is one line of a price summary.
type Row struct {
	Code   Code         `json:"code"`
	Label  string       `json:"label"`          // key of the text in the catalogue of messages
	Name   string       `json:"name,omitempty"` // the owner's own words, shown instead of the label
	Amount money.Amount `json:"amount"`         // minor units, below zero when taken off
}

// Rows returns the rows that every screen of an order shows: customer, store,
// rider, admin and invoice (M8). All rows but the total and an included tax add up
// to the total. Rows of zero are left out, except for a delivery that costs nothing,
// which is shown unless it is not known yet, the order is not delivered (M6), or it is a
// parcel: its charge has rows of its own.
func Rows(t Totals) []Row {
	tax := RowTax
	if t.TaxIncluded {
		tax = RowTaxIncluded
	}
	delivery := t.Delivery - t.DeliverySurge
	isFree := t.OrderType == Delivered && t.Delivery == 0 && !t.DeliveryUnknown
	candidates := []struct {
		Row
		shown bool
	}{
		{Row{Code: RowSubtotal, Amount: t.Subtotal}, t.OrderType != Parcel || t.Subtotal != t.Parcel.Total()},
		{Row{Code: RowDiscount, Amount: -t.Discount}, t.Discount != 0},
		{Row{Code: RowCoupon, Amount: -t.CouponDiscount}, t.CouponDiscount != 0},
		{Row{Code: RowDelivery, Amount: delivery}, isFree || delivery != 0},
		{Row{Code: RowDeliverySurge, Amount: t.DeliverySurge}, t.DeliverySurge != 0},
		{Row{Code: tax, Amount: t.Tax}, t.Tax != 0},
		{Row{Code: RowAdditionalCharge, Name: t.AdditionalName, Amount: t.AdditionalCharge}, t.AdditionalCharge != 0},
		{Row{Code: RowExtraPackaging, Amount: t.ExtraPackaging}, t.ExtraPackaging != 0},
		{Row{Code: RowTip, Amount: t.Tip}, t.Tip != 0},
		{Row{Code: RowDeposit, Amount: t.Deposit}, t.Deposit != 0},
		{Row{Code: RowTotal, Amount: t.Total}, true},
	}
	rows := t.Parcel.rows()
	for _, c := range candidates {
		if c.shown {
			c.Label = label(c.Code)
			rows = append(rows, c.Row)
		}
	}
	return rows
}

// WithWallet returns the rows of a purchase of whose total the wallet pays a part (PRC-08).
// They replace those of another part: the rest may be paid from the wallet later.
func WithWallet(rows []Row, total, part money.Amount) []Row {
	if part == 0 {
		return rows
	}
	rows = slices.DeleteFunc(slices.Clone(rows), func(r Row) bool { return r.Code == RowWallet || r.Code == RowToPay })
	return append(rows, row(RowWallet, -part), row(RowToPay, total-part))
}

// WithRefund returns the rows of an order of which some of what was paid was given back.
func WithRefund(rows []Row, paid, refunded money.Amount) []Row {
	if refunded == 0 {
		return rows
	}
	return append(slices.Clip(rows), row(RowRefunded, -refunded), row(RowPaid, paid-refunded))
}

func row(c Code, amount money.Amount) Row {
	return Row{Code: c, Label: label(c), Amount: amount}
}

// label is the key of a row's text in the catalogue of messages.
func label(c Code) string { return "price_row." + string(c) }
