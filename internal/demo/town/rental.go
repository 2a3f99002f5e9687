package town

import (
	"fmt"

	"hawker/internal/townfile"
)

// model is a vehicle that several providers rent out. Its brand is fictional.
type model struct {
	name, brand, category, picture, kind string
	seats                                int
	cooled                               bool
	transmission, fuel                   string
	hour, km                             int // cents; 0: not offered
	about                                string
}

var models = []model{
	{"Finch", "Merle", "economy-cars", "hatchback", "Hatchback", 4, true, "manual", "Petrol", 650, 38, "Small outside, big boot, parks where others circle."},
	{"Finch Electric", "Merle", "economy-cars", "hatchback", "Hatchback", 4, true, "automatic", "Electric", 750, 32, "Quiet, quick off the mark, a day's range and then some."},
	{"Wren", "Merle", "economy-cars", "saloon", "Saloon", 5, true, "automatic", "Petrol", 800, 42, "Comfortable for four grown people and their weekend bags."},
	{"Comet", "Halyard", "economy-cars", "saloon", "Saloon", 5, true, "automatic", "Hybrid", 950, 40, "Sips fuel, cool in a minute, phone mount included."},
	{"Comet Estate", "Halyard", "family-cars", "saloon", "Estate", 5, true, "automatic", "Hybrid", 1050, 44, "Room for a pushchair, a surfboard and the shopping."},
	{"Ridge", "Tarn", "family-cars", "suv", "SUV", 5, true, "automatic", "Petrol", 1400, 58, "High seats, four driven wheels, made for Kestrel Hill."},
	{"Ridge Seven", "Tarn", "family-cars", "suv", "SUV", 7, true, "automatic", "Diesel", 1650, 64, "Seven seats, and the last two are real ones."},
	{"Dune", "Tarn", "family-cars", "suv", "Off-road", 4, false, "manual", "Petrol", 1500, 60, "Open top, washable floor. Bring a hat."},
	{"Stevedore", "Holm", "vans", "pickup", "Pickup", 2, true, "manual", "Diesel", 1300, 55, "Takes a tonne of sand, or one sofa."},
	{"Stevedore Double Cab", "Holm", "vans", "pickup", "Pickup", 5, true, "manual", "Diesel", 1500, 60, "Five people in front, everything else behind."},
	{"Ferry Nine", "Holm", "vans", "minibus", "Minibus", 9, true, "manual", "Diesel", 1900, 70, "For teams, weddings and airport runs."},
	{"Ferry Fourteen", "Holm", "vans", "minibus", "Minibus", 14, true, "automatic", "Diesel", 2600, 85, "Fourteen seats; driver's licence category checked at pickup."},
	{"Crate", "Holm", "vans", "van", "Van", 3, true, "manual", "Electric", 1700, 50, "Twelve cubic metres, ramp, straps, no fumes."},
	{"Zip 125", "Vesp", "two-wheels", "scooter", "Scooter", 2, false, "automatic", "Petrol", 350, 18, "Two helmets under the seat."},
	{"Zip Electric", "Vesp", "two-wheels", "scooter", "Scooter", 2, false, "automatic", "Electric", 400, 15, "Silent, swap the battery at any kiosk."},
	{"Marlin 400", "Keel", "two-wheels", "motorcycle", "Motorcycle", 2, false, "manual", "Petrol", 900, 30, "Upright, easy, for the shore road at dusk."},
	{"Messenger", "Vesp", "two-wheels", "kick-scooter", "Kick scooter", 1, false, "automatic", "Electric", 220, 0, "For the last mile and the first."},
	{"Dutchman", "Spoke", "bicycles", "bicycle", "City bicycle", 1, false, "manual", "Pedals", 150, 0, "Seven gears, basket, lock."},
	{"Dutchman Electric", "Spoke", "bicycles", "bicycle", "Electric bicycle", 1, false, "automatic", "Electric", 320, 0, "Flattens the hill. Sixty kilometres a charge."},
}

// garages are the providers and the models they own, by index.
var garages = []struct {
	name, zone, about string
	at                xy
	discount          townfile.Decimal
	fleet             []int
}{
	{"Anchor Car Hire", "harbour", "On the quay since the first ferry. Keys in five minutes.", xy{-80, -1640}, "10", []int{0, 2, 3, 5, 6, 10, 13, 4}},
	{"Spice Route Rentals", "old-town", "Small cars for small streets, and scooters for smaller ones.", xy{240, -900}, "", []int{0, 1, 13, 14, 16, 17, 18}},
	{"Kestrel 4×4", "hillside", "Four driven wheels and a flask of tea in every one.", xy{-700, 1350}, "15", []int{5, 6, 7, 9, 8, 15, 4}},
	{"Heron Wheels", "lagoon", "Bicycles and boards by the boardwalk; cars for when it rains.", xy{1250, 120}, "", []int{17, 18, 16, 0, 1, 14, 3}},
	{"Volt Garage", "old-town", "Electric only. The cable comes with it.", xy{-300, -640}, "20", []int{1, 12, 14, 16, 18, 3, 13}},
	{"Big Move Vans", "harbour", "Vans, straps, blankets, and advice about pianos.", xy{520, -1580}, "", []int{8, 9, 10, 11, 12, 5, 6}},
	{"Sunset Scooters", "hillside", "Two wheels, one sunset, no queue.", xy{-1300, 40}, "10", []int{13, 14, 15, 16, 17, 7, 0}},
	{"Lagoon Limousine & Family", "lagoon", "Child seats fitted, cold water in the door.", xy{1650, 240}, "5", []int{2, 3, 4, 5, 6, 10, 7}},
}

func providers(seed uint64) (owners []townfile.Provider, fleet []townfile.Vehicle) {
	for _, g := range garages {
		d := newDice(seed, "garage "+g.name)
		owner := townfile.Provider{
			Slug: slugOf(g.name), Zone: g.zone, PickupZones: zoneNames, Name: g.name, Description: g.about,
			Logo: "logo/wheel", Cover: "store/rentals", Address: quarterOf(g.at) + ", Port Saffron",
			Phone: fmt.Sprintf("+120255501%02d", d.IntN(100)), Point: g.at.point(),
		}
		if g.discount != "" {
			owner.Discount = townfile.StoreDiscount{
				Rebate: townfile.Rebate{Type: "percent", Value: g.discount}, MinPurchase: "20.00", MaxDiscount: "15.00", Start: "-7d", End: "+365d",
			}
		}
		for _, m := range g.fleet {
			v := vehicle(d, owner, models[m])
			owner.Past.Sold += v.Past.Sold
			owner.Past.RatingCount += v.Past.RatingCount
			owner.Past.RatingSum += v.Past.RatingSum
			fleet = append(fleet, v)
		}
		owners = append(owners, owner)
	}
	return owners, fleet
}

func vehicle(d dice, owner townfile.Provider, m model) townfile.Vehicle {
	v := townfile.Vehicle{
		Slug: slugOf(m.brand+" "+m.name) + "-" + owner.Slug, Provider: owner.Slug, Category: m.category, Brand: m.brand,
		Name: m.brand + " " + m.name, Description: m.about + " Insurance and a full tank or battery are in the price.",
		Pictures: []string{"vehicle/" + m.picture, "vehicle/" + m.picture + "-town"}, Type: m.kind, Seats: m.seats, AirCondition: m.cooled,
		Transmission: m.transmission, Fuel: m.fuel, Count: d.between(1, 6), New: d.chance(20),
		Past: past(d, d.between(20, 400)), Added: townfile.When(fmt.Sprintf("-%dd", d.between(5, 700))),
	}
	if m.hour > 0 {
		v.HourlyPrice = major(rounded(float64(m.hour) * d.spread(0.9, 1.15)))
	}
	if m.km > 0 {
		v.DistancePrice = major(rounded(float64(m.km) * d.spread(0.9, 1.15)))
	}
	if m.seats > 2 {
		v.Deposit = "50.00"
	}
	v.LicenceFree = m.category == "bicycles" || m.picture == "kick-scooter"
	switch d.IntN(5) {
	case 0:
		v.Discount = townfile.Rebate{Type: "percent", Value: "10"}
	case 1:
		// An amount would be more than a kilometre costs.
		if m.km == 0 {
			v.Discount = townfile.Rebate{Type: "amount", Value: "0.20"}
		} else {
			v.Discount = townfile.Rebate{Type: "percent", Value: "15"}
		}
	}
	return v
}
