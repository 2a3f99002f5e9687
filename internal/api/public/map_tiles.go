package public

// MapTiles are pictures of which the map is made, instead of the town's streets.
type MapTiles struct {
	URL              string // with {z}, {x} and {y}
	MinZoom, MaxZoom int    // of the pictures; the map goes further in by enlarging them
	Credits          []MapCredit
}

// MapCredit names whose data the map shows.
type MapCredit struct {
	Text string
	Link string // "": none
}

type mapTilesView struct {
	URL     string          `json:"url" doc:"Contains {z}, {x} and {y}. If it begins with /, it is a path of this server."`
	MinZoom int             `json:"min_zoom"`
	MaxZoom int             `json:"max_zoom"`
	Credits []mapCreditView `json:"credits" doc:"Credits that must be shown on the map."`
}

type mapCreditView struct {
	Text string `json:"text"`
	Link string `json:"link,omitempty"`
}

func viewMapTiles(t *MapTiles) *mapTilesView {
	if t == nil {
		return nil
	}
	v := &mapTilesView{URL: t.URL, MinZoom: t.MinZoom, MaxZoom: t.MaxZoom, Credits: make([]mapCreditView, len(t.Credits))}
	for i, c := range t.Credits {
		v.Credits[i] = mapCreditView(c)
	}
	return v
}
