package town

import "math"

// street is one street on the plan. Names are unique.
type street struct {
	name  string
	class string // main, secondary, lane or path
	grid  bool   // part of the Old Town's grid
	line  []xy
}

func (s street) isPath() bool { return s.class == "path" }

// Areas of the plan, in metres.
var (
	lagoon  = blob{xy{1180, -260}, 420, 260, 0.7}
	hill    = blob{xy{-468, 1050}, 280, 260, 2.1}
	pond    = blob{xy{640, 930}, 55, 40, 1.3}
	gardens = blob{xy{620, 900}, 190, 170, 0.4}
	banyan  = blob{xy{-1050, -150}, 170, 150, 1.9}
	cricket = blob{xy{950, -1130}, 120, 100, 0.0}
	dunes   = blob{xy{-1500, 640}, 150, 190, 2.8}
)

// parks have paths, but no other streets.
var parks = []blob{hill, gardens, banyan, cricket, dunes}

const (
	circusRadius = 90.0

	oldTownWest, oldTownEast   = -420.0, 420.0
	oldTownSouth, oldTownNorth = -1620.0, -520.0
)

// avenue is a road from the centre to the shore that bends by some degrees.
type avenue struct {
	name          string
	degrees, bend float64
}

var avenues = []avenue{
	{"Saffron Avenue", -90, 0},
	{"Palm Avenue", -42, -6},
	{"Lagoon Avenue", 4, 9},
	{"Monsoon Avenue", 48, -5},
	{"Northwind Avenue", 92, -4},
	{"Kestrel Avenue", 136, 7},
	{"Sunset Avenue", 178, -6},
	{"Signal Avenue", 222, 5},
}

func (a avenue) at(radius float64) xy {
	f := radius / 2200
	return polar(a.degrees+a.bend*f*f, radius)
}

// drawStreets returns every street as one line. The lines may still cross lakes and
// continue after their last crossing.
func drawStreets(d dice) []street {
	streets := shoreRoads()
	streets = append(streets, street{"Saffron Circus", "main", false, blob{rx: circusRadius, ry: circusRadius}.circle()})
	for _, a := range avenues {
		streets = append(streets, street{a.name, "main", false, sample(circusRadius-8, 2400, 40, a.at)})
	}
	streets = append(streets,
		street{"Orchard Ring", "secondary", false, ringRoad(760, 2)},
		street{"Mill Ring", "secondary", false, ringRoad(1380, 0.5)},
	)
	streets = append(streets, oldTown()...)
	streets = append(streets, quarters(d)...)
	return append(streets, paths()...)
}

// sample returns positions of a curve from one value to another.
func sample(from, to, step float64, at func(float64) xy) []xy {
	var line []xy
	for v := from; v < to; v += step {
		line = append(line, at(v))
	}
	return append(line, at(to))
}

func (b blob) circle() []xy {
	return sample(0, 360, 15, func(degrees float64) xy { return polar(degrees, b.rx).plus(b.centre) })
}

func shoreRoads() []street {
	at := func(degrees float64) xy {
		if degrees > 180 {
			degrees -= 360 // so that the last road ends where the first begins
		}
		return polar(degrees, shoreRadius(degrees)-shoreRoadInset)
	}
	return []street{
		{"Harbour Front", "main", false, sample(-126, -54, 2, at)},
		{"Lagoon Drive", "main", false, sample(-54, 46, 2, at)},
		{"Cliff Road", "main", false, sample(46, 150, 2, at)},
		{"West Shore Road", "main", false, sample(150, 234, 2, at)},
	}
}

func ringRoad(radius, wobble float64) []xy {
	return sample(0, 360, 3, func(degrees float64) xy {
		return polar(degrees, radius*(1+0.05*math.Cos(3*degrees*math.Pi/180+wobble)))
	})
}

// oldTown returns a slightly irregular grid between the centre and the harbour.
func oldTown() []street {
	var streets []street
	down := []string{"Cinnamon Street", "Clove Street", "Cardamom Street", "Pepper Street", "",
		"Nutmeg Street", "Ginger Street", "Turmeric Street", "Vanilla Street"}
	for i, name := range down {
		if name == "" {
			continue // Saffron Avenue is here
		}
		x := oldTownWest + 105*float64(i)
		streets = append(streets, street{name, class(i%2 == 1, "secondary", "lane"), true,
			sample(oldTownSouth-100, oldTownNorth+60, 40, func(y float64) xy { return xy{x + 9*math.Sin(y/160+x), y} })})
	}
	across := []string{"Lantern Lane", "Rope Lane", "Anchor Lane", "Cooper's Row", "Chandler Street",
		"Sailmaker Lane", "Compass Row", "Net Street", "Tar Lane", "Ferry Street"}
	for i, name := range across {
		y := oldTownNorth - 112*float64(i)
		reach := 12.0
		if i%3 == 1 {
			reach = 420 // these continue into the next quarters
		}
		streets = append(streets, street{name, class(i%3 == 1, "secondary", "lane"), true,
			sample(oldTownWest-reach, oldTownEast+reach, 40, func(x float64) xy { return xy{x, y + 7*math.Sin(x/140+y)} })})
	}
	return streets
}

func class(condition bool, yes, no string) string {
	if condition {
		return yes
	}
	return no
}

// quarters returns the streets in the eight sectors between the avenues: arcs, and
// lanes that lead outwards.
func quarters(d dice) []street {
	var streets []street
	arcs := []float64{330, 460, 600, 900, 1050, 1210, 1530, 1690, 1850, 2010, 2150}
	for i, a := range avenues {
		next := avenues[(i+1)%len(avenues)]
		if next.degrees < a.degrees {
			next.degrees += 360
		}
		names := namesOf(i)
		for _, radius := range arcs {
			if d.chance(14) {
				continue
			}
			r := radius + d.spread(-28, 28)
			streets = append(streets, street{names.next("arc"), "lane", false, arc(a, next, r)})
		}
		for _, band := range []struct {
			from, to float64
			count    int
		}{{330, 770, 1}, {700, 1400, 2}, {1320, 2400, 3}} {
			for n := range band.count {
				f := (float64(n) + 1 + d.spread(-0.22, 0.22)) / float64(band.count+1)
				streets = append(streets, street{names.next("spoke"), class(n == 1, "secondary", "lane"), false, spoke(a, next, f, band.from, band.to)})
			}
		}
	}
	return streets
}

// arc returns a line from one avenue to the next, a little longer at both ends.
func arc(a, b avenue, radius float64) []xy {
	from, to := a.at(radius).degrees(), b.at(radius).degrees()
	for to < from {
		to += 360
	}
	past := 14 / radius * 180 / math.Pi
	return sample(from-past, to+past, 2, func(degrees float64) xy {
		return polar(degrees, radius+14*math.Sin(degrees/7))
	})
}

// spoke returns a line outwards, at a fraction of the angle between two avenues.
func spoke(a, b avenue, f, from, to float64) []xy {
	between := avenue{degrees: a.degrees + (b.degrees-a.degrees)*f, bend: a.bend + (b.bend-a.bend)*f}
	return sample(from, to, 40, func(r float64) xy {
		p := between.at(r)
		return p.plus(p.left().times(12 * math.Sin(r/210) / r))
	})
}

// paths are only for walking.
func paths() []street {
	var climb []xy
	for i := range 9 { // zigzag up Kestrel Hill
		f := float64(i) / 8
		p := xy{-300, 760}.towards(hill.centre, f)
		climb = append(climb, p.plus(xy{85, -48}.times((1-f)*math.Pow(-1, float64(i)))))
	}
	return []street{
		{"Kestrel Steps", "path", false, climb},
		{"Hilltop Path", "path", false, []xy{hill.edge(100, 60), hill.edge(110, -80), hill.centre, hill.edge(330, -60), hill.edge(345, 120)}},
		{"Heron Boardwalk", "path", false, append(lagoon.ring(28, 10), lagoon.edge(0, 28))},
		{"Boardwalk Landing", "path", false, []xy{lagoon.edge(200, 28), lagoon.edge(205, 120), lagoon.edge(208, 330)}},
		{"Sandpiper Path", "path", false, []xy{lagoon.edge(20, 28), lagoon.edge(22, 150), lagoon.edge(24, 420)}},
		{"Garden Walk", "path", false, []xy{gardens.edge(20, 130), gardens.edge(40, -60), gardens.centre.plus(xy{-70, -20}), gardens.edge(220, -60), gardens.edge(230, 130)}},
		{"Banyan Walk", "path", false, []xy{banyan.edge(80, 150), banyan.centre.plus(xy{20, 30}), banyan.edge(260, 150)}},
		{"Pavilion Path", "path", false, []xy{cricket.edge(100, 160), cricket.edge(150, 12), cricket.edge(200, 12), cricket.edge(215, 160)}},
		{"Dune Path", "path", false, []xy{dunes.edge(0, 160), dunes.centre.plus(xy{0, 40}), dunes.edge(170, 140)}},
	}
}

// quarterNames returns the street names of one sector, one after the other.
type quarterNames struct {
	words           []string
	arcEnd, outEnds []string
	used            int
}

func (q *quarterNames) next(kind string) string {
	ends := q.arcEnd
	if kind == "spoke" {
		ends = q.outEnds
	}
	word, round := q.words[q.used%len(q.words)], q.used/len(q.words)
	q.used++
	name := word + " " + ends[q.used%len(ends)]
	if round > 0 {
		name = "Little " + name
	}
	return name
}

func namesOf(sector int) *quarterNames {
	words := [][]string{
		{"Tern", "Sandbar", "Coral", "Mangrove", "Seagrass", "Pelican", "Oyster", "Drift", "Tidepool", "Starfish", "Conch", "Limpet", "Cuttle", "Periwinkle", "Kelp", "Plover"},
		{"Heron", "Egret", "Lotus", "Reed", "Bulrush", "Kingfisher", "Dragonfly", "Lily", "Willow", "Sedge", "Moorhen", "Otter", "Minnow", "Curlew", "Teal", "Avocet"},
		{"Mango", "Papaya", "Guava", "Tamarind", "Breadfruit", "Lychee", "Starfruit", "Lime Tree", "Banana", "Jackfruit", "Passionflower", "Pomelo", "Quince", "Fig Tree", "Almond", "Cashew"},
		{"Hibiscus", "Jasmine", "Frangipani", "Bougainvillea", "Orchid", "Oleander", "Ixora", "Marigold", "Magnolia", "Heliconia", "Lantana", "Poppy", "Zinnia", "Verbena", "Primrose", "Camellia"},
		{"Kite", "Falcon", "Swift", "Swallow", "Lark", "Wren", "Plume", "Osprey", "Thrush", "Finch", "Sparrow", "Bulbul", "Oriole", "Hoopoe", "Dove", "Starling"},
		{"Sirocco", "Mistral", "Zephyr", "Trade Wind", "Bora", "Gale", "Doldrum", "Leeward", "Windward", "Squall", "Breeze", "Cloud", "Cirrus", "Rainbow", "Thunder", "Haze"},
		{"Brig", "Schooner", "Dhow", "Sloop", "Ketch", "Cutter", "Clipper", "Galley", "Lugger", "Barque", "Yawl", "Dory", "Skiff", "Tender", "Pilot", "Bosun"},
		{"Quarry", "Flint", "Slate", "Granite", "Chalk", "Marble", "Basalt", "Pumice", "Sandstone", "Ironstone", "Kiln", "Forge", "Anvil", "Foundry", "Bellows", "Hammer"},
	}
	return &quarterNames{words: words[sector],
		arcEnd:  []string{"Lane", "Row", "Crescent", "Terrace", "Close"},
		outEnds: []string{"Street", "Rise", "Way", "Road"},
	}
}
