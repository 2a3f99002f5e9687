package ordertest

import (
	"hawker/internal/catalog"
	"hawker/internal/options"
)

// WithMenu gives an item what food has: a required size (1: Small, 2: Large
// +2.00), up to two extras of two (3: Cheese +0.50, 4: Bacon +1.00) and an
// add-on (1: Cola 1.50).
func WithMenu(i *catalog.Item) {
	i.Options.V = catalog.Options{
		Groups: []catalog.Group{
			{ID: 1, Name: "Size", Kind: options.Single, Required: true, Values: []catalog.Value{
				{ID: 1, Label: "Small"}, {ID: 2, Label: "Large", Price: 200},
			}},
			{ID: 2, Name: "Extras", Kind: options.Multi, Min: 1, Max: 2, Values: []catalog.Value{
				{ID: 3, Label: "Cheese", Price: 50}, {ID: 4, Label: "Bacon", Price: 100},
			}},
		},
		AddOns: []catalog.AddOn{{ID: 1, Name: "Cola", Price: 150}},
	}
}

// WithVariations gives an item what goods have: 1 Large-Red at 5.00 and 2
// Small-Blue at 3.00.
func WithVariations(i *catalog.Item) {
	i.Options.V = catalog.Options{
		Axes:       []catalog.Axis{{Title: "Size", Options: []string{"Large", "Small"}}, {Title: "Colour", Options: []string{"Red", "Blue"}}},
		Variations: []catalog.Variation{{ID: 1, Type: "Large-Red", Price: 500}, {ID: 2, Type: "Small-Blue", Price: 300}},
	}
}

// Chosen is a choice of labels in one group.
func Chosen(group string, labels ...string) options.ChosenGroup {
	return options.ChosenGroup{Name: group, Values: options.ChosenValues{Labels: labels}}
}

// Small is the least that WithMenu takes.
func Small() options.Choice {
	return options.Choice{Variation: []options.ChosenGroup{Chosen("Size", "Small")}}
}
