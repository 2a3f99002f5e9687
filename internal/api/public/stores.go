package public

import (
	"cmp"
	"context"
	"math"
	"net/http"
	"slices"
	"time"

	"hawker/internal/api/call"
	"hawker/internal/api/view"
	"hawker/internal/catalog"
	"hawker/internal/hours"

	"github.com/danielgtaylor/huma/v2"
)

func (h *Handlers) registerStores(a huma.API) {
	call.Get(a, "listStores", "/stores", h.listStores)
	call.Get(a, "listPopularStores", "/stores/popular", h.listPopularStores)
	call.Get(a, "listLatestStores", "/stores/latest", h.listLatestStores)
	call.Get(a, "listTopRatedStores", "/stores/top-rated", h.listTopRatedStores)
	call.Get(a, "getStore", "/stores/{id}", h.getStore)
	delivery := huma.Operation{OperationID: "getStoreDelivery", Method: http.MethodGet, Path: "/stores/{id}" + DeliveryPath}
	delivery.Middlewares = h.Limits.PerMinute(a, mapsPerMinute)
	huma.Register(a, delivery, h.getStoreDelivery)
}

// storeDetail is a store with its opening hours and categories, for its page.
type storeDetail struct {
	view.StoreView
	Schedules  []scheduleView `json:"schedules" doc:"Opening hours of the week, in the zone's time zone."`
	Categories []categoryView `json:"categories" doc:"Categories that have items of this store, in order."`
}

type scheduleView struct {
	Day         int    `json:"day" doc:"0 is Sunday."`
	OpeningTime string `json:"opening_time" example:"10:00"`
	ClosingTime string `json:"closing_time" example:"22:00"`
}

// viewStores returns the views of a page of stores. It has distances only when the
// stores are sorted by them, because such a response can be cached for nobody else.
func viewStores(b view.Builder, page catalog.StorePage, f catalog.StoreFilter) []view.StoreView {
	views := make([]view.StoreView, len(page.Stores))
	for n, store := range page.Stores {
		views[n] = b.Store(store)
		if f.Sort == catalog.Nearest {
			views[n].DistanceKm = math.Round(f.Metres(store)) / 1000
		}
	}
	return views
}

// viewWeek returns the opening hours of the week, in order.
func viewWeek(week hours.Schedule) []scheduleView {
	openings := slices.Clone(week.Week)
	if week.Always {
		for day := time.Sunday; day <= time.Saturday; day++ {
			openings = append(openings, hours.Opening{Day: day, Opens: 0, Closes: 24 * 60})
		}
	}
	slices.SortStableFunc(openings, func(a, b hours.Opening) int { return cmp.Or(cmp.Compare(a.Day, b.Day), cmp.Compare(a.Opens, b.Opens)) })
	views := make([]scheduleView, len(openings))
	for n, o := range openings {
		views[n] = scheduleView{Day: int(o.Day), OpeningTime: o.Opens.String(), ClosingTime: o.Closes.String()}
	}
	return views
}

// StoreFilter narrows a list of stores; filters combine.
type StoreFilter struct {
	Type         string  `query:"type" enum:"all,delivery,take_away" default:"all"`
	OpenNow      bool    `query:"open_now"`
	FreeDelivery bool    `query:"free_delivery"`
	MaxMinutes   int64   `query:"max_delivery_time" minimum:"0" maximum:"600" doc:"Minutes within which the store promises to deliver; 0: no limit."`
	MinRating    float64 `query:"min_rating" minimum:"0" maximum:"5"`
	Veg          string  `query:"veg" enum:"veg,non_veg"`
	Discounted   bool    `query:"discounted"`
	Sort         string  `query:"sort" enum:"relevance,popular,newest,rating,distance,delivery_time"`
}

type storesInput struct {
	call.Scope
	call.Page
	StoreFilter
	ExactSearch
	CategoryID int64  `query:"category_id" minimum:"0" doc:"Only stores with items in this category."`
	Search     string `query:"search" maxLength:"100"`
}

type storeListInput struct {
	call.Scope
	call.Page
	StoreFilter
}

type storesOutput struct {
	Body struct {
		call.Paged
		Stores     []view.StoreView `json:"stores"`
		Correction *correction      `json:"correction,omitempty" doc:"Present if the search was corrected."`
	}
}

type storeOutput struct{ Body storeDetail }

func (h *Handlers) listStores(ctx context.Context, in *storesInput) (*storesOutput, error) {
	f, err := h.readStoreFilter(ctx, &in.Scope, in.StoreFilter)
	if err != nil {
		return nil, err
	}
	f.CategoryID, f.Search, f.Exact = in.CategoryID, in.Search, in.Exact
	return h.storeList(ctx, &in.Scope, in.Page, f)
}

func (h *Handlers) listPopularStores(ctx context.Context, in *storeListInput) (*storesOutput, error) {
	return h.storesSortedBy(ctx, in, catalog.Popular)
}

func (h *Handlers) listLatestStores(ctx context.Context, in *storeListInput) (*storesOutput, error) {
	return h.storesSortedBy(ctx, in, catalog.Newest)
}

func (h *Handlers) listTopRatedStores(ctx context.Context, in *storeListInput) (*storesOutput, error) {
	return h.storesSortedBy(ctx, in, catalog.Rated)
}

// storesSortedBy lists open stores first, then in this order, unless the request names
// another.
func (h *Handlers) storesSortedBy(ctx context.Context, in *storeListInput, usual catalog.Sort) (*storesOutput, error) {
	f, err := h.readStoreFilter(ctx, &in.Scope, in.StoreFilter)
	if err != nil {
		return nil, err
	}
	if f.Sort == "" {
		f.Sort, f.OpenFirst = usual, true
	}
	return h.storeList(ctx, &in.Scope, in.Page, f)
}

func (h *Handlers) storeList(ctx context.Context, in *call.Scope, p call.Page, f catalog.StoreFilter) (*storesOutput, error) {
	at, err := h.listScope(ctx, in)
	if err != nil {
		return nil, err
	}
	page, err := h.Catalog.Stores(ctx, at, f, p.Paging())
	if err != nil {
		return nil, err
	}
	b, err := view.NewBuilder(ctx, h.Settings, h.Catalog, page.Directory)
	if err != nil {
		return nil, err
	}
	out := &storesOutput{}
	out.Body.Paged, out.Body.Stores, out.Body.Correction = p.Of(page.Total), viewStores(b, page, f), viewCorrection(page.Correction)
	return out, nil
}

// getStore returns a store by id or slug, also of another zone; a client sees by the
// zone that it does not deliver here.
func (h *Handlers) getStore(ctx context.Context, in *ByID) (*storeOutput, error) {
	directory, err := h.Catalog.Directory(ctx)
	if err != nil {
		return nil, err
	}
	store, err := directory.Store(in.ID)
	if err != nil {
		return nil, err
	}
	counts, err := h.Catalog.CountStoreCategories(ctx, directory, store)
	if err != nil {
		return nil, err
	}
	b, err := view.NewBuilder(ctx, h.Settings, h.Catalog, directory)
	if err != nil {
		return nil, err
	}
	return &storeOutput{Body: storeDetail{
		StoreView: b.Store(store), Schedules: viewWeek(store.Schedule.V), Categories: viewCategories(ctx, directory, counts),
	}}, nil
}

// readStoreFilter reads the filters that lists of stores share.
func (h *Handlers) readStoreFilter(ctx context.Context, at *call.Scope, in StoreFilter) (catalog.StoreFilter, error) {
	settings, err := h.Settings.Get(ctx)
	if err != nil {
		return catalog.StoreFilter{}, err
	}
	f := catalog.StoreFilter{
		DeliveryOnly: in.Type == "delivery", TakeAwayOnly: in.Type == "take_away", OpenNow: in.OpenNow, FreeDelivery: in.FreeDelivery, MaxMinutes: in.MaxMinutes,
		Veg: in.Veg == "veg", NonVeg: in.Veg == "non_veg", DiscountedOnly: in.Discounted, Sort: catalog.Sort(in.Sort), From: at.Point(),
	}
	if err := checkDistances(f.Sort, f.From); err != nil {
		return f, err
	}
	if f.MinTenths, err = readRating(in.MinRating, "min_rating"); err != nil {
		return f, err
	}
	return f, checkVegFilter(settings, in.Veg)
}
