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

	"hawker/internal/adapter/outside"
	"hawker/internal/credential"
	"hawker/internal/signin"
)

const graphURL = "https://graph.facebook.com/v23.0"

// Facebook asks the Graph API about access tokens, for they are not signed.
type Facebook struct {
	appID, appSecret string
	graph            string
	client           *http.Client
}

// NewFacebook asks as one app. graph is "" but where something stands in for
// Facebook; it holds the version.
func NewFacebook(appID, appSecret, graph string) *Facebook {
	return &Facebook{appID, appSecret, cmp.Or(graph, graphURL), outside.NewClient(outside.Patience)}
}

var _ signin.Provider = (*Facebook)(nil)

// Identify implements signin.Provider.
//
// The e-mail is never a verified one: Facebook documents it as the primary
// address of the profile, left out when it is not valid, and promises nowhere
// that it belongs to the person. To link an account on it would open that
// account to whoever writes its address into a profile (P3).
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
		return credential.Identity{}, unproven("Facebook", errors.New("the token is said to be one person's and answers as another"))
	}
	return credential.Identity{Provider: "facebook", Subject: me.ID, Email: me.Email, Name: me.Name}, nil
}

// owner asks whose a token is, and whether it was given to this app: a token
// given to any other would tell the same person, and that app could use it here.
func (f *Facebook) owner(ctx context.Context, token string) (string, error) {
	var answer struct {
		Data struct {
			AppID     string `json:"app_id"`
			Type      string `json:"type"`
			IsValid   bool   `json:"is_valid"`
			ExpiresAt int64  `json:"expires_at"` // Unix seconds; 0: never
			UserID    string `json:"user_id"`
		} `json:"data"`
	}
	err := f.get(ctx, f.appID+"|"+f.appSecret, "/debug_token", url.Values{"input_token": {token}}, &answer)
	if err != nil {
		return "", err
	}
	data := answer.Data
	switch {
	case !data.IsValid:
		return "", unproven("Facebook", errors.New("the token is not valid"))
	case data.AppID != f.appID:
		return "", unproven("Facebook", errors.New("the token was given to another app"))
	case data.Type != "USER" || data.UserID == "":
		return "", unproven("Facebook", errors.New("the token is no person's"))
	case data.ExpiresAt != 0 && time.Now().Unix() >= data.ExpiresAt:
		return "", unproven("Facebook", errors.New("the token has expired"))
	}
	return data.UserID, nil
}

// proof shows that the token comes from the app's own server; an app may demand it.
func (f *Facebook) proof(token string) string {
	mac := hmac.New(sha256.New, []byte(f.appSecret))
	mac.Write([]byte(token))
	return hex.EncodeToString(mac.Sum(nil))
}

// tokenExpired is how the Graph API says that it does not take the token that
// asks. It is the person's fault only where the person's token asks.
const tokenExpired = 190

// get asks the Graph API as bearer; its errors hold no URL and no token.
func (f *Facebook) get(ctx context.Context, bearer, path string, query url.Values, answer any) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, f.graph+path+"?"+query.Encode(), nil)
	if err != nil {
		return unavailable("Facebook", errors.New("the address of the Graph API is none"))
	}
	req.Header.Set("Authorization", "Bearer "+bearer)
	status, body, err := outside.Do(f.client, req)
	if err != nil {
		return unavailable("Facebook", err)
	}
	if status != http.StatusOK {
		var refusal struct {
			Error struct{ Code int }
		}
		_ = json.Unmarshal(body, &refusal) // what is no JSON has no code
		cause := fmt.Errorf("the Graph API answered %d with code %d to %s", status, refusal.Error.Code, path)
		if path == "/me" && refusal.Error.Code == tokenExpired {
			return unproven("Facebook", cause)
		}
		return unavailable("Facebook", cause)
	}
	if err := json.Unmarshal(body, answer); err != nil {
		return unavailable("Facebook", fmt.Errorf("the Graph API answered no JSON to %s", path))
	}
	return nil
}
