package api

import (
	"context"
	"strconv"

	"hawker/internal/cart"
	"hawker/internal/errs"
	"hawker/internal/options"
)

func (s *Server) getCart(ctx context.Context, in *cartInput) (*cartOutput, error) {
	who, err := s.shopper(ctx, in.GuestHeader, in.GuestID)
	if err != nil {
		return nil, err
	}
	return s.cartOutput(ctx)(s.Carts.List(ctx, who.ID, in.module()))
}

func (s *Server) listCarts(ctx context.Context, in *listCartsInput) (*listCartsOutput, error) {
	who, err := s.shopper(ctx, in.GuestHeader, in.GuestID)
	if err != nil {
		return nil, err
	}
	held, err := s.Carts.Held(ctx, who.ID)
	if err != nil {
		return nil, err
	}
	out := &listCartsOutput{}
	out.Body.Carts = viewHeld(held)
	return out, nil
}

func (s *Server) postCart(ctx context.Context, in *postCartInput) (*cartOutput, error) {
	who, err := s.shopper(ctx, in.GuestHeader, in.Body.GuestID)
	if err != nil {
		return nil, err
	}
	line, err := s.readLine(ctx, in.Body.CartPayload)
	if err != nil {
		return nil, err
	}
	line.ClearOther = in.Body.ClearOther
	return s.cartOutput(ctx)(s.Carts.Add(ctx, who.ID, in.module(), line))
}

func (s *Server) putCart(ctx context.Context, in *putCartInput) (*cartOutput, error) {
	who, err := s.shopper(ctx, in.GuestHeader, in.Body.GuestID)
	if err != nil {
		return nil, err
	}
	line, err := s.readLine(ctx, in.Body.CartPayload)
	if err != nil {
		return nil, err
	}
	return s.cartOutput(ctx)(s.Carts.Update(ctx, who.ID, in.module(), in.Body.CartID, line))
}

func (s *Server) deleteCart(ctx context.Context, in *cartInput) (*cartOutput, error) {
	who, err := s.shopper(ctx, in.GuestHeader, in.GuestID)
	if err != nil {
		return nil, err
	}
	return s.cartOutput(ctx)(s.Carts.Clear(ctx, who.ID, in.module()))
}

func (s *Server) deleteCartItems(ctx context.Context, in *deleteCartItemsInput) (*cartOutput, error) {
	who, err := s.shopper(ctx, in.GuestHeader, in.GuestID)
	if err != nil {
		return nil, err
	}
	return s.cartOutput(ctx)(s.Carts.RemoveItem(ctx, who.ID, in.module(), in.ItemID))
}

func (s *Server) deleteCartItem(ctx context.Context, in *deleteCartItemInput) (*cartOutput, error) {
	who, err := s.shopper(ctx, in.GuestHeader, in.GuestID)
	if err != nil {
		return nil, err
	}
	return s.cartOutput(ctx)(s.Carts.Remove(ctx, who.ID, in.module(), in.CartID))
}

// cartOutput shows what a change left, or passes on why it was refused.
func (s *Server) cartOutput(ctx context.Context) func(cart.Basket, error) (*cartOutput, error) {
	return func(b cart.Basket, err error) (*cartOutput, error) {
		if err != nil {
			return nil, err
		}
		lines, err := s.viewLines(ctx, b)
		return &cartOutput{Body: lines}, err
	}
}

// readLine reads the documented payload (CART-09).
func (s *Server) readLine(ctx context.Context, p CartPayload) (cart.NewLine, error) {
	if p.Model == "ItemCampaign" {
		return cart.NewLine{}, errs.New(errs.NotFound, "This campaign has ended.").On("model")
	}
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return cart.NewLine{}, err
	}
	line := cart.NewLine{ItemID: p.ItemID, Quantity: int64(p.Quantity), Note: p.Note}
	// A shown price that is no amount of ours is one that we never showed.
	line.Shown, _ = settings.Currency.Money().FromFloat(p.Price)
	line.Choice, err = readChoice(p)
	return line, err
}

// readChoice reads what was ticked. A list that is absent says nothing; an empty
// one chooses nothing.
func readChoice(p CartPayload) (options.Choice, error) {
	c := options.Choice{AddOnIDs: p.AddOnIDs}
	for _, n := range p.AddOnQtys {
		c.AddOnQtys = append(c.AddOnQtys, int64(n))
	}
	if p.Variation != nil {
		c.Variation = []options.ChosenGroup{}
	}
	for _, v := range p.Variation {
		id, err := readOptionID(v.ID)
		if err != nil {
			return c, err
		}
		if v.Type != "" || id != 0 && v.Name == "" && v.Values == nil { // not food: one variation
			c.VariationID = id
			c.Variation = append(c.Variation, options.ChosenGroup{Values: options.ChosenValues{Labels: []string{v.Type}}})
			continue
		}
		group := options.ChosenGroup{ID: id, Name: v.Name}
		if v.Values != nil {
			group.Values.Labels = v.Values.Label
			for _, text := range v.Values.IDs {
				value, err := readOptionID(text)
				if err != nil {
					return c, err
				}
				group.Values.IDs = append(group.Values.IDs, value)
			}
		}
		c.Variation = append(c.Variation, group)
	}
	return c, nil
}

// readOptionID reads the id of a group, a value or a variation; "" is 0, none.
func readOptionID(text string) (int64, error) {
	if text == "" {
		return 0, nil
	}
	id, err := strconv.ParseInt(text, 10, 64)
	if err != nil || id < 1 {
		return 0, errs.New(errs.Invalid, "This variation is no longer offered.").On("variation")
	}
	return id, nil
}

// mergeCart chooses between the guest's cart and the account's, after a sign-in
// that found them to be of two stores (C1).
func (s *Server) mergeCart(ctx context.Context, in *mergeCartInput) (*cartOutput, error) {
	me := signedIn(ctx)
	if err := s.Accounts.SettleCarts(ctx, me, in.Body.GuestID, in.Body.Keep == "guest"); err != nil {
		return nil, err
	}
	return s.cartOutput(ctx)(s.Carts.List(ctx, me.ShopperID, in.module()))
}
