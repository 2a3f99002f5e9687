package api

import (
	"context"

	"hawker/internal/catalog"
	"hawker/internal/zone"
)

// listModules answers the modules of the zones in force (LOC-06).
func (s *Server) listModules(ctx context.Context, in *scopeInput) (*modulesOutput, error) {
	zones, err := s.zonesInForce(ctx, &in.Scope)
	if err != nil {
		return nil, err
	}
	town, err := s.Catalog.Town(ctx)
	if err != nil {
		return nil, err
	}
	out := new(modulesOutput)
	out.Body.Modules = viewModules(town, zones)
	return out, nil
}

// viewModules shows the active modules that at least one of the zones has, each
// with those that do.
func viewModules(town *catalog.Town, zones []zone.Zone) []moduleView {
	views := []moduleView{}
	for _, m := range town.Modules() {
		if view := viewModule(town, m, zones); len(view.Zones) > 0 {
			views = append(views, view)
		}
	}
	return views
}

func viewModule(town *catalog.Town, m catalog.Module, zones []zone.Zone) moduleView {
	view := moduleView{
		ID:          m.ID,
		Slug:        m.Slug,
		ModuleType:  m.Type,
		ModuleName:  m.Name,
		Description: m.Description,
		IconFullURL: pictureURL(town, m.Picture),
		Zones:       []moduleZone{},
	}
	for _, z := range zones {
		if z.Has(m.ID) {
			view.Zones = append(view.Zones, moduleZone{ID: z.ID})
		}
	}
	return view
}
