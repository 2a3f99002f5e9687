package recent_test

import (
	"testing"

	"pgregory.net/rapid"

	"hawker/internal/recent"
)

// What changed since is always said, and of what did not nothing is said as long
// as the changes can be told apart.
func TestChanges(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var c recent.Changes
		var noted [][]int64
		for range rapid.IntRange(0, 30).Draw(t, "changes") {
			ids := rapid.SliceOfN(rapid.Int64Range(1, 6), 1, 3).Draw(t, "ids")
			c.Record(ids)
			noted = append(noted, ids)
		}
		before := rapid.IntRange(0, len(noted)).Draw(t, "before")
		asked := rapid.SliceOfN(rapid.Int64Range(1, 6), 0, 3).Draw(t, "asked")
		want := false
		for _, ids := range noted[before:] {
			for _, id := range ids {
				for _, a := range asked {
					want = want || a == id
				}
			}
		}
		if got := c.Since(int64(before), asked...); got != want {
			t.Fatalf("%v, then since %d of %v: %t", noted, before, asked, got)
		}
	})
}

// Too many changes to tell apart make everything changed, never unchanged.
func TestChangesAreBounded(t *testing.T) {
	t.Parallel()
	var c recent.Changes
	c.Record([]int64{1})
	before := c.Count()
	c.Record([]int64{2})
	if c.Since(before, 1) || !c.Since(before, 2) {
		t.Fatal("changes are not told apart")
	}
	for id := range int64(10_000) {
		c.Record([]int64{id + 10})
	}
	if !c.Since(before, 2) || !c.Since(before, 1) {
		t.Error("a change was forgotten")
	}
	if c.Since(c.Count(), 1, 2) {
		t.Error("nothing changed since")
	}
}
