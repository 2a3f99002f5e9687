package api

import (
	"slices"
	"strings"
	"testing"
)

// notInPages are the lists without pages: messages are read from one message on, and the
// days of a wallet are the points of a chart.
var notInPages = []string{"listMessages", "listVendorMessages", "listRiderMessages", "listAdminMessages", "listWalletDays"}

func TestDocument_API06_everyListHasPages(t *testing.T) {
	t.Parallel()
	c, lists := newContract(), 0
	for name, op := range c.calls() {
		if !strings.HasPrefix(op.OperationID, "list") || slices.Contains(notInPages, op.OperationID) {
			continue
		}
		lists++
		given := map[string]bool{}
		for _, p := range op.Parameters {
			given[p.Name] = p.In == "query"
		}
		response := c.schema(op.Responses["200"].Content["application/json"].Schema).Properties
		for _, field := range []string{"limit", "offset"} {
			if !given[field] || response[field] == nil {
				t.Errorf("%s has no %s", name, field)
			}
		}
		if response["total_size"] == nil {
			t.Errorf("%s has no total_size", name)
		}
	}
	if lists < 40 {
		t.Errorf("only %d lists were found", lists)
	}
}
