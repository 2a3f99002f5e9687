package api

import (
	"context"
)

// deliveryCache lets a browser show a store's page again without another call. It
// is short, since the time of arrival moves.
const deliveryCache = "private, max-age=20"

// getStoreDelivery returns what a delivery from the store to a point costs, and
// when it arrives (PRC-04). It may ask the maps provider, so no other answer of a
// store's page waits for it.
func (s *Server) getStoreDelivery(ctx context.Context, in *deliveryInput) (*deliveryOutput, error) {
	to, err := pointOf(in.Latitude, in.Longitude, "latitude", "longitude")
	if err != nil {
		return nil, err
	}
	town, err := s.Catalog.Town(ctx)
	if err != nil {
		return nil, err
	}
	store, err := town.Store(in.ID)
	if err != nil {
		return nil, err
	}
	quote, err := s.Orders.QuoteDelivery(ctx, *store, to)
	if err != nil {
		return nil, err
	}
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return nil, err
	}
	v := deliveryView{Delivers: quote.Delivers, DistanceSource: "none"}
	if quote.Delivers {
		v.DeliveryCharge = settings.Currency.Money().ToMajor(quote.Fee)
		v.DistanceKm, v.DistanceSource = float64(quote.Distance.Metres)/1000, quote.Distance.Source()
		v.EstimatedFrom, v.EstimatedTo = moment(quote.From), moment(quote.To)
	}
	return &deliveryOutput{CacheControl: deliveryCache, Body: v}, nil
}
