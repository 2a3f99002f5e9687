package signedtoken

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"hawker/internal/geo"
	"hawker/internal/maps"
)

// measuredLife is how long an order may be placed at the distance of its quote. The
// page asks for a new quote every minute.
const measuredLife = 10 * time.Minute

// SignDistance returns the distance of a quote for its digest:
// "metres.until.signature", with "s" before the metres of a straight line. The order is
// placed at it on every instance, even if the map has changed: instances cache
// distances separately, and would refuse the quotes of each other.
func (t *Tokens) SignDistance(from, to geo.Point, d maps.Distance, now time.Time) string {
	metres := strconv.FormatInt(d.Metres, 36)
	if d.Straight {
		metres = "s" + metres
	}
	text := metres + "." + strconv.FormatInt(now.Add(measuredLife).Unix(), 36)
	return text + "." + mac(t.key.Current(), "distance", 0, signedText(from, to, text))
}

// VerifyDistance reads a distance that any instance has signed for these two points. It
// has no duration, which an order does not need.
func (t *Tokens) VerifyDistance(signed string, from, to geo.Point, now time.Time) (d maps.Distance, ok bool) {
	at := strings.LastIndexByte(signed, '.')
	if at < 0 || !t.signed(signed[at+1:], "distance", 0, signedText(from, to, signed[:at])) {
		return d, false
	}
	metres, until, _ := strings.Cut(signed[:at], ".")
	end, err := strconv.ParseInt(until, 36, 64)
	if err != nil || now.Unix() >= end {
		return d, false
	}
	metres, d.Straight = strings.CutPrefix(metres, "s")
	d.Metres, err = strconv.ParseInt(metres, 36, 64)
	return d, err == nil
}

// signedText is what is signed: a distance and its two points, on the grid of the map.
func signedText(from, to geo.Point, text string) string {
	from, to = geo.Round5(from), geo.Round5(to)
	return fmt.Sprintf("%.5f %.5f %.5f %.5f %s", from.Lat, from.Lng, to.Lat, to.Lng, text)
}
