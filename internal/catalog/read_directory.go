package catalog

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"

	"hawker/internal/catalog/index"
	"hawker/internal/db"
	"hawker/internal/hours"
	"hawker/internal/money"
	"hawker/internal/offer"
	"hawker/internal/pricing"
	"hawker/internal/setting"
)

// directoryReader reads the directory. It keeps the schedules of the last read, because
// they rarely change, and parsing one takes longer than the rest of a store. One
// goroutine reads at a time.
type directoryReader struct {
	schedules map[string]hours.Schedule
	pictures  string // before a picture's address
}

// read reads the directory, with one query for each table.
func (r *directoryReader) read(ctx context.Context, q db.Q) (*Directory, error) {
	d := &Directory{origin: r.pictures}
	steps := []struct {
		what string
		read func(context.Context, db.Q) error
	}{
		{"modules", d.readModules}, {"categories", d.readCategories}, {"tariffs", d.readTariffs}, {"pictures", d.readPictures},
		{"offers", d.readOffers}, {"translations", d.readTexts},
	}
	for _, step := range steps {
		if err := step.read(ctx, q); err != nil {
			return nil, fmt.Errorf("read %s: %w", step.what, err)
		}
	}
	rows, texts, err := r.stores(ctx, q)
	if err != nil {
		return nil, fmt.Errorf("read stores: %w", err)
	}
	d.setStores(rows, index.NewText(texts))
	if err := d.readFormerSlugs(ctx, q); err != nil {
		return nil, fmt.Errorf("read former slugs: %w", err)
	}
	return d, nil
}

// setStores sets the stores, which are in order of id.
func (d *Directory) setStores(all []*Store, text *index.Text) {
	d.stores, d.openStates = storesOf(all), newOpenStates(all)
	d.stores.text = text
}

// storeRow is what was read again of a store.
type storeRow interface {
	storeID() int64
	equals(*Store) bool
	writeTo(*Store)
}

// withRows returns the directory with rows that were read again, or the same one if nothing
// has changed. Rows of other stores are of a later revision, which is read next.
func withRows[R storeRow](d *Directory, rows []R) *Directory {
	all := d.stores.all
	changed := false
	for _, row := range rows {
		n, known := slices.BinarySearchFunc(all, row.storeID(), func(s *Store, id int64) int { return cmp.Compare(s.ID, id) })
		if !known || row.equals(all[n]) {
			continue
		}
		if !changed {
			all, changed = slices.Clone(all), true
		}
		store := new(*all[n])
		row.writeTo(store)
		all[n] = store
	}
	if !changed {
		return d
	}
	next := new(*d)
	next.setStores(all, d.stores.text)
	for slug, store := range d.stores.bySlug { // former slugs too
		next.stores.bySlug[slug] = next.stores.byID[store.ID]
	}
	return next
}

func (f storeFigures) storeID() int64 { return f.ID }
func (f storeFigures) equals(s *Store) bool {
	return f == storeFigures{s.ID, s.OrderCount, s.RatingSum, s.RatingCount}
}
func (f storeFigures) writeTo(s *Store) {
	s.OrderCount, s.RatingSum, s.RatingCount = f.OrderCount, f.RatingSum, f.RatingCount
}

// storeHours are the hours of a store.
type storeHours struct {
	id       int64
	schedule hours.Schedule
}

func (h storeHours) storeID() int64       { return h.id }
func (h storeHours) equals(s *Store) bool { return reflect.DeepEqual(h.schedule, s.Schedule.V) }
func (h storeHours) writeTo(s *Store)     { s.Schedule.V = h.schedule }

// readHours returns the directory with the present hours of its stores.
func (r *directoryReader) readHours(ctx context.Context, q db.Q, known *Directory) (*Directory, error) {
	type row struct {
		ID       int64
		Schedule string
	}
	rows, err := db.Many[row](ctx, q, `SELECT id, schedule FROM stores`)
	if err != nil {
		return nil, fmt.Errorf("read the hours of stores: %w", err)
	}
	schedules, err := r.parse(len(rows), func(n int) (int64, string) { return rows[n].ID, rows[n].Schedule })
	if err != nil {
		return nil, err
	}
	now := make([]storeHours, len(rows))
	for n, row := range rows {
		now[n] = storeHours{row.ID, schedules[n]}
	}
	return withRows(known, now), nil
}

// readFormerSlugs makes stores and categories found by their former slugs, unless
// another one has that slug now (L2).
func (d *Directory) readFormerSlugs(ctx context.Context, q db.Q) error {
	type former struct {
		Kind, Slug string
		ID         int64
	}
	rows, err := db.Many[former](ctx, q, `SELECT kind, slug, id FROM former_slugs WHERE kind IN ('store', 'category')`)
	for _, r := range rows {
		if store := d.stores.byID[r.ID]; r.Kind == "store" && store != nil && d.stores.bySlug[r.Slug] == nil {
			d.stores.bySlug[r.Slug] = store
		}
		if category := d.categories.byID[r.ID]; r.Kind == "category" && category != nil && d.categories.bySlug[r.Slug] == nil {
			d.categories.bySlug[r.Slug] = category
		}
	}
	return err
}

// stores reads all stores, in order of id, and their search texts.
func (r *directoryReader) stores(ctx context.Context, q db.Q) ([]*Store, []string, error) {
	type row struct {
		Store
		ScheduleText, SearchText string
	}
	rows, err := db.Many[*row](ctx, q, `SELECT `+storeColumns+`, s.schedule AS schedule_text, s.search_text`+storeTables+` ORDER BY s.id`)
	if err != nil {
		return nil, nil, err
	}
	schedules, err := r.parse(len(rows), func(n int) (int64, string) { return rows[n].ID, rows[n].ScheduleText })
	if err != nil {
		return nil, nil, err
	}
	all, texts := make([]*Store, len(rows)), make([]string, len(rows))
	for n, row := range rows {
		row.Schedule.V, all[n], texts[n] = schedules[n], &row.Store, row.SearchText
	}
	return all, texts, nil
}

// parse returns the schedules of stores, given the id and the text of each.
func (r *directoryReader) parse(count int, nth func(int) (id int64, text string)) ([]hours.Schedule, error) {
	all, known := make([]hours.Schedule, count), make(map[string]hours.Schedule, count)
	for n := range all {
		id, text := nth(n)
		schedule, parsed := r.schedules[text]
		if !parsed {
			if err := json.Unmarshal([]byte(text), &schedule); err != nil {
				return nil, fmt.Errorf("store %d: %w", id, err)
			}
		}
		known[text], all[n] = schedule, schedule
	}
	r.schedules = known
	return all, nil
}

func storesOf(all []*Store) stores {
	s := stores{
		all:     all,
		byID:    byKey(all, func(s *Store) int64 { return s.ID }),
		bySlug:  byKey(all, func(s *Store) string { return s.Slug }),
		popular: map[int64][]uint32{},
	}
	for n, store := range all {
		if store.Active {
			s.popular[store.ModuleID] = append(s.popular[store.ModuleID], uint32(n))
			if store.Discount.V.Value > 0 {
				s.discounting = append(s.discounting, store)
			}
		}
	}
	for _, numbers := range s.popular {
		slices.SortFunc(numbers, func(a, b uint32) int { return byPopularity(all[a], all[b]) })
	}
	return s
}

func (d *Directory) readModules(ctx context.Context, q db.Q) error {
	rows, err := db.Many[Module](ctx, q, `SELECT id, slug, module_type, name, description, picture, position, active FROM modules`)
	d.modules = byKey(rows, func(m Module) int64 { return m.ID })
	return err
}

func (d *Directory) readCategories(ctx context.Context, q db.Q) error {
	rows, err := db.Many[*Category](ctx, q, `
		SELECT id, slug, module_id, parent_id, name, picture, featured, position, archived FROM categories ORDER BY position, id`)
	d.categories = categoryIndex{
		byID:     byKey(rows, func(c *Category) int64 { return c.ID }),
		byModule: map[int64][]*Category{},
	}
	shown := slices.DeleteFunc(slices.Clone(rows), func(c *Category) bool { return c.Archived })
	d.categories.bySlug = byKey(shown, func(c *Category) string { return c.Slug })
	for _, c := range shown {
		d.categories.byModule[c.ModuleID] = append(d.categories.byModule[c.ModuleID], c)
	}
	return err
}

func (d *Directory) readTariffs(ctx context.Context, q db.Q) error {
	type tariff struct {
		ZoneID, ModuleID                    int64
		PerKm, MinimumCharge, MaximumCharge money.Amount
		SurgeType                           pricing.Kind
		Surge                               int64
	}
	rows, err := db.Many[tariff](ctx, q, `SELECT zone_id, module_id, per_km, minimum_charge, maximum_charge, surge_type, surge FROM tariffs`)
	if err != nil {
		return err
	}
	settings, err := setting.Read(ctx, q)
	d.tariffs = make(map[tariffKey]pricing.Delivery, len(rows))
	for _, r := range rows {
		d.tariffs[tariffKey{r.ZoneID, r.ModuleID}] = pricing.Delivery{
			PerKm: r.PerKm, Min: r.MinimumCharge, Max: r.MaximumCharge, Surge: pricing.Surge{Kind: r.SurgeType, Value: r.Surge},
			FreeForAll: settings.Checkout.FreeDeliveryForAll,
		}
	}
	return err
}

func (d *Directory) readPictures(ctx context.Context, q db.Q) error {
	rows, err := db.Many[Picture](ctx, q, `SELECT key, hash, zoom, kind FROM media`)
	for i := range rows {
		rows[i].address = d.PictureBase() + "/" + rows[i].Hash + "/" + rows[i].Key + "-"
	}
	d.pictures = byKey(rows, func(p Picture) string { return p.Key })
	return err
}

func (d *Directory) readOffers(ctx context.Context, q db.Q) (err error) {
	d.offers, err = offer.ReadBook(ctx, q)
	return err
}

func byKey[K comparable, V any](rows []V, key func(V) K) map[K]V {
	byKey := make(map[K]V, len(rows))
	for _, row := range rows {
		byKey[key(row)] = row
	}
	return byKey
}
