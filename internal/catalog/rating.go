package catalog

// Tenths is a rating in tenths of a star, rounded half up; 0 without ratings.
func Tenths(sum, count int64) int64 {
	if count == 0 {
		return 0
	}
	return (sum*20 + count) / (count * 2)
}

// Stars is a rating as it is shown, with one decimal (D25): 4.8.
func Stars(sum, count int64) float64 { return float64(Tenths(sum, count)) / 10 }
