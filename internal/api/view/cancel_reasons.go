package view

import (
	"context"

	"hawker/internal/api/call"
	"hawker/internal/locale"
	"hawker/internal/purchase"
	"hawker/internal/translation"
)

// CancelReasonsOutput is the response with the reasons that a shopper chooses from.
type CancelReasonsOutput struct {
	Body struct {
		call.Paged
		Reasons []CancelReason `json:"reasons"`
	}
}

// CancelReason is one of them.
type CancelReason struct {
	ID     string `json:"id"`
	Reason string `json:"reason"`
}

// CancelReasons returns the response with these reasons, in its language. What is stored is
// English.
func CancelReasons(ctx context.Context, page call.ShortPage, all purchase.Reasons) *CancelReasonsOutput {
	views := make([]CancelReason, len(all))
	for i, r := range all {
		views[i] = CancelReason{ID: r.ID, Reason: locale.Sentence(translation.Language(ctx), r.Text)}
	}
	out := new(CancelReasonsOutput)
	out.Body.Paged, out.Body.Reasons = call.PageOf(call.Page(page), views)
	return out
}
