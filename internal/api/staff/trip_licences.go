package staff

import (
	"context"
	"net/http"
	"slices"

	"github.com/danielgtaylor/huma/v2"

	"hawker/internal/api/call"
	"hawker/internal/api/view"
	"hawker/internal/errs"
	"hawker/internal/licence"
	"hawker/internal/locale"
	"hawker/internal/trip"
	"hawker/internal/upload"
)

// registerTripLicences has the calls on the licences of drivers (ADR 0022).
func (h *Handlers) registerTripLicences(a huma.API) {
	huma.Register(a, by(call.ProviderVendors, "checkVendorLicence", http.MethodPost, "/vendor/trips/{id}/driver-licence"), h.checkLicence)
	huma.Register(a, by(call.Admins, "checkAdminLicence", http.MethodPost, "/admin/trips/{id}/driver-licence"), h.checkLicence)
	for _, op := range []huma.Operation{
		by(call.ProviderVendors, "getVendorLicenceImage", http.MethodGet, "/vendor/trips/{id}/driver-licence/{image}"),
		by(call.Admins, "getAdminLicenceImage", http.MethodGet, "/admin/trips/{id}/driver-licence/{image}"),
	} {
		op.Responses = view.ImageResponse
		huma.Register(a, op, h.getLicenceImage)
	}
}

// staffLicenceView is the licence of a trip's driver.
type staffLicenceView struct {
	Status    string `json:"status" enum:"missing,expired,waiting,approved,refused" doc:"expired: the licence ends before the vehicles are back."`
	ID        int64  `json:"id" doc:"Changes with every change of the licence; 0: there is no licence."`
	Name      string `json:"name"`
	Number    string `json:"number"`
	ExpiresOn string `json:"expires_on" doc:"The last day, YYYY-MM-DD; empty: it does not expire."`
	Front     string `json:"front" doc:"Id of an image."`
	Back      string `json:"back" doc:"Id of an image."`
	Reason    string `json:"reason" doc:"Why the licence was refused; empty: not refused."`
	CheckedBy string `json:"checked_by" doc:"The member of the provider's staff who checked it. Empty: it was not checked by one."`
	CheckedAt string `json:"checked_at,omitempty" doc:"RFC 3339."`
	CanCheck  bool   `json:"can_check" doc:"The caller may approve or refuse the licence now."`
}

type checkLicenceInput struct {
	call.Scope
	ID   int64 `path:"id" minimum:"1"`
	Body struct {
		LicenceID  int64  `json:"licence_id" minimum:"1" doc:"The id that the caller has seen. If the licence was replaced since, the call is refused with conflict."`
		SeenStatus string `json:"seen_status,omitempty" enum:"expired,waiting,approved,refused" doc:"The status that the caller has seen. If somebody else has changed it since, the call is refused with conflict."`
		Approve    bool   `json:"approve"`
		Reason     string `json:"reason,omitempty" maxLength:"300" doc:"Required to refuse it; the shopper reads it."`
	}
}

type licenceImageInput struct {
	call.Scope
	ID    int64  `path:"id" minimum:"1"`
	Image string `path:"image" maxLength:"80" doc:"The front or the back of the trip's driver_licence."`
}

// checkLicence stores what the provider of a trip, or an admin for it, found.
func (h *Handlers) checkLicence(ctx context.Context, in *checkLicenceInput) (*staffTripOutput, error) {
	checked, err := h.Trips.CheckLicence(ctx, tripStaff(ctx), in.ID, trip.LicenceCheck{
		LicenceID: in.Body.LicenceID, Seen: licence.Status(in.Body.SeenStatus), Approve: in.Body.Approve, Reason: in.Body.Reason,
	})
	if err != nil {
		return nil, err
	}
	return h.tripResponse(ctx, checked)
}

// getLicenceImage returns a photo of the licence of a trip that is under way.
func (h *Handlers) getLicenceImage(ctx context.Context, in *licenceImageInput) (*huma.StreamResponse, error) {
	found, err := h.Trips.FindForStaff(ctx, tripStaff(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	states, err := h.Trips.Licences(ctx, found.Trip)
	if err != nil {
		return nil, err
	}
	l := states[found.ID].Licence
	if l == nil || !slices.Contains([]string{l.Front, l.Back}, in.Image) {
		return nil, errs.New(errs.NotFound, "This image was not found.")
	}
	content, err := h.Uploads.OpenKept(ctx, in.Image, upload.Licence)
	if err != nil {
		return nil, err
	}
	return view.Image(content, "no-store"), nil
}

// addLicence adds the licence of the trip's driver. Until it is approved the vehicles are not
// handed over.
func (v *staffTripView) addLicence(t trip.Trip, s licence.State, language string) {
	l := staffLicenceView{Status: string(s.Status), CanCheck: s.Licence != nil && t.AsksForCheck()}
	if s.Licence != nil {
		l.ID, l.Name, l.Number, l.ExpiresOn, l.Front, l.Back = s.Licence.ID, s.Licence.Name, s.Licence.Number, s.Licence.ExpiresOn, s.Licence.Front, s.Licence.Back
	}
	if s.Check != nil {
		l.Reason, l.CheckedBy, l.CheckedAt = locale.Reason(language, s.Check.Reason), s.Check.StaffName, view.UnixMilli(s.Check.CheckedAt)
	}
	v.DriverLicence = &l
	if s.Status != licence.Approved {
		v.NextStatuses = slices.DeleteFunc(v.NextStatuses, func(next string) bool { return next == string(trip.Ongoing) })
	}
}
