package catalog

import (
	"cmp"
	"slices"
	"strconv"
	"sync/atomic"

	"hawker/internal/catalog/index"
	"hawker/internal/errs"
	"hawker/internal/money"
	"hawker/internal/pricing"
)

// Town is what every list needs and what changes rarely: modules, categories, stores,
// tariffs, and where pictures are. It is in memory and never changes, so any number of
// calls may read it. Lists of stores are made from it alone, so that they agree on what
// is open (H7).
type Town struct {
	modules    map[int64]Module
	categories categoryIndex
	stores     stores
	tariffs    map[tariffKey]pricing.Delivery
	pictures   map[string]Picture
	origin     string // of pictures
	standings  map[*Store]*atomic.Pointer[openState]
}

type stores struct {
	all     []*Store    // in order of id; the index here is a store's number
	text    *index.Text // of all
	byID    map[int64]*Store
	bySlug  map[string]*Store
	popular map[int64][]uint32 // the numbers of a module's active ones, the most popular first

	discounting []*Store // the active ones that have a discount, in force or not
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
	Zoom bool   `db:"zoom"` // there is a large form too
	Kind string `db:"kind"` // webp, jpg or png: the ending of its files

	address string // up to the form
}

// URL is the address of one form: a width in pixels, or zoom. The hash in it lets
// browsers cache the file for ever.
func (p Picture) URL(form string) string { return p.address + form + "." + p.Kind }

// Module returns a module by id; the zero Module if there is none.
func (t *Town) Module(id int64) Module { return t.modules[id] }

// Modules returns the active modules, in order (LOC-06).
func (t *Town) Modules() []Module {
	active := []Module{}
	for _, m := range t.modules {
		if m.Active {
			active = append(active, m)
		}
	}
	slices.SortFunc(active, func(a, b Module) int { return cmp.Or(cmp.Compare(a.Position, b.Position), cmp.Compare(a.ID, b.ID)) })
	return active
}

// Picture returns a picture by key; false if there is none.
func (t *Town) Picture(key string) (Picture, bool) {
	p, ok := t.pictures[key]
	return p, ok
}

// PictureBase is the beginning of the addresses of all pictures.
func (t *Town) PictureBase() string { return t.origin + "/media" }

// Store returns an active store by id or slug, also by a former slug (L2). An unknown
// one is errs.NotFound.
func (t *Town) Store(idOrSlug string) (*Store, error) {
	store := t.stores.bySlug[idOrSlug]
	if id, err := strconv.ParseInt(idOrSlug, 10, 64); err == nil && t.stores.byID[id] != nil {
		store = t.stores.byID[id]
	}
	if store == nil || !store.Active {
		return nil, errs.New(errs.NotFound, "This store does not exist.")
	}
	return store, nil
}

// StoreOf returns the store that sells an item; nil if the town is older than the
// store.
func (t *Town) StoreOf(i *Item) *Store { return t.stores.byID[i.StoreID] }

// Category returns a category by id or slug, also by a former slug (L2). An unknown one
// is errs.NotFound.
func (t *Town) Category(idOrSlug string) (*Category, error) {
	category := t.categories.bySlug[idOrSlug]
	if id, err := strconv.ParseInt(idOrSlug, 10, 64); err == nil && t.categories.byID[id] != nil {
		category = t.categories.byID[id]
	}
	if category == nil {
		return nil, errs.New(errs.NotFound, "This category does not exist.")
	}
	return category, nil
}

// CategoryName returns the name of a category; "" if there is none.
func (t *Town) CategoryName(id int64) string {
	if c := t.categories.byID[id]; c != nil {
		return c.Name
	}
	return ""
}

// Children returns the categories of a module below parent, in order; 0 is the top
// level.
func (t *Town) Children(moduleID, parent int64) []*Category {
	return t.pick(moduleID, func(c *Category) bool { return c.parent() == parent })
}

// Featured returns the featured categories of a module, in order.
func (t *Town) Featured(moduleID int64) []*Category {
	return t.pick(moduleID, func(c *Category) bool { return c.Featured })
}

func (t *Town) pick(moduleID int64, wanted func(*Category) bool) []*Category {
	picked := []*Category{}
	for _, c := range t.categories.byModule[moduleID] {
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

// family returns a category and those below it; nil if there is no such category.
func (t *Town) family(categoryID int64) []int64 {
	c := t.categories.byID[categoryID]
	if c == nil {
		return nil
	}
	ids := []int64{c.ID}
	for _, child := range t.Children(c.ModuleID, c.ID) {
		ids = append(ids, child.ID)
	}
	return ids
}

// families returns the categories and those below them.
func (t *Town) families(categoryIDs []int64) (ids []int64) {
	for _, id := range categoryIDs {
		ids = append(ids, t.family(id)...)
	}
	return ids
}

// FeeFrom is the lowest delivery fee of the store (PRC-04): the tariff of its zone at
// distance 0. It is 0 where delivery is free or not offered.
func (t *Town) FeeFrom(s *Store) money.Amount {
	return t.delivery(s).Fee(0)
}

// DeliversFree tells whether the store delivers for free at any distance and for any
// amount: what every screen calls free delivery.
func (t *Town) DeliversFree(s *Store) bool { return t.isServed(s) && t.delivery(s).AlwaysFree() }

// isServed tells whether the store delivers to anybody.
func (t *Town) isServed(s *Store) bool {
	_, served := t.tariffs[tariffKey{s.ZoneID, s.ModuleID}]
	return served && s.Delivery
}

// delivery returns what the fee depends on, without the order and the distance. Where
// nothing is delivered the fee is 0.
func (t *Town) delivery(s *Store) pricing.Delivery {
	if !t.isServed(s) {
		return pricing.Delivery{}
	}
	tariff := t.tariffs[tariffKey{s.ZoneID, s.ModuleID}]
	tariff.StoreDelivers = s.DeliversItself()
	return tariff
}
