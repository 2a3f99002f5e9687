// Package refund owns the table refunds: what shoppers ask back for delivered orders, and
// what was decided about it (ORD-04, ORD-05). It also computes what units of an order's
// lines cost.
//
// It uses only the ids of orders and of their lines. Package order decides when there may
// be a refund, and gives back money and goods.
package refund

import (
	"strings"
	"unicode/utf8"

	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/money"
	"hawker/internal/purchase"
	"hawker/internal/upload"
)

// Status is the state of a refund.
type Status string

// The states.
const (
	Requested Status = "requested"
	Approved  Status = "approved"
	Refused   Status = "refused"
)

// Reasons are the reasons a shopper chooses from (ORD-04).
var Reasons = purchase.Reasons{
	{ID: "missing", Text: "Something is missing"},
	{ID: "wrong", Text: "I got something else"},
	{ID: "damaged", Text: "It arrived damaged"},
	{ID: "quality", Text: "The quality was bad"},
	{ID: "late", Text: "It came too late"},
	{ID: "other", Text: "Another reason"},
}

// Refund is money that a shopper asks back, or was given back.
type Refund struct {
	ID        int64
	OrderID   int64
	Status    Status
	Reason    string
	Note      string            // of the shopper
	Images    db.JSON[[]string] // keys of uploads
	Lines     db.JSON[[]Line]   // none: the whole order
	Amount    money.Amount      // that was given back
	Answer    string            // of who decided
	StaffID   *int64
	StaffName string
	CreatedAt int64  // Unix milliseconds
	DecidedAt *int64 // Unix milliseconds; nil: not yet
	Unasked   bool   // given by an admin without a request
}

// Line is how many units of an order's line.
type Line struct {
	LineID   int64 `json:"line_id"`
	Quantity int64 `json:"quantity"`
}

// Request is what a shopper asks for.
type Request struct {
	Reason string // id or text of one of Reasons
	Note   string
	Images []string // keys of uploads
	Lines  []Line   // none: the whole order

	SenderID int64 // the shopper whose images they may be too; 0: only the order's own
	Unasked  bool  // nobody asks: an admin gives it
}

// Decision is an admin's answer to a request. Of a delivered order without one, a yes gives
// money back that nobody has asked for.
type Decision struct {
	OrderID int64
	Approve bool
	Lines   []Line // instead of those asked for
	Whole   bool   // everything that is left, whatever was asked for
	Reason  string // of a refusal, for the shopper

	// Refunded is what had been given back of the order when the admin looked: a decision
	// that is sent twice pays once.
	Refunded money.Amount

	ToWallet bool // instead of to where the money came from
}

// mostRequests is how often the shopper of an order may ask.
const mostRequests = 3

// MayAsk reports whether the shopper of an order with these refunds may ask for one more.
func MayAsk(all []Refund) bool {
	asked := 0
	for _, r := range all {
		if !r.Unasked {
			asked++
		}
	}
	return asked < mostRequests
}

// The longest texts, in characters.
const (
	longestNote   = 1000
	longestReason = 300
)

// Checked returns the request with the text of its reason, or what is wrong with it. It
// does not check the lines.
func (r Request) Checked() (Request, error) {
	var err error
	if r.Reason, err = Reasons.TextOf(r.Reason); err != nil {
		return r, err
	}
	if r.Note = strings.TrimSpace(r.Note); utf8.RuneCountInString(r.Note) > longestNote {
		return r, invalid("note", "This text is too long.")
	}
	if err := upload.CheckCount(r.Images, "images"); err != nil {
		return r, err
	}
	return r, nil
}

// Checked returns the decision with its reason trimmed, or what is wrong with it.
func (d Decision) Checked() (Decision, error) {
	d.Reason = strings.TrimSpace(d.Reason)
	if utf8.RuneCountInString(d.Reason) > longestReason || !d.Approve && d.Reason == "" {
		return d, invalid("reason", "Please give a reason of at most 300 characters.")
	}
	return d, nil
}

func invalid(field, message string) error {
	return errs.New(errs.Invalid, "%s", message).On(field)
}
