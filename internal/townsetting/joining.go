package townsetting

import (
	"hawker/internal/setting"
	"hawker/internal/townfile"
)

func parseJoining(in townfile.Joining) setting.Joining {
	j := setting.Joining{Stores: in.Stores, Riders: in.Riders, Plans: []setting.Plan{}}
	for _, p := range in.Plans {
		j.Plans = append(j.Plans, setting.Plan(p))
	}
	return j
}

func formatJoining(j setting.Joining) townfile.Joining {
	out := townfile.Joining{Stores: j.Stores, Riders: j.Riders, Plans: []townfile.Plan{}}
	for _, p := range j.Plans {
		out.Plans = append(out.Plans, townfile.Plan(p))
	}
	return out
}
