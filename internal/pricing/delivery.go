package pricing

import "hawker/internal/money"

// Surge is a temporary increase of the delivery fee: by basis points when its kind
// is Percent, by minor units when it is Fixed. The zero Surge is none.
type Surge struct {
	Kind  Kind
	Value int64
}

// Fixed is the documented type of a surge that adds an amount.
const Fixed Kind = "fixed"

// Delivery is everything the delivery fee depends on (PRC-04). The tariff is
// the zone's and module's; the distance is from the store's stored point (M11).
type Delivery struct {
	Metres   int64
	PerKm    money.Amount
	Min, Max money.Amount // a Max of zero is no cap (D19)
	Surge    Surge

	FreeOver      money.Amount // free from this order amount on; zero: never
	FreeForAll    bool         // the shop pays for everybody
	StoreDelivers bool         // the store delivers itself, or pays for it

	Unknown bool // the way is not known yet, so only a delivery that is free has a fee
}

// AlwaysFree reports whether delivery is free at any distance and for any order.
func (d Delivery) AlwaysFree() bool {
	chargesNothing := d.PerKm <= 0 && d.Min <= 0 && (d.Surge.Kind != Fixed || d.Surge.Value <= 0)
	return d.FreeForAll || d.StoreDelivers || chargesNothing
}

// freeFor reports whether delivery is free for an order whose items cost that much.
func (d Delivery) freeFor(items money.Amount) bool {
	return d.FreeForAll || d.StoreDelivers || d.FreeOver > 0 && items >= d.FreeOver
}

// Fee returns what the shopper pays for the delivery of an order whose items cost
// that much after discounts; zero while that is unknown. It never falls as the
// distance grows.
//
// The free cases come first: an order that qualifies must not fall through to the
// minimum charge. A surge is added after the minimum and maximum, or the maximum
// would cancel it. Thousandths of the minor unit are kept until the one rounding
// at the end: a distance rounded to kilometres would make 1.4 km as cheap as 1.
func (d Delivery) Fee(items money.Amount) money.Amount {
	if d.freeFor(items) || d.Unknown {
		return 0
	}
	thousandths := max(d.PerKm.MulRatio(d.Metres, 1), d.Min.MulRatio(1000, 1))
	if d.Max > 0 {
		thousandths = min(thousandths, d.Max.MulRatio(1000, 1))
	}
	switch d.Surge.Kind {
	case Percent:
		return thousandths.MulRatio(int64(money.Whole)+max(d.Surge.Value, 0), 1000*int64(money.Whole))
	case Fixed:
		return thousandths.MulRatio(1, 1000) + money.Amount(max(d.Surge.Value, 0))
	default:
		return thousandths.MulRatio(1, 1000)
	}
}

// Surcharge returns the part of the fee that the surge adds. The fee is rounded as one, so
// this is the difference to the fee without a surge.
func (d Delivery) Surcharge(items money.Amount) money.Amount {
	without := d
	without.Surge = Surge{}
	return d.Fee(items) - without.Fee(items)
}
