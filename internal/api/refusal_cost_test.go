package api

import (
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"

	"hawker/internal/api/call"
)

// refuser is a call that takes JSON from anybody.
func refuser() func(body string) int {
	mux := http.NewServeMux()
	New(Deps{}).Register(mux)
	return func(body string) int {
		r := httptest.NewRequest(http.MethodPost, call.Prefix+"/auth/login", strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		mux.ServeHTTP(w, r)
		return w.Code
	}
}

// What a refusal costs grows with the request and no faster. Memory stands for
// the work here, because it can be counted: a cost that was quadratic in the
// number of fields allocated its texts again for each field.
func TestErrors_API04_costIsLinear(t *testing.T) { // not parallel: it counts all memory
	refuse := refuser()
	const small, large = 120 << 10, 960 << 10
	before, after := hostileBodies(small), hostileBodies(large)
	for name := range before {
		least, most := allocated(refuse, before[name]), allocated(refuse, after[name])
		if limit := 3*(large/small)*least + 1<<20; most > limit {
			t.Errorf("%s: %d bytes for %d, %d bytes for %d", name, least, len(before[name]), most, len(after[name]))
		}
		if most > 12<<20 {
			t.Errorf("%s: %d bytes for a request of %d", name, most, len(after[name]))
		}
	}
}

func allocated(refuse func(string) int, body string) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	refuse(body)
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

func BenchmarkRefusals(b *testing.B) {
	refuse := refuser()
	bodies := map[string]string{"2500 unknown fields": fields(2500), "5000 unknown fields": fields(5000)}
	for name, body := range hostileBodies(960 << 10) {
		bodies["1 MB, "+name] = body
	}
	for _, name := range sortedNames(bodies) {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				refuse(bodies[name])
			}
		})
	}
}
