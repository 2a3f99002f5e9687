package pricing

import "hawker/internal/money"

// Carriage is everything that the charge for carrying a parcel depends on (PCL-01). The
// rates are those of its category, the surge is that of the tariff.
type Carriage struct {
	Base     money.Amount
	PerKm    money.Amount
	Minimum  money.Amount // of base and distance together
	Further  money.Amount // for each package after the first
	Metres   int64
	Quantity int64 // packages
	Surge    Surge
}

// ParcelCharge is what it costs to carry a parcel, part by part. All are zero or more.
type ParcelCharge struct {
	Base     money.Amount
	Distance money.Amount
	Minimum  money.Amount // what base and distance lack of the minimum
	Further  money.Amount
	Surge    money.Amount
}

// Charge returns the parts. Each is rounded by itself, so that the rows add up.
func (k Carriage) Charge() ParcelCharge {
	c := ParcelCharge{
		Base: max(k.Base, 0), Distance: max(k.PerKm, 0).MulRatio(max(k.Metres, 0), 1000),
		Further: max(k.Further, 0).MulRatio(max(k.Quantity-1, 0), 1),
	}
	c.Minimum = max(k.Minimum-c.Base-c.Distance, 0)
	c.Surge = k.Surge.of(c.Total())
	return c
}

// Total is the sum of the parts.
func (c ParcelCharge) Total() money.Amount {
	return money.Sum(c.Base, c.Distance, c.Minimum, c.Further, c.Surge)
}

// Line is the charge as the one line of an order. Neither an item nor a store discounts it;
// a coupon and the tax apply.
func (c ParcelCharge) Line() Line { return Line{Base: c.Total(), Quantity: 1, Fixed: true} }

// rows are the parts as rows. They stand in the place of the subtotal.
func (c ParcelCharge) rows() []Row {
	var rows []Row
	for _, r := range []Row{
		row(RowParcelBase, c.Base), row(RowParcelDistance, c.Distance), row(RowParcelMinimum, c.Minimum),
		row(RowParcelFurther, c.Further), row(RowParcelSurge, c.Surge),
	} {
		if r.Amount != 0 {
			rows = append(rows, r)
		}
	}
	return rows
}

// of returns the increase of a charge.
func (s Surge) of(charge money.Amount) money.Amount {
	switch s.Kind {
	case Percent:
		return charge.Percent(money.Rate(max(s.Value, 0)))
	case Fixed:
		return money.Amount(max(s.Value, 0))
	}
	return 0
}
