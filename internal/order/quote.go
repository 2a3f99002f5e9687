package order

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	"hawker/internal/cart"
	"hawker/internal/geo"
	"hawker/internal/maps"
	"hawker/internal/money"
	"hawker/internal/pricing"
	"hawker/internal/setting"
)

// Quote is what a shopper is shown before they agree. With problems the order cannot be
// placed.
type Quote struct {
	cart.Contents
	pricing.Totals
	Rows           []pricing.Row
	Coupon         *QuotedCoupon // nil: the request has no code
	Distance       maps.Distance
	Measured       bool         // whether Distance is one: not without an address, not for take-away
	Slots          []time.Time  // beginnings; each is accepted when quoted (D27, ITEM-09)
	NowAllowed     bool         // false: only a slot can be chosen (H4)
	WalletBalance  money.Amount // of the customer; 0 without a wallet
	WalletPart     money.Amount // of the total, paid from the wallet
	ToPay          money.Amount // the rest of it
	PaymentMethods []string
	Gateways       []Gateway               // of DigitalPayment
	OfflineMethods []setting.OfflineMethod // the gateways of OfflinePayment
	Prescription   bool                    // an item needs one (ITEM-11)
	Problems       []cart.Problem
	Warnings       []cart.Problem
	Digest         string

	priced pricing.Quote
	now    time.Time
	point  geo.Point // the door; zero for take-away
}

// The codes of problems that are not about one line.
const (
	CartEmpty       = "cart_empty"
	AddressMissing  = "address_missing"
	OutOfZone       = "out_of_zone"      // Z1, Z2
	TypeNotOffered  = "order_type"       // the store does not do that
	StoreClosed     = cart.StoreClosed   // CHK-05
	NowTooLate      = "now_too_late"     // after the last slot (H4)
	SlotUnavailable = "slot_unavailable" // no such slot, or no longer
	BelowMinimum    = "below_minimum"    // CHK-05
)

// ReadyIn is how long the order takes, a range in minutes.
func (q Quote) ReadyIn() string {
	from, to := timesOf(q.Store).minutes(Type(q.OrderType))
	return fmt.Sprintf("%d-%d", from, to)
}

func (q *Quote) problem(code, field, format string, args ...any) {
	q.Problems = append(q.Problems, cart.Problem{Code: code, Field: field, Message: fmt.Sprintf(format, args...)})
}

// lineProblems adds the problems of the lines to the problems and warnings of the
// quote.
func (q *Quote) lineProblems() {
	for _, l := range q.Lines {
		for _, p := range l.Problems {
			if p.Warning {
				q.Warnings = append(q.Warnings, p)
			} else {
				q.Problems = append(q.Problems, p)
			}
		}
	}
}

// digest is a hash of what the shopper agrees to (D21), in two parts: what is bought,
// where to and for when; and what it costs, row by row. Only the second may differ when
// the order is placed, and only if the total has fallen. For a delivery the signed
// distance follows.
func (q Quote) digest(r Request) string {
	type line struct {
		ItemID   int64
		Key      string
		Quantity int64
	}
	what := struct {
		Store int64
		Type  Type
		Place geo.Point
		For   int64
		Lines []line
	}{q.Store.ID, r.Type, geo.Round5(q.point), 0, nil}
	if !r.ScheduleAt.IsZero() {
		what.For = r.ScheduleAt.UnixMilli()
	}
	for _, l := range q.Lines {
		what.Lines = append(what.Lines, line{l.Item.ID, l.Key(), l.Quantity})
	}
	return fmt.Sprintf("%s.%s~%d", fingerprint(what), fingerprint(q.Rows), q.ToPay)
}

// fingerprint is a short hash that is still safe against collisions.
func fingerprint(of any) string {
	text, err := json.Marshal(of)
	if err != nil {
		panic(err) // only for types that JSON cannot hold, and ours are plain
	}
	sum := sha256.Sum256(text)
	return base64.RawURLEncoding.EncodeToString(sum[:18])
}

// digestParts are the parts of a digest.
type digestParts struct {
	what, rows string       // what is bought, and what it costs
	toPay      money.Amount // besides what the wallet pays
	signed     string       // the distance
}

func splitDigest(digest string) digestParts {
	var d digestParts
	what, rest, _ := strings.Cut(digest, ".")
	rows, signed, _ := strings.Cut(rest, ".")
	fingerprint, toPay, _ := strings.Cut(rows, "~")
	amount, err := strconv.ParseInt(toPay, 10, 64)
	if err != nil {
		amount = -1 // no quote has it, so none is agreed to
	}
	d.what, d.rows, d.toPay, d.signed = what, fingerprint, money.Amount(amount), signed
	return d
}

// agreement compares a quote with the one that the shopper agreed to.
type agreement int

const (
	agreedTo agreement = iota
	otherCart
	otherPrice
)

// agreed compares the quote with the digest and the total that the shopper agreed to.
func (q Quote) agreed(digest string, accepted money.Amount) agreement {
	then, now := splitDigest(digest), splitDigest(q.Digest)
	switch {
	case then.what != now.what:
		return otherCart
	case q.Total > accepted, now.toPay > then.toPay, q.Total == accepted && then.rows != now.rows:
		return otherPrice
	}
	return agreedTo
}
