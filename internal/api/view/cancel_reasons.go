package view

import (
	"context"

	"hawker/internal/locale"
	"hawker/internal/purchase"
	"hawker/internal/translation"
)

// CancelReasonsOutput is the response with the reasons that a shopper chooses from.
type CancelReasonsOutput struct {
	Body struct {
		Reasons []CancelReason `json:"reasons"`
	}
}

// CancelReason is one of them.
type CancelReason struct {
	ID     string `json:"id"`
	Reason string `json:"reason"`
}

// CancelReasons returns the reasons that a shopper chooses from, in the language of the
// response. What is stored is English.
func CancelReasons(ctx context.Context, all purchase.Reasons) []CancelReason {
	views := make([]CancelReason, len(all))
	for i, r := range all {
		views[i] = CancelReason{ID: r.ID, Reason: locale.Sentence(translation.Language(ctx), r.Text)}
	}
	return views
}
