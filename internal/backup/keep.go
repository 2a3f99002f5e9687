package backup

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Keep says which backups are kept: the newest ones, and the newest of each of so many
// hours, days, weeks and months. Zero: all.
type Keep struct{ rules []keepRule }

type keepRule struct {
	count  int
	period func(time.Time) string // backups with the same result are of one period
}

var periods = map[string]func(time.Time) string{
	"":  func(t time.Time) string { return t.Format(time.RFC3339Nano) },
	"h": func(t time.Time) string { return t.Format("2006-01-02 15") },
	"d": func(t time.Time) string { return t.Format(time.DateOnly) },
	"w": func(t time.Time) string { year, week := t.ISOWeek(); return fmt.Sprint(year, week) },
	"m": func(t time.Time) string { return t.Format("2006-01") },
}

// UnmarshalText reads a rule such as "24 7d 4w 12m": the newest 24, and the newest of 7
// days, 4 weeks and 12 months.
func (k *Keep) UnmarshalText(text []byte) error {
	k.rules = nil
	for _, word := range strings.Fields(string(text)) {
		number := strings.TrimRight(word, "hdwm")
		period := periods[strings.TrimPrefix(word, number)]
		count, err := strconv.Atoi(number)
		if err != nil || count < 1 || period == nil {
			return fmt.Errorf("%q is not a number with h, d, w, m or nothing", word)
		}
		k.rules = append(k.rules, keepRule{count, period})
	}
	return nil
}

// Expired returns which of the backups, by their times, no rule keeps.
func (k Keep) Expired(times []time.Time) []time.Time {
	if len(k.rules) == 0 {
		return nil
	}
	newest := slices.SortedFunc(slices.Values(times), func(a, b time.Time) int { return b.Compare(a) })
	kept := map[time.Time]bool{}
	for _, rule := range k.rules {
		rule.mark(newest, kept)
	}
	return slices.DeleteFunc(newest, func(t time.Time) bool { return kept[t] })
}

func (r keepRule) mark(newest []time.Time, kept map[time.Time]bool) {
	last, found := "", 0
	for _, t := range newest {
		period := r.period(t)
		if period == last {
			continue
		}
		if found++; found > r.count {
			return
		}
		last, kept[t] = period, true
	}
}
