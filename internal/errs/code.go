package errs

import "net/http"

// Code is what a client acts on. It is part of the API: codes are added, never
// renamed.
type Code string

// The codes, by what the client should do about them.
const (
	Malformed          Code = "malformed"            // the request could not be read
	Unauthorized       Code = "unauthorized"         // sign in first
	WrongCredentials   Code = "wrong_credentials"    // the name or the password is not right
	Forbidden          Code = "forbidden"            // signed in, and still not allowed
	NotFound           Code = "not_found"            // it does not exist, or belongs to somebody else
	LinkEnded          Code = "link_ended"           // the link was valid once, and is no longer
	GuestUnknown       Code = "guest_unknown"        // there is no such guest id: request a new one
	MethodNotAllowed   Code = "method_not_allowed"   // the path exists, the method does not
	Conflict           Code = "conflict"             // the state does not allow it now
	CartChanged        Code = "cart_changed"         // the cart has changed since the quote
	PriceChanged       Code = "price_changed"        // the total rose since it was shown
	CartOtherStore     Code = "cart_other_store"     // the cart has lines of another store
	OtherProvider      Code = "trip_other_provider"  // the trip cart has vehicles of another provider
	OtherTripType      Code = "trip_other_type"      // the trip cart is of another type of trip
	OtherDuration      Code = "trip_other_duration"  // the trip cart is for another number of hours
	LicenceNotApproved Code = "licence_not_approved" // the provider has not approved the driver's licence
	OutOfStock         Code = "out_of_stock"         // fewer left than asked for, or a vehicle is no longer for rent
	TooLarge           Code = "too_large"            // the body or the picture is too big
	UnsupportedMedia   Code = "unsupported_media"    // the type of the body is not accepted
	Invalid            Code = "invalid"              // the request could be read, but breaks a rule
	CodeWrong          Code = "code_wrong"           // the six digits are not right
	CodeExpired        Code = "code_expired"         // the code or its proof has expired or was used: request a new one
	CodeSpent          Code = "code_spent"           // too many wrong attempts at the code: request a new one
	PhoneNeeded        Code = "email"                // signed in at a provider, but no account here yet: ask for a phone (AUTH-07)
	OrderLimit         Code = "order_limit"          // too many of the shopper's orders wait to be confirmed
	TooMany            Code = "too_many"             // slow down; see RetryAfter
	MapUnavailable     Code = "map_unavailable"      // a map service that the town uses does not respond
	Internal           Code = "internal"             // our fault
	Unavailable        Code = "unavailable"          // our fault, and only for a moment
)

// statuses is the only place where a code becomes an HTTP status.
var statuses = map[Code]int{
	Malformed:          http.StatusBadRequest,
	Unauthorized:       http.StatusUnauthorized,
	WrongCredentials:   http.StatusUnauthorized,
	Forbidden:          http.StatusForbidden,
	NotFound:           http.StatusNotFound,
	LinkEnded:          http.StatusNotFound,
	GuestUnknown:       http.StatusNotFound,
	MethodNotAllowed:   http.StatusMethodNotAllowed,
	Conflict:           http.StatusConflict,
	CartChanged:        http.StatusConflict,
	PriceChanged:       http.StatusConflict,
	CartOtherStore:     http.StatusConflict,
	OtherProvider:      http.StatusConflict,
	OtherTripType:      http.StatusConflict,
	OtherDuration:      http.StatusConflict,
	LicenceNotApproved: http.StatusConflict,
	OutOfStock:         http.StatusConflict,
	TooLarge:           http.StatusRequestEntityTooLarge,
	UnsupportedMedia:   http.StatusUnsupportedMediaType,
	Invalid:            http.StatusUnprocessableEntity,
	CodeWrong:          http.StatusUnprocessableEntity,
	CodeExpired:        http.StatusUnprocessableEntity,
	CodeSpent:          http.StatusUnprocessableEntity,
	PhoneNeeded:        http.StatusUnprocessableEntity,
	OrderLimit:         http.StatusTooManyRequests,
	TooMany:            http.StatusTooManyRequests,
	MapUnavailable:     http.StatusFailedDependency,
	Internal:           http.StatusInternalServerError,
	Unavailable:        http.StatusServiceUnavailable,
}

// Status returns the HTTP status of the code, and 500 for a code without one.
func (c Code) Status() int {
	if s, ok := statuses[c]; ok {
		return s
	}
	return http.StatusInternalServerError
}
