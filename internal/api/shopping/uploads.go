package shopping

import (
	"context"
	"net/http"
	"slices"

	"github.com/danielgtaylor/huma/v2"

	"hawker/internal/api/call"
	"hawker/internal/api/view"
	"hawker/internal/upload"
)

func (h *Handlers) registerUploads(a huma.API) {
	post := call.ByShoppers("postUpload", http.MethodPost, "/uploads")
	if h.Shoppers != nil { // nil: the calls are only described
		post.Middlewares = huma.Middlewares{h.knownShopper(a)}
	}
	post.Middlewares = slices.Concat(post.Middlewares, h.Limits.Images(a), h.ImagesAtOnce)
	huma.Register(a, call.LimitForm(a, post, call.MaxImageForm), h.postUpload)
	get := call.ByShoppers("getUpload", http.MethodGet, "/uploads/{id}")
	get.Responses = view.ImageResponse
	huma.Register(a, get, h.getUpload)
}

// uploadForm is an image and what it is for.
type uploadForm struct {
	Purpose string        `form:"purpose" enum:"prescription,refund,review,proof,licence,chat" doc:"What the image is for. It cannot be used for anything else."`
	Image   huma.FormFile `form:"image" doc:"jpg, png, gif or webp, at most 10 MB. It is encoded again without its metadata."`
}

type postUploadInput struct {
	call.Scope
	call.GuestQuery
	RawBody huma.MultipartFormFiles[uploadForm]
}

type uploadOutput struct {
	Body struct {
		ID string `json:"id" doc:"Names the image in other calls. It is deleted after a day unless one of them uses it."`
	}
}

type getUploadInput struct {
	call.Scope
	call.GuestQuery
	ID string `path:"id" maxLength:"80"`
}

// knownShopper refuses who is unknown before the image is read. A form of another site
// can be sent without asking the browser, but not with a header: it has no guest id.
func (h *Handlers) knownShopper(a huma.API) func(huma.Context, func(huma.Context)) {
	return func(ctx huma.Context, next func(huma.Context)) {
		guestID, guestIDInURL := ctx.Header("X-Guest-Id"), ctx.Query("guest_id")
		if call.Session(ctx.Context()).ShopperID == 0 && guestID == "" && guestIDInURL == "" {
			call.Refuse(a, ctx, call.ErrNotSignedIn)
			return
		}
		guest := call.GuestHeader{HeaderGuestID: guestID}
		if _, err := guest.Shopper(ctx.Context(), h.Shoppers, guestIDInURL); err != nil {
			call.Refuse(a, ctx, err)
			return
		}
		next(ctx)
	}
}

// postUpload stores a private image of a shopper.
func (h *Handlers) postUpload(ctx context.Context, in *postUploadInput) (*uploadOutput, error) {
	who, err := in.Shopper(ctx, h.Shoppers, in.GuestID)
	if err != nil {
		return nil, err
	}
	form := in.RawBody.Data()
	if err := h.checkAsked(ctx, upload.Purpose(form.Purpose)); err != nil {
		return nil, err
	}
	content, err := call.ReadImage(form.Image)
	if err != nil {
		return nil, err
	}
	out := new(uploadOutput)
	out.Body.ID, err = h.Uploads.Add(ctx, who.ID, upload.Purpose(form.Purpose), content)
	return out, err
}

// checkAsked refuses the photo of a licence where none is asked for.
func (h *Handlers) checkAsked(ctx context.Context, purpose upload.Purpose) error {
	if purpose != upload.Licence {
		return nil
	}
	return h.Trips.CheckAsksForLicence(ctx)
}

// getUpload returns an image to its owner.
func (h *Handlers) getUpload(ctx context.Context, in *getUploadInput) (*huma.StreamResponse, error) {
	who, err := in.Shopper(ctx, h.Shoppers, in.GuestID)
	if err != nil {
		return nil, err
	}
	content, err := h.Uploads.Open(ctx, in.ID, who.ID)
	if err != nil {
		return nil, err
	}
	return view.Image(content, "no-store"), nil
}
