package staff

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"hawker/internal/api/call"
)

func (h *Handlers) registerStock(a huma.API) {
	huma.Register(a, by(call.Vendors, "putVendorStock", http.MethodPut, "/vendor/items/{id}/stock"), h.putStock)
}

type vendorStockInput struct {
	call.Scope
	ID   int64 `path:"id" minimum:"1"`
	Body struct {
		VariationID int64 `json:"variation_id,omitempty" minimum:"0" doc:"Required for an item that is sold in variations."`
		Stock       int64 `json:"stock" minimum:"0" maximum:"1000000" doc:"How many there are now."`
		Uncounted   bool  `json:"uncounted,omitempty" doc:"The units are no longer counted: the item never runs out, and stock is not read."`
	}
}

// putStock writes what the store has counted of an item of its own.
func (h *Handlers) putStock(ctx context.Context, in *vendorStockInput) (*call.MessageOutput, error) {
	units := &in.Body.Stock
	if in.Body.Uncounted {
		units = nil
	}
	if err := h.Catalog.SetStock(ctx, who(ctx).StoreID, in.ID, in.Body.VariationID, units); err != nil {
		return nil, err
	}
	h.StockChanged([]int64{in.ID})
	return call.NewMessage("The stock is saved."), nil
}
