package staff

import (
	"context"
	"net/http"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"hawker/internal/api/call"
	"hawker/internal/api/view"
	"hawker/internal/credential"
	members "hawker/internal/staff"
)

func (h *Handlers) registerSignIn(a huma.API) {
	huma.Register(a, huma.Operation{OperationID: "staffLogin", Method: http.MethodPost, Path: "/staff/login"}, h.signIn)
	huma.Register(a, by(call.AllStaff, "staffLogout", http.MethodPost, "/staff/logout"), h.signOut)
	huma.Register(a, by(call.AllStaff, "getStaff", http.MethodGet, "/staff/me"), h.me)
}

type staffSignInInput struct {
	call.Scope
	call.Network
	Body struct {
		Email    string `json:"email" maxLength:"255"`
		Password string `json:"password" maxLength:"200"`
	}
}

// staffSignInOutput must not be stored: it contains a token.
type staffSignInOutput struct {
	CacheControl string `header:"Cache-Control"`
	Body         struct {
		Token  string          `json:"token" doc:"The session. Send it as a bearer token."`
		Member staffMemberView `json:"member"`
	}
}

type meOutput struct{ Body staffMemberView }

// staffMemberView is a member of staff as they see themselves.
type staffMemberView struct {
	ID           int64  `json:"id"`
	Name         string `json:"name"`
	Email        string `json:"email"`
	Role         string `json:"role" enum:"admin,vendor,rider"`
	StoreID      int64  `json:"store_id,omitempty" doc:"Only for a vendor of a store."`
	StoreName    string `json:"store_name,omitempty"`
	ProviderID   int64  `json:"provider_id,omitempty" doc:"Only for a vendor of a provider."`
	ProviderName string `json:"provider_name,omitempty"`
	ZoneID       int64  `json:"zone_id,omitempty" doc:"Only for a rider."`
	Vehicle      string `json:"vehicle,omitempty"`
	view.RiderRating
}

// signIn takes the same time for an unknown account as for a wrong password.
func (h *Handlers) signIn(ctx context.Context, in *staffSignInInput) (*staffSignInOutput, error) {
	token, m, err := h.Staff.SignIn(ctx, members.SignIn{
		Email: in.Body.Email, Password: in.Body.Password, Client: credential.Client{Address: in.Host()},
	})
	if err != nil {
		return nil, err
	}
	out := &staffSignInOutput{CacheControl: "no-store"}
	out.Body.Token = token
	out.Body.Member, err = h.viewMember(ctx, m)
	return out, err
}

func (h *Handlers) signOut(ctx context.Context, _ *call.ScopeInput) (*call.MessageOutput, error) {
	if err := h.Staff.SignOut(ctx, call.Member(ctx)); err != nil {
		return nil, err
	}
	return call.NewMessage(ctx, "You are signed out."), nil
}

func (h *Handlers) me(ctx context.Context, _ *call.ScopeInput) (*meOutput, error) {
	view, err := h.viewMember(ctx, call.Member(ctx).Member)
	return &meOutput{Body: view}, err
}

func (h *Handlers) viewMember(ctx context.Context, m members.Member) (staffMemberView, error) {
	v := staffMemberView{ID: m.ID, Name: m.Name, Email: m.Email, Role: string(m.Role), StoreID: m.Store(), ProviderID: m.Provider(), ZoneID: m.Zone(), Vehicle: m.Vehicle}
	v.RiderRating = view.RatingOf(m.RatingSum, m.RatingCount)
	switch {
	case v.ProviderID != 0:
		if owner, err := h.Vehicles.AnyProvider(ctx, v.ProviderID); err == nil {
			v.ProviderName = owner.Name
		}
		return v, nil
	case v.StoreID == 0:
		return v, nil
	}
	directory, err := h.Catalog.Directory(ctx)
	if err != nil {
		return v, err
	}
	if store, err := directory.Store(strconv.FormatInt(v.StoreID, 10)); err == nil {
		v.StoreName = store.Name
	}
	return v, nil
}
