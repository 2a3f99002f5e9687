package money_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"testing"

	"hawker/internal/money"
)

var update = flag.Bool("update", false, "write the vectors again")

// formatVector is one line of the file that the web's own formatter is tested
// with. Amount is in minor units, and Major is the same amount in the API's JSON.
type formatVector struct {
	Amount      int64   `json:"amount"`
	Major       float64 `json:"major"`
	Digits      int     `json:"digits"`
	Symbol      string  `json:"symbol"`
	SymbolRight bool    `json:"symbol_right"`
	Format      string  `json:"format"`
	Short       string  `json:"short"`
}

func formatVectors() []formatVector {
	currencies := []money.Currency{
		{Digits: 2, Symbol: "$"}, {Digits: 2, Symbol: "€", SymbolRight: true}, {Digits: 0, Symbol: "¥"},
		{Digits: 0, Symbol: "₫", SymbolRight: true}, {Digits: 3, Symbol: "KD "}, {Digits: 3, Symbol: " KD", SymbolRight: true},
	}
	amounts := []money.Amount{
		0, 1, 5, 10, 99, 100, 999, 1000, 2499, 99_999, 100_000, 123_456, 149_950, 149_949, 999_949, 999_950, 999_999, 1_000_000,
		9_999_999, 10_000_000, 12_345_000, 12_344_999, 99_994_999, 99_999_999, 100_000_000, 149_999_999, 999_999_999,
		1_000_000_000, 1_550_000_000, 99_999_999_999, 100_000_000_000, 999_999_999_999, 1_000_000_000_000, money.Limit,
		-1, -2499, -10_000_000, -1_000_000_000_000,
	}
	var vectors []formatVector
	for _, c := range currencies {
		for _, a := range amounts {
			vectors = append(vectors, formatVector{
				Amount: int64(a), Major: c.ToMajor(a), Digits: c.Digits, Symbol: c.Symbol, SymbolRight: c.SymbolRight,
				Format: c.Format(a), Short: c.Short(a),
			})
		}
	}
	return vectors
}

func TestFormatVectorsAreFresh_PRC06_TRAP_D5(t *testing.T) {
	t.Parallel()
	var want bytes.Buffer
	encoder := json.NewEncoder(&want)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(formatVectors()); err != nil {
		t.Fatal(err)
	}
	const path = "testdata/format_vectors.json"
	if *update {
		if err := os.WriteFile(path, want.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want.Bytes()) {
		t.Errorf("%s is stale: go test ./internal/money -run Vectors -update", path)
	}
}
