package catalog

import (
	"cmp"
	"slices"
	"strconv"
	"sync/atomic"

	"hawker/internal/catalog/index"
	"hawker/internal/errs"
	"hawker/internal/money"
	"hawker/internal/offer"
	"hawker/internal/pricing"
	"hawker/internal/translation"
)

// Directory is the town without its items, in memory: modules, categories, stores,
// tariffs, and the URLs of pictures. It never changes, so any number of calls may read
// it. All lists of stores use it, so that they agree on what is open (H7).
type Directory struct {
	modules    map[int64]Module
	categories categoryIndex
	stores     stores
	tariffs    map[tariffKey]pricing.Delivery
	pictures   map[string]Picture
	origin     string // of pictures
	offers     *offer.Snapshot
	texts      translation.Set // without those of items
	openStates map[*Store]*atomic.Pointer[openState]

	itemsTranslated bool // some are
}

type stores struct {
	all     []*Store    // in order of id; a store's number is its index here
	text    *index.Text // of all
	byID    map[int64]*Store
	bySlug  map[string]*Store
	popular map[int64][]uint32 // the numbers of the active stores of a module, the most popular first

	discounting []*Store // the active stores with a discount, whether it applies now or not
}

type categoryIndex struct {
	byID     map[int64]*Category
	bySlug   map[string]*Category
	byModule map[int64][]*Category // in their order
}

type tariffKey struct{ zoneID, moduleID int64 }

// Picture is where the files of a picture key are.
type Picture struct {
	Key  string `db:"key"`
	Hash string `db:"hash"` // in the URL, so that a picture may be cached for ever
	Zoom bool   `db:"zoom"` // it also has a large form
	Kind string `db:"kind"` // webp, jpg or png: the ending of its files

	address string // the URL up to the form
}

// URL returns the URL of one form: a width in pixels, or zoom. It contains the hash, so
// that browsers may cache the file for ever.
func (p Picture) URL(form string) string { return p.address + form + "." + p.Kind }

// Module returns a module by id, or the zero Module if there is none.
func (d *Directory) Module(id int64) Module { return d.modules[id] }

// Modules returns the active modules, in order (LOC-06).
func (d *Directory) Modules() []Module {
	active := []Module{}
	for _, m := range d.modules {
		if m.Active {
			active = append(active, m)
		}
	}
	slices.SortFunc(active, func(a, b Module) int { return cmp.Or(cmp.Compare(a.Position, b.Position), cmp.Compare(a.ID, b.ID)) })
	return active
}

// DefaultModuleID is the module that DefaultModule prefers (LOC-06).
const DefaultModuleID = 10

// DefaultModule returns the module of shoppers who have chosen none: 10 if the zones have
// it, otherwise the first active one that they have. If they have none, and without zones,
// it is one of the whole town. It is the zero Module if no module is active.
func (d *Directory) DefaultModule(zoneIDs []int64) Module {
	active := d.Modules()
	choice := slices.DeleteFunc(slices.Clone(active), func(m Module) bool {
		return !slices.ContainsFunc(zoneIDs, func(zoneID int64) bool { return d.hasTariff(zoneID, m.ID) })
	})
	if len(choice) == 0 {
		choice = active
	}
	if i := slices.IndexFunc(choice, func(m Module) bool { return m.ID == DefaultModuleID }); i >= 0 {
		return choice[i]
	}
	if len(choice) == 0 {
		return Module{}
	}
	return choice[0]
}

// Offers returns the campaigns and flash sales.
func (d *Directory) Offers() *offer.Snapshot { return d.offers }

// Picture returns a picture by key, or false if there is none.
func (d *Directory) Picture(key string) (Picture, bool) {
	p, ok := d.pictures[key]
	return p, ok
}

// Origin is what addresses of this site begin with; "" where they are relative.
func (d *Directory) Origin() string { return d.origin }

// PictureBase returns the beginning of the URLs of all pictures.
func (d *Directory) PictureBase() string { return d.origin + "/media" }

// Store returns an active store by id or slug, also by a former slug (L2). An unknown
// one is errs.NotFound.
func (d *Directory) Store(idOrSlug string) (*Store, error) {
	store := d.stores.bySlug[idOrSlug]
	if id, err := strconv.ParseInt(idOrSlug, 10, 64); err == nil && d.stores.byID[id] != nil {
		store = d.stores.byID[id]
	}
	if store == nil || !store.Active {
		return nil, errs.New(errs.NotFound, "This store does not exist.")
	}
	return store, nil
}

// SlugOfStore returns the slug of a store, "" for an unknown one.
func (d *Directory) SlugOfStore(id int64) string {
	if s := d.stores.byID[id]; s != nil {
		return s.Slug
	}
	return ""
}

// StoreOf returns the store that sells an item, or nil if the store is newer than the
// directory.
func (d *Directory) StoreOf(i *Item) *Store { return d.stores.byID[i.StoreID] }

// Category returns a category by id or slug, also by a former slug (L2). An unknown one
// is errs.NotFound.
func (d *Directory) Category(idOrSlug string) (*Category, error) {
	category := d.categories.bySlug[idOrSlug]
	if id, err := strconv.ParseInt(idOrSlug, 10, 64); err == nil && d.categories.byID[id] != nil {
		category = d.categories.byID[id]
	}
	if category == nil {
		return nil, errs.New(errs.NotFound, "This category does not exist.")
	}
	return category, nil
}

// IsRental reports whether vehicles are rented in a module.
func (d *Directory) IsRental(moduleID int64) bool {
	return slices.ContainsFunc(d.Modules(), func(m Module) bool { return m.ID == moduleID && m.Type == "rental" })
}

// HasRental reports whether there is an active rental module.
func (d *Directory) HasRental() bool {
	return slices.ContainsFunc(d.Modules(), func(m Module) bool { return m.Active && m.Type == "rental" })
}

// CategoryName returns the name of a category, or "" if there is none.
func (d *Directory) CategoryName(id int64) string {
	if c := d.categories.byID[id]; c != nil {
		return c.Name
	}
	return ""
}

// CategorySlug returns the slug of a category, or "" if there is none.
func (d *Directory) CategorySlug(id int64) string {
	if c := d.categories.byID[id]; c != nil {
		return c.Slug
	}
	return ""
}

// Children returns the categories of a module below parent, in order. 0 is the top level.
func (d *Directory) Children(moduleID, parent int64) []*Category {
	return d.pick(moduleID, func(c *Category) bool { return c.parent() == parent })
}

// Featured returns the featured categories of a module, in order.
func (d *Directory) Featured(moduleID int64) []*Category {
	return d.pick(moduleID, func(c *Category) bool { return c.Featured })
}

func (d *Directory) pick(moduleID int64, wanted func(*Category) bool) []*Category {
	picked := []*Category{}
	for _, c := range d.categories.byModule[moduleID] {
		if wanted(c) {
			picked = append(picked, c)
		}
	}
	return picked
}

func (c *Category) parent() int64 {
	if c.ParentID == nil {
		return 0
	}
	return *c.ParentID
}

// Family returns a category and those below it, or nil if there is no such category.
func (d *Directory) Family(categoryID int64) []int64 {
	c := d.categories.byID[categoryID]
	if c == nil {
		return nil
	}
	ids := []int64{c.ID}
	for _, child := range d.Children(c.ModuleID, c.ID) {
		ids = append(ids, child.ID)
	}
	return ids
}

// families returns the categories and those below them.
func (d *Directory) families(categoryIDs []int64) (ids []int64) {
	for _, id := range categoryIDs {
		ids = append(ids, d.Family(id)...)
	}
	return ids
}

// FeeFrom returns the lowest delivery fee of the store (PRC-04): the tariff of its zone
// at distance 0. It is 0 if delivery is free or not offered.
func (d *Directory) FeeFrom(s *Store) money.Amount {
	return d.delivery(s).Fee(0)
}

// DeliversFree reports whether the store delivers for free at any distance and for any
// amount. Every screen calls that free delivery.
func (d *Directory) DeliversFree(s *Store) bool { return d.isServed(s) && d.delivery(s).AlwaysFree() }

// DeliversWithin reports whether the store promises to deliver within so many minutes.
func (d *Directory) DeliversWithin(s *Store, minutes int64) bool {
	return d.isServed(s) && s.DeliveryTimeMax <= minutes
}

// isServed reports whether the store delivers at all.
func (d *Directory) isServed(s *Store) bool {
	return d.hasTariff(s.ZoneID, s.ModuleID) && s.Delivery
}

// hasTariff reports whether a zone has a tariff for the module.
func (d *Directory) hasTariff(zoneID, moduleID int64) bool {
	_, has := d.tariffs[tariffKey{zoneID, moduleID}]
	return has
}

// delivery returns what the fee depends on, without the order and the distance. If the
// store does not deliver, the fee is 0.
func (d *Directory) delivery(s *Store) pricing.Delivery {
	if !d.isServed(s) {
		return pricing.Delivery{}
	}
	tariff := d.tariffs[tariffKey{s.ZoneID, s.ModuleID}]
	tariff.StoreDelivers = s.DeliversItself()
	return tariff
}
