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

// cachedCalls are the public reads that Cache may keep, below the prefix: each
// by itself and with whatever stands below it.
var cachedCalls = []string{
	"/banners", "/categories", "/items", "/stores", "/search", // the catalogue
	"/config", "/landing-page", "/modules", "/pages", "/maps/features",
}

// Handler is the API as it is served: the routes of the mux behind the cache.
func (s *Server) Handler(mux http.Handler) http.Handler {
	return refuseUnclean(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if key, ok := cacheKey(r); ok && s.cache != nil {
			s.cache.Serve(w, r, key, mux)
			return
		}
		mux.ServeHTTP(w, r)
	}))
}

// cacheKey is everything that an answer depends on: address, zones, module and
// language; the exact point only where it decides the order. It answers false
// for a call that must not be kept, for it is answered to one customer alone, or
// that ought to be refused.
func cacheKey(r *http.Request) (string, bool) {
	if r.Method != http.MethodGet || !isCached(r.URL.Path) {
		return "", false
	}
	h := r.Header
	for _, name := range []string{"Zoneid", "Moduleid", "X-Localization", "Latitude", "Longitude"} {
		if len(h[name]) > 1 {
			return "", false // it ought to be refused
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

// sortsByDistance reads the query only when it may say so.
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
