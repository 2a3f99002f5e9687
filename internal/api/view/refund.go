package view

import (
	"hawker/internal/locale"
	"hawker/internal/money"
	"hawker/internal/refund"
)

// RefundView is money that a shopper asks back, or was given back.
type RefundView struct {
	ID           int64            `json:"id"`
	RefundStatus string           `json:"refund_status" enum:"requested,approved,refused"`
	Reason       string           `json:"reason"`
	Note         string           `json:"note" doc:"What the shopper wrote."`
	Images       []string         `json:"images" doc:"Ids of uploads. They are deleted some time after the order or the trip."`
	Lines        []RefundLineView `json:"lines" doc:"The refunded lines of an order. Empty: all of the order or all that was left of it, unless by_amount."`
	ByAmount     bool             `json:"by_amount" doc:"The refund was an amount, not lines."`
	Amount       float64          `json:"amount" doc:"The amount that was refunded; 0 until it is approved."`
	Answer       string           `json:"answer" doc:"What the admin wrote with the decision."`
	CreatedAt    string           `json:"created_at" doc:"RFC 3339."`
	DecidedAt    string           `json:"decided_at,omitempty" doc:"Absent: not decided yet."`
}

// RefundLineView is how many units of a line of the order.
type RefundLineView struct {
	LineID   int64 `json:"line_id" minimum:"1"`
	Quantity int64 `json:"quantity" minimum:"1"`
}

// HideImages empties the images of refunds: only who decides sees them.
func HideImages(all []RefundView) {
	for i := range all {
		all[i].Images = []string{}
	}
}

// ReadRefundLines returns the lines of a request.
func ReadRefundLines(views []RefundLineView) []refund.Line {
	var lines []refund.Line
	for _, v := range views {
		lines = append(lines, refund.Line(v))
	}
	return lines
}

// Refunds returns the refunds of an order or a trip. Reasons that somebody chose are in the
// language of the response.
func Refunds(m money.Currency, refunds []refund.Refund, language string) []RefundView {
	views := make([]RefundView, len(refunds))
	for i, r := range refunds {
		views[i] = RefundView{
			ID: r.ID, RefundStatus: string(r.Status), Reason: locale.Reason(language, r.Reason), Note: r.Note, Images: NonNil(r.Images.V), Lines: []RefundLineView{},
			ByAmount: r.ByAmount, Amount: m.ToMajor(r.Amount), Answer: locale.Reason(language, r.Answer), CreatedAt: UnixMilli(r.CreatedAt),
		}
		for _, l := range r.Lines.V {
			views[i].Lines = append(views[i].Lines, RefundLineView(l))
		}
		if r.DecidedAt != nil {
			views[i].DecidedAt = UnixMilli(*r.DecidedAt)
		}
	}
	return views
}
