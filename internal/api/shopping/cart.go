package shopping

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"hawker/internal/api/call"
	"hawker/internal/cart"
	"hawker/internal/translation"
)

// registerCart has the calls on a shopper's carts: one for each module, whose lines are of one
// store. Every call on a cart returns all of its lines (CART-02).
func (h *Handlers) registerCart(a huma.API) {
	huma.Register(a, call.ByShoppers("listCarts", http.MethodGet, "/carts"), h.listCarts)
	huma.Register(a, call.ByShoppers("getCart", http.MethodGet, "/cart"), h.getCart)
	huma.Register(a, call.ByShoppers("postCart", http.MethodPost, "/cart"), h.postCart)
	huma.Register(a, call.ByShoppers("putCart", http.MethodPut, "/cart"), h.putCart)
	huma.Register(a, call.ByShoppers("deleteCart", http.MethodDelete, "/cart"), h.deleteCart)
	huma.Register(a, call.ByShoppers("deleteCartItems", http.MethodDelete, "/cart/items"), h.deleteCartItems)
	huma.Register(a, call.ByShoppers("deleteCartItem", http.MethodDelete, "/cart/items/{cart_id}"), h.deleteCartItem)
	huma.Register(a, call.ByCustomers("mergeCart", http.MethodPost, "/cart/merge"), h.mergeCart)
}

type cartInput struct {
	call.Scope
	call.GuestQuery
}

type cartOutput struct{ Body []cartLineView }

type listCartsInput struct {
	call.GuestQuery
	call.ShortPage
}

type listCartsOutput struct {
	Body struct {
		call.Paged
		Carts []heldCartView `json:"carts" doc:"A cart for every module in which the shopper has something, the one used last first."`
	}
}

// heldCartView is a cart in the list of carts.
type heldCartView struct {
	ModuleID   int64         `json:"module_id"`
	ModuleType string        `json:"module_type"`
	Store      heldStoreView `json:"store"`
	Quantity   int64         `json:"quantity" doc:"Number of units of all lines."`
}

type heldStoreView struct {
	ID   int64  `json:"id"`
	Slug string `json:"slug"`
	Name string `json:"name"`
}

type postCartInput struct {
	call.Scope
	call.GuestHeader
	Body struct {
		CartPayload
		ClearOther bool `json:"clear_other,omitempty" doc:"Empties a cart of another store first, in the same transaction (CART-05)."`
	}
}

type putCartInput struct {
	call.Scope
	call.GuestHeader
	Body struct {
		CartPayload
		CartID int64 `json:"cart_id" minimum:"1"`
	}
}

type deleteCartItemInput struct {
	call.Scope
	call.GuestQuery
	CartID int64 `path:"cart_id" minimum:"1"`
}

type deleteCartItemsInput struct {
	call.Scope
	call.GuestQuery
	ItemID int64 `query:"item_id" required:"true" minimum:"1"`
}

func (h *Handlers) getCart(ctx context.Context, in *cartInput) (*cartOutput, error) {
	who, err := in.Shopper(ctx, h.Shoppers, in.GuestID)
	if err != nil {
		return nil, err
	}
	return h.cartOutput(ctx)(h.Carts.List(ctx, who.ID, in.ModuleID()))
}

func (h *Handlers) listCarts(ctx context.Context, in *listCartsInput) (*listCartsOutput, error) {
	who, err := in.Shopper(ctx, h.Shoppers, in.GuestID)
	if err != nil {
		return nil, err
	}
	held, err := h.Carts.Overviews(ctx, who.ID)
	if err != nil {
		return nil, err
	}
	directory, err := h.Catalog.Directory(ctx)
	if err != nil {
		return nil, err
	}
	out := new(listCartsOutput)
	out.Body.Paged, out.Body.Carts = call.PageOf(call.Page(in.ShortPage), viewCarts(directory.Texts(ctx), held))
	return out, nil
}

func (h *Handlers) postCart(ctx context.Context, in *postCartInput) (*cartOutput, error) {
	who, err := in.Shopper(ctx, h.Shoppers, in.Body.GuestID)
	if err != nil {
		return nil, err
	}
	line, err := h.readLine(ctx, in.Body.CartPayload, false)
	if err != nil {
		return nil, err
	}
	line.ClearOther = in.Body.ClearOther
	return h.cartOutput(ctx)(h.Carts.Add(ctx, who.ID, in.ModuleID(), line))
}

func (h *Handlers) putCart(ctx context.Context, in *putCartInput) (*cartOutput, error) {
	who, err := in.Shopper(ctx, h.Shoppers, in.Body.GuestID)
	if err != nil {
		return nil, err
	}
	line, err := h.readLine(ctx, in.Body.CartPayload, false)
	if err != nil {
		return nil, err
	}
	return h.cartOutput(ctx)(h.Carts.Update(ctx, who.ID, in.ModuleID(), in.Body.CartID, line))
}

func (h *Handlers) deleteCart(ctx context.Context, in *cartInput) (*cartOutput, error) {
	who, err := in.Shopper(ctx, h.Shoppers, in.GuestID)
	if err != nil {
		return nil, err
	}
	return h.cartOutput(ctx)(h.Carts.Clear(ctx, who.ID, in.ModuleID()))
}

func (h *Handlers) deleteCartItems(ctx context.Context, in *deleteCartItemsInput) (*cartOutput, error) {
	who, err := in.Shopper(ctx, h.Shoppers, in.GuestID)
	if err != nil {
		return nil, err
	}
	return h.cartOutput(ctx)(h.Carts.RemoveItem(ctx, who.ID, in.ModuleID(), in.ItemID))
}

func (h *Handlers) deleteCartItem(ctx context.Context, in *deleteCartItemInput) (*cartOutput, error) {
	who, err := in.Shopper(ctx, h.Shoppers, in.GuestID)
	if err != nil {
		return nil, err
	}
	return h.cartOutput(ctx)(h.Carts.Remove(ctx, who.ID, in.ModuleID(), in.CartID))
}

// cartOutput turns what a use case of the cart returned into the response.
func (h *Handlers) cartOutput(ctx context.Context) func(cart.Contents, error) (*cartOutput, error) {
	return func(b cart.Contents, err error) (*cartOutput, error) {
		if err != nil {
			return nil, err
		}
		lines, err := h.viewLines(ctx, b)
		return &cartOutput{Body: lines}, err
	}
}

// mergeCart keeps either the guest's or the account's cart, after a sign-in that found
// them to be of different stores (C1).
func (h *Handlers) mergeCart(ctx context.Context, in *mergeCartInput) (*cartOutput, error) {
	me := call.Session(ctx)
	if err := h.SignIn.ResolveCartConflicts(ctx, me, in.Body.GuestID, in.Body.Keep == "guest"); err != nil {
		return nil, err
	}
	return h.cartOutput(ctx)(h.Carts.List(ctx, me.ShopperID, in.ModuleID()))
}

func viewCarts(texts translation.Reader, carts []cart.Overview) []heldCartView {
	views := []heldCartView{}
	for _, c := range carts {
		views = append(views, heldCartView{
			ModuleID: c.ModuleID, ModuleType: c.ModuleType, Quantity: c.Units,
			Store: heldStoreView{ID: c.StoreID, Slug: c.StoreSlug, Name: texts.Name(translation.Store, c.StoreSlug, c.StoreName)},
		})
	}
	return views
}

type mergeCartInput struct {
	call.Scope
	Body struct {
		GuestID string `json:"guest_id" maxLength:"128" doc:"The secret of the guest who signed in."`
		Keep    string `json:"keep" enum:"guest,account" doc:"Whose lines stay if the two carts are of different stores."`
	}
}
