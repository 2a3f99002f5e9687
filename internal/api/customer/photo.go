package customer

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"hawker/internal/api/call"
	"hawker/internal/api/view"
)

func (h *Handlers) registerPhotos(a huma.API) {
	get := open("getPicture", http.MethodGet, "/pictures/{key}")
	get.Responses = map[string]*huma.Response{"200": {Description: "The photo.", Content: map[string]*huma.MediaType{"image/jpeg": {}}}}
	huma.Register(a, get, h.getPicture)
}

// photoURL returns the URL of a customer's photo, "" for none.
func photoURL(key string) string {
	if key == "" {
		return ""
	}
	return call.Prefix + "/pictures/" + key
}

type pictureInput struct {
	call.Scope
	Key string `path:"key" maxLength:"80"`
}

// photoAge is how long a browser may show a photo without asking. It is short, and caches
// of others store nothing, because the customer may delete the photo at any time.
const photoAge = "private, max-age=60"

// getPicture returns a customer's photo to anybody who knows its key.
func (h *Handlers) getPicture(ctx context.Context, in *pictureInput) (*huma.StreamResponse, error) {
	content, err := h.Accounts.Photo(ctx, in.Key)
	if err != nil {
		return nil, err
	}
	return view.Image(content, photoAge), nil
}
