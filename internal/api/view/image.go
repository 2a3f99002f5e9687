package view

import (
	"strconv"

	"github.com/danielgtaylor/huma/v2"
)

// ImageResponse describes a response that is an image.
var ImageResponse = map[string]*huma.Response{"200": {Description: "The image.", Content: map[string]*huma.MediaType{"image/jpeg": {}}}}

// Image returns a stored image as a response.
func Image(content []byte, cacheControl string) *huma.StreamResponse {
	return &huma.StreamResponse{Body: func(ctx huma.Context) {
		ctx.SetHeader("Content-Type", "image/jpeg")
		ctx.SetHeader("Content-Length", strconv.Itoa(len(content)))
		ctx.SetHeader("Cache-Control", cacheControl)
		ctx.SetHeader("X-Content-Type-Options", "nosniff")
		_, _ = ctx.BodyWriter().Write(content) // fails when the client has gone
	}}
}
