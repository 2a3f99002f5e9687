package call

import (
	"math"
	"testing"
)

func FuzzDegrees_API02(f *testing.F) {
	for _, seed := range []string{"0", "-11.4", "90", "90.0000001", "NaN", "Inf", "1e400", " 5 ", "0x1p3", "１", ""} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if degrees, err := ReadDegrees(text, 90); err == nil && !(math.Abs(degrees) <= 90) {
			t.Fatalf("%q is read as %v degrees", text, degrees)
		}
	})
}
