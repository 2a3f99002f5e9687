package options

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"hawker/internal/money"
)

// Selection is a choice that the item allows, with its prices of today. Groups,
// values and add-ons are in the item's order, however the client sent them.
type Selection struct {
	Item      Item
	Variation *Variation // nil: the item has none
	Groups    []SelectedGroup
	AddOns    []SelectedAddOn

	// Base is the price of one unit before discounts and without add-ons: the
	// variation's price, or the item's, plus the chosen values'. Discounts are
	// taken from it (D19). Never below zero, whatever the values cost (M9).
	Base money.Amount

	// AddOnsPrice is what the add-ons of one unit cost together, never below zero.
	AddOnsPrice money.Amount
}

// SelectedGroup is a group with its chosen values, of which there is at least one.
type SelectedGroup struct {
	ID     int64
	Name   string
	Values []Value
}

// SelectedAddOn is an add-on and how many of it each unit carries, at least one.
type SelectedAddOn struct {
	AddOn
	Quantity int64
}

// Unit returns the undiscounted price of one unit with its add-ons.
func (s Selection) Unit() money.Amount { return s.Base + s.AddOnsPrice }

// Key identifies a line: the same item, options and add-ons have the same key in
// whatever order they were sent, different ones do not (S6).
func (s Selection) Key() string {
	var text strings.Builder
	fmt.Fprintf(&text, "item %d %t", s.Item.ID, s.Item.Campaign)
	if s.Variation != nil {
		fmt.Fprintf(&text, " variation %d", s.Variation.ID)
	}
	byGroup := func(a, b SelectedGroup) int { return cmp.Compare(a.ID, b.ID) }
	for _, g := range slices.SortedFunc(slices.Values(s.Groups), byGroup) {
		fmt.Fprintf(&text, " group %d", g.ID)
		byValue := func(a, b Value) int { return cmp.Compare(a.ID, b.ID) }
		for _, v := range slices.SortedFunc(slices.Values(g.Values), byValue) {
			fmt.Fprintf(&text, " value %d", v.ID)
		}
	}
	byAddOn := func(a, b SelectedAddOn) int { return cmp.Compare(a.ID, b.ID) }
	for _, a := range slices.SortedFunc(slices.Values(s.AddOns), byAddOn) {
		fmt.Fprintf(&text, " add-on %d × %d", a.ID, a.Quantity)
	}
	sum := sha256.Sum256([]byte(text.String()))
	return hex.EncodeToString(sum[:16])
}

// Choice returns the choice that resolves to this selection, with labels and ids.
// A cart stores it, and resolves it again whenever it is read.
func (s Selection) Choice() Choice {
	var c Choice
	if s.Variation != nil {
		c.VariationID = s.Variation.ID
		if len(s.Item.Groups) == 0 {
			c.Variation = []ChosenGroup{{Values: ChosenValues{Labels: []string{s.Variation.Type}}}}
		}
	}
	for _, g := range s.Groups {
		chosen := ChosenGroup{ID: g.ID, Name: g.Name}
		for _, v := range g.Values {
			chosen.Values.Labels = append(chosen.Values.Labels, v.Label)
			chosen.Values.IDs = append(chosen.Values.IDs, v.ID)
		}
		c.Variation = append(c.Variation, chosen)
	}
	for _, a := range s.AddOns {
		c.AddOnIDs = append(c.AddOnIDs, a.ID)
		c.AddOnQtys = append(c.AddOnQtys, a.Quantity)
	}
	return c
}
