package call

import (
	"cmp"
	"context"

	"hawker/internal/errs"
	"hawker/internal/purchase"
	"hawker/internal/shopper"
)

// Secrets may be sent in a header, which no log and no history of URLs contains, or in
// the documented field. Two that differ are refused.

// GuestHeader has the id of a guest.
type GuestHeader struct {
	HeaderGuestID string `header:"X-Guest-Id" maxLength:"128" doc:"The guest's secret; absent when signed in."`
}

// Shopper returns who calls: the customer of the token, or the guest with this id.
func (g GuestHeader) Shopper(ctx context.Context, shoppers *shopper.Service, guestID string) (shopper.Shopper, error) {
	if session := Session(ctx); session.ShopperID != 0 {
		return shopper.Shopper{ID: session.ShopperID}, nil
	}
	guestID, err := HeaderOrField(g.HeaderGuestID, guestID, "guest_id")
	if err != nil {
		return shopper.Shopper{}, err
	}
	return shoppers.Guest(ctx, guestID)
}

// ShopperEvenRetired returns who asks, also a guest who has signed in since.
func (g GuestHeader) ShopperEvenRetired(ctx context.Context, shoppers *shopper.Service, guestID string) (int64, error) {
	if id := Session(ctx).ShopperID; id != 0 {
		return id, nil
	}
	guestID, err := HeaderOrField(g.HeaderGuestID, guestID, "guest_id")
	if err != nil {
		return 0, err
	}
	return shoppers.FindEvenRetired(ctx, guestID)
}

// GuestQuery has the id of a guest, for calls without a body.
type GuestQuery struct {
	GuestHeader
	GuestID string `query:"guest_id" maxLength:"128" doc:"The guest's secret; absent when signed in."`
}

// OrderToken has the tracking token of an order or a trip.
type OrderToken struct {
	HeaderToken string `header:"X-Order-Token" maxLength:"128" doc:"The order's tracking token, instead of a session."`
}

// Owner returns who asks for an order or a trip: the customer of the session, or anybody
// with the token.
func (t OrderToken) Owner(ctx context.Context, token string) (purchase.Owner, error) {
	token, err := HeaderOrField(t.HeaderToken, token, "token")
	return purchase.Owner{ShopperID: Session(ctx).ShopperID, Token: token}, err
}

// HeaderOrField returns a header, or the field that means the same.
func HeaderOrField(header, other, field string) (string, error) {
	if header != "" && other != "" && header != other {
		return "", errs.New(errs.Malformed, "The header and this field differ.").On(field)
	}
	return cmp.Or(header, other), nil
}
