package page

import (
	"net/http"
	"net/url"
)

// mostAnswer bounds what a provider posts: a token, a name, and its state.
const mostAnswer = 64 << 10

// appleAnswers takes the form by which Apple answers a sign-in (AUTH-07), and
// hands what it says to the sign-in page in the address's fragment, which no log
// and no other server sees. Nothing in it is believed before the API has read
// the token.
func appleAnswers(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, mostAnswer)
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
