// Package licence stores the driver's licences of those who rent vehicles, and what each
// provider found when it checked them (RNT-11, ADR 0022).
//
// A licence belongs to a shopper, so a guest is asked once on a device, and a customer once
// in all: a customer also has the licence that they gave as a guest before they signed in.
// One that is given again is a new row, which every provider checks again. The photos are
// private images of package upload. Which trips need a licence is in package trip.
package licence

import (
	"regexp"
	"strings"
	"time"
	"unicode/utf8"

	"hawker/internal/errs"
	"hawker/internal/upload"
)

// Licence is a driver's licence as its shopper has given it. It does not change.
type Licence struct {
	ID        int64
	ShopperID int64
	Name      string // as printed
	Number    string
	ExpiresOn string // the last day, such as 2027-03-31; "": it does not expire
	Front     string // key of an image
	Back      string // key of an image
	CreatedAt int64  // Unix milliseconds
}

// Check is what a provider found.
type Check struct {
	LicenceID  int64
	ProviderID int64
	Status     Status // Approved or Refused
	Reason     string // of a refusal; the shopper reads it
	StaffID    int64
	StaffName  string
	CheckedAt  int64 // Unix milliseconds
}

// Status is what a licence is worth for a trip with a provider.
type Status string

// The statuses.
const (
	Missing  Status = "missing"
	Expired  Status = "expired" // before the vehicles are back
	Waiting  Status = "waiting" // to be checked by the provider
	Approved Status = "approved"
	Refused  Status = "refused"
)

// State is the licence of a trip's driver, and what the trip's provider found.
type State struct {
	Status
	Licence *Licence // nil: missing
	Check   *Check   // nil: not checked by this provider
}

// StateOf returns the state for a trip whose vehicles come back on a day, such as
// 2027-03-31.
func StateOf(l *Licence, c *Check, back string) State {
	s := State{Waiting, l, c}
	switch {
	case l == nil:
		s.Status = Missing
	case c != nil && c.Status == Refused:
		s.Status = Refused
	case l.ExpiresOn != "" && l.ExpiresOn < back:
		s.Status = Expired
	case c != nil:
		s.Status = c.Status
	}
	return s
}

// Usable reports whether a trip can be booked with the licence.
func (s State) Usable() bool { return s.Status == Waiting || s.Status == Approved }

// Given is a licence that a shopper gives.
type Given struct {
	Name, Number string
	ExpiresOn    string // "": it does not expire
	Front, Back  string // keys of images
	Replaces     int64  // id of the licence that they saw; 0: none
}

const (
	maxNameLength   = 120
	maxYears        = 100
	shortestDate    = len(time.DateOnly)
	westernmost     = -12 * time.Hour // where a day ends last
	maxReasonLength = 300
)

// numbers are those of licences: letters and digits of any script, with a few signs
// between them.
var numbers = regexp.MustCompile(`^[\pL\pN][\pL\pN ./-]{2,28}[\pL\pN]$`)

// Clean returns it in the form that is stored, or what is wrong with it.
func (g Given) Clean(now time.Time) (Given, error) {
	g.Name, g.Number = strings.Join(strings.Fields(g.Name), " "), strings.ToUpper(strings.Join(strings.Fields(g.Number), " "))
	var wrong errs.List
	switch {
	case g.Name == "":
		wrong.Add(errs.New(errs.Invalid, "Please enter the name as it is printed on the licence.").On("name"))
	case utf8.RuneCountInString(g.Name) > maxNameLength:
		wrong.Add(errs.New(errs.Invalid, "This text is too long.").On("name"))
	}
	if !numbers.MatchString(g.Number) {
		wrong.Add(errs.New(errs.Invalid, "Please enter the number as it is printed on the licence.").On("number"))
	}
	if problem := checkExpiry(g.ExpiresOn, now); problem != nil {
		wrong.Add(problem)
	}
	if !upload.ValidKey(g.Front) {
		wrong.Add(errs.New(errs.Invalid, "Please add a photo of the front.").On("front"))
	}
	if !upload.ValidKey(g.Back) || g.Back == g.Front {
		wrong.Add(errs.New(errs.Invalid, "Please add a photo of the back.").On("back"))
	}
	return g, wrong.Err()
}

// checkExpiry refuses a day that is over everywhere on Earth.
func checkExpiry(day string, now time.Time) *errs.Error {
	if day == "" {
		return nil
	}
	expires, err := time.Parse(time.DateOnly, day)
	switch {
	case err != nil || len(day) != shortestDate || expires.After(now.AddDate(maxYears, 0, 0)):
		return errs.New(errs.Invalid, "Please enter the day on which the licence expires.").On("expires_on")
	case day < now.UTC().Add(westernmost).Format(time.DateOnly):
		return errs.New(errs.Invalid, "This licence has expired.").On("expires_on")
	}
	return nil
}

// CheckReason returns the reason of a refusal in the form that is stored.
func CheckReason(reason string) (string, error) {
	reason = strings.TrimSpace(reason)
	switch {
	case reason == "":
		return "", errs.New(errs.Invalid, "Please say why.").On("reason")
	case utf8.RuneCountInString(reason) > maxReasonLength:
		return "", errs.New(errs.Invalid, "This text is too long.").On("reason")
	}
	return reason, nil
}
