package api

import (
	"context"

	"hawker/internal/catalog"
)

// listCategories answers the shelves at the top of the module with those below
// them, those of one parent, or the featured ones (BRW-03).
func (s *Server) listCategories(ctx context.Context, in *categoriesInput) (*categoriesOutput, error) {
	at, err := s.here(ctx, &in.Scope)
	if err != nil {
		return nil, err
	}
	town, err := s.Catalog.Town(ctx)
	if err != nil {
		return nil, err
	}
	wanted := town.Children(at.ModuleID, in.ParentID)
	if in.Featured == 1 {
		wanted = town.Featured(at.ModuleID)
	}
	views, err := s.viewCategories(ctx, town, at, wanted)
	out := &categoriesOutput{}
	out.Body.Categories = views
	return out, err
}

// getCategory answers a shelf by id or slug, whatever the module in force.
func (s *Server) getCategory(ctx context.Context, in *ByID) (*categoryOutput, error) {
	at, err := s.here(ctx, &in.Scope)
	if err != nil {
		return nil, err
	}
	town, err := s.Catalog.Town(ctx)
	if err != nil {
		return nil, err
	}
	category, err := town.Category(in.ID)
	if err != nil {
		return nil, err
	}
	views, err := s.viewCategories(ctx, town, at, []*catalog.Category{category})
	if err != nil {
		return nil, err
	}
	return &categoryOutput{Body: views[0]}, nil
}

func (s *Server) viewCategories(ctx context.Context, town *catalog.Town, at catalog.Place, categories []*catalog.Category) ([]categoryView, error) {
	shelves, err := s.Catalog.Shelves(ctx, town, at.Zones, categories)
	if err != nil {
		return nil, err
	}
	show, err := s.showcase(ctx, town)
	return show.viewShelves(shelves), err
}
