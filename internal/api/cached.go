package api

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"hawker/internal/api/answercache"
	"hawker/internal/api/call"
	"hawker/internal/api/public"
	"hawker/internal/catalog"
	"hawker/internal/clock"
	"hawker/internal/errs"
	"hawker/internal/geo"
)

// NewCache returns an empty cache for Deps. A browser or a proxy must not serve a
// response to another zone, module or language.
func NewCache(c clock.Clock) *answercache.Cache {
	return answercache.New(c, "zoneid, moduleId, X-localization, Accept-Encoding")
}

// cachedCalls are the paths of the public reads that are cached, each with all
// paths below it.
var cachedCalls = []string{
	"/banners", "/campaigns", "/categories", "/flash-sales", "/items", "/stores", "/search", "/parcel", "/rental/banners", "/rental/brands", "/rental/categories", "/rental/providers", "/rental/vehicles", // the catalogue
	"/config", "/landing-page", "/modules", "/pages", "/maps/features",
}

// Handler returns the API as it is served: the routes of the mux behind the cache.
func (s *Server) Handler(mux http.Handler) http.Handler {
	return checkPath(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if key, ok := cacheKey(r); ok && s.cache != nil {
			err := s.cache.Serve(w, r, key, mux)
			if err != nil && !errors.Is(err, context.Canceled) { // else the client has gone
				call.WriteError(w, r, errs.From(err))
			}
			return
		}
		mux.ServeHTTP(w, r)
	}))
}

// cacheKey returns all that a response depends on: URL, zones, module and language,
// the point where results are sorted by distance, and its area where they are searched.
// It returns false for a request that must not be cached: its response is for one
// customer, or an error.
func cacheKey(r *http.Request) (string, bool) {
	if r.Method != http.MethodGet || !isCached(r.URL.Path) {
		return "", false
	}
	h := r.Header
	for _, name := range []string{"Zoneid", "Moduleid", "X-Localization", "Latitude", "Longitude"} {
		if len(h[name]) > 1 {
			return "", false // the API refuses it
		}
	}
	if h.Get("Authorization") != "" && r.URL.Path == call.Prefix+public.RecommendedPath {
		return "", false
	}
	lat, lng := h.Get("latitude"), h.Get("longitude")
	var area string
	if lat != "" || lng != "" {
		north, err := call.ReadDegrees(lat, 90)
		if err != nil {
			return "", false
		}
		east, err := call.ReadDegrees(lng, 180)
		if err != nil {
			return "", false
		}
		if searches(r) {
			area = fmt.Sprint(catalog.AreaOf(geo.Point{Lat: north, Lng: east}))
		}
	}
	if !sortsByDistance(r) {
		lat, lng = "", ""
	}
	key := strings.Join([]string{r.URL.Path, r.URL.RawQuery, h.Get("zoneid"), h.Get("moduleId"), h.Get("X-localization"), lat, lng, area}, "\x00")
	return key, len(key) <= answercache.MaxKeyLength
}

// sortsByDistance parses the query only when it may ask for that.
func sortsByDistance(r *http.Request) bool {
	return (strings.Contains(r.URL.RawQuery, "distance") || strings.Contains(r.URL.RawQuery, "%")) && r.URL.Query().Get("sort") == string(catalog.Nearest)
}

// searches parses the query only when it may have words to search for.
func searches(r *http.Request) bool {
	if r.URL.RawQuery == "" || strings.HasSuffix(r.URL.Path, public.SuggestPath) {
		return false
	}
	q := r.URL.Query()
	return q.Get("search") != "" || q.Get("q") != ""
}

func isCached(path string) bool {
	path, ok := strings.CutPrefix(path, call.Prefix)
	if !ok || isDelivery(path) {
		return false
	}
	for _, call := range cachedCalls {
		if rest, found := strings.CutPrefix(path, call); found && (rest == "" || rest[0] == '/') {
			return true
		}
	}
	return path == "/zones"
}

// isDelivery reports whether the call is for one address. Its responses are not
// cached: they would evict those that many clients share.
func isDelivery(path string) bool {
	rest, found := strings.CutPrefix(path, "/stores/")
	return found && strings.HasSuffix(rest, public.DeliveryPath)
}
