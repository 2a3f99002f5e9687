package public

import (
	"context"
	"math"
	"net/http"

	"hawker/internal/api/call"
	"hawker/internal/api/view"
	"hawker/internal/catalog"
	"hawker/internal/errs"
	"hawker/internal/geo"
	"hawker/internal/money"
	"hawker/internal/offer"
	"hawker/internal/setting"

	"github.com/danielgtaylor/huma/v2"
)

func (h *Handlers) registerItems(a huma.API) {
	call.Get(a, "listItems", "/items", h.listItems)
	call.Get(a, "listPopularItems", "/items/popular", h.listPopularItems)
	call.Get(a, "listLatestItems", "/items/latest", h.listLatestItems)
	call.Get(a, "listDiscountedItems", "/items/discounted", h.listDiscountedItems)
	recommended := huma.Operation{OperationID: "listRecommendedItems", Method: http.MethodGet, Path: RecommendedPath}
	huma.Register(a, call.By(call.Everybody, recommended), h.listRecommendedItems)
	call.Get(a, "getItem", "/items/{id}", h.getItem)
}

// readRating reads a minimum rating as tenths of a star, rounded up (D25).
func readRating(stars float64, field string) (int64, error) {
	if math.IsNaN(stars) {
		return 0, errs.New(errs.Invalid, "A rating is a number from 0 to 5.").On(field)
	}
	return int64(math.Ceil(stars*10 - 1e-9)), nil // 1.1 × 10 is slightly above 11
}

// ItemFilter narrows a list of items; filters combine.
type ItemFilter struct {
	CategoryID   int64   `query:"category_id" minimum:"0"`
	StoreID      int64   `query:"store_id" minimum:"0"`
	MinPrice     float64 `query:"min_price" minimum:"0" doc:"Major units."`
	MaxPrice     float64 `query:"max_price" minimum:"0" doc:"Major units; 0: no limit."`
	MinRating    float64 `query:"min_rating" minimum:"0" maximum:"5"`
	Veg          string  `query:"veg" enum:"veg,non_veg"`
	Halal        bool    `query:"halal"`
	Organic      bool    `query:"organic"`
	Discounted   bool    `query:"discounted"`
	AvailableNow bool    `query:"available_now" doc:"Only items that can be bought at this time of day from an open store."`
	OpenNow      bool    `query:"open_now" doc:"Only items of open stores."`
	FreeDelivery bool    `query:"free_delivery" doc:"Only items of stores that deliver for free at any distance and for any amount."`
	MaxMinutes   int64   `query:"max_delivery_time" minimum:"0" maximum:"600" doc:"Minutes within which the store promises to deliver; 0: no limit."`
	Brand        string  `query:"brand" maxLength:"80"`
	Sort         string  `query:"sort" enum:"relevance,popular,newest,rating,price_asc,price_desc,distance,delivery_time" doc:"Default: relevance in a search, else popular. distance and delivery_time are about the store."`
}

// ExactSearch is the input of calls that search.
type ExactSearch struct {
	Exact bool `query:"exact" doc:"Searches only for the words as typed, without corrections."`
}

// correction says that a search was corrected.
type correction struct {
	Query     string `json:"query" doc:"The words that were searched for." example:"chicken burger"`
	ExactSize int    `json:"exact_size" doc:"How many results have the words as typed; they come first. 0: none has, so query was searched for."`
}

func viewCorrection(c *catalog.Correction) *correction {
	if c == nil {
		return nil
	}
	return &correction{Query: c.Words, ExactSize: c.Exact}
}

type itemsInput struct {
	call.Scope
	call.Page
	ItemFilter
	ExactSearch
	Search    string `query:"search" maxLength:"100"`
	RelatedTo int64  `query:"related_to" minimum:"0" doc:"Items of the same store; first the ones that people also buy with this item. Not together with a filter, sort or search."`
}

type itemsOutput struct {
	Body struct {
		call.Paged
		Items      []view.ItemView `json:"items"`
		Correction *correction     `json:"correction,omitempty" doc:"Present if the search was corrected."`
	}
}

type itemListInput struct {
	call.Scope
	call.Page
	ItemFilter
}

type itemInput struct {
	ByID
	Campaign string `query:"campaign" maxLength:"20" doc:"Not empty: returns the item as its running or next campaign sells it. If it has none, or the last one is over, the item itself is returned, without the field campaign."`
}

type itemOutput struct{ Body view.ItemView }

func (h *Handlers) listItems(ctx context.Context, in *itemsInput) (*itemsOutput, error) {
	if in.RelatedTo > 0 {
		if in.ItemFilter != (ItemFilter{}) || in.ExactSearch != (ExactSearch{}) || in.Search != "" {
			return nil, errs.New(errs.Invalid, "Related items cannot be filtered, sorted or searched.").On("related_to")
		}
		page, err := h.Catalog.RelatedItems(ctx, in.RelatedTo, in.Paging())
		return h.itemsOutput(ctx, page, in.Page, err)
	}
	f, err := h.readItemFilter(ctx, &in.Scope, in.ItemFilter)
	if err != nil {
		return nil, err
	}
	f.Search, f.Exact = in.Search, in.Exact
	return h.itemList(ctx, &in.Scope, in.Page, f)
}

func (h *Handlers) listPopularItems(ctx context.Context, in *itemListInput) (*itemsOutput, error) {
	return h.itemsSortedBy(ctx, in, catalog.Popular)
}

func (h *Handlers) listLatestItems(ctx context.Context, in *itemListInput) (*itemsOutput, error) {
	return h.itemsSortedBy(ctx, in, catalog.Newest)
}

func (h *Handlers) listDiscountedItems(ctx context.Context, in *itemListInput) (*itemsOutput, error) {
	in.Discounted = true
	return h.itemsSortedBy(ctx, in, catalog.Popular)
}

// RecommendedPath depends on the customer's interests, so a response with a token must
// not be cached.
const RecommendedPath = "/items/recommended"

// listRecommendedItems lists items of the customer's interests first (LOC-10).
func (h *Handlers) listRecommendedItems(ctx context.Context, in *itemListInput) (*itemsOutput, error) {
	var interests []int64
	if me := call.Session(ctx); me.CustomerID != 0 {
		c, err := h.Accounts.Customer(ctx, me)
		if err != nil {
			return nil, err
		}
		interests = c.Interests.V
	}
	return h.itemsFor(ctx, in, catalog.Recommended, interests)
}

// itemsSortedBy lists items in this order, unless the request names another.
func (h *Handlers) itemsSortedBy(ctx context.Context, in *itemListInput, usual catalog.Sort) (*itemsOutput, error) {
	return h.itemsFor(ctx, in, usual, nil)
}

func (h *Handlers) itemsFor(ctx context.Context, in *itemListInput, usual catalog.Sort, interests []int64) (*itemsOutput, error) {
	f, err := h.readItemFilter(ctx, &in.Scope, in.ItemFilter)
	if err != nil {
		return nil, err
	}
	f.Interests = interests
	if f.Sort == "" {
		f.Sort = usual
	}
	return h.itemList(ctx, &in.Scope, in.Page, f)
}

func (h *Handlers) itemList(ctx context.Context, in *call.Scope, p call.Page, f catalog.ItemFilter) (*itemsOutput, error) {
	at, err := h.listScope(ctx, in)
	if err != nil {
		return nil, err
	}
	page, err := h.Catalog.Items(ctx, at, f, p.Paging())
	return h.itemsOutput(ctx, page, p, err)
}

func (h *Handlers) itemsOutput(ctx context.Context, page catalog.ItemPage, p call.Page, err error) (*itemsOutput, error) {
	if err != nil {
		return nil, err
	}
	b, err := view.NewBuilder(ctx, h.Settings, h.Catalog, page.Directory)
	if err != nil {
		return nil, err
	}
	out := &itemsOutput{}
	out.Body.Paged, out.Body.Items, out.Body.Correction = p.Of(page.Total), b.Items(page), viewCorrection(page.Correction)
	return out, nil
}

// getItem returns an item by id or slug, also of another zone; a client sees by the
// zone that it is not delivered here.
func (h *Handlers) getItem(ctx context.Context, in *itemInput) (*itemOutput, error) {
	page, err := h.Catalog.Item(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	b, err := view.NewBuilder(ctx, h.Settings, h.Catalog, page.Directory)
	if err != nil {
		return nil, err
	}
	item := b.Items(page)[0]
	if c := campaignOf(b, page); in.Campaign != "" && c != nil {
		i := page.Items[0]
		item = b.CampaignItem(i, page.Directory.StoreOf(i), page.Stock[i.ID], c)
	}
	item.ZoomsFullURL = b.ZoomURLs(page.Items[0])
	return &itemOutput{Body: item}, nil
}

// campaignOf returns the campaign that sells the item of a page now or next; nil: none.
// A link to a campaign that is over then shows the item at its usual price.
func campaignOf(b view.Builder, page catalog.ItemPage) *offer.Campaign {
	store := page.Directory.StoreOf(page.Items[0])
	c := page.Directory.Offers().CampaignOf(page.Items[0].ID, b.Now, store.Location())
	if c == nil || !c.In(store.ZoneID) {
		return nil
	}
	return c
}

// readItemFilter reads the filters that lists of items share.
func (h *Handlers) readItemFilter(ctx context.Context, at *call.Scope, in ItemFilter) (catalog.ItemFilter, error) {
	settings, err := h.Settings.Get(ctx)
	if err != nil {
		return catalog.ItemFilter{}, err
	}
	f := catalog.ItemFilter{
		CategoryID: in.CategoryID, StoreID: in.StoreID, Veg: in.Veg == "veg", NonVeg: in.Veg == "non_veg",
		Halal: in.Halal, Organic: in.Organic, Discounted: in.Discounted, AvailableNow: in.AvailableNow, OpenNow: in.OpenNow,
		FreeDelivery: in.FreeDelivery, MaxMinutes: in.MaxMinutes, Brand: in.Brand, Sort: catalog.Sort(in.Sort), From: at.Point(),
	}
	b, wrong := readBounds(settings.Currency.Money(), in.MinPrice, in.MaxPrice, in.MinRating)
	f.MinPrice, f.MaxPrice, f.MinTenths = b.minPrice, b.maxPrice, b.minTenths
	for _, err := range []error{checkVegFilter(settings, in.Veg), checkDistances(f.Sort, f.From)} {
		if err != nil {
			wrong.Add(errs.From(err))
		}
	}
	return f, wrong.Err()
}

// bounds are the prices and the rating between which a list is.
type bounds struct {
	minPrice, maxPrice money.Amount
	minTenths          int64 // of a star
}

// readBounds reads them, and returns every one that is wrong.
func readBounds(m money.Currency, minPrice, maxPrice, minRating float64) (b bounds, wrong errs.List) {
	note := func(err error) {
		if err != nil {
			wrong.Add(errs.From(err))
		}
	}
	var err error
	b.minPrice, err = call.ReadAmount(m, minPrice, "min_price")
	note(err)
	b.maxPrice, err = call.ReadAmount(m, maxPrice, "max_price")
	note(err)
	b.minTenths, err = readRating(minRating, "min_rating")
	note(err)
	return b, wrong
}

// checkDistances refuses to sort by the distance from nowhere.
func checkDistances(sort catalog.Sort, from *geo.Point) error {
	if sort == catalog.Nearest && from == nil {
		return errs.New(errs.Invalid, "Distances need the headers latitude and longitude.").On("sort")
	}
	return nil
}

// checkVegFilter refuses the veg filter where it is switched off (API-08, BRW-06).
func checkVegFilter(settings setting.Settings, veg string) error {
	if veg != "" && !settings.Storefront.VegFilter {
		return errs.New(errs.Invalid, "The veg filter is switched off.").On("veg")
	}
	return nil
}
