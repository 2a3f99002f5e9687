package customer

import (
	"context"
	"log/slog"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"hawker/internal/api/call"
	"hawker/internal/api/view"
	"hawker/internal/cart"
	"hawker/internal/contact"
	"hawker/internal/credential"
	"hawker/internal/signin"
	"hawker/internal/translation"
)

// registerSignIn has the calls that sign in and sign up (AUTH-12). To send a code again,
// a client repeats the call that sent it.
func (h *Handlers) registerSignIn(a huma.API) {
	huma.Register(a, open("login", http.MethodPost, "/auth/login"), h.login)
	huma.Register(a, open("signUp", http.MethodPost, "/auth/sign-up"), h.signUp)
	huma.Register(a, open("verifyPhone", http.MethodPost, "/auth/verify-phone"), h.verifyPhone)
	huma.Register(a, open("updateInfo", http.MethodPost, "/auth/update-info"), h.updateInfo)
	huma.Register(a, open("socialLogin", http.MethodPost, "/auth/social-login"), h.socialLogin)
	huma.Register(a, open("socialRegister", http.MethodPost, "/auth/social-register"), h.socialRegister)
	huma.Register(a, open("firebaseLogin", http.MethodPost, "/auth/firebase-login"), h.firebaseLogin)
	huma.Register(a, open("firebaseVerifyToken", http.MethodPut, "/auth/firebase-verify-token"), h.firebaseVerifyToken)
	huma.Register(a, own("logout", http.MethodPost, "/auth/logout"), h.logout)
}

// SignInBody has the fields of most steps of a sign-in.
type SignInBody struct {
	GuestID string `json:"guest_id,omitempty" maxLength:"128" doc:"The guest who signs in. Their cart is taken over (CART-01)."`
	Proof   string `json:"proof,omitempty" maxLength:"128" doc:"From the response of the previous step. verify-phone, firebase-login and firebase-verify-token need it with the login_type manual and social, because a code does not replace the password."`
}

type loginInput struct {
	call.Scope
	Device
	Body struct {
		SignInBody
		LoginType    string `json:"login_type" enum:"manual,otp,social" doc:"manual: with a password. otp: sends a code to the phone. Any type with only a proof sends the code again that is awaited."`
		EmailOrPhone string `json:"email_or_phone,omitempty" maxLength:"255" doc:"With manual: the phone or e-mail (AUTH-03)."`
		FieldType    string `json:"field_type,omitempty" enum:"email,phone" doc:"What the client took email_or_phone for. Absent: the server finds out."`
		Type         string `json:"type,omitempty" maxLength:"40" doc:"Sent by older clients and ignored."`
		Password     string `json:"password,omitempty" maxLength:"200"`
		Phone        string `json:"phone,omitempty" maxLength:"40" doc:"With otp: where the code is sent."`
	}
}

type verifyPhoneInput struct {
	call.Scope
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

type updateInfoInput struct {
	call.Scope
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

// signInOutput must not be stored: it may contain a token.
type signInOutput struct {
	CacheControl string `header:"Cache-Control"`
	SetCookie    string `header:"Set-Cookie" doc:"Sent with a token: a secret by which the next sign-in from this device is recognized. A client that keeps cookies is not locked out by failed attempts of strangers."`
	Body         SignInView
}

// SignInView is the state of a sign-in: a token, or what the next step needs (AUTH-06,
// AUTH-11).
type SignInView struct {
	Token           string             `json:"token" doc:"The session. Empty: a further step is needed."`
	CustomerID      int64              `json:"customer_id,omitempty" doc:"Sent with a token: who has signed in."`
	IsPersonalInfo  int                `json:"is_personal_info" enum:"0,1" doc:"0: the name is missing. Ask for it and call update-info."`
	IsExistUser     *existingUserView  `json:"is_exist_user" doc:"An account that may belong to the person with the proven contact. Ask whether it is theirs, and call update-info. null: there is none."`
	IsPhoneVerified int                `json:"is_phone_verified" enum:"0,1" doc:"0: a code was sent to the phone. Call verify-phone."`
	IsEmailVerified int                `json:"is_email_verified" enum:"0,1" doc:"0 with a verified phone: a code was sent to the e-mail. Call verify-phone."`
	Email           string             `json:"email"`
	Phone           string             `json:"phone"`
	Proof           string             `json:"proof,omitempty" doc:"Needed for the next step."`
	CartConflict    []cartConflictView `json:"cart_conflict" doc:"Modules in which the guest and the account have carts of different stores. Ask, and call /cart/merge (C1)."`
	DemoOTP         string             `json:"demo_otp,omitempty" doc:"Demo only: the code that was sent (D8)."`
	Message         string             `json:"message,omitempty"`
}

type existingUserView struct {
	_ struct{} `nullable:"true"` // Huma has no fields that are an object or null, only types

	Name  string `json:"name"`
	Image string `json:"image" doc:"Empty: the account has no picture."`
}

type cartConflictView struct {
	ModuleID     int64  `json:"module_id"`
	GuestStore   string `json:"guest_store"`
	GuestUnits   int64  `json:"guest_units"`
	AccountStore string `json:"account_store"`
	AccountUnits int64  `json:"account_units"`
}

// login begins a sign-in, or sends the code of one again.
func (h *Handlers) login(ctx context.Context, in *loginInput) (*signInOutput, error) {
	b, v := in.Body, in.client(in.Body.GuestID)
	switch {
	case b.LoginType == string(credential.ByCode) && (b.Phone != "" || b.Proof == ""):
		return h.signInResponse(ctx)(h.SignIn.SendCode(ctx, v, b.Phone))
	case b.Proof != "":
		return h.signInResponse(ctx)(h.SignIn.ResendCode(ctx, v, b.Proof))
	}
	return h.signInResponse(ctx)(h.SignIn.ByPassword(ctx, signin.PasswordLogin{Client: v, Identifier: b.EmailOrPhone, Password: b.Password}))
}

// verifyPhone checks the code of a phone or an e-mail.
func (h *Handlers) verifyPhone(ctx context.Context, in *verifyPhoneInput) (*signInOutput, error) {
	b := in.Body
	return h.signInResponse(ctx)(h.SignIn.EnterCode(ctx, signin.CodeEntry{
		Client: in.withHandle(b.GuestID, b.Proof), By: credential.LoginType(b.LoginType), Kind: contact.Kind(b.VerificationType),
		Phone: b.Phone, Code: b.OTP, Proof: b.Proof,
	}))
}

func (h *Handlers) updateInfo(ctx context.Context, in *updateInfoInput) (*signInOutput, error) {
	b := in.Body
	return h.signInResponse(ctx)(h.SignIn.UpdateInfo(ctx, signin.Info{
		Client:  in.client(b.GuestID),
		Details: signin.Details{Name: b.Name, Email: b.Email, Phone: b.Phone, RefCode: b.RefCode},
		Proof:   b.Proof, IsYou: signin.Answer(b.IsExistUser),
	}))
}

// logout ends this session and no other.
func (h *Handlers) logout(ctx context.Context, _ *call.ScopeInput) (*call.MessageOutput, error) {
	if err := h.Credentials.Logout(ctx, call.Session(ctx)); err != nil {
		return nil, err
	}
	return call.NewMessage(ctx, "Logout successful."), nil
}

// noStore is the Cache-Control of responses with a token or a proof.
const noStore = "no-store"

// signInResponse returns the function that turns what a step of a sign-in returned into the
// response.
func (h *Handlers) signInResponse(ctx context.Context) func(signin.Result, error) (*signInOutput, error) {
	return func(in signin.Result, err error) (*signInOutput, error) {
		if err != nil {
			return nil, err
		}
		in.Message = call.Say(ctx, in.Message)
		h.noteLanguage(ctx, in.CustomerID)
		out := &signInOutput{CacheControl: noStore, SetCookie: h.deviceCookie(in.DeviceSecret), Body: viewSignIn(in)}
		out.Body.CartConflict, err = h.viewCartConflicts(ctx, in.Conflicts)
		return out, err
	}
}

// noteLanguage stores the language in which a customer reads the shop, for mails to them. An
// order may change it later.
func (h *Handlers) noteLanguage(ctx context.Context, customerID int64) {
	if customerID == 0 {
		return
	}
	if err := h.Notifications.UseFirstLanguage(ctx, customerID, translation.Language(ctx)); err != nil {
		slog.WarnContext(ctx, "could not note the language of a customer", "cause", err)
	}
}

func viewSignIn(in signin.Result) SignInView {
	view := SignInView{
		Token: in.Token, CustomerID: in.CustomerID, Proof: in.Proof, IsPersonalInfo: view.Flag(!in.NameNeeded),
		IsPhoneVerified: view.Flag(in.PhoneVerified), IsEmailVerified: view.Flag(in.EmailVerified),
		Phone: in.Phone, Email: in.Email, CartConflict: []cartConflictView{},
		DemoOTP: in.DemoOTP, Message: in.Message,
	}
	if in.Exists != nil {
		view.IsExistUser = &existingUserView{Name: in.Exists.Name, Image: photoURL(in.Exists.Picture)}
	}
	return view
}

// viewCartConflicts returns conflicts with the names of the stores in the language of the
// response.
func (h *Handlers) viewCartConflicts(ctx context.Context, conflicts []cart.Conflict) ([]cartConflictView, error) {
	views := []cartConflictView{}
	if len(conflicts) == 0 {
		return views, nil
	}
	directory, err := h.Catalog.Directory(ctx)
	if err != nil {
		return nil, err
	}
	texts := directory.Texts(ctx)
	for _, c := range conflicts {
		kind := translation.Store
		if directory.IsRental(c.ModuleID) {
			kind = translation.Provider
		}
		views = append(views, cartConflictView{
			ModuleID: c.ModuleID, GuestStore: texts.Name(kind, c.GuestSlug, c.GuestStore), GuestUnits: c.GuestUnits,
			AccountStore: texts.Name(kind, c.AccountSlug, c.AccountStore), AccountUnits: c.AccountUnits,
		})
	}
	return views, nil
}
