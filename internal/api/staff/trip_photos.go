package staff

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"hawker/internal/api/call"
	"hawker/internal/api/view"
	"hawker/internal/db"
	"hawker/internal/upload"
)

// registerTripPhotos has the calls on photos of a trip's vehicles.
func (h *Handlers) registerTripPhotos(a huma.API) {
	for _, op := range []huma.Operation{
		by(call.ProviderVendors, "postVendorTripPhoto", http.MethodPost, "/vendor/trips/{id}/photos"),
		by(call.Admins, "postAdminTripPhoto", http.MethodPost, "/admin/trips/{id}/photos"),
	} {
		huma.Register(a, call.LimitForm(a, op, call.MaxImageForm), h.postTripPhoto)
	}
	for _, op := range []huma.Operation{
		by(call.ProviderVendors, "getVendorTripPhoto", http.MethodGet, "/vendor/trips/{id}/photos/{photo}"),
		by(call.Admins, "getAdminTripPhoto", http.MethodGet, "/admin/trips/{id}/photos/{photo}"),
	} {
		op.Responses = view.ImageResponse
		huma.Register(a, op, h.getTripPhoto)
	}
}

type postStaffPhotoInput struct {
	call.Scope
	ID      int64 `path:"id" minimum:"1"`
	RawBody huma.MultipartFormFiles[call.PhotoForm]
}

type getStaffPhotoInput struct {
	call.Scope
	ID    int64  `path:"id" minimum:"1"`
	Photo string `path:"photo" maxLength:"80" doc:"The id in photos of the trip."`
}

// postTripPhoto adds a photo to a trip that the caller works on.
func (h *Handlers) postTripPhoto(ctx context.Context, in *postStaffPhotoInput) (*staffTripOutput, error) {
	me := tripStaff(ctx)
	booked, err := h.Trips.FindForStaff(ctx, me, in.ID)
	if err != nil {
		return nil, err
	}
	form := in.RawBody.Data()
	content, err := call.ReadImage(form.Image)
	if err != nil {
		return nil, err
	}
	purpose := view.PhotoPurpose(form.Phase)
	err = h.Uploads.AddPhoto(ctx, content, booked.ShopperID, purpose, func(tx *db.Tx, key string) error {
		return h.Trips.AddPhotoBy(ctx, tx, me, in.ID, upload.Photo{Key: key, Purpose: purpose})
	})
	if err != nil {
		return nil, err
	}
	found, err := h.Trips.FindForStaff(ctx, me, in.ID)
	if err != nil {
		return nil, err
	}
	return h.tripResponse(ctx, found)
}

// getTripPhoto returns a photo of a trip that the caller works on.
func (h *Handlers) getTripPhoto(ctx context.Context, in *getStaffPhotoInput) (*huma.StreamResponse, error) {
	if _, err := h.Trips.FindForStaff(ctx, tripStaff(ctx), in.ID); err != nil {
		return nil, err
	}
	content, err := h.Uploads.OpenPhoto(ctx, in.Photo, in.ID)
	if err != nil {
		return nil, err
	}
	return view.Image(content, "no-store"), nil
}
