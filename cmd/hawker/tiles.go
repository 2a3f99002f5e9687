package main

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strings"

	"hawker/internal/adapter/pmtiles"
	"hawker/internal/api/public"
	"hawker/internal/link"
)

// tileFlags set up pictures for the map. Without them it is drawn from the town's streets.
type tileFlags struct {
	MapsTilesURL     string `name:"maps-tiles-url" group:"Maps" placeholder:"https://…/{z}/{x}/{y}.png" help:"Pictures of the map. Pages contain this address, with its key."`
	MapsTilesFile    string `name:"maps-tiles-file" group:"Maps" type:"path" help:"The same from a PMTiles file, which this server serves."`
	MapsTilesMaxZoom int    `name:"maps-tiles-max-zoom" group:"Maps" default:"19" help:"The highest zoom level of the address."`
	MapsTilesCredits string `name:"maps-tiles-credits" group:"Maps" placeholder:"[© OpenStreetMap contributors](https://…)" help:"Whose data it is, shown on the map: texts, each with a link in round brackets if it has one."`
}

// maxTilesZoom is the highest zoom level of any service.
const maxTilesZoom = 22

// checkTiles returns all contradictions.
func (f tileFlags) checkTiles() error {
	var wrong []error
	isOn := f.MapsTilesURL != "" || f.MapsTilesFile != ""
	if f.MapsTilesURL != "" && f.MapsTilesFile != "" {
		wrong = append(wrong, errors.New("--maps-tiles-url and --maps-tiles-file contradict each other"))
	}
	if isOn && f.MapsTilesCredits == "" {
		wrong = append(wrong, errors.New("map tiles need --maps-tiles-credits"))
	}
	if !isOn && f.MapsTilesCredits != "" {
		wrong = append(wrong, errors.New("--maps-tiles-credits needs --maps-tiles-url or --maps-tiles-file"))
	}
	if f.MapsTilesMaxZoom < 1 || f.MapsTilesMaxZoom > maxTilesZoom {
		wrong = append(wrong, fmt.Errorf("--maps-tiles-max-zoom must be from 1 to %d", maxTilesZoom))
	}
	_, err := readCredits(f.MapsTilesCredits)
	_, originErr := f.tilesOrigin()
	return errors.Join(append(wrong, err, originErr)...)
}

// tileHoles are the parts of an address that the browser replaces.
var tileHoles = regexp.MustCompile(`\{[^}]*\}`)

// tilesOrigin returns the scheme and host of the address, for the content security policy;
// "" without an address. Holes are only in the path and the query.
func (f tileFlags) tilesOrigin() (string, error) {
	if f.MapsTilesURL == "" {
		return "", nil
	}
	count := map[string]int{}
	for _, hole := range tileHoles.FindAllString(f.MapsTilesURL, -1) {
		count[hole]++
	}
	if len(count) != 3 || count["{z}"] != 1 || count["{x}"] != 1 || count["{y}"] != 1 {
		return "", errors.New("--maps-tiles-url must contain {z}, {x} and {y} once each, and nothing else in curly brackets")
	}
	u, err := url.Parse(tileHoles.ReplaceAllString(f.MapsTilesURL, "0"))
	if err != nil || u.Host == "" || u.User != nil || u.Fragment != "" || u.Scheme != "https" && u.Scheme != "http" || !tileHost.MatchString(u.Host) {
		return "", errors.New("--maps-tiles-url is not http(s)://host/path")
	}
	origin := u.Scheme + "://" + u.Host
	if !strings.HasPrefix(f.MapsTilesURL, origin+"/") {
		return "", errors.New("--maps-tiles-url may have {z}, {x} and {y} only after the host")
	}
	return origin, nil
}

// tileHost is a host that cannot change the policy that names it.
var tileHost = regexp.MustCompile(`^[A-Za-z0-9.-]+(:[0-9]+)?$`)

// credit is a text with a link, as in Markdown, or a text.
var credit = regexp.MustCompile(`\[([^\]]+)\]\(([^)\s]+)\)|([^\[\]]+)`)

func readCredits(text string) (list []public.MapCredit, err error) {
	if strings.Trim(credit.ReplaceAllString(text, ""), " ") != "" {
		return nil, errors.New("--maps-tiles-credits: write a link as [text](https://…)")
	}
	for _, found := range credit.FindAllStringSubmatch(text, -1) {
		c := public.MapCredit{Text: strings.Trim(found[1]+found[3], " ,|·"), Link: found[2]}
		if c.Link != "" && link.Shown(c.Link) == "" {
			return nil, errors.New("--maps-tiles-credits: a link is not https://…")
		}
		if c.Text != "" {
			list = append(list, c)
		}
	}
	return list, nil
}

// openTiles opens the pictures of the map, if they are set up.
func (a *app) openTiles() error {
	f := a.flags.tileFlags
	credits, err := readCredits(f.MapsTilesCredits)
	if err != nil {
		return err
	}
	if f.MapsTilesURL != "" {
		a.mapTiles = &public.MapTiles{URL: f.MapsTilesURL, MaxZoom: f.MapsTilesMaxZoom, Credits: credits}
		origin, err := f.tilesOrigin()
		a.extras.external.Images = append(a.extras.external.Images, origin)
		a.extras.external.Calls = append(a.extras.external.Calls, origin) // the library fetches pictures
		return err
	}
	if f.MapsTilesFile == "" {
		return nil
	}
	if a.tileFile, err = pmtiles.Open(f.MapsTilesFile); err != nil {
		return fmt.Errorf("--maps-tiles-file: %w", err)
	}
	a.mapTiles = &public.MapTiles{URL: pmtiles.Path, Credits: credits}
	a.mapTiles.MinZoom, a.mapTiles.MaxZoom = a.tileFile.Zooms()
	return nil
}

// withTiles adds the pictures of the map to the pages.
func (a *app) withTiles(pages http.Handler) http.Handler {
	if a.tileFile == nil {
		return pages
	}
	mux := http.NewServeMux()
	mux.Handle("/", pages)
	mux.Handle(pmtiles.Pattern, a.tileFile)
	return mux
}
