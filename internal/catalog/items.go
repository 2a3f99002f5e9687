package catalog

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"github.com/huandu/go-sqlbuilder"

	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/money"
)

// Place is where somebody shops: the zones that contain them, and the module
// they are in (LOC-13).
type Place struct {
	Zones    []int64
	ModuleID int64
}

// Paging is a page of a list: Number counts from 1 (API-06).
type Paging struct{ Size, Number int }

// Sort is the order of a list, by the API's word.
type Sort string

// The orders. Popular is also the default; Relevance without a search is Popular.
const (
	Relevance    Sort = "relevance"
	Popular      Sort = "popular" // units ordered in 30 days, then rating
	Newest       Sort = "newest"
	Rated        Sort = "rating"
	Cheapest     Sort = "price_asc"
	Dearest      Sort = "price_desc"
	Recommended  Sort = "recommended"   // flag 1, then popular
	Nearest      Sort = "distance"      // stores only
	DeliveryTime Sort = "delivery_time" // stores only
)

// itemOrders turn our words into columns: nothing a shopper typed becomes SQL.
// Each is what an index in 004_lists.sql holds, to the last column.
var itemOrders = map[Sort]string{
	Popular:     "i.sold_count DESC, " + rating + " DESC, i.id",
	Newest:      "i.created_at DESC, i.id DESC",
	Rated:       rating + " DESC, i.rating_count DESC, i.id",
	Cheapest:    "i.sale_price, i.id",
	Dearest:     "i.sale_price DESC, i.id DESC",
	Recommended: "i.recommended DESC, i.sold_count DESC, " + rating + " DESC, i.id",
}

// ItemFilter narrows a list of items; filters combine. The zero value of a
// field does not narrow.
type ItemFilter struct {
	CategoryID   int64 // the shelf and those below it
	StoreID      int64 // of this store, whatever the place: it may be open by a link
	MinPrice     money.Amount
	MaxPrice     money.Amount
	MinTenths    int64 // rating in tenths of a star, as shown
	Veg, NonVeg  bool
	Halal        bool
	Organic      bool
	Discounted   bool // the item's own discount, or its store's in force now
	AvailableNow bool // inside its time window, and its store is open
	Brand        string
	Search       string
	Sort         Sort
	// Interests are the shelves that a shopper likes: of what is Recommended, it
	// comes first (LOC-10).
	Interests []int64
}

// ItemPage is one page of a list, with what is left of each item and the town
// it stands in.
type ItemPage struct {
	Total int
	Items []*Item // shared with other pages: read them, do not change them
	Stock map[int64]Stock
	Town  *Town
}

// Items lists what is sold at a place. Four statements at most, whatever the
// size of the page or of the town (L3).
func (s *Service) Items(ctx context.Context, at Place, f ItemFilter, p Paging) (ItemPage, error) {
	town, err := s.Town(ctx)
	if err != nil {
		return ItemPage{}, err
	}
	ids, total, err := s.page(ctx, town, at, f, p)
	if err != nil {
		return ItemPage{}, fmt.Errorf("list items: %w", err)
	}
	page, err := s.load(ctx, town, ids)
	page.Total = total
	return page, err
}

// ByID answers the items that are sold among ids, at most a second old. Others
// have them too: nobody may change one.
func (s *Service) ByID(ctx context.Context, ids []int64) (map[int64]*Item, error) {
	return s.memory.of(ctx, s.clock.Now(), ids, func(ctx context.Context, ids []int64) (map[int64]*Item, error) {
		return ItemsByID(ctx, s.db.R, ids)
	})
}

// ItemsOf answers those of the items that are sold, whatever the place, in the
// order of the ids.
func (s *Service) ItemsOf(ctx context.Context, ids []int64) (ItemPage, error) {
	town, err := s.Town(ctx)
	if err != nil {
		return ItemPage{}, err
	}
	page, err := s.load(ctx, town, ids)
	page.Total = len(page.Items)
	return page, err
}

// StoreNow reads a store anew, as StoreByID does: the picture of the town may be
// a moment older than the store.
func (s *Service) StoreNow(ctx context.Context, id int64) (Store, error) {
	return StoreByID(ctx, s.db.R, id)
}

// RelatedItems lists what people also add beside an item: what was bought
// together with it, most often first, then what else its store sells most.
func (s *Service) RelatedItems(ctx context.Context, itemID int64, p Paging) (ItemPage, error) {
	town, err := s.Town(ctx)
	if err != nil {
		return ItemPage{}, err
	}
	ids, err := db.Many[int64](ctx, s.db.R, `
		WITH together AS (
			SELECT l.item_id, COUNT(*) AS times
			FROM order_lines l JOIN (SELECT order_id FROM order_lines WHERE item_id = $1 ORDER BY order_id DESC LIMIT 500) o ON o.order_id = l.order_id
			GROUP BY l.item_id)
		SELECT i.id FROM items i LEFT JOIN together t ON t.item_id = i.id
		WHERE i.store_id = (SELECT store_id FROM items WHERE id = $1) AND i.id <> $1 AND i.active
		ORDER BY COALESCE(t.times, 0) DESC, `+itemOrders[Popular], itemID)
	if err != nil {
		return ItemPage{}, fmt.Errorf("list related items: %w", err)
	}
	total := len(ids) // what one store sells: a few hundred numbers at most
	from := min((p.Number-1)*p.Size, total)
	page, err := s.load(ctx, town, ids[from:min(from+p.Size, total)])
	page.Total = total
	return page, err
}

// Item is an item by id or slug, one it had before among them (L2), whatever the
// place. An unknown one is errs.NotFound.
func (s *Service) Item(ctx context.Context, idOrSlug string) (ItemPage, error) {
	town, err := s.Town(ctx)
	if err != nil {
		return ItemPage{}, err
	}
	unknown := errs.New(errs.NotFound, "This item does not exist.")
	id, err := db.One[int64](ctx, s.db.R, `
		SELECT id FROM items
		WHERE (id = $1 OR slug = $2 OR id = (SELECT id FROM former_slugs WHERE kind = 'item' AND slug = $2)) AND active
		ORDER BY id = $1 DESC, slug = $2 DESC LIMIT 1`, number(idOrSlug), idOrSlug)
	if errors.Is(err, db.ErrNotFound) {
		return ItemPage{}, unknown.Because(err)
	}
	if err != nil {
		return ItemPage{}, fmt.Errorf("find item: %w", err)
	}
	page, err := s.load(ctx, town, []int64{id})
	if err == nil && len(page.Items) == 0 {
		return ItemPage{}, unknown
	}
	page.Total = len(page.Items)
	return page, err
}

// number is the id a text spells, or one that nothing has.
func number(text string) int64 {
	id, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return -1
	}
	return id
}

// load finds the items of a page and reads their stock, in the page's order.
func (s *Service) load(ctx context.Context, town *Town, ids []int64) (ItemPage, error) {
	page := ItemPage{Items: make([]*Item, 0, len(ids)), Town: town}
	rows, err := s.ByID(ctx, ids)
	if err != nil {
		return ItemPage{}, err
	}
	for _, id := range ids {
		// One that was taken away meanwhile, or whose store the picture does
		// not show yet, is left out.
		if row, ok := rows[id]; ok && town.StoreOf(row) != nil {
			page.Items = append(page.Items, row)
		}
	}
	page.Stock, err = s.stock.of(ctx, s.clock.Now(), ids, func(ctx context.Context, ids []int64) (map[int64]Stock, error) {
		return StockOf(ctx, s.db.R, ids)
	})
	return page, err
}

// few is how many items are found and sorted rather than walked to: a walk for
// the last of a few would pass by all the others.
const few = 200

// page reads the ids of one page, and how many there are in all.
func (s *Service) page(ctx context.Context, town *Town, at Place, f ItemFilter, p Paging) ([]int64, int, error) {
	b, possible := s.narrowed(town, at, f, asCounted)
	if !possible {
		return nil, 0, nil
	}
	total, err := s.total(ctx, b)
	if err != nil || (p.Number-1)*p.Size >= total {
		return nil, total, err
	}
	as := asCounted
	if total > few && f.Search == "" {
		as = asListed
	}
	if liked := town.families(f.Interests); f.Sort == Recommended && len(liked) > 0 {
		ids, err := s.personal(ctx, p, liked, func() *sqlbuilder.SelectBuilder {
			b, _ := s.narrowed(town, at, f, as)
			return b
		})
		return ids, total, err
	}
	b, _ = s.narrowed(town, at, f, as)
	ids, err := s.ids(ctx, b, s.order(b, f), p.Size, (p.Number-1)*p.Size)
	return ids, total, err
}

// ids reads a part of a list. Its numbers are ours, and stand in the text: SQLite
// plans a statement anew each time its limit is an argument.
func (s *Service) ids(ctx context.Context, b *sqlbuilder.SelectBuilder, order string, most, skip int) ([]int64, error) {
	query, args := b.Select("i.id").OrderBy(order).SQL(limited(most, skip)).Build()
	return s.pages.of(s.clock.Now(), query, args, func() ([]int64, error) { return db.Many[int64](ctx, s.db.R, query, args...) })
}

func limited(most, skip int) string { return fmt.Sprintf("LIMIT %d OFFSET %d", most, skip) }

// total is how many items b selects: counting walks all of a list, of which the
// page itself needs only the top.
func (s *Service) total(ctx context.Context, b *sqlbuilder.SelectBuilder) (int, error) {
	query, args := b.Select("COUNT(*)").Build()
	return s.totals.of(s.clock.Now(), query, args, func() (int, error) { return db.One[int](ctx, s.db.R, query, args...) })
}

// order is the ORDER BY of a filter.
func (s *Service) order(b *sqlbuilder.SelectBuilder, f ItemFilter) string {
	if q := parse(f.Search); !q.empty() && (f.Sort == Relevance || f.Sort == "") {
		return q.rank(b, engineOf(s.db.Dialect), "i") + ", " + itemOrders[Popular]
	}
	if order, ok := itemOrders[f.Sort]; ok {
		return order
	}
	return itemOrders[Popular]
}
