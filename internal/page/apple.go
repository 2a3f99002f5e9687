package page

import (
	"net/http"
	"net/url"
)

// maxForm is the size of a posted form, in bytes: a token, a name and a state.
const maxForm = 64 << 10

// appleCallback takes the form that Apple posts after a sign-in (AUTH-07), and passes
// it to the sign-in page in the fragment of the URL, which no log and no other server
// sees. It checks nothing: the API verifies the token.
func appleCallback(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, maxForm)
	if err := r.ParseForm(); err != nil {
		http.Error(w, "This answer cannot be read.", http.StatusBadRequest)
		return
	}
	said := url.Values{}
	for _, name := range []string{"id_token", "state", "user", "error"} {
		if value := r.PostForm.Get(name); value != "" {
			said.Set(name, value)
		}
	}
	w.Header().Set("Cache-Control", "no-store")
	http.Redirect(w, r, "/auth#"+said.Encode(), http.StatusSeeOther)
}
