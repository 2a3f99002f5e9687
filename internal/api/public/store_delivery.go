package public

import (
	"context"

	"hawker/internal/api/view"
)

// DeliveryPath follows a store's path.
const DeliveryPath = "/delivery"

type deliveryInput struct {
	ByID
	Latitude  float64 `query:"latitude" required:"true" minimum:"-90" maximum:"90" doc:"Latitude of the destination, degrees."`
	Longitude float64 `query:"longitude" required:"true" minimum:"-180" maximum:"180" doc:"Longitude of the destination, degrees."`
}

type deliveryOutput struct {
	CacheControl string `header:"Cache-Control"`
	Body         deliveryView
}

// deliveryView has what a quote for now contains about the delivery.
type deliveryView struct {
	Delivers       bool    `json:"delivers" doc:"False: the store does not deliver there, and the other fields are empty."`
	DeliveryCharge float64 `json:"delivery_charge" doc:"Major units, before free delivery by the amount of the order."`
	DistanceKm     float64 `json:"distance_km"`
	DistanceSource string  `json:"distance_source" enum:"route,straight,none"`
	EstimatedFrom  string  `json:"estimated_from,omitempty" doc:"RFC 3339. Absent: the store takes no orders now."`
	EstimatedTo    string  `json:"estimated_to,omitempty"`
}

// deliveryCache lets a browser show a store's page again without another call. It is
// short, because the estimated times change.
const deliveryCache = "private, max-age=20"

// getStoreDelivery returns what a delivery from the store to a point costs, and
// when it arrives (PRC-04). It is a call of its own because it may have to wait for
// the maps provider.
func (h *Handlers) getStoreDelivery(ctx context.Context, in *deliveryInput) (*deliveryOutput, error) {
	to, err := readPoint(in.Latitude, in.Longitude, "latitude", "longitude")
	if err != nil {
		return nil, err
	}
	directory, err := h.Catalog.Directory(ctx)
	if err != nil {
		return nil, err
	}
	store, err := directory.Store(in.ID)
	if err != nil {
		return nil, err
	}
	quote, err := h.Orders.QuoteDelivery(ctx, *store, to)
	if err != nil {
		return nil, err
	}
	settings, err := h.Settings.Get(ctx)
	if err != nil {
		return nil, err
	}
	v := deliveryView{Delivers: quote.Delivers, DistanceSource: "none"}
	if quote.Delivers {
		v.DeliveryCharge = settings.Currency.Money().ToMajor(quote.Fee)
		v.DistanceKm, v.DistanceSource = float64(quote.Distance.Metres)/1000, quote.Distance.Source()
		v.EstimatedFrom, v.EstimatedTo = view.Time(quote.From), view.Time(quote.To)
	}
	return &deliveryOutput{CacheControl: deliveryCache, Body: v}, nil
}
