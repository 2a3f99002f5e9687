package public

import (
	"cmp"
	"context"

	"hawker/internal/api/call"
	"hawker/internal/api/view"
	"hawker/internal/translation"

	"github.com/danielgtaylor/huma/v2"
)

func (h *Handlers) registerParcel(a huma.API) {
	call.Get(a, "listParcelCategories", "/parcel/categories", h.listParcelCategories)
	call.Get(a, "listParcelInstructions", "/parcel/instructions", h.listParcelInstructions)
}

// parcelCategoryView is what may be sent, and what it costs without surge, coupon and tax.
type parcelCategoryView struct {
	ID              int64   `json:"id"`
	Slug            string  `json:"slug"`
	Name            string  `json:"name"`
	Description     string  `json:"description"`
	ImageFullURL    string  `json:"image_full_url"`
	MaximumWeight   string  `json:"maximum_weight" doc:"The weight in words; empty: no maximum." example:"up to 5 kg"`
	BaseCharge      float64 `json:"base_charge"`
	PerKm           float64 `json:"per_km"`
	MinimumCharge   float64 `json:"minimum_charge" doc:"The least for the base charge and the distance together."`
	FurtherCharge   float64 `json:"further_charge" doc:"The charge for each package after the first."`
	MaximumQuantity int64   `json:"maximum_quantity" doc:"The most packages in one order."`
}

type parcelCategoriesOutput struct {
	Body struct {
		call.Paged
		Categories []parcelCategoryView `json:"categories" doc:"Sorted, at most 100."`
	}
}

type parcelInstructionView struct {
	ID   int64  `json:"id"`
	Text string `json:"text"`
}

type parcelInstructionsOutput struct {
	Body struct {
		call.Paged
		Instructions []parcelInstructionView `json:"instructions" doc:"What a sender may choose as the delivery_instruction for the rider; sorted, at most 100."`
	}
}

// listParcelCategories returns what may be sent in the module in force (PCL-01).
func (h *Handlers) listParcelCategories(ctx context.Context, in *call.ShortListInput) (*parcelCategoriesOutput, error) {
	directory, err := h.Catalog.Directory(ctx)
	if err != nil {
		return nil, err
	}
	settings, err := h.Settings.Get(ctx)
	if err != nil {
		return nil, err
	}
	categories, err := h.Parcels.Categories(ctx, in.ModuleID())
	if err != nil {
		return nil, err
	}
	views, major := make([]parcelCategoryView, len(categories)), settings.Currency.Money().ToMajor
	for n, c := range categories {
		texts := directory.Texts(ctx).Of(translation.ParcelCategory, c.Slug)
		views[n] = parcelCategoryView{
			ID: c.ID, Slug: c.Slug, Name: cmp.Or(texts.Name, c.Name), Description: cmp.Or(texts.Description, c.Description),
			ImageFullURL: view.PictureURL(directory, c.Picture), MaximumWeight: cmp.Or(texts.MaximumWeight, c.MaximumWeight),
			BaseCharge: major(c.BaseCharge), PerKm: major(c.PerKm), MinimumCharge: major(c.MinimumCharge), FurtherCharge: major(c.FurtherCharge), MaximumQuantity: c.MaximumQuantity,
		}
	}
	out := new(parcelCategoriesOutput)
	out.Body.Paged, out.Body.Categories = call.PageOf(call.Page(in.ShortPage), views)
	return out, nil
}

func (h *Handlers) listParcelInstructions(ctx context.Context, in *call.ShortListInput) (*parcelInstructionsOutput, error) {
	instructions, err := h.Parcels.Instructions(ctx)
	if err != nil {
		return nil, err
	}
	directory, err := h.Catalog.Directory(ctx)
	if err != nil {
		return nil, err
	}
	views := make([]parcelInstructionView, len(instructions))
	for n, i := range instructions {
		views[n] = parcelInstructionView{ID: i.ID, Text: cmp.Or(directory.Texts(ctx).Of(translation.ParcelInstruction, i.Slug).Text, i.Text)}
	}
	out := new(parcelInstructionsOutput)
	out.Body.Paged, out.Body.Instructions = call.PageOf(call.Page(in.ShortPage), views)
	return out, nil
}
