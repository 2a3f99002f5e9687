package social

import (
	"cmp"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"hawker/internal/adapter/httpclient"
	"hawker/internal/credential"
	"hawker/internal/signin"
)

const graphURL = "https://graph.facebook.com/v23.0"

// Facebook checks access tokens by calls to the Graph API, because they are not signed.
type Facebook struct {
	appID, appSecret string
	graph            string
	client           *http.Client
}

// NewFacebook returns the provider for an app. graph is "", or in tests the address of a
// stand-in, with the version.
func NewFacebook(appID, appSecret, graph string) *Facebook {
	return &Facebook{appID, appSecret, cmp.Or(graph, graphURL), httpclient.New(httpclient.Timeout)}
}

var _ signin.Provider = (*Facebook)(nil)

// Identify implements signin.Provider.
//
// The e-mail never counts as verified. Facebook documents it as the primary address of the
// profile, missing if invalid, and does not promise that it belongs to the person. If it
// linked accounts, anybody could open an account by writing its address into a profile (P3).
func (f *Facebook) Identify(ctx context.Context, token, _ string) (credential.Identity, error) {
	if token == "" {
		return credential.Identity{}, unproven("Facebook", errors.New("no token"))
	}
	owner, err := f.owner(ctx, token)
	if err != nil {
		return credential.Identity{}, err
	}
	var me struct{ ID, Name, Email string }
	err = f.get(ctx, token, "/me", url.Values{"fields": {"id,name,email"}, "appsecret_proof": {f.proof(token)}}, &me)
	if err != nil {
		return credential.Identity{}, err
	}
	if me.ID != owner {
		return credential.Identity{}, unproven("Facebook", errors.New("the token belongs to another person"))
	}
	return credential.Identity{Provider: "facebook", Subject: me.ID, Email: me.Email, Name: me.Name}, nil
}

// owner returns the id of the token's person, and checks that the token was issued to this
// app. Otherwise any other app could use its tokens here.
func (f *Facebook) owner(ctx context.Context, token string) (string, error) {
	var response struct {
		Data struct {
			AppID     string `json:"app_id"`
			Type      string `json:"type"`
			IsValid   bool   `json:"is_valid"`
			ExpiresAt int64  `json:"expires_at"` // Unix seconds; 0: never
			UserID    string `json:"user_id"`
		} `json:"data"`
	}
	err := f.get(ctx, f.appID+"|"+f.appSecret, "/debug_token", url.Values{"input_token": {token}}, &response)
	if err != nil {
		return "", err
	}
	data := response.Data
	switch {
	case !data.IsValid:
		return "", unproven("Facebook", errors.New("the token is not valid"))
	case data.AppID != f.appID:
		return "", unproven("Facebook", errors.New("the token was issued to another app"))
	case data.Type != "USER" || data.UserID == "":
		return "", unproven("Facebook", errors.New("the token does not belong to a person"))
	case data.ExpiresAt != 0 && time.Now().Unix() >= data.ExpiresAt:
		return "", unproven("Facebook", errors.New("the token has expired"))
	}
	return data.UserID, nil
}

// proof proves that the call comes from the app's server. An app may require it.
func (f *Facebook) proof(token string) string {
	mac := hmac.New(sha256.New, []byte(f.appSecret))
	mac.Write([]byte(token))
	return hex.EncodeToString(mac.Sum(nil))
}

// tokenExpired is the Graph API's code for a bearer token that it refuses. It is the person's
// fault only in a call that has their token; other calls have the token of the app.
const tokenExpired = 190

// get calls the Graph API with a bearer token. Its errors do not contain the URL or the
// token.
func (f *Facebook) get(ctx context.Context, bearer, path string, query url.Values, into any) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, f.graph+path+"?"+query.Encode(), nil)
	if err != nil {
		return unavailable("Facebook", errors.New("the address of the Graph API is invalid"))
	}
	req.Header.Set("Authorization", "Bearer "+bearer)
	status, body, err := httpclient.Do(f.client, req)
	if err != nil {
		return unavailable("Facebook", err)
	}
	if status != http.StatusOK {
		var refusal struct {
			Error struct{ Code int }
		}
		_ = json.Unmarshal(body, &refusal) // no JSON: no code
		cause := fmt.Errorf("the Graph API returned %d with code %d to %s", status, refusal.Error.Code, path)
		if path == "/me" && refusal.Error.Code == tokenExpired {
			return unproven("Facebook", cause)
		}
		return unavailable("Facebook", cause)
	}
	if err := json.Unmarshal(body, into); err != nil {
		return unavailable("Facebook", fmt.Errorf("the Graph API returned no JSON to %s", path))
	}
	return nil
}
