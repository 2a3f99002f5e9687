package town

import "testing"

// An item's rating count includes its reviews, so it cannot be lower.
func TestTown_TRAP_D14_ReviewsAreAmongTheRatings(t *testing.T) {
	t.Parallel()
	town := Generate(seed, 1)
	count, texts := map[string]int{}, map[string]bool{}
	takes := map[string]bool{}
	for _, s := range town.Stores {
		takes[s.Slug] = s.Reviews
	}
	for _, r := range town.Reviews {
		count[r.Item]++
		texts[r.Text] = true
		if !takes[r.Store] {
			t.Errorf("%s is of a store without reviews", r.Slug)
		}
	}
	for _, i := range town.Items {
		if count[i.Slug] > i.Past.RatingCount {
			t.Errorf("%s has %d reviews and %d ratings", i.Slug, count[i.Slug], i.Past.RatingCount)
		}
	}
	if len(texts) < 200 {
		t.Errorf("400 reviews use %d texts", len(texts))
	}
}

func TestTown_RNT04_TRAP_D14_vehicleReviewsAreAmongTheRatings(t *testing.T) {
	t.Parallel()
	town := Generate(seed, 1)
	count := map[string]int{}
	for _, r := range town.VehicleReviews {
		count[r.Vehicle]++
		if r.Text == "" || r.Rating < 1 || r.Rating > 5 {
			t.Errorf("%+v", r)
		}
	}
	for _, v := range town.Vehicles {
		if n := count[v.Slug]; n > v.Past.RatingCount || n == 0 && v.Past.RatingCount > 0 {
			t.Errorf("%s has %d reviews and %d ratings", v.Slug, n, v.Past.RatingCount)
		}
	}
	if len(town.VehicleReviews) < 2*len(town.Vehicles) {
		t.Errorf("only %d reviews of %d vehicles", len(town.VehicleReviews), len(town.Vehicles))
	}
}
