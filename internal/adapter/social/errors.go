package social

import "hawker/internal/errs"

// unproven is what a token that proves nothing comes to.
func unproven(provider string, cause error) error {
	return errs.New(errs.Unauthorized, "%s did not confirm who you are. Please try again.", provider).On("token").Because(cause)
}

// unavailable is when nobody can say what a token proves.
func unavailable(provider string, cause error) error {
	return errs.New(errs.Unavailable, "%s does not answer just now. Please try again.", provider).Because(cause)
}
