package public

import (
	"cmp"
	"context"

	"hawker/internal/api/call"
	"hawker/internal/errs"
	"hawker/internal/setting"
	"hawker/internal/translation"

	"github.com/danielgtaylor/huma/v2"
)

func (h *Handlers) registerPages(a huma.API) {
	call.Get(a, "getPage", "/pages/{slug}", h.getPage)
}

type pageInput struct {
	call.Scope
	Slug string `path:"slug" maxLength:"60"`
}

type pageOutput struct {
	Body struct {
		Slug  string `json:"slug"`
		Title string `json:"title"`
		Body  string `json:"body" doc:"Plain text. Blank lines separate paragraphs; a leading # makes a heading."`
	}
}

// getPage returns a text page. One that is switched off is a 404 (PAGE-01, API-08).
func (h *Handlers) getPage(ctx context.Context, in *pageInput) (*pageOutput, error) {
	settings, err := h.Settings.Get(ctx)
	if err != nil {
		return nil, err
	}
	if !isShown(in.Slug, settings.Storefront) {
		return nil, errs.New(errs.NotFound, "This page does not exist.")
	}
	page, err := h.Content.Page(ctx, in.Slug)
	if err != nil {
		return nil, err
	}
	directory, err := h.Catalog.Directory(ctx)
	if err != nil {
		return nil, err
	}
	texts := directory.Texts(ctx).Of(translation.Page, page.Slug)
	out := new(pageOutput)
	out.Body.Slug, out.Body.Title, out.Body.Body = page.Slug, cmp.Or(texts.Title, page.Title), cmp.Or(texts.Body, page.Body)
	return out, nil
}

func isShown(slug string, shown setting.Storefront) bool {
	switch slug {
	case "refund-policy":
		return shown.RefundPolicy
	case "cancellation-policy":
		return shown.CancellationPolicy
	case "shipping-policy":
		return shown.ShippingPolicy
	}
	return true
}
