package public

import (
	"context"

	"hawker/internal/api/call"
	"hawker/internal/api/view"
	"hawker/internal/catalog"
	"hawker/internal/zone"
)

type modulesOutput struct {
	Body struct {
		call.Paged
		Modules []view.ModuleView `json:"modules"`
	}
}

// listModules returns the modules of the zones in force (LOC-06).
func (h *Handlers) listModules(ctx context.Context, in *call.ShortListInput) (*modulesOutput, error) {
	zones, err := h.zonesInForce(ctx, &in.Scope)
	if err != nil {
		return nil, err
	}
	directory, err := h.Catalog.Directory(ctx)
	if err != nil {
		return nil, err
	}
	out := new(modulesOutput)
	out.Body.Paged, out.Body.Modules = call.PageOf(call.Page(in.ShortPage), viewModules(ctx, directory, zones))
	return out, nil
}

// FindModule returns the id of the module of calls without one (LOC-06), for the zones of
// their header. If it cannot be read now, it is catalog.DefaultModuleID.
func (h *Handlers) FindModule(ctx context.Context, zoneIDsOfHeader []int64) int64 {
	id, err := h.defaultModule(ctx, zoneIDsOfHeader)
	if err != nil {
		return catalog.DefaultModuleID
	}
	return id
}

func (h *Handlers) defaultModule(ctx context.Context, zoneIDsOfHeader []int64) (int64, error) {
	zones, err := h.zonesOf(ctx, zoneIDsOfHeader)
	if err != nil {
		return 0, err
	}
	directory, err := h.Catalog.Directory(ctx)
	if err != nil {
		return 0, err
	}
	return directory.DefaultModule(zoneIDs(zones)).ID, nil
}

// viewModules returns the active modules that at least one of the zones has.
func viewModules(ctx context.Context, directory *catalog.Directory, zones []zone.Zone) []view.ModuleView {
	views := []view.ModuleView{}
	for _, m := range directory.Modules() {
		if view := view.Module(ctx, directory, m, zones); len(view.Zones) > 0 {
			views = append(views, view)
		}
	}
	return views
}
