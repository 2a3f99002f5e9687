package main

import (
	"bytes"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// initialize runs hawker init for a town in Chile, whose currency has no decimals. More
// flags replace those.
func initialize(t *testing.T, dir string, flags ...string) (string, error) {
	t.Helper()
	args := []string{
		"init", dir, "--name", "Castro", "--email", "hola@castro.example", "--phone", "+56225550100", "--country", "CL",
		"--currency", "CLP", "--time-zone", "America/Santiago", "--latitude=-42.4721", "--longitude=-73.7731",
	}
	var out bytes.Buffer
	err := run(t.Context(), append(args, flags...), func(string) string { return "" }, &out, nil)
	return out.String(), err
}

// A new town is served as it was written, and is ready for its first store.
func TestInit_LOC04_API08_aTownToBeginFrom(t *testing.T) {
	t.Parallel()
	folder := filepath.Join(t.TempDir(), "castro")
	if out, err := initialize(t, folder); err != nil || !strings.Contains(out, "Delivery is free") {
		t.Fatalf("%s: %v", out, err)
	}
	addStore(t, folder)
	r := &running{t: t, data: []string{"--data", t.TempDir()}}
	if out, err := r.command("import", folder); err != nil {
		t.Fatalf("%s: %v", out, err)
	}
	r = startCommand(t, r.data, "serve")

	var config struct {
		Name   string `json:"business_name"`
		Digits int    `json:"digit_after_decimal_point"`
	}
	r.call(http.MethodGet, "/config", nil, nil, &config)
	if config.Name != "Castro" || config.Digits != 0 {
		t.Errorf("config is %+v", config)
	}
	var zones struct {
		IDs []int64 `json:"zone_ids"`
	}
	r.call(http.MethodGet, "/zones/lookup?lat=-42.48&lng=-73.77", nil, nil, &zones)
	if len(zones.IDs) != 1 {
		t.Fatalf("zones are %v", zones.IDs)
	}
	scope := map[string]string{"zoneid": fmt.Sprint(zones.IDs), "moduleId": "10"}
	var stores struct {
		Total int `json:"total_size"`
	}
	r.call(http.MethodGet, "/stores?offset=1&limit=5", scope, nil, &stores)
	if stores.Total != 1 {
		t.Errorf("%d stores are shown", stores.Total)
	}
	for _, page := range []string{"/", "/home", "/about-us", "/privacy-policy", "/terms-and-conditions"} {
		answer, err := http.Get(r.url + page)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		if answer.StatusCode != http.StatusOK {
			t.Errorf("%s: %s", page, answer.Status)
		}
	}
	if out, err := r.command("verify"); err != nil {
		t.Errorf("%s: %v", out, err)
	}
}

func addStore(t *testing.T, folder string) {
	t.Helper()
	const store = `{"slug":"la-cocina","module":"food","zone":"centre","name":"La Cocina","tagline":"Empanadas","description":"","logo":"logo/fire","cover":"store/kebab",` +
		`"address":"Calle Blanco 1","phone":"+56225550101","point":{"lat":-42.4721,"lng":-73.7731},"hours":{"week":[]},"preparation_minutes":10,` +
		`"delivery_minutes_min":20,"delivery_minutes_max":40,"delivery":true,"take_away":true,"reviews":true,"active":true,"added":"-1d"}`
	if err := os.WriteFile(filepath.Join(folder, "stores.jsonl"), []byte(store+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestInit_refusesWhatIsWrong(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ flag, wrong string }{
		{"--currency=PESO", `currency "PESO"`},
		{"--country=CHILE", `country "CHILE"`},
		{"--time-zone=Santiago", `"Santiago"`},
		{"--phone=5550100", "phone"},
		{"--email=castro", "email"},
		{"--latitude=-142", "-142"},
		{"--radius=0", "radius 0 is not above 0 and at most 100 km"},
		{"--radius=-1", "radius -1"},
		{"--radius=900", "radius 900"},
		{"--radius=NaN", "radius NaN"},
		{"--name= ", "name is missing"},
	} {
		folder := filepath.Join(t.TempDir(), "castro")
		_, err := initialize(t, folder, tt.flag)
		if err == nil || !strings.Contains(err.Error(), tt.wrong) {
			t.Errorf("%s: error is %v, want %s", tt.flag, err, tt.wrong)
		}
		if _, err := os.Stat(folder); err == nil {
			t.Errorf("%s: the folder was written", tt.flag)
		}
	}
}

func TestInit_keepsWhatIsThere(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	if _, err := initialize(t, folder); err != nil {
		t.Fatal(err)
	}
	if _, err := initialize(t, folder); err == nil || !strings.Contains(err.Error(), "is not empty") {
		t.Errorf("error is %v", err)
	}
}
