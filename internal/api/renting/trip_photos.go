package renting

import (
	"context"
	"net/http"
	"slices"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"hawker/internal/api/call"
	"hawker/internal/api/view"
	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/purchase"
	"hawker/internal/upload"
)

// registerTripPhotos has the calls on photos of a trip's vehicles.
func (h *Handlers) registerTripPhotos(a huma.API) {
	post := call.ByOrderHolders("postTripPhoto", http.MethodPost, "/rental/trips/{id}/photos")
	if h.Trips != nil { // nil: the calls are only described
		post.Middlewares = huma.Middlewares{h.knownTrip(a)}
	}
	post.Middlewares = slices.Concat(post.Middlewares, h.Limits.Images(a), h.ImagesAtOnce)
	huma.Register(a, call.LimitForm(a, post, call.MaxImageForm), h.postTripPhoto)
	get := call.ByOrderHolders("getTripPhoto", http.MethodGet, "/rental/trips/{id}/photos/{photo}")
	get.Responses = view.ImageResponse
	huma.Register(a, get, h.getTripPhoto)
}

type postTripPhotoInput struct {
	call.Scope
	call.OrderToken
	ID      int64 `path:"id" minimum:"1"`
	RawBody huma.MultipartFormFiles[call.PhotoForm]
}

type getTripPhotoInput struct {
	call.Scope
	call.OrderToken
	ID    int64  `path:"id" minimum:"1"`
	Photo string `path:"photo" maxLength:"80" doc:"The id in photos of the trip."`
}

// knownTrip refuses who does not own the trip before the image is read. A form of another
// site can be sent without asking the browser, but not with the header of a session or of
// a token.
func (h *Handlers) knownTrip(a huma.API) func(huma.Context, func(huma.Context)) {
	return func(ctx huma.Context, next func(huma.Context)) {
		who := purchase.Owner{ShopperID: call.Session(ctx.Context()).ShopperID, Token: ctx.Header("X-Order-Token")}
		if who.ShopperID == 0 && who.Token == "" {
			call.Refuse(a, ctx, call.ErrNotSignedIn)
			return
		}
		id, err := strconv.ParseInt(ctx.Param("id"), 10, 64)
		if err != nil || id < 1 {
			err = errs.New(errs.NotFound, "This trip was not found.")
		} else {
			_, err = h.Trips.Find(ctx.Context(), id, who)
		}
		if err != nil {
			call.Refuse(a, ctx, err)
			return
		}
		next(ctx)
	}
}

// postTripPhoto adds a photo to a trip of its owner.
func (h *Handlers) postTripPhoto(ctx context.Context, in *postTripPhotoInput) (*tripOutput, error) {
	who, err := in.Owner(ctx, "")
	if err != nil {
		return nil, err
	}
	booked, err := h.Trips.Find(ctx, in.ID, who)
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
		return h.Trips.AddPhoto(ctx, tx, who, in.ID, upload.Photo{Key: key, Purpose: purpose})
	})
	if err != nil {
		return nil, err
	}
	found, err := h.Trips.Find(ctx, in.ID, who)
	if err != nil {
		return nil, err
	}
	v, err := h.viewTrip(ctx, found)
	return &tripOutput{Body: v}, err
}

// getTripPhoto returns a photo of a trip to its owner.
func (h *Handlers) getTripPhoto(ctx context.Context, in *getTripPhotoInput) (*huma.StreamResponse, error) {
	who, err := in.Owner(ctx, "")
	if err != nil {
		return nil, err
	}
	if _, err := h.Trips.Find(ctx, in.ID, who); err != nil {
		return nil, err
	}
	content, err := h.Uploads.OpenPhoto(ctx, in.Photo, in.ID)
	if err != nil {
		return nil, err
	}
	return view.Image(content, "no-store"), nil
}
