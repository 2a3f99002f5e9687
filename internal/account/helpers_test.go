package account_test

import "hawker/internal/signin/signintest"

const (
	asha     = signintest.Asha
	phone    = signintest.Phone
	password = signintest.Password
)
