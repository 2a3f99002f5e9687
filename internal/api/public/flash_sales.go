package public

import (
	"context"

	"github.com/danielgtaylor/huma/v2"

	"hawker/internal/api/call"
	"hawker/internal/api/view"
	"hawker/internal/errs"
	"hawker/internal/offer"
	"hawker/internal/zone"
)

func (h *Handlers) registerFlashSales(a huma.API) {
	call.Get(a, "listFlashSales", "/flash-sales", h.listFlashSales)
	call.Get(a, "getFlashSale", "/flash-sales/{id}", h.getFlashSale)
}

// FlashSaleView is a flash sale with one page of its items, in their order. They carry
// the units that are left.
type FlashSaleView struct {
	ID       int64  `json:"id"`
	Slug     string `json:"slug"`
	Title    string `json:"title"`
	ModuleID int64  `json:"module_id"`
	view.RunView
	call.Paged
	Items []view.ItemView `json:"items" doc:"Items that are sold in the zones in force."`
}

type flashSalesInput struct {
	call.Scope
	call.Page
}

type flashSalesOutput struct {
	Body struct {
		Now        string          `json:"now" doc:"The server's time, for countdowns."`
		TotalSize  int             `json:"total_size" doc:"Number of flash sales. The response contains the first 20. The total_size inside each counts its items."`
		Limit      int             `json:"limit" doc:"Page size of the items of each flash sale."`
		Offset     int             `json:"offset" doc:"Page number of the items of each flash sale, from 1."`
		FlashSales []FlashSaleView `json:"flash_sales" doc:"Flash sales that run, and the next one if it begins within a day."`
	}
}

type flashSaleInput struct {
	ByID
	call.Page
}

// flashSaleDetail is a flash sale with the server's time.
type flashSaleDetail struct {
	FlashSaleView
	Now string `json:"now" doc:"The server's time, for countdowns."`
}

type flashSaleOutput struct{ Body flashSaleDetail }

// listFlashSales returns the flash sales that run, and the next one. They are so few that
// limit and offset choose the page of the items of each.
func (h *Handlers) listFlashSales(ctx context.Context, in *flashSalesInput) (*flashSalesOutput, error) {
	b, zones, err := h.offersView(ctx, &in.Scope)
	if err != nil {
		return nil, err
	}
	out := &flashSalesOutput{}
	out.Body.Now, out.Body.FlashSales = view.Clock(b.Now), []FlashSaleView{}
	sales, err := h.shownSales(ctx, b, in.ModuleID(), zones)
	if err != nil {
		return nil, err
	}
	for _, sale := range sales[:min(len(sales), maxSales)] {
		v, err := h.viewFlashSale(ctx, b, zones, sale, in.Page)
		if err != nil {
			return nil, err
		}
		out.Body.FlashSales = append(out.Body.FlashSales, v)
	}
	out.Body.TotalSize, out.Body.Limit, out.Body.Offset = len(sales), in.Limit, in.Offset
	return out, nil
}

// maxSales bounds the flash sales of one response. It is far more than run at a time.
const maxSales = 20

// shownSales returns the flash sales that run now, and the next one if it begins soon.
// Those without items that are sold in these zones are left out.
func (h *Handlers) shownSales(ctx context.Context, b view.Builder, moduleID int64, zones []zone.Zone) ([]*offer.FlashSale, error) {
	running, ahead := []*offer.FlashSale{}, []*offer.FlashSale{}
	for _, sale := range b.Directory.Offers().FlashSales(moduleID, idsOf(zones)) { // by their begin
		sold, err := h.soldOf(ctx, sale, zones)
		if err != nil {
			return nil, err
		}
		run := sale.Run(clockOf(zones, sale.In))
		switch {
		case len(sold) == 0:
		case run.Contains(b.Now):
			running = append(running, sale)
		case run.Begins.After(b.Now) && run.Begins.Before(b.Now.Add(soon)):
			ahead = append(ahead, sale)
		}
	}
	return append(running, ahead[:min(len(ahead), 1)]...), nil
}

// soldOf returns the ids of the items of a flash sale that are sold in these zones, in
// their order.
func (h *Handlers) soldOf(ctx context.Context, sale *offer.FlashSale, zones []zone.Zone) ([]int64, error) {
	ids := make([]int64, len(sale.Items))
	for n, i := range sale.Items {
		ids[n] = i.ItemID
	}
	return h.Catalog.SoldIn(ctx, ids, idsOf(zones))
}

// getFlashSale returns a flash sale by id or slug, also one that is over.
func (h *Handlers) getFlashSale(ctx context.Context, in *flashSaleInput) (*flashSaleOutput, error) {
	b, zones, err := h.offersView(ctx, &in.Scope)
	if err != nil {
		return nil, err
	}
	sale, err := b.Directory.Offers().FlashSale(in.ID)
	if err != nil {
		return nil, err
	}
	if !b.Directory.Module(sale.ModuleID).Active {
		return nil, errs.New(errs.NotFound, "This %s does not exist.", "flash sale")
	}
	v, err := h.viewFlashSale(ctx, b, zones, sale, in.Page)
	return &flashSaleOutput{Body: flashSaleDetail{FlashSaleView: v, Now: view.Clock(b.Now)}}, err
}

func (h *Handlers) viewFlashSale(ctx context.Context, b view.Builder, zones []zone.Zone, sale *offer.FlashSale, p call.Page) (FlashSaleView, error) {
	clock := clockOf(zones, sale.In)
	v := FlashSaleView{ID: sale.ID, Slug: sale.Slug, Title: b.FlashSaleTitle(sale), ModuleID: sale.ModuleID, RunView: b.Run(sale.Run(clock), clock)}
	sold, err := h.soldOf(ctx, sale, zones)
	if err != nil {
		return v, err
	}
	from := min((p.Offset-1)*p.Limit, len(sold))
	page, err := h.Catalog.ItemsOf(ctx, sold[from:min(from+p.Limit, len(sold))])
	v.Paged, v.Items = p.Of(len(sold)), b.Items(page)
	return v, err
}
