package options_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hawker/internal/money"
	"hawker/internal/options"
)

func stock(n int64) *int64 { return &n }

// burger is food: a required single group, an optional multi group of two to
// three, and two add-ons.
func burger() options.Item {
	return options.Item{
		ID: 7, Price: 1000,
		Groups: []options.Group{
			{ID: 1, Name: "Size", Kind: options.Single, Required: true, Values: []options.Value{
				{ID: 11, Label: "Small", Price: -200}, {ID: 12, Label: "Large", Price: 350},
			}},
			{ID: 2, Name: "Extras", Kind: options.Multi, Min: 2, Max: 3, Values: []options.Value{
				{ID: 21, Label: "Cheese", Price: 100}, {ID: 22, Label: "Bacon", Price: 150},
				{ID: 23, Label: "Egg", Price: 80}, {ID: 24, Label: "Onion", Price: 0},
			}},
		},
		AddOns: []options.AddOn{{ID: 31, Name: "Fries", Price: 300}, {ID: 32, Name: "Cola", Price: 250}},
	}
}

// shirt is not food: joined labels find its variations, two of which look the
// same once dashes and spaces are gone.
func shirt() options.Item {
	return options.Item{
		ID: 8, Price: 2000, Stock: stock(5),
		Variations: []options.Variation{
			{ID: 41, Type: "Small-Sea Blue", Price: 1900, Stock: stock(3)},
			{ID: 42, Type: "Large-Red", Price: 2100, Stock: stock(0)},
			{ID: 43, Type: "A-BC", Price: 100}, {ID: 44, Type: "AB-C", Price: 200},
		},
	}
}

// picks is a choice by labels, a group each: name, label, label …
func picks(groups ...[]string) options.Choice {
	var c options.Choice
	for _, g := range groups {
		c.Variation = append(c.Variation, options.ChosenGroup{Name: g[0], Values: options.ChosenValues{Labels: g[1:]}})
	}
	return c
}

func byID(group int64, name string, values ...int64) options.ChosenGroup {
	return options.ChosenGroup{ID: group, Name: name, Values: options.ChosenValues{IDs: values}}
}

func TestResolvePrices_ITEM03_ITEM06_TRAP_D19(t *testing.T) {
	t.Parallel()
	small := []string{"Size", "Small"}
	tests := []struct {
		name         string
		item         options.Item
		choice       options.Choice
		base, addOns money.Amount
	}{
		{"an option with a negative price", burger(), picks(small), 800, 0},
		{"options add up", burger(), picks([]string{"Size", "Large"}, []string{"Extras", "Cheese", "Bacon"}), 1600, 0},
		{"the same value twice is chosen once", burger(), picks(small, []string{"Extras", "Egg", "Cheese", "Egg"}), 980, 0},
		{"one group named in two parts", burger(), picks(small, []string{"Extras", "Egg"}, []string{"Extras", "Cheese"}), 980, 0},
		{"add-ons have a price of their own", burger(), with(picks(small), []int64{31, 32}, []int64{2, 1}), 800, 850},
		{"an add-on named twice counts twice", burger(), with(picks(small), []int64{31, 31}, []int64{2, 1}), 800, 900},
		{"a variation replaces the price", shirt(), picks([]string{"Size", "Small"}, []string{"Colour", "Sea Blue"}), 1900, 0},
		{"joined without dashes and spaces", shirt(), picks([]string{"", "Small - SeaBlue"}), 1900, 0},
		{"stock is not checked here", shirt(), picks([]string{"Size", "Large"}, []string{"Colour", "Red"}), 2100, 0},
		{"nothing to choose", options.Item{ID: 9, Price: 500}, options.Choice{}, 500, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s, problems := options.Resolve(tt.item, tt.choice)
			if problems != nil {
				t.Fatal(problems)
			}
			if s.Base != tt.base || s.AddOnsPrice != tt.addOns || s.Unit() != tt.base+tt.addOns {
				t.Errorf("got %d and %d, want %d and %d", s.Base, s.AddOnsPrice, tt.base, tt.addOns)
			}
		})
	}
}

func with(c options.Choice, addOns, quantities []int64) options.Choice {
	c.AddOnIDs, c.AddOnQtys = addOns, quantities
	return c
}

func TestAddOnAtZeroIsGone_ITEM05_TRAP_D4(t *testing.T) {
	t.Parallel()
	s, problems := options.Resolve(burger(), with(picks([]string{"Size", "Small"}), []int64{31, 32}, []int64{0, 2}))
	if problems != nil {
		t.Fatal(problems)
	}
	want := []options.SelectedAddOn{{AddOn: options.AddOn{ID: 32, Name: "Cola", Price: 250}, Quantity: 2}}
	if diff := cmp.Diff(want, s.AddOns); diff != "" {
		t.Error(diff)
	}
}

func TestResolveRefuses_ITEM04_TRAP_S7(t *testing.T) {
	t.Parallel()
	const (
		needed = "Variation Size can not remain without selection."
		bounds = "Selected variation named Extras must be in between Minimum 2 and Maximum 3"
	)
	small := []string{"Size", "Small"}
	tests := []struct {
		name   string
		item   options.Item
		choice options.Choice
		want   []string
	}{
		{"quick add of an item with a required group", burger(), options.Choice{}, []string{needed}},
		{"a required group without values", burger(), picks([]string{"Size"}), []string{needed}},
		{"one below the minimum", burger(), picks(small, []string{"Extras", "Egg"}), []string{bounds}},
		{"one above the maximum", burger(), picks(small, []string{"Extras", "Egg", "Cheese", "Bacon", "Onion"}), []string{bounds}},
		{"every broken rule is reported", burger(), picks([]string{"Extras", "Egg"}), []string{needed, bounds}},
		{"two values of a single group", burger(), picks([]string{"Size", "Small", "Large"}),
			[]string{"Selected variation named Size must be in between Minimum 1 and Maximum 1"}},
		{"an unknown label", burger(), picks([]string{"Size", "small"}), []string{"This variation is no longer offered."}},
		{"an unknown group", burger(), picks(small, []string{"Colour", "Red"}), []string{"This variation is no longer offered."}},
		{"an unknown add-on", burger(), with(picks(small), []int64{99}, []int64{1}), []string{"An add-on is no longer offered."}},
		{"a negative add-on", burger(), with(picks(small), []int64{31}, []int64{-1}), []string{"Fries can be added up to 100 times."}},
		{"too many of an add-on", burger(), with(picks(small), []int64{31}, []int64{101}), []string{"Fries can be added up to 100 times."}},
		{"too many in two parts", burger(), with(picks(small), []int64{31, 31}, []int64{60, 41}), []string{"Fries can be added up to 100 times."}},
		{"an overflowing add-on", burger(), with(picks(small), []int64{31, 31}, []int64{1, 1<<63 - 1}), []string{"Fries can be added up to 100 times."}},
		{"an add-on without its quantity", burger(), with(picks(small), []int64{31, 32}, []int64{1}), []string{"Each add-on needs a quantity."}},
		{"no variation chosen", shirt(), options.Choice{}, []string{"Please choose a variation."}},
		{"half a variation", shirt(), picks([]string{"Size", "Small"}), []string{"This variation is no longer offered."}},
		{"a variation of an item without any", burger(), options.Choice{VariationID: 41, Variation: picks(small).Variation},
			[]string{"This variation is no longer offered."}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			_, problems := options.Resolve(tt.item, tt.choice)
			var got []string
			for _, p := range problems {
				got = append(got, p.Message)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestMaximumOfZeroIsAll_ITEM04(t *testing.T) {
	t.Parallel()
	item := burger()
	item.Groups[1].Max = 0
	if _, problems := options.Resolve(item, picks([]string{"Size", "Small"}, []string{"Extras", "Egg", "Cheese", "Bacon", "Onion"})); problems != nil {
		t.Error(problems)
	}
}

func TestIDsWin_TRAP_D3_TRAP_D23(t *testing.T) {
	t.Parallel()
	wrong := byID(1, "Extras", 12)
	wrong.Values.Labels = []string{"Small"}
	s, problems := options.Resolve(burger(), options.Choice{Variation: []options.ChosenGroup{wrong}})
	if problems != nil || s.Base != 1350 {
		t.Errorf("Large by id: %d, %v", s.Base, problems)
	}
	s, problems = options.Resolve(shirt(), options.Choice{VariationID: 44, Variation: picks([]string{"Size", "Small"}).Variation})
	if problems != nil || s.Variation.Type != "AB-C" {
		t.Errorf("AB-C by id: %+v, %v", s.Variation, problems)
	}
	if _, problems = options.Resolve(shirt(), options.Choice{VariationID: 45}); len(problems) != 1 || problems[0].Code != options.Unknown {
		t.Errorf("an unknown id: %v", problems)
	}
}

func TestGroupsOnTopOfAVariation_TRAP_D19(t *testing.T) {
	t.Parallel()
	pizza := burger()
	pizza.Variations = []options.Variation{{ID: 51, Type: "Small", Price: 1500}}
	choice := picks([]string{"Size", "Small"})
	if _, problems := options.Resolve(pizza, choice); len(problems) != 1 || problems[0].Code != options.Required {
		t.Errorf("a group's label is no variation's: %v", problems)
	}
	choice.VariationID = 51
	s, problems := options.Resolve(pizza, choice)
	if problems != nil || s.Base != 1300 {
		t.Errorf("got %d, %v", s.Base, problems)
	}
}

func TestAmbiguousIsRefused_TRAP_D3(t *testing.T) {
	t.Parallel()
	twins := burger()
	twins.Groups[1].Values[1].Label = "Cheese"
	namesakes := burger()
	namesakes.Groups[1].Name = "Size"
	tests := []struct {
		name   string
		item   options.Item
		choice options.Choice
	}{
		{"two types that join alike", shirt(), picks([]string{"", "ABC"})},
		{"two values of one label", twins, picks([]string{"Size", "Small"}, []string{"Extras", "Cheese", "Egg"})},
		{"two groups of one name", namesakes, picks([]string{"Size", "Small"})},
	}
	for _, tt := range tests {
		if _, problems := options.Resolve(tt.item, tt.choice); len(problems) != 1 || problems[0].Code != options.Ambiguous {
			t.Errorf("%s: %v", tt.name, problems)
		}
	}
}

func TestUnitNeverBelowZero_TRAP_M9(t *testing.T) {
	t.Parallel()
	item := burger()
	item.Groups[0].Values[0].Price = -1001
	item.AddOns[0].Price = -500
	s, problems := options.Resolve(item, with(picks([]string{"Size", "Small"}), []int64{31}, []int64{3}))
	if problems != nil || s.Base != 0 || s.AddOnsPrice != 0 {
		t.Errorf("got %d and %d, %v", s.Base, s.AddOnsPrice, problems)
	}
}

func TestHugePricesDoNotOverflow_TRAP_M9(t *testing.T) {
	t.Parallel()
	item := burger()
	item.Price, item.Groups[0].Values[0].Price, item.AddOns[0].Price = money.Limit, money.Limit, money.Limit
	s, problems := options.Resolve(item, with(picks([]string{"Size", "Small"}), []int64{31}, []int64{100}))
	if problems != nil || s.Base != money.Limit || s.AddOnsPrice != money.Limit {
		t.Errorf("got %d and %d, %v", s.Base, s.AddOnsPrice, problems)
	}
}

func TestChoiceReadsTheDocumentedPayload_CART09(t *testing.T) {
	t.Parallel()
	const payload = `{"variation":[{"name":"Size","values":{"label":["Large"]}},{"name":"Extras","values":{"label":["Egg","Bacon"]}}],
		"add_on_ids":[31],"add_on_qtys":[2]}`
	var choice options.Choice
	if err := json.Unmarshal([]byte(payload), &choice); err != nil {
		t.Fatal(err)
	}
	s, problems := options.Resolve(burger(), choice)
	if problems != nil || s.Unit() != 1000+350+80+150+600 {
		t.Errorf("got %d, %v", s.Unit(), problems)
	}
}
