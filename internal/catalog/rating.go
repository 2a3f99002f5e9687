package catalog

// rating is the rating of an item i in tenths of a star, as shown (D25): the
// text of the indexes in 004_lists.sql, which are used only when it is equal.
const rating = `(CASE WHEN i.rating_count = 0 THEN 0 ELSE (i.rating_sum * 20 + i.rating_count) / (i.rating_count * 2) END)`

// Tenths is a rating in tenths of a star, rounded half up; 0 without any.
func Tenths(sum, count int64) int64 {
	if count == 0 {
		return 0
	}
	return (sum*20 + count) / (count * 2)
}

// Stars is a rating as it is shown, with one decimal (D25): 4.8.
func Stars(sum, count int64) float64 { return float64(Tenths(sum, count)) / 10 }
