package customer

import (
	"context"
	"net/http"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"hawker/internal/api/call"
	"hawker/internal/api/view"
	"hawker/internal/errs"
	"hawker/internal/wishlist"
)

func (h *Handlers) registerWishlist(a huma.API) {
	huma.Register(a, own("getWishlist", http.MethodGet, "/wishlist"), h.getWishlist)
	huma.Register(a, own("postWishlist", http.MethodPost, "/wishlist"), h.postWishlist)
	huma.Register(a, own("deleteWishlist", http.MethodDelete, "/wishlist"), h.deleteWishlist)
}

// wishInput names one thing; the others are absent.
type wishInput struct {
	call.Scope
	ItemID     int64 `query:"item_id" minimum:"1"`
	StoreID    int64 `query:"store_id" minimum:"1"`
	VehicleID  int64 `query:"vehicle_id" minimum:"1"`
	ProviderID int64 `query:"provider_id" minimum:"1"`
}

type wishlistOutput struct {
	CacheControl string `header:"Cache-Control"`
	Body         struct {
		Item      []view.ItemView     `json:"item" doc:"Items of the module in force, the newest first."`
		Store     []view.StoreView    `json:"store" doc:"Stores of the module in force, the newest first."`
		Vehicles  []view.VehicleView  `json:"vehicles" doc:"The newest first; empty outside of a rental module."`
		Providers []view.ProviderView `json:"providers" doc:"The newest first; empty outside of a rental module."`
	}
}

func (h *Handlers) getWishlist(ctx context.Context, in *call.ScopeInput) (*wishlistOutput, error) {
	out := new(wishlistOutput)
	var err error
	if out.Body.Item, err = h.wishedItems(ctx, in.ModuleID()); err != nil {
		return nil, err
	}
	if out.Body.Store, err = h.wishedStores(ctx, in.ModuleID()); err != nil {
		return nil, err
	}
	out.Body.Vehicles, out.Body.Providers, err = h.wishedRentals(ctx, in.ModuleID())
	return out, err
}

// wishedRentals returns the vehicles and providers on the wishlist, in a rental module.
func (h *Handlers) wishedRentals(ctx context.Context, moduleID int64) ([]view.VehicleView, []view.ProviderView, error) {
	vehicles, providers := []view.VehicleView{}, []view.ProviderView{}
	directory, err := h.Catalog.Directory(ctx)
	if err != nil || !directory.IsRental(moduleID) {
		return vehicles, providers, err
	}
	b, err := view.NewBuilder(ctx, h.Settings, h.Catalog, directory)
	if err != nil {
		return nil, nil, err
	}
	me := call.Session(ctx).CustomerID
	ids, err := h.Wishlists.List(ctx, me, wishlist.Vehicle)
	if err != nil {
		return nil, nil, err
	}
	for _, id := range ids {
		if v, err := h.Vehicles.Vehicle(ctx, strconv.FormatInt(id, 10)); err == nil && v.ModuleID == moduleID {
			vehicles = append(vehicles, b.Vehicle(v, nil))
		}
	}
	if ids, err = h.Wishlists.List(ctx, me, wishlist.Provider); err != nil {
		return nil, nil, err
	}
	for _, id := range ids {
		if p, err := h.Vehicles.Provider(ctx, strconv.FormatInt(id, 10)); err == nil {
			providers = append(providers, b.Provider(p))
		}
	}
	return vehicles, providers, nil
}

// wishedItems returns the active items of a module on the wishlist, of any zone.
func (h *Handlers) wishedItems(ctx context.Context, moduleID int64) ([]view.ItemView, error) {
	ids, err := h.Wishlists.List(ctx, call.Session(ctx).CustomerID, wishlist.Item)
	if err != nil {
		return nil, err
	}
	page, err := h.Catalog.ItemsOf(ctx, ids)
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
	b, err := view.NewBuilder(ctx, h.Settings, h.Catalog, page.Directory)
	return b.Items(page), err
}

// wishedStores returns the active stores of a module on the wishlist.
func (h *Handlers) wishedStores(ctx context.Context, moduleID int64) ([]view.StoreView, error) {
	ids, err := h.Wishlists.List(ctx, call.Session(ctx).CustomerID, wishlist.Store)
	if err != nil {
		return nil, err
	}
	b, err := view.CurrentBuilder(ctx, h.Settings, h.Catalog)
	if err != nil {
		return nil, err
	}
	views := []view.StoreView{}
	for _, id := range ids {
		if store, err := b.Directory.Store(strconv.FormatInt(id, 10)); err == nil && store.Active && store.ModuleID == moduleID {
			views = append(views, b.Store(store))
		}
	}
	return views, nil
}

func (h *Handlers) postWishlist(ctx context.Context, in *wishInput) (*call.MessageOutput, error) {
	kind, id, err := in.target()
	if err != nil {
		return nil, err
	}
	if err := h.Wishlists.Add(ctx, call.Session(ctx).CustomerID, kind, id); err != nil {
		return nil, err
	}
	return call.NewMessage(ctx, "Added to your wishlist."), nil
}

func (h *Handlers) deleteWishlist(ctx context.Context, in *wishInput) (*call.MessageOutput, error) {
	kind, id, err := in.target()
	if err != nil {
		return nil, err
	}
	if err := h.Wishlists.Remove(ctx, call.Session(ctx).CustomerID, kind, id); err != nil {
		return nil, err
	}
	return call.NewMessage(ctx, "Removed from your wishlist."), nil
}

// target returns the one thing that the call names.
func (in wishInput) target() (kind wishlist.Kind, id int64, err error) {
	named := 0
	for _, n := range []int64{in.ItemID, in.StoreID, in.VehicleID, in.ProviderID} {
		if n != 0 {
			named++
		}
	}
	switch {
	case named != 1:
		return "", 0, errs.New(errs.Invalid, "Please name one thing: an item, a store, a vehicle or a provider.").On("item_id")
	case in.ItemID != 0:
		return wishlist.Item, in.ItemID, nil
	case in.StoreID != 0:
		return wishlist.Store, in.StoreID, nil
	case in.VehicleID != 0:
		return wishlist.Vehicle, in.VehicleID, nil
	}
	return wishlist.Provider, in.ProviderID, nil
}
