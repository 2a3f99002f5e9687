package tripcart_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"hawker/internal/bus"
	"hawker/internal/catalog"
	"hawker/internal/catalog/catalogtest"
	"hawker/internal/clock"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/geo"
	"hawker/internal/maps"
	"hawker/internal/money"
	"hawker/internal/pricing"
	"hawker/internal/setting"
	"hawker/internal/tripcart"
	"hawker/internal/vehicle"
	"hawker/internal/vehicle/vehicletest"
	"hawker/internal/zone"
)

// grid is a map on which a degree of longitude is 100 km, and an hour long.
type grid struct{}

func (grid) Distance(_ context.Context, from, to geo.Point, _ maps.Mode) maps.Distance {
	degrees := max(to.Lng-from.Lng, from.Lng-to.Lng)
	return maps.Distance{Metres: int64(degrees*100_000 + 0.5), Duration: time.Duration(degrees * float64(time.Hour))}
}

// fixture is a town with two providers. One rents a car both ways (1), a van by the hour
// (2) and a scooter by distance (3); the other a car (4), and something of another
// module (5). There are two of each.
type fixture struct {
	*tripcart.Service
	vehicletest.Fleet
	clock *clock.Manual
	who   int64
}

func newFixture(t *testing.T, d *db.DB) fixture {
	t.Helper()
	now := clock.NewManual(catalogtest.Noon)
	f := fixture{Fleet: vehicletest.New(t, d), clock: now, who: 5}
	f.Exec(`UPDATE zones SET polygon = '[[65,-12],[67,-12],[67,-11],[65,-11],[65,-12]]' WHERE id = 1`)
	f.Exec(`UPDATE zones SET polygon = '[[70,-12],[71,-12],[71,-11],[70,-11],[70,-12]]' WHERE id = 2`)
	f.Insert("shoppers", catalogtest.Row{"id": f.who, "created_at": 0})
	f.Service = &tripcart.Service{DB: d, Clock: now, Settings: setting.New(d, now, bus.NewLocal()), Zones: zone.New(d, now), Maps: grid{}}
	one := f.Provider(1, func(p *vehicle.Provider) { p.Name, p.Address = "Anchor", "Quay" })
	two := f.Provider(2, func(p *vehicle.Provider) { p.Name = "Volt" })
	rates := func(hour, km int64) func(*vehicle.Vehicle) {
		return func(v *vehicle.Vehicle) {
			v.HourlyPrice, v.DistancePrice, v.Units = money.Amount(hour), money.Amount(km), 2
		}
	}
	f.Vehicle(1, one, rates(1000, 50))
	f.Vehicle(2, one, rates(2000, 0))
	f.Vehicle(3, one, rates(0, 20))
	f.Vehicle(4, two, rates(900, 45))
	f.Vehicle(5, two, func(v *vehicle.Vehicle) { v.CategoryID = catalogtest.Meals })
	return f
}

func engines(t *testing.T, run func(t *testing.T, f fixture)) {
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) { run(t, newFixture(t, open(t))) })
}

// shown is a cart in one line: its trip, its lines and what it costs.
func shown(c tripcart.Cart) string {
	if len(c.Lines) == 0 {
		return "empty"
	}
	trip := fmt.Sprintf("%dh", c.Trip.Hours)
	if c.Trip.Type == pricing.ByDistance {
		trip = fmt.Sprintf("%dm", c.Trip.Route.Metres)
	}
	var lines []string
	for _, l := range c.Lines {
		lines = append(lines, fmt.Sprintf("%d×%d", l.Quantity, l.Vehicle.ID))
	}
	return fmt.Sprintf("%s %s %d", trip, strings.Join(lines, " "), c.Quote.Total)
}

// The trips of the tables.
var (
	hours = func(n int64) tripcart.Wanted {
		return tripcart.Wanted{Type: new(pricing.Hourly), Hours: &n}
	}
	east = func(degrees float64) tripcart.Wanted {
		return tripcart.Wanted{Type: new(pricing.ByDistance), Destination: &tripcart.Place{Name: "East", Point: geo.Point{Lat: -11.4, Lng: 65.2 + degrees}}}
	}
)

func (f fixture) add(t *testing.T, vehicleID, quantity int64, w tripcart.Wanted) error {
	t.Helper()
	_, err := f.Add(t.Context(), f.who, vehicletest.Rental, tripcart.NewLine{VehicleID: vehicleID, Quantity: quantity, Trip: w})
	return err
}

func (f fixture) show(t *testing.T) string {
	t.Helper()
	c, err := f.Read(t.Context(), f.who, vehicletest.Rental)
	if err != nil {
		t.Fatal(err)
	}
	return shown(c)
}

func TestChangeTrip_RNT06_RNT07_conflictsAndQuantities(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, f fixture) {
		for _, id := range []int64{1, 2} {
			if err := f.add(t, id, 1, hours(3)); err != nil {
				t.Fatal(err)
			}
		}
		c, err := f.Read(t.Context(), f.who, vehicletest.Rental)
		if err != nil {
			t.Fatal(err)
		}
		var conflict *tripcart.ConflictError
		if _, err = f.ChangeTrip(t.Context(), f.who, vehicletest.Rental, c.ID, east(1)); !errors.As(err, &conflict) || len(conflict.Lines) != 1 || conflict.Lines[0].Vehicle.ID != 2 {
			t.Fatalf("by distance: %v %+v", err, conflict)
		}
		if got := f.show(t); got != "3h 1×1 1×2 9000" {
			t.Errorf("after the conflict the cart is %q", got)
		}
		steps := []struct {
			name    string
			do      func() (tripcart.Cart, error)
			refused string
			want    string
		}{
			{"Remove & Continue", func() (tripcart.Cart, error) {
				return f.Remove(t.Context(), f.who, vehicletest.Rental, []int64{conflict.Lines[0].ID})
			}, "", "3h 1×1 3000"},
			{"the trip by distance", func() (tripcart.Cart, error) {
				return f.ChangeTrip(t.Context(), f.who, vehicletest.Rental, c.ID, east(1))
			}, "", "100000m 1×1 5000"},
			{"another quantity", func() (tripcart.Cart, error) {
				return f.Update(t.Context(), f.who, vehicletest.Rental, c.Lines[0].ID, 2, tripcart.Wanted{})
			}, "", "100000m 2×1 10000"},
			{"too many", func() (tripcart.Cart, error) {
				return f.Update(t.Context(), f.who, vehicletest.Rental, c.Lines[0].ID, 3, tripcart.Wanted{})
			}, "out_of_stock: You can't add more than 2 quantities of this vehicle.", "100000m 2×1 10000"},
			{"quantity and duration at once", func() (tripcart.Cart, error) {
				return f.Update(t.Context(), f.who, vehicletest.Rental, c.Lines[0].ID, 1, hours(5))
			}, "", "5h 1×1 5000"},
			{"the line of another cart", func() (tripcart.Cart, error) {
				return f.Update(t.Context(), f.who, vehicletest.Rental, 999, 1, tripcart.Wanted{})
			}, "not_found: This vehicle is no longer in your trip.", "5h 1×1 5000"},
			{"another cart", func() (tripcart.Cart, error) {
				return f.ChangeTrip(t.Context(), f.who, vehicletest.Rental, 999, hours(1))
			}, "not_found: This trip was not found.", "5h 1×1 5000"},
			{"another cart's line removed", func() (tripcart.Cart, error) {
				return f.Remove(t.Context(), f.who, vehicletest.Rental, []int64{999})
			}, "not_found: This vehicle is no longer in your trip.", "5h 1×1 5000"},
			{"the last line", func() (tripcart.Cart, error) {
				return f.Remove(t.Context(), f.who, vehicletest.Rental, []int64{c.Lines[0].ID})
			}, "", "empty"},
			{"an empty cart", func() (tripcart.Cart, error) {
				return f.ChangeTrip(t.Context(), f.who, vehicletest.Rental, c.ID, hours(1))
			}, "not_found: This vehicle is no longer in your trip.", "empty"},
		}
		for _, s := range steps {
			after, err := s.do()
			if got := refusal(err); got != s.refused {
				t.Errorf("%s: refused with %q, want %q", s.name, got, s.refused)
			}
			if got := f.show(t); got != s.want || err == nil && shown(after) != s.want {
				t.Errorf("%s: the cart is %q, answered %q, want %q", s.name, got, shown(after), s.want)
			}
		}
	})
}

// An import has taken the rate by the hour from the car. The quantity of the van can still be changed.
func TestUpdate_RNT07_quantitiesWhileAnotherVehicleIsNotOffered(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, f fixture) {
		for _, id := range []int64{1, 2} {
			if err := f.add(t, id, 1, hours(3)); err != nil {
				t.Fatal(err)
			}
		}
		f.Exec(`UPDATE vehicles SET hourly_price = 0 WHERE id = 1`)
		c, err := f.Read(t.Context(), f.who, vehicletest.Rental)
		if err != nil {
			t.Fatal(err)
		}
		car, van := c.Lines[0].ID, c.Lines[1].ID
		update := func(line, quantity int64, w tripcart.Wanted) (tripcart.Cart, error) {
			return f.Update(t.Context(), f.who, vehicletest.Rental, line, quantity, w)
		}
		for _, quantity := range []int64{2, 1} {
			for _, line := range []int64{car, van} {
				if got, err := update(line, quantity, tripcart.Wanted{}); err != nil || len(got.Lines) != 2 {
					t.Errorf("%d of line %d: %s, %v", quantity, line, shown(got), err)
				}
			}
		}
		if _, err := update(van, 2, hours(5)); err != nil {
			t.Errorf("another duration: %v", err)
		}
		var conflict *tripcart.ConflictError
		if _, err := update(van, 2, east(1)); !errors.As(err, &conflict) || len(conflict.Lines) != 1 || conflict.Lines[0].ID != van {
			t.Errorf("by distance: %v %+v", err, conflict)
		}
		if _, err := f.ChangeTrip(t.Context(), f.who, vehicletest.Rental, c.ID, hours(6)); !errors.As(err, &conflict) || conflict.Lines[0].ID != car {
			t.Errorf("the trip: %v %+v", err, conflict)
		}
	})
}

func TestTrip_RNT08_TRAP_C5_timesAndPlaces(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, f fixture) {
		in := func(d time.Duration) *string {
			return new(f.clock.Now().Add(d).In(catalog.Location(catalogtest.HarbourTimeZone)).Format(tripcart.PickupLayout))
		}
		soon := f.clock.Now().Add(time.Hour)
		w := east(1.7)
		w.PickupTime = new("2026-11-18 1:00 PM") // it is noon in Harbour
		if err := f.add(t, 1, 1, w); err != nil {
			t.Fatal(err)
		}
		c, err := f.Read(t.Context(), f.who, vehicletest.Rental)
		if err != nil || !c.Trip.PickupAt.Equal(soon) || c.Trip.Pickup.Name != "Quay" || c.Trip.DestinationHours() != 1 || c.Trip.Route.Metres != 170_000 {
			t.Errorf("%+v, %v", c.Trip, err)
		}
		f.clock.Advance(2 * time.Hour) // the pickup has passed
		if c, err = f.Read(t.Context(), f.who, vehicletest.Rental); err != nil || !c.Trip.PickupAt.IsZero() {
			t.Errorf("a pickup in the past is %s, %v", c.Trip.PickupAt, err)
		}
		for name, tt := range map[string]struct {
			wanted tripcart.Wanted
			want   string
		}{
			"in the past":    {tripcart.Wanted{PickupTime: in(-time.Minute)}, ""},
			"too far":        {tripcart.Wanted{PickupTime: in(366 * 24 * time.Hour)}, "invalid: A pickup can be planned for one year ahead."},
			"now":            {tripcart.Wanted{PickupTime: new("")}, ""},
			"no time":        {tripcart.Wanted{PickupTime: new("2026-11-18 15:00")}, "invalid: A pickup time looks like 2026-01-31 3:30 PM."},
			"in the zone":    {tripcart.Wanted{Pickup: &tripcart.Place{Name: "Here", Point: geo.Point{Lat: -11.5, Lng: 66}}}, ""},
			"at the owner's": {tripcart.Wanted{Pickup: &tripcart.Place{Name: "Quay", Point: geo.Point{Lat: -11.4, Lng: 65.2}}}, ""},
			"elsewhere":      {tripcart.Wanted{Pickup: &tripcart.Place{Name: "Hill", Point: geo.Point{Lat: -11.5, Lng: 70.5}}}, "invalid: Vehicles of Anchor cannot be picked up there."},
			"nowhere":        {tripcart.Wanted{Pickup: &tripcart.Place{}}, "invalid: Please choose where you pick the vehicle up."},
			"other words":    {tripcart.Wanted{Type: new(pricing.TripType("weekly"))}, "invalid: A trip is charged by the hour or by distance."},
		} {
			if _, err := f.ChangeTrip(t.Context(), f.who, vehicletest.Rental, c.ID, tt.wanted); refusal(err) != tt.want {
				t.Errorf("%s: %q, want %q", name, refusal(err), tt.want)
			}
		}
	})
}

// hooked is a grid that first calls back, and counts how often it measures.
type hooked struct {
	grid
	measured int
	first    func()
	straight bool // as while the map service does not respond
}

func (h *hooked) Distance(ctx context.Context, from, to geo.Point, m maps.Mode) maps.Distance {
	h.measured++
	if then := h.first; then != nil {
		h.first = nil
		then()
	}
	d := h.grid.Distance(ctx, from, to, m)
	d.Straight = h.straight
	return d
}

// While a trip is planned, its route is measured outside of a transaction. What another device of
// the shopper changes meanwhile must stay.
func TestChangeTrip_RNT07_keepsWhatIsChangedMeanwhile(t *testing.T) {
	t.Parallel()
	to := func(degrees float64) tripcart.Wanted { return tripcart.Wanted{Destination: east(degrees).Destination} }
	tomorrow := catalogtest.Noon.Add(24 * time.Hour).Format(tripcart.PickupLayout)
	engines(t, func(t *testing.T, f fixture) {
		for name, change := range map[string]func(w tripcart.Wanted, c tripcart.Cart) error{
			"the trip": func(w tripcart.Wanted, c tripcart.Cart) error {
				_, err := f.ChangeTrip(t.Context(), f.who, vehicletest.Rental, c.ID, w)
				return err
			},
			"a line": func(w tripcart.Wanted, c tripcart.Cart) error {
				_, err := f.Update(t.Context(), f.who, vehicletest.Rental, c.Lines[0].ID, 1, w)
				return err
			},
			"one more": func(w tripcart.Wanted, _ tripcart.Cart) error {
				w.Type, w.Hours = new(pricing.Hourly), new(int64(3))
				return f.add(t, 2, 1, w)
			},
		} {
			c, err := f.Add(t.Context(), f.who, vehicletest.Rental, tripcart.NewLine{VehicleID: 1, Quantity: 1, Trip: hours(3), Clear: true})
			if err != nil {
				t.Fatal(err)
			}
			h := &hooked{first: func() {
				if _, err := f.ChangeTrip(t.Context(), f.who, vehicletest.Rental, c.ID, tripcart.Wanted{PickupTime: &tomorrow}); err != nil {
					t.Errorf("%s: meanwhile: %v", name, err)
				}
			}}
			f.Maps = h
			if err := change(to(1), c); err != nil {
				t.Errorf("%s: %v", name, err)
			}
			got, err := f.Read(t.Context(), f.who, vehicletest.Rental)
			if err != nil || got.Trip.PickupAt.IsZero() || got.Trip.Destination.Name != "East" || got.Trip.Route.Metres == 0 {
				t.Errorf("%s: %+v, %v", name, got.Trip, err)
			}
			h.measured = 0
			if _, err := f.Update(t.Context(), f.who, vehicletest.Rental, got.Lines[0].ID, 2, to(1)); err != nil || h.measured != 0 {
				t.Errorf("%s: a quantity measured %d times: %v", name, h.measured, err)
			}
			h.straight = true
			for range 2 { // what was estimated is measured with the next change
				if got, err = f.Update(t.Context(), f.who, vehicletest.Rental, got.Lines[0].ID, 1, to(0.5)); err != nil {
					t.Fatal(err)
				}
				if got.Trip.Route.Straight != h.straight {
					t.Errorf("%s: %+v, and the map responds: %t", name, got.Trip.Route, !h.straight)
				}
				h.straight = false
			}
		}
	})
}

func TestSpan_RNT08_RNT11_beginsAndEndsAtWholeMinutes(t *testing.T) {
	t.Parallel()
	noon := catalogtest.Noon
	for name, tt := range map[string]struct {
		trip        tripcart.Trip
		after       time.Duration // noon
		from, until time.Duration
	}{
		"now, at a whole minute": {tripcart.Trip{Type: pricing.Hourly, Hours: 2}, 0, 0, 2 * time.Hour},
		"now, within a minute":   {tripcart.Trip{Type: pricing.Hourly, Hours: 2}, 41*time.Second + 123*time.Millisecond, time.Minute, 2*time.Hour + time.Minute},
		"a pickup that passed":   {tripcart.Trip{Type: pricing.Hourly, Hours: 2, PickupAt: noon}, time.Millisecond, time.Minute, 2*time.Hour + time.Minute},
		"later":                  {tripcart.Trip{Type: pricing.Hourly, Hours: 2, PickupAt: noon.Add(5 * time.Minute)}, time.Second, 5 * time.Minute, 2*time.Hour + 5*time.Minute},
		"along a route":          {tripcart.Trip{Type: pricing.ByDistance, Route: maps.Distance{Duration: 90*time.Minute + time.Second}}, time.Second, time.Minute, 92 * time.Minute},
	} {
		if got := tt.trip.Span(noon.Add(tt.after)); !got.From.Equal(noon.Add(tt.from)) || !got.Until.Equal(noon.Add(tt.until)) {
			t.Errorf("%s: from %s until %s", name, got.From, got.Until)
		}
	}
}

// A cart shows the prices of now, with the discount of the provider and tax.
func TestRead_RNT09_TRAP_C3_pricesAreThoseOfNow(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, f fixture) {
		if err := f.add(t, 1, 2, hours(3)); err != nil {
			t.Fatal(err)
		}
		f.Exec(`UPDATE vehicles SET hourly_price = 1500 WHERE id = 1`)
		f.Exec(`UPDATE providers SET tax_rate = 1000, discount = $1`, db.JSON[catalog.Discount]{V: catalog.Discount{Type: "percent", Value: 1000, MaxDiscount: 500}})
		c, err := f.Read(t.Context(), f.who, vehicletest.Rental)
		if q := c.Quote; err != nil || q.Subtotal != 9000 || q.Discount != 500 || q.Tax != 850 || q.Total != 9350 || q.Delivery != 0 {
			t.Errorf("%+v, %v", q.Totals, err)
		}
	})
}
