package renting

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"hawker/internal/api/call"
	"hawker/internal/api/view"
	"hawker/internal/licence"
	"hawker/internal/locale"
	"hawker/internal/translation"
	"hawker/internal/trip"
)

// licencesPerMinute is more than a person gives.
const licencesPerMinute = 10

// registerLicence has the calls on the driver's licence of a shopper (ADR 0022).
func (h *Handlers) registerLicence(a huma.API) {
	huma.Register(a, call.ByShoppers("getDriverLicence", http.MethodGet, "/rental/driver-licence"), h.getLicence)
	put := call.ByShoppers("putDriverLicence", http.MethodPut, "/rental/driver-licence")
	put.Middlewares = h.Limits.PerMinute(a, licencesPerMinute)
	huma.Register(a, put, h.putLicence)
	huma.Register(a, call.ByShoppers("deleteDriverLicence", http.MethodDelete, "/rental/driver-licence"), h.deleteLicence)
}

// licenceView is a licence as its shopper sees it.
type licenceView struct {
	ID        int64              `json:"id" doc:"Changes with every change of the licence."`
	Name      string             `json:"name"`
	Number    string             `json:"number"`
	ExpiresOn string             `json:"expires_on" doc:"The last day, YYYY-MM-DD; empty: it does not expire."`
	Front     string             `json:"front" doc:"Id of an upload."`
	Back      string             `json:"back" doc:"Id of an upload."`
	CreatedAt string             `json:"created_at" doc:"RFC 3339."`
	Checks    []licenceCheckView `json:"checks" doc:"The newest first. A provider who is not among them has not checked it."`
}

type licenceCheckView struct {
	ProviderID   int64  `json:"provider_id"`
	ProviderName string `json:"provider_name"`
	Status       string `json:"status" enum:"approved,refused"`
	Reason       string `json:"reason" doc:"Why the provider refused the licence; empty: not refused."`
	CheckedAt    string `json:"checked_at" doc:"RFC 3339."`
}

// tripLicenceView is what the licence of a trip's driver is worth for the trip's provider.
type tripLicenceView struct {
	Status string `json:"status" enum:"missing,expired,waiting,approved,refused" doc:"expired: the licence ends before the vehicles are back. waiting: the provider must check it."`
	Reason string `json:"reason" doc:"Why the provider refused the licence; empty: not refused."`
	IsMine *bool  `json:"is_mine,omitempty" doc:"For a customer: the trip is theirs, so they may change the licence. Absent for a guest: the guest who booked may change it."`
}

type licenceInput struct {
	call.Scope
	call.GuestQuery
}

type licenceOutput struct {
	Body struct {
		Licence *licenceView `json:"licence,omitempty" doc:"Absent: the shopper has given no licence."`
	}
}

type putLicenceInput struct {
	call.Scope
	call.GuestHeader
	Body struct {
		GuestID   string `json:"guest_id,omitempty" maxLength:"128"`
		Name      string `json:"name" maxLength:"120" doc:"The name as printed on the licence."`
		Number    string `json:"number" maxLength:"30" doc:"The number as printed on the licence."`
		ExpiresOn string `json:"expires_on,omitempty" maxLength:"10" doc:"The last day, YYYY-MM-DD; absent: it does not expire."`
		Front     string `json:"front" maxLength:"80" doc:"Id of an upload with the purpose licence."`
		Back      string `json:"back" maxLength:"80" doc:"Id of another upload with the purpose licence."`
		Replaces  int64  `json:"replaces,omitempty" minimum:"0" doc:"Id of the licence that the shopper has seen; absent: there was none."`
	}
}

type deleteLicenceInput struct {
	call.Scope
	call.GuestQuery
	ID int64 `query:"id" minimum:"1" required:"true" doc:"Id of the licence that the shopper has seen."`
}

func (h *Handlers) getLicence(ctx context.Context, in *licenceInput) (*licenceOutput, error) {
	who, err := in.Shopper(ctx, h.Shoppers, in.GuestID)
	if err != nil {
		return nil, err
	}
	return h.licenceOutput(ctx, who.ID)
}

// putLicence stores the licence of a shopper, in the place of the one that they have seen.
func (h *Handlers) putLicence(ctx context.Context, in *putLicenceInput) (*licenceOutput, error) {
	who, err := in.Shopper(ctx, h.Shoppers, in.Body.GuestID)
	if err != nil {
		return nil, err
	}
	b := in.Body
	err = h.Trips.GiveLicence(ctx, who.ID, licence.Given{
		Name: b.Name, Number: b.Number, ExpiresOn: b.ExpiresOn, Front: b.Front, Back: b.Back, Replaces: b.Replaces,
	})
	if err != nil {
		return nil, err
	}
	return h.licenceOutput(ctx, who.ID)
}

func (h *Handlers) deleteLicence(ctx context.Context, in *deleteLicenceInput) (*licenceOutput, error) {
	who, err := in.Shopper(ctx, h.Shoppers, in.GuestID)
	if err != nil {
		return nil, err
	}
	if err := h.Trips.RemoveLicence(ctx, who.ID, in.ID); err != nil {
		return nil, err
	}
	return h.licenceOutput(ctx, who.ID)
}

func (h *Handlers) licenceOutput(ctx context.Context, shopperID int64) (*licenceOutput, error) {
	out := new(licenceOutput)
	l, found, err := h.Trips.FindLicence(ctx, shopperID)
	if err != nil || l == nil {
		return out, err
	}
	v := licenceView{
		ID: l.ID, Name: l.Name, Number: l.Number, ExpiresOn: l.ExpiresOn, Front: l.Front, Back: l.Back,
		CreatedAt: view.UnixMilli(l.CreatedAt), Checks: []licenceCheckView{},
	}
	for _, f := range found {
		v.Checks = append(v.Checks, licenceCheckView{
			ProviderID: f.ProviderID, ProviderName: f.Provider, Status: string(f.Status), Reason: call.SayReason(ctx, f.Reason), CheckedAt: view.UnixMilli(f.CheckedAt),
		})
	}
	out.Body.Licence = &v
	return out, nil
}

// viewTripLicence is nil for a trip that needs none.
func viewTripLicence(s *licence.State, language string) *tripLicenceView {
	if s == nil {
		return nil
	}
	v := tripLicenceView{Status: string(s.Status)}
	if s.Status == licence.Refused {
		v.Reason = locale.Reason(language, s.Check.Reason)
	}
	return &v
}

// tripLicences returns what the licences of trips are worth, by trip.
func (h *Handlers) tripLicences(ctx context.Context, trips []trip.Details) (map[int64]*tripLicenceView, error) {
	states, err := h.Trips.Licences(ctx, trip.Rows(trips)...)
	views := map[int64]*tripLicenceView{}
	for id, s := range states {
		views[id] = viewTripLicence(&s, translation.Language(ctx))
	}
	me := call.Session(ctx).ShopperID
	for _, d := range trips {
		if v := views[d.ID]; v != nil && me != 0 {
			v.IsMine = new(d.ShopperID == me)
		}
	}
	return views, err
}
