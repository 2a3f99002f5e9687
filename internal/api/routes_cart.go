package api

import (
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"hawker/internal/options"
)

// registerCart is the shopper's cart: one per module, of one store. Every call on
// one cart returns all of its lines, so that the drawer merges nothing (CART-02).
func (s *Server) registerCart(a huma.API) {
	huma.Register(a, huma.Operation{OperationID: "createGuest", Method: http.MethodPost, Path: "/auth/guest"}, s.createGuest)
	huma.Register(a, by(shoppers, huma.Operation{OperationID: "listCarts", Method: http.MethodGet, Path: "/carts"}), s.listCarts)
	huma.Register(a, by(shoppers, huma.Operation{OperationID: "getCart", Method: http.MethodGet, Path: "/cart"}), s.getCart)
	huma.Register(a, by(shoppers, huma.Operation{OperationID: "postCart", Method: http.MethodPost, Path: "/cart"}), s.postCart)
	huma.Register(a, by(shoppers, huma.Operation{OperationID: "putCart", Method: http.MethodPut, Path: "/cart"}), s.putCart)
	huma.Register(a, by(shoppers, huma.Operation{OperationID: "deleteCart", Method: http.MethodDelete, Path: "/cart"}), s.deleteCart)
	huma.Register(a, by(shoppers, huma.Operation{OperationID: "deleteCartItems", Method: http.MethodDelete, Path: "/cart/items"}), s.deleteCartItems)
	huma.Register(a, by(shoppers, huma.Operation{OperationID: "deleteCartItem", Method: http.MethodDelete, Path: "/cart/items/{cart_id}"}), s.deleteCartItem)
}

type guestOutput struct {
	Body struct {
		GuestID string `json:"guest_id" doc:"A secret: whoever holds it is this guest."`
	}
}

// GuestQuery is how a guest says who they are on reads and deletes.
type GuestQuery struct {
	GuestHeader
	GuestID string `query:"guest_id" maxLength:"128" doc:"The guest's secret; absent when signed in."`
}

type cartInput struct {
	Scope
	GuestQuery
}
type cartOutput struct{ Body []cartLineView }

type listCartsInput struct{ GuestQuery }
type listCartsOutput struct {
	Body struct {
		Carts []heldCartView `json:"carts" doc:"Of every module in which the shopper has something, the one used last first."`
	}
}

// heldCartView is a cart in short: where it is, and how much is in it.
type heldCartView struct {
	ModuleID   int64         `json:"module_id"`
	ModuleType string        `json:"module_type"`
	Store      heldStoreView `json:"store"`
	Quantity   int64         `json:"quantity" doc:"Units of all its lines."`
}

// heldStoreView is what leads to the store of a cart.
type heldStoreView struct {
	ID   int64  `json:"id"`
	Slug string `json:"slug"`
	Name string `json:"name"`
}

// cartChoice is one group's choice, by its documented labels; ids win (D23).
type cartChoice struct {
	ID     string            `json:"id,omitempty" maxLength:"64"`
	Name   string            `json:"name,omitempty" maxLength:"200"`
	Type   string            `json:"type,omitempty" maxLength:"400" doc:"Non-food items: the chosen options joined (ITEM-06)."`
	Values *cartChoiceValues `json:"values,omitempty"`
}
type cartChoiceValues struct {
	Label []string `json:"label,omitempty" maxItems:"50"`
	IDs   []string `json:"ids,omitempty" maxItems:"50"`
}

// quantity is how many units a line has. The contract takes its bounds from the
// rule.
type quantity int64

// Schema is what the contract says of it.
func (quantity) Schema(huma.Registry) *huma.Schema {
	least, most := 1.0, float64(options.MaxQuantity)
	return &huma.Schema{Type: huma.TypeInteger, Format: "int64", Minimum: &least, Maximum: &most}
}

// CartPayload is the documented cart add payload (CART-09). The price is what
// the client showed; it is compared, never believed (C5).
type CartPayload struct {
	GuestID   string       `json:"guest_id,omitempty" maxLength:"128"`
	Model     string       `json:"model,omitempty" enum:"Item,ItemCampaign"`
	ItemID    int64        `json:"item_id" minimum:"1"`
	Quantity  quantity     `json:"quantity"`
	Price     float64      `json:"price,omitempty"`
	Variation []cartChoice `json:"variation,omitempty" maxItems:"50"`
	AddOnIDs  []int64      `json:"add_on_ids,omitempty" maxItems:"50"`
	AddOnQtys []int        `json:"add_on_qtys,omitempty" maxItems:"50"`
	Note      *string      `json:"note,omitempty" maxLength:"200" doc:"What the store should know about this line; absent in an update: it stays."`
}

type postCartInput struct {
	Scope
	GuestHeader
	Body struct {
		CartPayload
		ClearOther bool `json:"clear_other,omitempty" doc:"Empties a cart of another store first, in the same step (CART-05)."`
	}
}
type putCartInput struct {
	Scope
	GuestHeader
	Body struct {
		CartPayload
		CartID int64 `json:"cart_id" minimum:"1"`
	}
}
type deleteCartItemInput struct {
	Scope
	GuestQuery
	CartID int64 `path:"cart_id" minimum:"1"`
}
type deleteCartItemsInput struct {
	Scope
	GuestQuery
	ItemID int64 `query:"item_id" required:"true" minimum:"1"`
}

// cartLineView is one line: the documented fields, and what a drawer needs.
type cartLineView struct {
	ID             int64         `json:"id"`
	Item           itemView      `json:"item"`
	Quantity       int           `json:"quantity"`
	Price          float64       `json:"price" doc:"Of one, with its options and after discount, now."`
	OriginalPrice  float64       `json:"original_price" doc:"Of one, before discount."`
	Subtotal       float64       `json:"subtotal" doc:"Of the line, with add-ons, before discount; lines add up to the row of that name."`
	Total          float64       `json:"total" doc:"Of the line, with add-ons, after discount."`
	PriceWhenAdded float64       `json:"price_when_added" doc:"Of one, when it was added (CART-08)."`
	Variation      []cartChoice  `json:"variation"`
	AddOnIDs       []int64       `json:"add_on_ids"`
	AddOnQtys      []int         `json:"add_on_qtys"`
	Summary        string        `json:"summary" doc:"The choice in words."`
	Note           string        `json:"note"`
	Problems       []problemView `json:"problems"`
	Store          lineStoreView `json:"store"`
}

// lineStoreView is what a cart says of its store, which is the same on each line.
type lineStoreView struct {
	ID           int64   `json:"id"`
	Slug         string  `json:"slug"`
	Name         string  `json:"name"`
	Delivery     bool    `json:"delivery"`
	FreeDelivery bool    `json:"free_delivery" doc:"Delivery costs nothing, however far and however little."`
	MinimumOrder float64 `json:"minimum_order" doc:"Major units, before discount; 0: none."`
}

// problemView is a reason why something cannot be ordered as it is.
type problemView struct {
	Code    string `json:"code"`
	Message string `json:"message"`
	LineID  int64  `json:"line_id,omitempty" doc:"The cart line it is about."`
	Field   string `json:"field,omitempty"`
}
