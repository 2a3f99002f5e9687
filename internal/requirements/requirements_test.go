package requirements

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

const list = `# Cart
CART-01 A guest has a cart.
S6 The same choice is one line.

# Orders
O6 The page follows the order.
`

// repository is a small one in which every listed id is cited and proven.
func repository(edit map[string]string) fstest.MapFS {
	files := map[string]string{
		Source:                          list,
		"internal/cart/cart.go":         "// Add puts a line into the cart (CART-01, S6).\n",
		"internal/cart/cart_test.go":    "func TestCart_TRAP_S6_mergesLines(t *testing.T) {\n\t{\"CART-01 a guest\", 1},\n\tt.Errorf(\"CART-01 has %d lines\", n)\n",
		"internal/order/order_test.go":  "func TestOrder_O6(t *testing.T) {\n",
		"e2e/tests/live.spec.ts":        "test('CART-01 TRAP_O6 it’s live', async () => {\n",
		"web/src/cart.test.tsx":         "test.each([\n  ['S6 with a note'],\n])(`CART-01 a cart %s`, (name) => {\n  expect(name).toBe('a CART-01')\n",
		"web/src/drawing.tsx":           `<path d="M8 4 H12 V5" /> of 4 M8 4l4, (O6)`,
		"web/src/lib/api/types.gen.ts":  "// CART-77\n",
		"web/node_modules/kit/index.js": "// CART-77\n",
		"internal/x/testdata/a.go":      "// CART-77\n",
		"docs/requirements.md":          "CART-77\n",
		".git/description.md":           "CART-77\n",
		"art.svg":                       "CART-77\n",
	}
	maps.Copy(files, edit)
	tree := make(fstest.MapFS)
	for name, text := range files {
		tree[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return tree
}

func TestGenerate_listsEachIDWithItsTests(t *testing.T) {
	t.Parallel()
	want := head + `
## Cart

**CART-01** A guest has a cart.

- e2e/tests/live.spec.ts: ` + "`CART-01 TRAP_O6 it’s live`" + `
- internal/cart/cart_test.go: ` + "`TestCart_TRAP_S6_mergesLines/CART-01 a guest`" + `
- web/src/cart.test.tsx: ` + "`CART-01 a cart %s`" + `

**S6** The same choice is one line.

- internal/cart/cart_test.go: ` + "`TestCart_TRAP_S6_mergesLines`" + `
- web/src/cart.test.tsx: ` + "`S6 with a note`" + `

## Orders

**O6** The page follows the order.

- e2e/tests/live.spec.ts: ` + "`CART-01 TRAP_O6 it’s live`" + `
- internal/order/order_test.go: ` + "`TestOrder_O6`" + "\n"
	for range 3 {
		got, err := Generate(repository(nil))
		if err != nil {
			t.Fatal(err)
		}
		if string(got) != want {
			t.Fatalf("got:\n%s\nwant:\n%s", got, want)
		}
	}
}

func TestGenerate_failsAndNamesThePlace(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		edit map[string]string
		want string
	}{
		{"a row that is not listed", map[string]string{"docs/operate.md": "One.\nSee CART-02.\n"}, "docs/operate.md:2: CART-02 is not listed in docs/requirements.txt"},
		{"a trap that is not listed", map[string]string{"internal/cart/a.go": "// It is kept (O7).\n"}, "internal/cart/a.go:1: O7 is not listed in docs/requirements.txt"},
		{"a test of what is not listed", map[string]string{"a_test.go": "func TestA_CART02_b(t *testing.T) {"}, "a_test.go:1: CART-02 is not listed in docs/requirements.txt"},
		{"a title of what is not listed", map[string]string{"web/a.test.ts": "\ntest('TRAP_X9 a', () => {"}, "web/a.test.ts:2: X9 is not listed in docs/requirements.txt"},
		{"an id that no test names", map[string]string{Source: list + "O7 Two riders.\n"}, "docs/requirements.txt:7: O7 is listed, and no test names it"},
		{"an id that a comment alone names", map[string]string{Source: list + "O7 Two riders.\n", "a_test.go": "// O7: two riders.\n"}, "docs/requirements.txt:7: O7 is listed, and no test names it"},
		{"every problem", map[string]string{Source: list + "O7 Two riders.\n", "a.go": "// (O8)\n"}, "docs/requirements.txt:7: O7 is listed, and no test names it\na.go:1: O8 is not listed in docs/requirements.txt"},
		{"an id listed twice", map[string]string{Source: list + "S6 Again.\n"}, "docs/requirements.txt:7: S6 is listed in line 3 already"},
		{"an id without a sentence", map[string]string{Source: list + "O7\n"}, `docs/requirements.txt:7: want an area (# Cart) or an id and a sentence, got "O7"`},
		{"an id outside every area", map[string]string{Source: "O6 The page follows.\n"}, `docs/requirements.txt:1: want an area (# Cart) or an id and a sentence, got "O6 The page follows."`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			page, err := Generate(repository(tt.edit))
			if err == nil || err.Error() != tt.want || page != nil {
				t.Errorf("got %v, want %s", err, tt.want)
			}
		})
	}
}

func TestInLine_tellsIDsFromOtherCodes(t *testing.T) {
	t.Parallel()
	tests := map[string]string{
		"// Add merges lines (CART-01, S6).":                "CART-01 S6",
		"-- the rows every screen shows (M8)":               "M8",
		"// D27. A scheduled order waits.":                  "D27",
		"Times of day are the zone's (D12, D22).":           "D12 D22",
		"doc:\"Demo only: the code (D8).\"":                 "D8",
		"test('I18N-01 L1 it mirrors', () => {":             "I18N-01 L1",
		"`C1 CART-01 two stores`":                           "C1 CART-01",
		"| proof | `TestPlace_TRAP_C3_aRise`, `TestA_P1` |": "C3 P1",
		"func TestStore_BRW04_D25_AnswersItsPage(":          "BRW-04 D25",
		"(X11; Linux x86_64)":                               "",
		"// 0xC0: baseline, D0, S99, P95":                   "",
		`<path d="M12 4 H12 Z" />`:                          "",
		"d='M7 17.5h22a11 11 0 0 1-6.6 10.1'":               "",
		"color: #D24; width: 2S6; Z3d; A4; 1-C2; C2-1":      "",
		"strings are UTF-16, and SHA-256, ISO-8601":         "",
		"CVE-2024-10 and XCART-01 and CART-011":             "",
		"D24 3 and D24.5":                                   "",
	}
	for line, want := range tests {
		if got := strings.Join(inLine(line), " "); got != want {
			t.Errorf("%s: got %q, want %q", line, got, want)
		}
	}
}

func TestGenerate_needsTheList(t *testing.T) {
	t.Parallel()
	tree := repository(nil)
	delete(tree, Source)
	if _, err := Generate(tree); err == nil {
		t.Error("a repository without a list was taken")
	}
}

// The order of tests in a file does not matter for the page.
func TestGenerate_isStable(t *testing.T) {
	t.Parallel()
	lines := []string{"test('CART-01 b', f)", "test('CART-01 a', f)", "test('CART-01 a', f)"}
	var pages []string
	for range 2 {
		page, err := Generate(repository(map[string]string{"web/z.test.ts": strings.Join(lines, "\n")}))
		if err != nil {
			t.Fatal(err)
		}
		pages = append(pages, string(page))
		slices.Reverse(lines)
	}
	if pages[0] != pages[1] || !strings.Contains(pages[0], "- web/z.test.ts: `CART-01 a` · `CART-01 b`\n") {
		t.Errorf("two pages:\n%s\n%s", pages[0], pages[1])
	}
}
