package shopping

import (
	"cmp"
	"context"

	"hawker/internal/api/call"
	"hawker/internal/errs"
	"hawker/internal/order"
	"hawker/internal/shopper"
)

// shopper is who shops: the customer of the token, or the guest who holds the
// secret. What they own is found by their id alone.
func (h *Handlers) shopper(ctx context.Context, header GuestHeader, guestID string) (shopper.Shopper, error) {
	if session := call.Session(ctx); session.ShopperID != 0 {
		return shopper.Shopper{ID: session.ShopperID}, nil
	}
	guestID, err := oneOf(header.HeaderGuestID, guestID, "guest_id")
	if err != nil {
		return shopper.Shopper{}, err
	}
	return h.Shoppers.Guest(ctx, guestID)
}

// Secrets may stand in a header, where no log of addresses and no history finds
// them, and where the documents put them. Two that differ are refused, so that
// nobody acts for another than the one who was checked.

// GuestHeader is how a guest says who they are.
type GuestHeader struct {
	HeaderGuestID string `header:"X-Guest-Id" maxLength:"128" doc:"The guest's secret; absent when signed in."`
}

// OrderToken is how whoever holds an order's tracking token says so.
type OrderToken struct {
	HeaderToken string `header:"X-Order-Token" maxLength:"128" doc:"The order's tracking token, in the place of a session."`
}

// oneOf returns what was given of a header and of the field that means the same.
func oneOf(header, other, field string) (string, error) {
	if header != "" && other != "" && header != other {
		return "", errs.New(errs.Malformed, "The header and this field differ.").On(field)
	}
	return cmp.Or(header, other), nil
}

// GuestQuery is how a guest says who they are on reads and deletes.
type GuestQuery struct {
	GuestHeader
	GuestID string `query:"guest_id" maxLength:"128" doc:"The guest's secret; absent when signed in."`
}

// owner is who asks for an order: the customer of the session, or whoever holds
// the token.
func owner(ctx context.Context, header OrderToken, token string) (order.Owner, error) {
	token, err := oneOf(header.HeaderToken, token, "token")
	return order.Owner{ShopperID: call.Session(ctx).ShopperID, Token: token}, err
}
