// Package address stores the delivery addresses of customers. Every statement has the
// customer's id, so that an address of another customer is treated as one that does
// not exist. Addresses of guests are not stored here.
package address

import (
	"strings"
	"unicode/utf8"

	"hawker/internal/contact"
	"hawker/internal/errs"
	"hawker/internal/geo"
)

// Address is a saved address (ADDR-07).
type Address struct {
	ID int64
	Input
	IsDefault bool    // the address that a new device uses first
	Zones     []int64 `db:"-"` // that contain it now, the winner first
}

// Input is the address form.
type Input struct {
	Kind        string `db:"address_type"`  // home, office or other
	Label       string `db:"address_label"` // of other; "" none
	Address     string
	Latitude    float64
	Longitude   float64
	Name        string `db:"contact_person_name"`
	Phone       string `db:"contact_person_number"` // E.164 when stored
	Information string `db:"additional_information"`
	House       string
	Floor       string
	Road        string
	Rental      bool `db:"-"` // vehicles are picked up there; only for the message
}

// Point returns the position of the address.
func (in Input) Point() geo.Point { return geo.Point{Lat: in.Latitude, Lng: in.Longitude} }

// outside is about an address in no zone. In rental every text that elsewhere says delivery
// says pickup (HDR-09).
func (in Input) outside() *errs.Error {
	if in.Rental {
		return invalid("address", "Pickup is not possible at this place yet. Please choose another one.")
	}
	return invalid("address", "We do not deliver to this place yet. Please choose another one.")
}

// Max is how many addresses a customer may have.
const Max = 50

// The kinds of address.
const (
	Home   = "home"
	Office = "office"
	Other  = "other"
)

// clean returns the input as it is stored, or its problems, with the documented
// messages (ADDR-04). A phone without a country code belongs to country.
func (in Input) clean(country string) (Input, errs.List) {
	var problems errs.List
	for _, text := range []*string{&in.Label, &in.Address, &in.Name, &in.Phone, &in.Information, &in.House, &in.Floor, &in.Road} {
		*text = strings.TrimSpace(*text)
	}
	if in.Kind != Home && in.Kind != Office { // such as 'Selected Address'
		in.Kind = Other
	}
	if in.Kind != Other {
		in.Label = ""
	}
	if in.Address == "" {
		problems.Add(invalid("address", "Address is required"))
	}
	if in.Name == "" {
		problems.Add(invalid("contact_person_name", "Name is required"))
	}
	phone, ok := contact.ParsePhone(in.Phone, country)
	switch {
	case in.Phone == "":
		problems.Add(invalid("contact_person_number", "Phone Number is required"))
	case !ok:
		problems.Add(invalid("contact_person_number", "Please enter a valid phone number."))
	}
	in.Phone = string(phone)
	if _, err := geo.NewPoint(in.Latitude, in.Longitude); err != nil {
		problems.Add(invalid("latitude", "This is not a position on earth."))
	}
	return in, append(problems, in.tooLong()...)
}

// The longest texts of an address, in characters. The API has the same limits, but
// other callers need them, too.
const (
	maxAddressLength = 500
	maxLabelLength   = 60
	maxNameLength    = 120
	maxPhoneLength   = 40
	maxPartLength    = 120 // house and floor
	maxRoadLength    = 200
)

func (in Input) tooLong() (problems errs.List) {
	for _, text := range []struct {
		field, text string
		maxLength   int
	}{
		{"address", in.Address, maxAddressLength},
		{"address_label", in.Label, maxLabelLength},
		{"contact_person_name", in.Name, maxNameLength},
		{"contact_person_number", in.Phone, maxPhoneLength},
		{"additional_information", in.Information, maxAddressLength},
		{"house", in.House, maxPartLength},
		{"floor", in.Floor, maxPartLength},
		{"road", in.Road, maxRoadLength},
	} {
		if utf8.RuneCountInString(text.text) > text.maxLength {
			problems.Add(invalid(text.field, "This text is too long."))
		}
	}
	return problems
}

func invalid(field, message string) *errs.Error {
	return errs.New(errs.Invalid, "%s", message).On(field)
}
