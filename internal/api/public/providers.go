package public

import (
	"context"
	"slices"

	"github.com/danielgtaylor/huma/v2"

	"hawker/internal/api/call"
	"hawker/internal/api/view"
	"hawker/internal/catalog"
	"hawker/internal/translation"
	"hawker/internal/vehicle"
)

func (h *Handlers) registerProviders(a huma.API) {
	call.Get(a, "listProviders", "/rental/providers", h.listProviders)
	call.Get(a, "getProvider", "/rental/providers/{id}", h.getProvider)
	call.Get(a, "listProviderVehicles", "/rental/providers/{id}/vehicles", h.listProviderVehicles)
}

type rentalCategoriesOutput struct {
	Body struct {
		call.Paged
		Categories []rentalCategoryView `json:"categories" doc:"Categories that have vehicles, in order."`
	}
}

type rentalCategoryView struct {
	ID           int64  `json:"id"`
	Slug         string `json:"slug"`
	Name         string `json:"name"`
	ImageFullURL string `json:"image_full_url"`
	VehicleCount int    `json:"vehicle_count" doc:"Vehicles that can be picked up in the zones in force."`
}

// listRentalCategories returns the categories of the module that have vehicles (RNT-01).
func (h *Handlers) listRentalCategories(ctx context.Context, in *call.ShortListInput) (*rentalCategoriesOutput, error) {
	at, err := h.listScope(ctx, &in.Scope)
	if err != nil {
		return nil, err
	}
	directory, err := h.Catalog.Directory(ctx)
	if err != nil {
		return nil, err
	}
	counts, err := h.Vehicles.Categories(ctx, vehicle.Filter{Zones: at.Zones})
	if err != nil {
		return nil, err
	}
	texts, views := directory.Texts(ctx), []rentalCategoryView{}
	for _, c := range directory.Children(at.ModuleID, 0) {
		count := 0
		for _, id := range directory.Family(c.ID) {
			count += counts[id]
		}
		if count > 0 {
			views = append(views, rentalCategoryView{
				ID: c.ID, Slug: c.Slug, Name: texts.Name(translation.Category, c.Slug, c.Name), ImageFullURL: view.PictureURL(directory, c.Picture), VehicleCount: count,
			})
		}
	}
	out := new(rentalCategoriesOutput)
	out.Body.Paged, out.Body.Categories = call.PageOf(call.Page(in.ShortPage), views)
	return out, nil
}

type rentalBrandsOutput struct {
	Body struct {
		call.Paged
		Brands []choiceView `json:"brands" doc:"Sorted by name."`
	}
}

// listRentalBrands returns the brands of the vehicles of the zones and the module in force
// (RNT-01).
func (h *Handlers) listRentalBrands(ctx context.Context, in *call.ShortListInput) (*rentalBrandsOutput, error) {
	here, err := h.rentalFilter(ctx, &in.Scope)
	if err != nil {
		return nil, err
	}
	choices, err := h.Vehicles.Choices(ctx, here)
	out := new(rentalBrandsOutput)
	out.Body.Paged, out.Body.Brands = call.PageOf(call.Page(in.ShortPage), viewChoices(choices.Brands))
	return out, err
}

type providersInput struct {
	call.Scope
	call.Page
	Type   string `query:"type" enum:"all,popular,latest" default:"all" doc:"all: the best rated first; popular: the most rented; latest: the newest."`
	Search string `query:"search" maxLength:"100" doc:"Words of the provider's name or of its vehicles."`
}

type providersOutput struct {
	Body struct {
		call.Paged
		Providers []providerCountView `json:"providers"`
	}
}

type providerCountView struct {
	view.ProviderView
	VehicleCount int `json:"vehicle_count" doc:"Number of models that the provider rents out."`
}

var providerSorts = map[string]catalog.Sort{"popular": catalog.Popular, "latest": catalog.Newest}

func (h *Handlers) listProviders(ctx context.Context, in *providersInput) (*providersOutput, error) {
	f, err := h.rentalFilter(ctx, &in.Scope)
	if err != nil {
		return nil, err
	}
	f.Search, f.Sort = in.Search, providerSorts[in.Type]
	page, err := h.Vehicles.Providers(ctx, f, in.Paging())
	if err != nil {
		return nil, err
	}
	b, err := view.CurrentBuilder(ctx, h.Settings, h.Catalog)
	if err != nil {
		return nil, err
	}
	out := new(providersOutput)
	out.Body.Paged, out.Body.Providers = in.Of(page.Total), make([]providerCountView, len(page.Providers))
	for n, p := range page.Providers {
		out.Body.Providers[n] = providerCountView{b.Provider(p.Provider), p.Models}
	}
	return out, nil
}

type providerOutput struct{ Body providerPageView }

type providerPageView struct {
	view.ProviderView
	VehicleCount int    `json:"vehicle_count" doc:"Number of models that the provider rents out."`
	ModuleID     int64  `json:"module_id" doc:"The module in force if the provider rents out there, or nowhere; else the first module in which it does."`
	ModuleType   string `json:"module_type"`
}

// getProvider returns a provider by id or slug, of any zone. Its vehicles are counted as
// listProviderVehicles lists them in its module.
func (h *Handlers) getProvider(ctx context.Context, in *ByID) (*providerOutput, error) {
	p, err := h.Vehicles.Provider(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	f, err := h.rentalFilter(ctx, &in.Scope)
	if err != nil {
		return nil, err
	}
	f.Zones, f.ProviderID = nil, p.ID
	modules, err := h.Vehicles.ModulesOf(ctx, p.ID)
	if err != nil {
		return nil, err
	}
	module := in.ModuleID()
	if len(modules) > 0 && !slices.Contains(modules, module) {
		module = modules[0]
	}
	if f.ModuleID != 0 {
		f.ModuleID = module
	}
	own, err := h.Vehicles.Providers(ctx, f, call.Page{Limit: 1, Offset: 1}.Paging())
	if err != nil {
		return nil, err
	}
	b, err := view.CurrentBuilder(ctx, h.Settings, h.Catalog)
	out := &providerOutput{Body: providerPageView{ProviderView: b.Provider(p), ModuleID: module, ModuleType: b.Directory.Module(module).Type}}
	if len(own.Providers) > 0 {
		out.Body.VehicleCount = own.Providers[0].Models
	}
	return out, err
}

type providerVehiclesInput struct {
	ByID
	call.Page
	VehicleFilter
}

// listProviderVehicles returns the vehicles of a provider, of any zone.
func (h *Handlers) listProviderVehicles(ctx context.Context, in *providerVehiclesInput) (*vehiclesOutput, error) {
	p, err := h.Vehicles.Provider(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	f, err := h.readVehicleFilter(ctx, &in.Scope, in.VehicleFilter)
	if err != nil {
		return nil, err
	}
	f.Zones, f.ProviderID = nil, p.ID
	return h.vehicleList(ctx, in.Page, f)
}
