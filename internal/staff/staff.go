// Package staff keeps the accounts of those who work on orders and trips: the admins of the
// town, the vendors of its stores and providers, and its riders.
//
// It owns the accounts and their sessions. Passwords are hashed and attempts are
// counted by internal/credential. What a role may do with an order or a trip is decided by
// internal/order and internal/trip.
package staff

import (
	"strings"

	"hawker/internal/contact"
	"hawker/internal/errs"
)

// Role is what a member of staff does.
type Role string

// The roles.
const (
	Admin  Role = "admin"  // all orders
	Vendor Role = "vendor" // the orders of one store, or the trips of one provider
	Rider  Role = "rider"  // the deliveries of one zone
)

// Member is a person of the staff.
type Member struct {
	ID           int64
	Email        string // as typed
	Name         string
	Phone        string // E.164; "": none
	Role         Role
	StoreID      *int64 // of a vendor of a store; nil: of anybody else
	ProviderID   *int64 // of a vendor of a provider; nil: of anybody else
	ZoneID       *int64 // of a rider; nil: of anybody else
	Vehicle      string // of a rider, in words
	PasswordHash string // "": nobody can sign in by password
	Active       bool
	CreatedAt    int64  // Unix milliseconds
	SignedInAt   *int64 // Unix milliseconds; nil: never
	RatingSum    int64  // of a rider: the stars of the shown reviews
	RatingCount  int64
}

// Store returns the store of a vendor, 0 for anybody else.
func (m Member) Store() int64 { return orZero(m.StoreID) }

// Provider returns the provider of a vendor, 0 for anybody else.
func (m Member) Provider() int64 { return orZero(m.ProviderID) }

// Zone returns the zone of a rider, 0 for anybody else.
func (m Member) Zone() int64 { return orZero(m.ZoneID) }

func orZero(id *int64) int64 {
	if id == nil {
		return 0
	}
	return *id
}

// NewMember is a member to add.
type NewMember struct {
	Email, Name, Phone string
	Role               Role
	StoreID            int64 // of a vendor, who has a store or a provider
	ProviderID         int64 // of a vendor
	ZoneID             int64 // of a rider
	Vehicle            string
	Password           string // "": nobody can sign in by password
}

// The longest texts of an account, in characters.
const (
	maxNameLength    = 120
	maxVehicleLength = 60
)

// check returns the email to store, and what is wrong with the account.
func (n NewMember) check() (contact.Email, error) {
	var problems errs.List
	email, ok := contact.ParseEmail(n.Email)
	if !ok {
		problems.Add(invalid("email", "Must be a valid email"))
	}
	if name := strings.TrimSpace(n.Name); name == "" || len([]rune(name)) > maxNameLength {
		problems.Add(invalid("name", "Name is required, with at most 120 characters."))
	}
	if len([]rune(n.Vehicle)) > maxVehicleLength {
		problems.Add(invalid("vehicle", "This text is too long."))
	}
	if places := n.places(); n.Role == Vendor && places != 1 || n.Role != Vendor && places != 0 {
		problems.Add(invalid("store", "Only a vendor has a store or a provider, and must have one."))
	}
	if (n.Role == Rider) != (n.ZoneID != 0) {
		problems.Add(invalid("zone", "Only a rider has a zone, and must have one."))
	}
	if n.Role != Admin && n.Role != Vendor && n.Role != Rider {
		problems.Add(invalid("role", "The role is admin, vendor or rider."))
	}
	return email, problems.Err()
}

// places returns how many places a vendor would have.
func (n NewMember) places() (count int) {
	for _, id := range []int64{n.StoreID, n.ProviderID} {
		if id != 0 {
			count++
		}
	}
	return count
}

func invalid(field, message string) *errs.Error {
	return errs.New(errs.Invalid, "%s", message).On(field)
}

// ErrUnknown is returned where there is no such account.
var ErrUnknown = errs.New(errs.NotFound, "There is no such member of staff.")
