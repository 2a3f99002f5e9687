package renting_test

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"hawker/internal/api/apitest"
)

// Anybody can be a guest, and each image is in memory while its call runs.
func TestTripPhotos_ITEM11_RNT11_fewImagesOfShoppersAreReadAtOnce(t *testing.T) {
	withTripAPI(t, func(t *testing.T, c tripAPI) {
		c.cart("POST", "/rental/cart", `{"vehicle_id":1,"quantity":1,"rental_type":"hourly","estimated_hours":3}`)
		placed := apitest.Read[placedTrip](t, c.place("a-key-of-mine", c.quote()))
		form, late := apitest.NewWaitingForm(), apitest.NewWaitingForm()
		close(late.GoOn)
		var all sync.WaitGroup
		for n := range 8 {
			all.Go(func() {
				form.From(fmt.Sprint("192.0.2.", 10+n/2)).Post(t.Context(), c, "/uploads", "X-Guest-Id", c.GuestID)
			})
			<-form.Reads
		}
		photos := fmt.Sprintf("/rental/trips/%d/photos", placed.Trip.ID)
		for path, headers := range map[string][]string{"/uploads": {"X-Guest-Id", c.GuestID}, photos: {"X-Order-Token", placed.TrackingToken}} {
			short, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
			defer cancel()
			if status := late.Post(short, c, path, headers...); status != 503 || len(late.Reads) != 0 {
				t.Errorf("a ninth image to %s: %d, %d are read", path, status, len(late.Reads))
			}
		}
		if status := late.Post(t.Context(), c, photos); status != 401 {
			t.Errorf("a stranger must not wait: %d", status)
		}
		close(form.GoOn)
		all.Wait()
	})
}
