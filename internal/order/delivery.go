package order

import (
	"context"
	"fmt"
	"time"

	"hawker/internal/cart"
	"hawker/internal/catalog"
	"hawker/internal/geo"
	"hawker/internal/maps"
	"hawker/internal/money"
)

// DeliveryQuote is what a delivery from a store to a point costs now, and when it
// arrives.
type DeliveryQuote struct {
	Delivers bool         // false: the store does not deliver there, and the rest is zero
	Fee      money.Amount // before the order's amount earns free delivery
	Distance maps.Distance
	From, To time.Time // when an order placed now arrives; zero: the store takes none now
}

// QuoteDelivery quotes an empty order from the store to the point with the functions
// that quote a cart, so that the fee shown on a store page is the one charged.
func (s *Service) QuoteDelivery(ctx context.Context, store catalog.Store, to geo.Point) (DeliveryQuote, error) {
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return DeliveryQuote{}, fmt.Errorf("read settings: %w", err)
	}
	if !store.Delivery {
		return DeliveryQuote{}, nil
	}
	o := s.quoteDeps(settings)
	q := Quote{Contents: cart.Contents{Store: store}, now: o.now}
	if err := q.checkAndPrice(ctx, s.DB.R, Request{Type: Delivery, Address: &Address{Point: to}}, o); err != nil {
		return DeliveryQuote{}, err
	}
	if !q.Measured { // out of the zone
		return DeliveryQuote{}, nil
	}
	quoted := DeliveryQuote{Delivers: true, Fee: q.Delivery, Distance: q.Distance}
	if q.NowAllowed {
		quoted.From, quoted.To = timesOf(store).expected(Order{Type: Delivery, CreatedAt: q.now.UnixMilli()})
	}
	return quoted, nil
}
