// Package offlinepayment checks the payments of purchases that are paid outside of the shop,
// such as by bank transfer (CHK-03).
//
// The owner defines the methods in the settings. After placing, the shopper pays and says
// how: fields and images, as the method asks for. An admin compares it with the account
// and confirms or refuses it. Only then may the store or the provider begin. What is given back of such a
// payment, or in cash, is paid back by an admin, too, who says so here.
package offlinepayment

import (
	"slices"
	"strings"
	"unicode/utf8"

	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/purchase"
	"hawker/internal/setting"
	"hawker/internal/upload"
)

// Status is the state of a payment that the shopper has sent.
type Status string

// The statuses.
const (
	Sent     Status = "sent"     // to be checked by an admin
	Received Status = "received" // the money is there
	Refused  Status = "refused"  // it was not found; the shopper may send it again
)

// Payment is what a shopper says about their payment, and what came of it.
type Payment struct {
	PurchaseID int64
	Method     string // id in the settings
	Name       string // of the method, as it was then
	Status     Status
	Fields     db.JSON[[]Field]
	Images     db.JSON[[]string] // keys of uploads
	Sendings   int64             // how often the shopper has sent it
	Reason     string            // of a refusal, for the shopper
	StaffID    *int64            // who decided
	StaffName  string
	SentAt     int64  // Unix milliseconds
	DecidedAt  *int64 // Unix milliseconds; nil: not yet
}

// Field is something that the shopper says about the payment.
type Field struct {
	ID    string `json:"id"`
	Label string `json:"label"` // as it was then
	Value string `json:"value"`
}

// Request is a payment as a shopper sends it.
type Request struct {
	Method string            // id; "": the one that it was placed with, if that is one of them
	Fields map[string]string // by id
	Images []string          // keys of uploads

	SenderID int64 // the shopper whose images they may be too; 0: only the purchase's own
}

// Admin is who decides.
type Admin struct {
	ID   int64
	Name string
}

// Decision is an admin's answer.
type Decision struct {
	PurchaseID int64
	Sending    int64 // which one of those that the shopper has sent the admin has read
	Received   bool
	Reason     string // of a refusal, for the shopper
}

var errSentAgain = errs.New(errs.Conflict, "The shopper has sent this payment again. Please look again.").On("sending")

// check refuses an answer about what waits for none, or what its admin has not read.
func (d Decision) check(known *Payment, of purchase.Row) error {
	if known == nil || known.Status != Sent {
		return errs.New(errs.Conflict, "This %s has no payment to check.", of.Kind)
	}
	if known.Sendings != d.Sending {
		return errSentAgain
	}
	return nil
}

const (
	maxValueLength  = 200
	maxReasonLength = 300
	// maxSendings is how often the shopper of a purchase may send a payment.
	maxSendings = 10
)

// fieldsOf checks what the shopper says, and returns it with the labels of the method.
func (r Request) fieldsOf(m setting.OfflineMethod) ([]Field, error) {
	var problems errs.List
	fields := []Field{}
	for _, f := range m.Fields {
		value := strings.TrimSpace(r.Fields[f.ID])
		switch {
		case value == "" && f.Required:
			problems.Add(errs.New(errs.Invalid, "%s is required", f.Label).On("fields." + f.ID))
		case utf8.RuneCountInString(value) > maxValueLength:
			problems.Add(errs.New(errs.Invalid, "This text is too long.").On("fields." + f.ID))
		case value != "":
			fields = append(fields, Field{ID: f.ID, Label: f.Label, Value: value})
		}
	}
	for id := range r.Fields {
		if !slices.ContainsFunc(m.Fields, func(f setting.OfflineField) bool { return f.ID == id }) {
			problems.Add(errs.New(errs.Invalid, "This method has no such field.").On("fields." + id))
		}
	}
	if len(r.Images) == 0 && m.Proof == setting.ProofRequired {
		problems.Add(errs.New(errs.Invalid, "Please upload an image of the payment.").On("images"))
	}
	if len(r.Images) > 0 && m.Proof == setting.ProofNone {
		problems.Add(errs.New(errs.Invalid, "This method needs no image.").On("images"))
	}
	if problem := upload.CheckCount(r.Images, "images"); problem != nil {
		problems.Add(problem)
	}
	return fields, problems.Err()
}

// canSend reports whether the shopper may send a payment of the purchase, or correct it.
func (p *Payment) canSend(r purchase.Row) bool {
	return r.AwaitsPayment() && (p == nil || p.Sendings < maxSendings)
}
