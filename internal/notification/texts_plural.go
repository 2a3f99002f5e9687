package notification

import (
	"regexp"
	"strconv"
	"strings"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"
)

var (
	// pluralText is a plural as the catalogue has it: {points, plural, one {# point} other {# points}}.
	pluralText = regexp.MustCompile(`\{(\w+), plural,((?: \w+ \{[^{}]*\})+)\}`)
	pluralForm = regexp.MustCompile(`(\w+) \{([^{}]*)\}`)
)

var pluralNames = map[plural.Form]string{plural.Zero: "zero", plural.One: "one", plural.Two: "two", plural.Few: "few", plural.Many: "many"}

// choosePlurals replaces the plurals of a message by the form that its value needs in a
// language. values are pairs of name and value.
func choosePlurals(message, tag string, values []string) string {
	numbers := map[string]string{}
	for i := 0; i+1 < len(values); i += 2 {
		numbers[values[i]] = values[i+1]
	}
	return pluralText.ReplaceAllStringFunc(message, func(found string) string {
		parts := pluralText.FindStringSubmatch(found)
		number := numbers[parts[1]]
		text, name := "", pluralName(tag, number)
		for _, form := range pluralForm.FindAllStringSubmatch(parts[2], -1) {
			if form[1] == name || form[1] == "other" && text == "" {
				text = form[2]
			}
		}
		return strings.ReplaceAll(text, "#", number)
	})
}

// pluralName returns the name of the form that a whole number needs.
func pluralName(tag, number string) string {
	n, err := strconv.Atoi(number)
	if err != nil {
		return "other"
	}
	return pluralNames[plural.Cardinal.MatchPlural(language.Make(tag), n, 0, 0, 0, 0)]
}
