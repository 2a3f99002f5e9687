package tripcart_test

import (
	"fmt"
	"sync"
	"testing"

	"hawker/internal/errs"
	"hawker/internal/geo"
	"hawker/internal/pricing"
	"hawker/internal/tripcart"
	"hawker/internal/vehicle/vehicletest"
)

func TestAdd_RNT06_RNT07_TRAP_D15_everyTransition(t *testing.T) {
	t.Parallel()
	type step struct {
		vehicle, quantity int64
		trip              tripcart.Wanted
		clear             bool
	}
	car, van := step{vehicle: 1, quantity: 1, trip: hours(3)}, step{vehicle: 2, quantity: 1, trip: hours(3)}
	engines(t, func(t *testing.T, f fixture) {
		for _, tt := range []struct {
			name   string
			before []step
			step
			refused string // its code and its words
			want    string
		}{
			{"an empty cart takes a vehicle", nil, car, "", "3h 1×1 3000"},
			{"the same type and duration", []step{car}, van, "", "3h 1×1 1×2 9000"},
			{"the same vehicle again", []step{car}, car, "", "3h 2×1 6000"},
			{"another duration", []step{car}, step{vehicle: 2, quantity: 1, trip: hours(4)}, "trip_other_duration: Your trip lasts 3 h. Change it to add this vehicle.", "3h 1×1 3000"},
			{"another type", []step{car}, step{vehicle: 1, quantity: 1, trip: east(1)}, "trip_other_type: Your trip is charged in another way. Change it to add this vehicle.", "3h 1×1 3000"},
			{"another provider", []step{car}, step{vehicle: 4, quantity: 1, trip: hours(3)}, "trip_other_provider: Your trip has vehicles of Anchor. Empty it to rent from Volt.", "3h 1×1 3000"},
			{"another provider, agreed", []step{car, van}, step{vehicle: 4, quantity: 1, trip: hours(2), clear: true}, "", "2h 1×4 1800"},
			{"an empty cart is emptied", nil, step{vehicle: 1, quantity: 1, trip: hours(3), clear: true}, "", "3h 1×1 3000"},
			{"by distance", nil, step{vehicle: 1, quantity: 2, trip: east(0.5)}, "", "50000m 2×1 5000"},
			{"by distance, another destination", []step{{vehicle: 1, quantity: 1, trip: east(0.5)}}, step{vehicle: 3, quantity: 1, trip: east(1)}, "", "100000m 1×1 1×3 7000"},
			{"a type that the vehicle is not rented by", nil, step{vehicle: 3, quantity: 1, trip: hours(1)}, "invalid: This vehicle is not rented by the hour.", "empty"},
			{"a distance it is not rented by", nil, step{vehicle: 2, quantity: 1, trip: east(1)}, "invalid: This vehicle is not rented by distance.", "empty"},
			{"more than there are", nil, step{vehicle: 1, quantity: 3, trip: hours(1)}, "out_of_stock: You can't add more than 2 quantities of this vehicle.", "empty"},
			{"more than there are, in steps", []step{car, car}, car, "out_of_stock: Vehicle can have up to 2 rental options; no more can be added", "3h 2×1 6000"},
			{"nowhere to go", nil, step{vehicle: 1, quantity: 1, trip: tripcart.Wanted{Type: new(pricing.ByDistance)}}, "invalid: Please choose where the trip goes.", "empty"},
			{"nowhere else to go", nil, step{vehicle: 1, quantity: 1, trip: east(0)}, "invalid: A trip by distance is at least 1 km long. Please choose another destination, or rent by the hour.", "empty"},
			{"a metre less than a kilometre", nil, step{vehicle: 1, quantity: 1, trip: east(0.00999)}, "invalid: A trip by distance is at least 1 km long. Please choose another destination, or rent by the hour.", "empty"},
			{"a kilometre", nil, step{vehicle: 1, quantity: 1, trip: east(0.01)}, "", "1000m 1×1 50"},
			{"no hours", nil, step{vehicle: 1, quantity: 1, trip: hours(0)}, "invalid: A rental lasts from 1 to 8760 hours.", "empty"},
			{"a vehicle of another module", nil, step{vehicle: 5, quantity: 1, trip: hours(1)}, "invalid: This vehicle belongs to another module.", "empty"},
			{"an unknown vehicle", nil, step{vehicle: 99, quantity: 1, trip: hours(1)}, "not_found: This vehicle was not found.", "empty"},
			{"nothing said of the trip", []step{car}, step{vehicle: 2, quantity: 1}, "", "3h 1×1 1×2 9000"},
			{"nothing said, empty", nil, step{vehicle: 2, quantity: 1}, "", "1h 1×2 2000"},
		} {
			if _, err := f.Clear(t.Context(), f.who, vehicletest.Rental); err != nil {
				t.Fatal(err)
			}
			for _, s := range tt.before {
				if err := f.add(t, s.vehicle, s.quantity, s.trip); err != nil {
					t.Fatal(tt.name, err)
				}
			}
			_, err := f.Add(t.Context(), f.who, vehicletest.Rental, tripcart.NewLine{VehicleID: tt.vehicle, Quantity: tt.quantity, Trip: tt.trip, Clear: tt.clear})
			if got := refusal(err); got != tt.refused {
				t.Errorf("%s: refused with %q, want %q", tt.name, got, tt.refused)
			}
			if got := f.show(t); got != tt.want {
				t.Errorf("%s: the cart is %q, want %q", tt.name, got, tt.want)
			}
		}
	})
}

func refusal(err error) string {
	if err == nil {
		return ""
	}
	first := errs.All(err)[0]
	return fmt.Sprintf("%s: %s", first.Code, first.Message)
}

// A cart that is emptied for another provider forgets its places: the new vehicle is picked
// up where its own provider is, and the route begins there.
func TestAdd_RNT06_TRAP_C4_TRAP_Z5_otherProvidersPlaces(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, f fixture) {
		f.Exec(`UPDATE providers SET address = 'Tower', longitude = 65.7 WHERE id = 2`)
		elsewhere := hours(3)
		elsewhere.Pickup = &tripcart.Place{Name: "Pier", Point: geo.Point{Lat: -11.5, Lng: 66}}
		elsewhere.Destination = east(1).Destination
		for _, tt := range []struct {
			name          string
			before, after tripcart.Wanted
			want          string // pickup, destination, metres and hours
		}{
			{"nothing is said", elsewhere, tripcart.Wanted{}, "Tower  0 3"},
			{"a place is said", hours(3), elsewhere, "Pier East 20000 3"},
			{"by distance, still", east(1), tripcart.Wanted{}, "Tower East 50000 1"},
			{"by distance, now", elsewhere, tripcart.Wanted{Type: new(pricing.ByDistance)}, "Tower East 50000 1"},
			{"by the hour, now", east(1), hours(2), "Tower  0 2"},
		} {
			if _, err := f.Clear(t.Context(), f.who, vehicletest.Rental); err != nil {
				t.Fatal(err)
			}
			if err := f.add(t, 1, 1, tt.before); err != nil {
				t.Fatal(tt.name, err)
			}
			c, err := f.Add(t.Context(), f.who, vehicletest.Rental, tripcart.NewLine{VehicleID: 4, Quantity: 1, Trip: tt.after, Clear: true})
			got := fmt.Sprint(c.Trip.Pickup.Name, " ", c.Trip.Destination.Name, " ", c.Trip.Route.Metres, " ", c.Trip.Hours)
			if err != nil || got != tt.want {
				t.Errorf("%s: %q, want %q, %v", tt.name, got, tt.want, err)
			}
		}
	})
}

// Many add the same vehicle at the same time: never more than there are.
func TestAdd_RNT07_manyAtOnce(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, f fixture) {
		var done sync.WaitGroup
		for range 12 {
			done.Go(func() {
				if err := f.add(t, 1, 1, hours(3)); err != nil && !errs.Is(err, errs.OutOfStock) {
					t.Error(err)
				}
			})
		}
		done.Wait()
		if got := f.show(t); got != "3h 2×1 6000" {
			t.Errorf("the cart is %q", got)
		}
	})
}

// A guest who has signed in adds nothing that nobody would see.
func TestAdd_TRAP_C2_notForARetiredGuest(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, f fixture) {
		f.Exec(`UPDATE shoppers SET retired_at = 1`)
		if err := f.add(t, 1, 1, hours(3)); !errs.Is(err, errs.GuestUnknown) {
			t.Errorf("it is answered with %v", err)
		}
		if got := f.show(t); got != "empty" {
			t.Errorf("the cart is %q", got)
		}
	})
}
