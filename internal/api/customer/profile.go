package customer

import (
	"context"
	"io"
	"net/http"
	"slices"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"hawker/internal/account"
	"hawker/internal/api/call"
	"hawker/internal/api/view"
	"hawker/internal/contact"
	"hawker/internal/credential"
	"hawker/internal/errs"
)

func (h *Handlers) registerProfile(a huma.API) {
	huma.Register(a, own("getCustomer", http.MethodGet, "/customer/info"), h.getCustomer)
	update := own("updateProfile", http.MethodPost, "/customer/update-profile")
	update.Middlewares = h.Limits.PerMinute(a, profilesPerMinute)
	huma.Register(a, call.LimitForm(a, update, maxProfileBytes), h.updateProfile)
	huma.Register(a, own("deleteCustomer", http.MethodDelete, "/customer"), h.deleteCustomer)
	huma.Register(a, own("sendConfirmCode", http.MethodPost, "/customer/confirm-code"), h.sendConfirmCode)
	huma.Register(a, own("putInterests", http.MethodPut, "/customer/interests"), h.putInterests)
	h.registerPhotos(a)
}

// maxProfileBytes is a photo of the documented 2 MB and the other fields.
const maxProfileBytes = account.MaxPhotoBytes + 64<<10

// profilesPerMinute is more than a person saves. There is a limit because resizing a
// photo is expensive.
const profilesPerMinute = 20

type customerOutput struct {
	CacheControl string `header:"Cache-Control"`
	Body         customerView
}

// customerView is a customer as they see themselves (PROF-07).
type customerView struct {
	ID              int64         `json:"id"`
	FName           string        `json:"f_name"`
	LName           string        `json:"l_name"`
	Phone           string        `json:"phone" doc:"E.164; empty: the customer has none."`
	Email           string        `json:"email" doc:"Empty: the customer has none."`
	Image           string        `json:"image" doc:"File key; empty: there is no picture."`
	ImageFullURL    string        `json:"image_full_url"`
	IsPhoneVerified int           `json:"is_phone_verified" enum:"0,1"`
	IsEmailVerified int           `json:"is_email_verified" enum:"0,1"`
	HasPassword     bool          `json:"has_password"`
	ConfirmBy       string        `json:"confirm_by" enum:"password,code,sign_in,none" doc:"What must be sent before a new password or contact is stored, and before the account is deleted: the current password, a code of /customer/confirm-code, another sign-in, or nothing for a few minutes after a sign-in without a password."`
	Storage         []string      `json:"storage" doc:"Where the picture is stored, for older clients."`
	Addresses       []addressView `json:"addresses"`
	Interest        []int64       `json:"interest" doc:"Ids of the chosen categories (LOC-10)."`
	ModuleIDs       []int64       `json:"module_ids" doc:"Modules that the customer has used: chosen interests in, ordered from, or rented in."`
	WalletBalance   float64       `json:"wallet_balance"`
	LoyaltyPoint    int64         `json:"loyalty_point"`
	RefCode         string        `json:"ref_code"`
	OrderCount      int64         `json:"order_count"`
	CreatedAt       string        `json:"created_at"`
}

// profileForm is the documented profile payload.
type profileForm struct {
	Name               string        `form:"name" required:"false" maxLength:"120"`
	Phone              string        `form:"phone" required:"false" maxLength:"40"`
	Email              string        `form:"email" required:"false" maxLength:"1000"`
	Password           string        `form:"password" required:"false" maxLength:"200"`
	ConfirmPassword    string        `form:"confirm_password" required:"false" maxLength:"200"`
	CurrentPassword    string        `form:"current_password" required:"false" maxLength:"200" doc:"Required for a new password, email or phone if confirm_by asks for the password."`
	ConfirmOTP         string        `form:"confirm_otp" required:"false" maxLength:"12" doc:"Instead of current_password: the code of /customer/confirm-code."`
	ButtonType         string        `form:"button_type" required:"false" maxLength:"10" doc:"email or phone: the contact that is to be verified now."`
	OTP                string        `form:"otp" required:"false" maxLength:"12"`
	VerificationMedium string        `form:"verification_medium" required:"false" maxLength:"20" doc:"SMS, email or firebase. Absent: the server finds out."`
	VerificationOn     string        `form:"verification_on" required:"false" maxLength:"10" doc:"phone or email: the contact to which the otp was sent."`
	SessionInfo        string        `form:"session_info" required:"false" maxLength:"4096"`
	Image              huma.FormFile `form:"image" required:"false" doc:"jpg, png or gif, at most 2 MB; kept square (PROF-03)."`
}

type updateProfileInput struct {
	call.Scope
	Device
	RawBody huma.MultipartFormFiles[profileForm]
}

type updateProfileOutput struct {
	CacheControl string `header:"Cache-Control"`
	Body         struct {
		Message        string `json:"message"`
		OTPSend        bool   `json:"otp_send" doc:"A code was sent. Ask for it, and call again with otp."`
		VerificationOn string `json:"verification_on,omitempty" enum:"phone,email"`
		DemoOTP        string `json:"demo_otp,omitempty" doc:"Demo only: the code that was sent (D8)."`
	}
}

// deleteCustomerInput has a body because a session is not enough to delete an account.
type deleteCustomerInput struct {
	call.Scope
	Body *struct {
		CurrentPassword string `json:"current_password,omitempty" maxLength:"200" doc:"Required if confirm_by asks for the password."`
		ConfirmOTP      string `json:"confirm_otp,omitempty" maxLength:"12" doc:"Instead of current_password: the code of /customer/confirm-code."`

		Forfeits *forfeitsBody `json:"forfeits,omitempty" doc:"What the page said is lost with the account, as in /customer/info. If it has changed, the response is 409, and the account is not deleted."`
	}
}

type forfeitsBody struct {
	WalletBalance float64 `json:"wallet_balance" minimum:"0"`
	LoyaltyPoint  int64   `json:"loyalty_point" minimum:"0"`
}

type confirmCodeInput struct {
	call.Scope
	Device
}

type confirmCodeOutput struct {
	CacheControl string `header:"Cache-Control"`
	Body         struct {
		Message        string `json:"message"`
		VerificationOn string `json:"verification_on" enum:"phone,email" doc:"The contact to which the code was sent."`
		To             string `json:"to"`
		DemoOTP        string `json:"demo_otp,omitempty" doc:"Demo only: the code that was sent (D8)."`
	}
}

type interestsInput struct {
	call.Scope
	Body struct {
		Interest []int64 `json:"interest" maxItems:"100" doc:"Category ids. They replace the ones that were stored."`
	}
}

func (h *Handlers) getCustomer(ctx context.Context, _ *call.ScopeInput) (*customerOutput, error) {
	view, err := h.viewCustomer(ctx, call.Session(ctx))
	return &customerOutput{Body: view}, err
}

func (h *Handlers) viewCustomer(ctx context.Context, me credential.Session) (customerView, error) {
	c, err := h.Accounts.Customer(ctx, me)
	if err != nil {
		return customerView{}, err
	}
	addresses, err := h.Addresses.List(ctx, me.CustomerID)
	if err != nil {
		return customerView{}, err
	}
	methods, err := h.SignIn.Methods(ctx)
	if err != nil {
		return customerView{}, err
	}
	v := customerView{
		ID: c.ID, FName: c.FirstName, LName: c.LastName, Phone: textOrEmpty(c.Phone), Email: textOrEmpty(c.Email),
		Image: c.Picture, ImageFullURL: photoURL(c.Picture), IsPhoneVerified: view.Flag(c.PhoneVerified), IsEmailVerified: view.Flag(c.EmailVerified),
		HasPassword: c.PasswordHash != "", Storage: []string{}, Addresses: viewAddresses(addresses), Interest: c.Interests.V,
		CreatedAt: view.UnixMilli(c.CreatedAt),
	}
	if methods.Referral {
		v.RefCode = c.ReferralCode
	}
	if v.LoyaltyPoint, err = h.Rewards.Points(ctx, c.ID); err != nil {
		return customerView{}, err
	}
	by, err := h.Accounts.ConfirmBy(ctx, me, c)
	if err != nil {
		return customerView{}, err
	}
	v.ConfirmBy = string(by)
	if v.WalletBalance, err = h.walletBalance(ctx, me.CustomerID); err != nil {
		return v, err
	}
	v.OrderCount, v.ModuleIDs, err = h.usage(ctx, me, c.Interests.V)
	return v, err
}

// walletBalance is 0 in a town without wallets.
func (h *Handlers) walletBalance(ctx context.Context, customerID int64) (float64, error) {
	settings, err := h.Settings.Get(ctx)
	if err != nil {
		return 0, err
	}
	balance, err := h.Wallets.Read(ctx, customerID)
	if errs.Is(err, errs.NotFound) {
		return 0, nil
	}
	return settings.Currency.Money().ToMajor(balance), err
}

func textOrEmpty(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}

// usage returns how many orders a customer has placed, and in which modules they have
// ordered, rented or chosen interests (LOC-10).
func (h *Handlers) usage(ctx context.Context, me credential.Session, interests []int64) (orders int64, modules []int64, err error) {
	orders, modules, err = h.OrderHistory.Placed(ctx, me.ShopperID)
	if err != nil {
		return 0, nil, err
	}
	rented, err := h.Trips.Modules(ctx, me.ShopperID)
	if err != nil {
		return 0, nil, err
	}
	modules = append(modules, rented...)
	directory, err := h.Catalog.Directory(ctx)
	if err != nil {
		return 0, nil, err
	}
	for _, id := range interests {
		if category, err := directory.Category(strconv.FormatInt(id, 10)); err == nil {
			modules = append(modules, category.ModuleID)
		}
	}
	return orders, append([]int64{}, slices.Compact(slices.Sorted(slices.Values(modules)))...), nil
}

func (h *Handlers) updateProfile(ctx context.Context, in *updateProfileInput) (*updateProfileOutput, error) {
	change, err := in.profile()
	if err != nil {
		return nil, err
	}
	change.Client = in.client("")
	saved, err := h.Accounts.UpdateProfile(ctx, call.Session(ctx), change)
	if err != nil {
		return nil, err
	}
	out := new(updateProfileOutput)
	out.Body.Message, out.Body.DemoOTP = call.Say(ctx, saved.Message), saved.DemoOTP
	out.Body.OTPSend, out.Body.VerificationOn = saved.Awaits != "", string(saved.Awaits)
	return out, nil
}

// profile reads the form. An absent field keeps what is stored, an empty one clears
// it.
func (in *updateProfileInput) profile() (account.Profile, error) {
	form := in.RawBody.Data()
	said := func(field, text string) *string {
		if _, there := in.RawBody.Form.Value[field]; !there {
			return nil
		}
		return &text
	}
	p := account.Profile{
		Name: said("name", form.Name), Email: said("email", form.Email), Phone: said("phone", form.Phone),
		Reauth:   account.Reauth{Password: form.CurrentPassword, Code: form.ConfirmOTP},
		Password: form.Password, Confirmation: form.ConfirmPassword, Verify: contact.Kind(form.ButtonType),
		Code: form.OTP, CodeOf: contact.Kind(form.VerificationOn), SessionInfo: form.SessionInfo,
	}
	if !form.Image.IsSet {
		return p, nil
	}
	var err error
	if p.Photo, err = io.ReadAll(form.Image); err != nil {
		return p, errs.New(errs.Malformed, "The picture could not be read.").On("image").Because(err)
	}
	if len(p.Photo) == 0 {
		return p, errs.New(errs.Invalid, "The picture is empty.").On("image")
	}
	return p, nil
}

func (h *Handlers) deleteCustomer(ctx context.Context, in *deleteCustomerInput) (*call.MessageOutput, error) {
	var by account.Reauth
	var shown account.Forfeits
	if in.Body != nil {
		by = account.Reauth{Password: in.Body.CurrentPassword, Code: in.Body.ConfirmOTP}
		var err error
		if shown, err = h.readForfeits(ctx, in.Body.Forfeits); err != nil {
			return nil, err
		}
	}
	if err := h.Accounts.Erase(ctx, call.Session(ctx), by, shown); err != nil {
		return nil, err
	}
	return call.NewMessage(ctx, "Account has been deleted"), nil
}

// readForfeits ignores the wallet in a town without wallets, where /customer/info says 0.
func (h *Handlers) readForfeits(ctx context.Context, b *forfeitsBody) (shown account.Forfeits, err error) {
	if b == nil {
		return shown, nil
	}
	settings, err := h.Settings.Get(ctx)
	if err != nil {
		return shown, err
	}
	shown.Points = &b.LoyaltyPoint
	if settings.Storefront.CustomerWallet {
		shown.Money, err = call.ReadOptionalAmount(settings.Currency.Money(), &b.WalletBalance, "forfeits.wallet_balance")
	}
	return shown, err
}

func (h *Handlers) sendConfirmCode(ctx context.Context, in *confirmCodeInput) (*confirmCodeOutput, error) {
	sent, err := h.Accounts.SendConfirmCode(ctx, call.Session(ctx), in.client(""))
	if err != nil {
		return nil, err
	}
	out := new(confirmCodeOutput)
	out.Body.Message, out.Body.DemoOTP = call.Say(ctx, sent.Message), sent.DemoOTP
	out.Body.VerificationOn, out.Body.To = string(sent.To.Kind), sent.To.Value
	return out, nil
}

func (h *Handlers) putInterests(ctx context.Context, in *interestsInput) (*call.MessageOutput, error) {
	if err := h.Accounts.SetInterests(ctx, call.Session(ctx), in.Body.Interest); err != nil {
		return nil, err
	}
	return call.NewMessage(ctx, "Your interests have been saved."), nil
}
