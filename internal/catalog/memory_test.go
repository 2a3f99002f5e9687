package catalog

import (
	"context"
	"strings"
	"testing"
	"time"
)

func TestMemoryIsAMomentOldAndNotLonger(t *testing.T) {
	t.Parallel()
	m := memory{known: map[int64]remembered{}}
	reads := 0
	ask := func(at time.Time, ids ...int64) map[int64]*Item {
		items, err := m.of(t.Context(), at, ids, func(_ context.Context, missing []int64) (map[int64]*Item, error) {
			found := map[int64]*Item{}
			for _, id := range missing {
				if reads++; id < 100 { // the others are not sold
					found[id] = &Item{ID: id, SoldCount: int64(reads)}
				}
			}
			return found, nil
		})
		if err != nil {
			t.Fatal(err)
		}
		return items
	}
	start := time.Unix(1000, 0)
	for _, step := range []struct {
		after time.Duration
		ids   []int64
		reads int
	}{
		{0, []int64{1, 2}, 2},
		{500 * time.Millisecond, []int64{1, 2, 3}, 3},
		{999 * time.Millisecond, []int64{1}, 3},
		{maxAge, []int64{1}, 4},
		{maxAge, []int64{3}, 4},
		{maxAge, []int64{200}, 5},
		{maxAge, []int64{200}, 6},
	} {
		items := ask(start.Add(step.after), step.ids...)
		for _, id := range step.ids {
			if sold := id < 100; sold != (items[id] != nil) {
				t.Errorf("after %s: item %d is there: %t", step.after, id, !sold)
			}
		}
		if reads != step.reads {
			t.Errorf("after %s, asked for %v: %d reads, want %d", step.after, step.ids, reads, step.reads)
		}
	}
}

func TestMemoryIsBounded(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{"many": "", "large": strings.Repeat("x", 100_000)} {
		m := memory{known: map[int64]remembered{}}
		for id := range int64(3 * mostItems) {
			m.keep(time.Unix(id, 0), map[int64]*Item{id % (2 * mostItems): {ID: id, Description: text}})
			held := 0
			if id%512 == 0 {
				for _, r := range m.known {
					held += r.item.weight()
				}
				if held != m.bytes || held > mostItemBytes+200_000 || len(m.known) > mostItems {
					t.Fatalf("%s: %d items of %d bytes, counted as %d", name, len(m.known), held, m.bytes)
				}
			}
		}
	}
}

// What was read before an order is not remembered after it.
func TestStockMemory_ForgetsWhatIsReadMeanwhile(t *testing.T) {
	t.Parallel()
	var m stockMemory
	now, left := time.Unix(1000, 0), int64(5)
	ask := func(meanwhile func()) map[int64]Stock {
		stock, err := m.of(t.Context(), now, []int64{1, 2}, func(_ context.Context, missing []int64) (map[int64]Stock, error) {
			found := map[int64]Stock{}
			for _, id := range missing {
				found[id] = Stock{"": left}
			}
			meanwhile()
			return found, nil
		})
		if err != nil {
			t.Fatal(err)
		}
		return stock
	}
	ask(func() { left = 4; m.forget([]int64{1}) })
	stock := ask(func() {})
	if got := *stock[1].Of(0); got != 4 {
		t.Errorf("%d are left of what was ordered while it was read, want 4", got)
	}
	if got := *stock[2].Of(0); got != 5 {
		t.Errorf("what nobody ordered was read again: %d", got)
	}
}
