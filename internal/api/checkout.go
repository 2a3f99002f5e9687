package api

import (
	"context"
	"slices"
	"time"

	"hawker/internal/errs"
	"hawker/internal/geo"
	"hawker/internal/order"
)

func (s *Server) quoteCheckout(ctx context.Context, in *quoteInput) (*quoteOutput, error) {
	r, err := s.readCheckout(ctx, &in.Scope, in.GuestHeader, in.Body)
	if err != nil {
		return nil, err
	}
	q, err := s.Orders.Quote(ctx, r)
	if err != nil {
		return nil, err
	}
	view, err := s.viewQuote(ctx, q)
	return &quoteOutput{Body: view}, err
}

func (s *Server) placeOrder(ctx context.Context, in *placeInput) (*placeOutput, error) {
	r, err := s.readCheckout(ctx, &in.Scope, in.GuestHeader, in.Body)
	if err != nil {
		return nil, err
	}
	placed, err := s.Orders.Place(ctx, in.IdempotencyKey, r)
	if err != nil {
		return nil, s.withQuote(ctx, err)
	}
	if r.AddressID != 0 {
		if err := s.Addresses.Used(ctx, signedIn(ctx).CustomerID, r.AddressID); err != nil && !errs.Is(err, errs.NotFound) {
			return nil, err
		}
	}
	out := new(placeOutput)
	out.Body.TrackingToken = s.Orders.Tokens.Tracking(placed.ID)
	out.Body.Order, err = s.viewOrder(ctx, placed)
	return out, err
}

// withQuote shows the quote that a refusal to place carries.
func (s *Server) withQuote(ctx context.Context, err error) error {
	list := errs.All(err)
	q, carried := list[0].Detail.(order.Quote)
	if !carried {
		return err
	}
	view, failed := s.viewQuote(ctx, q)
	if failed != nil {
		return failed
	}
	list = slices.Clone(list)
	list[0] = list[0].With(view)
	return list
}

// readCheckout reads the body that quotes and places.
func (s *Server) readCheckout(ctx context.Context, at *Scope, guest GuestHeader, b checkoutBody) (order.Request, error) {
	who, err := s.shopper(ctx, guest, b.GuestID)
	if err != nil {
		return order.Request{}, err
	}
	r := order.Request{
		ShopperID: who.ID, Guest: signedIn(ctx).CustomerID == 0, ModuleID: at.module(), Source: order.Source(b.Source), Type: order.Type(b.OrderType),
		PaymentMethod: b.PaymentMethod, OrderNote: b.OrderNote, DeliveryInstruction: b.DeliveryInstruction,
		UnavailableItemNote: b.UnavailableItemNote, Cutlery: b.Cutlery, ExtraPackaging: b.ExtraPackaging, Digest: b.QuoteDigest,
	}
	if r.Address, err = s.readPlace(ctx, b); err != nil {
		return r, err
	}
	r.AddressID = b.AddressID
	if r.Source == order.BuyNow {
		if b.Line == nil {
			return r, errs.New(errs.Invalid, "What would you like to buy?").On("line")
		}
		if r.Line, err = s.readLine(ctx, *b.Line); err != nil {
			return r, err
		}
	}
	if b.ScheduleAt != "" {
		if r.ScheduleAt, err = time.Parse(time.RFC3339, b.ScheduleAt); err != nil {
			return r, errs.New(errs.Invalid, "A time looks like 2026-01-31T12:00:00Z.").On("schedule_at").Because(err)
		}
	}
	return r, s.readAmounts(ctx, &r, b)
}

func (s *Server) readAmounts(ctx context.Context, r *order.Request, b checkoutBody) error {
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return err
	}
	if r.Tip, err = amount(settings.Currency.Money(), b.Tip, "tip"); err != nil {
		return err
	}
	r.AcceptedTotal, err = amount(settings.Currency.Money(), b.AcceptedTotal, "accepted_total")
	return err
}

// readPlace is where to: a saved address of the customer's own, or the one that
// the body says; nil for none.
func (s *Server) readPlace(ctx context.Context, b checkoutBody) (*order.Address, error) {
	if b.AddressID != 0 {
		who := signedIn(ctx).CustomerID
		if who == 0 {
			return nil, errNotSignedIn
		}
		saved, err := s.Addresses.Get(ctx, who, b.AddressID)
		if err != nil {
			return nil, err
		}
		return &order.Address{
			Address: saved.Address, Point: saved.Point(), Name: saved.Name, Phone: saved.Phone,
			Kind: saved.Kind, House: saved.House, Floor: saved.Floor, Road: saved.Road,
		}, nil
	}
	if b.Address == nil {
		return nil, nil
	}
	address := readAddress(*b.Address)
	return &address, nil
}

func readAddress(a addressBody) order.Address {
	return order.Address{
		Address: a.Address, Point: geo.Point{Lat: a.Latitude, Lng: a.Longitude}, Name: a.ContactPersonName, Phone: a.ContactPersonNumber,
		Email: a.ContactPersonEmail, Kind: a.AddressType, House: a.House, Floor: a.Floor, Road: a.Road,
	}
}
