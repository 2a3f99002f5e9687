package townsql

import (
	"context"
	"slices"
	"time"

	"hawker/internal/catalog"
	"hawker/internal/db"
	"hawker/internal/hours"
	"hawker/internal/pricing"
	"hawker/internal/townfile"
)

// shop is what items and reviews need to know of their store.
type shop struct {
	id, moduleID, zoneID int64
	name                 string
}

var storeTable = table{
	trade: []string{"rating_sum", "rating_count", "order_count"}, revised: true,
	name: "stores", file: townfile.StoresFile,
	columns: []string{
		"slug", "module_id", "zone_id", "name", "tagline", "description", "logo", "cover", "address", "phone",
		"latitude", "longitude", "schedule", "minimum_order", "tax_rate", "preparation_minutes", "delivery_time_min",
		"delivery_time_max", "delivery", "take_away", "self_delivery", "free_delivery", "schedule_order", "veg", "non_veg",
		"reviews_enabled", "discount", "featured", "rating_sum", "rating_count", "order_count", "active", "search_text",
		"created_at",
	},
}

func (im *importer) stores(ctx context.Context) error {
	names := im.storeNames()
	if err := im.rename(ctx, names); err != nil {
		return err
	}
	ids, err := upsert(ctx, im, kind[townfile.Store]{table: storeTable, row: im.storeRow, said: storeSaid}, im.town.Stores)
	if err != nil {
		return err
	}
	im.shops = make(map[string]shop, len(ids))
	for _, s := range im.town.Stores {
		im.shops[s.Slug] = shop{id: ids[s.Slug], moduleID: im.moduleIDs[s.Module], zoneID: im.zoneIDs[s.Zone], name: s.Name}
	}
	return im.remember(ctx, names, ids)
}

func storeSaid(s townfile.Store) said {
	return said{RatingSum: s.Past.RatingSum, RatingCount: s.Past.RatingCount, Sold: s.Past.Sold}
}

func (im *importer) storeRow(s townfile.Store) ([]any, error) {
	var r reader
	zone := r.location(im.zonesBySlug[s.Zone].TimeZone)
	row := []any{
		s.Slug, im.moduleIDs[s.Module], im.zoneIDs[s.Zone], s.Name, s.Tagline, s.Description, s.Logo, s.Cover, s.Address, s.Phone,
		s.Point.Lat, s.Point.Lng, db.JSON[hours.Schedule]{V: im.schedule(&r, s.Hours, zone)}, r.amount(im.currency, s.MinimumOrder),
		r.rate(s.Tax), s.PreparationMinutes, s.DeliveryMinutesMin,
		s.DeliveryMinutesMax, s.Delivery, s.TakeAway, s.SelfDelivery, s.FreeDelivery, s.ScheduleOrder, s.Veg, s.NonVeg,
		s.Reviews, db.JSON[catalog.Discount]{V: im.discount(&r, s.Discount, zone)}, s.Featured, s.Past.RatingSum, s.Past.RatingCount,
		s.Past.Sold, s.Active, catalog.SearchText(s.Name, s.Tagline),
		r.at(s.Added, im.now),
	}
	return row, r.err
}

// schedule turns a store's days into moments of its zone's clock (H1). A
// closure ends when its last day does.
func (im *importer) schedule(r *reader, h townfile.Hours, zone *time.Location) hours.Schedule {
	s := hours.Schedule{Always: h.Always}
	if !h.Always {
		s.Week = im.week(r, h.Week)
	}
	for _, c := range h.Closures {
		last := r.midnight(r.on(c.To, im.now, zone), zone)
		s.Closures = append(s.Closures, hours.Closure{
			From: r.midnight(r.on(c.From, im.now, zone), zone),
			To:   last.AddDate(0, 0, 1),
			Note: c.Note,
		})
	}
	r.note(s.Validate())
	return s
}

func (im *importer) week(r *reader, openings []townfile.Opening) []hours.Opening {
	week := make([]hours.Opening, len(openings))
	for i, o := range openings {
		opens, err := hours.ParseTimeOfDay(o.Opens)
		r.note(err)
		closes, err := hours.ParseTimeOfDay(o.Closes)
		r.note(err)
		week[i] = hours.Opening{Day: time.Weekday(o.Day), Opens: opens, Closes: closes}
	}
	return week
}

func (im *importer) discount(r *reader, d townfile.StoreDiscount, zone *time.Location) catalog.Discount {
	if d == (townfile.StoreDiscount{}) {
		return catalog.Discount{}
	}
	return catalog.Discount{
		Type:        pricing.Kind(d.Type),
		Value:       r.value(im.currency, d.Type, d.Value),
		MinPurchase: r.amount(im.currency, d.MinPurchase),
		MaxDiscount: r.amount(im.currency, d.MaxDiscount),
		Start:       r.on(d.Start, im.now, zone),
		End:         r.on(d.End, im.now, zone),
		StartTime:   d.StartTime,
		EndTime:     d.EndTime,
	}
}

var reviewTable = table{
	name: "reviews", file: townfile.ReviewsFile,
	columns: []string{"slug", "store_id", "item_id", "author", "rating", "body", "reply", "created_at"},
}

func (im *importer) reviews(ctx context.Context) error {
	_, err := upsert(ctx, im, kind[townfile.Review]{table: reviewTable, row: func(v townfile.Review) ([]any, error) {
		var r reader
		row := []any{v.Slug, im.shops[v.Store].id, reference(im.itemIDs[v.Item]), v.Author, v.Rating, v.Text, v.Reply, r.at(v.At, im.now)}
		return row, r.err
	}}, im.town.Reviews)
	return err
}

// orNone is a list that is written as [] when it is empty.
func orNone(list []string) db.JSON[[]string] {
	if list == nil {
		list = []string{}
	}
	return db.JSON[[]string]{V: slices.Clip(list)}
}
