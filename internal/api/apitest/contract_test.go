package apitest_test

import (
	"net/http"
	"testing"

	"hawker/internal/api/apitest"
)

// failures counts the errors of a checked response.
type failures struct {
	testing.TB
	count int
}

func (f *failures) Helper()               {}
func (f *failures) Errorf(string, ...any) { f.count++ }

func TestContract_API01_API04_findsDifferences(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, method, target string
		status               int
		kind, body           string
		faults               int
	}{
		{"as described", "GET", "/api/v1/orders/cancel-reasons", 200, "application/json", `{"total_size":1,"limit":1000,"offset":1,"reasons":[{"id":"a","reason":"b"}]}`, 0},
		{"a field of another type", "GET", "/api/v1/orders/cancel-reasons", 200, "application/json", `{"total_size":1,"limit":1000,"offset":1,"reasons":[{"id":1,"reason":"b"}]}`, 1},
		{"a field nobody described", "GET", "/api/v1/orders/cancel-reasons", 200, "application/json", `{"total_size":0,"limit":1000,"offset":1,"reasons":[],"secret":1}`, 1},
		{"a field that is missing", "GET", "/api/v1/orders/cancel-reasons", 200, "application/json", `{"total_size":0,"limit":1000,"offset":1}`, 1},
		{"null for a list", "GET", "/api/v1/orders/cancel-reasons", 200, "application/json", `{"total_size":0,"limit":1000,"offset":1,"reasons":null}`, 1},
		{"a refusal in our shape", "GET", "/api/v1/stores/none", 404, "application/json", `{"errors":[{"code":"not_found","message":"x"}],"message":"x"}`, 0},
		{"a refusal in another", "GET", "/api/v1/stores/none", 404, "application/json", `{"title":"Not Found"}`, 1},
		{"a refusal that is no JSON", "GET", "/api/v1/stores/none", 404, "text/plain", `not found`, 1},
		{"a call nobody described", "GET", "/api/v1/secret", 200, "application/json", `{}`, 1},
		{"a call that is not there", "GET", "/api/v1/secret", 404, "application/json", `{}`, 0},
		{"a fixed segment before a parameter", "GET", "/api/v1/items/popular", 200, "application/json", `{"total_size":0,"limit":20,"offset":1,"items":[]}`, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			f := &failures{TB: t}
			apitest.Published().Check(f, tt.method, tt.target, tt.status, http.Header{"Content-Type": {tt.kind}}, []byte(tt.body))
			if f.count != tt.faults {
				t.Errorf("%d faults, want %d", f.count, tt.faults)
			}
		})
	}
}
