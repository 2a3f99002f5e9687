package town

import (
	"embed"
	"fmt"
	"io/fs"
	"math"
	"path"
	"strconv"
	"strings"
	"sync"

	"hawker/internal/money"
	"hawker/internal/townfile"
)

// The menus are tables that people write. The functions below that read them describe
// the format. A mistake in a table panics, so that every test finds it.
//
//go:embed menus arabic
var texts embed.FS

// kind is one kind of store: what it sells and the names of its stores.
type kind struct {
	name    string // such as burgers, from the file's name
	module  string
	tagline string
	about   string
	names   []string
	cover   string
	logo    string
	hours   string
	terms   terms
	halal   bool
	rows    []row
	borrows []borrow
}

// terms are the conditions of a kind of store.
type terms struct {
	minimum          money.Amount
	tax              money.Rate
	preparation      int
	fastest, slowest int // minutes to the door
}

// borrow is how many rows to copy from another kind's menu.
type borrow struct {
	kind  string
	count int
}

// row is one item of a menu.
type row struct {
	category    string
	nutritions  []string
	name        string
	price       money.Amount
	object      string // of the picture catalogue
	description string
	options     []string
	allergies   []string
	flags       map[string]string
}

func (r row) has(flag string) bool { _, ok := r.flags[flag]; return ok }

// menus returns all kinds of store, in the order of their files.
var menus = sync.OnceValue(func() []kind {
	var kinds []kind
	files, err := fs.Glob(texts, "menus/[0-9]*.txt")
	must(err)
	for _, file := range files {
		_, name, _ := strings.Cut(strings.TrimSuffix(path.Base(file), ".txt"), "-")
		kinds = append(kinds, readKind(name, read(file)))
	}
	return addBorrowed(kinds)
})

func read(file string) string {
	text, err := texts.ReadFile(file)
	must(err)
	return string(text)
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

// addBorrowed adds to every kind the rows that it borrows.
func addBorrowed(kinds []kind) []kind {
	rows := map[string][]row{}
	for _, k := range kinds {
		rows[k.name] = k.rows
	}
	for i, k := range kinds {
		for _, b := range k.borrows {
			theirs := rows[b.kind]
			for n := range b.count {
				kinds[i].rows = append(kinds[i].rows, theirs[n*len(theirs)/b.count])
			}
		}
	}
	return kinds
}

// readKind reads a menu: head lines of a word and its value, then sections
// "[category] nutritions | flags", each followed by its rows.
func readKind(name, text string) kind {
	k := kind{name: name}
	var section row
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		switch {
		case line == "":
		case strings.HasPrefix(line, "["):
			section = readSection(line)
		case section.category == "":
			k.readHead(line)
		default:
			k.rows = append(k.rows, readRow(section, line))
		}
	}
	return k
}

func (k *kind) readHead(line string) {
	word, value, _ := strings.Cut(line, " ")
	switch word {
	case "module":
		k.module = value
	case "tagline":
		k.tagline = value
	case "about":
		k.about = value
	case "names":
		k.names = list(value, ";")
	case "pictures":
		cover, logo, _ := strings.Cut(value, " ")
		k.cover, k.logo = "store/"+cover, "logo/"+logo
	case "hours":
		k.hours = value
	case "flags":
		k.halal = value == "h"
	case "terms":
		k.terms = readTerms(value)
	case "borrow":
		from, count, _ := strings.Cut(value, " ")
		_, from, _ = strings.Cut(from, "-")
		k.borrows = append(k.borrows, borrow{from, number(count)})
	default:
		panic(fmt.Sprintf("menu %s: unknown line %q", k.name, line))
	}
}

func readTerms(text string) terms {
	var t terms
	for _, part := range strings.Fields(text) {
		word, value, _ := strings.Cut(part, "=")
		switch word {
		case "min":
			t.minimum = price(value)
		case "tax":
			rate, err := money.ParseRate(value)
			must(err)
			t.tax = rate
		case "prep":
			t.preparation = number(value)
		case "time":
			fastest, slowest, _ := strings.Cut(value, "-")
			t.fastest, t.slowest = number(fastest), number(slowest)
		default:
			panic("unknown term " + part)
		}
	}
	return t
}

func readSection(line string) row {
	category, rest, _ := strings.Cut(strings.TrimPrefix(line, "["), "]")
	nutritions, flags, _ := strings.Cut(rest, "|")
	return row{category: category, nutritions: list(nutritions, ","), flags: readFlags(flags, nil)}
}

// readRow reads "name | price | object | description | options | allergies |
// flags". Cells that are missing at the end are empty. Menus that are not food have
// variations in the column of options, named as in axes.txt.
func readRow(section row, line string) row {
	cells := list(line, "|")
	if len(cells) < 4 {
		panic("menu row too short: " + line)
	}
	cells = append(cells, "", "", "")
	r := section
	r.name, r.price, r.object, r.description = cells[0], price(cells[1]), cells[2], cells[3]
	r.options = list(cells[4], ",")
	r.allergies = list(cells[5], ",")
	r.flags = readFlags(strings.Join(cells[6:], "|"), section.flags)
	return r
}

// readFlags reads the flags of a row, in addition to those of its section:
//
//	v vegetarian, nv not; h halal; o organic; r recommended; sched may be ordered ahead
//	stock few left; maxN at most N in a cart; dN N percent off
//	rx needs a prescription; 07:00-11:00 only then; unit=, brand=, tag=, generic= (several by "|")
func readFlags(text string, section map[string]string) map[string]string {
	flags := map[string]string{}
	for word, value := range section {
		flags[word] = value
	}
	for _, part := range list(strings.TrimRight(text, "| "), ",") {
		word, value, isPair := strings.Cut(part, "=")
		switch {
		case isPair:
			flags[word] = value
		case len(part) == 11 && part[5] == '-':
			flags["window"] = part
		case strings.HasPrefix(part, "max"):
			flags["max"] = part[3:]
		case len(part) > 1 && part[0] == 'd' && part[1] <= '9':
			flags["discount"] = part[1:]
		case part == "nv":
			delete(flags, "v")
		default:
			flags[part] = ""
		}
	}
	return flags
}

// currency of the town (dollars and cents).
var currency = money.Currency{Digits: 2, Symbol: "$"}

func price(text string) money.Amount {
	a, err := currency.FromMajor(text)
	must(err)
	return a
}

func number(text string) int {
	n, err := strconv.Atoi(text)
	must(err)
	return n
}

// major returns an amount in the format of the town's files.
func major(a money.Amount) townfile.Decimal { return townfile.Major(a, currency.Digits) }

// rounded returns a realistic price: a multiple of ten cents, or of five if it is
// small.
func rounded(cents float64) money.Amount {
	step := 10.0
	if cents < 200 {
		step = 5
	}
	return money.Amount(max(step, math.Round(cents/step)*step))
}
