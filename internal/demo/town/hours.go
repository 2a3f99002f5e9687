package town

import "hawker/internal/townfile"

// span is an opening on some days of the week, 0 for Sunday. One that closes before
// it opens ends on the next day (TRAP_H2).
type span struct{ days, opens, closes string }

const (
	everyDay = "0123456"

	weekEnd   = "56" // when stores are open late
	notSunday = "123456"
)

// openings are the opening hours of each kind of store.
var openings = map[string][]span{
	"lunch":         {{everyDay, "10:30", "15:00"}, {everyDay, "17:30", "22:00"}},
	"evening":       {{"01234", "12:00", "23:30"}, {weekEnd, "12:00", "01:30"}},
	"late":          {{everyDay, "11:00", "02:00"}},
	"morning":       {{notSunday, "06:00", "15:30"}, {"0", "07:00", "13:00"}},
	"day":           {{everyDay, "08:00", "19:30"}},
	"shop":          {{notSunday, "09:00", "19:00"}, {"0", "10:00", "16:00"}},
	"long":          {{everyDay, "07:00", "23:00"}},
	"early":         {{notSunday, "06:00", "17:30"}},
	"closed-monday": {{"023456", "11:30", "22:30"}},
}

func hoursOf(name string) townfile.Hours {
	if name == "always" {
		return townfile.Hours{Always: true}
	}
	var h townfile.Hours
	for _, s := range openings[name] {
		for _, day := range s.days {
			h.Week = append(h.Week, townfile.Opening{Day: int(day - '0'), Opens: s.opens, Closes: s.closes})
		}
	}
	return h
}

// closures returns the closures of a store. Few stores have one: one store is closed
// today, others have a holiday later.
func closures(index int) []townfile.Closure {
	switch index % 29 {
	case 7:
		return []townfile.Closure{{From: "+9d", To: "+11d", Note: "Stocktaking"}}
	case 16:
		return []townfile.Closure{{From: "+20d", To: "+27d", Note: "Family holiday"}}
	case 26: // not an always open store: so one store is closed at any hour
		return []townfile.Closure{{From: "-1d", To: "+1d", Note: "New floor, back in two days"}}
	}
	return nil
}
