package shopping

import (
	"cmp"
	"context"

	"hawker/internal/api/call"
	"hawker/internal/errs"
	"hawker/internal/order"
	"hawker/internal/shopper"
)

// shopper returns who calls: the customer of the token, or the guest with this id.
func (h *Handlers) shopper(ctx context.Context, header GuestHeader, guestID string) (shopper.Shopper, error) {
	if session := call.Session(ctx); session.ShopperID != 0 {
		return shopper.Shopper{ID: session.ShopperID}, nil
	}
	guestID, err := headerOrField(header.HeaderGuestID, guestID, "guest_id")
	if err != nil {
		return shopper.Shopper{}, err
	}
	return h.Shoppers.Guest(ctx, guestID)
}

// shopperEvenRetired returns who asks, also a guest who has signed in since.
func (h *Handlers) shopperEvenRetired(ctx context.Context, header, field string) (int64, error) {
	if id := call.Session(ctx).ShopperID; id != 0 {
		return id, nil
	}
	guestID, err := headerOrField(header, field, "guest_id")
	if err != nil {
		return 0, err
	}
	return h.Shoppers.FindEvenRetired(ctx, guestID)
}

// Secrets may be sent in a header, which no log and no history of URLs contains, or in
// the documented field. Two that differ are refused.

// GuestHeader has the id of a guest.
type GuestHeader struct {
	HeaderGuestID string `header:"X-Guest-Id" maxLength:"128" doc:"The guest's secret; absent when signed in."`
}

// OrderToken has the tracking token of an order.
type OrderToken struct {
	HeaderToken string `header:"X-Order-Token" maxLength:"128" doc:"The order's tracking token, in the place of a session."`
}

// headerOrField returns a header, or the field that means the same.
func headerOrField(header, other, field string) (string, error) {
	if header != "" && other != "" && header != other {
		return "", errs.New(errs.Malformed, "The header and this field differ.").On(field)
	}
	return cmp.Or(header, other), nil
}

// GuestQuery has the id of a guest, for calls without a body.
type GuestQuery struct {
	GuestHeader
	GuestID string `query:"guest_id" maxLength:"128" doc:"The guest's secret; absent when signed in."`
}

// readOwner returns who asks for an order: the customer of the session, or anybody with
// the token.
func readOwner(ctx context.Context, header OrderToken, token string) (order.Owner, error) {
	token, err := headerOrField(header.HeaderToken, token, "token")
	return order.Owner{ShopperID: call.Session(ctx).ShopperID, Token: token}, err
}
