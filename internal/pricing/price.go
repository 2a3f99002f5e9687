package pricing

import "hawker/internal/money"

// OrderType is the documented order_type.
type OrderType string

// The order types.
const (
	Delivered OrderType = "delivery"
	TakeAway  OrderType = "take_away"
	Parcel    OrderType = "parcel"
	Rental    OrderType = "rental" // picked up, like take-away
)

// hasRider reports whether a rider brings it.
func (t OrderType) hasRider() bool { return t != TakeAway && t != Rental }

// Line is one line to be priced. Amounts are of one unit and not below zero;
// quantities are bounded by package options.
type Line struct {
	Base     money.Amount // price with options; discounts are taken from it
	AddOns   money.Amount // never discounted (D19)
	Quantity int64
	Discount Discount // the item's own, or that of a flash sale in its place
	Fixed    bool     // takes no discount, neither the item's nor the store's: an item campaign

	// Exact is what all units cost without add-ons, if that is not Base for each of them:
	// Base is rounded. 0: it is.
	Exact money.Amount
}

// bases returns what all units cost without their add-ons.
func (l Line) bases() money.Amount {
	if l.Exact > 0 {
		return l.Exact
	}
	return l.Base.MulRatio(l.Quantity, 1)
}

// Input is everything an order's price depends on.
type Input struct {
	OrderType   OrderType
	Lines       []Line
	Store       StoreDiscount
	Coupon      Coupon
	TaxRate     money.Rate // the store's
	TaxIncluded bool       // prices have the tax inside
	Delivery    Delivery
	Parcel      ParcelCharge // of a parcel, whose one line has its total

	// Charges that the shop switched on; zero: off (PRC-08).
	AdditionalCharge money.Amount
	AdditionalName   string // the owner's own name for it
	ExtraPackaging   money.Amount
	Tip              money.Amount // the rider's; none without a rider
	Deposit          money.Amount // of a rental: given back after the return, and not taxed
}

// PricedLine is a line with what it costs.
type PricedLine struct {
	Unit     money.Amount // one unit with its add-ons, undiscounted
	Gross    money.Amount // all units, undiscounted
	Discount money.Amount
	Source   Source
	Coupon   money.Amount // the line's part of the coupon
	Taxable  money.Amount // what remains: the line's price in a cart, and the base of its tax
	Tax      money.Amount
	Total    money.Amount // with its tax
}

// Totals are an order's amounts. Subtotal - Discount - CouponDiscount + Delivery +
// AdditionalCharge + ExtraPackaging + Tip + Deposit is Total, with Tax added unless it is
// inside the prices already. All are zero or more.
type Totals struct {
	OrderType        OrderType
	Subtotal         money.Amount // all lines, undiscounted
	Discount         money.Amount
	CouponDiscount   money.Amount
	CouponDelivery   money.Amount // the fee that a coupon waived; Delivery is zero then
	Tax              money.Amount
	TaxIncluded      bool
	Delivery         money.Amount
	DeliverySurge    money.Amount // the part of Delivery that a surge adds
	DeliveryUnknown  bool         // Delivery is not known yet, and not in Total
	AdditionalCharge money.Amount
	AdditionalName   string
	ExtraPackaging   money.Amount
	Tip              money.Amount
	Deposit          money.Amount
	Parcel           ParcelCharge // the parts of a parcel's subtotal
	Total            money.Amount
}

// Items returns what the items cost after discounts and before a coupon: the amount
// that earns free delivery and that the cart's progress shows.
func (t Totals) Items() money.Amount { return t.Subtotal - t.Discount }

// Quote is a priced order: lines in the order of the input, and their totals.
type Quote struct {
	Lines []PricedLine
	Totals
}

// Price returns the quote. The same input always gives the same quote (M5).
func Price(in Input) Quote {
	q := Quote{Lines: discountLines(in.Lines, in.Store)}
	q.OrderType, q.TaxIncluded, q.Parcel = in.OrderType, in.TaxIncluded, in.Parcel
	in.Coupon.spread(q.Lines)
	for i := range q.Lines {
		l := &q.Lines[i]
		l.Taxable = l.Gross - l.Discount - l.Coupon
		l.Tax, l.Total = taxed(l.Taxable, in.TaxRate, in.TaxIncluded)

		q.Subtotal += l.Gross
		q.Discount += l.Discount
		q.CouponDiscount += l.Coupon
		q.Tax += l.Tax
		q.Total += l.Total
	}
	if in.OrderType.hasRider() { // (M6)
		q.Delivery, q.DeliverySurge = in.Delivery.Fee(q.Items()), in.Delivery.Surcharge(q.Items())
		q.DeliveryUnknown = in.Delivery.Unknown && !in.Delivery.freeFor(q.Items())
		if in.Coupon.FreeDelivery && in.Coupon.Earned(q.Subtotal) {
			q.Delivery, q.DeliverySurge, q.CouponDelivery, q.DeliveryUnknown = 0, 0, q.Delivery, false
		}
		q.Tip = max(in.Tip, 0)
	}
	q.AdditionalCharge, q.AdditionalName = max(in.AdditionalCharge, 0), in.AdditionalName
	q.ExtraPackaging = max(in.ExtraPackaging, 0)
	q.Deposit = max(in.Deposit, 0)
	q.Total += q.Delivery + q.Tip + q.AdditionalCharge + q.ExtraPackaging + q.Deposit
	return q
}

// taxed returns the tax on a base and the two together (PRC-05).
func taxed(base money.Amount, rate money.Rate, included bool) (tax, total money.Amount) {
	if included {
		return base.Inside(rate), base
	}
	tax = base.Percent(rate)
	return tax, base + tax
}

// RunningTotal returns what a line costs alone in a cart, before a tax that is not
// in its price. It is the total on the item dialog's button. The page computes it
// too; the vectors in testdata prove that both are equal (M10, D20).
func RunningTotal(line Line, store StoreDiscount) money.Amount {
	return Price(Input{OrderType: TakeAway, Lines: []Line{line}, Store: store}).Lines[0].Taxable
}
