package call

import (
	"encoding/json"
	"strconv"
	"testing"
)

// Whatever a client puts into zoneid, it is read as ids or refused; and what
// was read can be written and read again (API-02).
func FuzzZoneHeader_API02(f *testing.F) {
	for _, seed := range []string{"", "1", " 7 ", "[1,2]", `["3",4]`, "[]", "[1,", "null", "-1", "1e9", "[[1]]", "9223372036854775808", `[""]`, "[\x00]", "１"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, header string) {
		ids, err := readZoneIDs(header)
		if err != nil {
			return
		}
		if len(ids) > maxZones {
			t.Fatalf("%d zones of %q", len(ids), header)
		}
		for _, id := range ids {
			if id < 1 {
				t.Fatalf("zone %d of %q", id, header)
			}
			if again, err := readZoneIDs(strconv.FormatInt(id, 10)); err != nil || len(again) != 1 || again[0] != id {
				t.Fatalf("zone %d is read as %v, %v", id, again, err)
			}
		}
		list, err := json.Marshal(ids)
		if err != nil {
			t.Fatal(err)
		}
		if again, err := readZoneIDs(string(list)); len(ids) > 0 && (err != nil || len(again) != len(ids)) {
			t.Fatalf("%s is read as %v, %v", list, again, err)
		}
	})
}
