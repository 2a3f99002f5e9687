package catalog

import (
	"maps"
	"slices"
	"time"

	"github.com/huandu/go-sqlbuilder"
)

// purpose says what a narrowed selection is for. SQLite chooses an index by the
// columns that are compared, and would take one that finds quickly but has to
// sort all it finds. So a list hides from it what it does not want found by: it
// walks the index of its order. PostgreSQL's statistics choose well for a list,
// but on no engine may a search be found by anything but its words. A count
// wants the one index that holds every column.
type purpose int

const (
	asListed purpose = iota
	asFound          // by its words
	asCounted
)

// narrowing is a selection of items under way.
type narrowing struct {
	*sqlbuilder.SelectBuilder
	town *Town
	at   Place
	f    ItemFilter
	now  time.Time
	as   purpose
	hide string // before a column of a list: no index of it is used
}

// narrowed selects the items of a filter. It answers false when no item can be
// among them, which an empty list in SQL could not say.
func (s *Service) narrowed(town *Town, at Place, f ItemFilter, as purpose) (*sqlbuilder.SelectBuilder, bool) {
	q, e := parse(f.Search), engineOf(s.db.Dialect)
	n := narrowing{SelectBuilder: sqlbuilder.PostgreSQL.NewSelectBuilder(), town: town, at: at, f: f, now: s.clock.Now(), as: as, hide: e.hide}
	switch {
	case f.Search == "":
		n.From("items i")
	case q.empty():
		return nil, false
	case f.StoreID > 0: // a store's few items are quicker read than all that match
		n.From("items i").Where(q.within(n.SelectBuilder, e, "i"))
	default:
		n.as = asFound
		e.from(n.SelectBuilder, "items", "i", e.expression(q.words))
	}
	n.Where("i.active")
	possible := n.toPlace() && n.toShelf() && n.toNow()
	n.toTraits()
	return n.SelectBuilder, possible
}

// hidden is a column that neither a list nor a search is to be found by.
func (n narrowing) hidden(column string) string {
	if n.as == asListed {
		return n.hide + column
	}
	return n.walked(column)
}

// walked is a column that a list, too, may be found by.
func (n narrowing) walked(column string) string {
	if n.as == asFound {
		return "+" + column
	}
	return column
}

func (n narrowing) toPlace() bool {
	if n.f.StoreID > 0 {
		n.Where(n.EQ("i.store_id", n.f.StoreID))
		store := n.town.stores.byID[n.f.StoreID]
		return store != nil && store.Active
	}
	if len(n.at.Zones) == 0 {
		return false
	}
	if n.f.CategoryID == 0 || n.as != asListed { // a shelf is of one module, and its index has no module
		n.Where(n.EQ(n.walked("i.module_id"), n.at.ModuleID))
	}
	n.Where(n.In(n.hidden("i.zone_id"), sqlbuilder.List(n.at.Zones)))
	if gone := n.town.stores.inactive[n.at.ModuleID]; len(gone) > 0 {
		n.Where(n.NotIn("i.store_id", sqlbuilder.List(gone)))
	}
	return true
}

func (n narrowing) toShelf() bool {
	if n.f.CategoryID == 0 {
		return true
	}
	family := n.town.family(n.f.CategoryID)
	if len(family) == 0 || n.f.StoreID == 0 && n.town.categories.byID[n.f.CategoryID].ModuleID != n.at.ModuleID {
		return false
	}
	n.Where(n.In(n.walked("i.category_id"), sqlbuilder.List(family)))
	return true
}

// toNow asks for what depends on the time: stores that are open or have a
// discount in force, and items inside their window.
func (n narrowing) toNow() bool {
	if n.f.Discounted {
		discounted := "i.discount > 0"
		if ids := n.storeIDs(func(s *Store) bool { return s.DiscountAt(n.now).Active }); len(ids) > 0 {
			discounted = n.Or(discounted, n.In("i.store_id", sqlbuilder.List(ids)))
		}
		n.Where(discounted)
	}
	if n.f.AvailableNow {
		open := n.storeIDs(func(s *Store) bool { return n.town.OpenAt(s, n.now).Open })
		if len(open) == 0 {
			return false
		}
		n.Where(n.In(n.hidden("i.store_id"), sqlbuilder.List(open)), n.windows())
	}
	return true
}

// storeIDs are the stores that the list may be about and that are as wanted.
func (n narrowing) storeIDs(wanted func(*Store) bool) []int64 {
	var ids []int64
	for _, store := range n.town.candidates(n.at, n.f.StoreID) {
		if wanted(store) {
			ids = append(ids, store.ID)
		}
	}
	return ids
}

// windows asks for items inside their time window, by the clock of each zone.
func (n narrowing) windows() string {
	zonesOf := map[string][]int64{} // by what their clock shows
	for _, store := range n.town.candidates(n.at, n.f.StoreID) {
		clock := n.now.In(store.Location()).Format("15:04")
		if !slices.Contains(zonesOf[clock], store.ZoneID) {
			zonesOf[clock] = append(zonesOf[clock], store.ZoneID)
		}
	}
	var inside []string
	for _, clock := range slices.Sorted(maps.Keys(zonesOf)) {
		c := n.Var(clock)
		inside = append(inside, n.And(n.In(n.hidden("i.zone_id"), sqlbuilder.List(zonesOf[clock])), n.Or(
			"i.available_from = i.available_to",
			"i.available_from < i.available_to AND i.available_from <= "+c+" AND "+c+" < i.available_to",
			"i.available_from > i.available_to AND (i.available_from <= "+c+" OR "+c+" < i.available_to)",
		)))
	}
	return n.Or(inside...)
}

func (n narrowing) toTraits() {
	f, price := n.f, n.hidden("i.sale_price")
	if f.Sort == Cheapest || f.Sort == Dearest {
		price = n.walked("i.sale_price")
	}
	if f.MinPrice > 0 {
		n.Where(n.GE(price, f.MinPrice))
	}
	if f.MaxPrice > 0 {
		n.Where(n.LE(price, f.MaxPrice))
	}
	if f.MinTenths > 0 {
		n.Where(n.GE(n.hidden(rating), f.MinTenths))
	}
	if f.Brand != "" {
		n.Where(n.EQ("i.brand", f.Brand))
	}
	for _, trait := range []struct {
		wanted bool
		sql    string
	}{{f.Veg, "i.veg"}, {f.NonVeg, "NOT i.veg"}, {f.Halal, "i.halal"}, {f.Organic, "i.organic"}} {
		if trait.wanted {
			n.Where(trait.sql)
		}
	}
}
