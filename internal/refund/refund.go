// Package refund owns the table refunds: what shoppers ask back for delivered orders and
// completed trips, and what was decided about it (ORD-04, ORD-05). It also computes what
// units of an order's lines cost.
//
// It uses only the ids of orders, of their lines and of trips. Packages order and trip decide
// when there may be a refund, and give back money and goods.
package refund

import (
	"context"
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

// Reasons are the reasons a shopper of an order chooses from (ORD-04).
var Reasons = purchase.Reasons{
	{ID: "missing", Text: "Something is missing"},
	{ID: "wrong", Text: "I got something else"},
	{ID: "damaged", Text: "It arrived damaged"},
	{ID: "quality", Text: "The quality was bad"},
	{ID: "late", Text: "It came too late"},
	{ID: "other", Text: "Another reason"},
}

// TripReasons are the reasons a shopper of a trip chooses from.
var TripReasons = purchase.Reasons{
	{ID: "broken", Text: "The vehicle did not work as it should"},
	{ID: "wrong", Text: "I got another vehicle"},
	{ID: "dirty", Text: "The vehicle was not clean"},
	{ID: "late", Text: "I had to wait for the vehicle"},
	{ID: "price", Text: "I was charged too much"},
	{ID: "other", Text: "Another reason"},
}

// ReasonsFor are the reasons for a kind of purchases.
func ReasonsFor(k purchase.Kind) purchase.Reasons {
	if k == purchase.Trip {
		return TripReasons
	}
	return Reasons
}

// Refund is money that a shopper asks back, or was given back.
type Refund struct {
	ID         int64
	PurchaseID int64
	Status     Status
	Reason     string
	Note       string            // of the shopper
	Images     db.JSON[[]string] // keys of uploads
	Lines      db.JSON[[]Line]   // of an order; none: all of the purchase, or an amount
	Amount     money.Amount      // that was given back
	ByAmount   bool              // an amount was given back, not lines
	Answer     string            // of the admin who decided
	StaffID    *int64
	StaffName  string
	CreatedAt  int64  // Unix milliseconds
	DecidedAt  *int64 // Unix milliseconds; nil: not yet
	Unasked    bool   // given by an admin without a request
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
	Lines  []Line   // of an order; none: all of the purchase

	SenderID int64 // the shopper whose images they may be too; 0: only the order's own
	Unasked  bool  // nobody asks: an admin gives it
}

// Decision is an admin's answer to a request. Without one, a yes gives money back that
// nobody has asked for.
type Decision struct {
	PurchaseID int64
	Approve    bool
	Lines      []Line       // of an order, instead of those asked for
	Amount     money.Amount // instead of what was asked for; 0: none
	Whole      bool         // everything that is left, whatever was asked for
	Reason     string       // of a refusal, for the shopper

	// Refunded is what had been given back of the purchase when the admin looked: a decision
	// that is sent twice pays once.
	Refunded money.Amount
	// RequestID is the request that the admin has read; 0: none was open. nil: whichever is.
	RequestID *int64

	ToWallet bool // instead of to where the money came from
}

// maxRequests is how often the shopper of a purchase may ask.
const maxRequests = 3

// MayAsk reports whether the shopper of a purchase with these refunds may ask for one more.
func MayAsk(all []Refund) bool {
	asked := 0
	for _, r := range all {
		if !r.Unasked {
			asked++
		}
	}
	return asked < maxRequests
}

// What a decision may be refused for.
var (
	errOtherRequest = errs.New(errs.Conflict, "Another refund is requested now, or none. Please look again.").On("request_id")

	ErrGivenBack   = errs.New(errs.Conflict, "Money has been given back meanwhile. Please look again.").On("refunded")
	ErrNothingLeft = errs.New(errs.Conflict, "Everything that was paid has been given back already.")
	ErrTooMuch     = errs.New(errs.Conflict, "This is more than is left to be given back.").On("amount")
)

// The longest texts, in characters.
const (
	maxNoteLength   = 1000
	maxReasonLength = 300
)

// Checked returns the request with the text of its reason, or what is wrong with it. It
// does not check the lines.
func (r Request) Checked(k purchase.Kind) (Request, error) {
	var err error
	if r.Reason, err = ReasonsFor(k).TextOf(r.Reason); err != nil {
		return r, err
	}
	if r.Note = strings.TrimSpace(r.Note); utf8.RuneCountInString(r.Note) > maxNoteLength {
		return r, invalid("note", "This text is too long.")
	}
	if err := upload.CheckCount(r.Images, "images"); err != nil {
		return r, err
	}
	return r, nil
}

// Checked returns the decision with its reason trimmed, or what is wrong with it.
func (d Decision) Checked(ctx context.Context, p *purchase.Service) (Decision, error) {
	d.Reason = strings.TrimSpace(d.Reason)
	if utf8.RuneCountInString(d.Reason) > maxReasonLength || !d.Approve && d.Reason == "" {
		return d, invalid("reason", "Please give a reason of at most 300 characters.")
	}
	if d.Amount < 0 || d.Amount != 0 && (d.Whole || len(d.Lines) > 0) {
		return d, invalid("amount", "Please choose an amount, or lines, or everything.")
	}
	if d.Approve && d.ToWallet {
		return d, p.CheckWallets(ctx)
	}
	return d, nil
}

// Part returns the lines or the amount that a yes gives back, of a refund for which these
// lines were asked. Neither: everything that is left.
func (d Decision) Part(asked []Line) ([]Line, money.Amount) {
	switch {
	case d.Whole:
		return nil, 0
	case d.Amount != 0:
		return nil, d.Amount
	case len(d.Lines) > 0:
		return d.Lines, 0
	}
	return asked, 0
}

func invalid(field, message string) error {
	return errs.New(errs.Invalid, "%s", message).On(field)
}
