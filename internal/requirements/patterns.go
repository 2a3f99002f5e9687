package requirements

import (
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"
)

// The two shapes of an id are a row (CART-09) and a trap or decision (O6).
// TRAP_O6 is another spelling of O6, and _CART09_ in a Go name one of CART-09.
var (
	shape     = regexp.MustCompile(`TRAP_[A-Z]\d{1,2}|(?:I18N|[A-Z]{2,4})-\d{2}|[A-Z]\d{1,2}`)
	goName    = regexp.MustCompile(`\b(?:Test|Fuzz|Benchmark)\w*_\w+`)
	rowInName = regexp.MustCompile(`^(I18N|[A-Z]{2,4})(\d{2})$`)
	bareTrap  = regexp.MustCompile(`^[A-Z][1-9]\d?$`)
	drawing   = regexp.MustCompile(`\bd="[^"]*"`) // an SVG path is full of letters with numbers
)

const (
	// trapLetters begin the traps and decisions: cart, decision, hours, language and
	// links, money, order, privacy, rental, stock, wallet, zone.
	trapLetters = "CDHLMOPRSWZ"
	// maxTrap bounds their numbers: beyond it, P95 and P99 are percentiles.
	maxTrap = 49
)

// inLine returns the ids that a line of any file cites.
func inLine(line string) []string {
	var ids []string
	for _, name := range goName.FindAllString(line, -1) {
		ids = append(ids, inName(name)...)
	}
	line = drawing.ReplaceAllString(line, "")
	for _, at := range shape.FindAllStringIndex(line, -1) {
		word := line[at[0]:at[1]]
		if id, ok := idOf(word, line[:at[0]], line[at[1]:]); ok {
			ids = append(ids, id)
		}
	}
	return ids
}

// idOf returns the id that word stands for. The text before and after decides
// whether it is one.
func idOf(word, before, after string) (string, bool) {
	if joined(before, after) {
		return "", false
	}
	if trap, ok := strings.CutPrefix(word, "TRAP_"); ok {
		return trap, true
	}
	if strings.Contains(word, "-") {
		return word, !strings.HasPrefix(word, "UTF-")
	}
	return word, isTrap(word) && inProse(before, after)
}

// joined reports whether the word is a part of a longer one.
func joined(before, after string) bool {
	left, _ := utf8.DecodeLastRuneInString(before)
	right, _ := utf8.DecodeRuneInString(after)
	return isWord(left) || isWord(right)
}

func isWord(r rune) bool {
	return r == '_' || r == '-' || '0' <= r && r <= '9' || 'A' <= r && r <= 'Z' || 'a' <= r && r <= 'z'
}

var (
	proseBefore = regexp.MustCompile("(^|[\\s('\"`])$")
	proseAfter  = regexp.MustCompile("^($|[),:;'\"`]|\\.(\\D|$)|\\s($|[^\\d\\s]))")
)

// inProse reports whether a trap stands in a sentence, a title or brackets. In
// a drawing H12 is a coordinate.
func inProse(before, after string) bool {
	return proseBefore.MatchString(before) && proseAfter.MatchString(after)
}

func isTrap(word string) bool {
	if !bareTrap.MatchString(word) || !strings.Contains(trapLetters, word[:1]) {
		return false
	}
	number, _ := strconv.Atoi(word[1:])
	return number <= maxTrap
}

// inName returns the ids in the name of a Go test, such as TestCart_TRAP_S6_CART09_merges.
func inName(name string) []string {
	var ids []string
	parts := strings.Split(name, "_")
	for i, part := range parts {
		switch m := rowInName.FindStringSubmatch(part); {
		case m != nil:
			ids = append(ids, m[1]+"-"+m[2])
		case bareTrap.MatchString(part) && (parts[max(i-1, 0)] == "TRAP" || isTrap(part)):
			ids = append(ids, part)
		}
	}
	return ids
}
