// Package purchases has what the calls on orders and the calls on trips share: it limits
// how many codes of coupons are tried, opens the pages of gateways, and views how a
// purchase is paid.
package purchases

import (
	"context"

	"hawker/internal/api/call"
	"hawker/internal/catalog"
	"hawker/internal/coupon"
	"hawker/internal/errs"
	"hawker/internal/notification"
	"hawker/internal/offlinepayment"
	"hawker/internal/payment"
	"hawker/internal/purchase"
	"hawker/internal/setting"
)

// Service is used by the calls of both kinds. There is one, so that a code tried for an
// order and one tried for a trip count together. Safe for concurrent use.
type Service struct {
	Settings        *setting.Service
	Catalog         *catalog.Service
	Purchases       *purchase.Service
	Payments        *payment.Service
	OfflinePayments *offlinepayment.Service
	Notifications   *notification.Service
	RateLimits      bool // limit how many codes a client address may try

	codeAttempts call.Attempts
}

// UseLanguage keeps the language in which a customer buys: mails about it are in it.
func (s *Service) UseLanguage(ctx context.Context, language string) error {
	me := call.Session(ctx)
	if me.CustomerID == 0 {
		return nil
	}
	return s.Notifications.UseLanguage(ctx, me.CustomerID, language)
}

// codeTries is how many unknown codes one client address may try in ten minutes.
const codeTries = 20

// ThrottleCodes counts a try of a coupon's code, before it is known whether the code is
// right. After too many wrong ones no code is looked up. The request is not refused: it is
// priced without a coupon (M4). The caller calls settle with whether its response shows
// that the code exists. Otherwise the try counts: without a quote, an order that was
// placed, or refused, without the coupon tells that the code is wrong.
func (s *Service) ThrottleCodes(host, code string, throttled *bool) (settle func(known bool)) {
	if !s.RateLimits || coupon.FoldCode(code) == "" {
		return func(bool) {}
	}
	limits := []call.AttemptLimit{{Key: "codes from " + host, Max: codeTries}}
	if s.codeAttempts.Count(limits) > 0 {
		*throttled = true
		return func(bool) {}
	}
	return func(known bool) {
		if known {
			s.codeAttempts.Refund(limits)
		}
	}
}

// KnowsCode reports whether a quote shows that the code of its coupon exists.
func KnowsCode(q *purchase.QuotedCoupon) bool { return q != nil && q.Refusal.Code != coupon.Unknown }

// QuoteIn returns the new quote that the refusal of a purchase carries, if it does. Q is
// order.Quote or trip.Quote.
func QuoteIn[Q any](refused error) (q Q, carried bool) {
	if refused == nil {
		return q, false
	}
	q, carried = errs.All(refused)[0].Detail.(Q)
	return q, carried
}
