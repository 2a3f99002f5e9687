package hours_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"hawker/internal/hours"
)

func decode(t testing.TB, text string) hours.Schedule {
	t.Helper()
	var s hours.Schedule
	if err := json.Unmarshal([]byte(text), &s); err != nil {
		t.Fatal(err)
	}
	return s
}

func TestScheduleJSON(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		`{"week":[{"day":0,"opens":"10:00","closes":"02:00"},{"day":6,"opens":"00:00","closes":"24:00"}],` +
			`"closures":[{"from":"2026-12-24T12:00:00Z","to":"2026-12-27T00:00:00+05:00"}]}`,
		`{"always":true}`,
		`{}`,
	} {
		data, err := json.Marshal(decode(t, text))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(text, string(data)); diff != "" {
			t.Error(diff)
		}
	}
}

func TestScheduleRefuses(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		`{"week":[{"day":7,"opens":"10:00","closes":"12:00"}]}`,
		`{"week":[{"day":-1,"opens":"10:00","closes":"12:00"}]}`,
		`{"week":[{"day":0.5,"opens":"10:00","closes":"12:00"}]}`,
		`{"week":[{"day":1,"opens":"24:00","closes":"12:00"}]}`,
		`{"week":[{"day":1,"opens":"10:00","closes":"24:01"}]}`,
		`{"week":[{"day":1,"opens":"10:60","closes":"12:00"}]}`,
		`{"week":[{"day":1,"opens":"9:00","closes":"12:00"}]}`,
		`{"week":[{"day":1,"opens":"0::00","closes":"12:00"}]}`,
		`{"week":[{"day":1,"opens":"00:0:","closes":"12:00"}]}`,
		`{"week":[{"day":1,"opens":"-9:00","closes":"12:00"}]}`,
		`{"week":[{"day":1,"opens":"10:00"}]}`,
		`{"week":[{"opens":"10:00","closes":"12:00"}]}`,
		`{"week":[{"day":1,"opens":"10:00","closes":"12:00","note":"x"}]}`,
		`{"week":[null]}`,
		`{"open":true}`,
		`{"always":true,"week":[{"day":1,"opens":"10:00","closes":"12:00"}]}`,
		`{"closures":[{"from":"2026-12-24T12:00:00Z","to":"2026-12-24T12:00:00Z"}]}`,
		`{"closures":[{"from":"2026-12-24T12:00:00Z"}]}`,
		`{"closures":[{"from":"24 December","to":"2026-12-24T12:00:00Z"}]}`,
		`[]`, `"always"`,
	} {
		var s hours.Schedule
		if err := json.Unmarshal([]byte(text), &s); err == nil {
			t.Errorf("%s passed as %+v", text, s)
		}
	}
}

// The times of a schedule that is not from JSON are checked too.
func TestValidateRefusesTimesOutsideOfADay(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		opens, closes hours.TimeOfDay
		ok            bool
	}{
		{0, 0, true},
		{hours.DayMinutes - 1, hours.DayMinutes, true},
		{-1, 600, false},
		{hours.DayMinutes, 600, false},
		{600, -1, false},
		{600, hours.DayMinutes + 1, false},
	} {
		s := hours.Schedule{Week: []hours.Opening{{Day: time.Monday, Opens: tt.opens, Closes: tt.closes}}}
		if err := s.Validate(); (err == nil) != tt.ok {
			t.Errorf("from minute %d to %d: %v", tt.opens, tt.closes, err)
		}
	}
}

func TestTimeOfDayIsReadAsWritten(t *testing.T) {
	t.Parallel()
	for minute := range 24*60 + 1 {
		text := fmt.Sprintf("%02d:%02d", minute/60, minute%60)
		if got, err := hours.ParseTimeOfDay(text); err != nil || got != hours.TimeOfDay(minute) || got.String() != text {
			t.Errorf("%s is read as minute %d and written %s, %v", text, got, got, err)
		}
	}
}

func TestTooLongAScheduleIsRefused(t *testing.T) {
	t.Parallel()
	closures := func(n int) []hours.Closure {
		return slices.Repeat([]hours.Closure{{From: time.Unix(0, 0), To: time.Unix(1, 0)}}, n)
	}
	most := hours.Schedule{Week: make([]hours.Opening, 100), Closures: closures(500)}
	if err := most.Validate(); err != nil {
		t.Error(err)
	}
	if (hours.Schedule{Week: make([]hours.Opening, 101)}).Validate() == nil {
		t.Error("101 openings passed")
	}
	if (hours.Schedule{Closures: closures(501)}).Validate() == nil {
		t.Error("501 closures passed")
	}
}

func FuzzSchedule(f *testing.F) {
	f.Add(`{"week":[{"day":0,"opens":"10:00","closes":"02:00"}]}`, int64(1_795_000_000))
	f.Add(`{"always":true,"closures":[{"from":"2026-12-24T12:00:00Z","to":"2027-12-27T00:00:00Z"}]}`, int64(1_798_200_000))
	f.Add(`{"week":[{"day":0,"opens":"02:30","closes":"02:45"},{"day":0,"opens":"01:00","closes":"01:00"}]}`, int64(1_774_745_000))
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string, unix int64) {
		var s hours.Schedule
		if json.Unmarshal([]byte(text), &s) != nil {
			return
		}
		data, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		if again, err := json.Marshal(decode(t, string(data))); err != nil || string(again) != string(data) {
			t.Fatalf("%s became %s, %v", data, again, err)
		}
		now := time.Unix(unix%4_000_000_000, 0)
		state := s.At(now, berlin)
		if state.Open && !state.ClosesAt.IsZero() && (!state.ClosesAt.After(now) || s.At(state.ClosesAt, berlin).Open) {
			t.Fatalf("open at %v, and said to close at %v", now, state.ClosesAt)
		}
		if !state.Open && !state.OpensAt.IsZero() && (!state.OpensAt.After(now) || !s.At(state.OpensAt, berlin).Open) {
			t.Fatalf("closed at %v, and said to open at %v", now, state.OpensAt)
		}
		for _, slot := range s.Slots(now, time.Hour, berlin) {
			if slot.Before(now.Add(time.Hour)) || !s.At(slot, berlin).Open {
				t.Fatalf("slot %v at %v", slot, now)
			}
		}
	})
}
