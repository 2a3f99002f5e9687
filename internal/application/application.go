// Package application keeps what stores and riders send to join the town (REG-01). An
// application waits until an admin approves or refuses it. Approving it makes the store and
// its vendor's account, or the rider's account, in one transaction.
//
// Its images are private: the staff see them until the application is pruned. The
// applicant follows it by a token, which mails contain too.
package application

import (
	"hawker/internal/credential"
	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/geo"
	"hawker/internal/money"
	"hawker/internal/setting"
)

// Kind is who wants to join.
type Kind string

// The kinds.
const (
	Store Kind = "store"
	Rider Kind = "rider"
)

// State is how far an application is.
type State string

// The states. Nobody sees an application while its images are being stored.
const (
	Sending  State = "sending"
	Waiting  State = "waiting"
	Approved State = "approved"
	Refused  State = "refused"
)

// Application is what somebody has sent, and how it was decided.
type Application struct {
	ID           int64
	Kind         Kind
	State        State
	Name         string // of the person
	Email        string // as typed
	Phone        string // E.164
	PasswordHash string // "" once it is decided
	ZoneID       int64
	ModuleID     *int64 // of a store
	Details      db.JSON[Details]
	Language     string
	CreatedAt    int64  // Unix milliseconds
	DecidedAt    *int64 // nil: not yet
	DecidedBy    *int64 // staff
	Reason       string // of a refusal
	StoreID      *int64 // that the approval made
	StaffID      *int64 // the account that it made
}

// Details are what only one kind says. It is the document of applications.details.
type Details struct {
	StoreName       string       `json:"store_name,omitzero"`
	Description     string       `json:"description,omitzero"`
	Address         string       `json:"address,omitzero"`
	StorePhone      string       `json:"store_phone,omitzero"` // E.164
	StoreEmail      string       `json:"store_email,omitzero"`
	Point           geo.Point    `json:"point,omitzero"`
	MinimumOrder    money.Amount `json:"minimum_order,omitzero"`
	TaxRate         money.Rate   `json:"tax_rate,omitzero"`
	DeliveryTimeMin int64        `json:"delivery_time_min,omitzero"` // minutes
	DeliveryTimeMax int64        `json:"delivery_time_max,omitzero"`
	Plan            setting.Plan `json:"plan,omitzero"` // as it was when they applied; zero: the town has none

	Vehicle        string `json:"vehicle,omitzero"` // in words
	IdentityType   string `json:"identity_type,omitzero"`
	IdentityNumber string `json:"identity_number,omitzero"`
}

// IdentityTypes are the papers that a rider may show.
var IdentityTypes = []string{"passport", "national_id", "driving_license"}

// Image is a private image of an application.
type Image struct {
	Key           string
	ApplicationID int64
	Field         string // of the form: logo, document_1
}

// New is an application as it was sent.
type New struct {
	Kind                         Kind
	Name, Email, Phone, Password string
	ZoneID, ModuleID             int64
	Details                      Details // without the plan
	MinimumOrder, Tax            float64 // major units, percent
	PlanID                       string
	Images                       []NewImage
	Language                     string
	RequestKey                   string // the same for the same application, sent twice
	Client                       credential.Client
}

// NewImage is a file of the form; without content there is none.
type NewImage struct {
	Field    string
	Required bool
	Content  []byte
}

// module returns the module of a store, 0 for a rider.
func (a Application) module() int64 {
	if a.ModuleID == nil {
		return 0
	}
	return *a.ModuleID
}

// ErrUnknown is returned where there is no such application.
var ErrUnknown = errs.New(errs.NotFound, "This application was not found. It may have been deleted since.")

var errDecided = errs.New(errs.Conflict, "Somebody has decided this application already.")

func invalid(field, message string) *errs.Error {
	return errs.New(errs.Invalid, "%s", message).On(field)
}
