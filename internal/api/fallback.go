package api

import (
	"net/http"
	"strings"

	"hawker/internal/api/call"
	"hawker/internal/errs"
)

// registerFallback answers what no call answers, in the shape of every refusal:
// a path that does not exist, or one that exists for other methods.
func registerFallback(mux *http.ServeMux) {
	mux.HandleFunc(call.Prefix+"/", func(w http.ResponseWriter, r *http.Request) {
		if allowed := allowedMethods(mux, r); len(allowed) > 0 {
			w.Header().Set("Allow", strings.Join(allowed, ", "))
			call.WriteError(w, errs.New(errs.MethodNotAllowed, "This call does not take %s.", r.Method))
			return
		}
		call.WriteError(w, errs.New(errs.NotFound, "There is no such call."))
	})
}

// allowedMethods are those under which the path is a call.
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

// refuseUnclean refuses paths that the mux would redirect: a call has one
// address, and a redirect would turn a refusal into a page.
func refuseUnclean(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.Contains(r.URL.Path, "//") || strings.Contains(r.URL.Path, "/./") || strings.Contains(r.URL.Path, "/../") {
			call.WriteError(w, errs.New(errs.NotFound, "There is no such call."))
			return
		}
		next.ServeHTTP(w, r)
	})
}
