package options

import (
	"slices"
	"strings"

	"hawker/internal/money"
)

// Resolve checks a choice against the item. It returns a selection that may be
// sold, or all problems. A missing required choice is a problem, also when the item
// is added without its dialog (S7). Stock is checked by CheckStock.
func Resolve(item Item, choice Choice) (Selection, []Problem) {
	s := Selection{Item: item}
	var problems, more []Problem

	s.Variation, problems = resolveVariation(item, choice)
	if len(item.Groups) > 0 || len(item.Variations) == 0 {
		s.Groups, more = resolveGroups(item.Groups, choice.Variation)
		problems = append(problems, more...)
	}
	s.AddOns, more = resolveAddOns(item.AddOns, choice.AddOnIDs, choice.AddOnQtys)
	problems = append(problems, more...)
	if len(problems) > 0 {
		return Selection{}, problems
	}
	s.Base, s.AddOnsPrice = basePrice(s), addOnsPrice(s.AddOns)
	return s, nil
}

func basePrice(s Selection) money.Amount {
	base := s.Item.Price
	if s.Variation != nil {
		base = s.Variation.Price
	}
	for _, g := range s.Groups {
		for _, v := range g.Values {
			base += v.Price
		}
	}
	return min(max(base, 0), money.Limit)
}

func addOnsPrice(addOns []SelectedAddOn) money.Amount {
	var total money.Amount
	for _, a := range addOns {
		total += a.Price.MulRatio(a.Quantity, 1)
	}
	return min(max(total, 0), money.Limit)
}

// resolveVariation finds the variation by id or, for older clients, by their
// rule: the chosen labels joined must equal the type once dashes and spaces are
// gone. "A-BC" and "AB-C" are equal then, so more than one match is refused (D3).
func resolveVariation(item Item, choice Choice) (*Variation, []Problem) {
	if len(item.Variations) == 0 {
		if choice.VariationID != 0 {
			return nil, []Problem{unknownVariation}
		}
		return nil, nil
	}
	matches := func(v Variation) bool { return v.ID == choice.VariationID }
	if choice.VariationID == 0 {
		var joined strings.Builder
		if len(item.Groups) == 0 {
			for _, g := range choice.Variation {
				joined.WriteString(strings.Join(g.Values.Labels, ""))
			}
		}
		if joined.Len() == 0 {
			return nil, []Problem{problem(Required, "Please choose a variation.")}
		}
		wanted := undashed(joined.String())
		matches = func(v Variation) bool { return undashed(v.Type) == wanted }
	}
	found, err := only(item.Variations, matches, "variation")
	if err != nil {
		return nil, []Problem{*err}
	}
	return found, nil
}

var unknownVariation = problem(Unknown, "This variation is no longer offered.")

var undashed = strings.NewReplacer("-", "", " ", "").Replace

// resolveGroups returns the chosen groups in the item's order, and every rule that
// the choice breaks (ITEM-04).
func resolveGroups(groups []Group, chosen []ChosenGroup) ([]SelectedGroup, []Problem) {
	picked := map[int][]Value{} // by index of the group
	var problems []Problem
	for _, c := range chosen {
		g, err := only(groups, func(g Group) bool {
			return c.ID != 0 && g.ID == c.ID || c.ID == 0 && g.Name == c.Name
		}, c.Name)
		if err != nil {
			problems = append(problems, *err)
			continue
		}
		values, more := pickValues(*g, c.Values)
		at := slices.IndexFunc(groups, func(other Group) bool { return other.ID == g.ID })
		picked[at] = append(picked[at], values...)
		problems = append(problems, more...)
	}
	if len(problems) > 0 {
		return nil, problems
	}
	var selected []SelectedGroup
	for i, g := range groups {
		values := inOrder(g.Values, picked[i])
		if broken := checkGroup(g, len(values)); broken != nil {
			problems = append(problems, *broken)
		}
		if len(values) > 0 {
			selected = append(selected, SelectedGroup{ID: g.ID, Name: g.Name, Values: values})
		}
	}
	return selected, problems
}

// checkGroup returns the problem with choosing count values in the group, if there
// is one. A group that is not required may stay empty, even if it has a minimum.
func checkGroup(g Group, count int) *Problem {
	minCount, maxCount := g.bounds()
	switch {
	case count == 0 && g.Required:
		p := required(g.Name)
		return &p
	case count > 0 && (count < minCount || count > maxCount):
		p := outOfBounds(g.Name, minCount, maxCount)
		return &p
	}
	return nil
}

func pickValues(g Group, chosen ChosenValues) (picked []Value, problems []Problem) {
	find := func(name string, matches func(Value) bool) {
		if v, err := only(g.Values, matches, name); err != nil {
			problems = append(problems, *err)
		} else {
			picked = append(picked, *v)
		}
	}
	if len(chosen.IDs) > 0 {
		for _, id := range chosen.IDs {
			find(g.Name, func(v Value) bool { return v.ID == id })
		}
		return picked, problems
	}
	for _, label := range chosen.Labels {
		find(label, func(v Value) bool { return v.Label == label })
	}
	return picked, problems
}

// inOrder returns the picked values in the group's order, each once: naming a
// value twice chooses it once.
func inOrder(values, picked []Value) []Value {
	var ordered []Value
	for _, v := range values {
		if slices.ContainsFunc(picked, func(p Value) bool { return p.ID == v.ID }) {
			ordered = append(ordered, v)
		}
	}
	return ordered
}

// only returns the one candidate that matches. None or several is a problem with
// the name that was searched for.
func only[T any](candidates []T, matches func(T) bool, name string) (*T, *Problem) {
	var found *T
	for i := range candidates {
		if !matches(candidates[i]) {
			continue
		}
		if found != nil {
			p := problem(Ambiguous, "It is not clear which %s is meant. Please choose again.", name)
			return nil, &p
		}
		found = &candidates[i]
	}
	if found == nil {
		return nil, &unknownVariation
	}
	return found, nil
}

// resolveAddOns returns the add-ons in the item's order. One that is sent twice
// gets the sum of both quantities; one of quantity zero is left out (ITEM-05).
func resolveAddOns(offered []AddOn, ids, quantities []int64) ([]SelectedAddOn, []Problem) {
	if len(ids) != len(quantities) {
		return nil, []Problem{problem(AddOnAmount, "Each add-on needs a quantity.")}
	}
	counts := map[int64]int64{}
	var problems []Problem
	for i, id := range ids {
		at := slices.IndexFunc(offered, func(a AddOn) bool { return a.ID == id })
		if at < 0 {
			problems = append(problems, problem(AddOnUnknown, "An add-on is no longer offered."))
			continue
		}
		// Both bounds are checked before adding: the sum cannot overflow.
		if q := quantities[i]; q < 0 || q > MaxAddOnQuantity || counts[id]+q > MaxAddOnQuantity {
			problems = append(problems, problem(AddOnAmount, "%s can be added up to %d times.", offered[at].Name, MaxAddOnQuantity))
			continue
		}
		counts[id] += quantities[i]
	}
	var selected []SelectedAddOn
	for _, a := range offered {
		if n := counts[a.ID]; n > 0 {
			selected = append(selected, SelectedAddOn{AddOn: a, Quantity: n})
		}
	}
	return selected, problems
}
