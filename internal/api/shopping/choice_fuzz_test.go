package shopping

import (
	"encoding/json"
	"testing"

	"hawker/internal/errs"
)

// What is ticked is any JSON: read, or refused with a sentence for the shopper.
func FuzzChoice_CART02(f *testing.F) {
	for _, seed := range []string{
		`{"variation":[{"name":"Size","values":{"label":["Large"]}}]}`, `{"variation":[{"id":"1","values":{"id":["2","3"]}}]}`,
		`{"variation":[{"type":"Red-L","price":3}]}`, `{"variation":[{"id":"7"}]}`, `{"variation":[]}`, `{"variation":[{"id":"-1"}]}`,
		`{"variation":[{"id":"99999999999999999999"}]}`, `{"variation":[{}]}`, `{"add_on_ids":[1],"add_on_qtys":[-5]}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		var payload CartPayload
		if json.Unmarshal(body, &payload) != nil {
			return
		}
		choice, err := readChoice(payload)
		if err != nil {
			if status := errs.From(err).Status(); status != 422 {
				t.Fatalf("%s is refused with %d", body, status)
			}
			return
		}
		if len(choice.Variation) != len(payload.Variation) {
			t.Fatalf("%s: %d of %d variations were read", body, len(choice.Variation), len(payload.Variation))
		}
	})
}
