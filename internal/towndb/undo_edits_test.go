package towndb_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"hawker/internal/demo/town"
	"hawker/internal/townfile"
	"hawker/internal/translation"
)

// editor edits a town at random, like an owner: every kind of record is changed, added,
// taken out, and renamed where that is possible.
type editor struct {
	*rand.Rand
	*townfile.Town
}

// edited returns the demo's town after random edits.
func edited(t *testing.T, seed uint64) *townfile.Town {
	t.Helper()
	e := editor{rand.New(rand.NewPCG(seed, 1)), copyOf(t, town.Generate(1, 1))}
	for range 3 {
		e.changeTown()
		e.changeStores()
		e.changeItems()
		e.changeOffers()
		e.changeRental()
	}
	e.takeOut()
	e.add(fmt.Sprint("new-", seed))
	e.rename()
	if err := e.Check(); err != nil {
		t.Fatal(err)
	}
	return e.Town
}

// copyOf returns a town that can be edited: those that are generated share some records.
func copyOf(t *testing.T, of *townfile.Town) *townfile.Town {
	t.Helper()
	folder := t.TempDir()
	if err := townfile.Write(folder, of); err != nil {
		t.Fatal(err)
	}
	copied, err := townfile.Read(os.DirFS(folder))
	if err != nil {
		t.Fatal(err)
	}
	return copied
}

// anyOf returns one of a list at random.
func anyOf[T any](e editor, list []T) *T { return &list[e.IntN(len(list))] }

func (e editor) text() string { return fmt.Sprint("Text ", e.IntN(1000)) }

func (e editor) changeTown() {
	e.Settings.Business.Address, e.Settings.Checkout.FreeDeliveryOver = e.text(), townfile.Decimal(fmt.Sprint(e.IntN(90)+10))
	anyOf(e, e.Modules).Description = e.text()
	z := anyOf(e, e.Zones)
	z.Name = e.text()
	z.Tariffs[0].PerKm = townfile.Decimal(fmt.Sprint(e.IntN(3)))
	anyOf(e, e.Categories).Name = e.text()
	anyOf(e, e.Banners).Title = e.text()
	anyOf(e, e.Pages).Body = e.text()
	anyOf(e, e.Streets).Name = e.text()
	anyOf(e, e.Places).Point.Lat += 0.001
	anyOf(e, e.ParcelCategories).MaximumQuantity = e.IntN(9) + 1
	anyOf(e, e.ParcelInstructions).Text = e.text()
	anyOf(e, e.Coupons).UseLimit = e.IntN(90) + 1
	for n := range e.Translations {
		if e.Translations[n].Kind == translation.Item && e.IntN(100) == 0 {
			e.Translations[n].Name = e.text()
		}
	}
}

func (e editor) changeStores() {
	s := anyOf(e, e.Stores)
	s.Tagline = e.text()
	anyOf(e, e.Stores).Hours = townfile.Hours{Week: []townfile.Opening{{Day: e.IntN(7), Opens: "08:00", Closes: "20:00"}}}
	anyOf(e, e.Stores).Hours.Closures = []townfile.Closure{{From: "+9d", To: "+10d", Note: e.text()}}
	anyOf(e, e.Stores).Past = townfile.Past{Sold: e.IntN(900), RatingCount: 100, RatingSum: 100 + e.IntN(400)}
	anyOf(e, e.Reviews).Text = e.text()
	anyOf(e, e.Reviews).Reply = e.text()
	anyOf(e, e.Reviews).Rating = e.IntN(5) + 1
}

func (e editor) changeItems() {
	for range 20 {
		anyOf(e, e.Items).Name = e.text()
		anyOf(e, e.Items).Past = townfile.Past{Sold: e.IntN(900), RatingCount: 100, RatingSum: 100 + e.IntN(400)}
		i := anyOf(e, e.Items)
		i.Stock = e.stock()
		for n := range i.Variations {
			i.Variations[n].Stock = e.stock()
		}
	}
}

func (e editor) stock() *int {
	if e.IntN(4) == 0 {
		return nil
	}
	return new(e.IntN(40))
}

func (e editor) changeOffers() {
	anyOf(e, e.Campaigns).Title = e.text()
	for n := range e.Campaigns {
		if e.Campaigns[n].Item != "" && e.IntN(2) == 0 {
			e.Campaigns[n].Stock = e.stock()
		}
	}
	sale := anyOf(e, e.FlashSales)
	sale.Items = slices.Clone(sale.Items)
	sale.Items[0].Units += e.IntN(9)
	if len(sale.Items) > 1 {
		sale.Items = sale.Items[:len(sale.Items)-1]
	}
}

func (e editor) changeRental() {
	anyOf(e, e.Providers).Past = townfile.Past{Sold: e.IntN(900), RatingCount: 100, RatingSum: 300}
	anyOf(e, e.Providers).Description = e.text()
	anyOf(e, e.Vehicles).Count += e.IntN(3)
	anyOf(e, e.Vehicles).Past = townfile.Past{Sold: e.IntN(900), RatingCount: 100, RatingSum: 300}
	anyOf(e, e.VehicleReviews).Text = e.text()
}

// takeOut removes records, with what refers to them.
func (e editor) takeOut() {
	e.Reviews, e.VehicleReviews, e.Pages = less(e, e.Reviews), less(e, e.VehicleReviews), less(e, e.Pages)
	e.Streets, e.Places, e.Coupons, e.Translations = less(e, e.Streets), less(e, e.Places), less(e, e.Coupons), less(e, e.Translations)
	e.ParcelInstructions, e.ParcelCategories = less(e, e.ParcelInstructions), less(e, e.ParcelCategories)
	e.Translations = slices.DeleteFunc(e.Translations, func(t townfile.Translation) bool {
		switch t.Kind {
		case translation.Page:
			return !slices.ContainsFunc(e.Pages, func(p townfile.Page) bool { return p.Slug == t.Of })
		case translation.Coupon:
			return !slices.ContainsFunc(e.Coupons, func(c townfile.Coupon) bool { return c.Slug == t.Of })
		case translation.ParcelCategory:
			return !slices.ContainsFunc(e.ParcelCategories, func(p townfile.ParcelCategory) bool { return p.Slug == t.Of })
		case translation.ParcelInstruction:
			return !slices.ContainsFunc(e.ParcelInstructions, func(p townfile.ParcelInstruction) bool { return p.Slug == t.Of })
		}
		return false
	})
	for range 5 {
		slug := anyOf(e, e.Items).Slug
		if e.isOffered(slug) {
			continue
		}
		e.Items = slices.DeleteFunc(e.Items, func(i townfile.Item) bool { return i.Slug == slug })
		e.Reviews = slices.DeleteFunc(e.Reviews, func(r townfile.Review) bool { return r.Item == slug })
		e.Translations = slices.DeleteFunc(e.Translations, func(t townfile.Translation) bool { return t.Kind == translation.Item && t.Of == slug })
	}
}

func less[T any](e editor, list []T) []T {
	at := e.IntN(len(list))
	return slices.Delete(slices.Clone(list), at, at+1)
}

// isOffered reports whether an offer or a banner has the item.
func (e editor) isOffered(slug string) bool {
	return slices.ContainsFunc(e.Campaigns, func(c townfile.Campaign) bool { return c.Item == slug }) ||
		slices.ContainsFunc(e.Banners, func(b townfile.Banner) bool { return b.Target.Value == slug || b.Second.Value == slug }) ||
		slices.ContainsFunc(e.FlashSales, func(s townfile.FlashSale) bool {
			return slices.ContainsFunc(s.Items, func(i townfile.FlashItem) bool { return i.Item == slug })
		})
}

// add adds a copy of a record of each kind.
func (e editor) add(slug string) {
	e.Reviews = append(e.Reviews, copied(e, e.Reviews, func(r *townfile.Review) { r.Slug = slug }))
	e.VehicleReviews = append(e.VehicleReviews, copied(e, e.VehicleReviews, func(r *townfile.VehicleReview) { r.Slug = slug }))
	e.Banners = append(e.Banners, copied(e, e.Banners, func(b *townfile.Banner) { b.Slug = slug }))
	e.Pages = append(e.Pages, copied(e, e.Pages, func(p *townfile.Page) { p.Slug = slug }))
	e.Streets = append(e.Streets, copied(e, e.Streets, func(f *townfile.Feature) { f.Slug = slug }))
	e.Places = append(e.Places, copied(e, e.Places, func(p *townfile.Place) { p.Slug = slug }))
	e.Coupons = append(e.Coupons, copied(e, e.Coupons, func(c *townfile.Coupon) { c.Slug, c.Code = slug, slug }))
	e.Categories = append(e.Categories, copied(e, e.Categories, func(c *townfile.Category) { c.Slug = slug }))
	e.Stores = append(e.Stores, copied(e, e.Stores, func(s *townfile.Store) { s.Slug = slug }))
	e.Vehicles = append(e.Vehicles, copied(e, e.Vehicles, func(v *townfile.Vehicle) { v.Slug = slug }))
	e.Providers = append(e.Providers, copied(e, e.Providers, func(p *townfile.Provider) { p.Slug = slug }))
	e.ParcelCategories = append(e.ParcelCategories, copied(e, e.ParcelCategories, func(c *townfile.ParcelCategory) { c.Slug = slug }))
	e.ParcelInstructions = append(e.ParcelInstructions, copied(e, e.ParcelInstructions, func(i *townfile.ParcelInstruction) { i.Slug = slug }))
	e.FlashSales = append(e.FlashSales, copied(e, e.FlashSales, func(s *townfile.FlashSale) { s.Slug, s.Active = slug, false }))
	e.Campaigns = append(e.Campaigns, copied(e, e.Campaigns, func(c *townfile.Campaign) { c.Slug, c.Active = slug, false }))
	e.Items = append(e.Items, copied(e, e.Items, func(i *townfile.Item) { i.Slug = slug }))
	e.Translations = append(e.Translations, townfile.Translation{Kind: translation.Item, Of: slug, Language: "ar", Texts: translation.Texts{Name: "جديد"}})
}

func copied[T any](e editor, list []T, edit func(*T)) T {
	record := *anyOf(e, list)
	edit(&record)
	return record
}

// rename renames an item, and what refers to it.
func (e editor) rename() {
	i := &e.Items[e.IntN(len(e.Items)-1)]
	former, slug := i.Slug, "renamed-"+i.Slug
	for e.isOffered(former) {
		i = &e.Items[e.IntN(len(e.Items)-1)]
		former, slug = i.Slug, "renamed-"+i.Slug
	}
	i.Slug, i.FormerSlugs = slug, []string{former}
	for n := range e.Reviews {
		if e.Reviews[n].Item == former {
			e.Reviews[n].Item = slug
		}
	}
	for n := range e.Translations {
		if t := &e.Translations[n]; t.Kind == translation.Item && t.Of == former {
			t.Of = slug
		}
	}
}
