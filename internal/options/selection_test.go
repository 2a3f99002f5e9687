package options_test

import (
	"fmt"
	"math/big"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"hawker/internal/options"
)

// drawBurger ticks random boxes of the burger, by label or by id, in any order.
func drawBurger(t *rapid.T, item options.Item) options.Choice {
	var c options.Choice
	for _, g := range item.Groups {
		if !rapid.Bool().Draw(t, "choose "+g.Name) {
			continue
		}
		chosen := options.ChosenGroup{Name: g.Name}
		byID := rapid.Bool().Draw(t, "by id")
		for _, v := range rapid.SliceOfN(rapid.SampledFrom(g.Values), 0, 5).Draw(t, "values") {
			chosen.Values.Labels = append(chosen.Values.Labels, v.Label)
			if byID {
				chosen.ID, chosen.Values.IDs = g.ID, append(chosen.Values.IDs, v.ID)
			}
		}
		c.Variation = append(c.Variation, chosen)
	}
	for _, a := range rapid.SliceOfN(rapid.SampledFrom(item.AddOns), 0, 3).Draw(t, "add-ons") {
		c.AddOnIDs = append(c.AddOnIDs, a.ID)
		c.AddOnQtys = append(c.AddOnQtys, rapid.Int64Range(0, 3).Draw(t, "quantity"))
	}
	c.Variation = rapid.Permutation(c.Variation).Draw(t, "order")
	return c
}

// drawAllowed ticks boxes of the burger that may be ticked together.
func drawAllowed(t *rapid.T, item options.Item) options.Choice {
	label := func(v options.Value) string { return v.Label }
	extras := rapid.SampledFrom([]int{0, 2, 3}).Draw(t, "extras")
	return with(options.Choice{Variation: []options.ChosenGroup{
		{Name: "Size", Values: options.ChosenValues{Labels: []string{
			rapid.Map(rapid.SampledFrom(item.Groups[0].Values), label).Draw(t, "size"),
		}}},
		{Name: "Extras", Values: options.ChosenValues{Labels: rapid.SliceOfNDistinct(
			rapid.Map(rapid.SampledFrom(item.Groups[1].Values), label), extras, extras, rapid.ID).Draw(t, "extras"),
		}},
	}}, []int64{31, 32}, rapid.SliceOfN(rapid.Int64Range(0, 2), 2, 2).Draw(t, "add-ons"))
}

// meaning is a choice as a shopper sees it: the ticked labels and the count of each
// add-on, in any order. It is the oracle for what is accepted, for the price and
// for the key.
type meaning struct {
	Ticked map[string]bool
	AddOns map[int64]int64
}

func meaningOf(c options.Choice) meaning {
	m := meaning{Ticked: map[string]bool{}, AddOns: map[int64]int64{}}
	for _, g := range c.Variation {
		for _, label := range g.Values.Labels {
			m.Ticked[label] = true
		}
	}
	for i, id := range c.AddOnIDs {
		if m.AddOns[id] += c.AddOnQtys[i]; m.AddOns[id] == 0 {
			delete(m.AddOns, id)
		}
	}
	return m
}

func (m meaning) count(labels ...string) (n int) {
	for _, l := range labels {
		if m.Ticked[l] {
			n++
		}
	}
	return n
}

// allowed writes the burger's rules out: exactly one size, and no extras or two or three.
func (m meaning) allowed() bool {
	extras := m.count("Cheese", "Bacon", "Egg", "Onion")
	return m.count("Small", "Large") == 1 && (extras == 0 || extras == 2 || extras == 3)
}

func (m meaning) price() *big.Rat {
	sum := big.NewRat(1000, 1)
	add := func(n int64) { sum.Add(sum, big.NewRat(n, 1)) }
	for label, price := range map[string]int64{"Small": -200, "Large": 350, "Cheese": 100, "Bacon": 150, "Egg": 80, "Onion": 0} {
		if m.Ticked[label] {
			add(price)
		}
	}
	add(m.AddOns[31] * 300)
	add(m.AddOns[32] * 250)
	return sum
}

func TestResolveAgainstMeaning_ITEM04_TRAP_S7(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		c := drawBurger(t, burger())
		m := meaningOf(c)
		s, problems := options.Resolve(burger(), c)
		if (problems == nil) != m.allowed() {
			t.Fatalf("%+v: %v", m, problems)
		}
		if problems != nil {
			return
		}
		if got := big.NewRat(int64(s.Unit()), 1); got.Cmp(m.price()) != 0 {
			t.Fatalf("%+v costs %v, want %v", m, got, m.price())
		}
	})
}

func TestKey_TRAP_S6(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		a, b := drawAllowed(t, burger()), drawAllowed(t, burger())
		if rapid.Bool().Draw(t, "the same again, shuffled") {
			b = a
			b.Variation = rapid.Permutation(a.Variation).Draw(t, "order")
			b.AddOnIDs, b.AddOnQtys = []int64{32, 31}, []int64{a.AddOnQtys[1], a.AddOnQtys[0]}
		}
		first, problems := options.Resolve(burger(), a)
		second, more := options.Resolve(burger(), b)
		if problems != nil || more != nil {
			t.Fatal(problems, more)
		}
		same := cmp.Equal(meaningOf(a), meaningOf(b))
		if got := first.Key() == second.Key(); got != same {
			t.Fatalf("%+v and %+v: one line is %v", meaningOf(a), meaningOf(b), got)
		}
	})
}

func TestKeyTellsItemsApart_TRAP_S6(t *testing.T) {
	t.Parallel()
	campaign, other := burger(), burger()
	campaign.Campaign = true
	other.ID = 70
	keys := map[string]string{}
	for name, item := range map[string]options.Item{"item": burger(), "campaign": campaign, "other": other} {
		s, problems := options.Resolve(item, picks([]string{"Size", "Small"}))
		if problems != nil {
			t.Fatal(problems)
		}
		keys[s.Key()] = name
	}
	for _, id := range []int64{41, 42} {
		s, problems := options.Resolve(shirt(), options.Choice{VariationID: id})
		if problems != nil {
			t.Fatal(problems)
		}
		keys[s.Key()] = fmt.Sprint(id)
	}
	if len(keys) != 5 {
		t.Errorf("two lines share a key: %v", keys)
	}
}

// The ids of values count within their group.
func TestKeyTellsGroupsApart_TRAP_S6(t *testing.T) {
	t.Parallel()
	item := options.Item{ID: 7, Groups: []options.Group{
		{ID: 1, Name: "Sauce", Kind: options.Single, Values: []options.Value{{ID: 1, Label: "Hot"}}},
		{ID: 2, Name: "Soup", Kind: options.Single, Values: []options.Value{{ID: 1, Label: "Hot"}}},
	}}
	sauce, problems := options.Resolve(item, picks([]string{"Sauce", "Hot"}))
	soup, more := options.Resolve(item, picks([]string{"Soup", "Hot"}))
	if problems != nil || more != nil || sauce.Key() == soup.Key() {
		t.Errorf("hot sauce and hot soup are one line: %v, %v", problems, more)
	}
}

// A cart shows what it has stored, and finds it again after a rename: so each option has its
// label and its id. A group without a value is left out.
func TestChoice_CART09_HasLabelsAndIDs(t *testing.T) {
	t.Parallel()
	pizza := burger()
	pizza.Groups, pizza.Variations = pizza.Groups[:1], []options.Variation{{ID: 51, Type: "Family", Price: 1500}}
	small := options.ChosenGroup{ID: 1, Name: "Size", Values: options.ChosenValues{Labels: []string{"Small"}, IDs: []int64{11}}}
	tests := map[string]struct {
		item         options.Item
		choice, want options.Choice
	}{
		"options": {burger(), picks([]string{"Size", "Small"}), options.Choice{Variation: []options.ChosenGroup{small}}},
		"a variation": {shirt(), options.Choice{VariationID: 41}, options.Choice{
			VariationID: 41, Variation: []options.ChosenGroup{{Values: options.ChosenValues{Labels: []string{"Small-Sea Blue"}}}},
		}},
		"both": {pizza, options.Choice{VariationID: 51, Variation: picks([]string{"Size", "Small"}).Variation}, options.Choice{
			VariationID: 51, Variation: []options.ChosenGroup{small},
		}},
		"add-ons": {burger(), with(picks([]string{"Size", "Small"}), []int64{31}, []int64{2}), options.Choice{
			Variation: []options.ChosenGroup{small}, AddOnIDs: []int64{31}, AddOnQtys: []int64{2},
		}},
	}
	for name, tt := range tests {
		s, problems := options.Resolve(tt.item, tt.choice)
		if diff := cmp.Diff(tt.want, s.Choice()); problems != nil || diff != "" {
			t.Errorf("%s: %v %s", name, problems, diff)
		}
	}
}

// What a cart stores resolves to the same line.
func TestChoiceRoundTrip_TRAP_S6(t *testing.T) {
	t.Parallel()
	check := func(t interface{ Fatal(...any) }, item options.Item, c options.Choice) {
		first, problems := options.Resolve(item, c)
		if problems != nil {
			t.Fatal(problems)
		}
		second, problems := options.Resolve(item, first.Choice())
		if problems != nil {
			t.Fatal(problems)
		}
		if diff := cmp.Diff(first, second); diff != "" || first.Key() != second.Key() {
			t.Fatal(diff)
		}
	}
	rapid.Check(t, func(t *rapid.T) { check(t, burger(), drawAllowed(t, burger())) })
	check(t, shirt(), options.Choice{VariationID: 41})
}
