package pricing

import "hawker/internal/money"

// Card is an item's price on a card: of one unit with nothing chosen.
type Card struct {
	Price    money.Amount // after the discount
	Original money.Amount // before it, struck through where there is a badge
	Badge    *Badge       // nil: no discount above zero (PRC-02)
}

// Badge is the contents of the discount badge: '{n}% off' for a percent discount,
// '{amount} off' for any other.
type Badge struct {
	Kind   Kind
	Rate   money.Rate   // n, where Kind is Percent
	Amount money.Amount // what comes off, whichever kind it is
}

// ItemPrice returns the card of an item, priced as if it were alone in a cart. So
// a store discount whose minimum purchase one unit does not reach is not shown,
// and one that its cap reduces is shown as an amount.
func ItemPrice(price money.Amount, item Discount, store StoreDiscount) Card {
	off, won := discountOne(price, item, store)
	card := Card{Price: price - off, Original: price}
	if off == 0 {
		return card
	}
	card.Badge = &Badge{Kind: Flat, Amount: off}
	if won.Kind == Percent && off == won.of(price, 1) {
		card.Badge.Kind, card.Badge.Rate = Percent, money.Rate(won.Value)
	}
	return card
}

// LineBadge returns the badge of the discount that a line got: its own, or the store's. One that
// the cap reduces is shown as an amount.
func LineBadge(p PricedLine, quantity int64, own, store Discount) *Badge {
	if p.Discount == 0 {
		return nil
	}
	won := own
	if p.Source == StoreSource {
		won = store
	}
	if won.Kind == Percent && p.Discount == won.of(p.Gross, quantity) {
		return &Badge{Kind: Percent, Rate: money.Rate(won.Value), Amount: p.Discount}
	}
	return &Badge{Kind: Flat, Amount: p.Discount}
}

// RatePrice returns the card of a vehicle: what an hour or a kilometre costs. A percentage is
// taken off it. An amount is only in the badge, because it is taken off a trip once, however
// long that is (RNT-09).
func RatePrice(rate money.Amount, own Discount, provider StoreDiscount) Card {
	if provider.appliesTo(rate) && own.Kind == Flat && provider.Kind == Flat && provider.Value > own.Value {
		own = Discount{} // an hour may cost less than both, which then look equal
	}
	card := ItemPrice(rate, own, provider)
	if card.Badge == nil || card.Badge.Kind == Percent {
		return card
	}
	card.Price = rate
	if _, won := discountOne(rate, own, provider); won.Kind == Flat { // it may be more than an hour costs
		card.Badge.Amount = money.Amount(won.Value)
		if won != own {
			card.Badge.Amount = provider.capped(card.Badge.Amount)
		}
	}
	return card
}

// DiscountedRate is the Price of RatePrice, and whether it has a badge, for lists that look at
// many.
func DiscountedRate(rate money.Amount, own Discount, provider StoreDiscount) (price money.Amount, discounted bool) {
	off, won := discountOne(rate, own, provider)
	if won.Kind == Percent && off == won.of(rate, 1) {
		return rate - off, off > 0
	}
	return rate, off > 0
}

// DiscountedPrice is the Price of ItemPrice, for lists that look at many.
func DiscountedPrice(price money.Amount, item Discount, store StoreDiscount) money.Amount {
	off, _ := discountOne(price, item, store)
	return price - off
}
