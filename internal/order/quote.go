package order

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"hawker/internal/cart"
	"hawker/internal/geo"
	"hawker/internal/maps"
	"hawker/internal/money"
	"hawker/internal/pricing"
	"hawker/internal/setting"
)

// Quote is what a shopper is shown before they agree. With problems nothing can
// be placed.
type Quote struct {
	cart.Contents
	pricing.Totals
	Rows           []pricing.Row
	Distance       maps.Distance
	Measured       bool        // whether Distance is one: not without an address, not for take-away
	Slots          []time.Time // beginnings; each is accepted when quoted (D27, ITEM-09)
	NowAllowed     bool        // false: only a slot can be chosen (H4)
	PaymentMethods []string
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
	CODLimit        = "cod_limit"        // CHK-03
	CODOff          = "payment_not_offered"
)

// ReadyIn is how long the order takes, in minutes, as a range.
func (q Quote) ReadyIn() string {
	from, to := timesOf(q.Store).minutes(Type(q.OrderType))
	return fmt.Sprintf("%d-%d", from, to)
}

func (q *Quote) problem(code, field, format string, args ...any) {
	q.Problems = append(q.Problems, cart.Problem{Code: code, Field: field, Message: fmt.Sprintf(format, args...)})
}

// lineProblems sorts what is wrong with the lines into problems and warnings.
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

// offerPayment lists how the total may be paid; cash has a limit (CHK-03).
func (q *Quote) offerPayment(rules setting.Checkout) {
	q.PaymentMethods = []string{}
	switch {
	case !rules.CashOnDelivery:
		q.problem(CODOff, "payment_method", "Cash on delivery is not offered.")
	case rules.CODMaximum > 0 && q.Total > rules.CODMaximum:
		q.problem(CODLimit, "payment_method", "The total amount of the order, exceeds maximum amount of the cash on delivery method")
	default:
		q.PaymentMethods = append(q.PaymentMethods, CashOnDelivery)
	}
}

// digest covers what was agreed to (D21), in two parts: what is bought, where to
// and for when; and what it costs, row by row. Only the second may change
// without asking, and only when the total falls. Where the order is brought the
// sealed distance follows them.
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
	return fingerprint(what) + "." + fingerprint(q.Rows)
}

// fingerprint is short, and still nobody finds two texts with the same one.
func fingerprint(of any) string {
	text, err := json.Marshal(of)
	if err != nil {
		panic(err) // only for types that JSON cannot hold, and ours are plain
	}
	sum := sha256.Sum256(text)
	return base64.RawURLEncoding.EncodeToString(sum[:18])
}

// digestParts are what is bought, what it costs, and the sealed distance.
func digestParts(digest string) (what, rows, seal string) {
	what, rest, _ := strings.Cut(digest, ".")
	rows, seal, _ = strings.Cut(rest, ".")
	return what, rows, seal
}

// agreement is how a quote stands to an older one.
type agreement int

const (
	agreedTo agreement = iota
	otherCart
	otherPrice
)

// agreed compares the quote with the one the shopper agreed to.
func (q Quote) agreed(digest string, accepted money.Amount) agreement {
	what, rows, _ := digestParts(digest)
	nowWhat, nowRows, _ := digestParts(q.Digest)
	switch {
	case what != nowWhat:
		return otherCart
	case q.Total > accepted, q.Total == accepted && rows != nowRows:
		return otherPrice
	}
	return agreedTo
}
