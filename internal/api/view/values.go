package view

import (
	"time"
)

// NonNil returns the list, which JSON writes as [] when it is empty.
func NonNil(list []string) []string {
	if list == nil {
		return []string{}
	}
	return list
}

// Flag returns a switch as 0 or 1.
func Flag(on bool) int {
	if on {
		return 1
	}
	return 0
}

// Time returns a time in RFC 3339, "" for the zero time.
func Time(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339)
}

// UnixMilli returns a stored time in RFC 3339.
func UnixMilli(at int64) string { return Time(time.UnixMilli(at)) }

// OptionalTime returns a stored time in RFC 3339, "" for none.
func OptionalTime(at *int64) string {
	if at == nil {
		return ""
	}
	return UnixMilli(*at)
}

// PaymentDue returns in RFC 3339 when an order is canceled unless its shopper pays; "":
// no payment is awaited from them. due is in Unix milliseconds; nil: never.
func PaymentDue(awaitsPayment bool, due *int64) string {
	if !awaitsPayment || due == nil {
		return ""
	}
	return UnixMilli(*due)
}
