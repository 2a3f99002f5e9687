package maps

import (
	"container/heap"
	"context"
	"math"
	"slices"
	"time"

	"hawker/internal/geo"
	"hawker/internal/maps"
)

// Route answers the shortest way over the town's streets. From the point to the
// nearest street, and from the street to the other point, it goes straight.
func (t *Town) Route(ctx context.Context, from, to geo.Point, mode maps.Mode) (maps.Route, error) {
	a, err := t.current(ctx)
	if err != nil {
		return maps.Route{}, err
	}
	return a.graph.route(ctx, from, to, mode)
}

func (g *graph) route(ctx context.Context, from, to geo.Point, mode maps.Mode) (maps.Route, error) {
	start, near := g.snap(from, mode)
	if !near {
		return maps.Route{}, maps.ErrNoRoute
	}
	end, near := g.snap(to, mode)
	if !near {
		return maps.Route{}, maps.ErrNoRoute
	}
	t := trip{graph: g, mode: mode, from: from, to: to, start: start, end: end}
	if start.piece == end.piece {
		return t.along(nil), nil
	}
	corners, err := t.search(ctx)
	if err != nil {
		return maps.Route{}, err
	}
	return t.along(corners), nil
}

// trip is one question for a way.
type trip struct {
	graph      *graph
	mode       maps.Mode
	from, to   geo.Point
	start, end anchor
}

// search finds the corners of the shortest way from the start's street to the
// end's: A*, led by the straight distance that remains.
func (t trip) search(ctx context.Context) ([]int32, error) {
	g := t.graph
	best := make([]float64, len(g.corners)) // metres from the start
	before := make([]int32, len(g.corners))
	for i := range best {
		best[i], before[i] = math.Inf(1), -1
	}
	var open frontier
	reach := func(corner, from int32, metres float64) {
		if metres < best[corner] {
			best[corner], before[corner] = metres, from
			heap.Push(&open, reached{corner: corner, metres: metres, atLeast: metres + geo.Metres(g.corners[corner], t.end.point)})
		}
	}
	first, last := g.pieces[t.start.piece], g.pieces[t.end.piece]
	reach(first.a, -1, geo.Metres(t.start.point, g.corners[first.a]))
	reach(first.b, -1, geo.Metres(t.start.point, g.corners[first.b]))

	total, exit := math.Inf(1), int32(-1)
	for steps := 0; len(open) > 0; steps++ {
		if steps%1024 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		at := heap.Pop(&open).(reached)
		if at.atLeast >= total {
			break
		}
		if at.metres > best[at.corner] { // reached on a shorter way since
			continue
		}
		if at.corner == last.a || at.corner == last.b {
			if all := at.metres + geo.Metres(g.corners[at.corner], t.end.point); all < total {
				total, exit = all, at.corner
			}
		}
		for _, i := range g.exits[at.corner] {
			p := g.pieces[i]
			if _, allowed := p.way[t.mode]; allowed {
				reach(p.a+p.b-at.corner, at.corner, at.metres+p.metres)
			}
		}
	}
	if exit < 0 {
		return nil, maps.ErrNoRoute
	}
	var corners []int32
	for c := exit; c >= 0; c = before[c] {
		corners = append(corners, c)
	}
	slices.Reverse(corners)
	return corners, nil
}

// along adds up the way over these corners.
func (t trip) along(corners []int32) maps.Route {
	path := []geo.Point{t.from, t.start.point}
	for _, c := range corners {
		path = append(path, t.graph.corners[c])
	}
	path = slices.Compact(append(path, t.end.point, t.to))

	r := maps.Route{Path: path}
	for i := 1; i < len(path); i++ {
		r.Metres += geo.Metres(path[i-1], path[i])
	}
	seconds := (t.start.metres + t.end.metres) / metresPerSecond(t.graph.pieces[t.start.piece].way, t.mode)
	for i, metres := range t.legs(corners) {
		seconds += metres / metresPerSecond(t.wayOf(corners, i), t.mode)
	}
	r.Duration = time.Duration(math.Ceil(seconds)) * time.Second
	if len(r.Path) == 1 { // from a point to itself, on a street
		r.Path = append(r.Path, t.to)
	}
	return r
}

// legs are the metres on streets: to the first corner, from corner to corner,
// and from the last one.
func (t trip) legs(corners []int32) []float64 {
	at := t.start.point
	legs := make([]float64, 0, len(corners)+1)
	for _, c := range corners {
		legs = append(legs, geo.Metres(at, t.graph.corners[c]))
		at = t.graph.corners[c]
	}
	return append(legs, geo.Metres(at, t.end.point))
}

// wayOf is the kind of street of leg i.
func (t trip) wayOf(corners []int32, i int) way {
	switch i {
	case 0:
		return t.graph.pieces[t.start.piece].way
	case len(corners):
		return t.graph.pieces[t.end.piece].way
	}
	return t.graph.join(corners[i-1], corners[i], t.mode).way
}

// join is the piece between two neighbouring corners, the faster when there
// are two.
func (g *graph) join(a, b int32, mode maps.Mode) piece {
	var found piece
	for _, i := range g.exits[a] {
		if p := g.pieces[i]; p.a+p.b-a == b && (found.way == nil || p.way[mode] > found.way[mode]) {
			found = p
		}
	}
	return found
}

func metresPerSecond(w way, mode maps.Mode) float64 { return w[mode] / 3.6 }

// reached is a corner that a way has come to.
type reached struct {
	corner  int32
	metres  float64 // so far
	atLeast float64 // of any way that goes on from here
}

// frontier is the corners to go on from, the most promising first.
type frontier []reached

func (f frontier) Len() int           { return len(f) }
func (f frontier) Less(i, j int) bool { return f[i].atLeast < f[j].atLeast }
func (f frontier) Swap(i, j int)      { f[i], f[j] = f[j], f[i] }
func (f *frontier) Push(x any)        { *f = append(*f, x.(reached)) }
func (f *frontier) Pop() any {
	last := len(*f) - 1
	x := (*f)[last]
	*f = (*f)[:last]
	return x
}
