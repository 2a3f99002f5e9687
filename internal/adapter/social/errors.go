package social

import "hawker/internal/errs"

// unproven refuses a token that proves nothing.
func unproven(provider string, cause error) error {
	return errs.New(errs.Unauthorized, "%s did not confirm who you are. Please try again.", provider).On("token").Because(cause)
}

// unavailable means that the provider could not be asked.
func unavailable(provider string, cause error) error {
	return errs.New(errs.Unavailable, "%s does not answer just now. Please try again.", provider).Because(cause)
}
