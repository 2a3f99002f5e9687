package api

import (
	"net/http"
	"strings"

	"hawker/internal/api/call"
	"hawker/internal/errs"
)

// registerFallback responds to what is no call, with an error like that of any call:
// 404 for an unknown path, 405 for a known path with another method.
func registerFallback(mux *http.ServeMux) {
	mux.HandleFunc(call.Prefix+"/", func(w http.ResponseWriter, r *http.Request) {
		if allowed := allowedMethods(mux, r); len(allowed) > 0 {
			w.Header().Set("Allow", strings.Join(allowed, ", "))
			call.WriteError(w, r, errs.New(errs.MethodNotAllowed, "This call does not take %s.", r.Method))
			return
		}
		call.WriteError(w, r, errs.New(errs.NotFound, "There is no such call."))
	})
}

// allowedMethods returns the methods that the path has.
func allowedMethods(mux *http.ServeMux, r *http.Request) []string {
	var allowed []string
	for _, method := range []string{http.MethodGet, http.MethodPost, http.MethodPut, http.MethodDelete} {
		other := r.Clone(r.Context())
		other.Method = method
		if _, pattern := mux.Handler(other); pattern != "" && pattern != call.Prefix+"/" {
			allowed = append(allowed, method)
		}
	}
	return allowed
}

// checkPath refuses paths that the mux would redirect to a clean one: a client would
// get the page of the storefront in place of an error.
func checkPath(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.Contains(r.URL.Path, "//") || strings.Contains(r.URL.Path, "/./") || strings.Contains(r.URL.Path, "/../") {
			call.WriteError(w, r, errs.New(errs.NotFound, "There is no such call."))
			return
		}
		next.ServeHTTP(w, r)
	})
}
