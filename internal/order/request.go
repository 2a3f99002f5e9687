package order

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"strings"
	"time"

	"hawker/internal/cart"
	"hawker/internal/contact"
	"hawker/internal/errs"
	"hawker/internal/money"
)

// Request is what a shopper asks to have quoted or placed. A quote ignores what
// it does not need.
type Request struct {
	ShopperID int64 `json:"-"`
	Guest     bool  `json:"-"`
	// CustomerID is the customer whose wallet may pay; 0: a guest.
	CustomerID int64 `json:"-"`
	// From is the network address that the request came from; "": unknown.
	From string `json:"-"`

	ModuleID            int64
	Source              Source
	Line                cart.NewLine // not FromCart
	Type                Type
	Address             *Address  // nil: not given yet
	AddressID           int64     `json:",omitempty"` // of the saved address that Address was read from; 0: none
	ScheduleAt          time.Time // zero: now
	PaymentMethod       string
	PaymentGateway      string `json:",omitempty"` // id of a gateway or of an offline method
	UseWallet           bool   `json:",omitempty"` // pay what it covers from the wallet
	Tip                 money.Amount
	CouponCode          string   `json:",omitempty"` // as typed; absent from the hash of an order without one
	CouponThrottled     bool     `json:"-"`          // too many codes were tried: none is looked up
	PrescriptionImages  []string `json:",omitempty"` // keys of uploads
	OrderNote           string
	DeliveryInstruction string
	UnavailableItemNote string
	Cutlery             bool
	ExtraPackaging      bool

	// AcceptedTotal and Digest are of the quote on the shopper's last screen
	// (C4, D21).
	AcceptedTotal money.Amount
	Digest        string
}

// hash identifies the request under its idempotency key. Of a saved address it covers
// the id alone.
func (r Request) hash() (string, error) {
	if r.AddressID != 0 {
		r.Address = nil
	}
	body, err := json.Marshal(r)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(body)
	return hex.EncodeToString(sum[:]), nil
}

// contact checks the contact of the request and returns its phone as E.164. A number
// without a country code is one of the country of the town (D6).
func (r Request) contact(country string) (phone string, problems errs.List) {
	if r.Address == nil {
		if r.Type == TakeAway {
			return "", errs.List{invalid("address", "Please enter your contact info")}
		}
		return "", errs.List{invalid("address", "Please add your delivery address")}
	}
	a := *r.Address
	if r.Type == Delivery && strings.TrimSpace(a.Address) == "" {
		problems.Add(invalid("address.address", "Address is required"))
	}
	if strings.TrimSpace(a.Name) == "" {
		problems.Add(invalid("address.contact_person_name", "Name is required"))
	}
	phone, problem := e164(a.Phone, country)
	if problem != nil {
		problems.Add(problem)
	}
	if _, ok := contact.ParseEmail(a.Email); a.Email != "" && !ok {
		problems.Add(invalid("address.contact_person_email", "Must be a valid email"))
	}
	return phone, problems
}

// e164 returns a phone number in international form.
func e164(typed, country string) (string, *errs.Error) {
	const field = "address.contact_person_number"
	if strings.TrimSpace(typed) == "" {
		return "", invalid(field, "Phone Number is required")
	}
	number, ok := contact.ParsePhone(typed, country)
	if !ok {
		return "", invalid(field, "Please enter a valid phone number.")
	}
	return string(number), nil
}

func invalid(field, message string) *errs.Error {
	return errs.New(errs.Invalid, "%s", message).On(field)
}
