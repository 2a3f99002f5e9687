package shopping

import (
	"context"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"hawker/internal/api/view"
	"hawker/internal/cart"
	"hawker/internal/catalog"
	"hawker/internal/errs"
	"hawker/internal/options"
)

// cartChoice is the choice in one option group, by labels as documented or by ids,
// which win (D23).
type cartChoice struct {
	ID     string            `json:"id,omitempty" maxLength:"64"`
	Name   string            `json:"name,omitempty" maxLength:"200"`
	Type   string            `json:"type,omitempty" maxLength:"400" doc:"For non-food items: the chosen options joined (ITEM-06)."`
	Values *cartChoiceValues `json:"values,omitempty"`
}

type cartChoiceValues struct {
	Label []string `json:"label,omitempty" maxItems:"50"`
	IDs   []string `json:"ids,omitempty" maxItems:"50"`
}

// quantity is how many units a line has. Its bounds in the document come from the rule
// in package options.
type quantity int64

// Schema returns the bounds for the document.
func (quantity) Schema(huma.Registry) *huma.Schema {
	minQuantity, maxQuantity := 1.0, float64(options.MaxQuantity)
	return &huma.Schema{Type: huma.TypeInteger, Format: "int64", Minimum: &minQuantity, Maximum: &maxQuantity}
}

// CartPayload is the documented payload of a line (CART-09). The price is what the
// client showed; it is only compared (C5).
type CartPayload struct {
	GuestID   string       `json:"guest_id,omitempty" maxLength:"128"`
	Model     string       `json:"model,omitempty" enum:"Item,ItemCampaign" doc:"ItemCampaign: the item as its campaign sells it, in a checkout with the source campaign."`
	ItemID    int64        `json:"item_id" minimum:"1"`
	Quantity  quantity     `json:"quantity"`
	Price     float64      `json:"price,omitempty"`
	Variation []cartChoice `json:"variation,omitempty" maxItems:"50"`
	AddOnIDs  []int64      `json:"add_on_ids,omitempty" maxItems:"50"`
	AddOnQtys []int        `json:"add_on_qtys,omitempty" maxItems:"50"`
	Note      *string      `json:"note,omitempty" maxLength:"200" doc:"What the store should know about this line. Absent in an update: the note stays."`
}

// cartLineView is one line: the documented fields, and more for the cart drawer.
type cartLineView struct {
	ID             int64              `json:"id"`
	Item           view.ItemView      `json:"item"`
	Quantity       int                `json:"quantity"`
	Price          float64            `json:"price" doc:"The present price of one unit, with its options and after discount."`
	OriginalPrice  float64            `json:"original_price" doc:"The price of one unit before discount."`
	Subtotal       float64            `json:"subtotal" doc:"The price of the line with add-ons, before discount. The lines add up to the price row subtotal."`
	Total          float64            `json:"total" doc:"The price of the line with add-ons, after discount."`
	PriceAlone     float64            `json:"price_alone" doc:"The present price of one unit with its add-ons, after discount, if nothing else were in the cart."`
	PriceWhenAdded float64            `json:"price_when_added" doc:"What price_alone was when the line was added, or the lower price that the client sent then (CART-08); 0: the line is in no cart."`
	Variation      []cartChoice       `json:"variation"`
	AddOnIDs       []int64            `json:"add_on_ids"`
	AddOnQtys      []int              `json:"add_on_qtys"`
	Summary        string             `json:"summary" doc:"The choice in words."`
	Note           string             `json:"note"`
	Problems       []view.ProblemView `json:"problems"`
	Store          lineStoreView      `json:"store"`
}

// lineStoreView is the store of the cart, the same in each line.
type lineStoreView struct {
	ID           int64   `json:"id"`
	Slug         string  `json:"slug"`
	Name         string  `json:"name"`
	Delivery     bool    `json:"delivery"`
	FreeDelivery bool    `json:"free_delivery" doc:"Delivery is free at any distance and for any amount."`
	MinimumOrder float64 `json:"minimum_order" doc:"Major units, before discount; 0: no minimum."`
}

// readLine reads the documented payload (CART-09). An item of a campaign is bought by
// itself.
func (h *Handlers) readLine(ctx context.Context, p CartPayload, inCampaign bool) (cart.NewLine, error) {
	if p.Model != "" && (p.Model == "ItemCampaign") != inCampaign {
		return cart.NewLine{}, errs.New(errs.Invalid, "An item of a campaign is ordered by itself, with 'Order Now'.").On("model")
	}
	settings, err := h.Settings.Get(ctx)
	if err != nil {
		return cart.NewLine{}, err
	}
	line := cart.NewLine{ItemID: p.ItemID, Quantity: int64(p.Quantity), Note: p.Note}
	// An invalid price counts as not shown.
	line.Shown, _ = settings.Currency.Money().FromFloat(p.Price)
	line.Choice, err = readChoice(p)
	return line, err
}

// readChoice reads the chosen options. An absent list means no statement, an empty one
// no options.
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

// readOptionID reads the id of a group, a value or a variation; "" is 0, which is none.
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

// viewLines returns the views of a cart's lines, each with its item.
func (h *Handlers) viewLines(ctx context.Context, b cart.Contents) ([]cartLineView, error) {
	views := []cartLineView{}
	if len(b.Lines) == 0 {
		return views, nil
	}
	builder, err := view.CurrentBuilder(ctx, h.Settings, h.Catalog)
	if err != nil {
		return nil, err
	}
	ids := make([]int64, len(b.Lines))
	for i, l := range b.Lines {
		ids[i] = l.Item.ID
	}
	whole, err := h.Catalog.ByID(ctx, ids)
	if err != nil {
		return nil, err
	}
	for i := range b.Lines {
		l := &b.Lines[i]
		item, sold := whole[l.Item.ID]
		if !sold { // an inactive item still has a name
			item = &l.Item
		}
		views = append(views, viewLine(builder, l, item, &b.Store))
	}
	return views, nil
}

func viewLine(b view.Builder, l *cart.Line, item *catalog.Item, store *catalog.Store) cartLineView {
	v := cartLineView{
		ID: l.ID, Item: viewLineItem(b, l, item, store), Quantity: int(l.Quantity),
		Price: b.Money.ToMajor(l.Price()), OriginalPrice: b.Money.ToMajor(l.Selection.Base), Subtotal: b.Money.ToMajor(l.Priced.Gross), Total: b.Money.ToMajor(l.Priced.Taxable),
		PriceAlone: b.Money.ToMajor(l.AlonePrice), PriceWhenAdded: b.Money.ToMajor(l.AddedPrice),
		Variation: viewChoice(l), AddOnIDs: []int64{}, AddOnQtys: []int{}, Summary: summaryOf(b, l, item), Note: l.Note, Problems: viewProblems(b, l.Problems),
		Store: lineStoreView{
			ID: store.ID, Slug: store.Slug, Name: b.StoreName(store), Delivery: store.Delivery,
			FreeDelivery: b.Directory.DeliversFree(store), MinimumOrder: b.Money.ToMajor(store.MinimumOrder),
		},
	}
	v.AddOnIDs = append(v.AddOnIDs, l.Choice.AddOnIDs...)
	for _, n := range l.Choice.AddOnQtys {
		v.AddOnQtys = append(v.AddOnQtys, int(n))
	}
	return v
}

// summaryOf returns the choice of a line in the language of the response.
func summaryOf(b view.Builder, l *cart.Line, item *catalog.Item) string {
	texts := item.Translations.In(b.Language)
	return l.SummaryIn(b.Language, func(name string) string { return item.Options.V.Word(texts, name) })
}

// viewLineItem returns the item as the line buys it.
func viewLineItem(b view.Builder, l *cart.Line, item *catalog.Item, store *catalog.Store) view.ItemView {
	if l.Campaign != nil {
		return b.CampaignItem(item, store, l.Stock, l.Campaign)
	}
	return b.Item(item, store, l.Stock, l.Flash)
}

// viewChoice returns a choice in the form in which a client may send it.
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

func viewProblems(b view.Builder, problems []cart.Problem) []view.ProblemView {
	views := []view.ProblemView{}
	for _, p := range problems {
		views = append(views, view.ProblemView{Code: p.Code, Message: b.Say(p.Message), LineID: p.LineID, Field: p.Field})
	}
	return views
}
