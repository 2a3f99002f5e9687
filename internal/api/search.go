package api

import (
	"context"

	"hawker/internal/catalog"
)

// search finds items and stores together. With nothing typed it shows what is
// on the shelf asked for (BRW-02).
func (s *Server) search(ctx context.Context, in *searchInput) (*searchOutput, error) {
	f, err := s.filter(ctx, in.ItemFilter)
	if err != nil {
		return nil, err
	}
	f.Search = in.Query
	out := &searchOutput{}
	out.Body.Limit, out.Body.Offset, out.Body.Items, out.Body.Stores = in.Limit, in.Offset, []itemView{}, []StoreView{}
	if in.DataType != "store" {
		found, err := s.itemList(ctx, &in.Scope, in.Page, f)
		if err != nil {
			return nil, err
		}
		out.Body.ItemTotal, out.Body.Items = found.Body.TotalSize, found.Body.Items
	}
	if in.DataType != "item" {
		found, err := s.storeList(ctx, &in.Scope, in.Page, catalog.StoreFilter{Search: in.Query, CategoryID: in.CategoryID})
		if err != nil {
			return nil, err
		}
		out.Body.StoreTotal, out.Body.Stores = found.Body.TotalSize, found.Body.Stores
	}
	return out, nil
}

func (s *Server) suggestItems(ctx context.Context, in *suggestInput) (*suggestOutput, error) {
	at, err := s.here(ctx, &in.Scope)
	if err != nil {
		return nil, err
	}
	found, err := s.Catalog.Suggest(ctx, at, in.Query)
	if err != nil {
		return nil, err
	}
	town, err := s.Catalog.Town(ctx)
	if err != nil {
		return nil, err
	}
	out := &suggestOutput{}
	out.Body.Suggestions = make([]suggestion, len(found))
	for n, f := range found {
		out.Body.Suggestions[n] = suggestion{
			Kind: f.Kind, ID: f.ID, Slug: f.Slug, Name: f.Name, StoreName: f.StoreName, ImageFullURL: pictureURL(town, f.Picture),
		}
	}
	return out, nil
}
