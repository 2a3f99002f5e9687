package shopping

import (
	"context"
	"fmt"

	"hawker/internal/api/call"
	"hawker/internal/errs"
)

// ContactPhone is an input that has the phone of an order or a trip.
type ContactPhone struct {
	call.Scope
	call.Network
	HeaderPhone string `header:"X-Phone" maxLength:"40" doc:"The contact phone."`
	Phone       string `query:"phone" maxLength:"40" doc:"The contact phone under its documented name. Either this or X-Phone is required; if both are given, they must be equal."`
}

// How many wrong attempts one client address has in ten minutes: at one order or trip, with
// one phone, and in all. Every limit is by address, so that nobody can lock out
// somebody else.
const (
	attemptsPerPurchase = 10
	attemptsPerPhone    = 10
	attemptsPerAddress  = 60
)

// checkPhone refuses a phone that is not that of the order or trip, as check reports. After
// too many wrong attempts it refuses without checking. Right ones do not count, and all
// calls that take a phone count together.
func (h *Handlers) checkPhone(ctx context.Context, in *ContactPhone, id int64, check func(phone string) error) error {
	phone, err := call.HeaderOrField(in.HeaderPhone, in.Phone, "phone")
	switch {
	case err != nil:
		return err
	case phone == "":
		return errs.New(errs.Invalid, "Phone Number is required").On("phone")
	case !h.RateLimits:
		return check(phone)
	}
	number, err := h.Orders.ReadPhone(ctx, phone)
	if err != nil {
		return err
	}
	limits := []call.AttemptLimit{
		{Key: fmt.Sprintf("purchase %d from %s", id, in.Host()), Max: attemptsPerPurchase},
		{Key: fmt.Sprintf("phone %s from %s", number, in.Host()), Max: attemptsPerPhone},
		{Key: "from " + in.Host(), Max: attemptsPerAddress},
	}
	if wait := h.phoneAttempts.Count(limits); wait > 0 {
		return errs.New(errs.TooMany, "Too many requests. Please wait a moment and try again.").After(wait)
	}
	err = check(phone)
	if !errs.Is(err, errs.NotFound) {
		h.phoneAttempts.Refund(limits)
	}
	return err
}
