package renting

import (
	"math"

	"hawker/internal/api/view"
	"hawker/internal/cart"
	"hawker/internal/catalog"
	"hawker/internal/pricing"
	"hawker/internal/tripcart"
)

func viewTripCart(b view.Builder, c tripcart.Cart) tripCartView {
	v := tripCartView{Carts: viewTripLines(b, c.Lines), Rows: []view.PriceRow{}, Quantity: c.Quantity()}
	if len(c.Lines) == 0 {
		return v
	}
	for n, l := range c.Lines {
		v.Carts[n].Problems = viewTripLineProblems(b, c, l)
	}
	v.Rows, v.Total = view.PriceRows(b.Money, pricing.Rows(c.Quote.Totals), b.Texts), b.Money.ToMajor(c.Quote.Total)
	v.UserData = &tripUserDataView{
		ID: c.ID, RentalType: string(c.Trip.Type), TripType: string(c.Trip.Type), EstimatedHours: c.Trip.Hours,
		Distance: math.Round(float64(c.Trip.Route.Metres)) / 1000, DistanceSource: c.Trip.Route.Source(), DestinationTime: c.Trip.DestinationHours(),
		PickupLocation: viewTripPlace(c.Trip.Pickup), DestinationLocation: viewTripPlace(c.Trip.Destination),
	}
	if !c.Trip.PickupAt.IsZero() {
		v.UserData.PickupTime = c.Trip.PickupAt.In(catalog.Location(c.Owner.TimeZone)).Format(tripcart.PickupLayout)
	}
	return v
}

// viewTripLineProblems has the problem of the provider too: it is one of each of its vehicles.
func viewTripLineProblems(b view.Builder, c tripcart.Cart, l tripcart.Line) []view.ProblemView {
	found := c.LineProblems(l)
	if p := c.OwnerProblem(); p != nil && len(found) == 0 {
		found = append(found, *p)
	}
	views := []view.ProblemView{}
	for _, p := range found {
		views = append(views, view.ProblemView{Code: p.Code, Message: b.Say(p.Message), LineID: l.ID})
	}
	return views
}

func viewTripPlace(p tripcart.Place) tripPlaceView {
	if p == (tripcart.Place{}) {
		return tripPlaceView{}
	}
	return tripPlaceView{LocationName: p.Name, Lat: &p.Point.Lat, Lng: &p.Point.Lng}
}

func viewTripLines(b view.Builder, lines []tripcart.Line) []tripLineView {
	views := make([]tripLineView, len(lines))
	for n, l := range lines {
		v := b.Vehicle(l.Vehicle, nil)
		views[n] = tripLineView{
			ID: l.ID, Quantity: l.Quantity, Vehicle: v, Provider: v.Provider,
			OriginalPrice: b.Money.ToMajor(l.Price.Gross), Price: b.Money.ToMajor(l.Price.Taxable),
			Rate: b.Money.ToMajor(l.Rate), RateWhenAdded: b.Money.ToMajor(l.Rate), Problems: []view.ProblemView{}, Warnings: []view.ProblemView{},
		}
		if l.AddedRate != nil {
			views[n].RateWhenAdded = b.Money.ToMajor(*l.AddedRate)
		}
		if l.Rose {
			views[n].Warnings = []view.ProblemView{{Code: cart.PriceChanged, Message: b.Say(cart.PriceRose), LineID: l.ID}}
		}
		badge := pricing.LineBadge(l.Price, l.Quantity, l.Vehicle.OwnDiscount(), l.Vehicle.Owner.DiscountAt(b.Now).Discount)
		views[n].BadgeDiscount, views[n].BadgeDiscountType = b.Badge(badge)
	}
	return views
}
