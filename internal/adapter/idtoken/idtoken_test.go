package idtoken_test

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"hawker/internal/adapter/httpclient"
	"hawker/internal/adapter/idtoken"
	"hawker/internal/adapter/idtoken/idtokentest"
)

const audience = "our-client"

func TestRead_AUTH07_refusesForgedTokens(t *testing.T) {
	t.Parallel()
	issuer := idtokentest.Start(t)
	client := httpclient.New(httpclient.Timeout)
	for name, r := range map[string]*idtoken.Reader{
		"discovering": idtoken.Discovering(client, issuer.URL, audience),
		"with keys":   idtoken.WithKeys(client, issuer.URL, audience, issuer.KeysURL),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			right := issuer.Claims(audience)
			right["name"] = "Asha"
			var claims struct{ Name string }
			read, err := r.Read(t.Context(), issuer.Sign(right), &claims)
			if err != nil || read.Subject != "person-7" || claims.Name != "Asha" {
				t.Fatalf("%+v, %q, %v", read, claims.Name, err)
			}
			forgeries := issuer.Forgeries(right)
			for what, token := range forgeries {
				if read, err := r.Read(t.Context(), token, &claims); err == nil || read != nil || errors.Is(err, idtoken.ErrUnreachable) {
					t.Errorf("%s: %+v, %v", what, read, err)
				}
			}
			t.Logf("%d forgeries", len(forgeries))
		})
	}
}

// The issuer's clock may be slightly ahead, azp may be our audience, and the audience
// may be a list.
func TestRead_AUTH07_acceptsUnusualValidTokens(t *testing.T) {
	t.Parallel()
	issuer := idtokentest.Start(t)
	r := idtoken.Discovering(httpclient.New(httpclient.Timeout), issuer.URL, audience)
	for name, edit := range map[string]func(jwt.MapClaims){
		"issued a minute ahead": func(c jwt.MapClaims) { c["iat"] = time.Now().Add(time.Minute).Unix() },
		"issued a while ago":    func(c jwt.MapClaims) { c["iat"] = time.Now().Add(-50 * time.Minute).Unix() },
		"about to expire":       func(c jwt.MapClaims) { c["exp"] = time.Now().Add(5 * time.Second).Unix() },
		"valid since now":       func(c jwt.MapClaims) { c["nbf"] = time.Now().Unix() },
		"we are the party":      func(c jwt.MapClaims) { c["azp"] = audience },
		"an audience of one":    func(c jwt.MapClaims) { c["aud"] = []string{audience} },
	} {
		claims := issuer.Claims(audience)
		edit(claims)
		if _, err := r.Read(t.Context(), issuer.Sign(claims), &struct{}{}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestRead_AUTH07_triesAgainAfterTheIssuerWasUnreachable(t *testing.T) {
	t.Parallel()
	elsewhere := idtokentest.Start(t)
	t.Cleanup(func() {
		if n := elsewhere.Discoveries.Load() + elsewhere.KeyRequests.Load(); n != 0 {
			t.Errorf("followed a redirect %d times", n)
		}
	})
	for name, fault := range map[string]http.HandlerFunc{
		"fails":            func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusInternalServerError) },
		"no JSON":          func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("<html>")) },
		"a large response": func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(make([]byte, 2<<20)) },
		"hangs":            func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() },
		"a redirect": func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, elsewhere.URL+r.URL.Path, http.StatusFound)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			issuer := idtokentest.Start(t)
			client := httpclient.New(200 * time.Millisecond)
			token := issuer.Sign(issuer.Claims(audience))
			for where, r := range map[string]*idtoken.Reader{
				"discovery": idtoken.Discovering(client, issuer.URL, audience),
				"the keys":  idtoken.WithKeys(client, issuer.URL, audience, issuer.KeysURL),
			} {
				issuer.Break(fault)
				if _, err := r.Read(t.Context(), token, &struct{}{}); !errors.Is(err, idtoken.ErrUnreachable) {
					t.Errorf("at %s: %v", where, err)
				}
				issuer.Break(nil)
				// The next read may still share the request that failed.
				for deadline := time.Now().Add(5 * time.Second); ; {
					_, err := r.Read(t.Context(), token, &struct{}{})
					if err == nil {
						break
					}
					if time.Now().After(deadline) {
						t.Fatalf("%s, working again: %v", where, err)
					}
				}
				issuer.Break(fault)
				if _, err := r.Read(t.Context(), token, &struct{}{}); err != nil {
					t.Errorf("%s, with cached keys: %v", where, err)
				}
			}
		})
	}
}

func TestDiscovering_AUTH07_asksTheIssuerOnce(t *testing.T) {
	t.Parallel()
	issuer := idtokentest.Start(t)
	r := idtoken.Discovering(httpclient.New(httpclient.Timeout), issuer.URL, audience)
	token := issuer.Sign(issuer.Claims(audience))
	if n := issuer.Discoveries.Load(); n != 0 {
		t.Fatalf("%d requests before the first token", n)
	}
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() {
			if _, err := r.Read(t.Context(), token, &struct{}{}); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if discoveries := issuer.Discoveries.Load(); discoveries != 1 {
		t.Errorf("%d discoveries", discoveries)
	}
	before := issuer.KeyRequests.Load()
	if _, err := r.Read(t.Context(), token, &struct{}{}); err != nil || issuer.KeyRequests.Load() != before {
		t.Errorf("fetched cached keys again; %v", err)
	}
}

func TestRead_AUTH07_stopsWhenCanceled(t *testing.T) {
	t.Parallel()
	issuer := idtokentest.Start(t)
	arrived, hang := make(chan struct{}), make(chan struct{})
	issuer.Break(func(http.ResponseWriter, *http.Request) { close(arrived); <-hang })
	defer close(hang)
	r := idtoken.Discovering(httpclient.New(httpclient.Timeout), issuer.URL, audience)
	ctx, cancel := context.WithCancel(t.Context())
	go func() { <-arrived; cancel() }()
	if _, err := r.Read(ctx, issuer.Sign(issuer.Claims(audience)), &struct{}{}); !errors.Is(err, context.Canceled) || !errors.Is(err, idtoken.ErrUnreachable) {
		t.Errorf("%v", err)
	}
}

func TestUnsigned_AUTH09_checksIssuerAudienceAndAge(t *testing.T) {
	t.Parallel()
	issuer := idtokentest.Start(t)
	r := idtoken.Unsigned(issuer.URL, audience)
	unsigned := func(edit func(jwt.MapClaims)) string {
		claims := issuer.Claims(audience)
		edit(claims)
		token, err := jwt.NewWithClaims(jwt.SigningMethodNone, claims).SignedString(jwt.UnsafeAllowNoneSignatureType)
		if err != nil {
			t.Fatal(err)
		}
		return token
	}
	if _, err := r.Read(t.Context(), unsigned(func(jwt.MapClaims) {}), &struct{}{}); err != nil {
		t.Error(err)
	}
	for name, edit := range map[string]func(jwt.MapClaims){
		"another audience": func(c jwt.MapClaims) { c["aud"] = "another" },
		"another issuer":   func(c jwt.MapClaims) { c["iss"] = "another" },
		"expired":          func(c jwt.MapClaims) { c["exp"] = time.Now().Add(-time.Minute).Unix() },
		"no subject":       func(c jwt.MapClaims) { delete(c, "sub") },
	} {
		if _, err := r.Read(t.Context(), unsigned(edit), &struct{}{}); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}
