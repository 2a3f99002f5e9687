package public_test

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"

	"hawker/internal/db"
	"hawker/internal/db/dbtest"
)

func TestScopeHeaders_API02(t *testing.T) {
	t.Parallel()
	f := newIslandAPI(t, dbtest.Open(t, db.SQLite), nil)
	tests := []struct {
		header, value string
		want          int
	}{
		{"zoneid", "1", 200}, {"zoneid", " 1 ", 200}, {"ZoneID", "[1,2]", 200}, {"zoneid", "", 200},
		{"zoneid", "one", 400}, {"zoneid", "1.5", 400}, {"zoneid", "-1", 400}, {"zoneid", "0", 400},
		{"zoneid", "[1,", 400}, {"zoneid", `{"id":1}`, 400}, {"zoneid", "[null]", 400}, {"zoneid", "[[1]]", 400}, {"zoneid", "null", 400},
		{"zoneid", "99999999999999999999", 400}, {"zoneid", "[" + strings.Repeat("1,", 50) + "1]", 400},
		{"moduleId", "10", 200}, {"MODULEID", "10", 200}, {"moduleId", "food", 400}, {"moduleId", "-3", 400}, {"moduleId", "1e3", 400},
		{"X-localization", "en", 200}, {"X-localization", "pt-BR", 200}, {"X-localization", "../../etc", 400}, {"X-localization", strings.Repeat("en-", 99), 400},
		{"Accept", "text/html", 200}, {"X-Software-Id", "web/1.0", 200},
	}
	for _, tt := range tests {
		status, body := f.ask(http.MethodGet, "/modules", "", tt.header, tt.value)
		if status != tt.want {
			t.Errorf("%s: %q: %d %s", tt.header, tt.value, status, body)
		}
		if status != 200 && (!strings.Contains(body, `"code":"malformed"`) || !strings.Contains(body, `"field":"`+tt.header)) {
			t.Errorf("%s: %q: the answer does not name the header: %s", tt.header, tt.value, body)
		}
	}

	for _, tt := range []struct {
		headers, named []string
	}{
		{[]string{"latitude", "north", "longitude", "200"}, []string{"latitude", "longitude"}},
		{[]string{"zoneid", "one", "moduleId", "food", "longitude", "x"}, []string{"zoneid", "moduleId", "latitude", "longitude"}},
	} {
		_, body := f.ask(http.MethodGet, "/modules", "", tt.headers...)
		var refusal struct{ Errors []struct{ Field string } }
		if err := json.Unmarshal([]byte(body), &refusal); err != nil {
			t.Fatal(err)
		}
		var named []string
		for _, e := range refusal.Errors {
			named = append(named, e.Field)
		}
		if !slices.Equal(named, tt.named) {
			t.Errorf("of %q the answer names %q, want %q", tt.headers, named, tt.named)
		}
	}

	points := []struct{ lat, lng, field string }{
		{"0.5", "0.5", ""}, {"-90", "180", ""},
		{"NaN", "0.5", "latitude"}, {"0.5", "NaN", "longitude"}, {"Inf", "0", "latitude"}, {"90.1", "0", "latitude"},
		{"0", "-180.1", "longitude"}, {"north", "0", "latitude"}, {"0.5", "", "longitude"}, {"", "0.5", "latitude"},
	}
	for _, tt := range points {
		status, body := f.ask(http.MethodGet, "/modules", "", "latitude", tt.lat, "longitude", tt.lng)
		if wanted := map[bool]int{true: 200, false: 400}[tt.field == ""]; status != wanted {
			t.Errorf("%q, %q: %d %s", tt.lat, tt.lng, status, body)
		}
		if tt.field != "" && !strings.Contains(body, `"field":"`+tt.field+`"`) {
			t.Errorf("%q, %q: %s", tt.lat, tt.lng, body)
		}
	}
}
