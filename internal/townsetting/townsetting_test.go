package townsetting_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"hawker/internal/demo/town"
	"hawker/internal/townsetting"
)

// Days that count from the import have become dates, so a later import leaves them.
func TestFormat_returnsWhatWasParsed(t *testing.T) {
	t.Parallel()
	noon := time.Date(2026, 11, 20, 7, 0, 0, 0, time.UTC)
	parsed, err := townsetting.Parse(town.Generate(1, 1).Settings, noon)
	if err != nil {
		t.Fatal(err)
	}
	again, err := townsetting.Parse(townsetting.Format(parsed), noon.AddDate(1, 0, 0))
	if diff := cmp.Diff(parsed, again); err != nil || diff != "" {
		t.Error(diff, err)
	}
}
