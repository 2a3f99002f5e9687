package api

import (
	"context"
	"strconv"

	"hawker/internal/errs"
	"hawker/internal/wishlist"
)

func (s *Server) getWishlist(ctx context.Context, in *customerInput) (*wishlistOutput, error) {
	out := new(wishlistOutput)
	out.Body.Vehicles, out.Body.Providers = []struct{}{}, []struct{}{}
	var err error
	if out.Body.Item, err = s.wishedItems(ctx, in.module()); err != nil {
		return nil, err
	}
	out.Body.Store, err = s.wishedStores(ctx, in.module())
	return out, err
}

// wishedItems are the liked items of a module that are sold, wherever that is.
func (s *Server) wishedItems(ctx context.Context, moduleID int64) ([]itemView, error) {
	ids, err := s.Wishlists.List(ctx, signedIn(ctx).CustomerID, wishlist.Item)
	if err != nil {
		return nil, err
	}
	page, err := s.Catalog.ItemsOf(ctx, ids)
	if err != nil {
		return nil, err
	}
	here := page.Items[:0]
	for _, i := range page.Items {
		if i.ModuleID == moduleID {
			here = append(here, i)
		}
	}
	page.Items = here
	show, err := s.showcase(ctx, page.Town)
	return show.viewItems(page), err
}

// wishedStores are the liked stores of a module that are there.
func (s *Server) wishedStores(ctx context.Context, moduleID int64) ([]StoreView, error) {
	ids, err := s.Wishlists.List(ctx, signedIn(ctx).CustomerID, wishlist.Store)
	if err != nil {
		return nil, err
	}
	town, err := s.Catalog.Town(ctx)
	if err != nil {
		return nil, err
	}
	show, err := s.showcase(ctx, town)
	if err != nil {
		return nil, err
	}
	views := []StoreView{}
	for _, id := range ids {
		if store, err := town.Store(strconv.FormatInt(id, 10)); err == nil && store.Active && store.ModuleID == moduleID {
			views = append(views, show.viewStore(store))
		}
	}
	return views, nil
}

func (s *Server) postWishlist(ctx context.Context, in *wishInput) (*messageOutput, error) {
	kind, id, err := in.thing()
	if err != nil {
		return nil, err
	}
	if err := s.Wishlists.Add(ctx, signedIn(ctx).CustomerID, kind, id); err != nil {
		return nil, err
	}
	return said("Added to your wishlist."), nil
}

func (s *Server) deleteWishlist(ctx context.Context, in *wishInput) (*messageOutput, error) {
	kind, id, err := in.thing()
	if err != nil {
		return nil, err
	}
	if err := s.Wishlists.Remove(ctx, signedIn(ctx).CustomerID, kind, id); err != nil {
		return nil, err
	}
	return said("Removed from your wishlist."), nil
}

// thing is the one thing that the call names.
func (in wishInput) thing() (kind wishlist.Kind, id int64, err error) {
	named := 0
	for _, n := range []int64{in.ItemID, in.StoreID, in.VehicleID, in.ProviderID} {
		if n != 0 {
			named++
		}
	}
	switch {
	case named != 1:
		return "", 0, errs.New(errs.Invalid, "Please name one thing: an item or a store.").On("item_id")
	case in.ItemID != 0:
		return wishlist.Item, in.ItemID, nil
	case in.StoreID != 0:
		return wishlist.Store, in.StoreID, nil
	case in.VehicleID != 0:
		return "", 0, errs.New(errs.Invalid, "There are no vehicles for rent here.").On("vehicle_id")
	}
	return "", 0, errs.New(errs.Invalid, "Nobody rents out vehicles here.").On("provider_id")
}
