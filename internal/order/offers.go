package order

import (
	"context"
	"fmt"
	"slices"

	"hawker/internal/cart"
	"hawker/internal/db"
	"hawker/internal/offer"
	"hawker/internal/stock"
)

// setOffer sets the offer that the line of a quote is bought in.
func (l *Line) setOffer(of cart.Line) {
	switch {
	case of.Campaign != nil:
		l.CampaignID, l.Offer = &of.Campaign.ID, of.Campaign.Title
	case of.AtFlash:
		l.FlashSaleItemID, l.Offer = &of.Flash.ID, of.Flash.Sale.Title
	}
}

// takenOf is how many units lines take from each offer.
func takenOf(lines []Line) offer.Taken {
	taken := offer.Taken{Flash: map[int64]int64{}, Campaigns: map[int64]int64{}}
	for _, l := range lines {
		if l.CampaignID != nil {
			taken.Campaigns[*l.CampaignID] += l.Quantity
		}
		if l.FlashSaleItemID != nil {
			taken.Flash[*l.FlashSaleItemID] += l.Quantity
		}
	}
	return taken
}

// withOffers adds the items of lines that took units of an offer.
func withOffers(itemIDs []int64, lines []Line) []int64 {
	for _, l := range lines {
		if l.CampaignID != nil || l.FlashSaleItemID != nil {
			itemIDs = append(itemIDs, l.ItemID)
		}
	}
	slices.Sort(itemIDs)
	return slices.Compact(itemIDs)
}

// returnUnits returns the units of offers and the stock that the order has taken, and
// the ids of their items.
func (m statusMove) returnUnits(ctx context.Context, tx *db.Tx) ([]int64, error) {
	lines, err := db.Many[Line](ctx, tx, `
		SELECT item_id, quantity, campaign_id, flash_sale_item_id FROM order_lines
		WHERE order_id = $1 AND (campaign_id IS NOT NULL OR flash_sale_item_id IS NOT NULL)`, m.ID)
	if err != nil {
		return nil, fmt.Errorf("read the offers of an order: %w", err)
	}
	if err := offer.Return(ctx, tx, takenOf(lines)); err != nil {
		return nil, err
	}
	itemIDs, err := stock.Return(ctx, tx, m.ID, m.at)
	return withOffers(itemIDs, lines), err
}
