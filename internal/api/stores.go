package api

import (
	"context"

	"hawker/internal/catalog"
	"hawker/internal/errs"
)

func (s *Server) listStores(ctx context.Context, in *storesInput) (*storesOutput, error) {
	f, err := s.storeFilter(ctx, &in.Scope, in.StoreFilter)
	if err != nil {
		return nil, err
	}
	f.CategoryID, f.Search = in.CategoryID, in.Search
	return s.storeList(ctx, &in.Scope, in.Page, f)
}

func (s *Server) listPopularStores(ctx context.Context, in *storeListInput) (*storesOutput, error) {
	return s.sortedStores(ctx, in, catalog.Popular)
}

func (s *Server) listLatestStores(ctx context.Context, in *storeListInput) (*storesOutput, error) {
	return s.sortedStores(ctx, in, catalog.Newest)
}

func (s *Server) listTopRatedStores(ctx context.Context, in *storeListInput) (*storesOutput, error) {
	return s.sortedStores(ctx, in, catalog.Rated)
}

// sortedStores lists in the order of the call's name, open stores first, unless
// another order is asked for.
func (s *Server) sortedStores(ctx context.Context, in *storeListInput, usual catalog.Sort) (*storesOutput, error) {
	f, err := s.storeFilter(ctx, &in.Scope, in.StoreFilter)
	if err != nil {
		return nil, err
	}
	if f.Sort == "" {
		f.Sort, f.OpenFirst = usual, true
	}
	return s.storeList(ctx, &in.Scope, in.Page, f)
}

func (s *Server) storeList(ctx context.Context, in *Scope, p Page, f catalog.StoreFilter) (*storesOutput, error) {
	at, err := s.here(ctx, in)
	if err != nil {
		return nil, err
	}
	page, err := s.Catalog.Stores(ctx, at, f, p.paging())
	if err != nil {
		return nil, err
	}
	show, err := s.showcase(ctx, page.Town)
	if err != nil {
		return nil, err
	}
	out := &storesOutput{}
	out.Body.Paged, out.Body.Stores = p.of(page.Total), show.viewStores(page, f)
	return out, nil
}

// getStore answers a store by id or slug, with its hours and shelves. One of
// another zone can be read, and says by its zone that it does not deliver here.
func (s *Server) getStore(ctx context.Context, in *ByID) (*storeOutput, error) {
	town, err := s.Catalog.Town(ctx)
	if err != nil {
		return nil, err
	}
	store, err := town.Store(in.ID)
	if err != nil {
		return nil, err
	}
	shelves, err := s.Catalog.StoreShelves(ctx, town, store)
	if err != nil {
		return nil, err
	}
	show, err := s.showcase(ctx, town)
	if err != nil {
		return nil, err
	}
	return &storeOutput{Body: storeDetail{
		StoreView: show.viewStore(store), Schedules: viewWeek(store.Schedule.V), Categories: show.viewShelves(shelves),
	}}, nil
}

// storeFilter reads the filters that lists of stores share.
func (s *Server) storeFilter(ctx context.Context, at *Scope, in StoreFilter) (catalog.StoreFilter, error) {
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return catalog.StoreFilter{}, err
	}
	f := catalog.StoreFilter{
		DeliveryOnly: in.Type == "delivery", TakeAwayOnly: in.Type == "take_away", OpenNow: in.OpenNow, FreeDelivery: in.FreeDelivery,
		Veg: in.Veg == "veg", NonVeg: in.Veg == "non_veg", DiscountedOnly: in.Discounted, Sort: catalog.Sort(in.Sort), From: at.point,
	}
	if f.Sort == catalog.Nearest && f.From == nil {
		return f, errs.New(errs.Invalid, "Distances need the headers latitude and longitude.").On("sort")
	}
	if f.MinTenths, err = tenths(in.MinRating, "min_rating"); err != nil {
		return f, err
	}
	return f, vegAllowed(settings, in.Veg)
}
