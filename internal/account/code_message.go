package account

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"hawker/internal/credential"
	"hawker/internal/db"
)

// MsgCodeSent is what a call says that has sent a code.
const MsgCodeSent = "We have sent you a code."

// sendCode is the job that sends a code, if it can still be used. A code to reset a
// password is sent only if there is an account that it may reset. The call that asked
// for it does not wait for this, so nobody learns from it whether there is one.
func (s *Service) sendCode(ctx context.Context, b credential.CodeJobBody) error {
	target, code, err := s.Credentials.CodeToSend(ctx, b.ID)
	if errors.Is(err, db.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	if target.Purpose == credential.ToResetPassword {
		_, err := FindResettable(ctx, s.DB.R, target.Contact)
		if errors.Is(err, ErrUnknown) {
			return nil
		}
		if err != nil {
			return err
		}
	}
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return err
	}
	business := settings.Business.Name
	if err := s.send(ctx, target.Contact, b.Language, fmt.Sprintf("Your code for %s", business), codeText(target.Purpose, code, business)); err != nil {
		// The error may contain the message, and it is stored with the job.
		return errors.New(strings.ReplaceAll(err.Error(), code, "******"))
	}
	return nil
}

// codeText begins with the code: that is what a locked phone shows.
func codeText(p credential.CodePurpose, code, business string) string {
	use := map[credential.CodePurpose]string{
		credential.ToSignIn: "to sign in", credential.ToVerify: "to prove that this is yours",
		credential.ToResetPassword: "to set a new password", credential.ToChangeProfile: "to change your details",
		credential.ToConfirm: "to confirm that it is you",
	}[p]
	return fmt.Sprintf("%s is your code for %s, %s. It is good for 5 minutes. We never ask you for it.", code, business, use)
}
