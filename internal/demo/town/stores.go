package town

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"hawker/internal/geo"
	"hawker/internal/townfile"
)

// perRound is how many stores of each module a town has for every step of its
// scale.
var perRound = []struct {
	module string
	count  int
}{{"food", 42}, {"grocery", 16}, {"pharmacy", 12}, {"ecommerce", 16}}

// shop is a store and what it is made from.
type shop struct {
	townfile.Store
	kind  kind
	index int // among the stores of its module
	round int // 0 for the stores that every town of the seed has
}

// stores returns the stores of all rounds. A later round does not change an earlier
// one.
func stores(seed uint64, scale int, streets []street, zones []townfile.Zone) []shop {
	d := newDice(seed, "stores")
	sites := newSites(d, streets, zones)
	namer := namer{taken: map[string]bool{}}
	always := map[string]bool{}
	var all []shop
	for round := range scale {
		for _, share := range perRound {
			kinds := kindsOf(share.module)
			for n := range share.count {
				index := round*share.count + n
				s := shop{kind: kinds[index%len(kinds)], index: index, round: round}
				s.Zone = zoneOf(index)
				site := sites.next(s.Zone)
				s.Name = namer.next(s.kind, site.street.name)
				s.fill(seed, site, always)
				all = append(all, s)
			}
		}
	}
	return all
}

func kindsOf(module string) []kind {
	return slices.DeleteFunc(slices.Clone(menus()), func(k kind) bool { return k.module != module })
}

// zoneOf returns the zone of a store. The Old Town has the most.
func zoneOf(index int) string {
	deal := []int{0, 1, 2, 3, 0, 3, 1, 2, 0}
	return zoneNames[deal[index%len(deal)]]
}

// fill sets the fields of a store.
func (s *shop) fill(seed uint64, site house, always map[string]bool) {
	s.Slug = slugOf(s.Name)
	d := newDice(seed, "store "+s.Slug)
	k := s.kind
	s.Module = moduleOf(k.module).Slug
	s.Tagline, s.Description, s.Cover, s.Logo = k.tagline, k.about, k.cover, k.logo
	s.Point = site.door.point()
	s.Address = fmt.Sprintf("%d %s, %s", site.number(), site.street.name, quarterOf(site.door))
	s.Phone = fmt.Sprintf("+120255501%02d", d.IntN(100))

	s.MinimumOrder = major(k.terms.minimum)
	s.Tax = townfile.Decimal(k.terms.tax.String())
	s.PreparationMinutes = k.terms.preparation
	later := 5 * d.IntN(2)
	s.DeliveryMinutesMin, s.DeliveryMinutesMax = k.terms.fastest+later, k.terms.slowest+later

	s.Delivery = k.module != "food" || s.index%20 != 13
	s.TakeAway = s.index%20 != 11
	s.open(always)
	s.SelfDelivery = s.index%11 == 5
	s.FreeDelivery = s.index%7 == 3
	s.ScheduleOrder = s.index%9 != 4
	s.Featured = s.index%6 == 0
	s.Reviews = s.index%21 != 20
	s.Active = true
	s.Discount = storeDiscount(s.index)
	s.Added = townfile.When(fmt.Sprintf("-%dd", 12+d.IntN(900)))
	if s.index%8 == 7 {
		s.Added = townfile.When(fmt.Sprintf("-%dd", 1+d.IntN(9)))
	}
}

// open sets the hours. The first store of each zone and module, and every third store,
// never closes, so that the demo has open stores at any hour.
func (s *shop) open(always map[string]bool) {
	key := s.Zone + "/" + s.Module
	hours := s.kind.hours
	switch {
	case !always[key] && s.Delivery && s.TakeAway:
		always[key] = true
		hours = "always"
	case s.index%3 == 1:
		hours = "always"
	case s.index%13 == 12:
		hours = "closed-monday"
	}
	s.Hours = hoursOf(hours)
	if !s.Hours.Always {
		s.Hours.Closures = closures(s.index)
	}
}

// storeDiscount returns a discount for some stores: all day, at some hours, or from a
// later date.
func storeDiscount(index int) townfile.StoreDiscount {
	offer := func(kind string, value, minPurchase, cap townfile.Decimal) townfile.StoreDiscount {
		return townfile.StoreDiscount{
			Rebate: townfile.Rebate{Type: kind, Value: value}, MinPurchase: minPurchase, MaxDiscount: cap, Start: "-7d", End: "+365d",
		}
	}
	switch index % 12 {
	case 0:
		return offer("percent", "20", "15.00", "5.00")
	case 2:
		return offer("amount", "3.00", "25.00", "")
	case 5:
		d := offer("percent", "15", "10.00", "6.00")
		d.StartTime, d.EndTime = "14:00", "17:30"
		return d
	case 6:
		return offer("percent", "10", "", "")
	case 9:
		d := offer("percent", "25", "30.00", "10.00")
		d.Start, d.End = "+5d", "+12d"
		return d
	}
	return townfile.StoreDiscount{}
}

// namer returns a unique name for every store: one from its kind's list, or else one
// of them with the street.
type namer struct{ taken map[string]bool }

func (n namer) next(k kind, street string) string {
	for _, name := range k.names {
		if n.claim(name) {
			return name
		}
	}
	for i := 1; ; i++ {
		name := k.names[len(n.taken)%len(k.names)] + ", " + street
		if i > 1 {
			name = fmt.Sprintf("%s %d", name, i)
		}
		if n.claim(name) {
			return name
		}
	}
}

func (n namer) claim(name string) bool {
	slug := slugOf(name)
	if n.taken[slug] {
		return false
	}
	n.taken[slug] = true
	return true
}

// sites are the houses of each zone where a store can be.
type sites struct {
	free map[string][]house
	used map[string]int
}

// newSites shuffles the houses and sorts them: first those on wide streets that are
// not close to each other. A house belongs to the zone that wins there (Z3).
func newSites(d dice, streets []street, zones []townfile.Zone) *sites {
	s := &sites{free: map[string][]house{}, used: map[string]int{}}
	all := houses(streets)
	d.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	outlines := regions(zones)
	near := map[cell][]xy{}
	rank := make(map[house]int, len(all))
	for _, h := range all {
		ids := geo.Containing(h.door.point(), outlines)
		if len(ids) == 0 {
			continue
		}
		zone := zones[ids[0]-1].Slug
		c := cellOf(h.door)
		if h.street.class == "lane" && !h.street.grid {
			rank[h]++
		}
		if crowded(near, h.door) || len(near[c]) > 0 {
			rank[h] += 2
		}
		near[c] = append(near[c], h.door)
		s.free[zone] = append(s.free[zone], h)
	}
	for _, houses := range s.free {
		slices.SortStableFunc(houses, func(a, b house) int { return cmp.Compare(rank[a], rank[b]) })
	}
	return s
}

// next returns another house of the zone. When all are used, stores share houses.
func (s *sites) next(zone string) house {
	h := s.free[zone][s.used[zone]%len(s.free[zone])]
	s.used[zone]++
	return h
}

// diet sets whether a store has vegetarian and other dishes, for the filters (BRW-06).
func (s *shop) diet(items []townfile.Item) {
	if s.kind.module != "food" {
		return
	}
	s.Veg = slices.ContainsFunc(items, func(i townfile.Item) bool { return i.Veg })
	s.NonVeg = slices.ContainsFunc(items, func(i townfile.Item) bool { return !i.Veg })
}

// words returns words of the store that shoppers may search for.
func (s *shop) words() []string { return list(strings.ToLower(s.kind.tagline), ",") }
