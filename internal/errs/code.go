package errs

import "net/http"

// Code is what a client acts on. It is part of the API: codes are added, never
// renamed.
type Code string

// The codes, by what the client should do about them.
const (
	Malformed        Code = "malformed"          // the request could not be read
	Unauthorized     Code = "unauthorized"       // sign in first
	WrongCredentials Code = "wrong_credentials"  // the name or the password is not right
	Forbidden        Code = "forbidden"          // signed in, and still not allowed
	NotFound         Code = "not_found"          // no such thing, or not yours
	LinkEnded        Code = "link_ended"         // it opened something, and no longer does
	GuestUnknown     Code = "guest_unknown"      // the guest id is not ours: ask for a new one
	MethodNotAllowed Code = "method_not_allowed" // the path exists, the method does not
	Conflict         Code = "conflict"           // the state does not allow it now
	CartChanged      Code = "cart_changed"       // the quote is about another cart
	PriceChanged     Code = "price_changed"      // the total rose since it was shown
	CartOtherStore   Code = "cart_other_store"   // the cart holds another store's lines
	OutOfStock       Code = "out_of_stock"       // fewer left than asked for
	TooLarge         Code = "too_large"          // the body or the picture is too big
	UnsupportedMedia Code = "unsupported_media"  // the body is of a kind we do not take
	Invalid          Code = "invalid"            // read, understood, and against a rule
	CodeWrong        Code = "code_wrong"         // the six digits are not right
	CodeExpired      Code = "code_expired"       // the code, or the proof of it, is over or used: ask for a new one
	CodeSpent        Code = "code_spent"         // the code was typed wrong too often: ask for a new one
	PhoneNeeded      Code = "email"              // signed in elsewhere, and nobody here yet: ask for a phone (AUTH-07)
	OrderLimit       Code = "order_limit"        // enough of these orders wait to be confirmed
	TooMany          Code = "too_many"           // slow down; see RetryAfter
	Internal         Code = "internal"           // our fault
	Unavailable      Code = "unavailable"        // our fault, and it will pass
)

// statuses is the only place where a code becomes an HTTP status.
var statuses = map[Code]int{
	Malformed:        http.StatusBadRequest,
	Unauthorized:     http.StatusUnauthorized,
	WrongCredentials: http.StatusUnauthorized,
	Forbidden:        http.StatusForbidden,
	NotFound:         http.StatusNotFound,
	LinkEnded:        http.StatusNotFound,
	GuestUnknown:     http.StatusNotFound,
	MethodNotAllowed: http.StatusMethodNotAllowed,
	Conflict:         http.StatusConflict,
	CartChanged:      http.StatusConflict,
	PriceChanged:     http.StatusConflict,
	CartOtherStore:   http.StatusConflict,
	OutOfStock:       http.StatusConflict,
	TooLarge:         http.StatusRequestEntityTooLarge,
	UnsupportedMedia: http.StatusUnsupportedMediaType,
	Invalid:          http.StatusUnprocessableEntity,
	CodeWrong:        http.StatusUnprocessableEntity,
	CodeExpired:      http.StatusUnprocessableEntity,
	CodeSpent:        http.StatusUnprocessableEntity,
	PhoneNeeded:      http.StatusUnprocessableEntity,
	OrderLimit:       http.StatusTooManyRequests,
	TooMany:          http.StatusTooManyRequests,
	Internal:         http.StatusInternalServerError,
	Unavailable:      http.StatusServiceUnavailable,
}

// Status returns the HTTP status of the code, and 500 for a code without one.
func (c Code) Status() int {
	if s, ok := statuses[c]; ok {
		return s
	}
	return http.StatusInternalServerError
}
