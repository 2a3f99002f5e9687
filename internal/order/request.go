package order

import (
	"strings"
	"time"

	"hawker/internal/cart"
	"hawker/internal/errs"
	"hawker/internal/money"
	"hawker/internal/purchase"
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
	AddressID           int64     `json:",omitempty"` // of a saved address; 0: none
	AddressRead         bool      `json:"-"`          // Address was read from the saved one, and not sent
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
	Parcel              *ParcelRequest `json:",omitempty"` // FromParcel only
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
	return purchase.HashRequest(r)
}

// asked is how the request is paid.
func (r Request) asked() purchase.Asked {
	return purchase.Asked{CustomerID: r.CustomerID, Method: r.PaymentMethod, Gateway: r.PaymentGateway, UseWallet: r.UseWallet}
}

// contact checks the contact of the request and returns its phone as E.164. A number
// without a country code is one of the country of the town (D6).
func (r Request) contact(country string) (phone string, problems errs.List) {
	if r.Address == nil {
		return "", errs.List{invalid("address", addressMissing[r.Type])}
	}
	a := *r.Address
	if r.Type != TakeAway && strings.TrimSpace(a.Address) == "" {
		problems.Add(invalid("address.address", "Address is required"))
	}
	phone, wrong := purchase.Contact{Name: a.Name, Phone: a.Phone, Email: a.Email}.Check(country, "address.")
	return phone, append(problems, wrong...)
}

// addressMissing are the errors of requests without an address.
var addressMissing = map[Type]string{
	Delivery: "Please add your delivery address", TakeAway: "Please enter your contact info", Parcel: "Please say where the parcel is picked up.",
}

func invalid(field, message string) *errs.Error {
	return errs.New(errs.Invalid, "%s", message).On(field)
}
