package public

import (
	"context"

	"hawker/internal/api/call"
	"hawker/internal/api/view"
	"hawker/internal/catalog"
	"hawker/internal/errs"
	"hawker/internal/translation"

	"github.com/danielgtaylor/huma/v2"
)

func (h *Handlers) registerCategories(a huma.API) {
	call.Get(a, "listCategories", "/categories", h.listCategories)
	call.Get(a, "getCategory", "/categories/{id}", h.getCategory)
}

// categoryView is a category of a module.
type categoryView struct {
	ID           int64          `json:"id"`
	Slug         string         `json:"slug"`
	Name         string         `json:"name"`
	ModuleID     int64          `json:"module_id"`
	ParentID     int64          `json:"parent_id" doc:"0: the category is at the top level."`
	ImageFullURL string         `json:"image_full_url"`
	Featured     int            `json:"featured" enum:"0,1"`
	ItemCount    int            `json:"item_count" doc:"Number of its items in the zones in force."`
	Children     []categoryView `json:"childes"`
}

func viewCategory(ctx context.Context, directory *catalog.Directory, c catalog.CategoryCount) categoryView {
	v := categoryView{
		ID: c.ID, Slug: c.Slug, Name: directory.Texts(ctx).Name(translation.Category, c.Slug, c.Name), ModuleID: c.ModuleID, ImageFullURL: view.PictureURL(directory, c.Picture),
		Featured: view.Flag(c.Featured), ItemCount: c.Items, Children: viewCategories(ctx, directory, c.Children),
	}
	if c.ParentID != nil {
		v.ParentID = *c.ParentID
	}
	return v
}

func viewCategories(ctx context.Context, directory *catalog.Directory, counts []catalog.CategoryCount) []categoryView {
	views := make([]categoryView, len(counts))
	for n, c := range counts {
		views[n] = viewCategory(ctx, directory, c)
	}
	return views
}

type categoriesInput struct {
	call.Scope
	call.ShortPage
	ParentID int64 `query:"parent_id" minimum:"0" doc:"Only the children of this category."`
	Featured int   `query:"featured" minimum:"0" maximum:"1" doc:"1: only the featured ones."`
}

type categoriesOutput struct {
	Body struct {
		call.Paged
		Categories []categoryView `json:"categories"`
	}
}

type categoryOutput struct{ Body categoryView }

// listCategories returns the module's top categories with their children, the
// children of one category, or the featured ones (BRW-03).
func (h *Handlers) listCategories(ctx context.Context, in *categoriesInput) (*categoriesOutput, error) {
	at, err := h.listScope(ctx, &in.Scope)
	if err != nil {
		return nil, err
	}
	directory, err := h.Catalog.Directory(ctx)
	if err != nil {
		return nil, err
	}
	wanted := directory.Children(at.ModuleID, in.ParentID)
	if in.Featured == 1 {
		wanted = directory.Featured(at.ModuleID)
	}
	views, err := h.categoriesInScope(ctx, directory, at, wanted)
	out := new(categoriesOutput)
	out.Body.Paged, out.Body.Categories = call.PageOf(call.Page(in.ShortPage), views)
	return out, err
}

// getCategory returns a category by id or slug, of any module that is switched on.
func (h *Handlers) getCategory(ctx context.Context, in *ByID) (*categoryOutput, error) {
	at, err := h.listScope(ctx, &in.Scope)
	if err != nil {
		return nil, err
	}
	directory, err := h.Catalog.Directory(ctx)
	if err != nil {
		return nil, err
	}
	category, err := directory.Category(in.ID)
	if err != nil {
		return nil, err
	}
	if category.Archived || !directory.Module(category.ModuleID).Active {
		return nil, errs.New(errs.NotFound, "This category does not exist.")
	}
	views, err := h.categoriesInScope(ctx, directory, at, []*catalog.Category{category})
	if err != nil {
		return nil, err
	}
	return &categoryOutput{Body: views[0]}, nil
}

func (h *Handlers) categoriesInScope(ctx context.Context, directory *catalog.Directory, at catalog.Scope, categories []*catalog.Category) ([]categoryView, error) {
	counts, err := h.Catalog.CountCategories(ctx, directory, at.Zones, categories)
	if err != nil {
		return nil, err
	}
	return viewCategories(ctx, directory, counts), nil
}
