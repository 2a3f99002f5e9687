package view

import "hawker/internal/purchase"

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

// CancelReasons returns the reasons that a shopper chooses from.
func CancelReasons(all purchase.Reasons) []CancelReason {
	views := make([]CancelReason, len(all))
	for i, r := range all {
		views[i] = CancelReason{ID: r.ID, Reason: r.Text}
	}
	return views
}
