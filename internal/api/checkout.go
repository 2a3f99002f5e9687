package api

import (
	"context"
	"log/slog"
	"slices"
	"time"

	"hawker/internal/errs"
	"hawker/internal/geo"
	"hawker/internal/order"
)

func (s *Server) quoteCheckout(ctx context.Context, in *quoteInput) (*quoteOutput, error) {
	r, err := s.readOrder(ctx, &in.Scope, in.Body)
	if err != nil {
		return nil, err
	}
	if err := s.readShopper(ctx, &r, in.GuestHeader, in.Body); err != nil {
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
	r, err := s.readOrder(ctx, &in.Scope, in.Body)
	if err != nil {
		return nil, err
	}
	if err := s.readShopper(ctx, &r, in.GuestHeader, in.Body); err != nil {
		return s.placedBefore(ctx, in, r, err)
	}
	r.From = in.address
	placed, err := s.Orders.Place(ctx, in.IdempotencyKey, r)
	if err != nil {
		return nil, s.withQuote(ctx, err)
	}
	s.noteAddressUsed(ctx, r.AddressID)
	return s.placeOutput(ctx, placed)
}

// placedBefore returns the order that the key has placed, where there is one, and
// else why the request was refused before the key was looked up: its guest has
// signed in since, or its saved address is gone.
func (s *Server) placedBefore(ctx context.Context, in *placeInput, r order.Request, refused error) (*placeOutput, error) {
	if r.ShopperID = signedIn(ctx).ShopperID; r.ShopperID == 0 {
		guestID, err := oneOf(in.HeaderGuestID, in.Body.GuestID, "guest_id")
		if err != nil {
			return nil, err
		}
		if r.ShopperID, err = s.Shoppers.Holder(ctx, guestID); err != nil {
			return nil, err
		}
	}
	placed, known, err := s.Orders.PlacedBefore(ctx, in.IdempotencyKey, r)
	if err != nil {
		return nil, err
	}
	if !known {
		return nil, refused
	}
	return s.placeOutput(ctx, placed)
}

// noteAddressUsed puts the address first in the list from now on. The order is
// placed whatever becomes of that.
func (s *Server) noteAddressUsed(ctx context.Context, addressID int64) {
	if addressID == 0 {
		return
	}
	err := s.Addresses.Used(ctx, signedIn(ctx).CustomerID, addressID)
	if err != nil && !errs.Is(err, errs.NotFound) {
		slog.WarnContext(ctx, "could not note which address was used", "cause", err)
	}
}

func (s *Server) placeOutput(ctx context.Context, placed order.Whole) (_ *placeOutput, err error) {
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

// readOrder reads of the body that quotes and places what it says by itself.
func (s *Server) readOrder(ctx context.Context, at *Scope, b checkoutBody) (r order.Request, err error) {
	r = order.Request{
		AddressID: b.AddressID, ModuleID: at.module(), Source: order.Source(b.Source), Type: order.Type(b.OrderType),
		PaymentMethod: b.PaymentMethod, OrderNote: b.OrderNote, DeliveryInstruction: b.DeliveryInstruction,
		UnavailableItemNote: b.UnavailableItemNote, Cutlery: b.Cutlery, ExtraPackaging: b.ExtraPackaging, Digest: b.QuoteDigest,
	}
	if b.Address != nil {
		address := readAddress(*b.Address)
		r.Address = &address
	}
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

// readShopper reads who asks, and the saved address of theirs that the body names
// in the place of one.
func (s *Server) readShopper(ctx context.Context, r *order.Request, guest GuestHeader, b checkoutBody) error {
	who, err := s.shopper(ctx, guest, b.GuestID)
	if err != nil {
		return err
	}
	customer := signedIn(ctx).CustomerID
	r.ShopperID, r.Guest = who.ID, customer == 0
	if r.AddressID == 0 {
		return nil
	}
	if customer == 0 {
		return errNotSignedIn
	}
	saved, err := s.Addresses.Get(ctx, customer, r.AddressID)
	if err != nil {
		return err
	}
	r.Address = &order.Address{
		Address: saved.Address, Point: saved.Point(), Name: saved.Name, Phone: saved.Phone,
		Kind: saved.Kind, House: saved.House, Floor: saved.Floor, Road: saved.Road,
	}
	return nil
}

func readAddress(a addressBody) order.Address {
	return order.Address{
		Address: a.Address, Point: geo.Point{Lat: a.Latitude, Lng: a.Longitude}, Name: a.ContactPersonName, Phone: a.ContactPersonNumber,
		Email: a.ContactPersonEmail, Kind: a.AddressType, House: a.House, Floor: a.Floor, Road: a.Road,
	}
}
