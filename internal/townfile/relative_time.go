package townfile

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// When is a time: RFC 3339, or hours or days before the town is loaded, "-6h" or
// "-40d". With offsets, the dates of the demo town are always recent (D27).
type When string

// At returns the time for a town that is loaded at loaded.
func (w When) At(loaded time.Time) (time.Time, error) {
	text := string(w)
	if !strings.HasPrefix(text, "-") {
		t, err := time.Parse(time.RFC3339, text)
		if err != nil {
			return time.Time{}, fmt.Errorf("%q is neither a time like 2026-01-31T12:00:00Z nor an offset like -6h or -40d", text)
		}
		return t, nil
	}
	count, unit := text[1:], time.Hour
	if days, isDays := strings.CutSuffix(count, "d"); isDays {
		count, unit = days+"h", 24*time.Hour
	}
	digits, isOffset := strings.CutSuffix(count, "h")
	n, err := strconv.ParseUint(digits, 10, 16)
	if !isOffset || err != nil {
		return time.Time{}, fmt.Errorf("%q is not an offset like -6h or -40d", text)
	}
	return loaded.Add(-time.Duration(n) * unit), nil
}

// Day is a date: 2006-01-02, or days after (or before) the one on which the
// town is loaded, "+3d" or "-40d" (D27).
type Day string

// Date is the format of a Day that is not an offset.
const Date = time.DateOnly

// isOffset tells whether the day counts from the one on which the town is loaded.
func (d Day) isOffset() bool {
	return strings.HasPrefix(string(d), "+") || strings.HasPrefix(string(d), "-")
}

// someDay compares two offsets.
var someDay = time.Date(2000, time.January, 1, 0, 0, 0, 0, time.UTC)

// On returns the date, as 2006-01-02, for a town that is loaded at loaded. loaded must
// be in the time zone of the record's zone.
func (d Day) On(loaded time.Time) (string, error) {
	text := string(d)
	if !d.isOffset() {
		if _, err := time.Parse(Date, text); err != nil {
			return "", fmt.Errorf("%q is neither a date like 2026-01-31 nor an offset like +3d", text)
		}
		return text, nil
	}
	digits, isDays := strings.CutSuffix(text, "d")
	n, err := strconv.ParseInt(digits, 10, 16)
	if !isDays || err != nil {
		return "", fmt.Errorf("%q is not an offset like +3d", text)
	}
	return loaded.AddDate(0, 0, int(n)).Format(Date), nil
}
