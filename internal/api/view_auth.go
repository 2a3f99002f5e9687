package api

import (
	"hawker/internal/account"
	"hawker/internal/cart"
)

// neverKept is for answers that hold a token or what leads to one.
const neverKept = "no-store"

// answerSignIn shows how far a sign-in has come, or why it has not.
func (s *Server) answerSignIn(in account.SignIn, err error) (*signInOutput, error) {
	if err != nil {
		return nil, err
	}
	return &signInOutput{CacheControl: neverKept, SetCookie: s.keepDevice(in.Secret), Body: viewSignIn(in)}, nil
}

func viewSignIn(in account.SignIn) SignInView {
	view := SignInView{
		Token: in.Token, CustomerID: in.CustomerID, Proof: in.Proof, IsPersonalInfo: flag(!in.NameNeeded),
		IsPhoneVerified: flag(in.PhoneVerified), IsEmailVerified: flag(in.EmailVerified),
		Phone: in.Phone, Email: in.Email, CartConflict: []cartConflictView{},
		DemoOTP: in.DemoOTP, Message: in.Message,
	}
	if in.Exists != nil {
		view.IsExistUser = &existingUserView{Name: in.Exists.Name, Image: photoURL(in.Exists.Picture)}
	}
	for _, c := range in.Conflicts {
		view.CartConflict = append(view.CartConflict, viewCartConflict(c))
	}
	return view
}

func viewCartConflict(c cart.Conflict) cartConflictView {
	return cartConflictView{
		ModuleID: c.ModuleID, GuestStore: c.GuestStore, GuestUnits: c.GuestUnits,
		AccountStore: c.AccountStore, AccountUnits: c.AccountUnits,
	}
}

// photoURL is where a customer's picture is; "" for none.
func photoURL(key string) string {
	if key == "" {
		return ""
	}
	return Prefix + "/pictures/" + key
}
