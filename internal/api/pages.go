package api

import (
	"context"

	"hawker/internal/errs"
	"hawker/internal/setting"
)

// getPage answers a text of the operator. One whose flag is off is not served
// (PAGE-01, API-08).
func (s *Server) getPage(ctx context.Context, in *pageInput) (*pageOutput, error) {
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return nil, err
	}
	if !served(in.Slug, settings.Storefront) {
		return nil, errs.New(errs.NotFound, "This page does not exist.")
	}
	page, err := s.Content.Page(ctx, in.Slug)
	if err != nil {
		return nil, err
	}
	out := new(pageOutput)
	out.Body.Slug, out.Body.Title, out.Body.Body = page.Slug, page.Title, page.Body
	return out, nil
}

func served(slug string, shown setting.Storefront) bool {
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
