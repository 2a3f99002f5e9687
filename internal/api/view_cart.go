package api

import (
	"context"
	"strconv"

	"hawker/internal/cart"
	"hawker/internal/catalog"
	"hawker/internal/options"
)

// viewLines shows the lines of a basket, each with its item as lists show it.
func (s *Server) viewLines(ctx context.Context, b cart.Basket) ([]cartLineView, error) {
	views := []cartLineView{}
	if len(b.Lines) == 0 {
		return views, nil
	}
	town, err := s.Catalog.Town(ctx)
	if err != nil {
		return nil, err
	}
	show, err := s.showcase(ctx, town)
	if err != nil {
		return nil, err
	}
	ids := make([]int64, len(b.Lines))
	for i, l := range b.Lines {
		ids[i] = l.Item.ID
	}
	whole, err := s.Catalog.ByID(ctx, ids)
	if err != nil {
		return nil, err
	}
	for i := range b.Lines {
		l := &b.Lines[i]
		item, sold := whole[l.Item.ID]
		if !sold { // what is gone still has a name
			item = &l.Item
		}
		views = append(views, show.viewLine(l, item, &b.Store))
	}
	return views, nil
}

func viewHeld(carts []cart.Held) []heldCartView {
	views := []heldCartView{}
	for _, c := range carts {
		views = append(views, heldCartView{
			ModuleID: c.ModuleID, ModuleType: c.ModuleType, Quantity: c.Units,
			Store: heldStoreView{ID: c.StoreID, Slug: c.StoreSlug, Name: c.StoreName},
		})
	}
	return views
}

func (s showcase) viewLine(l *cart.Line, item *catalog.Item, store *catalog.Store) cartLineView {
	v := cartLineView{
		ID: l.ID, Item: s.viewItem(item, store, l.Stock), Quantity: int(l.Quantity),
		Price: s.money.ToMajor(l.Price()), OriginalPrice: s.money.ToMajor(l.Selection.Base), Subtotal: s.money.ToMajor(l.Priced.Gross), Total: s.money.ToMajor(l.Priced.Taxable),
		Variation: viewChoice(l), AddOnIDs: []int64{}, AddOnQtys: []int{}, Summary: l.Summary(), Note: l.Note, Problems: viewProblems(l.Problems),
		Store: lineStoreView{
			ID: store.ID, Slug: store.Slug, Name: store.Name, Delivery: store.Delivery,
			FreeDelivery: s.town.DeliversFree(store), MinimumOrder: s.money.ToMajor(store.MinimumOrder),
		},
	}
	// What others in the cart do to the price is no change of it.
	v.PriceWhenAdded = v.Price
	if l.AlonePrice != l.AddedPrice {
		v.PriceWhenAdded = s.money.ToMajor(l.AddedPrice - l.Selection.AddOnsPrice)
	}
	v.AddOnIDs = append(v.AddOnIDs, l.Choice.AddOnIDs...)
	for _, n := range l.Choice.AddOnQtys {
		v.AddOnQtys = append(v.AddOnQtys, int(n))
	}
	return v
}

// viewChoice answers a choice in the form in which it may be sent again.
func viewChoice(l *cart.Line) []cartChoice {
	if v := l.Selection.Variation; v != nil {
		return []cartChoice{{ID: optionID(v.ID), Type: v.Type, Values: &cartChoiceValues{Label: []string{v.Type}}}}
	}
	views := []cartChoice{}
	for _, g := range l.Choice.Variation {
		views = append(views, cartChoice{ID: optionID(g.ID), Name: g.Name, Values: viewValues(g.Values)})
	}
	return views
}

func viewValues(values options.ChosenValues) *cartChoiceValues {
	view := &cartChoiceValues{Label: values.Labels}
	for _, id := range values.IDs {
		view.IDs = append(view.IDs, optionID(id))
	}
	return view
}

func optionID(id int64) string {
	if id == 0 {
		return ""
	}
	return strconv.FormatInt(id, 10)
}

func viewProblems(problems []cart.Problem) []problemView {
	views := []problemView{}
	for _, p := range problems {
		views = append(views, problemView{Code: p.Code, Message: p.Message, LineID: p.LineID, Field: p.Field})
	}
	return views
}
