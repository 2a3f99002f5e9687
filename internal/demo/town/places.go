package town

import (
	"cmp"
	"slices"

	"hawker/internal/townfile"
)

// spot is a place with its position on the plan.
type spot struct {
	name, secondary, kind string
	at                    xy
}

var quarterSpots = []spot{
	{"Old Town", "Port Saffron", "quarter", xy{0, -1000}},
	{"Saffron Centre", "Port Saffron", "quarter", xy{0, 0}},
	{"Harbourside", "Port Saffron", "quarter", xy{-250, -1620}},
	{"Palm Quarter", "Port Saffron", "quarter", xy{900, -1250}},
	{"Heronside", "Port Saffron", "quarter", xy{1650, -350}},
	{"Orchard Park", "Port Saffron", "quarter", xy{1200, 650}},
	{"Garden Quarter", "Port Saffron", "quarter", xy{500, 1250}},
	{"Kestrel Hill", "Port Saffron", "quarter", xy{-600, 1300}},
	{"Westgate", "Port Saffron", "quarter", xy{-1350, 600}},
	{"Signal Point", "Port Saffron", "quarter", xy{-1300, -700}},
	{"Quarry Side", "Port Saffron", "quarter", xy{-900, -1400}},
	{"North Cliff", "Port Saffron", "quarter", xy{100, 1950}},
}

var landmarkSpots = []spot{
	{"Saffron Square", "Saffron Circus", "square", xy{0, 0}},
	{"Spice Market Square", "Old Town", "square", xy{158, -800}},
	{"Spice Market Hall", "Spice Market Square", "landmark", xy{158, -812}},
	{"Ferry Terminal", "Harbour Front", "landmark", xy{40, -1655}},
	{"Harbour Master's House", "Harbour Front", "landmark", xy{-260, -1700}},
	{"Fish Market", "Harbour Front", "landmark", xy{290, -1730}},
	{"Clock Tower", "Saffron Avenue", "landmark", xy{22, -632}},
	{"Town Hall", "Saffron Circus", "landmark", xy{-105, 30}},
	{"Central Library", "Saffron Circus", "landmark", xy{104, 42}},
	{"Old Lighthouse", "Signal Avenue", "landmark", xy{-1560, -1390}},
	{"Kestrel Hill Lookout", "Kestrel Hill", "landmark", xy{-468, 1050}},
	{"Kestrel Hill", "Hillside", "park", xy{-480, 1000}},
	{"Heron Lagoon", "Heron Boardwalk", "park", xy{1180, -260}},
	{"Boardwalk Kiosk", "Heron Boardwalk", "landmark", xy{1190, 36}},
	{"Lagoon Hospital", "Lagoon Avenue", "landmark", xy{1420, 190}},
	{"Botanic Garden", "Monsoon Avenue", "park", xy{620, 900}},
	{"Glass House", "Botanic Garden", "landmark", xy{560, 880}},
	{"Banyan Park", "Sunset Avenue", "park", xy{-1050, -150}},
	{"Cricket Ground", "Palm Avenue", "park", xy{950, -1130}},
	{"West Dunes", "West Shore Road", "park", xy{-1500, 640}},
	{"Port Saffron College", "Orchard Ring", "landmark", xy{-640, 470}},
	{"Orchard Street School", "Orchard Ring", "landmark", xy{560, 560}},
	{"Bus Station", "Saffron Avenue", "landmark", xy{-24, -420}},
	{"Island Museum", "Lantern Lane", "landmark", xy{-210, -545}},
	{"Night Market", "Chandler Street", "landmark", xy{-330, -960}},
	{"Customs House", "Ferry Street", "landmark", xy{180, -1560}},
	{"Rope Works", "Signal Avenue", "landmark", xy{-830, -760}},
	{"Cliff Theatre", "Cliff Road", "landmark", xy{420, 2060}},
	{"Seaplane Dock", "Lagoon Drive", "landmark", xy{2080, 120}},
	{"North Beach", "Cliff Road", "landmark", xy{-300, 2180}},
	{"Palm Beach", "Lagoon Drive", "landmark", xy{1580, -1390}},
	{"Salt Pans", "West Shore Road", "landmark", xy{-2120, 220}},
}

// quarterOf returns the name of the nearest quarter, for an address.
func quarterOf(p xy) string {
	return slices.MinFunc(quarterSpots, func(a, b spot) int {
		return cmp.Compare(p.distance(a.at), p.distance(b.at))
	}).name
}

// places returns the gazetteer: quarters, landmarks, the middle of every street, and
// the stores that every town of this seed has.
func places(streets []street, stores []townfile.Store) []townfile.Place {
	var all []townfile.Place
	for _, s := range slices.Concat(quarterSpots, landmarkSpots) {
		slug := slugOf(s.name)
		if s.kind != "landmark" {
			slug = s.kind + "-" + slug
		}
		all = append(all, townfile.Place{Slug: slug, Name: s.name, Secondary: s.secondary, Kind: s.kind, Point: s.at.point()})
	}
	for _, s := range streets {
		middle, _ := along(s.line, lengthOf(s.line)/2)
		all = append(all, townfile.Place{Slug: "street-" + slugOf(s.name), Name: s.name, Secondary: quarterOf(middle), Kind: "street", Point: middle.point()})
	}
	for _, s := range stores {
		all = append(all, townfile.Place{Slug: "store-" + s.Slug, Name: s.Name, Secondary: s.Address, Kind: "store", Point: s.Point})
	}
	return all
}
