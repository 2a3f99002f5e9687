// Package options checks a shopper's choice on an item, such as a size and add-ons.
// It returns the selection, with its price and the stock that it takes, or the
// problems with it. It is pure: the item as it is now and the choice are arguments.
package options

import "hawker/internal/money"

// Bounds that keep every sum of one line far from overflow. They are above what a
// shop sells at once, and below most mistyped numbers.
const (
	MaxQuantity      = 9999 // units in one line
	MaxAddOnQuantity = 100  // of one add-on, for each unit
)

// Kind says how many values of a group may be chosen.
type Kind string

// The documented kinds (ITEM-14).
const (
	Single Kind = "single" // one at most
	Multi  Kind = "multi"  // between Min and Max
)

// Item is an item and what can be chosen on it, as the catalogue has it now.
type Item struct {
	ID         int64
	Campaign   bool         // an ItemCampaign, whose ids are its own
	Price      money.Amount // of one unit with nothing chosen
	Stock      *int64       // nil: unlimited
	Maximum    int64        // maximum_cart_quantity; zero: none
	Groups     []Group      // food variations
	Variations []Variation  // those of every other module
	AddOns     []AddOn
}

// Group is one food variation group, such as Size.
type Group struct {
	ID       int64
	Name     string
	Kind     Kind
	Min, Max int // of a multi group; a Max of zero means all its values
	Required bool
	Values   []Value
}

// bounds returns how many values may be chosen, if any is.
func (g Group) bounds() (minCount, maxCount int) {
	switch {
	case g.Kind == Single:
		return 1, 1
	case g.Max == 0:
		return g.Min, len(g.Values)
	default:
		return g.Min, g.Max
	}
}

// Value is one choice in a group. Its price is added to the item's and may be
// negative.
type Value struct {
	ID    int64
	Label string
	Price money.Amount
}

// Variation is one sellable form of an item that is not food, such as
// "Large-Red". Its price and stock replace the item's (ITEM-06).
type Variation struct {
	ID    int64
	Type  string
	Price money.Amount
	Stock *int64 // nil: unlimited
}

// AddOn is something extra that each unit may carry, several times.
type AddOn struct {
	ID    int64
	Name  string
	Price money.Amount
}
