package town

import (
	"fmt"
	"maps"
	"math"
	"slices"

	iso "golang.org/x/text/currency"
	"golang.org/x/text/language"
	"golang.org/x/text/message"

	"hawker/internal/geo"
	"hawker/internal/townfile"
)

// Own describes a real town.
type Own struct {
	Name     string
	Email    string
	Phone    string // E.164
	Country  string // ISO 3166-1 alpha-2
	Currency string // ISO 4217
	TimeZone string // IANA name
	Centre   townfile.Point
	Radius   float64 // of the first zone, km
}

// maxRadius is how far deliveries may go: a larger zone is no town.
const maxRadius = 100

// Empty returns a town without stores, from which an owner begins: one round zone with
// free delivery, the modules of stores with the categories of the demo town, and no
// texts that only its owner can write. The error names what is wrong with o.
func Empty(o Own) (*townfile.Town, error) {
	if !(o.Radius > 0 && o.Radius <= maxRadius) { // also true for NaN
		return nil, fmt.Errorf("radius %v is not above 0 and at most %d km", o.Radius, maxRadius)
	}
	money, err := currencyOf(o.Currency)
	if err != nil {
		return nil, err
	}
	t := &townfile.Town{
		Settings:   o.settings(money),
		Modules:    slices.Clone(modules),
		Zones:      []townfile.Zone{o.zone()},
		Categories: categories(),
		Pages:      o.pages(),
	}
	for i, m := range t.Modules {
		// Vehicles and parcels cost nothing until their owner says what.
		t.Modules[i].Active = m.Type != "rental" && m.Type != "parcel"
	}
	return t, t.Check()
}

func currencyOf(code string) (townfile.Currency, error) {
	unit, err := iso.ParseISO(code)
	if err != nil {
		return townfile.Currency{}, fmt.Errorf("currency %q is not a code such as EUR", code)
	}
	digits, _ := iso.Standard.Rounding(unit)
	symbol := message.NewPrinter(language.English).Sprint(iso.NarrowSymbol(unit))
	return townfile.Currency{Code: unit.String(), Digits: digits, Symbol: symbol, SymbolSide: "left"}, nil
}

func (o Own) settings(money townfile.Currency) townfile.Settings {
	demo := settings()
	return townfile.Settings{
		Business:   townfile.Business{Name: o.Name, Email: o.Email, Phone: o.Phone, Address: o.Name, FooterText: "© " + o.Name},
		Currency:   money,
		Location:   townfile.Location{Country: o.Country, TimeZone: o.TimeZone, Default: o.Centre, Address: o.Name},
		Storefront: townfile.Storefront{CountryPicker: true},
		Checkout:   townfile.Checkout{GuestCheckout: true, CashOnDelivery: true},
		Login:      townfile.Login{Manual: true},
		Landing: townfile.Landing{
			Title:             o.Name + ", at your door",
			SubTitle:          "Meals, groceries, medicine and goods from the shops of " + o.Name + ".",
			Hero:              demo.Landing.Hero,
			Highlights:        demo.Landing.Highlights,
			FooterDescription: "The shops of " + o.Name + ", at your door.",
			NewsletterTitle:   "News from " + o.Name,
			NewsletterText:    "Unsubscribe any time.",
		},
	}
}

// zone is a circle around the centre.
func (o Own) zone() townfile.Zone {
	const corners, kmOfDegree = 32, 111.32
	area := townfile.Geometry{Type: townfile.Polygon}
	for i := range corners {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / corners)
		north, east := o.Radius*sin/kmOfDegree, o.Radius*cos/kmOfDegree/math.Cos(o.Centre.Lat*math.Pi/180)
		area.Points = append(area.Points, geo.Round6(geo.Point{Lat: o.Centre.Lat + north, Lng: o.Centre.Lng + east}))
	}
	z := townfile.Zone{Slug: "centre", Name: "Centre", TimeZone: o.TimeZone, Area: area, Active: true}
	for _, m := range modules {
		z.Tariffs = append(z.Tariffs, townfile.Tariff{Module: m.Slug, PerKm: "0", Minimum: "0"})
	}
	return z
}

// pages are those that the storefront always links to. They say whom to ask, until the
// owner writes them.
func (o Own) pages() []townfile.Page {
	titles := map[string]string{"about-us": "About us", "terms-and-conditions": "Terms and conditions", "privacy-policy": "Privacy policy"}
	var all []townfile.Page
	for _, slug := range slices.Sorted(maps.Keys(titles)) {
		all = append(all, townfile.Page{Slug: slug, Title: titles[slug], Body: "We are still writing this page. If you have a question, ask us: " + o.Email + "."})
	}
	return all
}
