package staff

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"hawker/internal/api/call"
	"hawker/internal/api/view"
	"hawker/internal/catalog"
)

func (h *Handlers) registerStock(a huma.API) {
	huma.Register(a, by(call.Vendors, "listVendorItems", http.MethodGet, "/vendor/items"), h.listItems)
	huma.Register(a, by(call.Vendors, "putVendorStock", http.MethodPut, "/vendor/items/{id}/stock"), h.putStock)
}

type vendorItemsInput struct {
	call.Scope
	call.Page
	Search string `query:"search" maxLength:"100" doc:"Words of the name, brand or tags."`
}

type vendorItemsOutput struct {
	Body struct {
		call.Paged
		Items []vendorItemView `json:"items" doc:"Sorted by name."`
	}
}

// vendorItemView is an item of the store, with its stock.
type vendorItemView struct {
	ID           int64            `json:"id"`
	Name         string           `json:"name"`
	ImageFullURL string           `json:"image_full_url"`
	Pools        []vendorPoolView `json:"pools" doc:"One for the item, or one for each variation."`

	// Not among the pools: a client that does not know campaigns would count the item instead.
	Campaigns []vendorCampaignView `json:"campaigns,omitempty" doc:"Campaigns of the item that are not over. A campaign has its own units, apart from those of the item."`
}

type vendorPoolView struct {
	VariationID int64  `json:"variation_id,omitempty" doc:"Absent: it is the stock of the item itself."`
	Name        string `json:"name,omitempty" doc:"Name of the variation."`
	Stock       *int64 `json:"stock" doc:"Null: not counted, so it never runs out."`
}

type vendorCampaignView struct {
	ID    int64  `json:"id"`
	Title string `json:"title"`
	Stock *int64 `json:"stock" doc:"Null: not counted, so it never runs out."`
}

type vendorStockInput struct {
	call.Scope
	ID   int64 `path:"id" minimum:"1"`
	Body struct {
		VariationID int64  `json:"variation_id,omitempty" minimum:"0" doc:"Required for an item that is sold in variations."`
		CampaignID  int64  `json:"campaign_id,omitempty" minimum:"0" doc:"A campaign of the item, whose units are set; without a variation. Absent: the units of the item."`
		Stock       int64  `json:"stock" minimum:"0" maximum:"1000000" doc:"Number of units now."`
		Uncounted   bool   `json:"uncounted,omitempty" doc:"The units are not counted any more: the item never runs out, and stock is ignored."`
		Expected    *int64 `json:"expected_stock,omitempty" minimum:"0" doc:"The stock that the store has seen. If an order has changed it since, the call is refused with 409, so that no unit is lost. Absent: not compared."`

		ExpectedUncounted bool `json:"expected_uncounted,omitempty" doc:"The store has seen that the units were not counted. If somebody has counted them since, the call is refused with 409."`
	}
}

// listItems returns the items of the vendor's store with their stock.
func (h *Handlers) listItems(ctx context.Context, in *vendorItemsInput) (*vendorItemsOutput, error) {
	directory, err := h.Catalog.Directory(ctx)
	if err != nil {
		return nil, err
	}
	items, total, err := h.Catalog.StoreItems(ctx, who(ctx).StoreID, in.Search, in.Paging())
	if err != nil {
		return nil, err
	}
	out := new(vendorItemsOutput)
	out.Body.Paged, out.Body.Items = in.Of(total), make([]vendorItemView, len(items))
	for n, i := range items {
		out.Body.Items[n] = viewItem(directory, i)
	}
	return out, nil
}

func viewItem(directory *catalog.Directory, i catalog.StoreItem) vendorItemView {
	v := vendorItemView{ID: i.ID, Name: i.Name, Pools: []vendorPoolView{}}
	if len(i.Pictures.V) > 0 {
		v.ImageFullURL = view.PictureURL(directory, i.Pictures.V[0])
	}
	for _, of := range i.Options.V.Variations {
		v.Pools = append(v.Pools, vendorPoolView{VariationID: of.ID, Name: of.Type, Stock: i.Stock.Left(of.ID)})
	}
	if len(v.Pools) == 0 {
		v.Pools = append(v.Pools, vendorPoolView{Stock: i.Stock.Left(0)})
	}
	for _, c := range i.Campaigns {
		v.Campaigns = append(v.Campaigns, vendorCampaignView{ID: c.ID, Title: c.Title, Stock: i.Stock.LeftOfCampaign(c.ID)})
	}
	return v
}

// putStock writes what the store has counted of an item of its own.
func (h *Handlers) putStock(ctx context.Context, in *vendorStockInput) (*call.MessageOutput, error) {
	counted := catalog.CountedStock{
		StoreID: who(ctx).StoreID, ItemID: in.ID, VariationID: in.Body.VariationID, CampaignID: in.Body.CampaignID,
		Units: &in.Body.Stock, Expected: in.Body.Expected, ExpectUncounted: in.Body.ExpectedUncounted,
	}
	if in.Body.Uncounted {
		counted.Units = nil
	}
	if err := h.Catalog.SetStock(ctx, counted); err != nil {
		return nil, err
	}
	h.StockChanged([]int64{in.ID})
	return call.NewMessage(ctx, "The stock is saved."), nil
}
