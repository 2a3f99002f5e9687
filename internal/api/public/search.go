package public

import (
	"context"

	"hawker/internal/api/call"
	"hawker/internal/api/view"
	"hawker/internal/catalog"

	"github.com/danielgtaylor/huma/v2"
)

func (h *Handlers) registerSearch(a huma.API) {
	call.Get(a, "search", "/search", h.search)
	call.Get(a, "suggestItems", "/items/suggest", h.suggestItems)
}

type suggestInput struct {
	call.Scope
	Query string `query:"q" maxLength:"100" required:"true"`
}

type suggestOutput struct {
	Body struct {
		Suggestions []suggestion `json:"suggestions"`
	}
}

type suggestion struct {
	Kind         string `json:"kind" enum:"item,store,category"`
	ID           int64  `json:"id"`
	Slug         string `json:"slug"`
	Name         string `json:"name"`
	StoreName    string `json:"store_name,omitempty"`
	ImageFullURL string `json:"image_full_url"`
}

type searchInput struct {
	call.Scope
	call.Page
	ItemFilter
	Query    string `query:"q" maxLength:"100"`
	DataType string `query:"data_type" enum:"all,item,store" default:"all"`
}

type searchOutput struct {
	Body struct {
		ItemTotal  int              `json:"item_total"`
		StoreTotal int              `json:"store_total"`
		Limit      int              `json:"limit"`
		Offset     int              `json:"offset"`
		Items      []view.ItemView  `json:"items"`
		Stores     []view.StoreView `json:"stores"`
	}
}

// search finds items and stores together. Without a query it lists the category
// (BRW-02).
func (h *Handlers) search(ctx context.Context, in *searchInput) (*searchOutput, error) {
	f, err := h.readItemFilter(ctx, in.ItemFilter)
	if err != nil {
		return nil, err
	}
	f.Search = in.Query
	out := &searchOutput{}
	out.Body.Limit, out.Body.Offset, out.Body.Items, out.Body.Stores = in.Limit, in.Offset, []view.ItemView{}, []view.StoreView{}
	if in.DataType != "store" {
		found, err := h.itemList(ctx, &in.Scope, in.Page, f)
		if err != nil {
			return nil, err
		}
		out.Body.ItemTotal, out.Body.Items = found.Body.TotalSize, found.Body.Items
	}
	if in.DataType != "item" {
		found, err := h.storeList(ctx, &in.Scope, in.Page, catalog.StoreFilter{Search: in.Query, CategoryID: in.CategoryID})
		if err != nil {
			return nil, err
		}
		out.Body.StoreTotal, out.Body.Stores = found.Body.TotalSize, found.Body.Stores
	}
	return out, nil
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
	town, err := h.Catalog.Town(ctx)
	if err != nil {
		return nil, err
	}
	out := &suggestOutput{}
	out.Body.Suggestions = make([]suggestion, len(found))
	for n, f := range found {
		out.Body.Suggestions[n] = suggestion{
			Kind: f.Kind, ID: f.ID, Slug: f.Slug, Name: f.Name, StoreName: f.StoreName, ImageFullURL: view.PictureURL(town, f.Picture),
		}
	}
	return out, nil
}
