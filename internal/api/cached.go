package api

import (
	"net/http"
	"strings"

	"hawker/internal/api/answercache"
	"hawker/internal/api/call"
	"hawker/internal/api/public"
	"hawker/internal/catalog"
	"hawker/internal/clock"
)

// NewCache returns an empty cache for Deps. A browser or a proxy must not serve a
// response to another zone, module or language.
func NewCache(c clock.Clock) *answercache.Cache {
	return answercache.New(c, "zoneid, moduleId, X-localization, Accept-Encoding")
}

// cachedCalls are the paths of the public reads that are cached, each with all
// paths below it.
var cachedCalls = []string{
	"/banners", "/categories", "/items", "/stores", "/search", // the catalogue
	"/config", "/landing-page", "/modules", "/pages", "/maps/features",
}

// Handler returns the API as it is served: the routes of the mux behind the cache.
func (s *Server) Handler(mux http.Handler) http.Handler {
	return checkPath(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if key, ok := cacheKey(r); ok && s.cache != nil {
			s.cache.Serve(w, r, key, mux)
			return
		}
		mux.ServeHTTP(w, r)
	}))
}

// cacheKey returns all that a response depends on: URL, zones, module and language,
// and the point only where results are sorted by distance. It returns false for a
// request that must not be cached: its response is for one customer, or an error.
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
	if lat != "" || lng != "" {
		if _, err := call.ReadDegrees(lat, 90); err != nil {
			return "", false
		}
		if _, err := call.ReadDegrees(lng, 180); err != nil {
			return "", false
		}
	}
	if !sortsByDistance(r) {
		lat, lng = "", ""
	}
	key := strings.Join([]string{r.URL.Path, r.URL.RawQuery, h.Get("zoneid"), h.Get("moduleId"), h.Get("X-localization"), lat, lng}, "\x00")
	return key, len(key) <= answercache.MaxKeyLength
}

// sortsByDistance parses the query only when it may ask for that.
func sortsByDistance(r *http.Request) bool {
	return (strings.Contains(r.URL.RawQuery, "distance") || strings.Contains(r.URL.RawQuery, "%")) && r.URL.Query().Get("sort") == string(catalog.Nearest)
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
