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

// Route returns the shortest route on the town's streets. It is a straight line from the
// first point to the nearest street, and from a street to the last point.
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
	if start.edge == end.edge {
		return t.along(nil), nil
	}
	nodes, err := t.search(ctx)
	if err != nil {
		return maps.Route{}, err
	}
	return t.along(nodes), nil
}

// trip is one search for a route.
type trip struct {
	graph      *graph
	mode       maps.Mode
	from, to   geo.Point
	start, end anchor
}

// search finds the nodes of the shortest route from the start's street to the end's. It
// uses A* with the straight distance that remains.
func (t trip) search(ctx context.Context) ([]int32, error) {
	g := t.graph
	best := make([]float64, len(g.nodes)) // metres from the start
	before := make([]int32, len(g.nodes))
	for i := range best {
		best[i], before[i] = math.Inf(1), -1
	}
	var open frontier
	reach := func(node, from int32, metres float64) {
		if metres < best[node] {
			best[node], before[node] = metres, from
			heap.Push(&open, reached{node: node, metres: metres, atLeast: metres + geo.Metres(g.nodes[node], t.end.point)})
		}
	}
	first, last := g.edges[t.start.edge], g.edges[t.end.edge]
	reach(first.a, -1, geo.Metres(t.start.point, g.nodes[first.a]))
	reach(first.b, -1, geo.Metres(t.start.point, g.nodes[first.b]))

	total, exit := math.Inf(1), int32(-1)
	for steps := 0; len(open) > 0; steps++ {
		if steps%1024 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		at := heap.Pop(&open).(reached)
		if at.atLeast >= total {
			break
		}
		if at.metres > best[at.node] { // a shorter route has reached it since
			continue
		}
		if at.node == last.a || at.node == last.b {
			if all := at.metres + geo.Metres(g.nodes[at.node], t.end.point); all < total {
				total, exit = all, at.node
			}
		}
		for _, i := range g.edgesOf[at.node] {
			p := g.edges[i]
			if _, allowed := p.speeds[t.mode]; allowed {
				reach(p.a+p.b-at.node, at.node, at.metres+p.metres)
			}
		}
	}
	if exit < 0 {
		return nil, maps.ErrNoRoute
	}
	var nodes []int32
	for c := exit; c >= 0; c = before[c] {
		nodes = append(nodes, c)
	}
	slices.Reverse(nodes)
	return nodes, nil
}

// along returns the route over these nodes.
func (t trip) along(nodes []int32) maps.Route {
	path := []geo.Point{t.from, t.start.point}
	for _, c := range nodes {
		path = append(path, t.graph.nodes[c])
	}
	path = slices.Compact(append(path, t.end.point, t.to))

	r := maps.Route{Path: path}
	for i := 1; i < len(path); i++ {
		r.Metres += geo.Metres(path[i-1], path[i])
	}
	seconds := (t.start.metres + t.end.metres) / metresPerSecond(t.graph.edges[t.start.edge].speeds, t.mode)
	for i, metres := range t.legs(nodes) {
		seconds += metres / metresPerSecond(t.speedsOf(nodes, i), t.mode)
	}
	r.Duration = time.Duration(math.Ceil(seconds)) * time.Second
	if len(r.Path) == 1 { // from a point to itself, on a street
		r.Path = append(r.Path, t.to)
	}
	return r
}

// legs returns the metres on streets: to the first node, from node to node, and from the
// last one.
func (t trip) legs(nodes []int32) []float64 {
	at := t.start.point
	legs := make([]float64, 0, len(nodes)+1)
	for _, c := range nodes {
		legs = append(legs, geo.Metres(at, t.graph.nodes[c]))
		at = t.graph.nodes[c]
	}
	return append(legs, geo.Metres(at, t.end.point))
}

// speedsOf returns the speeds on leg i.
func (t trip) speedsOf(nodes []int32, i int) speeds {
	switch i {
	case 0:
		return t.graph.edges[t.start.edge].speeds
	case len(nodes):
		return t.graph.edges[t.end.edge].speeds
	}
	return t.graph.join(nodes[i-1], nodes[i], t.mode).speeds
}

// join returns the edge between two neighbouring nodes, the faster one if there are two.
func (g *graph) join(a, b int32, mode maps.Mode) edge {
	var found edge
	for _, i := range g.edgesOf[a] {
		if p := g.edges[i]; p.a+p.b-a == b && (found.speeds == nil || p.speeds[mode] > found.speeds[mode]) {
			found = p
		}
	}
	return found
}

func metresPerSecond(w speeds, mode maps.Mode) float64 { return w[mode] / 3.6 }

// reached is a node that a route has reached.
type reached struct {
	node    int32
	metres  float64 // so far
	atLeast float64 // the least total of any route through this node
}

// frontier are the nodes to continue from, the most promising first.
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
