package geo

import "math"

// ShareOf returns how much of a path's length lies before the point of the path that is
// nearest to p, from 0 to 1. A path without length is 0.
func ShareOf(path []Point, p Point) float64 {
	var length, share float64
	nearest := math.Inf(1)
	for i := 1; i < len(path); i++ {
		a, b := path[i-1], path[i]
		leg := Metres(a, b)
		f := nearestOn(a, b, p)
		at := Point{Lat: a.Lat + f*(b.Lat-a.Lat), Lng: a.Lng + f*(b.Lng-a.Lng)}
		if off := Metres(at, p); off < nearest {
			nearest, share = off, length+f*leg
		}
		length += leg
	}
	if length == 0 {
		return 0
	}
	return min(share/length, 1)
}

// nearestOn returns where on the way from a to b, from 0 to 1, is nearest to p. A leg is
// short, so that the earth is flat there.
func nearestOn(a, b, p Point) float64 {
	narrow := math.Cos(a.Lat * math.Pi / 180) // degrees of longitude are shorter
	dx, dy := (b.Lng-a.Lng)*narrow, b.Lat-a.Lat
	along := (p.Lng-a.Lng)*narrow*dx + (p.Lat-a.Lat)*dy
	square := dx*dx + dy*dy
	if square == 0 {
		return 0
	}
	return min(max(along/square, 0), 1)
}
