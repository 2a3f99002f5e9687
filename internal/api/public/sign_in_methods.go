package public

import (
	"hawker/internal/api/view"
	"hawker/internal/setting"
	"hawker/internal/signin"
)

type centralizeLoginView struct {
	OTPLoginStatus          int `json:"otp_login_status" enum:"0,1"`
	ManualLoginStatus       int `json:"manual_login_status" enum:"0,1"`
	PasskeyLoginStatus      int `json:"passkey_login_status" enum:"0,1" doc:"1: customers may add passkeys and sign in with them."`
	SocialLoginStatus       int `json:"social_login_status" enum:"0,1"`
	PhoneVerificationStatus int `json:"phone_verification_status" enum:"0,1"`
	EmailVerificationStatus int `json:"email_verification_status" enum:"0,1"`
	GoogleLoginStatus       int `json:"google_login_status" enum:"0,1"`
	FacebookLoginStatus     int `json:"facebook_login_status" enum:"0,1"`
	AppleLoginStatus        int `json:"apple_login_status" enum:"0,1"`
}

// socialLoginView tells a page how to send somebody to a provider. The provider sends
// them back to redirect_path, with a token in the fragment.
type socialLoginView struct {
	LoginMedium      string `json:"login_medium" enum:"google,facebook,apple"`
	Status           bool   `json:"status" doc:"It is switched on and set up."`
	ClientID         string `json:"client_id"`
	AuthorizationURL string `json:"authorization_url"`
	Scope            string `json:"scope" example:"openid email profile"`
	ResponseType     string `json:"response_type" enum:"id_token,token,code id_token"`
	ResponseMode     string `json:"response_mode" enum:"fragment,form_post"`
	RedirectPath     string `json:"redirect_path" doc:"A path of the page's own origin." example:"/auth"`
}

type firebaseView struct {
	APIKey      string `json:"api_key"`
	AuthDomain  string `json:"auth_domain"`
	ProjectID   string `json:"project_id"`
	EmulatorURL string `json:"emulator_url" doc:"For tests. Empty: the real service is used."`
}

type demoAccountView struct {
	Name     string `json:"name"`
	Email    string `json:"email"`
	Password string `json:"password"`
}

// appleLoginView repeats Apple's entry of social_login under its documented names.
type appleLoginView struct {
	ClientID      string `json:"client_id"`
	RedirectReact string `json:"redirect_url_react"`
	Status        bool   `json:"status"`
}

// showMethods fills in how to sign in: what is switched on and can be done (API-08).
func (v *configView) showMethods(m signin.Methods) {
	v.CentralizeLogin = centralizeLoginView{
		OTPLoginStatus:          view.Flag(m.OTP),
		ManualLoginStatus:       view.Flag(m.Manual),
		PasskeyLoginStatus:      view.Flag(m.Passkey),
		SocialLoginStatus:       view.Flag(m.Social),
		PhoneVerificationStatus: view.Flag(m.PhoneVerification),
		EmailVerificationStatus: view.Flag(m.EmailVerification),
		GoogleLoginStatus:       view.Flag(m.Google),
		FacebookLoginStatus:     view.Flag(m.Facebook),
		AppleLoginStatus:        view.Flag(m.Apple),
	}
	v.IsMailActive, v.IsSMSActive, v.FirebaseOTPVerification = m.Mail, m.SMS, view.Flag(m.Firebase)
}

// SocialClient is the client that is registered at a provider. It has no secret.
type SocialClient struct {
	ClientID         string
	AuthorizationURL string // "": the provider's own
}

// PhoneClient is the client that is registered at the phone service (AUTH-09). It has
// no secret.
type PhoneClient struct {
	APIKey, AuthDomain, ProjectID string
	EmulatorURL                   string // "": the real service
}

// DemoAccount is a sample customer, shown on the demo's sign-in page.
type DemoAccount struct {
	Name, Email, Password string
}

// socialProviders are the requests for a token. Apple sends a name and an e-mail only
// in a form that it posts.
var socialProviders = []socialLoginView{
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

// viewSocialLogin lists the providers. One is on when social sign-in and the provider
// are switched on, and a client is registered (AUTH-01).
func (h *Handlers) viewSocialLogin(l setting.Login) []socialLoginView {
	on := map[string]bool{"google": l.Google, "facebook": l.Facebook, "apple": l.Apple}
	views := []socialLoginView{}
	for _, v := range socialProviders {
		client, isSetUp := h.Social[v.LoginMedium]
		v.Status = l.Social && on[v.LoginMedium] && isSetUp
		v.ClientID = client.ClientID
		if client.AuthorizationURL != "" {
			v.AuthorizationURL = client.AuthorizationURL
		}
		views = append(views, v)
	}
	return views
}

// viewAppleLogin repeats Apple's entry under its documented names.
func viewAppleLogin(all []socialLoginView) []appleLoginView {
	views := []appleLoginView{}
	for _, v := range all {
		if v.LoginMedium == "apple" && v.Status {
			views = append(views, appleLoginView{ClientID: v.ClientID, RedirectReact: v.RedirectPath, Status: true})
		}
	}
	return views
}
