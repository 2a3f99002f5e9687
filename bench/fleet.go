package main

import (
	"context"
	"fmt"
	"log"
	"net/url"
	"time"

	"hawker/internal/catalog"
	"hawker/internal/db"
)

// The town of the search for free vehicles. Each vehicle is out for three hours of five.
const (
	fleetVehicles = 10_000
	fleetTrips    = 20 // each has one of every vehicle: 200,000 bookings
)

// fillFleet copies the vehicles of the town until there are fleetVehicles, and books each
// for every trip. It writes to the database directly.
func fillFleet(ctx context.Context, o db.Options) error {
	ctx = db.Long(ctx)
	d, err := db.Open(ctx, o)
	if err != nil {
		return err
	}
	defer d.Close()
	err = db.InTx(ctx, d, func(tx *db.Tx) error {
		revision, err := catalog.NextRevision(ctx, tx)
		if err != nil {
			return err
		}
		for _, step := range []struct {
			name, text string
			args       []any
		}{
			{"vehicles", series + `INSERT INTO vehicles (slug, provider_id, category_id, name, description, brand, vehicle_type, seats, air_condition, transmission, fuel, pictures,
					hourly_price, distance_price, discount_type, discount, units, is_new, rating_sum, rating_count, trip_count, past_rating_sum, past_rating_count, created_at, revision)
				SELECT slug || '-' || CAST(n AS TEXT), provider_id, category_id, name, description, brand, vehicle_type, seats, air_condition, transmission, fuel, pictures,
					hourly_price + n % 100, distance_price, discount_type, discount, 1 + n % 3, is_new, rating_sum, rating_count, trip_count, past_rating_sum, past_rating_count, created_at, CAST($2 AS BIGINT)
				FROM series JOIN (SELECT v.*, ROW_NUMBER() OVER (ORDER BY id) AS place FROM vehicles v) v ON v.place = 1 + n % (SELECT COUNT(*) FROM vehicles)
				WHERE n <= $1 - (SELECT COUNT(*) FROM vehicles)`, []any{fleetVehicles, revision}},
			{"purchases", series + `INSERT INTO purchases (id, kind) SELECT 900000000 + n, 'trip' FROM series`, []any{fleetTrips}},
			{"trips", `INSERT INTO trips (id, shopper_id, module_id, provider_id, zone_id, status, trip_type, hours, pickup, destination, pickup_at, return_at, distance_metres, route_seconds, straight,
					subtotal, discount, coupon_code, coupon_discount, tax, tax_included, additional_charge, total, price_rows, payment_method, payment_status,
					contact_name, contact_phone, contact_email, trip_note, cancel_reason, placed_from, created_at, updated_at)
				SELECT b.id, s.id, m.id, p.id, p.zone_id, 'confirmed', 'hourly', 3, '{}', '{}', 0, 1, 0, 0, FALSE, 0, 0, '', 0, 0, FALSE, 0, 0, '[]', 'cash_on_delivery', 'unpaid', '', '', '', '', '', '', 0, 0
				FROM purchases b, (SELECT MIN(id) AS id FROM shoppers) s, (SELECT id FROM modules WHERE module_type = 'rental' LIMIT 1) m, (SELECT id, zone_id FROM providers LIMIT 1) p
				WHERE b.id > 900000000`, nil},
			{"revision", `INSERT INTO booking_revision (id, revision) VALUES (1, 1) ON CONFLICT (id) DO UPDATE SET revision = booking_revision.revision + 1`, nil},
			{"bookings", `INSERT INTO bookings (trip_id, vehicle_id, units, vehicle_units, from_at, until_at, revision)
				SELECT t.id, v.id, 1, v.units, $1 + ((t.id - 900000000) * 5 + v.id % 5) * 3600000, $1 + ((t.id - 900000000) * 5 + v.id % 5 + 3) * 3600000, (SELECT revision FROM booking_revision)
				FROM trips t, vehicles v WHERE t.id > 900000000`, []any{time.Now().UnixMilli()}},
		} {
			if _, err := db.Exec(ctx, tx, step.text, step.args...); err != nil {
				return fmt.Errorf("%s: %w", step.name, err)
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	return settle(ctx, o)
}

// freeVehicles searches for vehicles that are free at a time. Every request has another
// time, length, limit of the price and language, so that no cache helps.
func (s *shop) freeVehicles() func(int) request {
	begin := time.Now().Add(6 * time.Hour)
	return s.uncached(func(i int) string {
		q := url.Values{
			"limit": {"20"}, "trip_type": {"hourly"}, "available": {"true"}, "estimated_hours": {fmt.Sprint(1 + i%12)},
			"pickup_time": {begin.Add(time.Duration(i%5000) * time.Minute).UTC().Format("2006-01-02 3:04 PM")},
			"max_price":   {fmt.Sprintf("%.2f", 900+float64(i%100)/100)},
		}
		return "/rental/vehicles?" + q.Encode()
	})
}

// fleet measures the search for free vehicles.
func (b *bench) fleet(result *engineReport, shop *shop, o db.Options, plain string) error {
	if err := fillFleet(b.ctx, o); err != nil {
		return fmt.Errorf("fill the fleet: %w", err)
	}
	var found struct {
		Total    int   `json:"total_size"`
		Vehicles []any `json:"vehicles"`
	}
	for deadline := time.Now().Add(10 * time.Second); found.Total < fleetVehicles/2; time.Sleep(time.Second) { // until the instance has read them
		if err := shop.ask(shop.freeVehicles()(1), &found); err != nil {
			return err
		}
		if time.Now().After(deadline) {
			return fmt.Errorf("only %d vehicles are free", found.Total)
		}
	}
	reference := b.load.run(b.ctx, plain, always("GET", "/", nil))
	before := b.cpu()
	figure := b.load.run(b.ctx, shop.url, shop.freeVehicles())
	// The warm-up, which is a seventh of the time, is not in the count.
	log.Printf("  about %.2f ms of CPU for a search for free vehicles", float64((b.cpu()-before).Microseconds())/1000/float64(max(figure.count, 1))*6/7)
	result.add("free vehicles, unseen query", figure, reference)
	return nil
}
