package public_test

import (
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"hawker/internal/api/apitest"
	"hawker/internal/catalog"
	"hawker/internal/catalog/catalogtest"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/hours"
)

func TestStore_BRW04_D25_hasEveryField(t *testing.T) {
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		f := apitest.NewPublicAPI(t, open(t))
		f.Insert("media", catalogtest.Row{"key": "logo/coral", "hash": "0a1b2c3d", "zoom": false})
		f.Insert("media", catalogtest.Row{"key": "store/coral", "hash": "4e5f6071", "zoom": false})
		store := f.Store(1, func(s *catalog.Store) {
			s.Slug, s.Name, s.Tagline, s.Description, s.Logo, s.Cover = "coral-kitchen", "Coral Kitchen", "Seafood", "By the pier.", "logo/coral", "store/coral"
			s.Address, s.Phone, s.Latitude, s.Longitude = "1 Pier Road", "+12025550123", -11.4, 65.2
			s.RatingSum, s.RatingCount, s.OrderCount, s.MinimumOrder = 478, 100, 7, 850
			s.Schedule.V = hours.Schedule{Week: []hours.Opening{{Day: time.Thursday, Opens: 600, Closes: 1320}, {Day: time.Wednesday, Opens: 540, Closes: 780}}}
			s.Discount.V = catalog.Discount{Type: "percent", Value: 1500, MinPurchase: 2000, MaxDiscount: 500}
			s.ScheduleOrder, s.Featured, s.SelfDelivery = true, true, false
		})
		f.Item(1, store, nil)
		want := apitest.Object{
			"id": 1.0, "slug": "coral-kitchen", "name": "Coral Kitchen", "tagline": "Seafood", "description": "By the pier.", "module_id": 10.0, "module_type": "food", "zone_id": 1.0, "time_zone": catalogtest.HarbourTimeZone,
			"logo_full_url": "/media/0a1b2c3d/logo/coral-480.webp", "cover_photo_full_url": "/media/4e5f6071/store/coral-480.webp",
			"address": "1 Pier Road", "phone": "+12025550123", "latitude": -11.4, "longitude": 65.2,
			"avg_rating": 4.8, "rating_count": 100.0, "order_count": 7.0, // D25: one decimal
			"minimum_order": 8.5, "delivery_time": "20-30", "min_delivery_time": 20.0, "max_delivery_time": 30.0, "delivery_fee_from": 1.5,
			"delivery": true, "take_away": true, "free_delivery": false, "self_delivery_system": false, "schedule_order": true,
			"veg": 1.0, "non_veg": 1.0, "reviews_enabled": true, "featured": 1.0,
			"open": true, "closes_at": "2026-11-18T08:00:00Z", // 13:00 in Harbour (D12)
			"discount": map[string]any{"discount": 15.0, "discount_type": "percent", "min_purchase": 20.0, "max_discount": 5.0},
		}
		listed := f.Read(t, "/stores").List("stores")
		if len(listed) != 1 || cmp.Diff(want, listed[0]) != "" {
			t.Errorf("in the list (-want +got):\n%s", cmp.Diff([]apitest.Object{want}, listed))
		}
		want["schedules"] = []any{
			map[string]any{"day": 3.0, "opening_time": "09:00", "closing_time": "13:00"},
			map[string]any{"day": 4.0, "opening_time": "10:00", "closing_time": "22:00"},
		}
		want["categories"] = []any{map[string]any{
			"id": 1.0, "slug": "meals", "name": "Meals", "module_id": 10.0, "parent_id": 0.0, "image_full_url": "", "featured": 0.0, "item_count": 1.0, "childes": []any{},
		}}
		for _, path := range []string{"/stores/1", "/stores/coral-kitchen"} {
			// By its link it can be read from another zone too.
			if diff := cmp.Diff(want, f.Read(t, path, "zoneid", "2")); diff != "" {
				t.Errorf("%s (-want +got):\n%s", path, diff)
			}
		}
		f.Clock.Advance(time.Hour)
		closed := f.Read(t, "/stores/1")
		if closed["open"] != false || closed["opens_at"] != "2026-11-19T05:00:00Z" || closed["closes_at"] != nil {
			t.Errorf("after closing: open %v, opens_at %v, closes_at %v", closed["open"], closed["opens_at"], closed["closes_at"])
		}
	})
}

// TRAP_H7: the list, its filter, the store's page and the item agree; TRAP_H6:
// a planned closure beats the hours in all of them.
func TestStores_TRAP_H7_TRAP_H6_agreeOnOpen(t *testing.T) {
	t.Parallel()
	f := apitest.NewPublicAPI(t, dbtest.Open(t, db.SQLite))
	from := catalogtest.Noon.Add(time.Hour)
	f.Item(1, f.Store(1, func(s *catalog.Store) {
		s.Schedule.V = hours.Schedule{Always: true, Closures: []hours.Closure{{From: from, To: from.Add(time.Hour)}}}
	}), nil)
	for at, want := range map[time.Time]bool{from.Add(-2 * time.Second): true, from: false, from.Add(time.Hour): true} {
		f.Clock.Set(at)
		answers := []any{
			f.Read(t, "/stores").List("stores")[0]["open"], f.Read(t, "/stores/1")["open"], f.Read(t, "/items/1")["store_open"],
			f.Read(t, "/stores?open_now=true")["total_size"] == 1.0, f.Read(t, "/items?available_now=true")["total_size"] == 1.0,
		}
		if slices.Contains(answers, any(!want)) {
			t.Errorf("at %s: list, page, item, filter, items' filter = %v, want %v", at.Format(time.TimeOnly), answers, want)
		}
	}
}

func TestStores_distanceOnlyWhenSortedByIt(t *testing.T) {
	t.Parallel()
	f := apitest.NewPublicAPI(t, dbtest.Open(t, db.SQLite))
	f.Store(1, func(s *catalog.Store) { s.Latitude = 0.02 })
	f.Store(2, func(s *catalog.Store) { s.Latitude = 0.01 })
	at := []string{"latitude", "0", "longitude", "0"}
	near := f.Read(t, "/stores?sort=distance", at...)
	if got := near.Column("stores", "distance_km"); !slices.Equal(got, numbers(1.113, 2.226)) {
		t.Errorf("distances are %v", got)
	}
	if got := f.Read(t, "/stores", at...).Column("stores", "distance_km"); !slices.Equal(got, []any{nil, nil}) {
		t.Errorf("an answer for everybody names distances: %v", got)
	}
}
