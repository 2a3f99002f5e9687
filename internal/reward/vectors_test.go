package reward_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"slices"
	"testing"

	"hawker/internal/money"
	"hawker/internal/reward"
	"hawker/internal/setting"
)

var update = flag.Bool("update", false, "write the vectors again")

// bonusVector is one case of the file that the bonus on the page of the wallet is tested
// against (D20): a bonus and a payment in the format of the API, and what is added.
type bonusVector struct {
	Digits  int     `json:"digits"`
	Bonus   bonus   `json:"bonus"`
	Payment float64 `json:"payment"`
	Added   float64 `json:"added"`
}

type bonus struct {
	Percent  float64 `json:"percent"`
	Amount   float64 `json:"amount"`
	MinTopUp float64 `json:"least_top_up"`
	MaxBonus float64 `json:"most_bonus"`
}

// worthVector is one case of the file that the dialog for converting points is tested
// against (D20).
type worthVector struct {
	Points       int64   `json:"points"`
	PointsOfUnit int64   `json:"points_of_a_unit"`
	Digits       int     `json:"digits"`
	Converted    int64   `json:"converted"`
	Amount       float64 `json:"amount"`
}

var scales = []money.Currency{{Digits: 0}, {Digits: 2}, {Digits: 3}}

func TestBonusVectorsAreFresh_WAL01_TRAP_D20(t *testing.T) {
	t.Parallel()
	var vectors []bonusVector
	for _, m := range scales {
		for _, b := range []setting.Bonus{
			{Percent: 1000, MinTopUp: 5000, MaxBonus: 1500}, {Percent: 1075}, {Percent: 1, MinTopUp: 1}, {Percent: 33_33, MaxBonus: 10_001},
			{Percent: 250_00, MinTopUp: 4999}, {Amount: 200, MinTopUp: 3000}, {Amount: 1},
		} {
			for _, payment := range []money.Amount{1, 50, 2999, 3000, 4999, 5000, 5005, 15_001, 29_145, 999_999, 123_456_789, 9_999_999_999} {
				view := bonus{b.Percent.Percent(), m.ToMajor(b.Amount), m.ToMajor(b.MinTopUp), m.ToMajor(b.MaxBonus)}
				vectors = append(vectors, bonusVector{m.Digits, view, m.ToMajor(payment), m.ToMajor(b.For(payment, "2026-11-20"))})
			}
		}
	}
	compareVectors(t, "testdata/bonus_vectors.json", vectors)
}

func TestWorthVectorsAreFresh_WAL03_TRAP_D20(t *testing.T) {
	t.Parallel()
	var vectors []worthVector
	for _, m := range scales {
		for _, unitFor := range []int64{0, 1, 3, 10, 30, 50, 100, 128, 250, 999, 1000, 100_000} {
			for _, points := range []int64{0, 1, 4, 7, 99, 100, 103, 250, 9999, 1_000_003, 10_000_000_000} {
				converted, amount := reward.Worth(points, setting.PointRules{UnitFor: unitFor}, m.Scale())
				vectors = append(vectors, worthVector{points, unitFor, m.Digits, converted, m.ToMajor(amount)})
			}
		}
	}
	compareVectors(t, "testdata/worth_vectors.json", vectors)
}

// compareVectors compares the file with the vectors, one on each line. The flag -update writes
// the file first.
func compareVectors[V any](t *testing.T, path string, vectors []V) {
	t.Helper()
	lines := make([][]byte, len(vectors))
	for i, v := range vectors {
		line, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		lines[i] = line
	}
	want := slices.Concat([]byte("[\n"), bytes.Join(lines, []byte(",\n")), []byte("\n]\n"))
	if *update {
		if err := os.WriteFile(path, want, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s is stale: go test ./internal/reward -run Vectors -update", path)
	}
}
