package pricing_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"

	"hawker/internal/money"
	"hawker/internal/options"
	"hawker/internal/pricing"
)

var update = flag.Bool("update", false, "write the vectors again")

// vector is one case of the file that the item dialog's running total is
// tested against (D20): the item as the API returns it, the choice as the cart
// call sends it, and the total in minor units.
type vector struct {
	Name     string       `json:"name"`
	Digits   int          `json:"digits"`
	Item     vectorItem   `json:"item"`
	Choice   vectorChoice `json:"choice"`
	Quantity int64        `json:"quantity"`
	Total    money.Amount `json:"total"`
}

type vectorItem struct {
	Price                    float64           `json:"price"`
	Discount                 float64           `json:"discount"`
	DiscountType             pricing.Kind      `json:"discount_type"`
	StoreDiscount            float64           `json:"store_discount"` // zero: none in force
	StoreDiscountType        pricing.Kind      `json:"store_discount_type"`
	StoreDiscountMinPurchase float64           `json:"store_discount_min_purchase"`
	StoreDiscountMax         float64           `json:"store_discount_max"` // zero: no cap
	FoodVariations           []vectorGroup     `json:"food_variations"`
	Variations               []vectorVariation `json:"variations"`
	AddOns                   []vectorAddOn     `json:"add_ons"`
}

type vectorGroup struct {
	ID     string        `json:"id"`
	Name   string        `json:"name"`
	Values []vectorValue `json:"values"`
}
type vectorValue struct {
	ID          string  `json:"id"`
	Label       string  `json:"label"`
	OptionPrice float64 `json:"optionPrice"`
}
type vectorVariation struct {
	ID    string  `json:"id"`
	Type  string  `json:"type"`
	Price float64 `json:"price"`
}
type vectorAddOn struct {
	ID    int64   `json:"id"`
	Name  string  `json:"name"`
	Price float64 `json:"price"`
}

type vectorChoice struct {
	Variation []vectorChosen `json:"variation"`
	AddOnIDs  []int64        `json:"add_on_ids"`
	AddOnQtys []int64        `json:"add_on_qtys"`
}
type vectorChosen struct {
	ID     string        `json:"id"`
	Name   string        `json:"name,omitempty"`
	Type   string        `json:"type,omitempty"`
	Values *vectorLabels `json:"values,omitempty"`
}
type vectorLabels struct {
	Labels []string `json:"label"`
	IDs    []string `json:"ids"`
}

// vectorCase is a case in the types of our packages.
type vectorCase struct {
	name     string
	item     options.Item
	discount pricing.Discount
	store    pricing.StoreDiscount
	choice   options.Choice
	quantity int64
}

// vectorFood and vectorShirt are the items of the cases: 10.00 with a size and
// extras, and 20.00 in two forms.
func vectorFood() options.Item {
	return options.Item{ID: 7, Price: 1000,
		Groups: []options.Group{
			{ID: 1, Name: "Size", Kind: options.Single, Values: []options.Value{
				{ID: 11, Label: "Small", Price: -200}, {ID: 12, Label: "Large", Price: 355}}},
			{ID: 2, Name: "Extras", Kind: options.Multi, Values: []options.Value{
				{ID: 21, Label: "Cheese", Price: 99}, {ID: 22, Label: "Bacon", Price: 150}, {ID: 23, Label: "No sauce", Price: -50}}}},
		AddOns: []options.AddOn{{ID: 31, Name: "Fries", Price: 305}, {ID: 32, Name: "Cola", Price: 250}}}
}

func vectorShirt() options.Item {
	return options.Item{ID: 8, Price: 2000, Variations: []options.Variation{
		{ID: 41, Type: "Small-Sea Blue", Price: 1999}, {ID: 42, Type: "Large-Red", Price: 2450}}}
}

func ticked(values ...int64) options.Choice {
	var c options.Choice
	for _, g := range vectorFood().Groups {
		chosen := options.ChosenGroup{ID: g.ID, Name: g.Name}
		for _, v := range g.Values {
			if slices.Contains(values, v.ID) {
				chosen.Values.IDs = append(chosen.Values.IDs, v.ID)
			}
		}
		if chosen.Values.IDs != nil {
			c.Variation = append(c.Variation, chosen)
		}
	}
	return c
}

func withAddOns(c options.Choice, fries, colas int64) options.Choice {
	c.AddOnIDs, c.AddOnQtys = []int64{31, 32}, []int64{fries, colas}
	return c
}

// vectorCases are the rules one by one, then a mixture.
func vectorCases() []vectorCase {
	food, shirt, none := vectorFood(), vectorShirt(), options.Choice{}
	cheap := vectorFood()
	cheap.Price = 150
	offered := func(d pricing.Discount, minPurchase, maxDiscount money.Amount) pricing.StoreDiscount {
		return pricing.StoreDiscount{Discount: d, MinPurchase: minPurchase, MaxDiscount: maxDiscount, Active: true}
	}
	nothing, noStore := pricing.Discount{}, pricing.StoreDiscount{}
	cases := []vectorCase{
		{"nothing chosen", food, nothing, noStore, none, 1},
		{"quantity", food, nothing, noStore, none, 3},
		{"an option adds", food, nothing, noStore, ticked(12), 1},
		{"an option with a negative price", food, nothing, noStore, ticked(11), 2},
		{"several options", food, nothing, noStore, ticked(12, 21, 22), 2},
		{"options never take a unit below zero", cheap, nothing, noStore, ticked(11), 4},
		{"and add-ons are still paid for", cheap, nothing, noStore, withAddOns(ticked(11), 1, 0), 4},
		{"add-ons are for each unit", food, nothing, noStore, withAddOns(none, 2, 1), 3},
		{"an add-on at zero is none", food, nothing, noStore, withAddOns(none, 0, 1), 1},
		{"a variation replaces the price", shirt, nothing, noStore, options.Choice{VariationID: 41}, 1},
		{"another variation", shirt, nothing, noStore, options.Choice{VariationID: 42}, 2},
		{"percent off", food, percent(1000), noStore, none, 1},
		{"percent off is rounded once for the line", shirt, percent(2500), noStore, options.Choice{VariationID: 41}, 3},
		{"half a cent rounds up", shirt, percent(5000), noStore, options.Choice{VariationID: 41}, 1},
		{"percent off options, not off add-ons", food, percent(1250), noStore, withAddOns(ticked(12, 21), 1, 1), 2},
		{"amount off each unit", food, flat(125), noStore, none, 4},
		{"no more off than it costs", food, flat(1200), noStore, withAddOns(none, 1, 0), 2},
		{"the store's discount", food, nothing, offered(percent(1500), 0, 0), none, 1},
		{"the larger is the store's", food, flat(100), offered(percent(1500), 0, 0), none, 2},
		{"the larger is the item's", food, flat(151), offered(percent(1500), 0, 0), none, 2},
		{"the larger changes with the options", food, flat(151), offered(percent(1500), 0, 0), ticked(12), 2},
		{"an amount off from the store", food, percent(500), offered(flat(75), 0, 0), none, 2},
		{"below the minimum purchase", food, nothing, offered(percent(1500), 2001, 0), none, 2},
		{"at the minimum purchase", food, nothing, offered(percent(1500), 2000, 0), none, 2},
		{"add-ons count for the minimum purchase", food, nothing, offered(percent(1500), 2001, 0), withAddOns(none, 1, 0), 2},
		{"the cap", food, nothing, offered(percent(1500), 0, 200), none, 2},
		{"the cap does not bring the item's discount back", food, flat(110), offered(percent(1500), 0, 200), none, 2},
		{"a discount that is not in force", food, nothing, pricing.StoreDiscount{Discount: percent(1500)}, none, 1},
	}
	random := rand.New(rand.NewPCG(20, 3)) // D20; a fixed seed
	for i := range 120 {
		cases = append(cases, mixedCase(i, random))
	}
	return cases
}

func mixedCase(i int, random *rand.Rand) vectorCase {
	discount := func() pricing.Discount {
		if random.IntN(2) == 0 {
			return percent(random.Int64N(60) * 125)
		}
		return flat(random.Int64N(400))
	}
	c := vectorCase{name: fmt.Sprintf("mixed %d", i+1), item: vectorFood(), discount: discount(), quantity: 1 + random.Int64N(12)}
	c.item.Price = money.Amount(random.Int64N(4000))
	c.store = pricing.StoreDiscount{Discount: discount(), Active: random.IntN(3) > 0,
		MinPurchase: money.Amount(random.Int64N(2) * random.Int64N(9000)), MaxDiscount: money.Amount(random.Int64N(2) * random.Int64N(900))}
	values := []int64{11 + random.Int64N(3)} // 13 is not a size: none is chosen
	for id := int64(21); id <= 23; id++ {
		if random.IntN(2) == 0 {
			values = append(values, id)
		}
	}
	c.choice = withAddOns(ticked(values...), random.Int64N(3), random.Int64N(3))
	return c
}

// view returns a case in the format of the API and of the cart call.
func (c vectorCase) view(t *testing.T, digits int) vector {
	t.Helper()
	selected, problems := options.Resolve(c.item, c.choice)
	if problems != nil {
		t.Fatalf("%s: %v", c.name, problems)
	}
	currency := money.Currency{Digits: digits}
	major := currency.ToMajor
	off := func(d pricing.Discount) (float64, pricing.Kind) {
		switch d.Kind {
		case pricing.Percent:
			return money.Rate(d.Value).Percent(), pricing.Percent
		default:
			return major(money.Amount(d.Value)), pricing.Flat
		}
	}
	v := vector{Name: c.name, Digits: digits, Quantity: c.quantity, Choice: viewChoice(selected),
		Item: vectorItem{Price: major(c.item.Price), FoodVariations: []vectorGroup{}, Variations: []vectorVariation{}, AddOns: []vectorAddOn{}},
		Total: pricing.RunningTotal(pricing.Line{Base: selected.Base, AddOns: selected.AddOnsPrice,
			Quantity: c.quantity, Discount: c.discount}, c.store)}
	v.Item.Discount, v.Item.DiscountType = off(c.discount)
	v.Item.StoreDiscountType = pricing.Percent
	if c.store.Active {
		v.Item.StoreDiscount, v.Item.StoreDiscountType = off(c.store.Discount)
		v.Item.StoreDiscountMinPurchase, v.Item.StoreDiscountMax = major(c.store.MinPurchase), major(c.store.MaxDiscount)
	}
	for _, g := range c.item.Groups {
		group := vectorGroup{ID: decimal(g.ID), Name: g.Name}
		for _, value := range g.Values {
			group.Values = append(group.Values, vectorValue{ID: decimal(value.ID), Label: value.Label, OptionPrice: major(value.Price)})
		}
		v.Item.FoodVariations = append(v.Item.FoodVariations, group)
	}
	for _, form := range c.item.Variations {
		v.Item.Variations = append(v.Item.Variations, vectorVariation{ID: decimal(form.ID), Type: form.Type, Price: major(form.Price)})
	}
	for _, a := range c.item.AddOns {
		v.Item.AddOns = append(v.Item.AddOns, vectorAddOn{ID: a.ID, Name: a.Name, Price: major(a.Price)})
	}
	return v
}

func viewChoice(s options.Selection) vectorChoice {
	view := vectorChoice{Variation: []vectorChosen{}, AddOnIDs: []int64{}, AddOnQtys: []int64{}}
	if s.Variation != nil {
		view.Variation = append(view.Variation, vectorChosen{ID: decimal(s.Variation.ID), Type: s.Variation.Type})
	}
	for _, g := range s.Groups {
		chosen := vectorChosen{ID: decimal(g.ID), Name: g.Name, Values: &vectorLabels{}}
		for _, v := range g.Values {
			chosen.Values.Labels = append(chosen.Values.Labels, v.Label)
			chosen.Values.IDs = append(chosen.Values.IDs, decimal(v.ID))
		}
		view.Variation = append(view.Variation, chosen)
	}
	for _, a := range s.AddOns {
		view.AddOnIDs, view.AddOnQtys = append(view.AddOnIDs, a.ID), append(view.AddOnQtys, a.Quantity)
	}
	return view
}

func decimal(id int64) string { return strconv.FormatInt(id, 10) }

func TestItemTotalVectorsAreFresh_TRAP_M10_TRAP_D20(t *testing.T) {
	t.Parallel()
	var vectors []vector
	for i, c := range vectorCases() {
		vectors = append(vectors, c.view(t, []int{2, 0, 3}[i%3]))
	}
	compareVectors(t, "testdata/item_total_vectors.json", vectors)
}

// compareVectors compares the file with the vectors, one on each line. The flag -update writes
// the file first.
func compareVectors[V any](t *testing.T, path string, vectors []V) {
	t.Helper()
	lines := make([][]byte, len(vectors))
	for i, v := range vectors {
		line, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		lines[i] = line
	}
	want := slices.Concat([]byte("[\n"), bytes.Join(lines, []byte(",\n")), []byte("\n]\n"))
	if *update {
		if err := os.WriteFile(path, want, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s is stale: go test ./internal/pricing -run Vectors -update", path)
	}
}
