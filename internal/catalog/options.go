package catalog

import (
	"hawker/internal/money"
	"hawker/internal/offer"
	"hawker/internal/options"
	"hawker/internal/stock"
)

// Options is what can be chosen on an item, the document of items.options. Food
// has Groups and AddOns; other modules have Axes and Variations. Ids are unique
// within the item (D23).
type Options struct {
	Axes       []Axis      `json:"axes,omitempty"`
	Variations []Variation `json:"variations,omitempty"`
	Groups     []Group     `json:"groups,omitempty"`
	AddOns     []AddOn     `json:"add_ons,omitempty"`
}

// Axis is one question about an item that is not food: Size with S, M and L.
type Axis struct {
	Title   string   `json:"title"`
	Options []string `json:"options"`
}

// Variation is one sellable form of an item, such as "Large-Red" (ITEM-06). Its
// price replaces the item's; it has a stock.Pool of its own.
type Variation struct {
	ID    int64        `json:"id"`
	Type  string       `json:"type"`
	Price money.Amount `json:"price"`
}

// Group is one food variation group (ITEM-14).
type Group struct {
	ID       int64        `json:"id"`
	Name     string       `json:"name"`
	Kind     options.Kind `json:"kind"`
	Min      int          `json:"min,omitempty"` // of a multi group
	Max      int          `json:"max,omitempty"` // 0: all its values
	Required bool         `json:"required,omitempty"`
	Values   []Value      `json:"values"`
}

// Value is one answer to a Group. Its price is added to that of the item.
type Value struct {
	ID    int64        `json:"id"`
	Label string       `json:"label"`
	Price money.Amount `json:"price"`
}

// AddOn is an extra of a unit, with a quantity of its own.
type AddOn struct {
	ID    int64        `json:"id"`
	Name  string       `json:"name"`
	Price money.Amount `json:"price"`
}

// ForChoice returns the item as package options takes it.
func (i *Item) ForChoice(left stock.Levels) options.Item {
	chosen := options.Item{ID: i.ID, Price: i.Price, Stock: left.Left(0), Maximum: i.MaximumQuantity}
	for _, g := range i.Options.V.Groups {
		group := options.Group{ID: g.ID, Name: g.Name, Kind: g.Kind, Min: g.Min, Max: g.Max, Required: g.Required}
		for _, v := range g.Values {
			group.Values = append(group.Values, options.Value(v))
		}
		chosen.Groups = append(chosen.Groups, group)
	}
	for _, v := range i.Options.V.Variations {
		chosen.Variations = append(chosen.Variations, options.Variation{ID: v.ID, Type: v.Type, Price: v.Price, Stock: left.Left(v.ID)})
	}
	for _, a := range i.Options.V.AddOns {
		chosen.AddOns = append(chosen.AddOns, options.AddOn(a))
	}
	return chosen
}

// ForCampaign returns the item as package options takes it when it is bought in a
// campaign: at the campaign's price, whatever variation is chosen, and from its stock.
func (i *Item) ForCampaign(c *offer.Campaign, left stock.Levels) options.Item {
	chosen := i.ForChoice(left)
	chosen.Campaign, chosen.Price, chosen.Stock, chosen.Maximum = true, c.Price, left.LeftOfCampaign(c.ID), c.Maximum
	for n := range chosen.Variations {
		chosen.Variations[n].Price, chosen.Variations[n].Stock = chosen.Price, chosen.Stock
	}
	return chosen
}
