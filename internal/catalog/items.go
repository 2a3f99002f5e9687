package catalog

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"hawker/internal/catalog/index"
	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/geo"
	"hawker/internal/money"
	"hawker/internal/offer"
	"hawker/internal/stock"
)

// Scope is where somebody shops: the zones that contain them, and their module
// (LOC-13).
type Scope struct {
	Zones    []int64
	ModuleID int64
}

// Paging is a page of a list: Number counts from 1 (API-06).
type Paging struct{ Size, Number int }

// Sort is the order of a list, as the API calls it.
type Sort string

// The orders. Popular is also the default; Relevance without a search is Popular.
const (
	Relevance    Sort = "relevance"
	Popular      Sort = "popular" // units ordered in 30 days, then rating
	Newest       Sort = "newest"
	Rated        Sort = "rating"
	Cheapest     Sort = "price_asc"
	Dearest      Sort = "price_desc"
	Recommended  Sort = "recommended"   // recommended by their store, then popular
	Nearest      Sort = "distance"      // of the store, then popular
	DeliveryTime Sort = "delivery_time" // of the store, then popular
)

// orders are the orders of the index by those of the API.
var orders = map[Sort]index.Order{
	"": index.ByRelevance, Relevance: index.ByRelevance, Popular: index.ByPopularity, Newest: index.Newest, Rated: index.Rated,
	Cheapest: index.Cheapest, Dearest: index.Dearest, Recommended: index.ByRecommendation,
	Nearest: index.ByStores, DeliveryTime: index.ByStores,
}

// ItemFilter narrows a list of items; filters combine. The zero value of a
// field does not narrow.
type ItemFilter struct {
	CategoryID   int64 // and those below it
	StoreID      int64 // in any scope: a link may lead to a store elsewhere
	MinPrice     money.Amount
	MaxPrice     money.Amount
	MinTenths    int64 // rating in tenths of a star, as shown
	Veg, NonVeg  bool
	Halal        bool
	Organic      bool
	Discounted   bool  // the item's own discount, or its store's in force now
	AvailableNow bool  // inside its time window, and its store is open
	OpenNow      bool  // its store is open
	FreeDelivery bool  // of its store, always
	MaxMinutes   int64 // of delivery, as its store promises
	Brand        string
	Search       string
	Exact        bool // the search is not corrected
	Sort         Sort
	From         *geo.Point // where the shopper is
	// Interests are the categories that a shopper likes: of what is Recommended, it
	// comes first (LOC-10).
	Interests []int64
}

// ItemPage is one page of a list, with the stock of its items and the flash sales that
// run for them.
type ItemPage struct {
	Total     int
	Items     []*Item // shared with other pages: read them, do not change them
	Stock     map[int64]stock.Levels
	Flash     map[int64]*offer.Flash
	Directory *Directory

	Correction *Correction // nil: the search was not corrected
}

// Items lists the items sold in a scope. The index finds them; at most three statements
// read what the page shows, whatever the size of the catalogue (L3).
func (s *Service) Items(ctx context.Context, at Scope, f ItemFilter, p Paging) (ItemPage, error) {
	v, err := s.view(ctx)
	if err != nil {
		return ItemPage{}, err
	}
	q, possible := v.query(at, f, s.clock.Now())
	if !possible {
		return ItemPage{Items: []*Item{}, Directory: v.directory}, nil
	}
	found := v.items.Find(q, (p.Number-1)*p.Size, p.Size)
	page, err := s.load(ctx, v.directory, found.IDs)
	page.Total, page.Correction = found.Total, newCorrection(found.Spelling, found.Exact, found.Total)
	return page, err
}

// ByID returns the items among ids that are sold, at most a second old. They are
// shared: nobody may change one.
func (s *Service) ByID(ctx context.Context, ids []int64) (map[int64]*Item, error) {
	v, err := s.view(ctx)
	if err != nil {
		return nil, err
	}
	items, _, err := s.itemsOf(ctx, v.directory, ids)
	return items, err
}

// rows returns the rows of the items among ids that are sold. Their ratings may be old.
// Rows are read again when the revision of the catalogue says that they changed.
func (s *Service) rows(ctx context.Context, directory *Directory, ids []int64) (map[int64]*Item, error) {
	rows, err := s.items.GetMany(ctx, ids, func(ctx context.Context, ids []int64) (map[int64]*Item, error) {
		return s.readRows(ctx, directory, ids)
	})
	for id, row := range rows {
		if store := directory.StoreOf(row); store == nil || !store.Active {
			delete(rows, id) // no longer active, or newer than the directory
		}
	}
	return rows, err
}

// itemsOf returns the items among ids that are sold, and their stock and ratings.
func (s *Service) itemsOf(ctx context.Context, directory *Directory, ids []int64) (map[int64]*Item, map[int64]stockAndRating, error) {
	items, err := s.rows(ctx, directory, ids)
	if err != nil {
		return nil, nil, err
	}
	now, err := s.trade.GetMany(ctx, ids, func(ctx context.Context, ids []int64) (map[int64]stockAndRating, error) {
		return s.readTrade(ctx, directory, ids)
	})
	if err != nil {
		return nil, nil, err
	}
	for id, item := range items {
		items[id] = item.rated(now[id])
	}
	return items, now, nil
}

// rated returns the item with its present ratings.
func (i *Item) rated(now stockAndRating) *Item {
	if i.RatingSum == now.ratingSum && i.RatingCount == now.ratingCount {
		return i
	}
	rated := new(*i)
	rated.RatingSum, rated.RatingCount = now.ratingSum, now.ratingCount
	return rated
}

// ItemsOf returns the items among ids that are sold, in any scope, in the order of the
// ids.
func (s *Service) ItemsOf(ctx context.Context, ids []int64) (ItemPage, error) {
	directory, err := s.Directory(ctx)
	if err != nil {
		return ItemPage{}, err
	}
	page, err := s.load(ctx, directory, ids)
	page.Total = len(page.Items)
	return page, err
}

// SoldIn returns the ids of the items that are sold in one of the zones, in the order
// of ids. It reads the index alone.
func (s *Service) SoldIn(ctx context.Context, ids, zones []int64) ([]int64, error) {
	v, err := s.view(ctx)
	if err != nil {
		return nil, err
	}
	sold := []int64{}
	for _, id := range ids {
		storeID, known := v.items.StoreOf(id)
		if store := v.directory.stores.byID[storeID]; known && store != nil && store.Active && slices.Contains(zones, store.ZoneID) {
			sold = append(sold, id)
		}
	}
	return sold, nil
}

// RelatedItems lists what people also buy with an item: what was ordered together with
// it, most often first, then what its store sells most.
func (s *Service) RelatedItems(ctx context.Context, itemID int64, p Paging) (ItemPage, error) {
	v, err := s.view(ctx)
	if err != nil {
		return ItemPage{}, err
	}
	storeID, sold := v.items.StoreOf(itemID)
	if !sold {
		return ItemPage{Items: []*Item{}, Directory: v.directory}, nil
	}
	times, err := s.boughtTogether(ctx, itemID)
	if err != nil {
		return ItemPage{}, fmt.Errorf("list related items: %w", err)
	}
	ids := slices.DeleteFunc(v.items.OfStore(storeID), func(id int64) bool { return id == itemID })
	slices.SortStableFunc(ids, func(a, b int64) int { return cmp.Compare(times[b], times[a]) })
	total := len(ids)
	from := min((p.Number-1)*p.Size, total)
	page, err := s.load(ctx, v.directory, ids[from:min(from+p.Size, total)])
	page.Total = total
	return page, err
}

// boughtTogether counts in how many of the last orders of an item other items were too.
func (s *Service) boughtTogether(ctx context.Context, itemID int64) (map[int64]int64, error) {
	type row struct{ ItemID, Times int64 }
	rows, err := manyDelayed[row](ctx, s.db, `
		SELECT l.item_id, COUNT(*) AS times
		FROM order_lines l JOIN (SELECT order_id FROM order_lines WHERE item_id = $1 ORDER BY order_id DESC LIMIT 500) o ON o.order_id = l.order_id
		GROUP BY l.item_id`, itemID)
	times := make(map[int64]int64, len(rows))
	for _, r := range rows {
		times[r.ItemID] = r.Times
	}
	return times, err
}

// Item returns an item by id or slug, also by a former slug (L2), in any scope. An
// unknown one is errs.NotFound.
func (s *Service) Item(ctx context.Context, idOrSlug string) (ItemPage, error) {
	directory, err := s.Directory(ctx)
	if err != nil {
		return ItemPage{}, err
	}
	unknown := errs.New(errs.NotFound, "This item does not exist.")
	id, err := s.findItem(ctx, idOrSlug)
	if errors.Is(err, db.ErrNotFound) {
		return ItemPage{}, unknown.Because(err)
	}
	if err != nil {
		return ItemPage{}, fmt.Errorf("find item: %w", err)
	}
	page, err := s.load(ctx, directory, []int64{id})
	if err == nil && len(page.Items) == 0 {
		return ItemPage{}, unknown
	}
	page.Total = len(page.Items)
	return page, err
}

func (s *Service) findItem(ctx context.Context, idOrSlug string) (id int64, err error) {
	err = s.db.ReadDelayed(ctx, func(ctx context.Context, q db.Q) error {
		id, err = db.One[int64](ctx, q, `
			SELECT id FROM items
			WHERE (id = $1 OR slug = $2 OR id = (SELECT id FROM former_slugs WHERE kind = 'item' AND slug = $2)) AND active
			ORDER BY id = $1 DESC, slug = $2 DESC LIMIT 1`, number(idOrSlug), idOrSlug)
		return err
	})
	return id, err
}

// number parses an id. It returns -1, which no row has, for another text.
func number(text string) int64 {
	id, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return -1
	}
	return id
}

// flashOf returns the flash sale that runs for an item.
func (d *Directory) flashOf(i *Item, now time.Time, sold map[int64]int64) *offer.Flash {
	if !d.offers.HasFlash(i.ID) {
		return nil
	}
	return d.offers.FlashOf(i.ID, i.ZoneID, now, d.StoreOf(i).Location(), sold)
}

// load reads the items of a page and their stock, in the order of the page. Items that
// are no longer sold are left out.
func (s *Service) load(ctx context.Context, directory *Directory, ids []int64) (ItemPage, error) {
	items, now, err := s.itemsOf(ctx, directory, ids)
	if err != nil {
		return ItemPage{}, err
	}
	page := ItemPage{Items: make([]*Item, 0, len(ids)), Stock: make(map[int64]stock.Levels, len(ids)), Flash: map[int64]*offer.Flash{}, Directory: directory}
	for _, id := range ids {
		if item, sold := items[id]; sold {
			page.Items = append(page.Items, item)
			if f := directory.flashOf(item, s.clock.Now(), now[id].flashSold); f != nil {
				page.Flash[id] = f
			}
		}
		if left := now[id].stock; left != nil {
			page.Stock[id] = left
		}
	}
	return page, nil
}

// bytes estimates the memory that an item takes: its row, its longest text, and each
// part of its documents.
func (i *Item) bytes() int {
	const row, part = 1 << 10, 96
	o := i.Options.V
	parts := len(i.Pictures.V) + len(i.Tags.V) + len(i.Nutritions.V) + len(i.Allergies.V) + len(i.GenericNames.V) +
		len(o.Variations) + len(o.AddOns)
	for _, a := range o.Axes {
		parts += 1 + len(a.Options)
	}
	for _, g := range o.Groups {
		parts += 1 + len(g.Values)
	}
	for _, texts := range i.Translations {
		parts += 4 + len(texts.Words)
	}
	return row + len(i.Description)*(1+2*len(i.Translations)) + part*parts
}
