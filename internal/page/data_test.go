package page_test

import (
	"encoding/json"
	"strings"
	"testing"
)

// An item may be called anything: no text of a shop's may end, or change the
// meaning of, the blocks in which a page carries its data. A browser looks for
// "</script" and "<!--" there, so there is no < at all; and what was written is
// what is read.
func TestDataBlocks_holdNoMarkup(t *testing.T) {
	t.Parallel()
	_, body := ask(t, newPages(t).URL+"/product/tea?module_id=4")
	for _, opening := range []string{`<script type="application/ld+json">`, `<script type="application/json" id="hk-data">`} {
		_, rest, found := strings.Cut(body, opening)
		block, _, ended := strings.Cut(rest, "</script>")
		if !found || !ended {
			t.Fatalf("there is no %s in\n%s", opening, body)
		}
		if strings.Contains(block, "<") {
			t.Errorf("%s holds markup: %s", opening, block)
		}
		var whole any
		if err := json.Unmarshal([]byte(block), &whole); err != nil {
			t.Errorf("%s ends early: %v in %s", opening, err, block)
		}
		if read, _ := json.Marshal(whole); !strings.Contains(string(read), `Tea \u003c/script\u003e\u003cb\u003e`) {
			t.Errorf("%s lost the item's name: %s", opening, read)
		}
	}
}
