package townfile

import (
	"strings"
	"testing"
)

func TestCheckNames(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ text, want string }{
		{`{"slug":"a","name":"b"}`, ""},
		{`{"slug":"a","slug":"b"}`, `"slug" is given twice`},
		{`{"slug":"a","\u0073lug":"b"}`, `"slug" is given twice`},
		{`{"slug":"a","Slug":"b"}`, `"Slug" is unknown`},
		{`{"ſlug":"a"}`, "is unknown"},
		{`{"a":{"slug":1},"b":{"slug":2},"c":[{"slug":3},{"slug":4}]}`, ""},
		{`{"a":[{"slug":3,"slug":4}]}`, `"slug" is given twice`},
		{`{"a":{"b":1},"a":2}`, `"a" is given twice`},
		{`{"a":"x\",\"a\":\"y","b":["a","a","A"],"c":"{\"c\":1,"}`, ""},
		{`["a","a"]`, ""},
		{`{}`, ""},
		{`"A"`, ""},
	} {
		err := checkNames([]byte(tt.text))
		if tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)) {
			t.Errorf("%s: %v, want %q", tt.text, err, tt.want)
		}
	}
}
