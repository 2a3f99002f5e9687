package towndb

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"hawker/internal/catalog"
	"hawker/internal/db"
	"hawker/internal/hours"
	"hawker/internal/pricing"
	"hawker/internal/townfile"
	"hawker/internal/translation"
)

// storeRef is what items and reviews need to know about their store.
type storeRef struct {
	id, moduleID, zoneID int64
	name                 string
}

var storeTable = table{
	figureColumns: []string{"rating_sum", "rating_count", "order_count", "past_rating_sum", "past_rating_count"}, desk: []deskColumn{{"schedule", keepWeek}}, revised: true,
	name: "stores", file: townfile.StoresFile,
	columns: []string{
		"slug", "module_id", "zone_id", "name", "tagline", "description", "logo", "cover", "address", "phone",
		"latitude", "longitude", "schedule", "minimum_order", "tax_rate", "preparation_minutes", "delivery_time_min",
		"delivery_time_max", "delivery", "take_away", "self_delivery", "free_delivery", "schedule_order", "veg", "non_veg",
		"reviews_enabled", "discount", "featured", "rating_sum", "rating_count", "order_count", "active", "search_text",
		"created_at", "past_rating_sum", "past_rating_count", "plan",
	},
}

func (im *importer) stores(ctx context.Context) error {
	slugs := im.storeSlugs()
	if err := im.rename(ctx, slugs); err != nil {
		return err
	}
	ids, err := upsert(ctx, im, recordType[townfile.Store]{table: storeTable, row: im.storeRow, figures: storeFigures}, im.town.Stores)
	if err != nil {
		return err
	}
	im.storeRefs = make(map[string]storeRef, len(ids))
	for _, s := range im.town.Stores {
		im.storeRefs[s.Slug] = storeRef{id: ids[s.Slug], moduleID: im.moduleIDs[s.Module], zoneID: im.zoneIDs[s.Zone], name: s.Name}
	}
	return im.saveFormerSlugs(ctx, slugs, ids)
}

func storeFigures(s townfile.Store) figures {
	return figures{RatingSum: s.Past.RatingSum, RatingCount: s.Past.RatingCount, Sold: s.Past.Sold, Desk: map[string]string{"schedule": hashOfJSON(weekOf(s.Hours))}}
}

func (im *importer) storeRow(s townfile.Store) ([]any, error) {
	var p townfile.Parser
	zone := p.Location(im.zonesBySlug[s.Zone].TimeZone)
	row := []any{
		s.Slug, im.moduleIDs[s.Module], im.zoneIDs[s.Zone], s.Name, s.Tagline, s.Description, s.Logo, s.Cover, s.Address, s.Phone,
		s.Point.Lat, s.Point.Lng, db.JSON[hours.Schedule]{V: im.schedule(&p, s.Hours, zone)}, p.Amount(im.currency, s.MinimumOrder),
		p.Rate(s.Tax), s.PreparationMinutes, s.DeliveryMinutesMin,
		s.DeliveryMinutesMax, s.Delivery, s.TakeAway, s.SelfDelivery, s.FreeDelivery, s.ScheduleOrder, s.Veg, s.NonVeg,
		s.Reviews, db.JSON[catalog.Discount]{V: im.discount(&p, s.Discount, zone)}, s.Featured, s.Past.RatingSum, s.Past.RatingCount,
		s.Past.Sold, s.Active, catalog.SearchTextOf(im.names(translation.Store, s.Slug, s.Name), s.Tagline),
		p.When(s.Added, im.now), s.Past.RatingSum, s.Past.RatingCount, s.Plan,
	}
	return row, p.Err
}

// schedule converts days to times in the time zone of the store (H1). A closure ends
// when its last day ends.
func (im *importer) schedule(p *townfile.Parser, h townfile.Hours, zone *time.Location) hours.Schedule {
	s := hours.Schedule{Always: h.Always}
	if !h.Always {
		s.Week = im.week(p, h.Week)
	}
	for _, c := range h.Closures {
		last := p.Midnight(p.Date(c.To, im.now, zone), zone)
		s.Closures = append(s.Closures, hours.Closure{
			From: p.Midnight(p.Date(c.From, im.now, zone), zone),
			To:   last.AddDate(0, 0, 1),
			Note: c.Note,
		})
	}
	p.Fail(s.Validate())
	return s
}

func (im *importer) week(p *townfile.Parser, openings []townfile.Opening) []hours.Opening {
	week := make([]hours.Opening, len(openings))
	for i, o := range openings {
		opens, err := hours.ParseTimeOfDay(o.Opens)
		p.Fail(err)
		closes, err := hours.ParseTimeOfDay(o.Closes)
		p.Fail(err)
		week[i] = hours.Opening{Day: time.Weekday(o.Day), Opens: opens, Closes: closes}
	}
	return week
}

func (im *importer) discount(p *townfile.Parser, d townfile.StoreDiscount, zone *time.Location) catalog.Discount {
	if d == (townfile.StoreDiscount{}) {
		return catalog.Discount{}
	}
	return catalog.Discount{
		Type:        pricing.Kind(d.Type),
		Value:       p.Value(im.currency, d.Type, d.Value),
		MinPurchase: p.Amount(im.currency, d.MinPurchase),
		MaxDiscount: p.Amount(im.currency, d.MaxDiscount),
		Start:       p.Date(d.Start, im.now, zone),
		End:         p.Date(d.End, im.now, zone),
		StartTime:   d.StartTime,
		EndTime:     d.EndTime,
	}
}

var reviewTable = table{
	name: "reviews", file: townfile.ReviewsFile, sale: "order_id", others: []string{"review_counts"}, desk: []deskColumn{{"reply", keepStored}},
	columns: []string{"slug", "store_id", "item_id", "author", "rating", "body", "reply", "created_at", "pictures"},
}

func (im *importer) reviews(ctx context.Context) error {
	reviews, err := notOwn(ctx, im, reviewTable, im.town.Reviews)
	if err != nil {
		return err
	}
	_, err = upsert(ctx, im, recordType[townfile.Review]{table: reviewTable, row: func(v townfile.Review) ([]any, error) {
		var p townfile.Parser
		row := []any{v.Slug, im.storeRefs[v.Store].id, reference(im.itemIDs[v.Item]), v.Author, v.Rating, v.Text, v.Reply, p.When(v.At, im.now), orNone(v.Pictures)}
		return row, p.Err
	}, figures: reviewFigures, afterWrite: countReviews}, reviews)
	return err
}

func reviewFigures(v townfile.Review) figures {
	return figures{Desk: map[string]string{"reply": hashOfJSON(v.Reply)}}
}

// notOwn returns the reviews of the files that are not of orders or trips of this
// database: those are what trading changed, and stay as they are.
func notOwn[T townfile.Record](ctx context.Context, im *importer, t table, all []T) ([]T, error) {
	slugs, err := db.Many[string](ctx, im.tx, `SELECT slug FROM `+t.name+` WHERE `+t.sale+` IS NOT NULL`)
	if err != nil {
		return nil, fmt.Errorf("read the reviews of customers: %w", err)
	}
	if len(slugs) == 0 {
		return all, nil
	}
	own := make(map[string]bool, len(slugs))
	for _, slug := range slugs {
		own[slug] = true
	}
	return slices.DeleteFunc(slices.Clone(all), func(r T) bool { return own[townfile.SlugOf(r)] }), nil
}

// countReviews counts the reviews of stores again. Locked rows of the stores keep new
// reviews waiting meanwhile.
func countReviews(ctx context.Context, tx *db.Tx, written []record[townfile.Review]) error {
	ids := map[int64]bool{}
	everywhere := false // a known review may have been of another store
	for _, r := range written {
		ids[r.row[slices.Index(reviewTable.columns, "store_id")].(int64)] = true
		everywhere = everywhere || r.stored.id != 0
	}
	if everywhere {
		return recount(ctx, tx, nil)
	}
	return recount(ctx, tx, slices.Sorted(maps.Keys(ids)))
}

// recount counts the reviews of stores; nil: of all.
func recount(ctx context.Context, tx *db.Tx, storeIDs []int64) error {
	stores, of, args := ``, ` WHERE TRUE`, []any(nil)
	if storeIDs != nil {
		list, ids := db.InList(storeIDs)
		stores, of, args = ` WHERE id IN `+list, ` WHERE store_id IN `+list, ids
	}
	for _, query := range []string{
		`UPDATE stores SET rating_count = rating_count` + stores,
		`DELETE FROM review_counts` + of,
		`INSERT INTO review_counts (store_id, item_id, rating, reviews)
			SELECT store_id, COALESCE(item_id, 0), rating, COUNT(*) FROM reviews` + of + ` AND hidden_at IS NULL AND rider_id IS NULL
			GROUP BY store_id, COALESCE(item_id, 0), rating`,
	} {
		if _, err := db.Exec(ctx, tx, query, args...); err != nil {
			return fmt.Errorf("count reviews: %w", err)
		}
	}
	return nil
}

// orNone returns the list. An empty one becomes [] and not null.
func orNone(list []string) db.JSON[[]string] {
	if list == nil {
		list = []string{}
	}
	return db.JSON[[]string]{V: slices.Clip(list)}
}
