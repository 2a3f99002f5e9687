package api

import (
	"context"
	"time"

	"hawker/internal/hours"
	"hawker/internal/order"
	"hawker/internal/pricing"
)

func (s *Server) viewQuote(ctx context.Context, q order.Quote) (quoteView, error) {
	town, err := s.Catalog.Town(ctx)
	if err != nil {
		return quoteView{}, err
	}
	show, err := s.showcase(ctx, town)
	if err != nil {
		return quoteView{}, err
	}
	lines, err := s.viewLines(ctx, q.Basket)
	major := show.money.ToMajor
	v := quoteView{
		Store: show.viewStore(&q.Store), Lines: lines, Rows: show.viewRows(q.Rows),
		Subtotal: major(q.Subtotal), Discount: major(q.Discount), DeliveryCharge: major(q.Delivery), Tax: major(q.Tax),
		TaxIncluded: flag(q.TaxIncluded), AdditionalCharge: major(q.AdditionalCharge), ExtraPackaging: major(q.ExtraPackaging),
		Tip: major(q.Tip), Total: major(q.Total), ToPay: major(q.Total),
		DistanceKm: float64(q.Distance.Metres) / 1000, DistanceSource: "none",
		Slots: viewSlots(q.Slots, q.Store.Location()), NowAllowed: q.NowAllowed, ReadyIn: q.ReadyIn(),
		PaymentMethods: texts(q.PaymentMethods), Warnings: viewProblems(q.Warnings), Problems: viewProblems(q.Problems), Digest: q.Digest,
	}
	if q.Measured {
		v.DistanceSource = q.Distance.Source()
	}
	return v, err
}

// viewRows shows the rows that every screen of an order shows (M8). A row with
// the operator's own name has that; the others are named by their code.
func (s showcase) viewRows(rows []pricing.Row) []priceRow {
	views := []priceRow{}
	for _, r := range rows {
		view := priceRow{Code: string(r.Code), Label: r.Label, Amount: s.money.ToMajor(r.Amount)}
		if r.Name != "" {
			view.Label = r.Name
		}
		views = append(views, view)
	}
	return views
}

// viewSlots groups beginnings by day, in the zone's time (D12).
func viewSlots(slots []time.Time, zone *time.Location) []slotDay {
	days := []slotDay{}
	for _, at := range slots {
		local := at.In(zone)
		date := local.Format(time.DateOnly)
		if len(days) == 0 || days[len(days)-1].Date != date {
			days = append(days, slotDay{Date: date})
		}
		last := &days[len(days)-1]
		last.Slots = append(last.Slots, slotView{
			StartsAt: moment(at), From: local.Format("15:04"), To: local.Add(hours.SlotLength).Format("15:04"),
		})
	}
	return days
}
