package catalog

import (
	"context"
	"fmt"
	"slices"

	"github.com/huandu/go-sqlbuilder"

	"hawker/internal/db"
	"hawker/internal/offer"
	"hawker/internal/stock"
)

// StoreItem is an item of a store, with what is in stock of it now.
type StoreItem struct {
	ID       int64
	Name     string
	Pictures db.JSON[[]string]
	Options  db.JSON[Options]
	Stock    stock.Levels `db:"-"`

	Campaigns []*offer.Campaign `db:"-"` // that are not over
}

// StoreItems returns a page of the items that a store sells, by name, and how many there
// are. With a search, only those with all its words. It reads the database: who counts
// must not see an old number.
func (s *Service) StoreItems(ctx context.Context, storeID int64, search string, p Paging) (page []StoreItem, total int, err error) {
	b := sqlbuilder.PostgreSQL.NewSelectBuilder().Select("COUNT(*)").From("items")
	b.Where(b.Equal("store_id", storeID), "active")
	for _, word := range words(search) { // letters and digits alone
		b.Where(b.Like("search_text", "%"+word+"%"))
	}
	query, args := b.Build()
	if total, err = db.One[int](ctx, s.db.R, query, args...); err != nil {
		return nil, 0, fmt.Errorf("count the items of a store: %w", err)
	}
	query, args = b.Select("id", "name", "pictures", "options").OrderBy("name", "id").Limit(p.Size).Offset((p.Number - 1) * p.Size).Build()
	if page, err = db.Many[StoreItem](ctx, s.db.R, query, args...); err != nil {
		return nil, 0, fmt.Errorf("list the items of a store: %w", err)
	}
	ids := make([]int64, len(page))
	for n, i := range page {
		ids[n] = i.ID
	}
	levels, err := stock.LevelsByItem(ctx, s.db.R, ids)
	if err != nil {
		return nil, 0, err
	}
	campaigns, err := s.openCampaigns(ctx, storeID, ids)
	for n, i := range page {
		page[n].Stock, page[n].Campaigns = levels[i.ID], campaigns[i.ID]
	}
	return page, total, err
}

// openCampaigns returns the campaigns of a store's items that are not over, by item.
func (s *Service) openCampaigns(ctx context.Context, storeID int64, itemIDs []int64) (map[int64][]*offer.Campaign, error) {
	byItem, err := offer.ReadCampaignsOf(ctx, s.db.R, itemIDs)
	if err != nil || len(byItem) == 0 {
		return nil, err
	}
	store, err := StoreByID(ctx, s.db.R, storeID)
	if err != nil {
		return nil, err
	}
	isOver := func(c *offer.Campaign) bool { return c.Over(s.clock.Now(), store.Location()) }
	for id, all := range byItem {
		byItem[id] = slices.DeleteFunc(all, isOver)
	}
	return byItem, nil
}
