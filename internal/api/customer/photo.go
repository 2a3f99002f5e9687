package customer

import (
	"context"
	"net/http"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"hawker/internal/api/call"
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

// getPicture returns a customer's photo to anybody who knows its key. The photo of a key
// never changes.
func (h *Handlers) getPicture(ctx context.Context, in *pictureInput) (*huma.StreamResponse, error) {
	content, err := h.Accounts.Photo(ctx, in.Key)
	if err != nil {
		return nil, err
	}
	return &huma.StreamResponse{Body: func(ctx huma.Context) {
		ctx.SetHeader("Content-Type", "image/jpeg")
		ctx.SetHeader("Content-Length", strconv.Itoa(len(content)))
		ctx.SetHeader("Cache-Control", "public, max-age=31536000, immutable")
		ctx.SetHeader("X-Content-Type-Options", "nosniff")
		_, _ = ctx.BodyWriter().Write(content) // fails when the client has gone
	}}, nil
}
