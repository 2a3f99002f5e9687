package call

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"hawker/internal/errs"
)

func TestBody_API02_API04_isRefusedBeyondEachBound(t *testing.T) {
	t.Parallel()
	nested := func(levels int) string {
		return strings.Repeat(`{"a":`, levels) + "1" + strings.Repeat("}", levels)
	}
	tests := []struct {
		name, body string
		field      string // of the refusal
		refused    bool
	}{
		{"an object", `{"a":1,"b":[{"c":"d"},null,true],"e":{"a":2}}`, "", false},
		{"the same name in two objects", `[{"a":1},{"a":2}]`, "", false},
		{"blanks around it", " {} \n", "", false},
		{"a name twice", `{"a":1,"a":2}`, "a", true},
		{"in another letter case", `{"address":1,"Address":2}`, "Address", true},
		{"by a letter that folds to s", "{\"house\":1,\"hou\u017fe\":2}", "hou\u017fe", true},
		{"by a letter that folds to k", "{\"kind\":1,\"\u212aind\":2}", "\u212aind", true},
		{"escaped", `{"a":1,"\u0041":2}`, "A", true},
		{"the same object twice", `{"line":{"quantity":1},"line":{"quantity":2}}`, "line", true},
		{"twice further down", `{"line":{"variation":[{},{"id":"1","ID":"2"}]}}`, "line.variation[1].ID", true},
		{"as many fields as allowed", fields(maxFields), "", false},
		{"one more", fields(maxFields + 1), "", true},
		{"as deep as allowed", nested(maxDepth), "", false},
		{"one deeper", nested(maxDepth + 1), "", true},
		{"as many values as allowed", "[" + strings.Repeat("1,", maxValues-2) + "1]", "", false},
		{"one more value", "[" + strings.Repeat("1,", maxValues-1) + "1]", "", true},
		{"the longest name", `{"` + strings.Repeat("a", maxNameLength) + `":1}`, "", false},
		{"a longer name", `{"` + strings.Repeat("a", maxNameLength+1) + `":1}`, "", true},
		{"a number beyond all", `{"a":1e999}`, "a", true},
		{"a number of many digits", `{"a":` + strings.Repeat("1", maxDigits+1) + `}`, "a", true},
		{"a zero byte", `{"a":["\u0000"]}`, "a[0]", true},
		{"a zero byte in a name", `{"a":{"\u0000":1}}`, "a", true},
		{"a text about a zero byte", `{"a":"\\u0000"}`, "", false},
		{"bytes that are no text", "{\"a\":\"\xff\"}", "", true},
		{"two values", `{} {}`, "", true},
		{"something after it", `{}]`, "", true},
		{"half an object", `{"a":`, "a", true},
		{"nothing but blanks", "  ", "", true},
		{"a comma too many", `{"a":1,}`, "", true},
		{"no JSON", `guest_id=1`, "", true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			err := checkJSON([]byte(tt.body))
			if !tt.refused {
				if err != nil {
					t.Fatal(err)
				}
				return
			}
			refusal, ok := errors.AsType[*errs.Error](err)
			if !ok || refusal.Code != errs.Malformed || tt.field != "" && refusal.Field != tt.field {
				t.Fatalf("%#v, want malformed on %q", err, tt.field)
			}
		})
	}
}

// What has passed is decoded the same whichever of two names of one field comes
// last, because there are no two.
func FuzzBody_API02_hasNoFieldTwice(f *testing.F) {
	for _, seed := range []string{`{"Kind":1,"kind":2}`, "{\"\u212aind\":1,\"kind\":2}", "{\"\u017f\":1,\"S\":2,\"s\":3}", `{"a":[{"b":1}]}`, `{"\u00e9":1,"É":2}`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		if checkJSON(body) != nil {
			return
		}
		var object map[string]json.RawMessage
		if json.Unmarshal(body, &object) != nil {
			return
		}
		for name := range object {
			for other := range object {
				if name != other && strings.EqualFold(name, other) {
					t.Fatalf("%q passes with %q and %q", body, name, other)
				}
			}
		}
		var value any
		if err := json.Unmarshal(body, &value); err != nil {
			t.Fatalf("%q passes and is not decoded: %v", body, err)
		}
		again, err := json.Marshal(value)
		var second any
		if err != nil || json.Unmarshal(again, &second) != nil || !reflect.DeepEqual(value, second) {
			t.Fatalf("%q does not survive: %v", body, err)
		}
	})
}

// fields is an object of so many fields.
func fields(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `,"f%d":1`, i)
	}
	return "{" + b.String()[1:] + "}"
}
