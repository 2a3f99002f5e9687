package recent_test

import (
	"testing"

	"pgregory.net/rapid"

	"hawker/internal/recent"
)

// Since is true for every id that has changed. It is false for all others, as long as
// there are few changes.
func TestChanges(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var c recent.Changes
		var recorded [][]int64
		for range rapid.IntRange(0, 30).Draw(t, "changes") {
			ids := rapid.SliceOfN(rapid.Int64Range(1, 6), 1, 3).Draw(t, "ids")
			c.Record(ids)
			recorded = append(recorded, ids)
		}
		before := rapid.IntRange(0, len(recorded)).Draw(t, "before")
		asked := rapid.SliceOfN(rapid.Int64Range(1, 6), 0, 3).Draw(t, "asked")
		want := false
		for _, ids := range recorded[before:] {
			for _, id := range ids {
				for _, a := range asked {
					want = want || a == id
				}
			}
		}
		if got := c.Since(int64(before), asked...); got != want {
			t.Fatalf("%v, then since %d of %v: %t", recorded, before, asked, got)
		}
	})
}

// After too many changes every id counts as changed, never as unchanged.
func TestChangesAreBounded(t *testing.T) {
	t.Parallel()
	var c recent.Changes
	c.Record([]int64{1})
	before := c.Count()
	c.Record([]int64{2})
	if c.Since(before, 1) || !c.Since(before, 2) {
		t.Fatal("Since is wrong for single ids")
	}
	for id := range int64(10_000) {
		c.Record([]int64{id + 10})
	}
	if !c.Since(before, 2) || !c.Since(before, 1) {
		t.Error("a change is missing")
	}
	if c.Since(c.Count(), 1, 2) {
		t.Error("Since is true, but nothing has changed")
	}
}
