package mail

import (
	"errors"
	"fmt"
	"net/textproto"

	gomail "github.com/wneessen/go-mail"

	"hawker/internal/errs"
)

// refusal turns what the library says into what we say.
func refusal(err error) error {
	if e, ok := errors.AsType[*gomail.SendError](err); ok {
		return refused(e)
	}
	if reply, ok := errors.AsType[*textproto.Error](err); ok { // before the mail: greeting, sign-in
		err = fmt.Errorf("the mail server answered %d to the connection or the sign-in", reply.Code)
	}
	return errs.New(errs.Unavailable, "The mail server does not take mail just now.").Because(err)
}

// refused is about one mail. Of the sender being refused the recipient knows
// nothing, and an owner can put it right: only what is said of the recipient or
// of the text is for good.
func refused(e *gomail.SendError) error {
	cause := fmt.Errorf("the mail server answered %d %s: %s", e.ErrorCode(), e.EnhancedStatusCode(), e.Reason)
	ofThisMail := e.Reason == gomail.ErrSMTPRcptTo || e.Reason == gomail.ErrSMTPDataClose
	if ofThisMail && e.ErrorCode() >= 500 {
		return errs.New(errs.Invalid, "The mail server takes no mail for this address.").On("email").Because(cause)
	}
	return errs.New(errs.Unavailable, "The mail server does not take mail just now.").Because(cause)
}
