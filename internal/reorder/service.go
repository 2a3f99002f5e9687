// Package reorder puts the lines of a past order into the cart again (ORD-04). It reads
// the order and asks package cart to compare and add its lines; it stores nothing.
package reorder

import (
	"context"

	"hawker/internal/cart"
	"hawker/internal/errs"
	"hawker/internal/order"
)

// Service orders again. Safe for concurrent use.
type Service struct {
	Orders *order.Service
	Carts  *cart.Service
}

// Request is who orders what again.
type Request struct {
	OrderID   int64
	By        order.Owner // of the order
	ShopperID int64       // whose cart it goes into
	Agreed    string      // the digest of what the shopper was told; "": nothing yet
}

// Result is what was done, or what the shopper must be asked.
type Result struct {
	cart.Refill
	ModuleID int64 // of the cart
}

// Reorder adds the lines of an order to the shopper's cart of its module. If something
// is not as it was, it changes nothing and says what, until the shopper agrees.
func (s Service) Reorder(ctx context.Context, r Request) (Result, error) {
	found, err := s.Orders.Find(ctx, r.OrderID, r.By)
	if err != nil {
		return Result{}, err
	}
	if found.Type == order.Parcel {
		return Result{}, errs.New(errs.Conflict, "A parcel cannot be put into the cart.")
	}
	past := make([]cart.PastLine, len(found.Lines))
	for i, l := range found.Lines {
		past[i] = cart.PastLine{
			ItemID: l.ItemID, Name: l.Name, Options: l.Options, Choice: l.Choice.V, Quantity: l.Quantity, Note: l.Note, Cost: l.Total + l.Coupon,
		}
	}
	refill, err := s.Carts.Refill(ctx, r.ShopperID, found.ModuleID, found.StoreID, past, r.Agreed)
	return Result{Refill: refill, ModuleID: found.ModuleID}, err
}
