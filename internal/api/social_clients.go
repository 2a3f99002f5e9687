package api

import "hawker/internal/setting"

// SocialClient is this town as a provider knows it; nothing in it is a secret.
type SocialClient struct {
	ClientID         string
	AuthorizationURL string // "": the provider's own
}

// PhoneClient is this town as the phone service knows it (AUTH-09).
type PhoneClient struct {
	APIKey, AuthDomain, ProjectID string
	EmulatorURL                   string // "": the real service
}

// DemoAccount is a sample customer that the demo shows on its sign-in page.
type DemoAccount struct {
	Name, Email, Password string
}

// socialWays is how a page asks each provider for a token. Apple answers a name
// and an e-mail only by a form that it posts.
var socialWays = []socialLoginView{
	{
		LoginMedium: "google", AuthorizationURL: "https://accounts.google.com/o/oauth2/v2/auth",
		Scope: "openid email profile", ResponseType: "id_token", ResponseMode: "fragment", RedirectPath: "/auth",
	},
	{
		LoginMedium: "facebook", AuthorizationURL: "https://www.facebook.com/v23.0/dialog/oauth",
		Scope: "email,public_profile", ResponseType: "token", ResponseMode: "fragment", RedirectPath: "/auth",
	},
	{
		LoginMedium: "apple", AuthorizationURL: "https://appleid.apple.com/auth/authorize",
		Scope: "name email", ResponseType: "code id_token", ResponseMode: "form_post", RedirectPath: "/auth/apple",
	},
}

// viewSocialLogin lists the providers. One is on where social sign-in is on, it
// is on itself, and it has been set up (AUTH-01).
func (s *Server) viewSocialLogin(l setting.Login) []socialLoginView {
	on := map[string]bool{"google": l.Google, "facebook": l.Facebook, "apple": l.Apple}
	views := []socialLoginView{}
	for _, v := range socialWays {
		client, isSetUp := s.Social[v.LoginMedium]
		v.Status = l.Social && on[v.LoginMedium] && isSetUp
		v.ClientID = client.ClientID
		if client.AuthorizationURL != "" {
			v.AuthorizationURL = client.AuthorizationURL
		}
		views = append(views, v)
	}
	return views
}

// viewAppleLogin is Apple's entry under its documented names.
func viewAppleLogin(all []socialLoginView) []appleLoginView {
	views := []appleLoginView{}
	for _, v := range all {
		if v.LoginMedium == "apple" && v.Status {
			views = append(views, appleLoginView{ClientID: v.ClientID, RedirectReact: v.RedirectPath, Status: true})
		}
	}
	return views
}
