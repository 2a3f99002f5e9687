package view

import (
	"cmp"
	"time"

	"hawker/internal/catalog"
	"hawker/internal/offer"
	"hawker/internal/options"
	"hawker/internal/pricing"
	"hawker/internal/stock"
	"hawker/internal/translation"
)

// itemFlashSaleView is the flash sale that runs for an item, and what the item costs
// when it is over.
type itemFlashSaleView struct {
	ID                     int64   `json:"id"`
	Slug                   string  `json:"slug"`
	Title                  string  `json:"title"`
	EndsAt                 string  `json:"ends_at" doc:"RFC 3339."`
	TimeZone               string  `json:"time_zone" doc:"IANA name of the time zone in which the sale begins and ends (D12)."`
	Units                  int64   `json:"units" doc:"Number of units that are offered."`
	UnitsLeft              int64   `json:"units_left"`
	UsualDiscount          float64 `json:"usual_discount" doc:"The item's own discount, percent or major units. It holds for a line with more units than are left, and after the sale."`
	UsualDiscountType      string  `json:"usual_discount_type" enum:"percent,amount"`
	UsualSalePrice         float64 `json:"usual_sale_price"`
	UsualBadgeDiscount     float64 `json:"usual_badge_discount"`
	UsualBadgeDiscountType string  `json:"usual_badge_discount_type" enum:"percent,amount"`
}

// itemCampaignView is the campaign of a campaign item.
type itemCampaignView struct {
	ID         int64   `json:"id"`
	Slug       string  `json:"slug"`
	Title      string  `json:"title"`
	UsualPrice float64 `json:"usual_price" doc:"Major units: the price of the item outside its campaign, before discounts."`
	RunView
}

// RunView is when an offer runs.
type RunView struct {
	Running  bool   `json:"running" doc:"The offer runs at the time of the response."`
	BeginsAt string `json:"begins_at" doc:"RFC 3339: when the offer began, or begins next. Empty: the offer is over."`
	EndsAt   string `json:"ends_at" doc:"RFC 3339: when the offer ends after that."`
	TimeZone string `json:"time_zone" doc:"IANA name of the time zone in which the offer begins and ends (D12)."`
}

// Run returns the view of a run by the clock of a zone.
func (b Builder) Run(r offer.Run, zone *time.Location) RunView {
	return RunView{Running: r.Contains(b.Now), BeginsAt: Time(r.Begins), EndsAt: Time(r.Ends), TimeZone: zone.String()}
}

// Clock returns the server's time with milliseconds, for countdowns.
func Clock(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000Z") }

func (b Builder) flashSale(i *catalog.Item, f *offer.Flash, of *catalog.Store, store pricing.StoreDiscount) *itemFlashSaleView {
	if f == nil {
		return nil
	}
	card := pricing.ItemPrice(i.Price, i.OwnDiscount(), store)
	v := &itemFlashSaleView{
		ID: f.Sale.ID, Slug: f.Sale.Slug, Title: b.FlashSaleTitle(f.Sale), EndsAt: Time(f.Ends), TimeZone: of.Location().String(), Units: f.Units, UnitsLeft: f.Left(),
		UsualDiscount: b.DiscountValue(i.OwnDiscount()), UsualDiscountType: discountType(i.DiscountType), UsualSalePrice: b.Money.ToMajor(card.Price),
	}
	v.UsualBadgeDiscount, v.UsualBadgeDiscountType = b.Badge(card.Badge)
	return v
}

// FlashSaleTitle returns the title of a flash sale in the language of the response.
func (b Builder) FlashSaleTitle(s *offer.FlashSale) string {
	return cmp.Or(b.Texts.Of(translation.FlashSale, s.Slug).Title, s.Title)
}

// Badge returns what a discount badge says, and its kind; 0: there is none (PRC-02).
func (b Builder) Badge(badge *pricing.Badge) (discount float64, kind string) {
	switch {
	case badge == nil:
		return 0, discountType("")
	case badge.Kind == pricing.Percent:
		return badge.Rate.Percent(), discountType(badge.Kind)
	}
	return b.Money.ToMajor(badge.Amount), discountType(badge.Kind)
}

// CampaignItem returns the view of an item as its campaign sells it: at the campaign's
// price, without discounts, from the campaign's stock and within the hours of both.
func (b Builder) CampaignItem(i *catalog.Item, store *catalog.Store, left stock.Levels, c *offer.Campaign) ItemView {
	v := b.Item(i, store, left, nil)
	run, sold := c.RunAt(b.Now, store.Location()), i.ForCampaign(c, left)
	v.Campaign = &itemCampaignView{ID: c.ID, Slug: c.Slug, Title: cmp.Or(b.Texts.Of(translation.Campaign, c.Slug).Title, c.Title), UsualPrice: v.Price, RunView: b.Run(run, store.Location())}
	v.AvailableDateStarts, v.AvailableDateEnds = c.FirstDay, c.LastDay
	if c.DailyFrom != "" && v.AvailableNow { // outside the item's own hours, those say when
		v.AvailableTimeStarts, v.AvailableTimeEnds = c.DailyFrom, c.DailyTo
	}
	v.AvailableNow = v.AvailableNow && run.Contains(b.Now)
	v.Price, v.SalePrice, v.Stock = b.Money.ToMajor(sold.Price), b.Money.ToMajor(sold.Price), sold.Stock
	v.Discount, v.BadgeDiscount, v.StoreDiscount, v.StoreDiscountMinPurchase, v.StoreDiscountMax = 0, 0, 0, 0, 0
	v.MaximumCartQuantity = nil
	if c.Maximum > 0 {
		v.MaximumCartQuantity = &c.Maximum
	}
	v.Variations = b.campaignVariations(v.Variations, sold)
	return v
}

func (b Builder) campaignVariations(views []variationView, sold options.Item) []variationView {
	for n := range views {
		views[n].Price, views[n].Stock = b.Money.ToMajor(sold.Price), sold.Stock
	}
	return views
}
