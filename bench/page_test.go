package main

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"
	"time"
)

func TestASectionIsWrittenWithoutTouchingTheOthers(t *testing.T) {
	t.Parallel()
	const figures, growth, notes = "# Benchmarks\n", growthHeading + "\nold\n", notesHeading + "\nBecause.\n"
	tests := []struct{ name, page, heading, text, want string }{
		{"a new page", "", "", figures, figures},
		{"figures before notes", figures + notes, "", "# New\n", "# New\n" + notes},
		{"figures before all", figures + growth + notes, "", "# New\n", "# New\n" + growth + notes},
		{"growth again", figures + growth + notes, growthHeading, "\nnew\n", figures + growthHeading + "\nnew\n" + notes},
		{"growth for the first time", figures + notes, growthHeading, "\nnew\n", figures + growthHeading + "\nnew\n" + notes},
	}
	for _, tt := range tests {
		if got := replaceSection(tt.page, tt.heading, tt.text); got != tt.want {
			t.Errorf("%s:\n%s", tt.name, got)
		}
	}
}

func TestTheChartIsAPicture(t *testing.T) {
	t.Parallel()
	var sizes []*size
	for n := range 3 {
		sizes = append(sizes, &size{items: 1500 * (n + 1), calls: []call{{name: "list", cpu: time.Duration(n) * time.Second}}})
	}
	picture := drawChart([]grown{{engine: "sqlite", sizes: sizes}, {engine: "postgres", sizes: sizes}})
	if n := strings.Count(picture, "<circle"); n != 3+2*3 {
		t.Errorf("%d dots", n)
	}
	for in := xml.NewDecoder(strings.NewReader(picture)); ; {
		if _, err := in.Token(); errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			t.Fatal(err)
		}
	}
}
