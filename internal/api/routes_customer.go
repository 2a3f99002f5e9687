package api

import (
	"net/http"

	"github.com/danielgtaylor/huma/v2"
)

// registerCustomer is what a customer has: their details, sessions and
// addresses, and the carts of two stores to choose from.
func (s *Server) registerCustomer(a huma.API) {
	own := func(id, method, path string) huma.Operation {
		return by(customers, huma.Operation{OperationID: id, Method: method, Path: path})
	}
	huma.Register(a, own("getCustomer", http.MethodGet, "/customer/info"), s.getCustomer)
	update := own("updateProfile", http.MethodPost, "/customer/update-profile")
	update.Middlewares = s.throttled(a, profilesPerMinute)
	huma.Register(a, limited(a, update, mostProfileBytes), s.updateProfile)
	huma.Register(a, own("deleteCustomer", http.MethodDelete, "/customer"), s.deleteCustomer)
	huma.Register(a, own("sendConfirmCode", http.MethodPost, "/customer/confirm-code"), s.sendConfirmCode)
	huma.Register(a, own("putInterests", http.MethodPut, "/customer/interests"), s.putInterests)
	huma.Register(a, own("listSessions", http.MethodGet, "/customer/sessions"), s.listSessions)
	huma.Register(a, own("deleteSession", http.MethodDelete, "/customer/sessions/{id}"), s.deleteSession)
	huma.Register(a, own("deleteOtherSessions", http.MethodDelete, "/customer/sessions"), s.deleteOtherSessions)
	huma.Register(a, own("listAddresses", http.MethodGet, "/customer/addresses"), s.listAddresses)
	huma.Register(a, own("postAddress", http.MethodPost, "/customer/addresses"), s.postAddress)
	huma.Register(a, own("putAddress", http.MethodPut, "/customer/addresses/{id}"), s.putAddress)
	huma.Register(a, own("deleteAddress", http.MethodDelete, "/customer/addresses/{id}"), s.deleteAddress)
	huma.Register(a, own("postAddressUse", http.MethodPost, "/customer/addresses/{id}/use"), s.postAddressUse)
	huma.Register(a, own("putDefaultAddress", http.MethodPut, "/customer/addresses/{id}/default"), s.putDefaultAddress)
	huma.Register(a, own("deleteDefaultAddress", http.MethodDelete, "/customer/addresses/{id}/default"), s.deleteDefaultAddress)
	huma.Register(a, own("mergeCart", http.MethodPost, "/cart/merge"), s.mergeCart)
	picture := huma.Operation{OperationID: "getPicture", Method: http.MethodGet, Path: "/pictures/{key}"}
	picture.Responses = map[string]*huma.Response{"200": {Description: "The photo.", Content: map[string]*huma.MediaType{"image/jpeg": {}}}}
	huma.Register(a, picture, s.getPicture)
}

// profilesPerMinute is more than anybody saves by hand: to make a photo small is
// work.
const profilesPerMinute = 20

type customerInput struct{ Scope }
type customerOutput struct {
	CacheControl string `header:"Cache-Control"`
	Body         customerView
}

// customerView is a customer as they see themselves (PROF-07).
type customerView struct {
	ID              int64         `json:"id"`
	FName           string        `json:"f_name"`
	LName           string        `json:"l_name"`
	Phone           string        `json:"phone" doc:"E.164; empty: none."`
	Email           string        `json:"email" doc:"Empty: none."`
	Image           string        `json:"image" doc:"File key; empty: none."`
	ImageFullURL    string        `json:"image_full_url"`
	IsPhoneVerified int           `json:"is_phone_verified" enum:"0,1"`
	IsEmailVerified int           `json:"is_email_verified" enum:"0,1"`
	HasPassword     bool          `json:"has_password"`
	ConfirmBy       string        `json:"confirm_by" enum:"password,code,sign_in,none" doc:"What this session is asked for before a new password or contact, and before the account is deleted: the current password, a code of /customer/confirm-code, another sign-in, or nothing, for a few minutes after one without a password."`
	Storage         []string      `json:"storage" doc:"Where the picture is kept, as older clients ask."`
	Addresses       []addressView `json:"addresses"`
	Interest        []int64       `json:"interest" doc:"Category ids (LOC-10)."`
	ModuleIDs       []int64       `json:"module_ids" doc:"Modules already used: chosen interests in, or ordered from."`
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
	CurrentPassword    string        `form:"current_password" required:"false" maxLength:"200" doc:"With a new password, email or phone, where confirm_by says so."`
	ConfirmOTP         string        `form:"confirm_otp" required:"false" maxLength:"12" doc:"In its place: the code of /customer/confirm-code."`
	ButtonType         string        `form:"button_type" required:"false" maxLength:"10" doc:"email or phone: the one that is to be verified now."`
	OTP                string        `form:"otp" required:"false" maxLength:"12"`
	VerificationMedium string        `form:"verification_medium" required:"false" maxLength:"20" doc:"SMS, email or firebase; worked out when absent."`
	VerificationOn     string        `form:"verification_on" required:"false" maxLength:"10" doc:"phone or email: what the otp is of."`
	SessionInfo        string        `form:"session_info" required:"false" maxLength:"4096"`
	Image              huma.FormFile `form:"image" required:"false" doc:"jpg, png or gif, at most 2 MB; kept square (PROF-03)."`
}
type updateProfileInput struct {
	Scope
	Device
	RawBody huma.MultipartFormFiles[profileForm]
}
type updateProfileOutput struct {
	CacheControl string `header:"Cache-Control"`
	Body         struct {
		Message        string `json:"message"`
		OTPSend        bool   `json:"otp_send" doc:"A code was sent: ask for it, and call again with otp."`
		VerificationOn string `json:"verification_on,omitempty" enum:"phone,email"`
		DemoOTP        string `json:"demo_otp,omitempty" doc:"Demo only: the code that was sent (D8)."`
	}
}

// deleteCustomerInput has a body since a session alone deletes no account.
type deleteCustomerInput struct {
	Scope
	Body *struct {
		CurrentPassword string `json:"current_password,omitempty" maxLength:"200" doc:"Where confirm_by says so."`
		ConfirmOTP      string `json:"confirm_otp,omitempty" maxLength:"12" doc:"In its place: the code of /customer/confirm-code."`
	}
}

type confirmCodeInput struct {
	Scope
	Device
}
type confirmCodeOutput struct {
	CacheControl string `header:"Cache-Control"`
	Body         struct {
		Message        string `json:"message"`
		VerificationOn string `json:"verification_on" enum:"phone,email" doc:"What the code was sent to."`
		To             string `json:"to"`
		DemoOTP        string `json:"demo_otp,omitempty" doc:"Demo only: the code that was sent (D8)."`
	}
}

type interestsInput struct {
	Scope
	Body struct {
		Interest []int64 `json:"interest" maxItems:"100" doc:"Category ids; what they had before is replaced."`
	}
}

type sessionsOutput struct {
	CacheControl string `header:"Cache-Control"`
	Body         struct {
		Sessions []sessionView `json:"sessions" doc:"The newest first."`
	}
}
type sessionView struct {
	ID         int64  `json:"id"`
	Device     string `json:"device" example:"Chrome on Linux"`
	IsCurrent  bool   `json:"is_current" doc:"The one that asks."`
	CreatedAt  string `json:"created_at" doc:"RFC 3339."`
	LastSeenAt string `json:"last_seen_at" doc:"RFC 3339, to ten minutes."`
}
type otherSessionsInput struct {
	Scope
	Device
}
type ownInput struct {
	Scope
	ID int64 `path:"id" minimum:"1"`
}

type addressesInput struct {
	Scope
	Page
}
type addressesOutput struct {
	CacheControl string `header:"Cache-Control"`
	Body         struct {
		Paged
		Addresses []addressView `json:"addresses" doc:"The one used last first."`
	}
}

// savedAddress is what an address is written with (ADDR-04). Required texts are
// refused in the words of the form.
type savedAddress struct {
	AddressType           string  `json:"address_type,omitempty" enum:"home,office,other,Selected Address" doc:"'Selected Address' is kept as other."`
	AddressLabel          string  `json:"address_label,omitempty" maxLength:"60" doc:"For other."`
	Address               string  `json:"address,omitempty" maxLength:"500"`
	Latitude              float64 `json:"latitude" minimum:"-90" maximum:"90"`
	Longitude             float64 `json:"longitude" minimum:"-180" maximum:"180"`
	ContactPersonName     string  `json:"contact_person_name,omitempty" maxLength:"120"`
	ContactPersonNumber   string  `json:"contact_person_number,omitempty" maxLength:"40"`
	AdditionalInformation string  `json:"additional_information,omitempty" maxLength:"500"`
	House                 string  `json:"house,omitempty" maxLength:"120"`
	Floor                 string  `json:"floor,omitempty" maxLength:"120"`
	Road                  string  `json:"road,omitempty" maxLength:"200"`
}
type postAddressInput struct {
	Scope
	Body savedAddress
}
type putAddressInput struct {
	Scope
	ID   int64 `path:"id" minimum:"1"`
	Body savedAddress
}

// addressView is a saved address (ADDR-07).
type addressView struct {
	ID                    int64   `json:"id"`
	IsDefault             bool    `json:"is_default" doc:"What a new device begins with; one at most."`
	AddressType           string  `json:"address_type" enum:"home,office,other"`
	AddressLabel          string  `json:"address_label"`
	Address               string  `json:"address"`
	Latitude              float64 `json:"latitude"`
	Longitude             float64 `json:"longitude"`
	ContactPersonName     string  `json:"contact_person_name"`
	ContactPersonNumber   string  `json:"contact_person_number" doc:"E.164."`
	AdditionalInformation string  `json:"additional_information"`
	House                 string  `json:"house"`
	Floor                 string  `json:"floor"`
	Road                  string  `json:"road"`
	ZoneIDs               []int64 `json:"zone_ids" doc:"Every zone that contains it now, the winner first."`
}

type mergeCartInput struct {
	Scope
	Body struct {
		GuestID string `json:"guest_id" maxLength:"128" doc:"Of the guest who signed in."`
		Keep    string `json:"keep" enum:"guest,account" doc:"Whose lines stay where the two are of different stores."`
	}
}

type pictureInput struct {
	Scope
	Key string `path:"key" maxLength:"80"`
}
