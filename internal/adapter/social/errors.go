package social

import "hawker/internal/errs"

// unproven returns the error for an invalid token.
func unproven(provider string, cause error) error {
	return errs.New(errs.Unauthorized, "%s did not confirm who you are. Please try again.", provider).On("token").Because(cause)
}

// unavailable returns the error for a provider that did not respond.
func unavailable(provider string, cause error) error {
	return errs.New(errs.Unavailable, "%s does not respond at the moment. Please try again.", provider).Because(cause)
}
