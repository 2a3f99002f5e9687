package jobs

import (
	"maps"
	"time"
)

// durationBounds are the upper bounds of the buckets, in seconds. A handler is stopped
// after a minute.
var durationBounds = []float64{.01, .1, .5, 1, 5, 15, 60}

// Durations is a histogram. The count of a bucket includes those below it.
type Durations struct {
	Count   uint64
	Seconds float64 // the sum
	Buckets map[float64]uint64
}

func (d Durations) add(took time.Duration) Durations {
	if d.Buckets == nil {
		d.Buckets = map[float64]uint64{}
	}
	for _, bound := range durationBounds {
		d.Buckets[bound] += 0
		if took.Seconds() <= bound {
			d.Buckets[bound]++
		}
	}
	d.Count++
	d.Seconds += took.Seconds()
	return d
}

func (d Durations) clone() Durations {
	d.Buckets = maps.Clone(d.Buckets)
	return d
}
