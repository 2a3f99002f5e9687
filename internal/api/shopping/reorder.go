package shopping

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"hawker/internal/api/call"
	"hawker/internal/money"
	"hawker/internal/order"
	"hawker/internal/reorder"
	"hawker/internal/translation"
)

func (h *Handlers) registerReorder(a huma.API) {
	huma.Register(a, call.ByShoppers("reorder", http.MethodPost, "/orders/{id}/reorder"), h.reorder)
}

type reorderInput struct {
	call.Scope
	call.GuestHeader
	call.OrderToken
	ID   int64 `path:"id" minimum:"1"`
	Body struct {
		GuestID string `json:"guest_id,omitempty" maxLength:"128"`
		Token   string `json:"token,omitempty" maxLength:"128" doc:"The order's tracking token, if the order is not the caller's own."`
		Agreed  string `json:"agreed,omitempty" maxLength:"64" doc:"The digest of the response to which the shopper agreed."`
	}
}

type reorderOutput struct {
	Body struct {
		Done       bool              `json:"done" doc:"False: the cart was not changed. Ask the shopper, then call again with agreed."`
		Possible   bool              `json:"possible" doc:"False: nothing of the order can be bought now."`
		Digest     string            `json:"digest" doc:"Send it as agreed if the shopper agrees."`
		ModuleID   int64             `json:"module_id" doc:"The module of the cart into which the lines go."`
		ModuleType string            `json:"module_type"`
		Store      heldStoreView     `json:"store"`
		Closed     bool              `json:"closed" doc:"The store is closed now."`
		OtherStore string            `json:"other_store" doc:"The store whose lines would be removed from the cart; empty: none."`
		Lines      []reorderLineView `json:"lines" doc:"All lines of the order."`
	}
}

// reorderLineView is a line of the order as it would be bought now.
type reorderLineView struct {
	Name       string   `json:"name"`
	Options    string   `json:"options" doc:"The options that were ordered."`
	OptionsNow string   `json:"options_now" doc:"With options_changed: the present names of the options."`
	Quantity   int64    `json:"quantity" doc:"Units that were ordered."`
	Units      int64    `json:"units" doc:"Units that go into the cart; 0: none."`
	Cost       float64  `json:"cost" doc:"The price of all units that were ordered, after discount and before a coupon."`
	CostNow    float64  `json:"cost_now" doc:"What as many units cost now; 0: none can be bought."`
	Changes    []string `json:"changes" doc:"What is different from the order: item_gone, not_now, options_gone, out_of_stock, cart_full, fewer, options_changed, price_changed. With one of the first five, no unit goes into the cart."`
	Message    string   `json:"message" doc:"Why no unit goes into the cart, if the code in changes does not say it."`
}

// reorder puts the lines of an order into the caller's cart (ORD-04). Where something is
// not as it was it changes nothing and says what, until the shopper agrees to exactly
// that.
func (h *Handlers) reorder(ctx context.Context, in *reorderInput) (*reorderOutput, error) {
	who, err := in.Shopper(ctx, h.Shoppers, in.Body.GuestID)
	if err != nil {
		return nil, err
	}
	token, err := call.HeaderOrField(in.HeaderToken, in.Body.Token, "token")
	if err != nil {
		return nil, err
	}
	again, err := h.reorders.Reorder(ctx, reorder.Request{
		OrderID: in.ID, By: order.Owner{ShopperID: who.ID, Token: token}, ShopperID: who.ID, Agreed: in.Body.Agreed,
	})
	if err != nil {
		return nil, err
	}
	return h.reorderOutput(ctx, again)
}

func (h *Handlers) reorderOutput(ctx context.Context, again reorder.Result) (*reorderOutput, error) {
	directory, err := h.Catalog.Directory(ctx)
	if err != nil {
		return nil, err
	}
	settings, err := h.Settings.Get(ctx)
	if err != nil {
		return nil, err
	}
	out, currency, texts := new(reorderOutput), settings.Currency.Money(), directory.Texts(ctx)
	b := &out.Body
	b.Done, b.Possible, b.Digest, b.Closed = again.Done, again.Possible(), again.Digest, again.Closed
	b.OtherStore = texts.Name(translation.Store, again.OtherSlug, again.OtherStore)
	b.ModuleID, b.ModuleType = again.ModuleID, directory.Module(again.ModuleID).Type
	b.Store = heldStoreView{ID: again.Store.ID, Slug: again.Store.Slug, Name: texts.Name(translation.Store, again.Store.Slug, again.Store.Name)}
	b.Lines = viewReorderLines(ctx, currency, again)
	return out, nil
}

func viewReorderLines(ctx context.Context, m money.Currency, again reorder.Result) []reorderLineView {
	views := make([]reorderLineView, len(again.Lines))
	for i, l := range again.Lines {
		views[i] = reorderLineView{
			Name: l.Name, Options: l.Options, OptionsNow: l.OptionsNow, Quantity: l.Quantity, Units: l.Units,
			Cost: m.ToMajor(l.Cost), CostNow: m.ToMajor(l.CostNow), Changes: []string{}, Message: call.Say(ctx, l.Message),
		}
		for _, change := range l.Changes {
			views[i].Changes = append(views[i].Changes, string(change))
		}
	}
	return views
}
