package main

import (
	"context"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"hawker/internal/db"
)

const credits = "--maps-tiles-credits=[© OpenStreetMap contributors](https://www.openstreetmap.org/copyright), Port Saffron"

func TestMapTiles_MAP01_thePolicyAllowsOnlyTheirHost(t *testing.T) {
	t.Parallel()
	r := startDemo(t, db.SQLite, "--staff", "off", "--maps-tiles-url=https://tiles.example/{z}/{x}/{y}.png?key=page-key", "--maps-tiles-max-zoom=18", credits)
	var config struct {
		Tiles *struct {
			URL     string
			MaxZoom int `json:"max_zoom"`
			Credits []struct{ Text, Link string }
		} `json:"map_tiles"`
	}
	r.call("GET", "/config", nil, nil, &config)
	tiles := config.Tiles
	if tiles == nil || tiles.URL != "https://tiles.example/{z}/{x}/{y}.png?key=page-key" || tiles.MaxZoom != 18 || len(tiles.Credits) != 2 ||
		tiles.Credits[0].Link != "https://www.openstreetmap.org/copyright" || tiles.Credits[1].Text != "Port Saffron" {
		t.Errorf("%+v", tiles)
	}
	policy := r.policy()
	for _, want := range []string{"img-src 'self' https://tiles.example data: blob:;", "connect-src 'self' https://tiles.example;", "script-src 'self';"} {
		if !strings.Contains(policy, want) {
			t.Errorf("%s is not in %s", want, policy)
		}
	}
	if strings.Contains(policy, "page-key") {
		t.Errorf("the policy contains the key: %s", policy)
	}
}

// policy returns the content security policy of pages.
func (r *running) policy() string {
	r.t.Helper()
	answer, err := http.Get(r.url + "/")
	if err != nil {
		r.t.Fatal(err)
	}
	defer answer.Body.Close()
	return answer.Header.Get("Content-Security-Policy")
}

func TestMapTiles_MAP01_withoutThemNoOtherHostIsAllowed(t *testing.T) {
	t.Parallel()
	r := startDemo(t, db.SQLite, "--staff", "off")
	_, config := r.try("GET", "/config", nil, nil)
	if strings.Contains(string(config), "map_tiles") || strings.Contains(r.policy(), "http") {
		t.Errorf("%s %s", r.policy(), config)
	}
	answer, err := http.Get(r.url + "/tiles/0/0/0")
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusNotFound {
		t.Errorf("tiles without a file: %d", answer.StatusCode)
	}
}

func TestTileFlags_MAP01_contradictionsAreRefused(t *testing.T) {
	t.Parallel()
	const good = "--maps-tiles-url=https://tiles.example/{z}/{x}/{y}.png"
	for want, args := range map[string][]string{
		"need --maps-tiles-credits":      {good},
		"--maps-tiles-credits needs":     {credits},
		"contradict each other":          {good, "--maps-tiles-file=town.pmtiles", credits},
		"once each":                      {"--maps-tiles-url=https://tiles.example/{z}/{x}.png", credits},
		"nothing else in curly brackets": {"--maps-tiles-url=https://{s}.tiles.example/{z}/{x}/{y}.png", credits},
		"only after the host":            {"--maps-tiles-url=https://{z}.tiles.example/{x}/{y}.png", credits},
		"is not http(s)://host/path":     {"--maps-tiles-url=https://tiles.example;script-src*/{z}/{x}/{y}.png", credits},
		"--maps-tiles-max-zoom must be":  {good, credits, "--maps-tiles-max-zoom=40"},
		"a link is not https":            {good, "--maps-tiles-credits=[OpenStreetMap](javascript:alert)"},
		"write a link as":                {good, "--maps-tiles-credits=[OpenStreetMap"},
		"--maps-tiles-file: open":        {"--maps-tiles-file=" + t.TempDir() + "/none.pmtiles", credits},
	} {
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		defer cancel()
		all := append([]string{"serve", "--data", t.TempDir(), "--addr", "127.0.0.1:0"}, args...)
		err := run(ctx, all, func(string) string { return "" }, io.Discard, nil)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v, want %s", args, err, want)
		}
	}
}
