package town

import (
	"strings"
	"sync"

	"hawker/internal/money"
	"hawker/internal/townfile"
)

// table reads the lines "name | cell | cell" of a menu file, without comments.
func table(file string) map[string][]string {
	lines := map[string][]string{}
	for line := range strings.Lines(read(file)) {
		if cells := list(line, "|"); len(cells) > 1 && !strings.HasPrefix(line, "#") {
			lines[cells[0]] = cells[1:]
		}
	}
	return lines
}

var (
	groupTable = sync.OnceValue(func() map[string][]string { return table("menus/options.txt") })
	addOnTable = sync.OnceValue(func() map[string][]string { return table("menus/addons.txt") })
	axisTable  = sync.OnceValue(func() map[string][]string { return table("menus/axes.txt") })
)

// foodChoices returns a dish's option groups and, from names with a plus, its add-ons.
func foodChoices(names []string) (groups []townfile.OptionGroup, addOns []townfile.AddOn) {
	values := int64(0)
	for _, name := range names {
		if menu, isAddOn := strings.CutPrefix(name, "+"); isAddOn {
			addOns = readAddOns(menu)
			continue
		}
		g := readGroup(name)
		g.ID = int64(len(groups) + 1)
		for i := range g.Values {
			values++
			g.Values[i].ID = values
		}
		groups = append(groups, g)
	}
	return groups, addOns
}

func readGroup(name string) townfile.OptionGroup {
	cells := groupTable()[name]
	if cells == nil {
		panic("no option group " + name)
	}
	how := strings.Fields(cells[1])
	g := townfile.OptionGroup{Name: cells[0], Type: how[0], Required: how[1] == "required"}
	if g.Type == "multi" {
		minCount, maxCount, _ := strings.Cut(how[2], "-")
		g.Min, g.Max = number(minCount), number(maxCount)
	}
	for _, pair := range list(cells[2], ",") {
		label, extra, _ := strings.Cut(pair, "=")
		g.Values = append(g.Values, townfile.Option{Label: label, Price: major(price(extra))})
	}
	return g
}

func readAddOns(name string) []townfile.AddOn {
	cells := addOnTable()[name]
	if cells == nil {
		panic("no add-ons " + name)
	}
	var addOns []townfile.AddOn
	for i, pair := range list(cells[0], ",") {
		label, cost, _ := strings.Cut(pair, "=")
		addOns = append(addOns, townfile.AddOn{ID: int64(i + 1), Name: label, Price: major(price(cost))})
	}
	return addOns
}

// variations returns an item's axes and all their combinations. A choice such as
// "1 kg 190" costs 190 percent of the base price.
func variations(name string, base money.Amount) (axes []townfile.ChoiceOption, all []townfile.Variation) {
	cells := axisTable()[name]
	if cells == nil {
		panic("no axes " + name)
	}
	type form struct {
		words   []string
		percent float64
	}
	forms := []form{{percent: 100}}
	for _, cell := range cells {
		title, choices, _ := strings.Cut(cell, ":")
		axis := townfile.ChoiceOption{Title: title}
		var longer []form
		labels, percents := readChoices(choices)
		axis.Options = labels
		for _, f := range forms {
			for i, label := range labels {
				words := append(append([]string{}, f.words...), strings.ReplaceAll(label, " ", ""))
				longer = append(longer, form{words, f.percent * percents[i] / 100})
			}
		}
		axes, forms = append(axes, axis), longer
	}
	for i, f := range forms {
		all = append(all, townfile.Variation{
			ID: int64(i + 1), Type: strings.Join(f.words, "-"), Price: major(rounded(float64(base) * f.percent / 100)),
		})
	}
	return axes, all
}

// readChoices splits choices into labels and percents. A percent is a last word of
// three digits, so that it differs from a number in the label.
func readChoices(text string) (labels []string, percents []float64) {
	for _, choice := range list(text, ",") {
		words := strings.Fields(choice)
		last := words[len(words)-1]
		if len(words) > 1 && len(last) == 3 && strings.Trim(last, "0123456789") == "" {
			labels = append(labels, strings.Join(words[:len(words)-1], " "))
			percents = append(percents, float64(number(last)))
			continue
		}
		labels = append(labels, choice)
		percents = append(percents, 100)
	}
	return labels, percents
}
