package catalog

import (
	"context"
	"strings"
	"testing"
	"time"
)

// With an age, what is remembered is read again when it is too old; without one,
// when it was forgotten.
func TestMemory_IsReadAgainWhenOldOrForgotten(t *testing.T) {
	t.Parallel()
	start := time.Unix(1000, 0)
	type step struct {
		after  time.Duration
		ids    []int64
		reads  int // in all
		forget []int64
		all    bool
	}
	for name, c := range map[string]struct {
		maxAge time.Duration
		steps  []step
	}{
		"a second old": {time.Second, []step{
			{0, []int64{1, 2}, 2, nil, false},
			{500 * time.Millisecond, []int64{1, 2, 3}, 3, nil, false},
			{999 * time.Millisecond, []int64{1}, 3, nil, false},
			{time.Second, []int64{1}, 4, nil, false},
			{time.Second, []int64{3}, 4, nil, false},
			{time.Second, []int64{200}, 5, nil, false}, // what is not there is not remembered
			{time.Second, []int64{200}, 6, nil, false},
		}},
		"of any age": {0, []step{
			{0, []int64{1, 2}, 2, nil, false},
			{time.Hour, []int64{1, 2}, 2, []int64{2, 7}, false},
			{time.Hour, []int64{1, 2}, 3, nil, true},
			{time.Hour, []int64{1, 2}, 5, nil, false},
		}},
	} {
		m := memory[int]{maxAge: c.maxAge, weigh: func(int) int { return 1 }, mostBytes: 100}
		reads := 0
		for n, step := range c.steps {
			values, err := m.of(t.Context(), start.Add(step.after), step.ids, func(_ context.Context, missing []int64) (map[int64]int, error) {
				found := map[int64]int{}
				for _, id := range missing {
					if reads++; id < 100 {
						found[id] = reads
					}
				}
				return found, nil
			})
			if err != nil {
				t.Fatal(err)
			}
			for _, id := range step.ids {
				if _, there := values[id]; there != (id < 100) {
					t.Errorf("%s, step %d: %d is there: %t", name, n, id, there)
				}
			}
			if reads != step.reads {
				t.Errorf("%s, step %d: %d reads, want %d", name, n, reads, step.reads)
			}
			m.forget(step.forget)
			if step.all {
				m.forgetAll()
			}
		}
	}
}

func TestMemory_IsBounded(t *testing.T) {
	t.Parallel()
	const most = 1 << 20
	for name, text := range map[string]string{"many": "", "large": strings.Repeat("x", 100_000)} {
		m := memory[*Item]{weigh: (*Item).weight, mostBytes: most}
		for id := range int64(5000) {
			m.keep(time.Time{}, map[int64]*Item{id % 3000: {ID: id, Description: text}}, 0)
			if id%512 > 0 {
				continue
			}
			held := 0
			for _, r := range m.known {
				held += r.value.weight()
			}
			if held != m.bytes || held > most {
				t.Fatalf("%s: %d items of %d bytes, counted as %d", name, len(m.known), held, m.bytes)
			}
		}
		if m.bytes < most*8/10 {
			t.Errorf("%s: only %d bytes are kept", name, m.bytes)
		}
	}
}

// What was read before a change is not remembered after it.
func TestMemory_ForgetsWhatIsReadMeanwhile(t *testing.T) {
	t.Parallel()
	for name, forget := range map[string]func(m *memory[int]){
		"one": func(m *memory[int]) { m.forget([]int64{1}) },
		"all": func(m *memory[int]) { m.forgetAll() },
	} {
		m := memory[int]{weigh: func(int) int { return 1 }, mostBytes: 100}
		left := 5
		ask := func(meanwhile func()) map[int64]int {
			values, err := m.of(t.Context(), time.Unix(1000, 0), []int64{1, 2}, func(_ context.Context, missing []int64) (map[int64]int, error) {
				found := map[int64]int{}
				for _, id := range missing {
					found[id] = left
				}
				meanwhile()
				return found, nil
			})
			if err != nil {
				t.Fatal(err)
			}
			return values
		}
		ask(func() { left = 4; forget(&m) })
		values := ask(func() {})
		if values[1] != 4 {
			t.Errorf("%s: what changed while it was read is remembered: %d, want 4", name, values[1])
		}
		if again := values[2] == 4; again != (name == "all") {
			t.Errorf("%s: what did not change was read again: %t", name, again)
		}
	}
}
