package vehicle_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"hawker/internal/booking"
	"hawker/internal/booking/bookingtest"
	"hawker/internal/catalog"
	"hawker/internal/catalog/catalogtest"
	"hawker/internal/clock"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/money"
	"hawker/internal/pricing"
	"hawker/internal/vehicle"
	"hawker/internal/vehicle/vehicletest"
)

// A list has what reading every vehicle finds, in 400 random searches on both engines.
func TestSearch_RNT02_isAsReadingEveryVehicle(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		d := open(t)
		r := rand.New(rand.NewPCG(7, 13))
		town := vehicletest.New(t, d)
		owners, all := randomFleet(town, r)
		out := randomBookings(town, r, len(all))
		s := newService(d, clock.NewManual(catalogtest.Noon))
		found := 0
		for range 400 {
			f := randomFilter(r)
			page, err := s.Search(t.Context(), f, catalog.Paging{Size: len(all), Number: 1})
			if err != nil {
				t.Fatal(err)
			}
			got, want := idsOf(page), expected(all, owners, out, f)
			if !slices.Equal(got, want) || page.Total != len(want) {
				t.Fatalf("%+v\nfinds %v of %d\nwant  %v", f, got, page.Total, want)
			}
			found += len(got)
			p := catalog.Paging{Size: 1 + r.IntN(9), Number: 1 + r.IntN(4)}
			if page, err = s.Search(t.Context(), f, p); err != nil {
				t.Fatal(err)
			}
			from := min((p.Number-1)*p.Size, len(want))
			if part := want[from:min(from+p.Size, len(want))]; !slices.Equal(idsOf(page), part) || page.Total != len(want) {
				t.Fatalf("%+v, %+v\nfinds %v of %d\nwant  %v", f, p, idsOf(page), page.Total, part)
			}
		}
		if found < 1000 {
			t.Errorf("400 searches found only %d vehicles together", found)
		}
	})
}

func newService(d *db.DB, c clock.Clock) *vehicle.Service {
	return vehicle.New(d, c, booking.New(d, c))
}

func pick[T any](r *rand.Rand, from ...T) T { return from[r.IntN(len(from))] }

func randomFleet(town vehicletest.Fleet, r *rand.Rand) (owners map[int64]vehicle.Provider, all []vehicle.Vehicle) {
	owners = map[int64]vehicle.Provider{}
	for id := range int64(6) {
		owners[id+1] = town.Provider(id+1, func(p *vehicle.Provider) {
			p.PickupZoneIDs.V = pick(r, []int64{catalogtest.Harbour}, []int64{catalogtest.Hill}, []int64{catalogtest.Hill, catalogtest.Harbour}, []int64{})
			if r.IntN(2) == 0 {
				p.Discount.V = catalog.Discount{Type: pricing.Percent, Value: 1500, MinPurchase: 2000, MaxDiscount: 900, End: pick(r, "2026-11-17", "2026-11-18", "2026-12-01")}
			}
		})
	}
	for id := range int64(60) {
		of := owners[1+r.Int64N(6)]
		all = append(all, town.Vehicle(id+1, of, func(v *vehicle.Vehicle) {
			v.CategoryID = pick(r, vehicletest.Cars, vehicletest.Vans)
			v.Name, v.Brand = pick(r, "Finch", "Finch Électric", "Ridge"), pick(r, "Merle", "Tarn", "")
			v.Type, v.Fuel, v.Transmission = pick(r, "SUV", "Van"), pick(r, "Petrol", "Electric"), pick(r, "manual", "automatic")
			v.Seats, v.AirCondition = pick[int64](r, 2, 4, 7), r.IntN(2) == 0
			v.HourlyPrice, v.DistancePrice = pick[money.Amount](r, 0, 500, 1000, 1999), pick[money.Amount](r, 20, 50)
			if v.HourlyPrice > 0 && r.IntN(3) == 0 {
				v.DistancePrice = 0
			}
			v.Units = 1 + r.Int64N(2)
			v.DiscountType, v.Discount = pick(r, pricing.Percent, pricing.Flat), pick[int64](r, 0, 0, 50, 1000)
			v.RatingCount, v.TripCount = r.Int64N(3), r.Int64N(4)
			v.RatingSum = v.RatingCount * pick[int64](r, 3, 4, 5)
			v.CreatedAt += r.Int64N(3)
		}))
	}
	return owners, all
}

// bookings count the units that are out, by vehicle and by hour since noon.
type bookings map[[2]int64]int64

func (out bookings) free(v vehicle.Vehicle, from, until int64) int64 {
	free := v.Units
	for at := from; at < until; at++ {
		free = min(free, v.Units-out[[2]int64{v.ID, at}])
	}
	return free
}

func randomBookings(town vehicletest.Fleet, r *rand.Rand, vehicles int) bookings {
	const trips = 150
	out := bookings{}
	bookingtest.Trips(town.Town, 1, vehicletest.Rental, 1, trips)
	for trip := range int64(trips) {
		id, from := 1+r.Int64N(int64(vehicles)), r.Int64N(24)-2
		until := from + 1 + r.Int64N(9)
		for at := from; at < until; at++ {
			out[[2]int64{id, at}]++
		}
		town.Exec(`INSERT INTO bookings (trip_id, vehicle_id, units, vehicle_units, from_at, until_at, revision) VALUES ($1, $2, 1, 1, $3, $4, 1)`,
			trip+1, id, afterNoon(from).UnixMilli(), afterNoon(until).UnixMilli())
	}
	town.Exec(`INSERT INTO booking_revision (id, revision) VALUES (1, 1)`)
	return out
}

func afterNoon(hours int64) time.Time { return catalogtest.Noon.Add(time.Duration(hours) * time.Hour) }

func randomFilter(r *rand.Rand) vehicle.Filter {
	f := vehicle.Filter{Zones: pick(r, nil, []int64{catalogtest.Harbour}, []int64{catalogtest.Hill, 99})}
	some := func() bool { return r.IntN(5) == 0 }
	if some() {
		f.ModuleID = pick(r, vehicletest.Rental, vehicletest.Rental, catalogtest.Food)
	}
	if some() {
		f.Categories = []int64{vehicletest.Vans}
	}
	if some() {
		f.ProviderID = 1 + r.Int64N(7)
	}
	if some() {
		f.Brands = pick(r, []string{"Tarn"}, []string{"Tarn", "Merle"})
	}
	if some() {
		f.Types, f.Fuels = []string{"SUV"}, []string{"Electric", "Diesel"}
	}
	if some() {
		f.Transmission, f.MinSeats, f.AirCondition = "automatic", 4, true
	}
	if some() {
		f.MinPrice, f.MaxPrice = 450, pick[money.Amount](r, 0, 1000, 5000)
	}
	if some() {
		f.MinTenths = 40
	}
	f.Discounted = some()
	f.Search = pick(r, "", "", "", "finch", "ELECTRIC", "fin tarn", "provider 1", "inch")
	if r.IntN(2) == 0 {
		f.Trip = &pricing.Trip{Type: pick(r, pricing.Hourly, pricing.ByDistance), Hours: 1 + r.Int64N(5), Metres: r.Int64N(40_000)}
	}
	f.Available = r.IntN(2) == 0
	if r.IntN(2) == 0 { // it is noon in the harbour
		f.Period = &vehicle.Period{Pickup: onTheClock("2026-11-18 12:00").Add(time.Duration(r.IntN(24)) * time.Hour), Length: time.Duration(1+r.IntN(8)) * time.Hour}
	}
	f.Sort = pick(r, "", catalog.Popular, catalog.Rated, catalog.Newest, catalog.Cheapest, catalog.Dearest)
	return f
}

// shown is what the list shows as a vehicle's price, counted by hand.
func shown(v vehicle.Vehicle, owner vehicle.Provider, trip *pricing.Trip) (price money.Amount, discounted bool) {
	rate := min(v.HourlyPrice, v.DistancePrice)
	if rate == 0 {
		rate = max(v.HourlyPrice, v.DistancePrice)
	}
	if trip != nil {
		rate = v.HourlyPrice * money.Amount(trip.Hours)
		if trip.Type == pricing.ByDistance {
			rate = (v.DistancePrice*money.Amount(trip.Metres) + 500) / 1000
		}
	}
	off := money.Amount(v.Discount)
	if v.DiscountType == pricing.Percent {
		off = (rate*money.Amount(v.Discount) + 5000) / 10_000
	}
	off = min(off, rate)
	if d := owner.Discount.V; d.Value > 0 && d.End >= "2026-11-18" && rate >= d.MinPurchase {
		if theirs := (rate*money.Amount(d.Value) + 5000) / 10_000; theirs > off {
			off = min(theirs, d.MaxDiscount)
		}
	}
	if trip == nil && v.DiscountType == pricing.Flat { // it comes off a trip, not off every hour of it
		return rate, off > 0
	}
	return rate - off, off > 0
}

func expected(all []vehicle.Vehicle, owners map[int64]vehicle.Provider, out bookings, f vehicle.Filter) []int64 {
	type row struct {
		vehicle.Vehicle
		price money.Amount
	}
	var rows []row
	for _, v := range all {
		owner := owners[v.ProviderID]
		price, discounted := shown(v, owner, f.Trip)
		inZone := f.Zones == nil
		inModule := f.ModuleID == 0 || f.ModuleID == vehicletest.Rental // of both categories
		for _, z := range f.Zones {
			inZone = inZone || slices.Contains(owner.PickupZoneIDs.V, z)
		}
		text := " " + strings.ToLower(strings.ReplaceAll(strings.Join([]string{v.Name, v.Brand, v.Type, v.Fuel, v.Transmission, owner.Name}, " "), "É", "e"))
		worded := true
		for word := range strings.FieldsSeq(strings.ToLower(f.Search)) {
			worded = worded && strings.Contains(text, " "+word)
		}
		rating := 0.0
		if v.RatingCount > 0 {
			rating = float64(v.RatingSum) / float64(v.RatingCount)
		}
		free := true
		if f.Available && f.Period != nil {
			from := int64(f.Period.Pickup.Sub(onTheClock("2026-11-18 12:00")) / time.Hour)
			free = out.free(v, from, from+int64(f.Period.Length/time.Hour)) > 0
		}
		if inZone && inModule && worded && free && (f.Categories == nil || f.Categories[0] == v.CategoryID) && (f.ProviderID == 0 || f.ProviderID == v.ProviderID) &&
			(f.Brands == nil || slices.Contains(f.Brands, v.Brand)) && (f.Types == nil || v.Type == "SUV" && v.Fuel == "Electric") &&
			(f.Transmission == "" || v.Transmission == "automatic" && v.Seats >= 4 && v.AirCondition) &&
			price >= f.MinPrice && (f.MaxPrice == 0 || price <= f.MaxPrice) && rating*10 >= float64(f.MinTenths) && (!f.Discounted || discounted) &&
			(f.Trip == nil || f.Trip.Type == pricing.Hourly && v.HourlyPrice > 0 || f.Trip.Type == pricing.ByDistance && v.DistancePrice > 0) {
			rows = append(rows, row{v, price})
		}
	}
	stars := func(v row) int64 {
		if v.RatingCount == 0 {
			return 0
		}
		return v.RatingSum / v.RatingCount // whole in this fleet
	}
	slices.SortFunc(rows, func(a, b row) int {
		usual := cmp.Or(cmp.Compare(b.TripCount, a.TripCount), cmp.Compare(stars(b), stars(a)), cmp.Compare(a.ID, b.ID))
		switch f.Sort {
		case catalog.Rated:
			return cmp.Or(cmp.Compare(stars(b), stars(a)), cmp.Compare(b.RatingCount, a.RatingCount), usual)
		case catalog.Newest:
			return cmp.Or(cmp.Compare(b.CreatedAt, a.CreatedAt), usual)
		case catalog.Cheapest:
			return cmp.Or(cmp.Compare(a.price, b.price), usual)
		case catalog.Dearest:
			return cmp.Or(cmp.Compare(b.price, a.price), usual)
		}
		return usual
	})
	ids := make([]int64, len(rows))
	for n, row := range rows {
		ids[n] = row.ID
	}
	return ids
}

func idsOf(page vehicle.Page) []int64 {
	ids := make([]int64, len(page.Vehicles))
	for n, v := range page.Vehicles {
		ids[n] = v.ID
	}
	return ids
}

// Pages of a list follow each other without a gap, and past the end there is nothing.
func TestSearch_RNT02_pages(t *testing.T) {
	t.Parallel()
	d := dbtest.Open(t, db.SQLite)
	town := vehicletest.New(t, d)
	owner := town.Provider(1, nil)
	for id := range int64(5) {
		town.Vehicle(id+1, owner, nil)
	}
	s := newService(d, clock.NewManual(catalogtest.Noon))
	for number, want := range map[int]string{1: "[1 2]", 2: "[3 4]", 3: "[5]", 4: "[]", 900: "[]"} {
		page, err := s.Search(t.Context(), vehicle.Filter{}, catalog.Paging{Size: 2, Number: number})
		if err != nil || page.Total != 5 || fmt.Sprint(idsOf(page)) != want {
			t.Errorf("page %d: %v of %d, want %s of 5, %v", number, idsOf(page), page.Total, want, err)
		}
	}
}

// Choices are kept for a second. Those of no category, or of no zone, are not those of all.
func TestChoices_RNT02_noneIsNotAll(t *testing.T) {
	t.Parallel()
	d := dbtest.Open(t, db.SQLite)
	town := vehicletest.New(t, d)
	town.Vehicle(1, town.Provider(1, nil), func(v *vehicle.Vehicle) { v.Brand = "Marlin" })
	all, none := vehicle.Filter{}, []vehicle.Filter{{Categories: []int64{}}, {Zones: []int64{}}}
	for _, order := range [][]vehicle.Filter{append(none, all), append([]vehicle.Filter{all}, none...)} {
		s := newService(d, clock.NewManual(catalogtest.Noon))
		for _, f := range order {
			want := 0
			if f.Categories == nil && f.Zones == nil {
				want = 1
			}
			if c, err := s.Choices(t.Context(), f); err != nil || len(c.Brands) != want {
				t.Errorf("%+v: brands %v, %v", f, c.Brands, err)
			}
		}
	}
}

// What another instance writes is seen within two seconds, also a change of the provider,
// and an error in between loses nothing.
func TestService_seesChanges(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		d := open(t)
		town := vehicletest.New(t, d)
		owner := town.Provider(1, nil)
		v := town.Vehicle(1, owner, nil)
		now := clock.NewManual(catalogtest.Noon)
		s := newService(d, now)
		if found, err := s.Vehicle(t.Context(), "vehicle-1"); err != nil || found.Name != "Vehicle 1" || found.Owner.Name != "Provider 1" {
			t.Fatalf("%+v, %v", found, err)
		}
		v.Name = "Renamed"
		town.Write(v)
		town.Vehicle(2, town.Provider(2, nil), nil)
		now.Advance(2 * time.Second)
		for id, want := range map[string]string{"1": "Renamed of Provider 1", "2": "Vehicle 2 of Provider 2"} {
			if found, err := s.Vehicle(t.Context(), id); err != nil || found.Name+" of "+found.Owner.Name != want {
				t.Errorf("vehicle %s is %+v, want %s, %v", id, found, want, err)
			}
		}
		if _, err := s.Vehicle(t.Context(), "3"); err == nil {
			t.Error("vehicle 3 was found")
		}
		if p, err := s.Provider(t.Context(), "provider-2"); err != nil || p.ID != 2 {
			t.Errorf("provider %+v, %v", p, err)
		}
		if _, err := s.Provider(t.Context(), "no-such"); err == nil {
			t.Error("no-such provider was found")
		}
	})
}

// The vehicles of an archived provider, or of a module that is switched off, are not for
// rent. They come back with it, although their own rows do not change.
func TestService_RNT02_LOC13_vehiclesReturnWithTheirProviderAndModule(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		d := open(t)
		town := vehicletest.New(t, d)
		const boats, yachts = 13, 34
		town.Insert("modules", catalogtest.Row{"id": boats, "slug": "boats", "module_type": "rental", "name": "Boats", "description": "", "picture": "", "position": boats, "active": true})
		town.Category(catalog.Category{ID: yachts, ModuleID: boats, Slug: "yachts", Name: "Yachts"})
		town.Vehicle(1, town.Provider(1, nil), nil)
		other := town.Vehicle(2, town.Provider(2, nil), func(v *vehicle.Vehicle) { v.CategoryID = yachts })
		now := clock.NewManual(catalogtest.Noon)
		s := newService(d, now)
		for _, change := range []string{`UPDATE providers SET archived = $1 WHERE id = 1`, fmt.Sprint(`UPDATE modules SET active = NOT $1 WHERE id = `, vehicletest.Rental)} {
			for _, hidden := range []bool{false, true, true, false} {
				town.Trade(change, hidden)
				town.Write(other) // a new revision
				now.Advance(2 * time.Second)
				if _, err := s.Vehicle(t.Context(), "vehicle-1"); (err != nil) != hidden {
					t.Errorf("%s with %v: %v", change, hidden, err)
				}
				if _, err := s.Vehicle(t.Context(), "vehicle-2"); err != nil {
					t.Errorf("%s with %v: the other vehicle: %v", change, hidden, err)
				}
			}
		}
	})
}
