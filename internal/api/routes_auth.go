package api

import (
	"net/http"

	"github.com/danielgtaylor/huma/v2"
)

// registerAuth is how somebody signs in, signs up and recovers (AUTH-12). A code
// is sent again by repeating the call that sent it.
func (s *Server) registerAuth(a huma.API) {
	post := func(id, path string) huma.Operation {
		return huma.Operation{OperationID: id, Method: http.MethodPost, Path: path}
	}
	put := func(id, path string) huma.Operation {
		return huma.Operation{OperationID: id, Method: http.MethodPut, Path: path}
	}
	huma.Register(a, post("login", "/auth/login"), s.login)
	huma.Register(a, post("signUp", "/auth/sign-up"), s.signUp)
	huma.Register(a, post("verifyPhone", "/auth/verify-phone"), s.verifyPhone)
	huma.Register(a, post("socialLogin", "/auth/social-login"), s.socialLogin)
	huma.Register(a, post("socialRegister", "/auth/social-register"), s.socialRegister)
	huma.Register(a, post("updateInfo", "/auth/update-info"), s.updateInfo)
	huma.Register(a, post("firebaseLogin", "/auth/firebase-login"), s.firebaseLogin)
	huma.Register(a, put("firebaseVerifyToken", "/auth/firebase-verify-token"), s.firebaseVerifyToken)
	huma.Register(a, post("forgotPassword", "/auth/forgot-password"), s.forgotPassword)
	huma.Register(a, post("verifyToken", "/auth/verify-token"), s.verifyToken)
	huma.Register(a, put("resetPassword", "/auth/reset-password"), s.resetPassword)
	huma.Register(a, put("firebaseResetPassword", "/auth/firebase-reset-password"), s.firebaseResetPassword)
	huma.Register(a, by(customers, post("logout", "/auth/logout")), s.logout)
}

// Device is where a call comes from: what a session is told apart by in the list
// of sessions, and the network that floods are counted by.
type Device struct {
	UserAgent string `header:"User-Agent" doc:"Kept in words, as in: Chrome on Linux."`

	address, secret string
}

// SignInBody is what most steps of a sign-in carry.
type SignInBody struct {
	GuestID string `json:"guest_id,omitempty" maxLength:"128" doc:"The guest who signs in: their cart comes along (CART-01)."`
	Proof   string `json:"proof,omitempty" maxLength:"128" doc:"What the step before answered."`
}

type loginInput struct {
	Scope
	Device
	Body struct {
		SignInBody
		LoginType    string `json:"login_type" enum:"manual,otp,social" doc:"manual: by password. otp: sends a code to the phone. Any of them with a proof alone sends the code that is due again."`
		EmailOrPhone string `json:"email_or_phone,omitempty" maxLength:"255" doc:"manual: the identifier (AUTH-03)."`
		FieldType    string `json:"field_type,omitempty" enum:"email,phone" doc:"What the client took email_or_phone for; worked out when absent."`
		Type         string `json:"type,omitempty" maxLength:"40" doc:"Read from older clients, and not needed."`
		Password     string `json:"password,omitempty" maxLength:"200"`
		Phone        string `json:"phone,omitempty" maxLength:"40" doc:"otp: where the code goes."`
	}
}

type signUpInput struct {
	Scope
	Device
	Body struct {
		Name            string `json:"name,omitempty" maxLength:"120"`
		Email           string `json:"email,omitempty" maxLength:"1000"`
		Phone           string `json:"phone,omitempty" maxLength:"40"`
		Password        string `json:"password,omitempty" maxLength:"200"`
		ConfirmPassword string `json:"confirm_password,omitempty" maxLength:"200"`
		RefCode         string `json:"ref_code,omitempty" maxLength:"40"`
		GuestID         string `json:"guest_id,omitempty" maxLength:"128"`
		Tandc           bool   `json:"tandc,omitempty" doc:"The terms were accepted."`
	}
}

type verifyPhoneInput struct {
	Scope
	Device
	Body struct {
		SignInBody
		Phone            string `json:"phone,omitempty" maxLength:"40"`
		Email            string `json:"email,omitempty" maxLength:"255"`
		OTP              string `json:"otp" maxLength:"12" doc:"Six digits."`
		LoginType        string `json:"login_type" enum:"manual,otp,social"`
		VerificationType string `json:"verification_type" enum:"phone,email"`
	}
}

// SocialBody proves who somebody is elsewhere (AUTH-07). What it says beside the
// token is compared with the token and never believed.
type SocialBody struct {
	SignInBody
	Medium    string `json:"medium" enum:"google,facebook,apple"`
	Token     string `json:"token,omitempty" maxLength:"8192" doc:"Id token; Facebook: access token."`
	IDToken   string `json:"id_token,omitempty" maxLength:"8192" doc:"Read in the place of token."`
	Nonce     string `json:"nonce,omitempty" maxLength:"200" doc:"The raw nonce, of which the id token carries the SHA-256 in base64url."`
	UniqueID  string `json:"unique_id,omitempty" maxLength:"255" doc:"The provider's own name for the person."`
	Email     string `json:"email,omitempty" maxLength:"255"`
	Phone     string `json:"phone,omitempty" maxLength:"40" doc:"social-register: required."`
	LoginType string `json:"login_type,omitempty" enum:"social"`
}
type socialLoginInput struct {
	Scope
	Device
	Body SocialBody
}
type updateInfoInput struct {
	Scope
	Device
	Body struct {
		SignInBody
		Name        string `json:"name,omitempty" maxLength:"120"`
		Email       string `json:"email,omitempty" maxLength:"255"`
		Phone       string `json:"phone,omitempty" maxLength:"40"`
		RefCode     string `json:"ref_code,omitempty" maxLength:"40"`
		IsExistUser string `json:"is_exist_user,omitempty" enum:"yes,no" doc:"The answer to 'Is it you'."`
		LoginType   string `json:"login_type,omitempty" enum:"manual,otp,social"`
	}
}
type firebaseInput struct {
	Scope
	Device
	Body struct {
		SignInBody
		SessionInfo  string `json:"session_info" maxLength:"4096" doc:"The phone service's own name for the verification."`
		Phone        string `json:"phone" maxLength:"40"`
		OTP          string `json:"otp" maxLength:"12"`
		LoginType    string `json:"login_type,omitempty" enum:"manual,otp,social"`
		IsResetToken int    `json:"is_reset_token,omitempty" enum:"0,1" doc:"1: to set a new password; answers reset_token."`
	}
}

// signInOutput is never kept by anyone: it may hold a token.
type signInOutput struct {
	CacheControl string `header:"Cache-Control"`
	SetCookie    string `header:"Set-Cookie" doc:"With a token: a secret by which the next sign-in from this device is known. A client that keeps cookies is not refused for what strangers tried."`
	Body         SignInView
}

// SignInView is how far a sign-in has come (AUTH-06, AUTH-11).
type SignInView struct {
	Token           string             `json:"token" doc:"The session; empty while something is still to be done."`
	CustomerID      int64              `json:"customer_id,omitempty" doc:"With a token: who has signed in."`
	IsPersonalInfo  int                `json:"is_personal_info" enum:"0,1" doc:"0: the name is missing; ask for it and call update-info."`
	IsExistUser     *existingUserView  `json:"is_exist_user,omitempty" doc:"Absent: none. An account that the proven contact may be of: ask whether it is theirs, and call update-info."`
	IsPhoneVerified int                `json:"is_phone_verified" enum:"0,1" doc:"0: a code was sent to the phone; call verify-phone."`
	IsEmailVerified int                `json:"is_email_verified" enum:"0,1" doc:"0 with a verified phone: a code was sent to the e-mail; call verify-phone."`
	Email           string             `json:"email"`
	Phone           string             `json:"phone"`
	Proof           string             `json:"proof,omitempty" doc:"For the next step."`
	CartConflict    []cartConflictView `json:"cart_conflict" doc:"Modules in which guest and account hold carts of two stores: ask, and call /cart/merge (C1)."`
	DemoOTP         string             `json:"demo_otp,omitempty" doc:"Demo only: the code that was sent (D8)."`
	Message         string             `json:"message,omitempty"`
}
type existingUserView struct {
	Name  string `json:"name"`
	Image string `json:"image" doc:"Empty: no picture."`
}
type cartConflictView struct {
	ModuleID     int64  `json:"module_id"`
	GuestStore   string `json:"guest_store"`
	GuestUnits   int64  `json:"guest_units"`
	AccountStore string `json:"account_store"`
	AccountUnits int64  `json:"account_units"`
}

// RecoverBody says whose password is forgotten.
type RecoverBody struct {
	Phone              string `json:"phone,omitempty" maxLength:"40"`
	Email              string `json:"email,omitempty" maxLength:"255"`
	VerificationMethod string `json:"verification_method,omitempty" enum:"phone,email"`
	Proof              string `json:"proof,omitempty" maxLength:"128" doc:"What forgot-password answered. Without it, the code must be tried from the same address."`
}
type forgotPasswordInput struct {
	Scope
	Device
	Body RecoverBody
}
type verifyTokenInput struct {
	Scope
	Device
	Body struct {
		RecoverBody
		ResetToken string `json:"reset_token" maxLength:"12" doc:"The code that was sent."`
	}
}

// verifyTokenOutput is never kept by anyone: its token sets a password.
type verifyTokenOutput struct {
	CacheControl string `header:"Cache-Control"`
	Body         struct {
		Message    string `json:"message"`
		ResetToken string `json:"reset_token" doc:"For reset-password, in place of the code: good for 30 minutes, and no try is counted for it."`
	}
}
type resetPasswordInput struct {
	Scope
	Device
	Body struct {
		RecoverBody
		ResetToken      string `json:"reset_token" maxLength:"128" doc:"What verify-token or firebase-verify-token answered, or the code that was sent."`
		Password        string `json:"password,omitempty" maxLength:"200"`
		ConfirmPassword string `json:"confirm_password,omitempty" maxLength:"200"`
	}
}

// sentOutput is the same for accounts that are there and those that are not.
type sentOutput struct {
	CacheControl string `header:"Cache-Control"`
	Body         struct {
		Message string `json:"message"`
		Proof   string `json:"proof,omitempty" doc:"For the next steps."`
		DemoOTP string `json:"demo_otp,omitempty" doc:"Demo only: the code (D8)."`
	}
}
type firebaseVerifyOutput struct {
	CacheControl string `header:"Cache-Control"`
	SetCookie    string `header:"Set-Cookie"`
	Body         struct {
		SignInView
		ResetToken string `json:"reset_token,omitempty" doc:"For firebase-reset-password."`
	}
}
