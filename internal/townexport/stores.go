package townexport

import (
	"context"
	"time"

	"hawker/internal/catalog"
	"hawker/internal/db"
	"hawker/internal/hours"
	"hawker/internal/money"
	"hawker/internal/townfile"
)

// storeRow is a row of stores with the slugs it refers to.
type storeRow struct {
	Slug, Module, Zone, TimeZone, Name, Tagline, Description, Logo, Cover, Address, Phone string

	Latitude, Longitude                                  float64
	Schedule                                             db.JSON[hours.Schedule]
	MinimumOrder                                         money.Amount
	TaxRate                                              money.Rate
	PreparationMinutes, DeliveryTimeMin, DeliveryTimeMax int
	Delivery, TakeAway, SelfDelivery, FreeDelivery       bool
	ScheduleOrder, Veg, NonVeg, ReviewsEnabled           bool
	Discount                                             db.JSON[catalog.Discount]
	Featured                                             bool
	RatingSum, RatingCount, OrderCount                   int
	Active                                               bool
	CreatedAt                                            int64
	Plan                                                 string
}

func (ex *exporter) stores(ctx context.Context) error {
	rows, err := many[storeRow](ctx, ex, `
		SELECT s.slug, m.slug AS module, z.slug AS zone, z.time_zone, s.name, s.tagline, s.description, s.logo, s.cover,
			s.address, s.phone, s.latitude, s.longitude, s.schedule, s.minimum_order, s.tax_rate, s.preparation_minutes,
			s.delivery_time_min, s.delivery_time_max, s.delivery, s.take_away, s.self_delivery, s.free_delivery,
			s.schedule_order, s.veg, s.non_veg, s.reviews_enabled, s.discount, s.featured, s.rating_sum, s.rating_count,
			s.order_count, s.active, s.created_at, s.plan
		FROM stores s JOIN modules m ON m.id = s.module_id JOIN zones z ON z.id = s.zone_id`)
	if err != nil {
		return err
	}
	formers, err := ex.formerSlugs(ctx, "store", "stores")
	if err != nil {
		return err
	}
	for _, r := range rows {
		zone, err := time.LoadLocation(r.TimeZone)
		if err != nil {
			return err
		}
		ex.town.Stores = append(ex.town.Stores, townfile.Store{
			Slug: r.Slug, FormerSlugs: formers[r.Slug], Module: r.Module, Zone: r.Zone, Name: r.Name, Tagline: r.Tagline, Description: r.Description,
			Logo: r.Logo, Cover: r.Cover, Address: r.Address, Phone: r.Phone,
			Point:              townfile.Point{Lat: r.Latitude, Lng: r.Longitude},
			Hours:              openingHours(r.Schedule.V, zone),
			MinimumOrder:       ex.format.AmountOrNone(r.MinimumOrder),
			Tax:                ex.format.RateOrNone(r.TaxRate),
			PreparationMinutes: r.PreparationMinutes, DeliveryMinutesMin: r.DeliveryTimeMin, DeliveryMinutesMax: r.DeliveryTimeMax,
			Delivery: r.Delivery, TakeAway: r.TakeAway, SelfDelivery: r.SelfDelivery, FreeDelivery: r.FreeDelivery,
			ScheduleOrder: r.ScheduleOrder, Veg: r.Veg, NonVeg: r.NonVeg, Plan: r.Plan, Reviews: r.ReviewsEnabled,
			Featured: r.Featured, Active: r.Active,
			Discount: ex.storeDiscount(r.Discount.V),
			Past:     townfile.Past{Sold: r.OrderCount, RatingCount: r.RatingCount, RatingSum: r.RatingSum},
			Added:    moment(r.CreatedAt),
		})
	}
	return nil
}

// openingHours formats a schedule; closures become days in the time zone. A folder has
// midnight only as "00:00".
func openingHours(s hours.Schedule, zone *time.Location) townfile.Hours {
	h := townfile.Hours{Always: s.Always}
	for _, o := range s.Week {
		h.Week = append(h.Week, townfile.Opening{Day: int(o.Day), Opens: o.Opens.String(), Closes: (o.Closes % hours.DayMinutes).String()})
	}
	for _, c := range s.Closures {
		last := c.To.Add(-time.Nanosecond)
		h.Closures = append(h.Closures, townfile.Closure{
			From: townfile.Day(c.From.In(zone).Format(townfile.Date)),
			To:   townfile.Day(last.In(zone).Format(townfile.Date)),
			Note: c.Note,
		})
	}
	return h
}

func (ex *exporter) storeDiscount(d catalog.Discount) townfile.StoreDiscount {
	if d == (catalog.Discount{}) {
		return townfile.StoreDiscount{}
	}
	kind := string(d.Type)
	return townfile.StoreDiscount{
		Rebate:      townfile.Rebate{Type: kind, Value: ex.format.Value(kind, d.Value)},
		MinPurchase: ex.format.AmountOrNone(d.MinPurchase),
		MaxDiscount: ex.format.AmountOrNone(d.MaxDiscount),
		Start:       townfile.Day(d.Start),
		End:         townfile.Day(d.End),
		StartTime:   d.StartTime,
		EndTime:     d.EndTime,
	}
}

// reviews exports those that everybody may read, without the images that shoppers have
// uploaded. Those of an item are of its store, also if that was another one when the
// customer bought it: a folder has it so.
func (ex *exporter) reviews(ctx context.Context) error {
	type row struct {
		Slug, Store, Item, Author string
		Rating                    int
		Body, Reply               string
		Pictures                  db.JSON[[]string]
		CreatedAt                 int64
	}
	rows, err := many[row](ctx, ex, `
		SELECT r.slug, s.slug AS store, COALESCE(i.slug, '') AS item, r.author, r.rating, r.body, r.reply, r.pictures, r.created_at
		FROM reviews r LEFT JOIN items i ON i.id = r.item_id JOIN stores s ON s.id = COALESCE(i.store_id, r.store_id)
		WHERE r.hidden_at IS NULL AND r.rider_id IS NULL`)
	for _, r := range rows {
		ex.town.Reviews = append(ex.town.Reviews, townfile.Review{
			Slug: r.Slug, Store: r.Store, Item: r.Item, Author: r.Author, Rating: r.Rating, Text: r.Body, Reply: r.Reply, Pictures: r.Pictures.V, At: moment(r.CreatedAt),
		})
	}
	return err
}
