package api

import (
	"context"
	"io"
	"slices"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"hawker/internal/account"
	"hawker/internal/errs"
)

func (s *Server) getCustomer(ctx context.Context, _ *customerInput) (*customerOutput, error) {
	view, err := s.viewCustomer(ctx, signedIn(ctx))
	return &customerOutput{Body: view}, err
}

// viewCustomer shows a customer to themselves.
func (s *Server) viewCustomer(ctx context.Context, me account.Session) (customerView, error) {
	c, err := s.Accounts.Customer(ctx, me)
	if err != nil {
		return customerView{}, err
	}
	addresses, err := s.Addresses.List(ctx, me.CustomerID)
	if err != nil {
		return customerView{}, err
	}
	ways, err := s.Accounts.Ways(ctx)
	if err != nil {
		return customerView{}, err
	}
	v := customerView{
		ID: c.ID, FName: c.FirstName, LName: c.LastName, Phone: given(c.Phone), Email: given(c.Email),
		Image: c.Picture, ImageFullURL: photoURL(c.Picture), IsPhoneVerified: flag(c.PhoneVerified), IsEmailVerified: flag(c.EmailVerified),
		HasPassword: c.PasswordHash != "", Storage: []string{}, Addresses: viewAddresses(addresses), Interest: c.Interests.V,
		CreatedAt: milliseconds(c.CreatedAt),
	}
	if ways.Referral {
		v.RefCode = c.ReferralCode
	}
	by, err := s.Accounts.ConfirmBy(ctx, me, c)
	if err != nil {
		return customerView{}, err
	}
	v.ConfirmBy = string(by)
	v.OrderCount, v.ModuleIDs, err = s.used(ctx, me, c.Interests.V)
	return v, err
}

// given is what a pointer points to, "" for none.
func given(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}

// used answers how many orders a customer has placed, and the modules that they
// have used: ordered in, or chosen interests of (LOC-10).
func (s *Server) used(ctx context.Context, me account.Session, interests []int64) (orders int64, modules []int64, err error) {
	orders, modules, err = s.Orders.Placed(ctx, me.ShopperID)
	if err != nil {
		return 0, nil, err
	}
	town, err := s.Catalog.Town(ctx)
	if err != nil {
		return 0, nil, err
	}
	for _, id := range interests {
		if category, err := town.Category(strconv.FormatInt(id, 10)); err == nil {
			modules = append(modules, category.ModuleID)
		}
	}
	return orders, append([]int64{}, slices.Compact(slices.Sorted(slices.Values(modules)))...), nil
}

func (s *Server) updateProfile(ctx context.Context, in *updateProfileInput) (*updateProfileOutput, error) {
	change, err := in.read()
	if err != nil {
		return nil, err
	}
	change.Visitor = in.visitor("")
	saved, err := s.Accounts.UpdateProfile(ctx, signedIn(ctx), change)
	if err != nil {
		return nil, err
	}
	out := new(updateProfileOutput)
	out.Body.Message, out.Body.DemoOTP = saved.Message, saved.DemoOTP
	out.Body.OTPSend, out.Body.VerificationOn = saved.Awaits != "", string(saved.Awaits)
	return out, nil
}

// read is the form as accounts take it. A field that is absent says nothing, one
// that is there and empty says so.
func (in *updateProfileInput) read() (account.Profile, error) {
	form := in.RawBody.Data()
	said := func(field, text string) *string {
		if _, there := in.RawBody.Form.Value[field]; !there {
			return nil
		}
		return &text
	}
	p := account.Profile{
		Name: said("name", form.Name), Email: said("email", form.Email), Phone: said("phone", form.Phone),
		Reauth:   account.Reauth{Password: form.CurrentPassword, Code: form.ConfirmOTP},
		Password: form.Password, Confirmation: form.ConfirmPassword, Verify: account.Kind(form.ButtonType),
		Code: form.OTP, CodeOf: account.Kind(form.VerificationOn), SessionInfo: form.SessionInfo,
	}
	if !form.Image.IsSet {
		return p, nil
	}
	var err error
	if p.Photo, err = io.ReadAll(form.Image); err != nil {
		return p, errs.New(errs.Malformed, "The picture could not be read.").On("image").Because(err)
	}
	if len(p.Photo) == 0 {
		return p, errs.New(errs.Invalid, "The picture is empty.").On("image")
	}
	return p, nil
}

func (s *Server) deleteCustomer(ctx context.Context, in *deleteCustomerInput) (*messageOutput, error) {
	var by account.Reauth
	if in.Body != nil {
		by = account.Reauth{Password: in.Body.CurrentPassword, Code: in.Body.ConfirmOTP}
	}
	if err := s.Accounts.Erase(ctx, signedIn(ctx), by); err != nil {
		return nil, err
	}
	return said("Account has been deleted"), nil
}

func (s *Server) sendConfirmCode(ctx context.Context, in *confirmCodeInput) (*confirmCodeOutput, error) {
	sent, err := s.Accounts.SendConfirmCode(ctx, signedIn(ctx), in.visitor(""))
	if err != nil {
		return nil, err
	}
	out := new(confirmCodeOutput)
	out.Body.Message, out.Body.DemoOTP = sent.Message, sent.DemoOTP
	out.Body.VerificationOn, out.Body.To = string(sent.To.Kind), sent.To.Value
	return out, nil
}

func (s *Server) putInterests(ctx context.Context, in *interestsInput) (*messageOutput, error) {
	if err := s.Accounts.SetInterests(ctx, signedIn(ctx), in.Body.Interest); err != nil {
		return nil, err
	}
	return said("Your interests have been saved."), nil
}

// getPicture answers a customer's photo to whoever knows its key. Under one key
// there is only ever one photo.
func (s *Server) getPicture(ctx context.Context, in *pictureInput) (*huma.StreamResponse, error) {
	content, err := s.Accounts.Photo(ctx, in.Key)
	if err != nil {
		return nil, err
	}
	return &huma.StreamResponse{Body: func(ctx huma.Context) {
		ctx.SetHeader("Content-Type", "image/jpeg")
		ctx.SetHeader("Content-Length", strconv.Itoa(len(content)))
		ctx.SetHeader("Cache-Control", "public, max-age=31536000, immutable")
		ctx.SetHeader("X-Content-Type-Options", "nosniff")
		_, _ = ctx.BodyWriter().Write(content) // a client that went away
	}}, nil
}
