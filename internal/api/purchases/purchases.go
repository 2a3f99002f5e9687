// Package purchases has what the calls on orders and the calls on trips share: it limits
// how many codes of coupons are tried, opens the pages of gateways, reads what a shopper
// sends of an offline payment, and views how a purchase is paid.
package purchases

import (
	"context"
	"fmt"

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

// codeTries is how many unknown codes one client address may try in ten minutes. Phones
// with which it learns that somebody has bought here count too, each once for a code.
const codeTries = 20

// ThrottleCodes counts a try of a coupon's code, before it is known whether the code is
// right. After too many wrong ones no code is looked up. The request is not refused: it is
// priced without a coupon (M4). The caller calls settle with whether the purchase was placed
// with the coupon, and with that of the quote in its response. If neither shows that the code
// exists, the try counts: without a quote, an order that was placed, or refused, without the
// coupon tells that the code is wrong.
func (s *Service) ThrottleCodes(host, code string, throttled *bool) (settle func(used bool, quoted *purchase.QuotedCoupon)) {
	if !s.RateLimits || coupon.FoldCode(code) == "" {
		return func(bool, *purchase.QuotedCoupon) {}
	}
	limits := []call.AttemptLimit{{Key: "codes from " + host, Max: codeTries}}
	if s.codeAttempts.Count(limits) > 0 {
		*throttled = true
		return func(bool, *purchase.QuotedCoupon) {}
	}
	return func(used bool, quoted *purchase.QuotedCoupon) {
		known := used || quoted != nil && quoted.Refusal.Code != coupon.Unknown
		if known && !s.revealsPhone(host, quoted) {
			s.codeAttempts.Refund(limits)
		}
	}
}

// revealsPhone reports whether the refusal of a coupon tells this client address, for the
// first time, that a phone was used for a purchase.
func (s *Service) revealsPhone(host string, quoted *purchase.QuotedCoupon) bool {
	if quoted == nil || quoted.RevealedPhone == "" {
		return false
	}
	told := fmt.Sprintf("code %s with phone %s from %s", quoted.Code, quoted.RevealedPhone, host)
	return s.codeAttempts.Count([]call.AttemptLimit{{Key: told, Max: 1}}) == 0
}

// QuoteIn returns the new quote that the refusal of a purchase carries, if it does. Q is
// order.Quote or trip.Quote.
func QuoteIn[Q any](refused error) (q Q, carried bool) {
	if refused == nil {
		return q, false
	}
	q, carried = errs.All(refused)[0].Detail.(Q)
	return q, carried
}
