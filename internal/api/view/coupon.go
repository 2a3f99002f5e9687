package view

import (
	"cmp"

	"hawker/internal/purchase"
	"hawker/internal/translation"
)

// QuotedCouponView is the coupon that a quote was asked for. One that does not fit is
// left out of the price and never prevents the order (M4).
type QuotedCouponView struct {
	Code       string  `json:"code"`
	Title      string  `json:"title" doc:"Empty when the code is unknown."`
	Applied    bool    `json:"applied"`
	ReasonCode string  `json:"reason_code,omitempty" enum:"unknown_code,too_many_tries,not_begun,expired,other_module,other_zone,other_store,delivery_only,used_up,first_order_only,used_by_you,min_purchase,nothing_off"`
	Reason     string  `json:"reason,omitempty" doc:"Why the coupon was not applied, in words."`
	Amount     float64 `json:"amount" doc:"Everything that the coupon takes off, including a delivery fee; major units. 0 for a delivery whose fee is not known yet."`
}

// QuotedCoupon returns the coupon of a quote; nil: none was asked for.
func (b Builder) QuotedCoupon(c *purchase.QuotedCoupon) *QuotedCouponView {
	if c == nil {
		return nil
	}
	return &QuotedCouponView{
		Code: c.Code, Title: cmp.Or(b.Texts.Of(translation.Coupon, c.Slug).Title, c.Title), Applied: c.Applied, Amount: b.Money.ToMajor(c.Amount),
		ReasonCode: string(c.Refusal.Code), Reason: b.Say(c.Refusal.Message),
	}
}
