package mail

import (
	"errors"
	"fmt"
	"net/textproto"

	gomail "github.com/wneessen/go-mail"

	"hawker/internal/errs"
)

// refusal converts an error of the library to an errs.Error.
func refusal(err error) error {
	if e, ok := errors.AsType[*gomail.SendError](err); ok {
		return refused(e)
	}
	if reply, ok := errors.AsType[*textproto.Error](err); ok { // before the mail: greeting or authentication
		err = fmt.Errorf("the mail server returned %d to the connection or the authentication", reply.Code)
	}
	return errs.New(errs.Unavailable, "The mail server does not accept mail at the moment.").Because(err)
}

// refused converts a refusal of one mail. Only a refusal of the recipient or of the text
// is permanent. If the server refuses the sender, the business can correct that.
func refused(e *gomail.SendError) error {
	cause := fmt.Errorf("the mail server returned %d %s: %s", e.ErrorCode(), e.EnhancedStatusCode(), e.Reason)
	ofThisMail := e.Reason == gomail.ErrSMTPRcptTo || e.Reason == gomail.ErrSMTPDataClose
	if ofThisMail && e.ErrorCode() >= 500 {
		return errs.New(errs.Invalid, "The mail server refuses this address.").On("email").Because(cause)
	}
	return errs.New(errs.Unavailable, "The mail server does not accept mail at the moment.").Because(cause)
}
