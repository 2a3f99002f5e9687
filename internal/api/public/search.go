package public

import (
	"context"

	"hawker/internal/api/call"
	"hawker/internal/api/view"
	"hawker/internal/catalog"
	"hawker/internal/translation"
	"hawker/internal/vehicle"

	"github.com/danielgtaylor/huma/v2"
)

// SuggestPath ends the path of suggestions. They do not depend on where the shopper is.
const SuggestPath = "/suggest"

func (h *Handlers) registerSearch(a huma.API) {
	call.Get(a, "search", "/search", h.search)
	call.Get(a, "suggestItems", "/items"+SuggestPath, h.suggestItems)
}

type suggestInput struct {
	call.Scope
	Query string `query:"q" maxLength:"100" required:"true"`
}

type suggestOutput struct {
	Body struct {
		Suggestions []suggestion `json:"suggestions"`
		Correction  *correction  `json:"correction,omitempty" doc:"Present if what was typed was corrected."`
	}
}

type suggestion struct {
	Kind         string `json:"kind" enum:"item,store,category,vehicle,provider"`
	ID           int64  `json:"id"`
	Slug         string `json:"slug"`
	Name         string `json:"name"`
	StoreName    string `json:"store_name,omitempty" doc:"For an item, the name of its store; for a vehicle, of its provider."`
	ImageFullURL string `json:"image_full_url"`
}

type searchInput struct {
	call.Scope
	call.Page
	ItemFilter
	ExactSearch
	Query    string `query:"q" maxLength:"100"`
	DataType string `query:"data_type" enum:"all,item,store" default:"all"`
}

type searchOutput struct {
	Body struct {
		ItemTotal       int              `json:"item_total"`
		StoreTotal      int              `json:"store_total"`
		Limit           int              `json:"limit"`
		Offset          int              `json:"offset"`
		Items           []view.ItemView  `json:"items"`
		Stores          []view.StoreView `json:"stores"`
		ItemCorrection  *correction      `json:"item_correction,omitempty" doc:"Present if the search for items was corrected."`
		StoreCorrection *correction      `json:"store_correction,omitempty" doc:"Present if the search for stores was corrected."`
	}
}

// search finds items and stores together. Without a query it lists the category
// (BRW-02).
func (h *Handlers) search(ctx context.Context, in *searchInput) (*searchOutput, error) {
	f, err := h.readItemFilter(ctx, &in.Scope, in.ItemFilter)
	if err != nil {
		return nil, err
	}
	f.Search, f.Exact = in.Query, in.Exact
	out := &searchOutput{}
	out.Body.Limit, out.Body.Offset, out.Body.Items, out.Body.Stores = in.Limit, in.Offset, []view.ItemView{}, []view.StoreView{}
	if in.DataType != "store" {
		found, err := h.itemList(ctx, &in.Scope, in.Page, f)
		if err != nil {
			return nil, err
		}
		out.Body.ItemTotal, out.Body.Items, out.Body.ItemCorrection = found.Body.TotalSize, found.Body.Items, found.Body.Correction
	}
	if in.DataType != "item" {
		found, err := h.storeList(ctx, &in.Scope, in.Page, storeFilterOf(f))
		if err != nil {
			return nil, err
		}
		out.Body.StoreTotal, out.Body.Stores, out.Body.StoreCorrection = found.Body.TotalSize, found.Body.Stores, found.Body.Correction
	}
	return out, nil
}

// storeFilterOf returns the filter for stores that a search for items and stores means.
// What stores do not have, such as a price, does not narrow them.
func storeFilterOf(f catalog.ItemFilter) catalog.StoreFilter {
	stores := catalog.StoreFilter{
		Search: f.Search, Exact: f.Exact, CategoryID: f.CategoryID, OpenNow: f.OpenNow, FreeDelivery: f.FreeDelivery, MaxMinutes: f.MaxMinutes,
		MinTenths: f.MinTenths, Veg: f.Veg, NonVeg: f.NonVeg, DiscountedOnly: f.Discounted, From: f.From,
	}
	if f.Sort != catalog.Cheapest && f.Sort != catalog.Dearest {
		stores.Sort = f.Sort
	}
	return stores
}

func (h *Handlers) suggestItems(ctx context.Context, in *suggestInput) (*suggestOutput, error) {
	at, err := h.listScope(ctx, &in.Scope)
	if err != nil {
		return nil, err
	}
	found, err := h.Catalog.Suggest(ctx, at, in.Query)
	if err != nil {
		return nil, err
	}
	directory, err := h.Catalog.Directory(ctx)
	if err != nil {
		return nil, err
	}
	rented, err := h.suggestRented(ctx, in, directory)
	if err != nil {
		return nil, err
	}
	out := &suggestOutput{}
	out.Body.Suggestions, out.Body.Correction = make([]suggestion, len(found.List)), viewCorrection(found.Correction)
	for n, f := range found.List {
		out.Body.Suggestions[n] = suggestion{
			Kind: f.Kind, ID: f.ID, Slug: f.Slug, Name: f.Name, StoreName: f.StoreName, ImageFullURL: view.PictureURL(directory, f.Picture),
		}
	}
	out.Body.Suggestions = append(out.Body.Suggestions, rented...)
	out.Body.Suggestions = out.Body.Suggestions[:min(len(out.Body.Suggestions), catalog.MaxSuggestions)]
	return out, nil
}

// suggestRented returns providers and vehicles, if the module rents out.
func (h *Handlers) suggestRented(ctx context.Context, in *suggestInput, d *catalog.Directory) ([]suggestion, error) {
	if !d.IsRental(in.ModuleID()) {
		return nil, nil
	}
	f, err := h.rentalFilter(ctx, &in.Scope)
	if err != nil {
		return nil, err
	}
	f.Search = in.Query
	found, err := h.Vehicles.Suggest(ctx, f)
	if err != nil {
		return nil, err
	}
	var list []suggestion
	texts := d.Texts(ctx)
	providerName := func(p *vehicle.Provider) string { return texts.Name(translation.Provider, p.Slug, p.Name) }
	for _, p := range found.Providers {
		list = append(list, suggestion{Kind: "provider", ID: p.ID, Slug: p.Slug, Name: providerName(p), ImageFullURL: view.PictureURL(d, p.Logo)})
	}
	for _, v := range found.Vehicles {
		one := suggestion{Kind: "vehicle", ID: v.ID, Slug: v.Slug, Name: texts.Name(translation.Vehicle, v.Slug, v.Name), StoreName: providerName(v.Owner)}
		if len(v.Pictures.V) > 0 {
			one.ImageFullURL = view.PictureURL(d, v.Pictures.V[0])
		}
		list = append(list, one)
	}
	return list, nil
}
