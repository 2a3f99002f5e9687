package view

import (
	"cmp"
	"context"

	"hawker/internal/catalog"
	"hawker/internal/translation"
	"hawker/internal/zone"
)

// ModuleView is a kind of shopping (LOC-06).
type ModuleView struct {
	ID          int64        `json:"id"`
	Slug        string       `json:"slug"`
	ModuleType  string       `json:"module_type" enum:"grocery,pharmacy,ecommerce,food,parcel,rental"`
	ModuleName  string       `json:"module_name"`
	Description string       `json:"description"`
	IconFullURL string       `json:"icon_full_url"`
	Zones       []moduleZone `json:"zones"`
}

type moduleZone struct {
	ID int64 `json:"id"`
}

// Module returns the view of a module, with those of the zones that have it.
func Module(ctx context.Context, directory *catalog.Directory, m catalog.Module, zones []zone.Zone) ModuleView {
	texts := directory.Texts(ctx).Of(translation.Module, m.Slug)
	view := ModuleView{
		ID:          m.ID,
		Slug:        m.Slug,
		ModuleType:  m.Type,
		ModuleName:  cmp.Or(texts.Name, m.Name),
		Description: cmp.Or(texts.Description, m.Description),
		IconFullURL: PictureURL(directory, m.Picture),
		Zones:       []moduleZone{},
	}
	for _, z := range zones {
		if z.Has(m.ID) {
			view.Zones = append(view.Zones, moduleZone{ID: z.ID})
		}
	}
	return view
}
